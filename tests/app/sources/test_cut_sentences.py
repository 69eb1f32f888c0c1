"""Sentences of real documents, read and judged one by one, are still cut where they were."""

import json

import pytest

from tests.app.sources.places import DOCUMENTS, FIXTURES, read_file

_JUDGED: dict[str, list[list[str]]] = json.loads(
    (FIXTURES.parent / "cut-sentences.json").read_text(encoding="utf-8")
)
"""By file: how sentences that a reader judged to be whole begin and end."""


@pytest.mark.parametrize("name", sorted(_JUDGED))
def test_sentences_that_were_judged_whole_stay_whole(name: str) -> None:
    """At least 98 in 100 of them, the measure of a good cut; a few may be cut anew for a reason."""
    wanted = _JUDGED[name]
    (path,) = [p for p in DOCUMENTS if p.name == name]
    found = [" ".join(s.text.split()) for s in read_file(path).sentences]
    missing = [
        (start, end)
        for start, end in wanted
        if not any(text.startswith(start) and text.endswith(end) for text in found)
    ]
    assert len(missing) * 50 <= len(wanted), missing
