"""Which candidates of a source are subjects: what a reader would look up, and under which names."""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from app.compiler.builtin.candidates import Candidate, Gathering, heading_name
from app.compiler.builtin.mentions import Mention, NameFinder
from app.compiler.builtin.phrases import is_capital
from app.compiler.lexicon import RULE_WORDS, is_cjk, stopwords, words_of
from app.ledger.naming import abbreviates, key, singular_phrase, words
from app.ledger.records import Kind
from app.sources.document import BlockKind

_ORG_OR_WORK = re.compile(
    r"\b(?:Inc|Ltd|Foundation|Project|Society|Institute|University|Company|Guidelines?|Contract|Policy|License|Manifesto|Manual|Guide|System|Linux|Version\w*|PEP|RFC|Standard)\b"
)
_CODE_WORDS = frozenset(
    {"true", "false", "null", "none", "undefined", "nil", "self", "this", "return"}
)
_IDENTIFIER = re.compile(r"[_(){}=<>$\\]|\.\w+$|^\W|[a-z][A-Z]|^[a-z]+\.[a-z]+")
_ABBREVIATED = re.compile(r"^\s*[（(]\s*[\"“]?(?P<short>[^()（）\"”]{2,40}?)[\"”]?\s*[)）]")


@dataclass
class Subject:
    """A subject of the source, before its claims are known."""

    slot: str
    kind: Kind
    title: str
    spellings: set[str] = field(default_factory=set)
    stated: dict[str, str] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    weight: float = 0.0
    headed: bool = False
    named_in: list[str] = field(default_factory=list)


def plausible(candidate: Candidate) -> bool:
    """Whether a candidate's name is one that a reader could look up at all."""
    name = candidate.best_spelling()
    parts = words(name)
    if (
        not parts
        or len(parts) > 7
        or '"' in name
        or RULE_WORDS.search(name)
        or "://" in name
        or name.isdigit()
    ):
        return False
    if is_cjk(name):
        return 2 <= len(name) <= 16
    stops = stopwords("en")
    if parts[0] in stops or parts[-1] in stops or not re.search(r"[^\W\d]{2}", name):
        return False
    if all(
        p in words_of("en").generic
        or singular_phrase(p) in words_of("en").generic
        or p in words_of("en").calendar
        or p.isdigit()
        for p in parts
    ):
        return False
    if parts[0] in words_of("en").calendar or re.match(r"^\d", name):
        return False
    return not (_IDENTIFIER.search(name) and not candidate.linked) or candidate.code > 2


def _chosen(candidate: Candidate, named: int) -> bool:
    """Whether the source says enough of a candidate: it is defined, headed, told apart, or returned to."""
    name = candidate.best_spelling()
    said = len(candidate.opens) + len(candidate.run_in)
    if candidate.run_in:
        return True
    if candidate.proper and not candidate.code:
        enough = (
            said >= 1
            or candidate.linked
            or candidate.marked
            or candidate.headed
            or candidate.called
        )
        return bool((enough and named >= 1) or named >= 3 or (" " in name and named >= 1))
    if candidate.code:
        return bool(candidate.defines) or said >= 2 or named >= 4
    single = " " not in name and "-" not in name and not is_cjk(name)
    if single:
        return bool((candidate.defines or candidate.called) and named >= 3) or (
            bool(candidate.headed) and said >= 1 and named >= 3
        )
    if candidate.headed or candidate.called or candidate.defines:
        return named >= 2 + bool(candidate.called)
    return said >= 3 or (said >= 2 and named >= 3)


def weight(candidate: Candidate, named: int) -> float:
    """How much the source makes of a candidate; a number without a unit, for ordering only."""
    return (
        3 * min(len(candidate.defines), 2)
        + 2 * min(len(candidate.opens), 4)
        + 3 * bool(candidate.headed)
        + 3 * bool(candidate.run_in)
        + min(candidate.marked + candidate.linked, 3)
        + min(named, 10) / 2
    )


