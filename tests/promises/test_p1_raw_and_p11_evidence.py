"""Sources stay as they came (P1), and what was compiled is never a source (P11)."""

import shutil
from pathlib import Path

import pytest

from app.checkup import findings, mend
from app.compiler.compile import opened
from app.compiler.queue import Status
from app.errors import NothingToUndo
from app.ledger.files import SOURCES as LEDGER
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, OIL, SOURCES, clock, compile_, files_in, put, undo


def raw(vault: Path) -> dict[str, tuple[bytes, int]]:
    """The bytes and times of everything in raw/."""
    return {p: (c, (vault / p).stat().st_mtime_ns) for p, c in files_in(vault, "raw").items()}


def test_no_operation_changes_a_byte_or_a_time_in_raw(vault: Path) -> None:
    """Adding, compiling, compiling again, mending, undoing, recompiling: files are only added."""
    compile_(vault, SOURCES)
    before = raw(vault)
    assert set(before) == {"raw/harbour.md", "raw/oil.md", "raw/winter.txt"}
    assert [before[f"raw/{n}"][0] for n in SOURCES] == [t.encode() for t in SOURCES.values()]
    compile_(vault, SOURCES)
    with opened(vault, clock=clock) as compiler:
        mend(compiler, findings(compiler))
    undo(vault)
    compile_(vault, {"winter.txt": SOURCES["winter.txt"]})
    for _ in range(4):
        try:
            undo(vault)
        except NothingToUndo:
            break
    assert raw(vault) == before


def test_the_same_bytes_twice_are_one_source_and_one_file(vault: Path) -> None:
    """Under another name, and after undo too, when the ledger has forgotten them."""
    compile_(vault, {"harbour.md": HARBOUR})
    (again,) = compile_(vault, {"copy.md": HARBOUR})
    assert (again.status, again.source) == (Status.DUPLICATE, "raw/harbour.md")
    assert "raw/harbour.md" in again.reason
    undo(vault)
    (back,) = compile_(vault, {"copy.md": HARBOUR})
    assert (back.status, back.source) == (Status.COMPILED, "raw/harbour.md")
    assert list(raw(vault)) == ["raw/harbour.md"]


def test_the_same_file_dropped_twice_at_once_waits_once(vault: Path) -> None:
    """The second is said to be the same as the first."""
    with opened(vault, clock=clock) as compiler:
        paths = put(vault, {"a.md": HARBOUR, "b.md": HARBOUR})
        first, second = compiler.add(paths)
        (third,) = compiler.add(paths[:1])
        assert (first.status, second.status) == (Status.WAITING, Status.DUPLICATE)
        assert third.status is Status.DUPLICATE
        assert [i.id for i in compiler.run()] == [first.id]


@pytest.mark.parametrize(
    "page",
    [
        "wiki/concepts/Wick.md",
        "wiki/entities/Ada Winter.md",
        "wiki/index.md",
        "wiki/texts/winter.md",
        "wiki/answers/what is a wick.md",
    ],
)
def test_a_page_of_the_wiki_is_refused_as_a_source(compiled: Path, page: str) -> None:
    """The words say why; nothing is compiled from it."""
    (compiled / "wiki/answers/what is a wick.md").write_text("A wick is woven of 9 hairs.\n")
    before = files_in(compiled, LEDGER)
    with opened(compiled, clock=clock) as compiler:
        (item,) = compiler.add([compiled / page])
        assert compiler.run() == []
    assert item.status is Status.REFUSED
    assert "wiki" in item.reason
    assert files_in(compiled, LEDGER) == before


@pytest.mark.parametrize("page", ["wiki/concepts/Wick.md", "wiki/texts/winter.md"])
def test_a_copy_of_a_compiled_page_is_refused_wherever_it_lies(
    compiled: Path, tmp_path: Path, page: str
) -> None:
    """Dropped from another folder, or put into raw/: it would be its own witness."""
    before = files_in(compiled, LEDGER)
    text = (compiled / page).read_text()
    (dropped,) = compile_(compiled, {"A nice page.md": text + "\nIt has one more line.\n"})
    shutil.copy(compiled / page, compiled / "raw/copied by hand.md")
    (found,) = compile_(compiled)
    assert [dropped.status, found.status] == [Status.REFUSED, Status.REFUSED]
    assert "made by Vaultloom" in dropped.reason
    assert files_in(compiled, LEDGER) == before


def test_a_note_with_properties_like_ours_is_still_a_source(vault: Path) -> None:
    """Many people give their notes an id and a kind."""
    note = f"---\nid: 202611301200\nkind: concept\ntags: [lamp]\n---\n{OIL}"
    (item,) = compile_(vault, {"note.md": note})
    assert item.status is Status.COMPILED
    assert problems(vault) == []
