"""The rules of a vault: the block that code reads, and the house style that a model is given.

Both stand in ``AGENTS.md``, or in a file of their own where a vault has an ``AGENTS.md`` that is
not ours. Every key has a default, so that a vault says only what it wants otherwise. Where no other
source is named, a number is the one that the guide to the example pages argues for.
"""

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

from app.errors import RulesUnreadable
from app.saying import say
from app.vault.marker import read_marker
from app.vault.rules_block import choice, find_block, names, number, read_block, word
from app.vault.writing import digest

RULES = "AGENTS.md"
PLURALS = {
    "summary": "summaries",
    "concept": "concepts",
    "entity": "entities",
    "comparison": "comparisons",
    "answer": "answers",
}
"""The kinds of compiled pages, and the folder that each has below that of the wiki."""

# No dot-folders, which Obsidian does not see, and nothing that breaks links: interop 1.8.
_FOLDER = r"(?![. ])[^/\\:*?\"<>|#^\[\]]+(?:/(?![. ])[^/\\:*?\"<>|#^\[\]]+)*"
_REASON = r"defined|said of [1-9]\d? times|named by [1-9]\d? voices"
_HEADINGS = ("Form", "Order", "Rules", "Use", "Reasons", "Figures", "Origin")
_ORDER = (
    *("lead", "Where they disagree", "groups", "What changed"),
    *("Related", "left out", "Notes"),
)


def _folder(default: str) -> str:
    name: str = word(default, _FOLDER, "a folder in the vault, without a dot in front,")
    return name


@dataclass(frozen=True, slots=True)
class Folders:
    """Where things are, relative to the vault: sources, readable editions, compiled pages."""

    raw: str = _folder("raw")
    text: str = _folder("wiki/texts")
    wiki: str = _folder("wiki")

    def __post_init__(self) -> None:
        """Sources that lay among compiled pages would be compiled from each other."""
        if _overlap(self.raw, self.wiki) or _overlap(self.raw, self.text):
            raise ValueError("the folder of the sources and those of the pages must lie apart")

    def of(self, kind: str) -> str:
        """The folder for pages of a ``kind``."""
        return f"{self.wiki}/{PLURALS[kind]}"


def _overlap(one: str, other: str) -> bool:
    a, b = f"{one.casefold()}/", f"{other.casefold()}/"
    return a.startswith(b) or b.startswith(a)


@dataclass(frozen=True, slots=True)
class AtMost:
    """The most statements on a page of each kind."""

    concept: int = number(20, 1, 200)
    entity: int = number(20, 1, 200)
    summary: int = number(24, 1, 200)


@dataclass(frozen=True, slots=True)
class Group:
    """The size of a group of statements; a smaller one joins its neighbour."""

    least: int = number(2, 1, 50)
    most: int = number(9, 1, 50)

    def __post_init__(self) -> None:
        """A group has to have a size."""
        if self.least > self.most:
            raise ValueError("the least of a group is more than its most")


@dataclass(frozen=True, slots=True)
class Pages:
    """When a subject gets a page, and how much it may hold."""

    make_when: tuple[str, ...] = names(
        ("defined", "said of 3 times", "named by 2 voices"),
        _REASON,
        "“defined”, “said of 3 times” or “named by 2 voices” (with any number),",
    )
    statements_at_most: AtMost = AtMost()
    words_in_statement_at_most: int = number(35, 8, 200)
    marks_on_statement_at_most: int = number(4, 1, 20)
    group: Group = Group()
    group_from: int = number(6, 1, 200)
    headings: tuple[str, ...] = names(_HEADINGS, r"[^\s#|^\[\]][^#|^\[\]\n]*", "a heading,")
    order: tuple[str, ...] = names(_ORDER, "|".join(_ORDER), say("one of {order},", order=_ORDER))

    @property
    def when_defined(self) -> bool:
        """Whether a definition alone is worth a page."""
        return "defined" in self.make_when

    @property
    def when_said_of(self) -> int | None:
        """How many statements are worth a page, None if no number is."""
        return self._number("said of")

    @property
    def when_named_by(self) -> int | None:
        """How many voices are worth a page, None if no number is."""
        return self._number("named by")

    def _number(self, start: str) -> int | None:
        counts = [re.findall(r"\d+", each)[0] for each in self.make_when if each.startswith(start)]
        return min(map(int, counts), default=None)