class Choice:
    """The subjects of a source, and every place where it names one."""

    def __init__(self, gathering: Gathering, own_name: str) -> None:
        self.gathering = gathering
        self.subjects: dict[str, Subject] = {}
        self.mentions: dict[str, list[Mention]] = {}
        self._own_name = own_name
        self.own = ""
        self._choose()

    def owner_of(self, phrase: str) -> str | None:
        """The slot of the subject that ``phrase`` names, if it is one."""
        return self._by_key.get(key(phrase))

    def _choose(self) -> None:
        hopeful = {slot: c for slot, c in self.gathering.candidates.items() if plausible(c)}
        counts = self._count(hopeful)
        chosen = {
            s: c for s, c in hopeful.items() if s == key(self._own_name) or _chosen(c, counts[s])
        }
        self.subjects = {slot: self._subject(c, counts[slot]) for slot, c in chosen.items()}
        self._join_stated()
        self._join_abbreviations()
        self._join_topic_variants()
        self._join_surnames()
        self._drop_code_words()
        self._by_key = {k: s.slot for s in self.subjects.values() for k in s.keys}
        self.own = self.owner_of(self._own_name) or ""
        self._find_mentions()

    def _drop_code_words(self) -> None:
        for slot in [s for s in self.subjects if s in _CODE_WORDS]:
            del self.subjects[slot]

    def _count(self, hopeful: dict[str, Candidate]) -> dict[str, int]:
        exact = frozenset(slot for slot, c in hopeful.items() if c.proper and not c.plain)
        finder = NameFinder({slot: list(c.spellings) for slot, c in hopeful.items()}, exact)
        counts: dict[str, int] = defaultdict(int)
        for sentence in self.gathering.reading.sentences:
            for owner in {m.owner for m in finder.find(sentence.text)}:
                counts[owner] += 1
        return counts

    def _subject(self, candidate: Candidate, named: int) -> Subject:
        spelling = candidate.best_spelling()
        entity = bool(candidate.run_in) or (
            (candidate.proper > candidate.plain or bool(candidate.code and not candidate.headed))
            and (is_capital(spelling) or bool(candidate.code) or candidate.proper > 0)
        )
        kind = Kind.ENTITY if entity and not is_cjk(spelling) else Kind.CONCEPT
        shown = (
            spelling[0].upper() + spelling[1:]
            if candidate.item and spelling[0].islower()
            else spelling
        )
        return Subject(
            slot=candidate.key,
            kind=kind,
            title=shown if kind is Kind.ENTITY else term_title(spelling),
            spellings=set(candidate.spellings),
            keys={candidate.key},
            weight=weight(candidate, named),
            headed=bool(candidate.headed),
        )

    def _join(self, into: Subject, other: Subject, label: str = "") -> None:
        if into.slot == other.slot or other.slot not in self.subjects:
            return
        into.spellings |= other.spellings
        into.keys |= other.keys
        into.stated |= other.stated
        if label:
            into.stated |= dict.fromkeys(other.spellings, label)
        into.weight += other.weight / 2
        into.headed |= other.headed
        del self.subjects[other.slot]

    def _join_stated(self) -> None:
        """Other names that a run-in heading or an item gives ("jessie (Debian 8) was …")."""
        for subject in list(self.subjects.values()):
            for other, label in self.gathering.candidates[subject.slot].also.items():
                if subject.slot in self.subjects:
                    self._state(subject, other, label)

    def _join_abbreviations(self) -> None:
        for sentence in self.gathering.reading.sentences:
            for subject in list(self.subjects.values()):
                if subject.slot in self.subjects:
                    self._bracketed(subject, sentence.text, sentence.label)
        self._join_initials()

    def _bracketed(self, subject: Subject, text: str, label: str) -> None:
        for spelling in list(subject.spellings):
            at = (
                text.find(spelling + " (")
                if not is_cjk(spelling)
                else max(text.find(spelling + "（"), text.find(spelling + "("))
            )
            if at < 0:
                continue
            match = _ABBREVIATED.match(text[at + len(spelling) :])
            if match and same_thing(spelling, match.group("short")):
                self._state(subject, match.group("short").strip(), label)

    def _state(self, subject: Subject, other: str, label: str) -> None:
        slot = key(other)
        if slot in self.subjects and slot != subject.slot:
            self._join(subject, self.subjects[slot], label)
        subject.spellings.add(other)
        subject.stated.setdefault(other, label)
        subject.keys.add(slot)

    def _join_initials(self) -> None:
        """An abbreviation whose letters are the capitals of exactly one longer name of the source."""
        for short in [
            s for s in self.subjects.values() if s.title.isupper() and 3 <= len(s.title) <= 6
        ]:
            longer = [
                s
                for s in self.subjects.values()
                if " " in s.title and _capitals(s.title) == short.title
            ]
            if len(longer) == 1:
                label = next(iter(self.gathering.candidates[short.slot].opens), "")
                self._join(longer[0], short, label or "*")

    def _join_topic_variants(self) -> None:
        """ "version epoch" is "epoch" in a text about versions: its commonest noun adds nothing."""
        topic = self._topic_word()
        if not topic:
            return
        for subject in [s for s in self.subjects.values() if s.kind is Kind.CONCEPT]:
            parts = singular_phrase(subject.title).casefold().split(" ")
            if len(parts) < 2 or topic not in (parts[0], parts[-1]):
                continue
            rest = key(" ".join(p for p in parts if p != topic))
            other = self.subjects.get(rest)
            if other and other.kind is Kind.CONCEPT and subject.slot in self.subjects:
                self._join(other, subject) if other.weight >= subject.weight else self._join(
                    subject, other
                )

    def _topic_word(self) -> str:
        title = {
            w for w in words(singular_phrase(self.gathering.reading.document.title)) if len(w) > 3
        }
        counts: dict[str, int] = defaultdict(int)
        for sentence in self.gathering.prose():
            for word in set(words(sentence.text)):
                counts[singular_phrase(word)] += 1
        stops = stopwords("en")
        best = max(
            (w for w in counts if w.isalpha() and len(w) > 3 and w not in stops),
            key=lambda w: (counts[w], w),
            default="",
        )
        return (
            best
            if counts.get(best, 0) >= 10 and (best in title or best in words_of("en").generic)
            else ""
        )

    def _join_surnames(self) -> None:
        people: dict[str, list[Subject]] = defaultdict(list)
        for subject in self.subjects.values():
            parts = subject.title.split(" ")
            if (
                subject.kind is Kind.ENTITY
                and len(parts) == 2
                and all(is_capital(p) and p.isalpha() for p in parts)
                and not _ORG_OR_WORK.search(subject.title)
            ):
                for part in parts:
                    people[part].append(subject)
        for name, owners in people.items():
            short = self.subjects.get(key(name))
            if (
                len(owners) == 1
                and short
                and short.kind is Kind.ENTITY
                and short.weight < owners[0].weight
                and not short.headed
            ):
                self._join(owners[0], short)

    def _find_mentions(self) -> None:
        exact = frozenset(s.slot for s in self.subjects.values() if s.kind is Kind.ENTITY)
        finder = NameFinder({s.slot: s.spellings for s in self.subjects.values()}, exact)
        for sentence in self.gathering.reading.sentences:
            found = finder.find(sentence.text)
            self.mentions[sentence.label] = found
            if sentence.kind is BlockKind.HEADING:
                continue
            for owner in dict.fromkeys(m.owner for m in found):
                self.subjects[owner].named_in.append(sentence.label)


