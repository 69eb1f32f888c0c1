"""The built-in reader as a whole: a reading in, subjects, claims and main points out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.compiler.builtin.brief import brief_subjects, is_brief
from app.compiler.builtin.candidates import Gathering
from app.compiler.builtin.claims import ClaimMaker
from app.compiler.builtin.naming import Subject
from app.compiler.builtin.points import gist, main_points
from app.compiler.builtin.subjects import Choice
from app.compiler.facts import facts
from app.compiler.lexicon import RULE_WORDS
from app.ledger.records import Asked, Claim, Fact, NameFound, Point, Quotable, Role, SubjectFound
from app.settings import BUILTIN
from app.sources.document import BlockKind, Document, Reading, Sentence

NAME = BUILTIN
VERSION = 5
RULES_MAKE_A_RULE_TEXT = 5
SHORT_AT_MOST = 34
NOBODY_ASKED = Asked()


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a reader took from a source. ``points`` begins with the gist where there is one."""

    subjects: tuple[SubjectFound, ...]
    claims: tuple[Claim, ...]
    points: tuple[Point, ...]
    rule_text: bool
    short: str
    own: str
    facts: tuple[Fact, ...]
    asked: Asked = NOBODY_ASKED


def extract(reading: Reading, short: str) -> Extraction:
    """The subjects of a source, what it says of them, and its main points; no model is asked."""
    return extract_from(reading, choice_of(reading, short), short)


def choice_of(reading: Reading, short: str, told: Iterable[tuple[str, str]] = ()) -> Choice:
    """The subjects of a source. ``told`` are names that somebody else found, each with the label of a
    sentence that speaks of it; they are held against the same measure of worth."""
    gathering = Gathering(reading, short).gather()
    for name, label in told:
        gathering.told_of(name, label)
    return Choice(gathering, without_version(short))


def extract_from(reading: Reading, choice: Choice, short: str) -> Extraction:
    """What a source says of these subjects, and its main points."""
    own = without_version(short)
    claims = ClaimMaker(reading, choice, short).make()
    points = main_points(reading, choice, claims, short)
    first = gist(reading, claims, choice, short)
    if first:
        points = [
            Point("", first.evidence[0], first),
            *(p for p in points if p.label != first.evidence[0]),
        ]
    subjects = [_found(s) for s in choice.subjects.values()]
    if is_brief(reading):
        named = {label: [m.owner for m in found] for label, found in choice.mentions.items()}
        more, said = brief_subjects(reading, choice.subjects.keys(), named, claims)
        mentions = (replace(c, brief=True) if c.role is Role.MENTIONS else c for c in claims)
        subjects, claims = [*subjects, *more], [*mentions, *said]
    rules = sum(bool(RULE_WORDS.search(s.text)) for s in reading.sentences)
    return Extraction(
        tuple(subjects),
        tuple(claims),
        tuple(points),
        rules >= RULES_MAKE_A_RULE_TEXT,
        shortest(choice, own, short),
        choice.own,
        tuple(_facts(reading, choice)),
    )


def _facts(reading: Reading, choice: Choice) -> Iterator[Fact]:
    """What the sentences fix, each fact with the subject that its words hang on."""
    for sentence in reading.sentences:
        if sentence.kind in {BlockKind.HEADING, BlockKind.CODE, BlockKind.TERM}:
            continue
        mentions = choice.mentions.get(sentence.label, [])
        for found in facts(sentence.text, reading.document.language):
            before = [m.owner for m in mentions if m.end <= found.start]
            about = before[-1] if before else mentions[0].owner if mentions else ""
            yield Fact(
                sentence.label,
                found.type,
                found.aspect,
                found.value,
                found.words,
                found.hedged,
                about,
                found.bound,
            )


def shortest(choice: Choice, own: str, short: str) -> str:
    """The source's short name, by the abbreviation that it gives itself ("SemVer 2.0.0")."""
    subject = choice.subjects.get(choice.own)
    if subject is None or len(short) <= 12:
        return short
    given = [n for n in subject.stated if 2 <= len(n) <= 8 and own in short]
    return short.replace(own, min(given, key=lambda n: (len(n), n)), 1) if given else short


def without_version(name: str) -> str:
    """A document's name without the number of its version: "Semantic Versioning 2.0.0"."""
    return re.sub(r"\s+v?\d+(?:\.\d+)+$", "", name)


def _found(subject: Subject) -> SubjectFound:
    names = [NameFound(subject.title, "")]
    names += [
        NameFound(s, subject.stated.get(s, ""), stated=s in subject.stated)
        for s in sorted(subject.spellings)
        if s != subject.title
    ]
    return SubjectFound(
        subject.slot, subject.kind, tuple(names), tuple(subject.named_in), subject.headed
    )


def short_name(document: Document, stem: str) -> str:
    """What footnotes call a source: "PEP 440" for "PEP 440: Version Identification …".

    The title's own first part where it has one, the title where it is short, else its beginning;
    34 characters at most.
    """
    title = re.sub(
        r"^(?:chapter|part|section)\s+[\dIVX]+[.:]?\s+|^第\s*[\d一二三四五六七八九十]+\s*[章节]\s*",
        "",
        document.title.strip(),
        flags=re.I,
    )
    title = re.sub(r"\s*\([^()]*\)\s*$", "", title) or document.title.strip()
    head = re.split(r"\s*(?::\s|：| -- | – | — | \| )\s*", title)[0].strip()
    if re.fullmatch(r"(?:PEP|RFC|ISO|BEP|JEP|SEP)[ -]?\d[\w.-]*", head):
        return head
    name = head if 3 <= len(head) <= SHORT_AT_MOST else title
    if len(name) <= SHORT_AT_MOST:
        return name
    cut = name[:SHORT_AT_MOST].rsplit(" ", 1)[0].rstrip(" ,;:-")
    return cut + " …" if len(cut) > 12 else stem[:SHORT_AT_MOST]


def quotables(reading: Reading) -> tuple[Quotable, ...]:
    """The sentences of a reading as the ledger keeps them."""
    return tuple(_quotable(reading, sentence) for sentence in reading.sentences)


def _quotable(reading: Reading, sentence: Sentence) -> Quotable:
    anchor = reading.anchors[sentence.block] if reading.anchors else ""
    return Quotable(
        label=sentence.label,
        text=sentence.text,
        start=sentence.start,
        end=sentence.end,
        kind=sentence.kind,
        block=sentence.block,
        section=sentence.section,
        anchor=anchor,
        where=_where(reading, sentence),
        lead_in=sentence.lead_in,
    )


def _where(reading: Reading, sentence: Sentence) -> str:
    heading = (
        re.sub(r"\s+", " ", sentence.section[-1].replace("`", "")).strip()
        if sentence.section
        else ""
    )
    if len(heading) > 44:
        heading = heading[:44].rsplit(" ", 1)[0] + " …"
    page = reading.document.blocks[sentence.block].page
    parts = (heading, _clause(reading, sentence.block), f"p. {page}" if page else "")
    return ", ".join(part for part in parts if part)


def _clause(reading: Reading, block: int | None) -> str:
    """The number of a list item with those of the items that it is nested in: "11.4.2"."""
    markers: list[str] = []
    blocks = reading.document.blocks
    while block is not None:
        if blocks[block].kind is BlockKind.ITEM and blocks[block].marker:
            markers.insert(0, blocks[block].marker)
        block = blocks[block].parent
    return ".".join(markers)
