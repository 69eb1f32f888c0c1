"""Every statement has its quote, every link leads to one place, every page is read and reached."""

import json
from pathlib import Path

import pytest

from app.compiler.queue import Status
from tests.promises.page_checks import generated, problems, source_records, statement_lines
from tests.promises.vaults import HARBOUR, OIL, SOURCES, WINTER, adopted, compile_, new_vault, undo

HOSTILE = {
    "Kerosene.md": "My own kerosene.\n",
    "Notes/wick.md": "wick, in small letters\n",
    "index.md": "# My index\n",
    "journal/log.md": "# My log\n",
    "overview.md": "mine\n",
    "AGENTS.md": "Rules of another program.\n",
    "purpose.md": "What I am for.\n",
    "People/ADA WINTER.md": "Ada, as I knew her.\n",
    "Harbour Lamp Society (entity).md": "taken as well\n",
    "Harbour Lamp Society.md": "taken\n",
    "Harbour lamps.md": "the title of a source\n",
    "Texts/winter.md": "where an edition would be\n",
    "wiki log.md": "and the way out\n",
}


def test_every_statement_link_and_page_of_a_vault_keeps_its_promise(compiled: Path) -> None:
    """The three small sources give pages of every kind, and none breaks a promise."""
    kinds = {page.kind for page in generated(compiled)}
    assert kinds == {"concept", "entity", "summary", "index"}
    lines = [line for page in generated(compiled) for line in statement_lines(page)]
    assert sum("[^" in line for line in lines) >= 15
    assert problems(compiled) == []


def test_after_each_source_and_each_undo_the_promises_hold(vault: Path) -> None:
    """Not only at the end: a person may look at any moment."""
    for name, text in SOURCES.items():
        compile_(vault, {name: text})
        assert problems(vault) == []
    for _ in range(2):
        undo(vault)
        assert problems(vault) == []


def test_no_page_takes_a_name_that_a_note_of_the_vault_has(tmp_path: Path) -> None:
    """Wherever the note lies, however its name is spelled, links still lead to one file."""
    vault = adopted(tmp_path / "vault", HOSTILE)
    items = compile_(vault, SOURCES) + compile_(vault, {"more.md": OIL + "\nKerosene smells.\n"})
    assert {item.status for item in items} == {Status.COMPILED}
    assert problems(vault) == []
    assert {path: (vault / path).read_text() for path in HOSTILE} == HOSTILE
    undo(vault)
    assert problems(vault) == []


def test_names_differ_by_more_than_case_and_normal_form(tmp_path: Path) -> None:
    """ "Cafe´" with a combining accent is "Café" on some disks, and for Obsidian."""
    vault = adopted(tmp_path / "vault", {"Notes/Cafe\u0301 Lumie\u0300re.md": "mine\n"})
    source = (
        "# Houses\n\nCafé Lumière is a coffee house in Paris. Café Lumière was founded in 1931.\n"
    )
    compile_(vault, {"houses.md": source})
    assert any("Café Lumière" in page.text.split("\n# ")[1][:20] for page in generated(vault))
    assert problems(vault) == []


def test_the_log_of_a_vault_with_a_note_called_log_is_one_file(tmp_path: Path) -> None:
    """The second source is entered where the first was."""
    vault = adopted(tmp_path / "vault", {"journal/log.md": "# My log\n"})
    compile_(vault, {"harbour.md": HARBOUR})
    compile_(vault, {"oil.md": OIL})
    assert (vault / "journal/log.md").read_text() == "# My log\n"
    (log,) = (f for f in (vault / "wiki").glob("*log*.md"))
    assert log.read_text().count("\n## [2026-11-30] ingest | ") == 2


def test_a_note_in_the_wiki_that_is_called_log_is_not_written_into(tmp_path: Path) -> None:
    """It is a person's like any other."""
    vault = adopted(tmp_path / "vault", {"wiki/log.md": "Fed the cat.\n"})
    compile_(vault, SOURCES)
    assert (vault / "wiki/log.md").read_text() == "Fed the cat.\n"
    assert problems(vault) == []


@pytest.mark.parametrize("name", ["a|b.md", "# C^sharp [draft].md", "x#y.md"])
def test_a_source_whose_name_no_link_can_hold_is_quoted_from_an_edition(
    vault: Path, name: str
) -> None:
    """Files that another program put into raw/ keep their names."""
    (vault / "raw" / name).write_text(HARBOUR)
    (item,) = compile_(vault)
    assert (item.status, item.source) == (Status.COMPILED, f"raw/{name}")
    assert problems(vault) == []


def test_two_sources_of_one_name_in_two_folders_are_told_apart(vault: Path) -> None:
    """Both were put there by another program; each footnote leads to its own."""
    for folder, text in (("a", HARBOUR), ("b", OIL)):
        (vault / "raw" / folder).mkdir()
        (vault / "raw" / folder / "notes.md").write_text(text)
    assert [item.status for item in compile_(vault)] == [Status.COMPILED] * 2
    assert problems(vault) == []


