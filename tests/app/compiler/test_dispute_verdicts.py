"""What a person says of disagreements: which holds, both, changed, not the same, left open; and taking it back."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.compile import Compiler, opened
from app.errors import VaultloomError
from app.lint.diagnostic import Finding, Way
from app.paths import cache_folder
from app.settling import changed_pages, preview, settle
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, compile_, files_in, made, new_vault, redo, undo

SOCIETY = """# The society

The Harbour Lamp Society is a society that keeps lamps along the coast.
The Harbour Lamp Society was founded in 1821 by Ada Winter.
"""
HISTORY = """---
date: 2015-03-01
---
# A history

The Harbour Lamp Society was founded in 1824 on the northern coast.
The Harbour Lamp Society has a hall of red brick.
"""
LATER_EDITION = """---
date: 2019-05-05
---
# Lamps of the north

The Harbour Lamp Society was founded in 1824 in the north. Northern lamps were lit by its members every
evening from the first of September.
"""
ANOTHER_YEAR = """---
date: 2020-01-01
---
# Of oil and ships

The Harbour Lamp Society was founded in 1830 by sailors. Whale oil was brought to it by ship.
"""
KEY = "harbourlampsociety date:begin"
ASKED = "Founded: 1824 or 1821"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which two sources disagree on when a society was founded."""
    made_ = new_vault(tmp_path / "vault")
    compile_(made_, {"society.md": SOCIETY, "history.md": HISTORY})
    return made_


@contextmanager
def open_(vault: Path) -> Iterator[Compiler]:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        yield compiler


def say(vault: Path, do: str, *about: str) -> None:
    """Settle the disagreement in one of its ways."""
    with open_(vault) as compiler:
        settle(compiler, Way(do, "", (KEY, *about)))


def holds(vault: Path, value: str) -> None:
    """Say that a year holds."""
    (way,) = [w for w in disputed(vault).ways if w.do == "holds" and f"“{value}”" in w.title]
    say(vault, "holds", way.about[1])


def contradictions(vault: Path) -> list[Finding]:
    """The disagreements that a person is asked about."""
    with open_(vault) as compiler:
        return [each for each in findings(compiler) if each.code == "VL060"]


def disputed(vault: Path) -> Finding:
    """The one disagreement that a person is asked about."""
    (found,) = contradictions(vault)
    return found


def page(vault: Path, title: str = "Harbour Lamp Society") -> str:
    """A page's text."""
    return next(vault.rglob(f"{title}.md")).read_text()


def section(vault: Path, heading: str) -> str:
    """What stands under a heading of the page; "" without it."""
    _, _, rest = page(vault).partition(f"## {heading}\n")
    return rest.split("\n\n[^")[0].split("\n\n## ")[0]


def mark(vault: Path, title: str, words: str) -> str:
    """The mark of the sentence with these words."""
    for file in (vault / ".vaultloom/sources").glob("*.json"):
        record = json.loads(file.read_text())
        for sentence in record["sentences"]:
            if record["title"] == title and words in sentence["text"]:
                return f"[^{record['id']}-{sentence['label']}]"
    raise AssertionError(words)


@pytest.fixture
def marks(vault: Path) -> tuple[str, str]:
    """The marks of both sides."""
    return mark(vault, "The society", "1821"), mark(vault, "A history", "1824")


# -- what is found


def test_a_disagreement_is_one_finding_with_both_sides_and_all_ways(vault: Path) -> None:
    found = disputed(vault)
    assert found.message == "Sources give different dates (Founded): “1824”, “1821”."
    assert found.path == "wiki/entities/Harbour Lamp Society.md"
    assert "[!warning|contradiction]" in page(vault).splitlines()[found.line - 1]
    assert str(found.severity) == "warning"
    assert [(c.statement, c.quote, c.source, c.date, c.path) for c in found.claims] == [
        (
            "Founded: 1824",
            "The Harbour Lamp Society was founded in 1824 on the northern coast.",
            "A history",
            "2015-03-01",
            "raw/history.md",
        ),
        (
            "Founded: 1821",
            "The Harbour Lamp Society was founded in 1821 by Ada Winter.",
            "The society",
            "",
            "raw/society.md",
        ),
    ]
    assert all(f"[^{c.note}]: “{c.quote}”" in page(vault) for c in found.claims)
    ways = [(w.do, str(w.title)) for w in found.ways]
    assert ways == [
        ("holds", "“1824” holds"),
        ("holds", "“1821” holds"),
        ("both-hold", "Both hold …"),
        ("changed", "Changed over time"),
        ("not-same", "Not about the same thing"),
        ("leave-open", "Leave open"),
    ]
    assert [str(w.asks) for w in found.ways if w.asks] == ["Say when or where each holds"]


