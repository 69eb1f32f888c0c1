"""Pages that their owner edited, compiled again: what is merged, and what is offered."""

import io
import json
import os
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from app.__main__ import main
from app.checkup import findings
from app.compiler.compile import opened
from app.compiler.status import status
from app.ledger.decisions import deleted_statements
from app.lint.diagnostic import Finding, Risk
from app.lint.fixing import apply
from app.settling import preview, settle
from tests.promises.page_checks import problems
from tests.promises.vaults import NOW, SOURCES, compile_, new_vault, undo

WICK = "wiki/concepts/Wick.md"
MORE = {
    "more.md": """# More of the harbour

The Harbour Lamp Society has 9 boats. The Harbour Lamp Society was given a house in Northgate in 1866.

## The wick

A wick is a strip of cotton that soaks up oil. A wick MUST be changed after 12 days. Every wick costs 3 cents.
"""
}

AGAIN = """# Again

It is about lamps.

## The wick

A wick is a cord that is sold by the yard. Every wick costs 5 dollars in winter. A wick burns for 7 hours.
"""


def replaced(vault: Path, path: str, old: str, new: str) -> str:
    """Change a page as its owner would; its text."""
    text = (vault / path).read_bytes().decode()
    assert old in text
    text = text.replace(old, new, 1)
    (vault / path).write_bytes(text.encode())
    return text


def offered(vault: Path) -> list[Finding]:
    """What is offered in a vault."""
    with opened(vault) as compiler:
        return [f for f in findings(compiler) if f.rule == "waiting-text"]


