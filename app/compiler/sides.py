"""What one side of a comparison says: its statements, each with what it speaks of set apart.

A side is a document, or a subject that documents speak of. A statement that stands in a table
under the name of what it speaks of needs no subject of its own: "A pre-release version MAY be
denoted by …" is a row "Pre-release version" and a cell "MAY be denoted by …". Only words are left
out, none is added.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.compiler.builtin.phrases import opening
from app.compiler.builtin.roles import aspect, kind_of_statement
from app.compiler.lexicon import RULE_WORDS, VERB_AFTER, base, is_cjk, words_of
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
from app.ledger.naming import key, singular_phrase
from app.ledger.records import Claim, Form, Quotable, Role, SourceRecord
from app.sources.document import BlockKind

LONGEST = 45  # words of a cell: the longest sentence that the example pages' guide lets stand
SHORTEST = 3
MOST_ITEMS = 6
FRONT_WORDS = 12
CODE_AT_MOST = 60  # characters of a line of code that a cell may show
_TEXT = {BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE}
_PURPOSE = re.compile(r"^(?:In order to|To) [a-z]")
_BREAKS = re.compile(r",\s+")
_KEY_WORDS = re.compile(r"^(?:The )?key ?words? [\"“'`]", re.IGNORECASE)
_LIST_FOLLOWS = re.compile(r"\s+(?:to|of|with|by|from)\s+the following(?:\s+[a-z]+){0,6}$")
_EXAMPLE = re.compile(
    r"^(?:for instance|for example|examples?|e\.g\.)\s*[:,]\s*(?=\S)", re.IGNORECASE
)
_BARE = re.compile(r"^(?:an?|the|each|every|any|all|no|some)$")
_VERB = re.compile(
    r"^(?:is|are|was|were|has|have|can|could|may|might|must|shall|should|will|would|cannot|do|does"
    r"|MUST|SHALL|SHOULD|MAY|considers?|\w{3,}(?:ed))$"
)
_CIRCUMSTANCE = re.compile(
    r"^(?:if|when|whether|within|with|in|on|at|by|for|from|due|as|to|given|once|while|although|since|because|under|even"
    r"|once|unless|until)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?:It|They)\s+(?=[A-Za-z])")
_ELEMENT = re.compile(r"^(?:All|Each|Every|Both)\s+[a-z]")
_QUOTED = re.compile(r"^[\"“]([^\"”]{2,40})[\"”]\s+(?=[a-z])")
_NOT_A_TAIL = re.compile(
    r"^(?:set of|use cases?)\b|^(?!need|exceed|succeed|proceed|feed)[a-z]+ed\s+(?!(?:by|in|into|to|with|from|as|for|that|the|an?|on"
    r"|at|all|its|their|only|not|under|over|when|if|it|no|and|or|until|after|before|between|through)\b)[a-z]"
)
_WHEN = re.compile(r"^(?:When|Where) [a-z][^?]*, [^?]*\.$")
_FOLLOWS = re.compile(r"^(?:Thus|Hence|Therefore)\b")
_PLURAL = re.compile(r"^(?!(?:is|was|has|does)\b)(?P<noun>[a-z]{3,}s)\s+(?=[a-z]+(?<!s)\b)")
_QUOTED = re.compile(r"^[\"“]([^\"”]{2,40})[\"”]\s+(?=[a-z])")
_NOT_A_TAIL = re.compile(
    r"^(?:set of|use cases?)\b|^(?!need|exceed|succeed|proceed|feed)[a-z]+ed\s+(?!(?:by|in|into|to|with|from|as|for|that|the|an?|on"
    r"|at|all|its|their|only|not|under|over|when|if|it|no|and|or|until|after|before|between|through)\b)[a-z]"
)
_WHEN = re.compile(r"^(?:When|Where) [a-z][^?]*, [^?]*\.$")
_FOLLOWS = re.compile(r"^(?:Thus|Hence|Therefore)\b")
_NOT_A_VERB = re.compile(
    r"^(?!(?:is|was|has|does)\b)(?P<noun>[a-z]{3,}s)\s+(?!(?:an?|the|all|any|its|their|to|that|no|not|each|every|one"
    r"|two|of|on|in|into|with|without|from|for|by|at|as|only|if|when|how|what|both|up)\b)(?=[a-z])"
)


@dataclass(frozen=True, slots=True)
class Saying:
    """A statement of a side. ``head`` is what it speaks of, ``tail`` what it says of it; both are
    empty where the sentence has no short subject. ``item`` is what the first sentence of the same
    paragraph or item speaks of."""

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


def of_document(cache: Cache, record: SourceRecord) -> list[Saying]:
    """The statements of a document, in reading order; of a text of rules only those that stand
    among rules."""
    worded = _worded(cache.subjects.claims_of(record.id))
    places = cache.quotables(record.id)
    rules = Counter(p.section[:n] for p in places if RULE_WORDS.search(p.text) for n in range(len(p.section) + 1))
    reading = _Reading(record, places)
    back = words_of(record.language).back_matter + words_of("en").back_matter
    found: list[Saying] = []
    for place in places:
        if place.kind not in _TEXT or not place.label.isdigit():
            continue
        if place.section and place.section[-1].casefold() in back:
            continue
        saying = reading.next(place, worded.get(place.label))
        if saying and (not record.rule_text or _among_rules(place.section, rules, record.title)):
            found.append(saying)
    return found


def _among_rules(
    section: tuple[str, ...], rules: Counter[tuple[str, ...]], title: str
) -> bool:
    """Whether a part of a text of rules holds rules, or stands in a part that does."""
    parts = [section[:n] for n in range(1, len(section) + 1)] or [section]
    return any(rules[part] for part in parts if part[-1:] != (title,))


class _Reading:
    """Sentences turned into statements one by one: what hangs on the one before is read with it."""

    def __init__(self, record: SourceRecord, places: Sequence[Quotable]) -> None:
        self.record = record
        self._items: dict[str, list[Quotable]] = {}
        for place in places:
            if place.lead_in and place.kind is BlockKind.ITEM:
                self._items.setdefault(place.lead_in, []).append(place)
        self._codes = {p.lead_in: p for p in places if p.kind is BlockKind.CODE and p.lead_in}
        self._alone = Counter(p.lead_in for p in places if p.kind is BlockKind.CODE)
        self._block = -1
        self._shown: str = ""  # the sentence before, if code hangs on it
        self._first = self._last = ""

    def next(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """The statement that a sentence makes, if it can stand alone or with its paragraph."""
        opens = place.block != self._block
        if opens:
            self._block, self._first = place.block, ""
            self._last = self._last if self._shown else ""
        self._shown = place.label if place.label in self._codes else ""
        saying = (
            self._listed(place, claim)
            or self._with_code(place, claim)
            or _saying(self.record, place, claim)
            or self._hanging(place)
        )
        if saying is None:
            self._last = ""
            return None
        if opens:
            self._first = saying.head
        self._last = saying.head or self._last
        inside = place.kind is BlockKind.ITEM or place.lead_in  # a paragraph speaks of several things
        first = self._first if self._first != saying.head and inside else ""
        return replace(saying, item=first)

    def _listed(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """A lead-in with the list that hangs on it, where that is short enough."""
        items = self._items.get(place.label, [])
        if (claim and claim.items) or not 2 <= len(items) <= MOST_ITEMS:
            return None
        if not tidy(place.text).endswith(":"):
            return None
        lead = without_purpose(drop_pointers(tidy(place.text)).removesuffix(":"), self.record.language)
        worded = stand_alone(_LIST_FOLLOWS.sub("", lead), self.record.language, self.record.short)
        if worded is None:
            return None
        if sum(word_count(i.text) for i in items) + word_count(worded.text) > LONGEST:
            return _saying(self.record, place, Claim("", (place.label,), worded.text, Role.SAYS, Form.TRIMMED))
        line = ", ".join(drop_pointers(tidy(i.text)).rstrip(" .;,") for i in items)
        made = Claim("", (place.label,), f"{worded.text.rstrip('.')}: {line}.", Role.SAYS, Form.JOINED)
        saying = _saying(self.record, place, made)
        return replace(saying, evidence=(place.label, *(i.label for i in items)), about=()) if saying else None

    def _with_code(self, place: Quotable, claim: Claim | None) -> Saying | None:
        """A sentence with the one line of code that it introduces."""
        code = self._codes.get(place.label)
        if claim is not None or code is None or self._alone[place.label] > 1:
            return None
        line, lead = tidy(code.text), drop_pointers(tidy(place.text)).removesuffix(":")
        worded = stand_alone(lead, self.record.language, self.record.short)
        if worded is None or len(line) > CODE_AT_MOST or "`" in line:
            return None
        text = f"{worded.text.rstrip('.')}: `{line}`."
        made = Claim("", (place.label, code.label), text, Role.SAYS, Form.JOINED)
        saying = _saying(self.record, place, made)
        return replace(saying, about=()) if saying else None

    def _hanging(self, place: Quotable) -> Saying | None:
        """A sentence that begins with "it", of what the sentence before spoke of; or with "each"."""
        text = drop_pointers(tidy(place.text))
        main = text.split(", ", 1)[-1]
        if _WHEN.match(text) and (opening(main, self.record.language) or RULE_WORDS.search(main)):
            made = Claim("", (place.label,), text, Role.SAYS, Form.WHOLE)
            return replace(saying, about=()) if (saying := _saying(self.record, place, made)) else None
        if verbless(text) and not hangs(text, self.record.language) and opening(text, self.record.language):
            made = Claim("", (place.label,), text, Role.SAYS, Form.WHOLE)
            return replace(saying, about=()) if (saying := _saying(self.record, place, made)) else None
        if self._last and _PRONOUN.match(text):
            text = f"{capitalised(self._last)} {_PRONOUN.sub('', text)}"
        elif not ((self._first or text.startswith("All ")) and _ELEMENT.match(text)):
            return None
        if incomplete(text.rstrip(".")) or not balanced(text) or not text.endswith("."):
            return None
        made = Claim("", (place.label,), text, Role.SAYS, Form.NAMED)
        saying = _saying(self.record, place, made)
        return replace(saying, about=()) if saying else None


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


def _saying(record: SourceRecord, place: Quotable, claim: Claim | None) -> Saying | None:
    if example := _EXAMPLE.match(tidy(place.text)):
        text = tidy(place.text)[example.end() :]
        return Saying(record.id, (place.label,), text, place, example=True)
    text, evidence = _text_of(record, place, claim)
    if not SHORTEST <= word_count(text) <= LONGEST or _KEY_WORDS.match(text) or _FOLLOWS.match(text):
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
        return _listed(claim), (*claim.evidence, *(label for _, label in claim.items))
    if claim is not None:
        return without_purpose(claim.text, record.language), claim.evidence
    worded = stand_alone(place.text, record.language, record.short)
    if worded is None:
        return "", ()
    return without_purpose(worded.text, record.language), (place.label,)


def _listed(claim: Claim) -> str:
    """A lead-in and its list on one line."""
    items = "; ".join(text.rstrip(" .;。；") for text, _ in claim.items)
    return ended(f"{claim.text.rstrip()} {items}")


def without_purpose(text: str, language: str) -> str:
    """``text`` without what it is for, where that stands in front ("To ensure …, labels MUST …")."""
    if not _PURPOSE.match(text):
        return text
    for cut in _BREAKS.finditer(text):
        if opening(text[cut.end() :], language):
            return capitalised(text[cut.end() :])
    return text


def split(text: str, language: str) -> tuple[str, str, bool]:
    """What a statement speaks of, what it says of it, and whether that defines it.

    Two empty strings where its subject is not one short phrase, or where nothing would be left.
    """
    if quoted := _QUOTED.match(text):
        opened = opening(f"{quoted.group(1)} {text[quoted.end() :]}", language)
        return quoted.group(1), text[quoted.end() :].strip(), bool(opened and opened.defines)
    opened = None if is_cjk(text) else opening(text, language)
    if opened is None or not opened.rest or not text.rstrip().endswith(opened.rest.rstrip()):
        return "", "", False
    front = text[: len(text.rstrip()) - len(opened.rest.rstrip())].strip()
    phrase = re.sub(r"^[\"“'`]+|[\"”'`]+$", "", front.strip()).strip()
    words = phrase.split()
    article = words[0].casefold() if len(words) > 1 and _BARE.match(words[0].casefold()) else ""
    if article in {"no", "some", "each", "every", "any", "all"}:
        head = phrase  # "all numeric components" is not "numeric components"
    else:
        head = " ".join(words[1:]) if article else phrase
    if opened.article and not article and opened.article not in {"the", "a", "an"}:
        return "", "", False
    tail = opened.rest.strip()
    noun = _PLURAL.match(tail)
    if noun and VERB_AFTER["en"].match(tail[noun.end() :]):  # "Numeric | identifiers always have"
        head, tail = f"{head} {noun.group('noun')}", tail[noun.end() :]
    if _NOT_A_TAIL.match(tail):
        return "", "", False
    return head, tail, opened.defines


def front(saying: Saying) -> str:
    """What a statement opens with: what it speaks of, or its first words where that is long."""
    if saying.head:
        return saying.head
    words = saying.text.split()
    if _CIRCUMSTANCE.match(saying.text):
        return ""
    for place, word in enumerate(words[:FRONT_WORDS]):
        if place and _VERB.match(word):
            return " ".join(words[:place])
        if word.endswith((",", ";", ":")):
            return ""
    return ""


def head_key(head: str) -> str:
    """The normal form of what a statement speaks of, without "each" and "all"."""
    words = head.split()
    bare = " ".join(words[1:]) if len(words) > 1 and _BARE.match(words[0].casefold()) else head
    return key(singular_phrase(bare)) if bare else ""