# -- what pages show


def test_what_holds_is_named_and_the_other_is_shown_as_disputed(
    vault: Path, marks: tuple[str, str]
) -> None:
    one, other = marks
    holds(vault, "1821")
    assert section(vault, "Where they disagree") == (
        f"> [!success|settled] Founded: 1821{one}\n"
        f"> - **1821**: The society{one}\n"
        f"> - *Disputed:* 1824: A history{other}\n"
        ">\n"
        "> *Status: “1821” holds, as you said on 2026-11-30.*"
    )
    assert f"- The Harbour Lamp Society was founded in 1821 by Ada Winter.{one}" in page(vault)
    words = "The Harbour Lamp Society was founded in 1824 on the northern coast."
    assert f"- *Disputed:* {words}{other}" in page(vault)
    assert contradictions(vault) == []
    assert problems(vault) == []


def test_where_nothing_tells_which_source_is_newer_it_is_said_so(vault: Path) -> None:
    """The society's text has no date, and both came on one day."""
    with pytest.raises(VaultloomError, match="dates are equal or unknown"):
        say(vault, "newer-holds")


def test_the_newer_of_two_dated_sources_holds(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "dated")
    compile_(vault, {"history.md": HISTORY, "oil.md": ANOTHER_YEAR})
    say(vault, "newer-holds")
    shown = section(vault, "Where they disagree")
    one, other = mark(vault, "Of oil and ships", "1830"), mark(vault, "A history", "1824")
    assert shown == (
        f"> [!success|settled] Founded: 1830{one}\n"
        f"> - **1830**: Of oil and ships{one}\n"
        f"> - *Superseded:* 1824: A history{other}\n"
        ">\n"
        "> *Status: “1830”, the newer, holds, as you said on 2026-11-30.*"
    )
    assert contradictions(vault) == []
    assert problems(vault) == []


def test_both_hold_with_the_words_of_the_person(vault: Path, marks: tuple[str, str]) -> None:
    one, other = marks
    say(vault, "both-hold", "As a club in 1821, as a society in 1824.")
    assert section(vault, "Where they disagree") == (
        f"> [!success|settled] Founded: 1824 and 1821{other}{one}\n"
        f"> - **1824**: A history{other}\n"
        f"> - **1821**: The society{one}\n"
        ">\n"
        "> *Your note: As a club in 1821, as a society in 1824.*\n"
        ">\n"
        "> *Status: both hold, as you said on 2026-11-30.*"
    )
    assert "isputed" not in page(vault)
    assert problems(vault) == []


def test_what_changed_over_time_is_no_disagreement_any_more(
    vault: Path, marks: tuple[str, str]
) -> None:
    one, other = marks
    say(vault, "changed")
    assert section(vault, "Where they disagree") == ""
    assert section(vault, "What changed") == (
        f"- Founded, **1824**: A history{other}\n  - *Before:* **1821**: The society{one}"
    )
    assert f"- *Before:* The Harbour Lamp Society was founded in 1821 by Ada Winter.{one}" in page(
        vault
    )
    assert "disputed" not in page(vault)
    assert contradictions(vault) == []
    assert problems(vault) == []


def test_what_is_not_about_the_same_thing_is_shown_as_no_disagreement(vault: Path) -> None:
    say(vault, "not-same")
    assert "isagree" not in page(vault)
    assert "disputed" not in page(vault)
    assert page(vault).count("was founded in") == 4  # two statements and their notes
    assert contradictions(vault) == []
    assert problems(vault) == []


def test_what_is_left_open_says_so_and_is_not_asked_again(vault: Path) -> None:
    say(vault, "leave-open")
    assert "*Status: left open, as you said on 2026-11-30.*" in page(vault)
    assert "disputed: true" in page(vault)
    assert contradictions(vault) == []
    overview = page(vault, "overview")
    assert "*Left open, as you said:* [[Harbour Lamp Society]]" in overview
    assert "1821" not in overview.split("## Newest")[0]
    assert problems(vault) == []


@pytest.mark.parametrize(
    ("do", "confidence", "is_disputed"),
    [
        ("", "0.64", True),
        ("holds", "0.7", False),
        ("both-hold", "0.7", False),
        ("changed", "0.7", False),
        ("not-same", "0.7", False),
        ("leave-open", "0.64", True),
    ],
)
def test_confidence_and_the_lists_of_pages_follow(
    vault: Path, do: str, confidence: str, is_disputed: bool
) -> None:
    """As AGENTS.md says: four statements of one voice, and what is disputed or holds."""
    if do == "holds":
        holds(vault, "1821")
    elif do:
        say(vault, do)
    assert f"confidence: {confidence}\n" in page(vault)
    assert ("disputed: true" in page(vault)) == is_disputed
    (line,) = [x for x in page(vault, "index").splitlines() if "[[Harbour Lamp Society]]" in x]
    assert ("disputed" in line) == is_disputed
    assert ("Founded, 1824" in page(vault, "overview")) == (not do)


