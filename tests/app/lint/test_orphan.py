"""Notes that nobody links to."""

from pathlib import Path

import pytest

from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Severity
from app.lint.registry import rule_of
from app.lint.rules import orphan
from app.vault.index import VaultIndex

PAGE = '---\nid: "x"\nkind: concept\n---\n'


def lonely(root: Path, files: dict[str, str]) -> dict[str, Severity]:
    """The notes that the rule finds, and how bad it finds it."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    found = check(Checked(VaultIndex.scan(root)), [rule_of(orphan)])
    return {each.path: each.severity for each in found}


def test_a_page_is_worse_alone_than_a_persons_note(tmp_path: Path) -> None:
    """A warning for what Vaultloom made, a hint for the rest."""
    assert lonely(tmp_path, {"wiki/concepts/P.md": PAGE, "Mine.md": ""}) == {
        "wiki/concepts/P.md": Severity.WARNING,
        "Mine.md": Severity.INFO,
    }


@pytest.mark.parametrize(
    "text", ["[[P]]", "[x](P.md)", '---\nup: "[[P]]"\n---\n', "> ![[P#H]]", "%%[[P]]%%"]
)
def test_any_link_of_another_note_counts(tmp_path: Path, text: str) -> None:
    """In the text, in properties, embedded."""
    assert "wiki/concepts/P.md" not in lonely(
        tmp_path, {"wiki/concepts/P.md": f"{PAGE}[[a]]", "a.md": text}
    )


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("wiki/index.md", False),
        ("wiki/index 1.md", False),
        ("wiki/Index of concepts, A.md", False),
        ("wiki/log.md", False),
        ("wiki/overview.md", True),
        ("index.md", True),
        ("wiki/indexing.md", True),
    ],
)
def test_being_listed_is_not_being_linked(tmp_path: Path, path: str, counts: bool) -> None:
    """The index and the log list everything; the overview chooses."""
    found = lonely(tmp_path, {"wiki/concepts/P.md": PAGE, path: "[[P]]"})

    assert ("wiki/concepts/P.md" not in found) is counts


def test_a_link_to_itself_does_not_count(tmp_path: Path) -> None:
    """Nobody arrives by it."""
    assert lonely(tmp_path, {"a.md": "# H\n[[#H]] [[a]]"}) == {"a.md": Severity.INFO}


def test_sources_the_catalogue_and_the_rules_stand_alone(tmp_path: Path) -> None:
    """They are reached in other ways."""
    paths = ["raw/a.md", "wiki/texts/b.md", "wiki/index.md", "wiki/log.md", "wiki/overview.md"]

    assert lonely(tmp_path, dict.fromkeys([*paths, "AGENTS.md", "purpose.md"], "x")) == {}
