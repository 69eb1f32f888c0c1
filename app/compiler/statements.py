"""Which statements a subject's page shows, joined where sources say the same.

A statement is one or more claims that say the same; each voice gives one note. What is shown is
chosen: definitions first, then rules, figures and the rest; at most twenty; never two that share
most of their words (maximal marginal relevance); at most three from a paragraph and seven
from a section of one source (the example pages keep to about that, their guide to two and four).
"""

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

from app.compiler.disputes import disputes_of, stands_on
from app.compiler.facts import EVENT_OF
from app.compiler.lexicon import (
    NEGATIONS,
    NUMBERS,
    RULE_WORDS,
    TELLS_WHAT,
    YEAR,
    base,
    is_cjk,
    stopwords,
)
from app.compiler.resolve import Subject, kind_of, title_of
from app.compiler.wording import word_count
from app.ledger.cache import Cache
from app.ledger.near import fold, likeness
from app.ledger.records import Claim, Kind, Quotable, Role, SourceRecord, Verdict
from app.ledger.verdicts import Judged, Place
from app.vault.rules import Rules

JOIN_FROM = (
    97.0  # the guide: without a model only at 0.97, with equal numbers, negations and hedges
)
SAME_VOICE_FROM = 88.0
TOO_ALIKE = 0.6
CONSIDERED = 120
A_PARAGRAPH = 3
A_LEADS_PARAGRAPH = 5  # the one that the lead stands in is about the subject
A_SECTION = 7
ABBREVIATION_FROM = 10
LEAD_AT_MOST = 40  # words
LEAD_AT_MOST_CJK = 65
FEW = 5  # below this many statements, mentions may fill a page up
_HEDGES = re.compile(
    r"\b(?:may|might|could|can|should|some|most|many|about|around|approximately|usually|often|only|if|unless|except)\b",
    re.I,
)


@dataclass
class Said:
    """A claim with the source that makes it and the first sentence that it rests on."""

    source: SourceRecord
    voice: str
    claim: Claim
    place: Quotable
    quality: float = 0.0

    @property
    def at(self) -> Place:
        """Its source and the first sentence that it rests on."""
        return self.source.id, self.claim.evidence[0]


@dataclass
class Statement:
    """One statement of a page: its words, and what carries it. ``others`` say the same."""

    main: Said
    others: list[Said] = field(default_factory=list)

    @property
    def voices(self) -> set[str]:
        """The voices that carry it."""
        return {self.main.voice, *(o.voice for o in self.others)}

    @property
    def holds_within(self) -> bool:
        """Whether it is a rule of one text only, which a page has to say where it shows it."""
        source, claim = self.main.source, self.main.claim
        if not source.rule_text or len(self.voices) > 1 or claim.role is Role.DEFINES:
            return False
        return not claim.text.startswith(source.short)


@dataclass(frozen=True)
class Change:
    """What was once said, and what is said since."""

    before: Statement
    now: Statement


@dataclass
class Content:
    """What a subject's page shows."""

    lead: list[Statement]
    rest: list[Statement]
    language: str
    changed: list[Change] = field(default_factory=list)

    @property
    def statements(self) -> list[Statement]:
        """All of them, the lead first; of what changed what holds now."""
        return [*self.lead, *self.rest, *(c.now for c in self.changed if c.now not in self.lead)]

    @property
    def listed(self) -> list[Statement]:
        """Those that no change is told of."""
        later = [c.now for c in self.changed]
        return [s for s in (*self.lead, *self.rest) if all(s is not now for now in later)]

    def without(self, places: Set[Place]) -> "Content":
        """The same, the lead aside, without what rests on these sentences."""
        changed = [c for c in self.changed if not {c.now.main.at, c.before.main.at} & places]
        halves = [s for c in self.changed if c not in changed for s in (c.before, c.now)]
        loose = [s for s in halves if all(s is not each for each in self.lead)]
        rest = [s for s in (*self.rest, *loose) if s.main.at not in places]
        return replace(self, rest=rest, changed=changed)


