"""What a model proposes, held against the source: nothing of the model's own words comes through.

The quote is looked up by its number. The subject is a name that stands in the sentence, in what it
hangs on, or is what its pronoun stands for, cut from the source as the source spells it; where the
model's is not, it is the one that code finds there. The wording is the sentence's own, or what is
left of it when parts that code allows are left out (``app.compiler.shortening``).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.compiler.builtin.candidates import RunIn
from app.compiler.builtin.mentions import NameFinder
from app.compiler.builtin.phrases import opening
from app.compiler.builtin.subjects import Choice
from app.compiler.lexicon import generic, hanging, is_cjk, personal, stopwords
from app.compiler.shortening import shortened, words
from app.compiler.stance import Stance, stance
from app.compiler.wording import (
    Worded,
    capitalised,
    drop_pointers,
    hangs,
    name_this_one,
    resolve_pronoun,
    stand_alone,
    tidy,
    trim_front,
)
from app.ledger.naming import key
from app.ledger.records import Form, Kind
from app.sources.document import BlockKind, Reading, Sentence

_SAYS = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE})
_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]")
_NAME_AT_MOST = 80  # characters
_NAME_WORDS = 8
_BACK = 3  # sentences that a row of pronouns is followed back over
# Connectives that stand for a condition or a time: without what they point at the sentence says more
_CONDITIONS = re.compile(
    r"^(?:otherwise|at this time|even so|sonst|andernfalls|sinon)\b|^(?:否则|否則|さもないと)"
    r"|^however (?:it|they|this|these|you|we|one)\b[^,]*,",  # in whatever way it is
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a model says: the labels of the sentences, of what they speak, and perhaps a wording."""

    evidence: tuple[str, ...]
    subject: str = ""
    kind: str = ""
    wording: str = ""


class NamedBy(StrEnum):
    """Who found the subject."""

    MODEL = "model"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Grounded:
    """A claim that holds: ``start`` and ``end`` cut its quote out of the text as read, ``name`` is
    the subject as the source spells it, ``shortened`` is true where the model's wording was taken."""

    slot: str
    name: str
    kind: Kind
    label: str
    start: int
    end: int
    worded: Worded
    stance: Stance
    named_by: NamedBy
    shortened: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A proposal that does not hold, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Named:
    """A subject found for a sentence; ``inside`` where the sentence has its name or its pronoun."""

    slot: str
    name: str
    by: NamedBy
    inside: bool = True
    plural: bool = False


