"""Everything in a source that may be a subject, with what speaks for it.

A candidate is a normal form (``naming.key``) with its spellings. What counts for it is gathered in
one pass over the sentences: is it a name, does a sentence say what it is, do sentences begin with
it, does a heading name it, does the source set it apart.
"""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field

from app.compiler.builtin import cjk
from app.compiler.builtin.nouns import Nouns, inflected
from app.compiler.builtin.phrases import (
    NOUNS_ARE_BIG,
    Opening,
    defining_rest,
    is_capital,
    opening,
    proper_spans,
    tokens,
    topic_rest,
)
from app.compiler.builtin.stated import stated
from app.compiler.lexicon import TELLS_WHAT, base, is_cjk, is_wide, stopwords, words_of
from app.compiler.wording import commands, name_self, speaks_to_reader
from app.ledger.naming import key, words
from app.sources.document import BlockKind, Mark, MarkKind, Reading, Sentence

_HEADING_NUMBER = re.compile(
    r"^(?:(?i:chapter|section|part|appendix|kapitel|chapitre)\s+)?(?:\d+(?:\.\d+)*\.?|[IVX]+\.?|[A-Z]\.)\s+"
    r"|^第\s*[\d一二三四五六七八九十]+\s*[章节条]\s*"
)
_RUN_IN = re.compile(
    r"^(?P<head>[A-Z](?:[^.:()\n]|\.(?=\d)){1,50}?)\s*(?:\((?P<paren>[^()\n]{3,60})\))?\s*:\s+(?=\S)"
)
_COMPANY = re.compile(r",?\s+(?:Inc|Ltd|LLC|GmbH|Corp|plc|Limited)\.?$")
_NAMED_ITEM = re.compile(
    r"^(?P<name>\w[\w-]+) \((?P<other>[A-Z][^()]{1,30})\)"
    r" (?:is|was|are|were|ist|war|sind|waren|est|était|sont|étaient) "
)
_IN_BRACKETS = re.compile(r"[a-z]{3,} \((?P<name>[a-z][a-z0-9-]{2,14})\)")
_QUOTED = re.compile(
    r"[\"“「『《](?P<term>[^\"“”„«»」』》\n]{2,40}?)[.,]?[\"”」』》]"
    r"|„(?P<low>[^\"“”„«»\n]{2,40}?)[.,]?[“”]"
    r"|«[\s\u00a0\u202f]*(?P<french>[^«»\n]{2,40}?)[\s\u00a0\u202f]*»|»(?P<german>[^«»\n]{2,40}?)[.,]?«"
)
_IN_PASSING = re.compile(r"^,[^,]{3,60},\s*")
_BRACKETED = re.compile(r"\s?[（(](?P<inner>[^（()）\n]{2,60})[)）]")
_FRONT_ARTICLE = re.compile(
    r"^(?:l['’]\s*|d['’]\s*|(?:le|la|les|un|une|der|die|das|ein|eine)\s+(?=[^\W\d_]))",
    re.IGNORECASE,
)
_PROSE = {BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE, BlockKind.TERM}


