"""What the ledger knows of one source: its sentences, the subjects found in it, its claims.

These are plain values that a file can hold. A claim is about a subject *as this source calls it*
(``SubjectFound.slot``); which slots of which sources are one thing is decided in
``app.compiler.resolve`` from the names that the sources give, so that taking a source away takes
its reasons for a merge away as well.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.ledger.naming import key
from app.sources.document import BlockKind


class Kind(StrEnum):
    """The kinds of compiled pages."""

    CONCEPT = "concept"
    ENTITY = "entity"
    SUMMARY = "summary"
    COMPARISON = "comparison"


class Role(StrEnum):
    """What a statement does for its subject, best first."""

    DEFINES = "defines"
    RULE = "rule"  # holds a key word of RFC 2119
    FIGURE = "figure"  # a number or a date
    SAYS = "says"
    MENTIONS = "mentions"  # names the subject, of which it is not the grammatical subject


class Form(StrEnum):
    """How a wording came out of the words that it rests on."""

    WHOLE = "whole"  # the sentence itself
    TRIMMED = "trimmed"  # words left out at its ends or in brackets
    NAMED = "named"  # a pronoun or "this document" replaced by the name
    JOINED = "joined"  # a list item joined to its lead-in, or a heading to its sentence


@dataclass(frozen=True, slots=True)
class Quotable:
    """A sentence, cell, heading or line of code of a source, with its place.

    ``start`` and ``end`` cut exactly ``text`` out of the text as read; ``anchor`` is the subpath
    of its block in the file that links lead to; ``where`` are words for that place (the innermost
    heading, an item's number), shown behind the source's short name; ``block`` is the index of
    its block and ``lead_in`` the label of what it hangs on.
    """

    label: str
    text: str
    start: int
    end: int
    kind: BlockKind
    block: int
    section: tuple[str, ...] = ()
    anchor: str = ""
    where: str = ""
    lead_in: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a source about one of its subjects.

    ``evidence`` are the labels of the sentences that it rests on, in reading order; ``text`` is
    its wording, plain, inline code in backticks; ``items`` are nested lines with the labels that
    each rests on; ``aspect`` is the group that it belongs to on a page; ``score`` orders claims
    of one role within the source, higher is better. ``brief`` says that the source is so short that
    all that it names is what it speaks of, although by its grammar it only mentions this.
    """

    slot: str
    evidence: tuple[str, ...]
    text: str
    role: Role
    form: Form
    aspect: str = ""
    score: float = 0.0
    items: tuple[tuple[str, str], ...] = ()
    brief: bool = False


@dataclass(frozen=True, slots=True)
class NameFound:
    """A name of a subject in a source: as spelled, and the sentence that gives it, if one does.

    ``stated`` is true where the source says that this is another name of the subject ("Free
    Software Foundation (FSF)"); only such names join subjects.
    """

    text: str
    label: str
    stated: bool = False


@dataclass(frozen=True, slots=True)
class SubjectFound:
    """Something that a source speaks of.

    ``slot`` is the normal form of its main name and names it within the source. ``named_in`` are
    the labels of all sentences that name it. ``sense`` is what tells it from another thing of its name
    ("planet"), empty where nothing has to; it stands in brackets at the end of the main name then.
    ``brief`` is true where nothing speaks for it but that a source of a few sentences names it: that is
    no reason for a page, but for one that shows where sources disagree.
    """

    slot: str
    kind: Kind
    names: tuple[NameFound, ...]
    named_in: tuple[str, ...]
    headed: bool = False
    sense: str = ""
    brief: bool = False

    @property
    def bare(self) -> str:
        """The normal form of its main name without the sense."""
        text = self.names[0].text
        return key(text.removesuffix(f" ({self.sense})")) if self.sense else self.slot


@dataclass(frozen=True, slots=True)
class Point:
    """A main sentence of a source, for its summary: under which part, and about which subjects."""

    part: str
    label: str
    claim: Claim


class FactType(StrEnum):
    """What kind of value a fact has."""

    DATE = "date"
    COUNT = "count"
    ROLE = "role"
    NAME = "name"
    AGENT = "agent"  # by whom
    PLACE = "place"
    POLARITY = "polarity"  # whether or not; found among a subject's claims, never stored
    SAID = "said"  # a whole statement that a judge holds against another; never stored either


@dataclass(frozen=True, slots=True)
class Fact:
    """What a sentence fixes that another could gainsay: one value of one aspect.

    ``aspect`` is a normal form, so that equal aspects compare equal; ``value`` is comparable within
    its type ("1993-08-16", "474", "wife"); ``words`` are the source's own. ``hedged`` is true for
    "more than", "about" and the like, and ``bound`` says which: "<", "<=", ">", ">=" or "~". ``about`` is
    the slot of the subject that the words hang on, empty where the sentence names none.
    """

    label: str
    type: FactType
    aspect: str
    value: str
    words: str
    hedged: bool = False
    about: str = ""
    bound: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a language model was asked about a source, and what came of it; empty where none was.

    ``model``, its ``digest`` and ``prompt``, a hash of the fixed part of the questions, say who read.
    The model read ``pieces`` of the text; ``failed`` says of each other piece why the built-in reader
    read it. ``picked`` counts the claims on sentences that the model picked, ``beside`` the others.
    Calls, tokens and seconds are those of the replies that came. ``introduced`` is the page whose
    introduction was asked for on account of this reading: each pays for one, so that introductions
    cost no more than that.
    """

    model: str = ""
    digest: str = ""
    prompt: str = ""
    pieces: int = 0
    failed: tuple[str, ...] = ()
    picked: int = 0
    beside: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    introduced: str = ""

    @property
    def owes(self) -> bool:
        """Whether an introduction may still be asked for on account of this reading."""
        return bool(self.model) and not self.introduced


class Verdict(StrEnum):
    """What was judged of two names, or of two statements on one subject."""

    SAME = "same"  # one thing under two names; the same said in other words
    APART = "apart"  # two things; statements that can both hold
    CONTRADICTS = "contradicts"
    CHANGED = "changed"  # each true of its time
    OPEN = "open"  # not to be told, or told one way and then another


@dataclass(frozen=True, slots=True)
class NamesJudged:
    """Two slots held against each other when this source was compiled. ``by`` names the judge: the
    beginning of a model's digest."""

    slot: str
    other: str
    verdict: Verdict
    by: str


@dataclass(frozen=True, slots=True)
class ClaimsJudged:
    """A sentence of this source held against one of another. ``digest`` is that of the other sentence's
    text, so that the verdict falls when that text is another."""

    label: str
    source: str
    other: str
    digest: str
    verdict: Verdict
    by: str


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """All that the ledger holds of one source.

    ``id`` is short and part of every footnote label. ``target`` is the vault path of the file
    that links lead to: the raw file, or its readable edition. ``title`` is the source's full
    title, ``short`` what footnotes call it. ``added`` is a date (YYYY-MM-DD), the day when the
    source first came. ``reader`` names what extracted it, ``version`` is that of the built-in
    reader, ``asked`` what a model was asked, and ``rules`` the digest of the rules under which it was
    last rendered, empty where that was not kept. ``names`` and ``clashes`` are what was judged of its
    names and statements beside those of other sources.
    ``own`` is the slot of the subject that the source itself is, where it names it. ``parts`` lists the
    top headings with the number of quotable sentences under each. ``given`` are the highest numbers that
    labels were ever given, by their letter, where that is more than the sentences show.
    """

    id: str
    path: str
    sha256: str
    size: int
    format: str
    title: str
    short: str
    language: str
    added: str
    target: str
    reader: str
    version: int
    encoding: str = "utf-8"
    authors: tuple[str, ...] = ()
    date: str = ""
    url: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    recovered: tuple[str, ...] = ()
    rule_text: bool = False
    own: str = ""
    sentences: tuple[Quotable, ...] = ()
    subjects: tuple[SubjectFound, ...] = ()
    claims: tuple[Claim, ...] = ()
    points: tuple[Point, ...] = ()
    facts: tuple[Fact, ...] = ()
    asked: Asked = Asked()
    names: tuple[NamesJudged, ...] = ()
    clashes: tuple[ClaimsJudged, ...] = ()
    rules: str = ""
    given: tuple[tuple[str, int], ...] = ()

    def sentence(self, label: str) -> Quotable:
        """The sentence with this label; KeyError if the source has none."""
        for quotable in self.sentences:
            if quotable.label == label:
                return quotable
        raise KeyError(label)