def test_a_source_of_very_many_subjects_leaves_no_page_without_a_link(vault: Path) -> None:
    """The summary's list of pages ends somewhere; a subject that is on no list is lost."""
    names = [f"{a}{b}ing lamp" for a in ("Bar", "Dor", "Fen", "Gul", "Hol", "Kem", "Lud", "Mar", "Nor")
             for b in ("d", "f", "k", "m", "n", "p", "s", "t", "v")]  # fmt: skip
    text = "# Lamps\n\n" + "\n\n".join(
        f"## {n}\n\nA {n.lower()} is a lamp that was made in the town of {n.split()[0]} for {i + 2} years."
        for i, n in enumerate(names)
    )
    compile_(vault, {"lamps.md": text})
    assert sum(page.kind in {"concept", "entity"} for page in generated(vault)) > 65
    assert problems(vault) == []


def test_a_subject_that_a_changed_source_no_longer_names_leaves_no_statement_behind(
    vault: Path,
) -> None:
    """A quote of words that do not stand in the source any more is no quote."""
    (vault / "raw/lamps.md").write_text(HARBOUR)
    (vault / "raw/oil.md").write_text(OIL)
    compile_(vault)
    (vault / "raw/lamps.md").write_text(
        "# Harbour lamps\n\nA buoy is a float that marks a channel. A buoy has 2 bells.\n"
    )
    compile_(vault)
    assert problems(vault) == []
    assert "trimmed before sunset" not in "".join(page.text for page in generated(vault))


def test_a_source_that_was_moved_stays_one_source(vault: Path) -> None:
    """Its id stays, so that verdicts and footnotes do, and links lead to its new place."""
    (vault / "raw/harbour.md").write_text(HARBOUR)
    compile_(vault)
    before = set(source_records(vault))
    (vault / "raw/1821").mkdir()
    (vault / "raw/harbour.md").rename(vault / "raw/1821/lamps of the harbour.md")
    compile_(vault)
    records = source_records(vault)
    assert set(records) == before
    assert [r["path"] for r in records.values()] == ["raw/1821/lamps of the harbour.md"]
    assert problems(vault) == []


def test_two_pages_that_a_later_source_says_are_one_thing_become_one(vault: Path) -> None:
    """ "Free Oil League (FOL)" joins what two sources called by one name each."""
    compile_(
        vault,
        {
            "a.md": "# Clubs\n\nThe FOL is a club that buys oil for lamps. In Northgate the FOL has 40 members.\n"
        },
    )
    compile_(
        vault,
        {
            "b.md": "# Oil\n\nThe Free Oil League is a club of keepers. The Free Oil League sells 30 oils.\n"
        },
    )
    compile_(
        vault,
        {
            "c.md": "# Names\n\nThe Free Oil League (FOL) is the oldest club."
            " The Free Oil League (FOL) was founded in 1840.\n"
        },
    )
    assert problems(vault) == []
    about = [
        p.path for p in generated(vault) if p.kind == "entity" and "FOL has 40 members" in p.text
    ]
    assert about == ["wiki/entities/Free Oil League.md"]
    assert "[[FOL" not in (vault / "wiki/index.md").read_text()


def test_log_entries_hold_no_links_whatever_the_titles(vault: Path) -> None:
    """The log is only appended to, so nobody would mend a link in it."""
    text = HARBOUR.replace("# Harbour lamps", "# All about [[x]] and `[[y]]` <b>lamps</b>")
    compile_(vault, {"a [[b]].md": text, "winter.txt": WINTER})
    log = (vault / "wiki/log.md").read_text()
    assert "[[" not in log.replace("\\[\\[", "")
    assert "<b>" not in log.replace("\\<b>", "")


def test_the_names_of_pages_are_recorded_once(compiled: Path) -> None:
    """No two pages of the ledger lay claim to one path or one id."""
    records = [json.loads(f.read_text()) for f in (compiled / ".vaultloom/pages").glob("*.json")]
    assert len({r["path"].casefold() for r in records}) == len(records)
    assert len({r["id"] for r in records}) == len(records)


def test_an_empty_vault_has_nothing_to_complain_of(tmp_path: Path) -> None:
    """Looking into an empty raw/ makes nothing."""
    vault = new_vault(tmp_path / "empty")
    assert compile_(vault) == []
    assert not (vault / "wiki/index.md").exists()


@pytest.mark.parametrize("name", ["log.txt", "index.html", "Overview.rst", "AGENTS.txt", "LOG.md"])
def test_a_source_called_like_a_page_of_the_catalogue_takes_no_name_from_it(
    vault: Path, name: str
) -> None:
    """As the very first source, when the catalogue is still to be made, and as the second."""
    text = f"<article><p>{WINTER}</p></article>" if name.endswith("html") else WINTER
    compile_(vault, {name: text})
    assert problems(vault) == []
    compile_(vault, {f"more {name}": OIL, name: text + "\nAda Winter had 2 dogs.\n"})
    assert problems(vault) == []
