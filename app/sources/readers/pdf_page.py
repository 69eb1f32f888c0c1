"""What a page of a PDF is made of: pieces of lines with their type, and drawn lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

MONO_WIDTH = 0.6
"""The width of a letter of a typewriter's, for its size."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a glyph is set: the size that is seen, in half points, and the face.

    ``bold_by_name`` is true for a font whose name says so, whatever the file says of its weight.
    """

    size: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    bold_by_name: bool = False


@dataclass(slots=True)
class Span:
    """Words in one style. ``raised`` is true for what stands above the line, as note marks do."""

    text: str
    style: Style
    raised: bool = False


@dataclass(slots=True)
class Fragment:
    """A piece of a line without a wide gap in it. Its place counts upwards from the page's foot."""

    spans: list[Span]
    left: float
    right: float
    baseline: float
    size: float
    order: int  # in the file

    @property
    def text(self) -> str:
        """Its words."""
        return "".join(span.text for span in self.spans)

    @property
    def style(self) -> Style:
        """The style of most of its letters."""
        lengths: dict[Style, int] = {}
        for span in self.spans:
            lengths[span.style] = lengths.get(span.style, 0) + len(span.text.strip())
        return max(lengths, key=lambda style: lengths[style])


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn line, lying or standing."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def lies(self) -> bool:
        """Whether it is drawn from left to right."""
        return self.right - self.left > self.top - self.bottom


@dataclass(slots=True)
class Page:
    """A page: what is written on it, in the order of the file, and what is drawn."""

    number: int
    width: float
    height: float
    fragments: list[Fragment] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    has_picture: bool = False
    is_damaged: bool = False


def settle_weights(pages: Sequence[Page]) -> None:
    """Go by the names of fonts where most of a document would be bold.

    Some programs write down weights that are none: text is not bold all the way.
    """
    letters: Counter[bool] = Counter()
    for span in _spans(pages):
        letters[span.style.bold] += len(span.text) * (not span.style.mono)
    if letters[True] > letters[False]:
        for span in _spans(pages):
            span.style = replace(span.style, bold=span.style.bold_by_name)


def _spans(pages: Sequence[Page]) -> Iterator[Span]:
    for page in pages:
        for fragment in page.fragments:
            yield from fragment.spans
