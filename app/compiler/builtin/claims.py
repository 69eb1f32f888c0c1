"""What a source says of its subjects: sentences turned into statements that stand alone."""

import re
from dataclasses import replace

from app.compiler.builtin.candidates import RunIn
from app.compiler.builtin.naming import Subject
from app.compiler.builtin.phrases import Opening, opening
from app.compiler.builtin.roles import FIGURE, Roles, aspect, kind_of_statement
from app.compiler.builtin.subjects import Choice
from app.compiler.lexicon import words_of
from app.compiler.wording import (
    Worded,
    balanced,
    capitalised,
    drop_pointers,
    ended,
    hangs,
    incomplete,
    name_self,
    name_this_one,
    resolve_pronoun,
    speaks_to_reader,
    stand_alone,
    tidy,
    trim_front,
    word_count,
)
from app.ledger.naming import key
from app.ledger.records import Claim, Form, Role
from app.sources.document import BlockKind, Reading, Sentence

_ITEM_HEAD = re.compile(r"^(?P<head>[^.:()`]{2,40}|`[^`]+`)\s*[:：]\s+(?=\S)")
_FOR_CODE = re.compile(r"^`[^`]+\([^`]*\)`\s*:")
_MANY = 4  # subjects that a sentence may name and still say something of each
_EXAMPLE = re.compile(r"^(?:for instance|for example|examples?|e\.g\.)\s*[:,]", re.IGNORECASE)
BEST_LENGTH = (8, 30)
CODE_AT_MOST = 60  # characters of a line of code that a statement may show


