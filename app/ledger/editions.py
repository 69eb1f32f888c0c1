"""Translations of one text: the same blocks in the same order, in another language.

Blocks are aligned by what translators leave alone: headings where headings were, item numbers,
code, numbers, names in capitals, addresses. Two texts of different languages of which the shorter
has most blocks aligned are one text, and speak with one voice (the example pages' guide,
"Editions"). Aligned blocks with as many sentences on both sides give aligned sentences.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ledger.records import Quotable
from app.sources.document import BlockKind

SHARE = 0.6  # of the shorter text's blocks that must be aligned
TELLING_SHARE = 0.35  # of the aligned blocks that must have something in common besides their kind
FEWEST = 6  # blocks of a text that can be told to be a translation
LONGEST = 1_500  # blocks; the table of the alignment grows with their product
_HARD = re.compile(
    r"`[^`\n]+`|https?://\S+|\d+(?:[.,:-]\d+)*|\b(?:[A-Z]{2,}|[A-Z][a-z]+[A-Z]\w*)\b|(?<=[\u3040-\u9fff])[A-Z][A-Za-z.]{2,}"
)
_GAP = -0.6


@dataclass(frozen=True, slots=True)
class _Block:
    kind: BlockKind
    labels: tuple[str, ...]
    hard: frozenset[str]
    size: int


def align(a: Sequence[Quotable], b: Sequence[Quotable]) -> list[tuple[str, str]]:
    """The sentences of ``a`` and ``b`` that are translations of each other; none where the texts
    are not."""
    left, right = _blocks(a), _blocks(b)
    shorter = min(len(left), len(right))
    if shorter < FEWEST or max(len(left), len(right)) > LONGEST:
        return []
    pairs = _best_path(left, right)
    telling = sum(bool(left[i].hard & right[j].hard) for i, j in pairs)
    if len(pairs) < SHARE * shorter or telling < TELLING_SHARE * len(pairs):
        return []
    return [
        pair
        for i, j in pairs
        if len(left[i].labels) == len(right[j].labels)
        for pair in zip(left[i].labels, right[j].labels, strict=True)
    ]


def hard_tokens(quotables: Sequence[Quotable]) -> set[str]:
    """What of a text translators leave alone, as far as it tells texts apart: three characters and more."""
    found = (m.casefold().strip("`.,") for q in quotables for m in _HARD.findall(q.text))
    return {token for token in found if len(token) >= 3}


def _blocks(quotables: Sequence[Quotable]) -> list[_Block]:
    by_block: dict[int, list[Quotable]] = {}
    for quotable in sorted(quotables, key=lambda q: q.start):
        if quotable.kind is not BlockKind.FIELD:
            by_block.setdefault(quotable.block, []).append(quotable)
    return [_block(group) for group in by_block.values()]


def _block(group: list[Quotable]) -> _Block:
    text = " ".join(q.text for q in group)
    hard = frozenset(m.casefold().strip("`.,") for m in _HARD.findall(text))
    return _Block(group[0].kind, tuple(q.label for q in group), hard, len(text))


def _likeness(a: _Block, b: _Block) -> float:
    if a.kind is not b.kind:
        return -1.0
    common = len(a.hard & b.hard)
    union = len(a.hard | b.hard)
    score = 0.5 + (2.0 * common / union if union else 0.2)
    if a.kind is BlockKind.CODE and a.hard != b.hard:
        score -= 0.5
    return score + 0.3 * (len(a.labels) == len(b.labels))


def _best_path(left: list[_Block], right: list[_Block]) -> list[tuple[int, int]]:
    """The best alignment in order (Needleman and Wunsch, 1970)."""
    rows, columns = len(left) + 1, len(right) + 1
    best = [[0.0] * columns for _ in range(rows)]
    for i in range(rows):
        best[i][0] = i * _GAP * 0.2  # a chapter of a longer text may stand for itself
    for j in range(columns):
        best[0][j] = j * _GAP * 0.2
    for i in range(1, rows):
        for j in range(1, columns):
            best[i][j] = max(
                best[i - 1][j - 1] + _likeness(left[i - 1], right[j - 1]),
                best[i - 1][j] + _GAP,
                best[i][j - 1] + _GAP,
            )
    return _walk_back(best, left, right)


def _walk_back(
    best: list[list[float]], left: list[_Block], right: list[_Block]
) -> list[tuple[int, int]]:
    i = max(range(len(best)), key=lambda row: best[row][-1])
    j = len(best[0]) - 1
    last = best[-1]
    if max(last) > best[i][j]:
        i, j = len(best) - 1, max(range(len(last)), key=last.__getitem__)
    pairs = []
    while i and j:
        likeness = _likeness(left[i - 1], right[j - 1])
        if best[i][j] == best[i - 1][j - 1] + likeness:
            if likeness > 0:
                pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif best[i][j] == best[i - 1][j] + _GAP:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]
