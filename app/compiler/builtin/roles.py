"""Whether a sentence is about a subject or only mentions it, and what kind of statement it is."""

import re
from collections.abc import Iterator

from app.compiler.builtin.candidates import heading_name
from app.compiler.builtin.mentions import Mention
from app.compiler.builtin.naming import Subject
from app.compiler.builtin.phrases import Opening, defining_rest, opening, topic_rest
from app.compiler.builtin.subjects import Choice
from app.compiler.lexicon import ASPECTS, NUMBERS, RULE_WORDS, base, is_cjk, is_wide, spoken
from app.compiler.wording import CLASS_NOUNS, Worded, trim_front
from app.ledger.naming import key, singular_phrase
from app.ledger.records import Kind, Role
from app.sources.document import Sentence

FIGURE = re.compile(r"\d{4}|\d[\d,.]*\s?%|\b\d[\d,.]*\s+[a-z]{3,}|\d[\d,.]*\s*[个名种]")
_BY = re.compile(r"\bby\s+(?:the\s+)?$|\bby [A-Z][\w .]{0,40}(?:and|,)\s+$")
_TERMED = re.compile(
    r"\b(?:termed|called|known as|referred to as|namens|genannt|appelée?s?|nommée?s?|dénommée?s?)"
    r"\s+(?:an?\s+|the\s+)?[\"“'`„«»]?\s?$"
)
_TERMED_ZH = re.compile(r"(?:称为|稱為|称作|稱作|叫做|叫作|称之为|名为|名為)\s*[“「『《]?$")
_TERMED_JA = re.compile(
    r"^[」』]?(?:（[^（）]{1,20}）)?(?:とも)?(?:と(?:いい|いう|呼ば|呼び|呼ぶ|称|言う))"
)
_BEFORE_JA = re.compile(r"(?:[をは「『や、]|として)$")  # 梅雨 in 送り梅雨という is another's name
_BEFORE_BRACKET = re.compile(r"^(?:[\w'’/-]+\s+){1,6}\($")
_APPOSITION = re.compile(
    r"^(?:\s*\([^)]*\))?,\s+(?:(?:an?|the|one of)\s+|(?=[a-z]+(?:er|or|ist|man|ian"
    r"|ent)\b))(?![^,.;]*\b(?:and|who|which)\s+the\b)[^,.;]{3,80}"
)
_COPULA = re.compile(r"\b(?:is|was|are|were)\s+(?:the\s+)?$")
_NEAR_FRONT = re.compile(
    r"^(?:the\s+|an?\s+)?(?:[\w-]+\s+){0,2}(?:using|of|for|to|with|in|called|named|by)?\s*(?:the\s+|an?\s+)?[\"“]?$",
    re.I,
)
_VERSION = re.compile(r"v?\d+(?:\.\d+)+$")


