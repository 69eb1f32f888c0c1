"""What one side of a comparison says: its statements, each with what it speaks of set apart.

A side is a document, or a subject that documents speak of. A statement that stands in a table
under the name of what it speaks of needs no subject of its own: "A pre-release version MAY be
denoted by …" is a row "Pre-release version" and a cell "MAY be denoted by …". Words are left out,
and a pronoun gives way to what it stands for; nothing else is added.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.compiler.builtin.phrases import opening
from app.compiler.builtin.roles import aspect, kind_of_statement
from app.compiler.heads import first_words, split, without_purpose
from app.compiler.lexicon import RULE_WORDS, base, words_of
from app.compiler.resolve import Subject
from app.compiler.wording import (
    balanced,
    capitalised,
    drop_pointers,
    ended,
    hangs,
    incomplete,
    stand_alone,
    tidy,
    verbless,
    word_count,
)
from app.ledger.cache import Cache
from app.ledger.records import Claim, Form, Quotable, Role, SourceRecord
from app.sources.document import BlockKind

LONGEST = 45  # words of a cell: the longest sentence that the example pages' guide lets stand
SHORTEST = 3
MOST_ITEMS = 6
CODE_AT_MOST = 60  # characters of a line of code that a cell may show
_TEXT = {BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE}
_KEY_WORDS = re.compile(r"^(?:The )?key ?words? [\"“'`]", re.IGNORECASE)
_LIST_FOLLOWS = re.compile(r"\s+(?:to|of|with|by|from)\s+the following(?:\s+[a-z]+){0,6}$")
_EXAMPLE = re.compile(
    r"^(?:for instance|for example|examples?|e\.g\.)\s*[:,]\s*(?=\S)", re.IGNORECASE
)
_FOLLOWS = re.compile(r"^(?:Thus|Hence|Therefore)\b")
_WHEN = re.compile(r"^(?:When|Where) [a-z][^?]*, [^?]*\.$")
_PRONOUN = re.compile(
    r"^(?P<word>It|They)\s+(?!(?:is|was) (?:\w+ly )?\w+ (?:that|to|for)\b)(?=[A-Za-z])"
)
_ELEMENT = re.compile(r"^(?:All|Each|Every|Both)\s+[a-z]")


@dataclass(frozen=True, slots=True)
class Saying:
    """A statement of a side. ``head`` is what it speaks of, ``tail`` what it says of it; both are
    empty where the sentence has no short subject. ``item`` is what the first sentence of the same
    item of a list speaks of; ``about`` is the slot of a claim that words it."""

    source: str
    evidence: tuple[str, ...]
    text: str
    place: Quotable
    head: str = ""
    tail: str = ""
    item: str = ""
    aspect: str = ""
    about: tuple[str, ...] = ()
    defines: bool = False
    example: bool = False

    @property
    def rule(self) -> bool:
        """Whether it holds a key word of RFC 2119."""
        return bool(RULE_WORDS.search(self.text))

    @property
    def spot(self) -> tuple[str, int]:
        """The paragraph or item that it stands in."""
        return self.source, self.place.block

    @property
    def front(self) -> str:
        """What it opens with: what it speaks of, or its first words where that is long."""
        return self.head or first_words(self.text)


def of_document(cache: Cache, record: SourceRecord) -> list[Saying]:
    """The statements of a document, in reading order; of a text of rules only those that stand
    among rules."""
    found = cache.derived(record.id, "sayings", lambda: _sayings(cache, record))
    if not record.rule_text:
        return found
    rules = _parts_with_rules(cache.quotables(record.id))
    return [s for s in found if _among_rules(s.place.section, rules, record.title)]


def _sayings(cache: Cache, record: SourceRecord) -> list[Saying]:
    worded = _worded(cache.subjects.claims_of(record.id))
    places = cache.quotables(record.id)
    back = words_of(record.language).back_matter + words_of("en").back_matter
    reading = _Reading(record, places)
    found: list[Saying] = []
    for place in places:
        if place.kind not in _TEXT or not place.label.isdigit():
            continue
        if place.section and place.section[-1].casefold() in back:
            continue
        saying = reading.next(place, worded.get(place.label))
        if saying:
            found.append(saying)
    return found


def of_subject(cache: Cache, subject: Subject, language: str) -> list[Saying]:
    """What sources of one language say of a subject, mere mentions aside."""
    found: dict[tuple[str, str], Saying] = {}
    for slot in subject.slots:
        for source, claim, place in cache.subjects.claims_in_place(slot):
            record = cache.source(source)
            if claim.role is Role.MENTIONS or base(record.language) != base(language):
                continue
            if saying := _saying(record, place, claim):
                found.setdefault((source, place.label), saying)
    return [found[k] for k in sorted(found, key=lambda k: (k[0], found[k].place.start))]


def _parts_with_rules(places: Iterable[Quotable]) -> set[tuple[str, ...]]:
    return {
        place.section[:depth]
        for place in places
        if RULE_WORDS.search(place.text)
        for depth in range(len(place.section) + 1)
    }


def _among_rules(section: tuple[str, ...], rules: set[tuple[str, ...]], title: str) -> bool:
    """Whether a part of a text of rules holds rules, or stands in a part that does."""
    parts = [section[:n] for n in range(1, len(section) + 1)] or [section]
    return any(part in rules for part in parts if part[-1:] != (title,))


def _worded(claims: Iterable[Claim]) -> dict[str, Claim]:
    """The claim that words each sentence best: one that names what a pronoun stands for, or that
    joins a sentence to its code or list."""
    found: dict[str, Claim] = {}
    for claim in claims:
        known = found.get(claim.evidence[0])
        if known is None or _worth(claim) > _worth(known):
            found[claim.evidence[0]] = claim
    return found


def _worth(claim: Claim) -> tuple[bool, bool, bool]:
    return (
        claim.role is Role.DEFINES,
        claim.form in {Form.JOINED, Form.NAMED},
        claim.role is not Role.MENTIONS,
    )


class _Reading:
    """Sentences turned into statements one by one: what hangs on the one before is read with it."""

    def __init__(self, record: SourceRecord, places: Sequence[Quotable]) -> None:
        self.record, self.language = record, record.language
        self._hanging_on: dict[str, list[Quotable]] = {}
        for place in places:
            if place.lead_in and place.kind in {BlockKind.ITEM, BlockKind.CODE}:
                self._hanging_on.setdefault(place.lead_in, []).append(place)
        self._block = -1
        self._goes_on = False  # code stands between a sentence and the next
        self._first = self._last = ""

    def next(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """The statement that a sentence makes, if it can stand alone or with its paragraph."""
        opens = place.block != self._block
        if opens:
            self._block, self._first = place.block, ""
            self._last = self._last if self._goes_on else ""
        self._goes_on = bool(self._of(place, BlockKind.CODE))
        saying = (
            self._listed(place, claim)
            or self._with_code(place, claim)
            or _saying(self.record, place, claim)
            or self._hanging(place)
        )
        self._last = (saying.head or self._last) if saying else ""
        if saying is None:
            return None
        self._first = saying.head if opens else self._first
        listed = place.kind is BlockKind.ITEM or place.lead_in  # a paragraph speaks of many things
        return replace(saying, item=self._first if listed and self._first != saying.head else "")

    def _of(self, place: Quotable, kind: BlockKind) -> list[Quotable]:
        return [p for p in self._hanging_on.get(place.label, ()) if p.kind is kind]

    def _made(self, place: Quotable, text: str, *more: Quotable) -> Saying | None:
        """A statement that no claim words."""
        evidence = (place.label, *(p.label for p in more))
        saying = _saying(self.record, place, Claim("", evidence, text, Role.SAYS, Form.WHOLE))
        return replace(saying, about=()) if saying else None

    def _listed(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """A lead-in with the list that hangs on it, without where that is long."""
        items = self._of(place, BlockKind.ITEM)
        lead = drop_pointers(tidy(place.text))
        if (claim and claim.items) or not 2 <= len(items) <= MOST_ITEMS or not lead.endswith(":"):
            return None
        lead = _LIST_FOLLOWS.sub("", without_purpose(lead.removesuffix(":"), self.language))
        worded = stand_alone(lead, self.language, self.record.short)
        if worded is None:
            return None
        if sum(word_count(i.text) for i in items) + word_count(worded.text) > LONGEST:
            return self._made(place, worded.text)
        line = ", ".join(drop_pointers(tidy(i.text)).rstrip(" .;,") for i in items)
        return self._made(place, f"{worded.text.rstrip('.')}: {line}.", *items)

    def _with_code(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """A sentence with the one line of code that it introduces."""
        codes = self._of(place, BlockKind.CODE)
        if claim is not None or len(codes) != 1:
            return None
        line, lead = tidy(codes[0].text), drop_pointers(tidy(place.text)).removesuffix(":")
        worded = stand_alone(lead, self.language, self.record.short)
        if worded is None or len(line) > CODE_AT_MOST or "`" in line:
            return None
        return self._made(place, f"{worded.text.rstrip('.')}: `{line}`.", *codes)

    def _hanging(self, place: Quotable) -> Saying | None:
        """A sentence that stands on a page only with what is before it: "it" and "each", which the
        table says; and two that stand alone all the same, with "when" or a verb not known."""
        text = drop_pointers(tidy(place.text))
        if not text.endswith(".") or incomplete(text.rstrip(".")) or not balanced(text):
            return None
        if self._is_whole(text):
            return self._made(place, text)
        pronoun = _PRONOUN.match(text)
        if pronoun and self._last and self._last.endswith("s") == (pronoun["word"] == "They"):
            return self._made(place, f"{capitalised(self._last)} {text[pronoun.end() :]}")
        element = _ELEMENT.match(text) and (self._first or text.startswith("All "))
        return self._made(place, text) if element else None

    def _is_whole(self, text: str) -> bool:
        main = text.split(", ", 1)[-1]
        if _WHEN.match(text):
            return bool(opening(main, self.language) or RULE_WORDS.search(main))
        whole = verbless(text) and not hangs(text, self.language)
        return whole and opening(text, self.language) is not None


def _saying(record: SourceRecord, place: Quotable, claim: Claim | None) -> Saying | None:
    if example := _EXAMPLE.match(tidy(place.text)):
        text = tidy(place.text)[example.end() :]
        return Saying(record.id, (place.label,), text, place, example=True)
    text, evidence = _text_of(record, place, claim)
    too_long = not SHORTEST <= word_count(text) <= LONGEST
    if too_long or _KEY_WORDS.match(text) or _FOLLOWS.match(text):
        return None
    head, tail, defines = split(text, record.language)
    return Saying(
        record.id,
        evidence,
        text,
        place,
        head,
        tail,
        aspect=aspect(text, kind_of_statement(text)),
        about=(claim.slot,) if claim and claim.role is not Role.MENTIONS else (),
        defines=defines or bool(claim and claim.role is Role.DEFINES),
    )


def _text_of(
    record: SourceRecord, place: Quotable, claim: Claim | None
) -> tuple[str, tuple[str, ...]]:
    if claim is not None and claim.items:
        items = "; ".join(text.rstrip(" .;。；") for text, _ in claim.items)
        text = ended(f"{claim.text.rstrip()} {items}")
        return text, (*claim.evidence, *(label for _, label in claim.items))
    if claim is not None:
        return without_purpose(claim.text, record.language), claim.evidence
    worded = stand_alone(place.text, record.language, record.short)
    if worded is None:
        return "", ()
    return without_purpose(worded.text, record.language), (place.label,)