def content_of(cache: Cache, subject: Subject, rules: Rules, at_most: int) -> Content:
    """The statements of a subject's page, chosen and joined; empty where no claim can stand there."""
    said = _all_said(cache, subject)
    language = page_language(said, rules)
    said = [s for s in said if base(s.source.language) == base(language)]
    ranked = sorted(said, key=_order)[:CONSIDERED]
    judged = cache.verdicts.on_subject(subject.slots)
    same = {frozenset((j.a, j.b)) for j in judged if j.verdict is Verdict.SAME}
    statements = _without_superseded(_join(ranked, same), cache)
    changed = _changed(statements, judged)[: at_most // 2]  # each shows two
    statements = [s for s in statements if all(s is not c.before for c in changed)]
    lead = _lead(statements)
    later = [*lead, *(c.now for c in changed)]
    own = {
        w
        for _, found in subject.found
        for name in found.names
        for w in _content_words(name.text, language)
    }
    others = [s for s in statements if all(s is not each for each in later)]
    rest = _choose(others, lead, at_most - len(lead) - len(changed), own)
    return Content(lead, rest, language, changed)


def _all_said(cache: Cache, subject: Subject) -> list[Said]:
    sources: dict[str, SourceRecord] = {}
    voices: dict[str, str] = {}
    said = []
    for slot in subject.slots:
        for source, claim, place in cache.subjects.claims_in_place(slot):
            if source not in sources:
                sources[source], voices[source] = cache.source(source), cache.voices.voice(source)
            said.append(Said(sources[source], voices[source], claim, place, _quality(claim)))
    return said


def page_language(said: Sequence[Said], rules: Rules) -> str:
    """The language of a page: the one that the rules name, else that of most of its statements."""
    if rules.language not in {"", "source"}:
        return rules.language
    counts = Counter(s.source.language for s in said if s.claim.role is not Role.MENTIONS)
    counts = counts or Counter(s.source.language for s in said)
    return min(counts, key=lambda code: (-counts[code], code)) if counts else "und"


def _quality(claim: Claim) -> float:
    order = {
        Role.DEFINES: 40.0,
        Role.RULE: 30.0,
        Role.FIGURE: 28.0,
        Role.SAYS: 26.0,
        Role.MENTIONS: 0.0,
    }
    size = word_count(claim.text) + sum(word_count(t) for t, _ in claim.items) / 3
    long = max(0.0, size - 35) * 0.8
    return order[claim.role] + claim.score * 2 - long


def _order(said: Said) -> tuple[float, str, int]:
    return (-said.quality, said.source.id, said.place.start)


def same_claim(a: str, b: str, at_least: float) -> bool:
    """Whether two wordings say the same: alike enough, with equal numbers, negations and hedges."""
    if fold(a) == fold(b):
        return True
    return likeness(fold(a), fold(b), at_least) >= at_least and same_marks(a, b)


_NUMERALS = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|billion"
    r"|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)\b"
    r"|[二三四五六七八九十百千万萬亿億两兩]+",
    re.IGNORECASE,
)


def same_marks(a: str, b: str) -> bool:
    """Whether two wordings have the same numbers, negations, hedges and words that bind."""
    return all(
        Counter(m.casefold() for m in marks.findall(a))
        == Counter(m.casefold() for m in marks.findall(b))
        for marks in (NUMBERS, _NUMERALS, NEGATIONS, _HEDGES, RULE_WORDS)
    )


def _changed(statements: Sequence[Statement], judged: Sequence[Judged]) -> list[Change]:
    """What a judge says has changed, each statement in one change only."""
    by_place = {said.at: s for s in statements for said in (s.main, *s.others)}
    found: list[Change] = []
    for each in judged:
        pair = [by_place[p] for p in (each.a, each.b) if p in by_place]
        if each.verdict is not Verdict.CHANGED or len(pair) < 2 or pair[0] is pair[1]:
            continue
        later = newer_said([s.main.source for s in pair], [s.main.claim.text for s in pair])
        taken = [s for c in found for s in (c.before, c.now)]
        if later is not None and all(s is not t for s in pair for t in taken):
            found.append(Change(pair[1 - later], pair[later]))
    return found


def newer_said(sources: Sequence[SourceRecord], texts: Sequence[str]) -> int | None:
    """Which of two statements is of a later time: 0 or 1, by the years in them, else by the dates of
    their sources; None where neither tells."""
    years = [max(YEAR.findall(text), default="") for text in texts]
    if all(years) and years[0] != years[1]:
        return int(years[1] > years[0])
    if not any(years) and dated(*sources):
        return int(newer(sources[1], sources[0]))
    return None


def _join(ranked: list[Said], judged_same: Set[frozenset[Place]]) -> list[Statement]:
    statements: list[Statement] = []
    for said in ranked:
        same = next((s for s in statements if _joins(s, said, judged_same)), None)
        if same is None:
            statements.append(Statement(said))
        elif said.source.id not in {same.main.source.id, *(o.source.id for o in same.others)}:
            same.others.append(said)
    return [_newest_first(s) for s in statements]


def _newest_first(statement: Statement) -> Statement:
    """Of the texts of one voice the newest words the statement."""
    best = statement.main
    for said in statement.others:
        if said.voice == best.voice and newer(said.source, best.source):
            best = said
    if best is statement.main:
        return statement
    others = [s for s in (statement.main, *statement.others) if s is not best]
    return Statement(best, others)


