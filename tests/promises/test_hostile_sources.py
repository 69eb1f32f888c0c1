"""Whatever a source holds, and whatever it is called, promises P1 to P5 hold (with hypothesis)."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.compiler.queue import Status
from tests.promises.page_checks import problems
from tests.promises.vaults import compile_, made, new_vault, undo

NAMES = [
    "C#",
    "a|b",
    "[[x]]",
    "CON",
    "index",
    "# ^",
    "Debian.md",
    "paper.pdf",
    "..",
    "Harbour",
    "A^B",
]
NAMES += [
    "50%%",
    "$x$",
    "==y==",
    "<b>",
    "`code`",
    "Ünï",
    "مرحبا",
    "🎉",
    "梅雨",
    "NUL.txt",
    "Wick",
    "log",
]
NAMES += [
    "x" * 200,
    "Ada  Winter",
    "e\u0301",
    "a\u200bb",
    "\u202egnp.exe",
    "-",
    "---",
    "null",
    "true",
    "1e5",
]
NAME = st.sampled_from(NAMES)
WORDS = st.lists(NAME | st.sampled_from("the oil burns lamp of 40 MUST not in 1821 keeper".split()),
                 min_size=1, max_size=6).map(" ".join)  # fmt: skip
MARKS = "[]|#^*_`~=%$<>!\\&(){}:;-+\n\t \r\u2028\u202e\x07\ufeff"
NOISE = st.text(max_size=30) | st.text(st.sampled_from(MARKS), max_size=20)
TEMPLATES = [
    "{a} is a lamp that {b} uses in 40 harbours.",
    "The {a} is an oil of {b}. {a} burns for 9 days.",
    "{a} MUST be trimmed by {b}. It lasts 12 days. They burn {b}.",
    "{a} ({b}) was founded in 1821 by Ada {a}.",
    "# {a}", "## {a} {b}", "### [[{a}|{b}]]", "{a}\n===", "{a}\n---",
    "- {a}\n- {b}\n  - {a} is {b}", "{a}:\n\n1. {b}\n2. {a} is a {b}.", "A {a}:\n\n- trims the {b}, and\n- fills the {a}.",  # noqa: E501
    "> {a} said that {b} is a lamp.", "> [!note]- {a}\n> {b} is a wick of 3 cords.",
    "```\n{a} = {b}\n```", "~~~{a}\n{b}", "    {a}", "`{a}` is a {b}.", "``{a} ` {b}``",
    "| {a} | {b} |\n|---|---|\n| {b} is an oil | {a} |", "{a} | {b}\n--|--\n{a}|{b}",
    "[[{a}]] is a lamp of ![[{b}]].", "[{a}](<{b}>) and ![{a}]({b}) and <{a}@example.org>",
    "See [^1] and [^{a}].\n\n[^1]: {a} is a note of {b}.", "{a} is a lamp. ^{b}", "^block-1",
    "<div onclick='x'>{a} is a <b>{b}</b> lamp.</div>", "<!-- {a} is {b} -->", "<script>{a}</script>",
    "%%{a} is {b}%%", "=={a}== is a lamp of {b}.", "$${a}$$ and ${b}$", "#{a} #{b}/x", "**{a}** is a **{b}**.",
    "***\n{a}\n***", "{a}  \n{b}", "\\{a} is \\[{b}\\].", "&lt;{a}&gt; is a &#91;{b}&#93; lamp.",
    "Term\n: {a} is a {b}", "{a}: {b}", "“{a}” is what {b} calls a lamp.", "{a}是一种灯。{b}在1821年燃烧。",
]  # fmt: skip
BLOCK = (
    st.builds(
        lambda template, a, b: template.format(a=a, b=b), st.sampled_from(TEMPLATES), WORDS, NAME
    )
    | NOISE
)
HEAD = st.just("") | st.builds(
    lambda a, b: f"---\ntitle: {a}\naliases: [{b}]\ntags: {a}\nid: x\n---\n", NAME | WORDS, NAME
)
TEXT = st.builds(
    lambda head, blocks: head + "\n\n".join(blocks), HEAD, st.lists(BLOCK, min_size=2, max_size=14)
)
FILE = st.builds(
    lambda stem, end: f"{stem.replace('/', '').replace(chr(0), '')[:60]}{end}",
    NAME | st.just("notes"),
    st.sampled_from([".md", ".txt", ".html", ".rst"]),
)
SOURCES = st.dictionaries(FILE, TEXT, min_size=1, max_size=3)
Sources = dict[str, str]


def check(sources: Sources) -> None:
    """Compile hostile sources one after the other into one vault; nothing may break."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", os.path.join(folder, "home"))  # noqa: PTH118
        vault = new_vault(Path(folder) / "vault")
        raw = dict[str, bytes]()
        before = made(vault)
        for name, text in sources.items():
            before = made(vault)
            items = compile_(vault, {name: text})
            assert {i.status for i in items} <= {Status.COMPILED, Status.REFUSED, Status.DUPLICATE}
            assert all(i.reason for i in items if i.status is Status.REFUSED)
            if (vault / ".vaultloom/pages").is_dir():
                assert problems(vault) == []
            now = {str(p): p.read_bytes() for p in (vault / "raw").rglob("*") if p.is_file()}
            assert raw.items() <= now.items()
            raw = now
        if items[-1].status is Status.COMPILED:
            undo(vault)
            assert made(vault) == before


SETTINGS = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=True,
)


@settings(SETTINGS, max_examples=15)
@given(SOURCES)
@example(
    {
        "index.md": "# index\n\nThe log is a lamp. The log burns for 9 days. index is a lamp of log.\n"
    }
)
@example({"a.md": "# [[x]]\n\n[[x]] is a lamp of C#. C# MUST be lit by a|b. a|b is an oil.\n"})
@example({"CON.txt": "CON\n\nCON is a lamp that NUL uses in 40 harbours. CON burns for 9 days.\n"})
def test_hostile_sources_break_no_promise(sources: Sources) -> None:
    """The same examples each time, so that a change is red or green for everybody alike."""
    check(sources)


@pytest.mark.long
@settings(SETTINGS, max_examples=1500, derandomize=False)
@given(SOURCES)
def test_very_many_hostile_sources_break_no_promise(sources: Sources) -> None:
    """Others each time."""
    check(sources)
