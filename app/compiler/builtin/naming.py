"""Names of one thing within a source: which candidates are the same subject, and by which words.

A name that a sentence states as another name ("Free Software Foundation (FSF)") is kept with that
sentence: only such names join subjects of different sources. What merely reads alike within the
text (a surname, "version epoch" in a text about versions) joins here and nowhere else.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from app.compiler.builtin.candidates import Gathering
from app.compiler.builtin.mentions import NameFinder, variants
from app.compiler.builtin.phrases import is_capital
from app.compiler.lexicon import stopwords, words_of
from app.ledger.naming import key, singular_phrase, words
from app.ledger.records import Kind

_ORG_OR_WORK = re.compile(
    r"\b(?:Inc|Ltd|Foundation|Project|Society|Institute|University|Company|Guidelines?|Contract|Policy"
    r"|License|Manifesto|Manual|Guide|System|Linux|Version\w*|PEP|RFC|Standard)\b"
)
_TOPIC_FROM = 10  # sentences in which a text must have its commonest noun


@dataclass
class Subject:
    """A subject of the source, before its claims are known.

    ``stated`` are other names that a sentence gives, each with the label of that sentence.
    """

    slot: str
    kind: Kind
    title: str
    spellings: set[str] = field(default_factory=set)
    stated: dict[str, str] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    weight: float = 0.0
    headed: bool = False
    named_in: list[str] = field(default_factory=list)


class Names:
    """Joins the subjects of one source that are one thing."""

    def __init__(self, gathering: Gathering, subjects: dict[str, Subject]) -> None:
        self.gathering = gathering
        self.subjects = subjects

    def joined(self) -> dict[str, Subject]:
        """The subjects by slot, each thing once."""
        self._join_stated()
        self._join_said()
        self._join_initials()
        self._join_partly_abbreviated()
        self._join_generic_heads()
        self._join_topic_variants()
        self._join_surnames()
        return self.subjects

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

    def _join_said(self) -> None:
        """The names that sentences say are of one thing."""
        for name, other, label in self.gathering.same:
            one, two = self._named(name), self._named(other)
            if one:
                self._state(one, other, label)
            elif two:
                self._state(two, name, label)

    def _named(self, name: str) -> Subject | None:
        slot = key(name)
        if slot in self.subjects:
            return self.subjects[slot]
        return next((s for s in self.subjects.values() if slot in s.keys), None)

    def _state(self, subject: Subject, other: str, label: str) -> None:
        slot = key(other)
        if slot in self.subjects and slot != subject.slot:
            self._join(subject, self.subjects[slot], label)
        subject.spellings.add(other)
        if slot not in {key(name) for name in subject.stated}:
            subject.stated[other] = label
        subject.keys.add(slot)

    def _join_initials(self) -> None:
        """An abbreviation whose letters are the capitals of exactly one longer name of the source."""
        for short in [
            s for s in self.subjects.values() if s.title.isupper() and 3 <= len(s.title) <= 6
        ]:
            longer = [
                s
                for s in self.subjects.values()
                if any(" " in n and _capitals(n) == short.title for n in {s.title, *s.stated})
            ]
            if len(longer) == 1:
                self._join(longer[0], short, self._first_naming(short))

    def _join_partly_abbreviated(self) -> None:
        """ "GNU GPL" is "GNU General Public License": the same words in front, an abbreviation of the rest."""
        for short in list(self.subjects.values()):
            head, _, last = short.title.rpartition(" ")
            if not head or not last.isupper() or len(last) < 3:
                continue
            longer = [
                s
                for s in self.subjects.values()
                if s.title.startswith(head + " ")
                and " " in s.title[len(head) + 1 :]
                and _capitals(s.title[len(head) + 1 :]) == last
            ]
            if len(longer) == 1:
                self._join(longer[0], short, self._first_naming(short))

    def _first_naming(self, subject: Subject) -> str:
        """The label of the first sentence that names a subject."""
        finder = NameFinder({subject.slot: subject.spellings}, frozenset({subject.slot}))
        sentences = self.gathering.reading.sentences
        return next((s.label for s in sentences if finder.find(s.text)), "")

    def _join_generic_heads(self) -> None:
        """ "the Debian system" is Debian, "the dpkg program" is dpkg: a plain noun adds nothing."""
        for subject in list(self.subjects.values()):
            head, _, last = subject.title.rpartition(" ")
            other = self.subjects.get(key(head)) if head else None
            if other is None or other.slot == subject.slot or other.kind is not Kind.ENTITY:
                continue
            if last.islower() and singular_phrase(last) in words_of("en").generic:
                self._join(other, subject)

    def _join_topic_variants(self) -> None:
        """ "version epoch" is "epoch" in a text about versions: its commonest noun adds nothing.

        Where the text uses the rest alone as well, that is stated as another name of it.
        """
        topic = self._topic_word() if self.gathering.language == "en" else ""
        for subject in [s for s in self.subjects.values() if topic and s.kind is Kind.CONCEPT]:
            parts = singular_phrase(subject.title).casefold().split(" ")
            if (
                len(parts) < 2
                or topic not in (parts[0], parts[-1])
                or subject.slot not in self.subjects
            ):
                continue
            rest = " ".join(p for p in parts if p != topic)
            other = self.subjects.get(key(rest))
            if other and other.kind is Kind.CONCEPT:
                big, small = sorted((subject, other), key=lambda s: s.weight, reverse=True)
                self._join(big, small)
            elif label := self._stands_alone(rest):
                self._state(subject, rest, label)

    def _stands_alone(self, name: str) -> str:
        """The label of a sentence that uses ``name`` as a noun of its own; "" if none does."""
        forms = "|".join(
            re.escape(f) for f in sorted(variants(name, exact=False), key=len, reverse=True)
        )
        alone = re.compile(
            rf"(?<![\w-])(?:{forms})(?=[,.;:)]|\s+(?:and|or|is|are|of|for|to|in|MUST|SHOULD|MAY|must|can|should)\b)",
            re.IGNORECASE,
        )
        for sentence in self.gathering.prose():
            if alone.search(sentence.text):
                return sentence.label
        return ""

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
            if counts.get(best, 0) >= _TOPIC_FROM
            and (best in title or best in words_of("en").generic)
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


def _capitals(name: str) -> str:
    return "".join(
        w[0] for w in re.findall(r"[^\W\d_][\w'’]*", name.replace("Inc.", "")) if w[0].isupper()
    )