class Roles:
    """The roles that a source's subjects have in its sentences."""

    def __init__(self, choice: Choice, language: str) -> None:
        self.choice = choice
        self.language = language

    def of(self, sentence: Sentence, worded: Worded, subject: Subject, *, opens: bool) -> Role:
        """What a sentence says of a subject; ``opens`` says that its wording begins with it."""
        opened = opening(worded.text, self.language) if opens else None
        if (
            opened
            and opened.defines
            and self._names(opened, subject)
            and not RULE_WORDS.search(worded.text)
        ):
            return Role.DEFINES
        if (
            opens
            and is_wide(worded.text, self.language)
            and self._defined_in_front(sentence, subject)
        ):
            return Role.DEFINES
        if opens:
            return kind_of_statement(worded.text)
        if self._termed(sentence, subject):
            return Role.DEFINES
        own = (
            self._headed(sentence, subject)
            or self.agent(sentence, subject)
            or self._in_apposition(sentence, subject)
            or self._bracketed(sentence, subject)
        )
        return kind_of_statement(worded.text) if own else Role.MENTIONS

    def _defined_in_front(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether a Chinese or Japanese sentence goes on after the subject's name with what it is."""
        mentions = self.choice.mentions.get(sentence.label)
        if not mentions:
            return False
        first = mentions[0]
        rest = sentence.text[first.end :].lstrip(" ”」』》")
        tongue = spoken(sentence.text, self.language)
        return first.owner == subject.slot and defining_rest(rest, tongue)

    def _headed(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether the sentence stands under a heading that names the subject."""
        if not sentence.section:
            return False
        heading = key(heading_name(sentence.section[-1]))
        return heading == subject.slot or heading in {key(name) for name in subject.stated}

    def _named(self, sentence: Sentence, subject: Subject) -> Iterator[tuple[str, str]]:
        """What stands before and behind each place where the sentence names the subject."""
        for mention in self.choice.mentions.get(sentence.label, ()):
            if mention.owner == subject.slot:
                yield sentence.text[: mention.start], sentence.text[mention.end :]

    def _termed(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether the sentence says that what it describes bears the subject's name."""
        return any(
            _TERMED.search(before)
            or _TERMED_ZH.search(before)
            or (_BEFORE_JA.search(before) and _TERMED_JA.match(after))
            for before, after in self._named(sentence, subject)
        )

    def _bracketed(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether the subject stands in brackets behind what the sentence speaks of ("the manager (dpkg) is")."""
        return any(
            _BEFORE_BRACKET.match(before) and after.startswith(")")
            for before, after in self._named(sentence, subject)
        )

    def agent(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether the subject is who did it ("founded by Ian Murdock") in a sentence on something else."""
        return any(_BY.search(before) for before, _ in self._named(sentence, subject))

    def _names(self, opened: Opening, subject: Subject) -> bool:
        return (
            self.choice.owner_of(opened.phrase) == subject.slot
            or self.owner_inside(opened) == subject.slot
        )

    def owner_inside(self, opened: Opening) -> str | None:
        """The name in front of a plain noun, or of a number that has no subject of its own: dpkg in
        "the dpkg program" and in "dpkg 1.17"."""
        name, _, last = opened.phrase.rpartition(" ")
        slot = self.choice.owner_of(name) if name else None
        if slot and self.choice.subjects[slot].kind is Kind.ENTITY:
            plain = singular_phrase(last.casefold()) in CLASS_NOUNS or _VERSION.match(last)
            return slot if plain else None
        return None

    def near_front(self, sentence: Sentence, worded: Worded) -> str | None:
        """The subject that a sentence names before it comes to its verb ("Software using X MUST …")."""
        mentions = self.choice.mentions.get(sentence.label, ())
        first = mentions[0] if mentions else None
        if first and is_wide(worded.text, self.language):
            return self._topic(sentence.text, first)
        if first and first.start < 60 and _NEAR_FRONT.match(sentence.text[: first.start]):
            rest = sentence.text[first.end :].lstrip(' "”')
            if re.match(r"^['’]s?\s+\w", rest) or re.match(
                r"^(?:MUST|SHOULD|MAY|is|are|was|were|has|have|will|can|may|must|should|specification|project"
                r"|[a-z]+(?:ed|s)\b)",
                rest,
            ):
                return first.owner
        return None

    def _topic(self, text: str, first: Mention) -> str | None:
        """The owner of a name that a Chinese or Japanese sentence begins with and speaks of."""
        if trim_front(text[: first.start].strip(" “「『《"), self.language):
            return None
        rest = text[first.end :].lstrip(" ”」』》")
        return first.owner if topic_rest(rest, spoken(text, self.language)) else None

    def _in_apposition(self, sentence: Sentence, subject: Subject) -> bool:
        """Whether the sentence says in passing what a named thing is ("InfoMagic, a CD vendor, …")."""
        if subject.kind is not Kind.ENTITY:
            return False
        return any(
            _APPOSITION.match(after) and not _COPULA.search(before)
            for before, after in self._named(sentence, subject)
        )


def kind_of_statement(text: str) -> Role:
    """Rule, figure or other, by what stands in the statement."""
    if RULE_WORDS.search(text):
        return Role.RULE
    return Role.FIGURE if FIGURE.search(text) and NUMBERS.search(text) else Role.SAYS


def aspect(text: str, role: Role, language: str = "en") -> str:
    """The group that a statement belongs to on a page, by English cue words; "" where none fits."""
    if is_cjk(text):
        return ""
    if base(language) != "en":
        return "Rules" if role is Role.RULE else ""
    for name, cue in ASPECTS:
        if cue.search(text):
            return name
    return "Rules" if role is Role.RULE else ""
