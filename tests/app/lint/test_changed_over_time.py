"""What changed over time is told of as what it was, and no more than that."""

from pathlib import Path

from app.checkup import findings
from app.lint.diagnostic import Finding
from tests.app.compiler.test_comparison_pages import ORCHARD_2, ORCHARD_3
from tests.app.compiler.test_dispute_verdicts import HISTORY, SOCIETY, mark, open_, page, say
from tests.promises.vaults import compile_, new_vault


def changed(vault: Path) -> list[Finding]:
    """What is told of as changed."""
    with open_(vault) as compiler:
        return [each for each in findings(compiler) if each.code == "VL061"]


def test_what_the_person_said_changed_is_told_with_both_sides(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"society.md": SOCIETY, "history.md": HISTORY})
    assert changed(vault) == []
    say(vault, "changed")
    (found,) = changed(vault)
    assert found.message == (
        "Changed over time: “Founded, 1824: A history”, before that “1821: The society”."
    )
    assert str(found.severity) == "info"
    assert page(vault).splitlines()[found.line - 1].startswith("- Founded, **1824**")
    assert [(c.quote, c.source, f"[^{c.note}]") for c in found.claims] == [
        (
            "The Harbour Lamp Society was founded in 1824 on the northern coast.",
            "A history",
            mark(vault, "A history", "1824"),
        ),
        (
            "The Harbour Lamp Society was founded in 1821 by Ada Winter.",
            "The society",
            mark(vault, "The society", "1821"),
        ),
    ]
    assert found.fix is None
    assert found.ways == ()


def test_what_changed_between_two_versions_is_counted_on_their_page(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"two.md": ORCHARD_2, "three.md": ORCHARD_3})
    (found,) = changed(vault)
    text = page(vault, "Orchard 2.0 and 3.1")
    count = text.count("| changed |")
    assert count > 1
    assert found.message == f"{count} statements changed from “Orchard 2.0” to “Orchard 3.1”."
    assert text.splitlines()[found.line - 1].startswith("| |")