def compiled_vault(tmp_path: Path) -> Path:
    """The vault of the sources on lamps."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, SOURCES)
    return vault


def test_what_both_changed_is_offered_until_one_of_the_two_is_taken(tmp_path: Path) -> None:
    """The sentence that a reworded statement rests on was edited: both stand, and a finding has the edits
    that leave ours alone; compiling on does not lose it."""
    vault, twin = compiled_vault(tmp_path), new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    replaced(vault, WICK, "flat wick in 1830", "flat wick about 1830")
    for each in (vault, twin):
        replaced(each, "raw/harbour.md", "flat wick in 1830", "flat wick in the year 1830")
        compile_(each)
    compile_(vault, {"other.md": "# Boats\n\nA boat is a small ship. A boat floats on water.\n"})
    here = next(line for line in (vault / WICK).read_text().split("\n") if "about 1830" in line)
    (finding,) = offered(vault)
    assert finding.path == WICK
    assert (vault / WICK).read_text().split("\n")[finding.line - 1] == here
    assert here in finding.message
    assert finding.fix is not None
    assert finding.fix.risk is Risk.REVIEW
    text, _ = apply((vault / WICK).read_text(), [finding.fix], {Risk.REVIEW})
    assert text == (twin / WICK).read_text()
    (vault / WICK).write_text(text)
    assert offered(vault) == []


@pytest.mark.parametrize("do", ["take-newer", "keep-mine"])
def test_an_offer_is_answered_by_one_click_and_taken_back_by_undo(tmp_path: Path, do: str) -> None:
    vault = compiled_vault(tmp_path)
    replaced(vault, WICK, "flat wick in 1830", "flat wick about 1830")
    replaced(vault, "raw/harbour.md", "flat wick in 1830", "flat wick in the year 1830")
    compile_(vault)
    before = (vault / WICK).read_bytes()
    (finding,) = offered(vault)
    way = next(way for way in finding.ways if way.do == do)
    with opened(vault) as compiler:
        planned = {write.path for write in preview(compiler, way)}
        settle(compiler, way)
    assert (WICK in planned) == (do == "take-newer")
    assert offered(vault) == []
    assert ("about 1830" in (vault / WICK).read_text()) == (do == "keep-mine")
    compile_(vault, {"other.md": "# Boats\n\nA boat is a small ship. A boat floats on water.\n"})
    assert offered(vault) == []
    undo(vault)
    undo(vault)
    assert (vault / WICK).read_bytes() == before
    assert len(offered(vault)) == 1


def test_a_reworded_statement_outlives_its_source_and_may_be_taken_away(tmp_path: Path) -> None:
    """The source was edited and says it no more; a finding asks."""
    vault = compiled_vault(tmp_path)
    replaced(vault, WICK, "wick in 1830", "wick about 1830")
    mine = next(line for line in (vault / WICK).read_text().split("\n") if "about 1830" in line)
    replaced(vault, "raw/harbour.md", "Ada Winter described the flat wick in 1830.", "It rained.")
    compile_(vault)
    text = (vault / WICK).read_text()
    assert mine in text.split("\n")
    (finding,) = offered(vault)
    assert mine in finding.message
    assert finding.fix is not None
    assert "about 1830" not in apply(text, [finding.fix], {Risk.REVIEW})[0].partition("\n[^")[0]


def test_a_page_with_other_line_ends_keeps_them(tmp_path: Path) -> None:
    """Written by an editor on Windows, with a byte order mark."""
    vault, twin = compiled_vault(tmp_path), new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    text = "\ufeff" + (vault / WICK).read_text().replace("\n", "\r\n")
    (vault / WICK).write_bytes(text.encode())
    compile_(vault, MORE)
    compile_(twin, MORE)
    ours = "\ufeff" + (twin / WICK).read_text().replace("\n", "\r\n")
    assert (vault / WICK).read_bytes().decode() == ours


def test_a_page_that_is_no_text_stays_and_waits(tmp_path: Path) -> None:
    """Nothing can be put into bytes that are no UTF-8."""
    vault = compiled_vault(tmp_path)
    (vault / WICK).write_bytes(b"\xff\xfe broken")
    compile_(vault, MORE)
    assert (vault / WICK).read_bytes() == b"\xff\xfe broken"
    assert [f.path for f in offered(vault)] == [WICK]


def test_an_edit_in_the_moment_of_writing_loses_nothing_of_ours(tmp_path: Path) -> None:
    """The page stays as it was just edited, and the next compile brings what this one could not."""
    vault = compiled_vault(tmp_path)
    (vault / "raw/more.md").write_text(MORE["more.md"])
    with opened(vault) as compiler:
        (item,) = compiler.scan()
        take = compiler.journal.commit

        def late(*args: object, **named: object) -> object:
            if "just now" not in (vault / WICK).read_text():
                replaced(vault, WICK, "# Wick\n", "# Wick\n\nJust now, just now.\n")
            return take(*args, **named)  # type: ignore[arg-type]

        compiler.journal.commit = late  # type: ignore[assignment, method-assign]
        compiler.one(item)
    assert "3 cents" not in (vault / WICK).read_text()
    compile_(vault, {"again.md": AGAIN})
    text = (vault / WICK).read_text()
    assert "Just now, just now." in text
    assert "3 cents" in text
    assert "5 dollars" in text


def still(vault: Path) -> None:
    """Have all pages look as if nobody had touched them for a minute."""
    for page in (vault / "wiki").rglob("*.md"):
        os.utime(page, (NOW.timestamp() - 61,) * 2)


def without(vault: Path, *words: str) -> None:
    """Delete the lines of the page on wicks that hold these words, with their notes."""
    text = (vault / WICK).read_text()
    gone = [line for line in text.split("\n") if any(w in line for w in words)]
    (vault / WICK).write_text("\n".join(x for x in text.split("\n") if x not in gone))


def test_a_deleted_statement_stays_away_though_its_source_is_read_anew(tmp_path: Path) -> None:
    """Also where the text left it out meanwhile, where the cache is lost, and under another mark; it
    stays on other pages."""
    vault = compiled_vault(tmp_path)
    without(vault, "trimmed before sunset")
    still(vault)
    compile_(vault, MORE)
    assert "trimmed before sunset" not in (vault / WICK).read_text()
    (decision,) = deleted_statements(vault).values()
    assert list(decision.values()) == ["hva-6"]
    text = (vault / "raw/harbour.md").read_text()
    (vault / "raw/harbour.md").write_text(text.replace("Wicks MUST be trimmed before sunset. ", ""))
    compile_(vault)
    (vault / "raw/harbour.md").write_text(text.replace("A wick is", "It is dark. A wick is"))
    compile_(vault)
    assert "trimmed before sunset" not in (vault / WICK).read_text()
    assert "flat wick in 1830" in (vault / WICK).read_text()
    assert (
        "trimmed before sunset" in (vault / "wiki/summaries/Harbour lamps (summary).md").read_text()
    )
    assert problems(vault) == []


def test_what_vanished_less_than_a_minute_ago_is_not_taken_for_deleted(tmp_path: Path) -> None:
    """An editor may be in the middle of something; the merge keeps it away for now all the same."""
    vault = compiled_vault(tmp_path)
    without(vault, "trimmed before sunset")
    os.utime(vault / WICK, (NOW.timestamp() - 59,) * 2)
    compile_(vault, MORE)
    assert "trimmed before sunset" not in (vault / WICK).read_text()
    assert deleted_statements(vault) == {}


def test_many_that_vanish_together_are_not_taken_for_deleted(tmp_path: Path) -> None:
    """Nor are they written back."""
    vault = compiled_vault(tmp_path)
    compile_(vault, MORE)
    (vault / WICK).write_text("Only this.\n")
    still(vault)
    compile_(vault, {"again.md": AGAIN})
    assert deleted_statements(vault) == {}
    text = (vault / WICK).read_text()
    assert "5 dollars" in text
    assert "3 cents" not in text
    (finding,) = vanished_in(vault)
    assert finding.fix is not None
    assert finding.fix.risk is Risk.REVIEW
    back, _ = apply(text, [finding.fix], {Risk.REVIEW})
    assert "Only this." in back
    assert "3 cents" in back


def vanished_in(vault: Path) -> list[Finding]:
    """What is asked about statements that vanished."""
    with opened(vault) as compiler:
        return [f for f in findings(compiler) if f.rule == "vanished-statements"]


def restore(vault: Path, *options: str) -> dict[str, object]:
    """What the command tells."""
    with redirect_stdout(io.StringIO()) as out:
        assert main(["restore", str(vault), WICK, "--json", *options]) == 0
    found: dict[str, object] = json.loads(out.getvalue())
    return found


def test_what_vanished_is_asked_about_until_it_is_answered(tmp_path: Path) -> None:
    """Deleted on purpose: then it stays away, and nothing more is asked."""
    vault = compiled_vault(tmp_path)
    compile_(vault, MORE)
    (vault / WICK).write_text("Only this.\n")
    still(vault)
    compile_(vault, {"again.md": AGAIN})
    listed = restore(vault, "--deleted")["statements"]
    assert isinstance(listed, list)
    assert len(listed) >= 5
    assert vanished_in(vault) == []
    assert {s["mark"] for s in listed} == set(deleted_statements(vault)["7qxbbs"].values())


def test_what_was_deleted_is_brought_back_and_that_is_undone(tmp_path: Path) -> None:
    """Where it would stand by now; undo has it deleted once more."""
    vault, twin = compiled_vault(tmp_path), new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    without(vault, "trimmed before sunset")
    still(vault)
    for each in (vault, twin):
        compile_(each, MORE)
    before = (vault / WICK).read_bytes()
    assert before != (twin / WICK).read_bytes()
    listed = [{"mark": "hva-6", "words": "Wicks MUST be trimmed before sunset."}]
    assert restore(vault, "--list") == {"page": WICK, "statements": listed, "restored": False}
    assert restore(vault) == {"page": WICK, "statements": listed, "restored": True}
    assert (vault / WICK).read_bytes() == (twin / WICK).read_bytes()
    assert restore(vault) == {"page": WICK, "statements": [], "restored": False}
    assert undo(vault) == "bring back what was deleted from “Wick”"
    assert (vault / WICK).read_bytes() == before
    assert restore(vault, "--list")["statements"] == listed


def test_what_was_deleted_a_moment_ago_is_brought_back_too(tmp_path: Path) -> None:
    """Though nothing was compiled since."""
    vault = compiled_vault(tmp_path)
    before = (vault / WICK).read_bytes()
    without(vault, "trimmed before sunset", "flat wick in 1830")
    assert restore(vault)["restored"] is True
    assert (vault / WICK).read_bytes() == before


def test_a_page_that_was_deleted_itself_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not edited, nor as if nothing had been deleted."""
    vault = compiled_vault(tmp_path)
    (vault / WICK).unlink()
    assert main(["restore", str(vault), WICK, "--list"]) == 2
    assert "You deleted “Wick” itself" in capsys.readouterr().err
    compile_(vault, MORE)
    assert not (vault / WICK).exists()
    with opened(vault) as compiler:
        (stale,) = [s for s in status(compiler).stale if s.path == WICK]
    assert stale.reasons == ("new text waits, since you deleted the page",)