def test_the_summaries_of_both_sources_say_how_it_stands(vault: Path) -> None:
    def lines() -> list[str]:
        texts = [page(vault, title) for title in ("A history", "The society (summary)")]
        return [x for text in texts for x in text.splitlines() if x.startswith("- *Where they")]

    on = "- *Where they disagree: Founded; see [[Harbour Lamp Society]]. Status:"
    assert lines() == [f"{on} open.*"] * 2
    holds(vault, "1821")
    assert lines() == [f"{on} “1821” holds, as you said on 2026-11-30.*"] * 2
    say(vault, "changed")
    assert lines() == [f"{on} it changed over time, as you said on 2026-11-30.*"] * 2
    say(vault, "not-same")
    assert lines() == []
    undo(vault)
    undo(vault)
    assert lines() == [f"{on} “1821” holds, as you said on 2026-11-30.*"] * 2


# -- what is remembered, and what ends it


def test_the_last_word_counts(vault: Path) -> None:
    holds(vault, "1821")
    say(vault, "both-hold", "")
    assert "Status: both hold" in page(vault)
    say(vault, "leave-open")
    assert "Status: left open" in page(vault)


def test_a_verdict_is_taken_back_by_undo_and_done_again_by_redo(vault: Path) -> None:
    before, text = made(vault), page(vault)
    holds(vault, "1821")
    after = made(vault)
    assert undo(vault) == f"say that “1821” holds ({ASKED})"
    assert made(vault) == before
    assert page(vault) == text
    assert disputed(vault)
    redo(vault)
    assert made(vault) == after
    assert contradictions(vault) == []


def test_a_preview_shows_what_changes_and_writes_nothing(vault: Path) -> None:
    before = files_in(vault)
    with open_(vault) as compiler:
        writes = preview(compiler, Way("both-hold", "", (KEY, "by the sea")))
        pages = changed_pages(compiler, writes)
    assert [p.title for p in pages] == ["Harbour Lamp Society", "A history", "The society"]
    assert any("> *Your note: by the sea*" in place.came for place in pages[0].places)
    assert files_in(vault) == before


@pytest.mark.parametrize("do", ["holds", "both-hold", "changed", "not-same", "leave-open"])
def test_the_files_of_the_ledger_alone_give_the_same_pages(vault: Path, do: str) -> None:
    if do == "holds":
        holds(vault, "1824")
    else:
        say(vault, do)
    before = files_in(vault, "wiki")
    shutil.rmtree(cache_folder(vault))
    with open_(vault) as compiler:
        compiler.catch_up()
        cache = compiler.ledger.cache
        slots = {s for source in cache.source_ids() for s in cache.subjects.slots_of(source)}
        ids = [row.id for row in cache.pages.all()]
        again = compiler.onto.previewed(lambda build: build.again(slots=slots, pages=ids))
    assert [write.path for write in again] == []
    assert files_in(vault, "wiki") == before


def test_compiling_what_is_there_changes_nothing_of_a_verdict(vault: Path) -> None:
    holds(vault, "1821")
    before = made(vault)
    compile_(vault)
    assert made(vault) == before


def test_another_voice_for_what_holds_ends_no_verdict(vault: Path) -> None:
    holds(vault, "1824")
    compile_(vault, {"north.md": LATER_EDITION})
    assert contradictions(vault) == []
    assert "*Status: “1824” holds, as you said on 2026-11-30.*" in page(vault)
    assert "Lamps of the north" in section(vault, "Where they disagree")


def test_another_voice_for_what_does_not_hold_asks_once_more(vault: Path) -> None:
    holds(vault, "1821")
    compile_(vault, {"north.md": LATER_EDITION})
    found = disputed(vault)
    assert found.message == (
        "A new source speaks: “Lamps of the north”. Sources give different dates (Founded): “1824” (2 voices),"
        " “1821”. On 2026-11-30 you said: “1821” holds."
    )
    assert (
        "*Status: open again, since Lamps of the north speaks; on 2026-11-30 you said: “1821” holds.*"
        in page(vault)
    )
    assert "disputed: true" in page(vault)
    assert problems(vault) == []
    holds(vault, "1821")  # said once more, it holds against that one as well
    assert contradictions(vault) == []


