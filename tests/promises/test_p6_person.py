"""Nothing that a person wrote is lost: their notes, and their edits of compiled pages (P6)."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.compile import opened
from tests.promises.page_checks import problems
from tests.promises.vaults import (
    HARBOUR,
    SOURCES,
    WINTER,
    adopted,
    compile_,
    files_in,
    new_vault,
    pages,
    undo,
)

MORE = {
    "more.md": """# More of the harbour

The Harbour Lamp Society has 9 boats. The Harbour Lamp Society was given a house in Northgate in 1866.

## The wick

A wick is a strip of cotton that soaks up oil. A wick MUST be changed after 12 days. Every wick costs 3 cents.

## Kerosene

Kerosene is an oil that smells of tar. Kerosene was sold by the Harbour Lamp Society from 1861 on.

## Ada Winter

Ada Winter was a member of the Harbour Lamp Society for 40 years. Ada Winter died in Southgate in 1871.
"""
}
Edit = Callable[[str], str | None]


def one_statement(text: str) -> str:
    """A word changed in the first statement."""
    return text.replace(".[^", ", I think.[^", 1)


def properties_written_anew(text: str) -> str:
    """As Obsidian writes them when a property is edited: no quotes, lists as they are."""
    head, body = text.split("\n---\n", 1)
    return re.sub(r'"(\w[\w/-]*)"', r"\1", head) + "\n---\n" + body


def own_line(text: str) -> str:
    """A line at the end."""
    return text + "\n## Notes\nAsk Grandfather about this.\n"


def another_page(_text: str) -> str:
    """Everything replaced."""
    return "Only my own words.\n"


def removed(_text: str) -> None:
    """The page deleted."""


EDITS = [one_statement, properties_written_anew, own_line, another_page, removed]


def edit(vault: Path, path: str, how: Edit) -> bytes | None:
    """Change a page as its owner would; what is there then."""
    text = how((vault / path).read_text())
    if text is None:
        (vault / path).unlink()
        return None
    assert text != (vault / path).read_text()
    (vault / path).write_text(text)
    return text.encode()


def content(vault: Path, path: str) -> bytes | None:
    """What is at a path."""
    return (vault / path).read_bytes() if (vault / path).exists() else None


def waiting(vault: Path) -> set[str]:
    """The pages that a finding says newer text waits for."""
    with opened(vault) as compiler:
        return {f.path for f in findings(compiler) if f.rule in {"waiting-text", "deleted-page"}}


def statements(page: bytes | str) -> list[str]:
    """The footnote marks of a page, in order."""
    text = page if isinstance(page, str) else page.decode()
    return re.findall(r"\[\^([^\]]+)\](?!:)", text)


def subject_pages(vault: Path) -> list[str]:
    """All concept, entity and summary pages."""
    kinds = ("concept", "entity", "summary")
    return [p.relative_to(vault).as_posix() for kind in kinds for p in pages(vault, kind)]


@pytest.mark.parametrize("how", EDITS)
def test_an_edit_of_a_compiled_page_survives_every_later_compile(
    compiled: Path, tmp_path: Path, how: Edit
) -> None:
    """Whatever the page and the edit; what is new comes beside it, and is what would have come."""
    twin = new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    before = {path: text.decode() for path, text in files_in(twin).items()}
    compile_(twin, MORE)
    paths = subject_pages(compiled)
    left = {path: edit(compiled, path, how) for path in paths}
    compile_(compiled, MORE)
    for path in paths:
        edited, after, ours = left[path], content(compiled, path), content(twin, path)
        assert ours is not None
        if edited is None or after is None:
            assert edited == after
            continue
        added = set(edited.decode().split("\n")) - set(before[path].split("\n"))
        assert how is properties_written_anew or added <= set(after.decode().split("\n"))
        if how is properties_written_anew:
            assert after == (edited if ours.decode() == before[path] else ours)
        if how is own_line:
            assert after.decode() == own_line(ours.decode())
        if how is one_statement:
            assert statements(after) == statements(ours)
        if how is another_page:
            assert set(statements(after)) == set(statements(ours)) - set(statements(before[path]))
    assert problems(compiled) == []


@pytest.mark.parametrize("page", ["index", "overview"])
@pytest.mark.parametrize("how", [own_line, another_page, removed])
def test_an_edit_of_the_index_or_the_overview_survives(
    compiled: Path, page: str, how: Edit
) -> None:
    """They only count and point, and yet may hold a line that somebody wrote."""
    path = f"wiki/{page}.md"
    left = edit(compiled, path, how)
    compile_(compiled, MORE)
    after = content(compiled, path)
    if left is None or after is None:
        assert after == left
        assert path in waiting(compiled)
    else:
        mine = "Only my own words." if how is another_page else "Ask Grandfather about this."
        assert mine in after.decode().split("\n")
        assert path not in waiting(compiled)


def test_what_a_person_wrote_into_the_log_stays_above_the_next_entry(compiled: Path) -> None:
    """The log is appended to, whatever stands in it, even bytes that are no text."""
    log = compiled / "wiki/log.md"
    mine = log.read_bytes().replace(b"# Log", b"# My log \xff", 1) + b"\nNo line break here"
    log.write_bytes(mine)
    compile_(compiled, MORE)
    assert log.read_bytes().startswith(mine + b"\n")
    assert log.read_bytes().count(b"ingest | More of the harbour") == 1


def test_undo_of_a_later_compile_leaves_the_edit(compiled: Path) -> None:
    """What the step put into the page goes, what its owner wrote stays."""
    left = edit(compiled, "wiki/concepts/Wick.md", own_line)
    compile_(compiled, MORE)
    assert content(compiled, "wiki/concepts/Wick.md") != left
    undo(compiled)
    assert content(compiled, "wiki/concepts/Wick.md") == left


def test_a_page_that_is_put_back_as_it_was_is_ours_again(compiled: Path, tmp_path: Path) -> None:
    """Unedited is what equals the last generated text, however its bytes came."""
    twin = new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    page = compiled / "wiki/concepts/Wick.md"
    before = page.read_bytes()
    page.write_text("gone for a while\n")
    page.write_bytes(before)
    for vault in (twin, compiled):
        compile_(vault, MORE)
    assert page.read_bytes() == content(twin, "wiki/concepts/Wick.md") != before


def test_a_deleted_page_is_linked_from_nothing_that_is_written_later(compiled: Path) -> None:
    """Deleting is a decision: no new link leads to where the page was."""
    (compiled / "wiki/concepts/Wick.md").unlink()
    summary = pages(compiled, "summary")[0]
    summary.unlink()
    before = files_in(compiled)
    compile_(compiled, MORE)
    written = ["wiki/index.md", "wiki/summaries/More of the harbour.md", "wiki/overview.md"]
    text = "".join((compiled / path).read_text() for path in written)
    assert "[[Wick" not in text
    assert f"[[{summary.stem}" not in text
    late = {path for path, text in files_in(compiled).items() if text != before.get(path)}
    assert [p for p in problems(compiled) if p.split(": ")[0] in late] == []


def test_a_file_that_appears_where_a_page_is_about_to_go_is_not_overwritten(vault: Path) -> None:
    """Between looking and writing somebody else may be faster."""
    (vault / "raw/harbour.md").write_text(HARBOUR)
    with opened(vault) as compiler:
        (item,) = compiler.scan()
        commit = compiler.journal.commit

        def late(*args: object) -> object:
            (vault / "wiki/concepts/Wick.md").write_text("mine, just now\n")
            return commit(*args)  # type: ignore[arg-type]

        compiler.journal.commit = late  # type: ignore[assignment, method-assign]
        compiler.one(item)
    assert (vault / "wiki/concepts/Wick.md").read_text() == "mine, just now\n"


def test_a_persons_own_notes_never_change(tmp_path: Path) -> None:
    """Notes of every kind, linked to or not, in the wiki's folder or elsewhere."""
    notes = {
        "Daily/2026-11-30.md": "---\ntags: [a]\n---\nSaw [[Ada Winter]] and the [[Wick]].\n",
        "wiki/my page.md": "A page of mine among yours about the wick.\n",
        "Lamp post.md": "---\nid: 1\nkind: concept\n---\n# Lamp post\nmine\n",
        "Ada Winter.md": "---\naliases: Ada\n---\nMy aunt.\r\n",
        ".obsidian/app.json": "{}",
    }
    vault = adopted(tmp_path / "vault", notes)
    before = {path: (vault / path).read_bytes() for path in notes}
    compile_(vault, SOURCES)
    compile_(vault, MORE)
    undo(vault)
    compile_(vault, {"again.txt": WINTER + "\nAda Winter had 2 dogs.\n"})
    assert {path: (vault / path).read_bytes() for path in notes} == before
    records = [json.loads(c) for p, c in files_in(vault, ".vaultloom/pages").items()]
    assert not {r["path"] for r in records} & set(notes)
