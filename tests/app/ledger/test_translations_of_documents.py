"""Every translation among the real documents is recognised as one, and no other pair is."""

from itertools import combinations

import pytest

from app.compiler.builtin.reader import quotables
from app.ledger.editions import align
from app.ledger.near import fold, one_text
from app.ledger.records import Quotable
from tests.app.sources.places import DOCUMENTS, read_file

ONE_TEXT_FROM = 0.5  # the rule of AGENTS.md
TEXTS = {
    "semver-2.0.0.en": "semver",
    "semver-2.0.0.ja": "semver",
    "semver-2.0.0.de": "semver",
    "semver-2.0.0.fr": "semver",
    "语义化版本": "semver",
    "semver-1.0.0": "semver",
    "debian-faq-extract": "faq",
    "Debian常见问题": "faq",
    "faq-debian": "faq",
    "pep-0386": "pep-0386",
    "pep-0440": "pep-0440",
    "node-semver": "node-semver",
    "debian-handbook": "handbook",
}
"""By the beginning of a file's name, the text that it is an edition of."""


def _sentences(name: str) -> tuple[str, tuple[Quotable, ...]]:
    (path,) = [p for p in DOCUMENTS if p.name.startswith(name)]
    reading = read_file(path)
    return reading.document.language.split("-")[0], quotables(reading)


def _one(a: str, b: str) -> bool:
    (one, left), (other, right) = _sentences(a), _sentences(b)
    if one != other:
        return bool(align(left, right))
    folded = [[fold(q.text) for q in part if q.label.isdigit()] for part in (left, right)]
    return one_text(folded[0], folded[1], ONE_TEXT_FROM)


@pytest.mark.long
@pytest.mark.parametrize(("a", "b"), list(combinations(TEXTS, 2)))
def test_two_documents_are_one_text_exactly_if_one_is_an_edition_of_the_other(
    a: str, b: str
) -> None:
    assert _one(a, b) == (TEXTS[a] == TEXTS[b])