@dataclass
class Candidate:
    """What a source shows of one possible subject; labels are those of its sentences."""

    key: str
    spellings: Counter[str] = field(default_factory=Counter)
    proper: int = 0
    plain: int = 0
    opens: list[str] = field(default_factory=list)
    defines: list[str] = field(default_factory=list)
    headed: list[str] = field(default_factory=list)
    marked: int = 0
    linked: int = 0
    code: int = 0
    run_in: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    told: bool = False
    by_reader: bool = False
    bracketed: bool = False
    item: bool = False
    stated: bool = False
    also: dict[str, str] = field(default_factory=dict)

    def take(self, other: "Candidate") -> None:
        """Add what speaks for another form of the same word."""
        self.spellings.update(other.spellings)
        for name in ("proper", "plain", "marked", "linked", "code"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("opens", "defines", "headed", "run_in", "called"):
            getattr(self, name).extend(getattr(other, name))
        self.told |= other.told
        self.by_reader |= other.by_reader
        self.bracketed |= other.bracketed
        self.item |= other.item
        self.stated |= other.stated
        self.also |= other.also

    def best_spelling(self) -> str:
        """The spelling that the source uses most, mid-sentence ones before others."""
        return max(self.spellings.items(), key=lambda s: (s[1], -len(s[0]), s[0]))[0]


@dataclass(frozen=True, slots=True)
class RunIn:
    """A paragraph's run-in heading: "Debian 1.2 *Rex* (December 12th, 1996): …"."""

    head: str
    name: str
    label: str
    block: int


class Gathering:
    """The candidates of one source, and how each sentence opens."""

    def __init__(self, reading: Reading, short: str = "") -> None:
        self.reading = reading
        self.short = short
        self.language = reading.document.language
        self.candidates: dict[str, Candidate] = {}
        self.openings: dict[str, Opening] = {}
        self.run_ins: dict[int, RunIn] = {}
        self.same: list[tuple[str, str, str]] = []
        self._marks = sorted(reading.document.marks, key=lambda m: m.start)
        self._starts = [m.start for m in self._marks]
        self._lower = self._words_written_small()
        self._mid_names = self._names_inside_sentences()
        self._bracketed = self._words_in_brackets()
        self._recurring = cjk.recurring((s.text, self.language) for s in self.prose())
        self._imagined: set[str] = set()
        self._nouns: Nouns | None = None
        if base(self.language) in NOUNS_ARE_BIG:
            self._nouns = Nouns([s.text for s in self.prose()], self.language)
        self._title = _long_title(reading.document.title)

    def prose(self) -> list[Sentence]:
        """The sentences of running text."""
        return [s for s in self.reading.sentences if s.kind in _PROSE]

    def gather(self) -> "Gathering":
        """Fill ``candidates``, ``openings``, ``run_ins`` and ``same``: two names that a sentence says are
        of one thing, and its label."""
        for sentence in self.reading.sentences:
            if sentence.kind is BlockKind.HEADING:
                self._heading(sentence)
            elif sentence.kind is BlockKind.TERM:
                self._term(sentence)
            if sentence.kind in _PROSE:
                self._prose(sentence)
        for mark in self._marks:
            self._mark(mark)
        self._find_stated()
        for slot in self._imagined & self.candidates.keys():
            if not self.candidates[slot].linked and not self.candidates[slot].headed:
                del self.candidates[slot]
        if self._nouns:
            self._join_inflected()
            self._without_side_by_side()
        return self

    def _find_stated(self) -> None:
        """What sentences state of names; the names are candidates for that reason."""
        used = {key(spelling) for c in self.candidates.values() for spelling in c.spellings}
        before, block = "", -1
        for sentence in self.reading.sentences:
            if sentence.kind not in _PROSE and sentence.kind is not BlockKind.HEADING:
                continue
            before = before if sentence.block == block else ""
            opened = self.openings.get(sentence.label)
            own = opened.phrase if opened else ""
            for found in stated(sentence.text, self.language, used.__contains__, own, before):
                self.same.append((found.name, found.other, sentence.label))
            before, block = own or before, sentence.block
        for name in dict.fromkeys(n for pair in self.same for n in pair[:2]):
            new = key(name) not in self.candidates
            if candidate := self._add(name):
                candidate.stated = True
                candidate.proper += new and is_capital(name)

    def told_of(self, name: str, label: str) -> None:
        """Take in that a sentence speaks of ``name``, which stands in it; somebody else found that."""
        found = self._add(name)
        if found is None:
            return
        found.by_reader = True
        if label not in found.opens:
            found.opens.append(label)
            found.proper += is_capital(name)

    def marks_in(self, sentence: Sentence) -> list[Mark]:
        """The marks that begin within ``sentence``."""
        i = bisect_right(self._starts, sentence.start - 1)
        found = []
        while i < len(self._marks) and self._marks[i].start < sentence.end:
            found.append(self._marks[i])
            i += 1
        return found

    def _add(self, name: str) -> Candidate | None:
        name = _COMPANY.sub("", name.strip().rstrip(",;:.\u00a0 "))
        if base(self.language) in {"fr", "de"}:
            name = _FRONT_ARTICLE.sub("", name)
        slot = key(name)
        if len(slot) < 2 or slot.isdigit() or len(name) > 80:
            return None
        found = self.candidates.setdefault(slot, Candidate(slot))
        found.spellings[name] += 1
        return found

    def _words_written_small(self) -> Counter[str]:
        small: Counter[str] = Counter()
        for sentence in self.reading.sentences:
            if sentence.kind in _PROSE:
                found = tokens(sentence.text, self.language)
                small.update(t.group() for t in found if t.group()[0].islower())
        return small

    def _words_in_brackets(self) -> Counter[str]:
        return Counter(m.group("name") for s in self.prose() for m in _IN_BRACKETS.finditer(s.text))

    def _names_inside_sentences(self) -> Counter[str]:
        inside: Counter[str] = Counter()
        for sentence in self.prose():
            for span in proper_spans(sentence.text, self.language):
                if not span.first:
                    inside.update(span.text.split())
        return inside

    def _prose(self, sentence: Sentence) -> None:
        self._run_in(sentence)
        wide = is_wide(sentence.text, self.language)
        self._termed(sentence)
        self._named_item(sentence)
        if speaks_to_reader(sentence.text, self.language) or (
            commands(sentence.text, self.language)
        ):
            self._imagine(sentence.text)
            return  # what is only ever ordered or asked is no subject
        if wide:
            self._wide(sentence)
        else:
            self._names(sentence.text)
        opened = opening(name_self(sentence.text, self.short)[0], self.language)
        opened = self._whole_name(sentence.text, opened) if wide else opened
        if opened and (not wide or self._is_term(opened)):
            self.openings[sentence.label] = opened
            self._opened(sentence, opened)
        for match in _IN_BRACKETS.finditer(sentence.text):
            self._in_brackets(match.group("name"), sentence.label)
        for match in _QUOTED.finditer(sentence.text):
            self._quoted(next(g for g in match.groups() if g), sentence)

    def _names(self, text: str) -> None:
        """The names that a sentence of a language with blanks writes as names."""
        for span in proper_spans(text, self.language):
            if self._title and _inside(self._title, text, span.start, span.end):
                continue  # a word of the text's own title is big for that reason
            if self._nouns:
                names = self._nouns.names(span.text)
            else:
                name = self._checked_first(span.text) if span.first else span.text
                names = [name] if name else []
            for name in names:
                if found := self._add(name):
                    found.proper += 1

    def _wide(self, sentence: Sentence) -> None:
        """What a Chinese or Japanese sentence names, and what it says is called so."""
        for name in cjk.latin_names(sentence.text):
            if is_capital(name) and (found := self._add(name)):
                found.proper += 1
        for name in cjk.bodies(sentence.text, self.language):
            ends = [t for t in self._recurring if name.endswith(t) and len(t) >= 4]
            if found := self._add(max(ends, key=len, default=name)):
                found.proper += 1

    def _whole_name(self, text: str, opened: Opening | None) -> Opening | None:
        """What a sentence opens with, by a name that it begins with: 基金会 is not 基金 that can (会)."""
        for name in cjk.bodies(text, self.language):
            if text.startswith(name) and topic_rest(text[len(name) :].strip(), self.language):
                rest = text[len(name) :].strip()
                return Opening(name, rest, defining_rest(rest, self.language))
        return opened

    def _termed(self, sentence: Sentence) -> None:
        if not is_wide(sentence.text, self.language):
            return
        for name in cjk.termed(sentence.text, self.language):
            if found := self._add(name):
                found.called.append(sentence.label)
                found.told = True

    def _named_item(self, sentence: Sentence) -> None:
        """ "jessie (Debian 8) was …" in a list: a name, and another of the same thing."""
        item = sentence.kind is BlockKind.ITEM and sentence.opens
        match = _NAMED_ITEM.match(sentence.text) if item else None
        if match and (found := self._add(match.group("name"))):
            found.proper += 1
            found.item = True
            found.also[match.group("other")] = sentence.label

    def _is_term(self, opened: Opening) -> bool:
        """Whether a Chinese or Japanese sentence opens with a term, rather than a clause cut short."""
        phrase = opened.phrase
        strong = opened.defines and not opened.rest.startswith("是")
        return (
            strong
            or phrase in self._recurring
            or phrase.isascii()
            or bool(re.search(r"[A-Z]", phrase))
            or self.language.startswith("ja")
        )

    def _join_inflected(self) -> None:
        """One candidate for a noun in all its cases ("Versionsnummer", "Versionsnummern")."""
        for slot in sorted(self.candidates):
            stem = inflected(slot, self.candidates.keys())
            if stem and slot in self.candidates:
                self.candidates[stem].take(self.candidates.pop(slot))

    def _imagine(self, text: str) -> None:
        """Note what a text only invents for its reader: 'Consider a library called "Firetruck."'"""
        if commands(text, self.language) or text.rstrip("。 ").endswith("ましょう"):
            quoted = (next(g for g in m.groups() if g) for m in _QUOTED.finditer(text))
            self._imagined |= {key(q) for q in quoted}

    def _without_side_by_side(self) -> None:
        """Take away what is two names that happened to meet: "Als Ian Murdock Debian verließ"."""
        names = {slot for slot, c in self.candidates.items() if c.proper}
        for slot in sorted(names):
            parts = self.candidates[slot].best_spelling().split(" ")
            cuts = [(" ".join(parts[:k]), " ".join(parts[k:])) for k in range(1, len(parts))]
            if any(key(a) in names and key(b) in names for a, b in cuts):
                del self.candidates[slot]

    def _checked_first(self, name: str) -> str | None:
        """A name at the front of a sentence, without a first word that only its place made big."""
        parts = name.split(" ")
        first = parts[0]
        if first in self._mid_names or (
            len(parts) > 1 and first.casefold() not in self._lower and is_capital(first)
        ):
            return name
        if len(parts) > 1 and first.casefold() in self._lower:
            rest = " ".join(parts[1:])
            return rest if is_capital(parts[1]) else None
        return None

    def _opened(self, sentence: Sentence, opened: Opening) -> None:
        at = sentence.text.find(opened.phrase)
        if self._title and _inside(self._title, sentence.text, at, at + len(opened.phrase)):
            return
        found = self._add(opened.phrase)
        if not found:
            return
        found.opens.append(sentence.label)
        if opened.defines:
            found.defines.append(sentence.label)
            rest = _IN_PASSING.sub("", opened.rest)
            found.told |= bool(TELLS_WHAT.match(rest))

    def _run_in(self, sentence: Sentence) -> None:
        match = _RUN_IN.match(sentence.text) if sentence.opens else None
        if not match or sentence.kind is BlockKind.TERM:
            return
        head = match.group("head").strip()
        inside = [
            m
            for m in self.marks_in(sentence)
            if m.kind in {MarkKind.EMPHASIS, MarkKind.STRONG}
            and m.end - sentence.start <= match.end()
        ]
        name = self.reading.document.text[inside[0].start : inside[0].end] if inside else head
        if not inside and not match.group("paren"):
            return
        if found := self._add(name):
            found.run_in.append(sentence.label)
            found.proper += 1
            before = head.removesuffix(name).strip()
            if inside and before and before != head:
                found.also[before] = sentence.label
                found.also[head] = sentence.label
            self.run_ins[sentence.block] = RunIn(head, name, sentence.label, sentence.block)

    def _heading(self, sentence: Sentence) -> None:
        name = heading_name(sentence.text, self.language)
        if name and (found := self._add(name)):
            found.headed.append(sentence.label)

    def _term(self, sentence: Sentence) -> None:
        name = sentence.text.strip().rstrip(":：").strip("`")
        if len(words(name)) <= 4 and (found := self._add(name)):
            found.headed.append(sentence.label)

    def _in_brackets(self, name: str, label: str) -> None:
        """ "The package manager (dpkg)": a word that no sentence writes otherwise is a name."""
        if self._lower[name] <= self._bracketed[name] and (found := self._add(name)):
            found.proper += 1
            found.bracketed = True
            found.called.append(label)

    def _quoted(self, term: str, sentence: Sentence) -> None:
        limit = 12 if is_cjk(term) else 4
        size = len(term) if is_cjk(term) else len(term.split())
        if size > limit or not re.match(r"^[\w《「]", term) or re.search(r"[=<>|\\/{}\[\]]", term):
            return
        if found := self._add(term):
            found.called.append(sentence.label)

    def _mark(self, mark: Mark) -> None:
        name = self.reading.document.text[mark.start : mark.end].strip()
        if mark.kind is MarkKind.CODE:
            self._code(name.strip("`"))
            return
        if (
            "\n" in name
            or len(words(name)) > 6
            or not re.match(r"^[\w《「]", name)
            or "://" in name
        ):
            return
        if mark.kind in {MarkKind.LINK, MarkKind.WIKILINK} and not (
            is_capital(name) or mark.kind is MarkKind.WIKILINK or is_cjk(name)
        ):
            return
        if found := self._add(name):
            found.marked += mark.kind in {MarkKind.STRONG, MarkKind.EMPHASIS}
            found.linked += mark.kind in {MarkKind.LINK, MarkKind.WIKILINK}

    def _code(self, name: str) -> None:
        if re.fullmatch(r"[A-Za-z][A-Za-z_.-]{2,29}", name) and (found := self._add(name)):
            found.code += 1


def _long_title(title: str) -> str:
    """A title of many words, which a text may quote; a short one may be the name of its subject."""
    return title.casefold() if len(words(title)) >= 4 and not is_cjk(title) else ""


def _inside(title: str, text: str, start: int, end: int) -> bool:
    """Whether a span stands within a longer piece of ``text`` that is the title."""
    low = text.casefold()
    at = low.find(title)
    while 0 <= at <= start:
        if end <= at + len(title) and end - start < len(title):
            return True
        at = low.find(title, at + 1)
    return False


def heading_name(heading: str, language: str = "en") -> str:
    """The thing that a heading names, or "" where it names none (a question, a sentence, a step)."""
    name = _HEADING_NUMBER.sub("", heading.strip()).strip(" .:：`")
    name = re.sub(r"\s*`[^`]*`", "", name).strip() or name
    name = _BRACKETED.sub("", name).strip()
    if re.search(r"[?？!！,，;；…]|\.\.\.| -- | – | — ", name):
        return ""
    parts = words(name)
    if is_cjk(name):
        return _wide_heading(name)
    stops, links = stopwords(language), words_of(language).linkers or _LINKERS
    if not 1 <= len(parts) <= 4 or any(p in stops and p not in links for p in parts):
        return ""
    if len(parts) == 1 and name.isupper() and name.casefold() in words_of("en").generic:
        return ""  # the label of a form: SUMMARY, DATES
    return name


_LINKERS = frozenset({"of", "in", "the", "for"})
_WIDE_CLAUSE = re.compile(
    r"[の的了吗么呢与和或是]|如何|什么|怎|哪|を|が|は|に|で|へ|と|か$|する|した|なる|ない"
)


def _wide_heading(name: str) -> str:
    """A Chinese or Japanese heading that is a noun and no clause."""
    if not 2 <= len(name) <= 12 or _WIDE_CLAUSE.search(name):
        return ""
    return name