def _joins(statement: Statement, said: Said, judged_same: Set[frozenset[Place]]) -> bool:
    """Whether a claim says what a statement says: in nearly its words, or as a judge said."""
    if any(frozenset((said.at, s.at)) in judged_same for s in (statement.main, *statement.others)):
        return True
    if statement.main.claim.items or said.claim.items:
        return fold(statement.main.claim.text) == fold(said.claim.text) and len(
            statement.main.claim.items
        ) == len(said.claim.items)
    limit = SAME_VOICE_FROM if statement.main.voice == said.voice else JOIN_FROM
    return same_claim(statement.main.claim.text, said.claim.text, limit)


def _without_superseded(statements: list[Statement], cache: Cache) -> list[Statement]:
    """Without what an older text of the same voice said in nearly the same words."""
    kept = []
    for statement in statements:
        older = [
            s
            for s in statements
            if s is not statement
            and s.main.voice == statement.main.voice
            and s.main.source.id != statement.main.source.id
            and newer(s.main.source, statement.main.source)
            and likeness(fold(s.main.claim.text), fold(statement.main.claim.text)) >= 55
        ]
        if not older:
            kept.append(statement)
    return kept


def newer(a: SourceRecord, b: SourceRecord) -> bool:
    """Whether ``a`` is the newer of two texts of one voice: by its date, else by the number or the
    year in its title."""
    if dated(a, b):
        return a.date > b.date
    return _version(a.title) > _version(b.title)


def dated(a: SourceRecord, b: SourceRecord) -> bool:
    """Whether two texts give dates that tell which is the newer."""
    return a.date != b.date and all(re.match(r"\d{4}-", record.date) for record in (a, b))


def _version(title: str) -> list[int]:
    words = version_words(title)
    return [int(n) for n in words.split(".")] if words else []


def version_words(title: str) -> str:
    """The number of a version in a title, else the year; "" where it has none."""
    match = re.search(r"\d+(?:\.\d+)+", title) or _EDITION.search(title)
    return match.group() if match else ""


_EDITION = re.compile(
    r"\b(?:19|20)\d\d\b|(?<=\bv)\d+\b|(?<=\bversion )\d+\b|(?<=\bedition )\d+\b", re.IGNORECASE
)


def _lead(statements: list[Statement]) -> list[Statement]:
    """The definition that a page opens with."""
    return definitions(statements)[:1]


def definitions(statements: Sequence[Statement]) -> list[Statement]:
    """The statements that a page could open with, the best first; of a term and a work those in the
    present tense, if there are any."""
    limit = (
        LEAD_AT_MOST_CJK if statements and is_cjk(statements[0].main.claim.text) else LEAD_AT_MOST
    )
    defining = [
        s
        for s in statements
        if s.main.claim.role is Role.DEFINES
        and word_count(s.main.claim.text) <= limit
        and _tells_what(s)
    ]
    present = [s for s in defining if not _PAST.search(s.main.claim.text[:70])]
    defining.sort(
        key=lambda s: (
            s not in present,
            -len(s.voices),
            -s.main.quality,
            s.main.source.id,
            s.main.place.start,
        )
    )
    return [s for s in defining if s in present or not present]


_PAST = re.compile(r"\b(?:was|were)\b")
_RUN_IN = re.compile(r"^[^:]{3,60}\([^()]*\): ")
_TERMED = re.compile(r"\b(?:is|are) (?:termed|called|known as|referred to as)\b")


def _tells_what(statement: Statement) -> bool:
    """Whether a definition says what the thing is near its front, rather than what was done to it."""
    text = statement.main.claim.text
    return bool(
        TELLS_WHAT.search(text if is_cjk(text) else text[:90])
        or _TERMED.search(text)
        or _RUN_IN.match(text)
    )


def _content_words(text: str, language: str) -> set[str]:
    if is_cjk(text):
        bare = re.sub(r"[\W_]+", "", text)
        return {bare[i : i + 2] for i in range(len(bare) - 1)}
    stops = stopwords(language)
    return {EVENT_OF.get(w, w) for w in fold(text).split() if w not in stops and len(w) > 1}


