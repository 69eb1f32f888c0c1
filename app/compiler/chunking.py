"""A source's numbered sentences in chunks that one question can hold, each with its context."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from app.compiler.wording import tidy
from app.sources.document import BlockKind, Reading, Sentence

SAID = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE})
CHARACTERS = (
    7_000  # of sentences a chunk; fixed part and names of the prompt then add a quarter at most
)
_SENTENCE_AT_MOST = 700  # characters shown of one sentence; the quote is the whole one all the same


@dataclass(frozen=True, slots=True)
class Chunk:
    """Sentences of one question, in reading order."""

    sentences: tuple[Sentence, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its sentences."""
        return tuple(s.label for s in self.sentences)

    def halves(self) -> "tuple[Chunk, Chunk]":
        """The chunk in two, where possible between two blocks."""
        middle = len(self.sentences) // 2
        places = range(1, len(self.sentences))
        opens = [p for p in places if self.sentences[p].opens]
        cut = min(opens or places, key=lambda p: abs(p - middle))
        if not middle / 2 <= cut <= middle * 1.5:
            cut = middle
        return Chunk(self.sentences[:cut]), Chunk(self.sentences[cut:])

    def text(self, numbered: Container[str]) -> str:
        """Its sentences, a line each, under their headings; those of ``numbered`` with their numbers,
        the others as context only."""
        return "\n".join(self._lines(numbered))

    def _lines(self, numbered: Container[str]) -> Iterator[str]:
        section: tuple[str, ...] = ()
        for sentence in self.sentences:
            if sentence.section != section:
                section = sentence.section
                yield f"## {tidy(section[-1])}" if section else ""
            number = f"{sentence.label}. " if sentence.label in numbered else ""
            yield number + _shown(sentence)


def _shown(sentence: Sentence) -> str:
    text = tidy(sentence.text)
    return text if len(text) <= _SENTENCE_AT_MOST else text[:_SENTENCE_AT_MOST] + " …"


def chunks(
    reading: Reading,
    fits: Callable[[Chunk], bool] = lambda _: True,
    *,
    characters: int = CHARACTERS,
) -> list[Chunk]:
    """The sentences of a source that say something, in chunks of about ``characters``.

    A chunk that does not ``fits`` is halved until it does; one sentence alone is a chunk whatever
    its length. Where it can a chunk ends with a section, else with a block.
    """
    said = [s for s in reading.sentences if s.kind in SAID]
    found: list[Chunk] = []
    for part in _parts(said, characters):
        found += _fitting(Chunk(tuple(part)), fits)
    return found


def _fitting(chunk: Chunk, fits: Callable[[Chunk], bool]) -> Iterator[Chunk]:
    if len(chunk.sentences) < 2 or fits(chunk):
        yield chunk
        return
    for half in chunk.halves():
        yield from _fitting(half, fits)


def _parts(said: Sequence[Sentence], characters: int) -> Iterator[list[Sentence]]:
    """Runs of sentences of like size: as few as ``characters`` allows, cut at the best near place."""
    rest = sum(len(s.text) for s in said)
    left = max(1, -(-rest // characters))
    part: list[Sentence] = []
    size = 0
    for sentence, after in zip(said, [*said[1:], None], strict=True):
        part.append(sentence)
        size += len(sentence.text)
        if after is None or (left > 1 and _is_full(size * left / rest, sentence, after)):
            yield part
            rest, left = rest - size, left - 1
            part, size = [], 0


def _is_full(share: float, sentence: Sentence, after: Sentence) -> bool:
    """Whether a run is to end, at ``share`` of its size: a little sooner where a part of the text ends."""
    return share >= 1.15 or (share >= 0.85 and _parts_at(after, sentence))


def _parts_at(after: Sentence, before: Sentence) -> bool:
    return after.section != before.section or (after.opens and not after.lead_in)
