"""Which candidates of a source are subjects, and every place where the source names them."""

import re
from collections import defaultdict

from app.compiler.builtin.candidates import Candidate, Gathering
from app.compiler.builtin.mentions import Mention, NameFinder
from app.compiler.builtin.naming import Names, Subject
from app.compiler.builtin.worth import chosen, kind_of, plausible, title_of, weight
from app.ledger.naming import key
from app.ledger.records import Kind
from app.sources.document import BlockKind


class Choice:
    """The subjects of a source, and every place where it names one.

    ``own`` is the slot of the subject that the source itself is, by its short name without the
    number of its version; empty where the text does not name it.
    """

    def __init__(self, gathering: Gathering, own_name: str) -> None:
        self.gathering = gathering
        self._own_key = key(own_name)
        series = key(re.sub(r"\s*\d[\w.]*$", "", own_name)) if re.search(r"\d", own_name) else ""
        language = gathering.language
        found = gathering.candidates.items()  # "PEP" in "PEP 440" is no subject of that text
        hopeful = {slot: c for slot, c in found if slot != series and plausible(c, language)}
        counts = self._count(hopeful)
        picked = {
            s: c for s, c in hopeful.items() if s == self._own_key or chosen(c, counts[s], language)
        }
        subjects = {slot: _subject(c, counts[slot], language) for slot, c in picked.items()}
        if (own := subjects.get(self._own_key)) and own.title[:1].isupper():
            own.kind = Kind.ENTITY  # a document is a thing with a name of its own
        names = Names(gathering, subjects)
        self.subjects = names.joined()
        self._by_key = {k: s.slot for s in self.subjects.values() for k in s.keys}
        self.own = self._stands_for_document()
        self.mentions: dict[str, list[Mention]] = {}
        self._find_mentions()

    def _stands_for_document(self) -> str:
        """The subject that the document itself is; one that only took its name in is not it."""
        slot = self._by_key.get(self._own_key, "")
        stated = {key(n) for n in self.subjects[slot].stated} if slot else set()
        return slot if slot == self._own_key or self._own_key in stated else ""

    def owner_of(self, phrase: str) -> str | None:
        """The slot of the subject that ``phrase`` names, if it is one."""
        return self._by_key.get(key(phrase))

    def _count(self, hopeful: dict[str, Candidate]) -> dict[str, int]:
        """In how many sentences each candidate stands; how often it is written small is noted."""
        finder = NameFinder({slot: list(c.spellings) for slot, c in hopeful.items()})
        counts: dict[str, int] = defaultdict(int)
        for sentence in self.gathering.reading.sentences:
            seen = set()
            for mention in finder.find(sentence.text):
                seen.add(mention.owner)
                hopeful[mention.owner].plain += sentence.text[mention.start].islower()
            for owner in seen:
                counts[owner] += 1
        return counts

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


def _subject(candidate: Candidate, named: int, language: str) -> Subject:
    return Subject(
        slot=candidate.key,
        kind=kind_of(candidate, language),
        title=title_of(candidate, language),
        spellings=set(candidate.spellings),
        keys={candidate.key},
        weight=weight(candidate, named),
        headed=bool(candidate.headed),
    )