@dataclass(frozen=True, slots=True)
class Titles:
    """How a page's title is written."""

    case: str = choice("sentence")
    number: str = choice("singular")
    spelling: str = choice("source")


@dataclass(frozen=True, slots=True)
class From:
    """How much disagreement about one subject fills a page of its own."""

    disagreements: int = number(2, 1, 50)
    positions: int = number(3, 2, 50)


@dataclass(frozen=True, slots=True)
class Comparisons:
    """When a comparison page is made."""

    disagreement_from: From = From()
    pair_from: int = number(4, 1, 50)


@dataclass(frozen=True, slots=True)
class Citations:
    """How a statement names the words that it rests on."""

    id: str = choice("short id of the source and sentence number")
    quotes: str = choice("one for each voice")
    editions: str = choice("links only")


@dataclass(frozen=True, slots=True)
class Voices:
    """When two sources are one voice."""

    one_text_from: float = number(0.5, 0.1, 1)


@dataclass(frozen=True, slots=True)
class Sources:
    """What becomes of sources that are not there any more: the days for which their pages stay (issue
    5); 0 leaves them until the owner says so."""

    gone_for_days: int = number(7, 0, 3650)


@dataclass(frozen=True, slots=True)
class Confidence:
    """The grade of a statement by the voices that carry it."""

    one_voice: float = number(0.7, 0, 1)
    two_voices: float = number(0.85, 0, 1)
    three_voices: float = number(0.95, 0, 1)
    disputed: float = number(0.4, 0, 1)

    def of(self, voices: int, *, disputed: bool = False) -> float:
        """The grade of a statement that ``voices`` carry, at least one."""
        if disputed:
            return self.disputed
        return (self.one_voice, self.two_voices, self.three_voices)[min(voices, 3) - 1]


@dataclass(frozen=True, slots=True)
class Rules:
    """All that the block may say; ``Rules()`` is what holds where there is none."""

    version: int = number(1, 1, 1)
    folders: Folders = Folders()
    language: str = word(
        "source", r"source|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*", "“source” or a language such as “en”"
    )
    pages: Pages = Pages()
    introductions: str = choice("on", "off")
    titles: Titles = Titles()
    comparisons: Comparisons = Comparisons()
    citations: Citations = Citations()
    voices: Voices = Voices()
    sources: Sources = Sources()
    confidence: Confidence = Confidence()


@dataclass(frozen=True, slots=True)
class FoundRules:
    """The rules of a vault and where they stand; ``path`` is None if they are only the defaults."""

    rules: Rules = field(default_factory=Rules)
    style: str = ""
    path: str | None = None

    @property
    def rules_digest(self) -> str:
        """Changes when a rule does by which pages are rendered; comments and blanks do not count."""
        rendered = {name: rule for name, rule in asdict(self.rules).items() if name != "sources"}
        return digest(json.dumps(rendered, sort_keys=True).encode())

    @property
    def style_digest(self) -> str:
        """Changes when the house style does; blanks at the ends of lines do not count."""
        return digest(self.style.encode())


def find_rules(root: Path) -> FoundRules:
    """The rules of the vault at ``root``: those in ``AGENTS.md``, else those in our own file.

    Without either the defaults hold. Raises RulesUnreadable with file and line.
    """
    marker = read_marker(root)
    for path in dict.fromkeys([RULES, marker.rules if marker else RULES]):
        found = read_rules(root, path)
        if found is not None:
            return found
    return FoundRules()


def read_rules(root: Path, path: str) -> FoundRules | None:
    """The rules in one file of the vault, None if it is missing or has no block of ours.

    The house style is what follows the block, to the end of the file.
    """
    try:
        text = (root / path).read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise RulesUnreadable(
            say("{path} is not UTF-8 text.", path=path), remedy="Save it as UTF-8."
        ) from error
    block = find_block(text, path)
    return FoundRules(read_block(block, Rules, path), block.rest, path) if block else None
