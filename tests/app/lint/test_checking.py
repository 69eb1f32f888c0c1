"""After a change only what depends on it is looked at, and what is found is what a look at all would find."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.compiler.compile import opened
from app.knowing import checking as begin
from app.lint.checked import Checked, Scope
from app.lint.checking import Checking, check
from app.lint.diagnostic import Way
from app.settling import settle
from app.vault.index import VaultIndex
from tests.app.history.plug import Plug
from tests.promises.vaults import HARBOUR, OIL, clock, files_in, new_vault

MANY = os.environ.get("VAULTLOOM_TEST_EXAMPLES", "")

PAGE = '---\nid: "{id}"\nkind: {kind}\n---\n'
NAMES = ("Wick", "Wick 1", "Wick-Laptop", "Lamp", "Lamp (concept)", "index", "C#", "lámp")
FOLDERS = ("", "wiki/", "wiki/concepts/", "Notes/", "raw/")
PIECES = (
    "[[Wick]]",
    "[[wick|w]]",
    "[[Lamp#Oil]]",
    "[[Wick#^a-1]]",
    "[[Notes/Lamp]]",
    "![[Fig]]",
    "[[Fig.png]]",
    "[[AI]]",
    "[[Flame]]",
    "[x](Lamp.md)",
    "[[#Oil]]",
    "## Oil",
    "# Wick",
    "text ^a-1",
    "| a | b |\n|---|---|\n| [[Lamp|l]] | c |",
    "```\ncode",
    "<<<<<<< a\nx\n=======\ny\n>>>>>>> b",
    *(f"A line of the notes, number {n}." for n in range(5)),
)
HEADS = (
    "",
    "---\naliases:\n  - AI\n---\n",
    "---\naliases: [Flame, Wick]\ntags: a, b\n---\n",
    '---\nup: "[[Wick]]"\n---\n',
    "---\na: 1\na: 2\n---\n",
    PAGE.format(id="x1", kind="concept"),
    PAGE.format(id="x2", kind="summary"),
)
paths = st.builds(
    "{}{}.md".format, st.sampled_from(FOLDERS), st.sampled_from(NAMES)
) | st.sampled_from(["Fig.png", "img/Fig.png", "wiki/index.md", "wiki/log.md"])
texts = st.builds(
    lambda head, pieces: head + "\n\n".join(pieces) + "\n",
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(PIECES), max_size=4),
)
edits = st.lists(st.tuples(paths, st.none() | texts), min_size=1, max_size=3)


def put(root: Path, path: str, text: str | None) -> None:
    """Write a file, or remove it where there is no text for it."""
    place = root / path
    if text is None:
        place.unlink(missing_ok=True)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


@given(st.lists(st.tuples(paths, texts), min_size=4, max_size=9), st.lists(edits, max_size=6))
@settings(max_examples=int(MANY or 40), deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_found_after_changes_is_what_a_look_at_everything_finds(
    begun: list[tuple[str, str]], turns: list[list[tuple[str, str | None]]]
) -> None:
    """Whatever is written, renamed, removed, in whatever order."""
    folder = tempfile.mkdtemp()
    try:
        root = Path(folder)
        for path, text in begun:
            put(root, path, text)
        checking = Checking(Checked(VaultIndex.scan(root)))
        checking.everything()
        for turn in turns:
            for path, change in turn:
                put(root, path, change)
            found = checking.again(path for path, _ in turn)
            assert found == check(Checked(VaultIndex.scan(root)))
    finally:
        shutil.rmtree(folder)


def test_an_edit_of_a_text_concerns_its_note_alone(tmp_path: Path) -> None:
    """However many link to it, and however many it links to."""
    for number in range(30):
        put(tmp_path, f"n{number}.md", "# H\n[[hub]] [[hub#H]]\n")
    links = " ".join(f"[[n{number}]]" for number in range(30))
    put(tmp_path, "hub.md", f"# H\n{links}\n")
    checking = Checking(Checked(VaultIndex.scan(tmp_path)))
    checking.everything()
    checking.looked.clear()
    put(tmp_path, "hub.md", f"# H\n{links}\n\nMore words.\n")
    checking.again(["hub.md"])

    assert checking.looked[Scope.NOTE] == 1


def test_a_link_that_comes_and_goes_concerns_its_target(tmp_path: Path) -> None:
    """Which is alone no more, and then is again."""
    for name in ("a", "b", "c"):
        put(tmp_path, f"{name}.md", "")
    checking = Checking(Checked(VaultIndex.scan(tmp_path)))
    assert [each.path for each in checking.everything()] == ["a.md", "b.md", "c.md"]
    put(tmp_path, "a.md", "[[b]]")
    assert [each.path for each in checking.again(["a.md"])] == ["a.md", "c.md"]
    put(tmp_path, "a.md", "[[c]]")
    assert [each.path for each in checking.again(["a.md"])] == ["a.md", "b.md"]


def test_after_each_step_of_a_life_the_same_is_found_as_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sources that come, change and go, pages that are edited, deleted, merged, undone: what the ledger took
    in is looked at again, and what hangs on it."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    root = new_vault(tmp_path / "vault")
    page = root / "wiki/concepts/Wick.md"

    def compile_more(name: str, text: str) -> None:
        put(root, f"raw/{name}", text)
        compiler.scan()
        compiler.run()

    def edit(path: Path, text: str | None) -> None:
        put(root, path.relative_to(root).as_posix(), text)
        compiler.onto.look_again([path.relative_to(root).as_posix()])
        compiler.catch_up()

    def settle_first(do: str) -> None:
        way = next(w for f in checking.findings for w in f.ways if w.do == do)
        settle(compiler, Way(do, "", way.about))

    with opened(root, clock=clock, files=Plug()) as compiler:
        checking = begin(compiler)
        checking.everything()
        steps = (
            lambda: compile_more("harbour.md", HARBOUR),
            lambda: edit(root / "Mine.md", "On the [[Wick]] and [[Ghost]].\n"),
            lambda: compile_more("oil.md", OIL),
            lambda: edit(
                page, page.read_text().replace("flat wick in 1830", "flat wick about 1830")
            ),
            lambda: compile_more("harbour.md", HARBOUR.replace("in 1830", "in the year 1830")),
            lambda: settle_first("keep-mine"),
            lambda: settle(compiler, Way("merge", "", ("Wick", "Kerosene"))),
            compiler.undo,
            lambda: edit(page, None),
            lambda: settle_first("make-again"),
            lambda: edit(root / "Kerosene.md", "A band from Leeds. [[Mine]]\n"),
            lambda: edit(root / "raw/oil.md", None),
            lambda: settle_first("take-away"),
            compiler.undo,
            compiler.redo,
        )
        before = files_in(root)
        for number, step in enumerate(steps):
            step()
            after = files_in(root)
            checking.checked.gone = begin(compiler).checked.gone
            changed = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
            found = checking.again(path for path in changed if not path.startswith("."))
            assert found == begin(compiler).everything(), number
            before = after