class _Choosing:
    """Takes statements one by one, as long as they add something and no place says too much."""

    def __init__(self, lead: list[Statement], own: set[str]) -> None:
        self.chosen: list[Statement] = []
        self._own = own
        self._words: list[set[str]] = []
        self._figures: set[tuple[str, str]] = set()
        self._numbers: set[str] = set()
        self._paragraphs: Counter[tuple[str, int]] = Counter()
        self._sections: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for statement in lead:
            self._count(statement)
        self._led = set(self._paragraphs)

    def take(self, statement: Statement) -> None:
        """Choose ``statement`` unless it repeats one, or its place has said enough."""
        place = statement.main.place
        block = (statement.main.source.id, place.block)
        limit = A_LEADS_PARAGRAPH if block in self._led else A_PARAGRAPH
        full = (
            self._paragraphs[block] >= limit
            or self._sections[(block[0], place.section)] >= A_SECTION
        )
        if not full and not self._repeats(statement):
            self.chosen.append(statement)
            self._count(statement)

    def _repeats(self, statement: Statement) -> bool:
        """Whether it gives a figure again, and no number besides that nobody gave, or says in
        most of its words what was said."""
        text, here = _all_text(statement), self._content(statement)
        again = bool(_figures(text) & self._figures) and set(_NUMBER.findall(text)) <= self._numbers
        return again or any(_alike(here, w) for w in self._words)

    def _content(self, statement: Statement) -> set[str]:
        return _content_words(_all_text(statement), statement.main.source.language) - self._own

    def _count(self, statement: Statement) -> None:
        place = statement.main.place
        self._words.append(self._content(statement))
        self._figures |= _figures(_all_text(statement))
        self._numbers |= set(_NUMBER.findall(_all_text(statement)))
        self._paragraphs[(statement.main.source.id, place.block)] += 1
        self._sections[(statement.main.source.id, place.section)] += 1


def _choose(
    statements: list[Statement], lead: list[Statement], at_most: int, own: set[str]
) -> list[Statement]:
    """The best of what is said of the subject; where that is little, what names it as well."""
    choosing = _Choosing(lead, own)
    for statement in statements:
        if statement.main.claim.role is not Role.MENTIONS and len(choosing.chosen) < at_most:
            choosing.take(statement)
    for statement in statements:
        if statement.main.claim.role is Role.MENTIONS and statement.main.claim.score > 0:
            if len(choosing.chosen) + len(lead) >= min(FEW, at_most):
                break
            choosing.take(statement)
    return choosing.chosen


def _all_text(statement: Statement) -> str:
    return " ".join((statement.main.claim.text, *(t for t, _ in statement.main.claim.items)))


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FIGURE = re.compile(r"(\d[\d.,]{3,})\s+(?:[a-z]+\s+)?([a-z]{4,}s)\b")
_PERIOD = re.compile(r"\b([A-Z][a-z]+ \d{4}) (?:to|until|and|-|–) ([A-Z][a-z]+ \d{4})")


def _figures(text: str) -> set[tuple[str, str]]:
    """Numbers with what they count, and periods: to give one twice is to say the same twice."""
    return set(_FIGURE.findall(text)) | set(_PERIOD.findall(text))


def _alike(a: set[str], b: set[str]) -> bool:
    return bool(a and b) and len(a & b) / min(len(a), len(b)) > TOO_ALIKE


def worth_a_page(cache: Cache, subject: Subject, content: Content, rules: Rules) -> bool:
    """Whether a reader would look the subject up, by the rule ``pages.make_when`` of AGENTS.md:
    defined, said something of three times, or named by two voices that say something of it. What only
    sources of a few sentences name has a page where they disagree on it."""
    pages = rules.pages
    roles = [s.main.claim.role for s in content.statements]
    own = sum(role is not Role.MENTIONS for role in roles)
    if pages.when_defined and any(
        s.main.claim.role is Role.DEFINES and _tells_what(s) for s in content.statements
    ):
        return True
    if pages.when_said_of and own >= pages.when_said_of:
        return True
    sources = {source for source, found in subject.found if not found.brief}
    if own >= 2 or (own and len(sources) >= 2):
        return True
    voices = {cache.voices.voice(source) for source in sources}
    enough = pages.when_named_by and len(voices) >= pages.when_named_by
    known = kind_of(subject) is Kind.ENTITY and _is_known(subject)
    needed = 1 if len(voices) > 2 and " " in title_of(subject) else 2
    if enough and known and len(roles) >= needed:
        return True
    brief = len(sources) < len(subject.sources) or any(
        said.claim.brief for s in content.statements for said in (s.main, *s.others)
    )
    return brief and any(stands_on(cache, subject, found) for found in disputes_of(cache, subject))


def _is_known(subject: Subject) -> bool:
    """Whether a name that sources only mention is one to look up: capitalised, and an abbreviation
    only if it is used a lot."""
    name = title_of(subject)
    if name.isupper() and " " not in name:
        return sum(len(found.named_in) for _, found in subject.found) >= ABBREVIATION_FROM
    return name != name.lower()
