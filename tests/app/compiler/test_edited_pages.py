"""Pages that their owner edited, compiled again: what is merged, and what is offered."""

from pathlib import Path

from app.checkup import findings
from app.compiler.compile import opened
from app.lint.diagnostic import Finding, Risk
from app.lint.fixing import apply
from tests.promises.vaults import SOURCES, compile_, new_vault

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
    """The finding has both texts, and edits that take ours; compiling on does not lose it."""
    vault, twin = compiled_vault(tmp_path), new_vault(tmp_path / "twin")
    compile_(twin, SOURCES)
    replaced(vault, WICK, "flat wick in 1830", "flat wick about 1830")
    for each in (vault, twin):
        replaced(each, "raw/harbour.md", "flat wick in 1830", "flat wick in the year 1830")
        compile_(each)
    compile_(vault, {"other.md": "# Boats\n\nA boat is a small ship. A boat floats on water.\n"})
    here = next(line for line in (vault / WICK).read_text().split("\n") if "about 1830" in line)
    (finding,) = offered(vault)
    ours = next(line for line in (twin / WICK).read_text().split("\n") if "- [[Ada" in line)
    assert (finding.path, finding.line) == (WICK, 17)
    assert here in finding.message
    assert ours in finding.message
    assert finding.fix is not None
    assert finding.fix.risk is Risk.REVIEW
    text, _ = apply((vault / WICK).read_text(), [finding.fix], {Risk.REVIEW})
    assert text == (twin / WICK).read_text()
    (vault / WICK).write_text(text)
    assert offered(vault) == []


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