class ClaimMaker:
    """The claims of one source about its subjects."""

    def __init__(self, reading: Reading, choice: Choice, short: str) -> None:
        self.reading = reading
        self.language = reading.document.language
        self.choice = choice
        self.short = short
        self.roles = Roles(choice, self.language)
        self.run_ins = choice.gathering.run_ins
        self._by_label = {s.label: s for s in reading.sentences}
        self._back_matter = {*words_of("en").back_matter, *words_of(self.language).back_matter}
        self._item_subject: dict[int, str] = {}
        self._in_term = False
        self._hanging_on: dict[str, list[Sentence]] = {}
        for sentence in reading.sentences:
            if sentence.lead_in:
                self._hanging_on.setdefault(sentence.lead_in, []).append(sentence)

    def make(self) -> list[Claim]:
        """All claims, in reading order, at most one a subject and sentence."""
        found: list[Claim] = []
        current: tuple[str, str, bool] | None = None  # slot, name, plural: what "it" may stand for
        term: tuple[str, str, bool] | None = None
        block = -1
        for sentence in self.reading.sentences:
            if sentence.section and sentence.section[-1].casefold() in self._back_matter:
                continue
            if sentence.block != block:
                current = term if sentence.kind is BlockKind.PARAGRAPH else None
                self._in_term = current is not None
                block, term = sentence.block, self._term(sentence)
            if sentence.kind is BlockKind.FIELD:
                found += self._field(sentence)
            if sentence.kind in {BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE}:
                current = self._sentence(sentence, current, found)
        return found

    def of(self, slot: str, sentence: Sentence, worded: Worded) -> Claim:
        """The claim that this wording of a sentence is about a subject, in the role that it has there."""
        subject = self.choice.subjects[slot]
        about = self._about(sentence, worded) or self.roles.near_front(sentence, worded)
        role = self.roles.of(sentence, worded, subject, opens=about == slot)
        return self._claim(subject, (sentence.label,), worded, role, sentence)

    def _sentence(
        self, sentence: Sentence, current: tuple[str, str, bool] | None, found: list[Claim]
    ) -> tuple[str, str, bool] | None:
        run_in = self.run_ins.get(sentence.block)
        if run_in and run_in.label == sentence.label:
            found += self._run_in(sentence, run_in)
            return key(run_in.name), run_in.head, False
        if _EXAMPLE.match(sentence.text) or self._is_joined_item(sentence):
            return current
        leads_in = sentence.label in self._hanging_on and incomplete(tidy(sentence.text))
        if leads_in and not self._shows_code(sentence):
            found += self._lead_in(sentence)
            return current
        worded = self._word(sentence)
        about = self._about(sentence, worded)
        if sentence.opens and about:
            self._item_subject[sentence.block] = about
        if worded is None and current:
            worded = self._with_pronoun(sentence, current)
            about = current[0] if worded else None
        elif worded is None:
            return None
        if worded is None:
            return None
        found += self._claims(sentence, worded, about)
        return self._stands_for(sentence, about) or (
            current if about == (current or ("",))[0] else None
        )

    def _word(self, sentence: Sentence) -> Worded | None:
        if self._shows_code(sentence):
            return self._with_code(sentence)
        text = self._without_item_head(sentence)
        run_in = self.run_ins.get(sentence.block)
        named = name_this_one(text, run_in.head) if run_in else text
        worded = stand_alone(named, self.language, self.short)
        return replace(worded, form=Form.NAMED) if worded and named != text else worded

    def _term(self, sentence: Sentence) -> tuple[str, str, bool] | None:
        """What "this" may stand for in the definition that follows a term."""
        if sentence.kind is not BlockKind.TERM:
            return None
        name = tidy(sentence.text).rstrip(":：").strip("`")
        slot = self.choice.owner_of(name)
        shown = f"`{name}`" if "_" in name else capitalised(name)
        return (slot, shown, False) if slot else None

    def _run_in_slot(self, sentence: Sentence, worded: Worded) -> str:
        """The subject of the run-in heading, where the wording names it."""
        run_in = self.run_ins.get(sentence.block)
        return key(run_in.name) if run_in and run_in.head in worded.text else ""

    def _shows_code(self, sentence: Sentence) -> bool:
        hanging = self._hanging_on.get(sentence.label, ())
        return bool(hanging) and all(h.kind is BlockKind.CODE for h in hanging)

    def _with_code(self, sentence: Sentence) -> Worded | None:
        """A sentence that introduces code, with that code where it is a line, without its colon else."""
        code = [tidy(h.text) for h in self._hanging_on[sentence.label]]
        lead = re.sub(r"\s*[:：]$", "", drop_pointers(tidy(sentence.text)))
        worded = stand_alone(lead, self.language, self.short)
        if worded is None or len(code) > 1 or len(code[0]) > CODE_AT_MOST or "`" in code[0]:
            return worded if worded is None else replace(worded, form=Form.TRIMMED)
        return Worded(f"{worded.text.rstrip('.')}: `{code[0]}`", Form.JOINED)

    def _evidence(self, sentence: Sentence, worded: Worded) -> tuple[str, ...]:
        hanging = self._hanging_on.get(sentence.label, ())
        if worded.form is Form.JOINED and len(hanging) == 1 and hanging[0].kind is BlockKind.CODE:
            return (sentence.label, hanging[0].label)
        return (sentence.label,)

    def _without_item_head(self, sentence: Sentence) -> str:
        """A list item's sentence without a label in front of it ("dynamic: With about …")."""
        match = _ITEM_HEAD.match(sentence.text) if sentence.opens else None
        if not match or not opening(sentence.text[match.end() :], self.language):
            return sentence.text
        named = self.choice.owner_of(match.group("head").strip("`"))
        return sentence.text if named else sentence.text[match.end() :]

    def _is_joined_item(self, sentence: Sentence) -> bool:
        lead = self._by_label.get(sentence.lead_in)
        return bool(
            sentence.kind is BlockKind.ITEM
            and lead
            and sentence.opens
            and incomplete(tidy(lead.text))
            and not opening(self._without_item_head(sentence), self.language)
        )

    def _about(self, sentence: Sentence, worded: Worded | None) -> str | None:
        """The slot of the subject that a sentence opens with, or that its item speaks of."""
        if worded is None:
            return None
        opened = opening(worded.text, self.language)
        if opened is None:
            return None
        return (
            self.choice.owner_of(opened.phrase)
            or self.roles.owner_inside(opened)
            or self._inherited(sentence, opened)
        )

    def _inherited(self, sentence: Sentence, opened: Opening) -> str | None:
        """A bare "identifiers" belongs to what the first sentence of its item speaks of."""
        if (
            " " in opened.phrase
            or opened.article
            or sentence.opens
            or sentence.kind is not BlockKind.ITEM
        ):
            return None
        return self._item_subject.get(sentence.block)

    def _with_pronoun(self, sentence: Sentence, current: tuple[str, str, bool]) -> Worded | None:
        _, name, plural = current
        text = drop_pointers(trim_front(tidy(sentence.text), self.language))
        named = resolve_pronoun(text, name, plural=plural, term=self._in_term and sentence.opens)
        if named is None or incomplete(named) or not balanced(named):
            return None
        worded = stand_alone(named, self.language, self.short)
        return replace(worded, form=Form.NAMED) if worded else None

    def _stands_for(self, sentence: Sentence, about: str | None) -> tuple[str, str, bool] | None:
        if about is None or about not in self.choice.subjects:
            return None
        opened = opening(name_self(tidy(sentence.text), self.short)[0], self.language)
        phrase = opened.phrase if opened else self.choice.subjects[about].title
        plural = bool(opened and re.match(r"(?:are|were|have|do)\b", opened.rest)) or (
            phrase.endswith("s")
            and not phrase.endswith(("ss", "us", "is"))
            and phrase[:1].islower()
        )
        article = opened.article if opened else ""
        name = capitalised(
            f"{article} {phrase}".strip() if article in {"the", "a", "an"} else phrase
        )
        return about, name, plural

    def _claims(self, sentence: Sentence, worded: Worded, about: str | None) -> list[Claim]:
        claims = []
        opened_by, named_self = (
            about,
            bool(self.short) and worded.text.startswith((self.short, f"The {self.short}")),
        )
        told_of = self._run_in_slot(sentence, worded)
        owners = dict.fromkeys(m.owner for m in self.choice.mentions.get(sentence.label, ()))
        about = about or self.roles.near_front(sentence, worded)
        if about:
            owners = {about: None, **owners}
        if told_of:
            owners.setdefault(told_of, None)
        if _FOR_CODE.match(worded.text):
            owners = dict.fromkeys(o for o in owners if o == about)
        crowded = len(owners) > _MANY or word_count(worded.text) > 45
        for slot in owners:
            subject = self.choice.subjects.get(slot)
            if subject is None:
                continue
            role = self.roles.of(sentence, worded, subject, opens=slot == about)
            if role is Role.MENTIONS and slot == told_of:
                role = kind_of_statement(worded.text)
            if crowded and slot not in {opened_by, told_of}:
                continue
            if role is Role.MENTIONS and named_self and slot != self.choice.own:
                continue
            if role is Role.MENTIONS and not _names_it(worded.text, subject):
                continue
            claims.append(
                self._claim(subject, self._evidence(sentence, worded), worded, role, sentence)
            )
        return claims

    def _claim(
        self,
        subject: Subject,
        evidence: tuple[str, ...],
        worded: Worded,
        role: Role,
        sentence: Sentence,
        items: tuple[tuple[str, str], ...] = (),
    ) -> Claim:
        return Claim(
            slot=subject.slot,
            evidence=evidence,
            text=worded.text,
            role=role,
            form=worded.form,
            aspect=aspect(worded.text, role, self.language),
            score=self._score(worded, sentence, subject, role),
            items=items,
        )

    def _score(self, worded: Worded, sentence: Sentence, subject: Subject, role: Role) -> float:
        size = word_count(worded.text)
        score = 2.0 if BEST_LENGTH[0] <= size <= BEST_LENGTH[1] else -0.1 * abs(size - 20)
        score += 1.0 * sentence.opens + 0.5 * bool(FIGURE.search(worded.text))
        if sentence.section and self.choice.owner_of(sentence.section[-1]) == subject.slot:
            score += 1.5
        first = next(
            (m for m in self.choice.mentions.get(sentence.label, ()) if m.owner == subject.slot),
            None,
        )
        if role is Role.MENTIONS and first:
            score += 1.5 * self.roles.agent(sentence, subject) - first.start / 100
        return round(score, 3)

    def _run_in(self, sentence: Sentence, run_in: RunIn) -> list[Claim]:
        subject = self.choice.subjects.get(key(run_in.name))
        text = drop_pointers(tidy(sentence.text))
        if subject is None or incomplete(text) or not balanced(text):
            return []
        worded = Worded(ended(capitalised(text)), Form.WHOLE)
        others = [c for c in self._claims(sentence, worded, subject.slot) if c.slot != subject.slot]
        return [self._claim(subject, (sentence.label,), worded, Role.DEFINES, sentence), *others]

    def _lead_in(self, sentence: Sentence) -> list[Claim]:
        """A lead-in with its list is one statement: its line as parent, its items nested."""
        items = self._hanging_on[sentence.label]
        texts = [
            (ended(capitalised(drop_pointers(tidy(i.text)))), i.label)
            for i in items
            if i.opens and i.kind is BlockKind.ITEM
        ]
        lead, _ = name_self(trim_front(tidy(sentence.text), self.language), self.short)
        if (
            not 2 <= len(texts) <= 7
            or hangs(lead, self.language)
            or speaks_to_reader(lead, self.language)
        ):
            return []
        if (
            any(
                word_count(t) > 30 or hangs(t, self.language) or incomplete(t.rstrip("."))
                for t, _ in texts
            )
            or word_count(lead) > 30
        ):
            return []
        worded = Worded(capitalised(lead), Form.JOINED)
        owners = self._owners_of_lead(sentence, lead)
        evidence = (sentence.label,)
        return [
            self._claim(
                self.choice.subjects[slot],
                evidence,
                worded,
                kind_of_statement(lead),
                sentence,
                tuple(texts),
            )
            for slot in owners
        ]

    def _owners_of_lead(self, sentence: Sentence, lead: str) -> list[str]:
        opened = opening(lead, self.language)
        if opened and (slot := self.choice.owner_of(opened.phrase)):
            return [slot]
        named = [m.owner for m in self.choice.mentions.get(sentence.label, ())]
        headed = [s for h in reversed(sentence.section[-2:]) if (s := self.choice.owner_of(h))]
        inner = sentence.section[-1].casefold() if sentence.section else ""
        at_front = len(sentence.section) < 2 or inner in {
            "summary",
            "abstract",
            "introduction",
            "overview",
        }
        own = [self.choice.own] if self.choice.own and at_front else []
        return list(dict.fromkeys(named[:1] + headed[:1] + own))[:1]

    def _field(self, sentence: Sentence) -> list[Claim]:
        """A header line is a fact of the document, which is a subject where the text names it."""
        slot = self.choice.owner_of(self.short)
        match = re.match(r"^(?P<name>[\w -]{2,30}):\s+(?P<value>\S.{0,120})$", tidy(sentence.text))
        if slot is None or not match or match.group("name").casefold() not in _TELLING_FIELDS:
            return []
        worded = Worded(tidy(sentence.text), Form.WHOLE)
        return [
            replace(
                self._claim(
                    self.choice.subjects[slot], (sentence.label,), worded, Role.FIGURE, sentence
                ),
                aspect="Origin",
                score=3.0,
            )
        ]


_TELLING_FIELDS = frozenset(
    [
        "author",
        "authors",
        "created",
        "status",
        "replaces",
        "superseded-by",
        "date",
        "published",
        "resolution",
        "version",
        "requires",
    ]
)


def _names_it(text: str, subject: Subject) -> bool:
    """Whether a wording still names the subject, after what was left out of it."""
    low = text.casefold()
    return any(name.casefold() in low for name in subject.spellings)
