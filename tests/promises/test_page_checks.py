"""The checks of promises P2 to P5 see what they are there to see: each way of breaking a page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.promises.page_checks import problems

WICK = "wiki/concepts/Wick.md"
Break = Callable[[str], str]

BROKEN: list[tuple[str, str, Break, str]] = [
    ("a statement without a mark", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\nIt burns.\n"), "no mark"),
    ("a mark without a note", WICK, lambda t: t.replace(".[^", ".[^zzz-1][^", 1), "without its note"),
    ("a note without a mark", WICK, lambda t: t + "[^zzz-9]: “Nothing.” [[harbour]]\n", "without its mark"),
    ("a word that nobody said", WICK, lambda t: t.replace("\n- ", "\n- Reportedly ", 1), "words of nobody"),
    ("a quote that was changed", WICK, lambda t: t.replace(": “", ": “Once ", 1), "does not stand"),
    ("a link to nothing", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\n[[Nobody]]\n"), "leads to ()"),
    ("a link to no heading", WICK, lambda t: t.replace("#Wicks|", "#Candles|", 1), "leads to no place"),
    ("an embed", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\n![[Kerosene]]\n"), "embeds"),
    ("an escaped link", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\n\\[[Kerosene]]\n"), "no link"),
    ("properties that are no YAML", WICK, lambda t: t.replace("confidence:", "confidence", 1), ""),
    ("a key given twice", WICK, lambda t: t.replace("kind:", 'id: "x"\nkind:', 1), ""),
    ("a property of another type", WICK, lambda t: t.replace('id: "', "id: 1 #", 1), "the property id"),
    ("a tag that cannot be", WICK, lambda t: t.replace("wiki/concept", "wiki concept"), "a tag"),
    ("a second H1", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\nMore\n===\n"), "one H1"),
    ("an open fence", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\n```\n"), "fence"),
    ("HTML", WICK, lambda t: t.replace("# Wick\n", "# Wick\n\n*<b>bold</b>*\n"), "HTML"),
    ("a control character", WICK, lambda t: t.replace("# Wick", "# Wick\x07"), "control"),
    ("an index without links", "wiki/index.md", lambda t: t.replace("[[", "["), "from the index"),
]  # fmt: skip


def rewrite(vault: Path, path: str, how: Break) -> None:
    """Change a page as if it had been generated so."""
    text = (vault / path).read_text()
    changed = how(text)
    assert changed != text
    (vault / path).write_text(changed)
    for file in (vault / ".vaultloom/pages").glob("*.json"):
        record = json.loads(file.read_text())
        if record["path"] == path:
            file.write_text(json.dumps({**record, "base": changed}))


def complaints(vault: Path) -> str:
    """All that is wrong; that the checks fail on what they cannot read counts as well."""
    try:
        return "\n".join(problems(vault))
    except Exception as error:  # noqa: BLE001 - whatever the YAML reader says
        return f"unreadable: {error}"


def test_each_way_of_breaking_a_page_is_seen(compiled: Path) -> None:
    """One after the other, on a vault that is mended in between."""
    assert complaints(compiled) == ""
    for what, path, how, expected in BROKEN:
        before = (compiled / path).read_text()
        rewrite(compiled, path, how)
        found = complaints(compiled)
        assert found, what
        assert expected in found, what
        rewrite(compiled, path, lambda _text, before=before: before)
    assert complaints(compiled) == ""


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [("start", 0, "is not at"), ("text", "A cord", "is not at")],
)
def test_a_place_that_does_not_cut_its_words_is_seen(
    compiled: Path, key: str, value: object, expected: str
) -> None:
    """The record of a source is checked against the source itself."""
    file = sorted((compiled / ".vaultloom/sources").glob("*.json"))[0]
    record = json.loads(file.read_text())
    record["sentences"][2][key] = value
    file.write_text(json.dumps(record))
    assert expected in complaints(compiled)
