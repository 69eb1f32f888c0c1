"""Whatever stands in a note, rules look at it without failing, and each fix mends what it is of and no more."""

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Risk
from app.lint.fixing import apply
from app.vault.index import VaultIndex

MANY = os.environ.get("VAULTLOOM_TEST_EXAMPLES", "")

LINES = (
    "tags: a, b",
    "tags: [a, 'b c', #x]",
    "tags:",
    "  - #foo",
    "  - two words",
    "- 1984",
    "tag: x, y",
    "alias: One, Two",
    "aliases: [A, 'B']",
    "cssclass: wide # c",
    "title: Foo: bar",
    'title: "C:\\Users"',
    "up: [[Lamp]]",
    "up: '[[Lamp]]'",
    "up: see [[Lamp]] there",
    "id: 20240115103000123456",
    "id: x",
    "kind: concept",
    "odd: {a: 1}",
    "odd: |",
    "  text: more",
    "# a comment",
    "",
    "x: @y",
    "x: {{date}}",
    '"quoted key": 1',
    "a: 1",
    "a: 2",
    "---",
    "\ttab: 1",
)
BODY = (
    "[[Lamp]]",
    "[[s]] and [[s|me]]",
    "![[s]]",
    "[[n/Lamp]] [[n/Deep|d]] [[n/Deep#H]]",
    "| a | b |\n|---|---|\n| [[Lamp|l]] | [[n/Deep|d]] |",
    "[[Brand]] [[brand|x]] ![[Brand]] [x](Brand)",
    "[[data.txt]] ![[Fig]]",
    "# One\n\n# Two",
    "Two\n===",
    "```\nopen",
    "%%[[Ghost]]%%",
    "`[[Ghost]]`",
    "text ^id-1",
    "🎉 测试 [[Brand|品牌]]",
)
notes = st.builds(
    lambda lines, body, ends, mark: (
        mark + (f"---\n{chr(10).join(lines)}\n---\n" if lines else "") + "\n\n".join(body) + "\n"
    ).replace("\n", ends),
    st.lists(st.sampled_from(LINES), max_size=6),
    st.lists(st.sampled_from(BODY), max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
)
OTHERS = {
    "Lamp.md": "See [[Trade name]].\n",
    "n/Deep.md": "# H\n",
    "Trade name.md": "---\naliases:\n  - Brand\n---\n[[Lamp]]\n",
    "Fig.png": "",
    "n/data.txt": "1\n",
}


@given(st.sampled_from(["s.md", "wiki/concepts/s.md"]), notes)
@settings(max_examples=int(MANY or 40), deadline=None, suppress_health_check=list(HealthCheck))
def test_each_fix_of_any_note_mends_what_it_is_of_and_no_more(path: str, text: str) -> None:
    """It fits the bytes that are there, its finding is gone with it, and nothing new is found."""
    folder = tempfile.mkdtemp()
    try:
        root = Path(folder)
        for name, words in {**OTHERS, path: text}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(words.encode())
        found = check(Checked(VaultIndex.scan(root)))
        known = {each.key for each in found}
        for each in [f for f in found if f.fix and f.fix.edits]:
            assert each.path == path
            assert each.fix is not None
            alike = [f for f in found if f.key == each.key]
            if not all(f.fix for f in alike):
                continue  # one of them is where its place is not known
            fixes = [f.fix for f in alike if f.fix]
            better, applied = apply(text, fixes, set(Risk))
            assert applied == sorted(dict.fromkeys(fixes), key=lambda fix: min(fix.edits))
            (root / path).write_bytes(better.encode())
            after = {f.key for f in check(Checked(VaultIndex.scan(root)))}
            assert each.key not in after
            if each.rule not in REVEALS:
                assert after <= known, (each.key, after - known)
        (root / path).write_bytes(text.encode())
    finally:
        shutil.rmtree(folder)


# Where properties could not be read before, what is wrong in them shows now; an alias that is read again may
# be what links were taken for missing by.
REVEALS = frozenset({"unreadable-properties", "duplicate-property", "deprecated-property"})