class Ground:
    """Holds proposals against one source. ``choice`` are the names that code found in it."""

    def __init__(self, reading: Reading, choice: Choice, short: str) -> None:
        self._reading = reading
        self._language = reading.document.language
        self._choice = choice
        self._short = short
        self._at = {s.label: i for i, s in enumerate(reading.sentences)}

    @property
    def choice(self) -> Choice:
        """The names that code found in the source."""
        return self._choice

    def can_say(self, sentence: Sentence) -> bool:
        """Whether a sentence can stand on a page at all, whatever is said to be its subject."""
        if sentence.kind not in _SAYS:
            return False
        base = self._base(sentence)
        return base is not None and stand_alone(base, self._language, self._short) is not None

    def hold(self, proposed: Proposed) -> Grounded | Dropped:
        """The claim that a proposal comes to, or why there is none."""
        sentences = self._sentences(proposed.evidence)
        if not sentences:
            return Dropped("no sentence of this source")
        why = "no subject in it"
        for by in (self._by_model, self._by_code):
            for sentence in sentences:
                named = by(sentence, proposed.subject)
                if named is None:
                    continue
                found = self._worded(sentence, named, proposed.wording)
                if found is not None:
                    return self._grounded(sentence, named, proposed, found[0], chosen=found[1])
                why = "it does not stand alone"
        return Dropped(why)

    def _sentences(self, labels: tuple[str, ...]) -> list[Sentence]:
        """The sentences that are named, each once, in reading order, that say something."""
        places = sorted({self._at[label] for label in labels if label in self._at})
        return [s for p in places if (s := self._reading.sentences[p]).kind in _SAYS]

    def _by_model(self, sentence: Sentence, subject: str) -> _Named | None:
        """The model's subject, if it is named where it may be."""
        wanted = tidy(subject)
        if not self._is_name(wanted):
            return None
        slot = self._choice.owner_of(wanted) or key(wanted)
        spelled = self._spelled(wanted, slot, sentence.text)
        if spelled and self._may_name(spelled, slot, sentence):
            return _Named(slot, self._title(slot, spelled), NamedBy.MODEL)
        stands_for = self._stands_for(sentence)
        if stands_for and stands_for.slot == slot:
            return stands_for
        return self._in_context(sentence, slot)

    def _by_code(self, sentence: Sentence, _subject: str) -> _Named | None:
        """The subject that code finds: what the sentence opens with, else the first that it names."""
        opened = opening(tidy(sentence.text), self._language)
        owner = self._choice.owner_of(opened.phrase) if opened else None
        if owner is None:
            stands_for = self._stands_for(sentence)
            if stands_for and stands_for.slot in self._choice.subjects:
                return replace(stands_for, by=NamedBy.CODE)
            mentions = self._choice.mentions.get(sentence.label, [])
            owner = next((m.owner for m in mentions if m.owner in self._choice.subjects), None)
        if owner is None or owner not in self._choice.subjects:
            return None
        return _Named(owner, self._choice.subjects[owner].title, NamedBy.CODE)

    def _is_name(self, name: str) -> bool:
        """Whether words can be a name at all: short, no stop word at either end, not too general."""
        if not 1 < len(name) <= _NAME_AT_MOST or not any(c.isalpha() for c in name):
            return False
        found = re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", name.casefold())
        if not found or len(found) > _NAME_WORDS:
            return False
        stops = stopwords(self._language) | hanging(self._language) | personal(self._language)
        if found[-1] in stops or (found[0] in stops and len(found) == 1):
            return False
        return key(name) not in generic()

    def _spelled(self, wanted: str, slot: str, text: str) -> str:
        """``wanted``, or another name of its subject, as it stands in ``text``; empty if it does not."""
        subject = self._choice.subjects.get(slot)
        names = {wanted, *(subject.spellings if subject else ())}
        found = NameFinder({slot: names}).find(text)
        return text[found[0].start : found[0].end] if found else ""

    def _may_name(self, spelled: str, slot: str, sentence: Sentence) -> bool:
        """Whether words of a sentence name a thing: code found it, they open it, or have a capital."""
        if slot in self._choice.subjects or is_cjk(spelled):
            return True
        opened = opening(tidy(sentence.text), self._language)
        if opened and key(opened.phrase) == key(spelled):
            return True
        inside = tidy(sentence.text).find(spelled) > 0
        return inside and any(word[:1].isupper() for word in spelled.split())

    def _title(self, slot: str, spelled: str) -> str:
        subject = self._choice.subjects.get(slot)
        return subject.title if subject else tidy(spelled)

    def _in_context(self, sentence: Sentence, slot: str) -> _Named | None:
        """A subject that is the section's heading, or what the lead-in opens with, where the sentence
        names none of its own. A name somewhere in a heading is not enough: "What is GNU/Linux" does
        not make each sentence below it one about GNU."""
        subject = self._choice.subjects.get(slot)
        if subject is None or self._choice.mentions.get(sentence.label):
            return None
        lead = self._at.get(sentence.lead_in) if sentence.lead_in else None
        opened = (
            opening(tidy(self._reading.sentences[lead].text), self._language)
            if lead is not None
            else None
        )
        around = [_BRACKETS.sub("", tidy(h)) for h in sentence.section[-1:]]
        around += [opened.phrase] if opened else []
        if any(self._choice.owner_of(phrase) == slot for phrase in around):
            return _Named(slot, subject.title, NamedBy.MODEL, inside=False)
        return None

    def _stands_for(self, sentence: Sentence, back: int = _BACK) -> _Named | None:
        """What the pronoun that a sentence opens with stands for: what the one before it, in the same
        block, opens with; or "this release", below a run-in heading that names one."""
        run_in = self._run_in(sentence)
        if run_in:
            return _Named(key(run_in.name), run_in.head, NamedBy.MODEL)
        at = self._at[sentence.label]
        before = self._reading.sentences[at - 1] if at else None
        text = trim_front(tidy(sentence.text), self._language)
        if before is None or before.block != sentence.block or not hangs(text, self._language):
            return None
        opened = opening(tidy(before.text), self._language)
        if opened is None:
            return self._stands_for(before, back - 1) if back else None
        slot = self._choice.owner_of(opened.phrase) or key(opened.phrase)
        if slot not in self._choice.subjects and not self._is_name(opened.phrase):
            return None
        plural = bool(re.match(r"(?:are|were|have|do)\b", opened.rest))
        article = opened.article if opened.article in {"the", "a", "an"} else ""
        name = capitalised(f"{article} {opened.phrase}".strip())
        return _Named(slot, name, NamedBy.MODEL, plural=plural)

    def _run_in(self, sentence: Sentence) -> RunIn | None:
        """The run-in heading whose "this release" a sentence speaks of: the last one before it in its
        section."""
        whole = tidy(sentence.text)
        if name_this_one(whole, "") == whole:
            return None
        above = [
            r for block, r in self._choice.gathering.run_ins.items() if block <= sentence.block
        ]
        found = max(above, key=lambda r: r.block, default=None)
        if found is None or found.label == sentence.label:
            return None
        there = self._reading.sentences[self._at[found.label]]
        return found if there.section == sentence.section else None

    def _worded(
        self, sentence: Sentence, named: _Named, wording: str
    ) -> tuple[Worded, bool] | None:
        """The words of the claim, and whether they are the model's choice."""
        base = self._base(sentence)
        if base is None:
            return None
        found = self._shorter(base, named, wording)
        chosen = found is not None
        found = found or stand_alone(base, self._language, self._short)
        if found is None or not self._still_says(found.text, named):
            return None
        named_it = base != tidy(sentence.text)
        return (Worded(found.text, Form.NAMED) if named_it else found), chosen

    def _base(self, sentence: Sentence) -> str | None:
        """A sentence with the name in its pronoun's place; None where it hangs on what is before it."""
        whole = tidy(sentence.text)
        if _CONDITIONS.match(whole):
            return None
        if run_in := self._run_in(sentence):
            return name_this_one(whole, run_in.head)
        pronoun = self._stands_for(sentence)
        if pronoun is None:
            return whole
        bare = drop_pointers(trim_front(whole, self._language))
        return resolve_pronoun(bare, pronoun.name, plural=pronoun.plural)

    def _shorter(self, base: str, named: _Named, wording: str) -> Worded | None:
        """The shorter wording, where code can make it out of ``base`` and it names the subject."""
        names = {name for s in self._choice.subjects.values() for name in s.spellings}
        low = base.casefold()
        known = [name for name in names if name.casefold() in low]
        worded = shorter(base, wording, self._language, known, self._short)
        return worded if worded and self._still_says(worded.text, named) else None

    def _still_says(self, text: str, named: _Named) -> bool:
        """Whether the words name the subject, where the sentence did."""
        subject = self._choice.subjects.get(named.slot)
        names = {named.name, *(subject.spellings if subject else ())}
        return not named.inside or bool(NameFinder({named.slot: names}).find(text))

    def _grounded(
        self, sentence: Sentence, named: _Named, proposed: Proposed, worded: Worded, *, chosen: bool
    ) -> Grounded:
        subject = self._choice.subjects.get(named.slot)
        return Grounded(
            slot=named.slot,
            name=subject.title if subject else named.name,
            kind=subject.kind if subject else _kind(proposed.kind),
            label=sentence.label,
            start=sentence.start,
            end=sentence.end,
            worded=worded,
            stance=stance(sentence.text),
            named_by=named.by,
            shortened=chosen,
        )


def _kind(given: str) -> Kind:
    return Kind.ENTITY if given == Kind.ENTITY else Kind.CONCEPT


def shorter(
    text: str, wording: str, language: str, names: Iterable[str] = (), short: str = ""
) -> Worded | None:
    """``wording`` as a wording of ``text``, if it only leaves out what may be left out and stands
    alone; its words are those of ``text``. None where it is none, or leaves nothing out.

    ``names`` are names that code found in ``text``; ``short`` is what the source is called.
    """
    known = tuple(names)
    bare = drop_pointers(trim_front(text, language))
    for whole in dict.fromkeys((text, bare)):
        cut = shortened(whole, wording, language, known)
        if cut is None and whole != text and words(whole) == words(wording):
            cut = whole
        alone = stand_alone(cut, language, short) if cut else None
        if alone is not None:
            return Worded(alone.text, Form.TRIMMED)
    return None