def term_title(spelling: str) -> str:
    """A term as a title: singular, first letter big, hyphenated and coded spellings as they are."""
    name = spelling if is_cjk(spelling) else singular_phrase(heading_name(spelling) or spelling)
    if (
        name
        and name[0].islower()
        and name.replace("-", " ").isascii()
        and not re.search(r"[A-Z\d.]", name.split(" ")[0][1:])
    ):
        return name[0].upper() + name[1:]
    if re.fullmatch(r"(?:[A-Z][a-z]+[ -]?)+", name):
        first, *rest = re.split(r"(?<=[ -])", name)
        return first + "".join(rest).lower()
    return name


def same_thing(name: str, inside: str) -> bool:
    """Whether brackets behind a name hold another name of the same thing.

    An abbreviation of it, or its name in another script, as Chinese texts give it.
    """
    inside = inside.strip()
    if is_cjk(name) != is_cjk(inside):
        return (
            bool(re.match(r"^[A-Z\u4e00-\u9fff]", inside))
            and not re.search(r"[,;，；=<>]|\d{4}", inside)
            and len(words(inside)) <= 6
        )
    return abbreviates(inside, name)


def _capitals(name: str) -> str:
    return "".join(
        w[0] for w in re.findall(r"[^\W\d_][\w'’]*", name.replace("Inc.", "")) if w[0].isupper()
    )
