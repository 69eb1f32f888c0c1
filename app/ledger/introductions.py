"""How a page is introduced: which of its statements open it, in which order, joined by what.

Kept apart from the page's own file, since it outlives what is generated: a page is made anew from it
without a call, until one of its claims is worded otherwise or is gone.
"""

from dataclasses import dataclass

from app.ledger.rows import words_hash


@dataclass(frozen=True, slots=True)
class Pick:
    """A statement of an introduction: its source, the labels of the sentences that it rests on, a hash
    of its wording, and how it is joined to the one before ("" begins a sentence)."""

    source: str
    evidence: tuple[str, ...]
    words: str
    join: str = ""


@dataclass(frozen=True, slots=True)
class Introduction:
    """What came of asking how to introduce a page; without ``picks`` nothing that could be used.

    ``offered`` is a hash of the statements that were there to choose from, ``failed`` says why there are
    no picks. ``model``, its ``digest`` and ``prompt``, a hash of the fixed part of the question, say who
    was asked. Calls, tokens and seconds are those of the reply.
    """

    page: str
    offered: str
    model: str
    digest: str
    prompt: str
    picks: tuple[Pick, ...] = ()
    failed: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0


def offer_hash(picks: tuple[Pick, ...]) -> str:
    """A hash of statements that can be chosen from, in their order."""
    return words_hash("\n".join(f"{p.source} {'-'.join(p.evidence)} {p.words}" for p in picks))