@pytest.mark.parametrize("do", ["holds", "both-hold", "changed", "not-same", "leave-open"])
def test_a_value_that_nobody_gave_asks_once_more_whatever_was_said(vault: Path, do: str) -> None:
    if do == "holds":
        holds(vault, "1821")
    else:
        say(vault, do)
    compile_(vault, {"oil.md": ANOTHER_YEAR})
    found = disputed(vault)
    assert found.message.startswith("A new source speaks: “Of oil and ships”.")
    assert len(found.claims) == 3
    assert problems(vault) == []
    with open_(vault) as compiler:
        (source,) = [s.id for s in compiler.ledger.cache.sources() if s.path == "raw/oil.md"]
        settle(compiler, Way("take-away", "", (source,)))
    assert contradictions(vault) == []  # what was said holds again


def test_taking_a_source_away_takes_its_disagreement_and_nothing_else(tmp_path: Path) -> None:
    """The pages are those of a vault in which it never was; given back, the verdict is there again."""
    alone, vault = new_vault(tmp_path / "alone"), new_vault(tmp_path / "both")
    compile_(alone, {"society.md": SOCIETY})
    compile_(vault, {"society.md": SOCIETY, "history.md": HISTORY})
    holds(vault, "1821")
    with open_(vault) as compiler:
        (source,) = [s.id for s in compiler.ledger.cache.sources() if s.path == "raw/history.md"]
        settle(compiler, Way("take-away", "", (source,)))
    assert page(vault) == page(alone)
    undo(vault)
    assert "*Status: “1821” holds" in page(vault)


def test_a_verdict_outlives_an_edit_of_its_sources(vault: Path) -> None:
    holds(vault, "1824")
    source = vault / "raw/history.md"
    text = source.read_text().replace("# A history\n", "# A history\n\nThe coast is long.\n")
    source.write_text(text.replace("on the northern coast", "on the coast of the north"))
    compile_(vault)
    assert "*Status: “1824” holds, as you said on 2026-11-30.*" in page(vault)
    assert contradictions(vault) == []
    source.write_text(source.read_text().replace("1824", "1826"))
    compile_(vault)
    assert "Founded: 1826 or 1821" in disputed_title(vault)  # it was on another value
    assert "as you said" not in page(vault)


def disputed_title(vault: Path) -> str:
    """The title of the callout that the finding leads to."""
    return page(vault).splitlines()[disputed(vault).line - 1]


def test_two_devices_find_what_either_said(tmp_path: Path) -> None:
    """The last word counts, by time and then by device; a line that cannot be read is passed over."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"society.md": SOCIETY, "history.md": HISTORY})
    holds(vault, "1821")
    (ours,) = (vault / ".vaultloom/decisions").glob("*.jsonl")
    line = ours.read_text().replace('"at": "2026-11-30', '"at": "2026-12-01')
    theirs = line.replace('"what": "holds"', '"what": "leave-open"')
    (vault / ".vaultloom/decisions/other.jsonl").write_text(f'{{"what": "holds", "si\n{theirs}')
    with open_(vault) as compiler:
        compiler.catch_up()
    assert "*Status: left open, as you said on 2026-12-01.*" in page(vault)
    assert problems(vault) == []


def test_a_verdict_writes_its_pages_and_no_others(vault: Path) -> None:
    compile_(vault, {"oil.md": ANOTHER_YEAR.replace("founded in 1830", "visited in 1830")})
    with open_(vault) as compiler:
        changes = settle(compiler, Way("not-same", "", (KEY,)))
    pages = [p for p in (*changes.created, *changes.updated, *changes.removed) if p[0] != "."]
    assert sorted(pages) == [
        "wiki/entities/Harbour Lamp Society.md",
        "wiki/index.md",
        "wiki/overview.md",
        "wiki/summaries/A history.md",
        "wiki/summaries/The society (summary).md",
    ]


def test_what_is_not_there_is_refused_in_words(vault: Path) -> None:
    for way in (
        Way("holds", "", (KEY, "zzz 1")),
        Way("holds", "", ("nothing date:begin", "zzz 1")),
        Way("changed", "", ("harbourlampsociety date:release",)),
        Way("changed", "", ()),
        Way("holds", "", (KEY,)),
    ):
        with open_(vault) as compiler, pytest.raises(VaultloomError):
            settle(compiler, way)


def test_a_verdict_stays_when_its_subject_becomes_one_with_another(vault: Path) -> None:
    holds(vault, "1821")
    guild = (
        "# The guild\n\nThe Lamp Guild is a society that keeps lamps. The Lamp Guild has 9 boats.\n"
    )
    compile_(vault, {"guild.md": guild})
    with open_(vault) as compiler:
        settle(compiler, Way("merge", "", ("Lamp Guild", "Harbour Lamp Society")))
    assert "*Status: “1821” holds, as you said on 2026-11-30.*" in page(vault, "Lamp Guild")
    assert contradictions(vault) == []
    assert problems(vault) == []
