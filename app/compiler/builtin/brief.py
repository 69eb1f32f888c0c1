"""What a text of a few sentences is about: everything that it names.

In a long text a subject shows itself, since the text comes back to it. A note of one sentence comes back to
nothing, and yet what it says may gainsay what another source says of the same thing. So each name and each
noun that stands behind an article is taken for something that the text speaks of: enough to find what
else is said of it, and not enough for a page of its own (``app.compiler.statements.worth_a_page``).
"""

import re
from collections.abc import Iterator, Sequence, Set

from app.compiler.builtin import cjk
from app.compiler.builtin.phrases import NOUNS_ARE_BIG, opening, proper_spans, tokens
from app.compiler.dates import MONTHS
from app.compiler.lexicon import base, is_cjk, is_wide, stopwords, words_of
from app.compiler.wording import (
    capitalised,
    drop_pointers,
    ended,
    incomplete,
    speaks_to_reader,
    tidy,
)
from app.ledger.naming import key, singular_phrase
from app.ledger.records import Claim, Form, Kind, NameFound, Role, SubjectFound
from app.sources.document import BlockKind, Reading, Sentence

BRIEF = 4  # sentences of running text, up to which a text is brief
MOST = 12  # things that one sentence may be about
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE})
_DETERMINER = re.compile(
    r"\b(?:the|an?|this|these|its|his|her|their|our|no|every|each"
    r"|les?|la|une?|des|du|aux?|ce|cette|ces|son|sa|ses|leurs?)\s+|\b[ld]['’]|\w['’]s\s+",
    re.IGNORECASE,
)
_HEAD_LAST = frozenset({"en"})
_WIDE_NUMBER = re.compile(
    r"^[第\d一二两兩三四五六七八九十百千]+.?$|^[第\d二两兩三四五六七八九十百千]"
)
_PHRASE = 4  # words of a noun phrase behind its article


def is_brief(reading: Reading) -> bool:
    """Whether a text has so few sentences that it can come back to nothing."""
    return len(_prose(reading)) <= BRIEF


def _prose(reading: Reading) -> list[Sentence]:
    return [s for s in reading.sentences if s.kind in _PROSE]


def named_in(text: str, language: str) -> list[str]:
    """What a sentence is about, each name once, in no order of worth."""
    found = _wide(text, language) if is_wide(text, language) else _latin(text, language)
    return list({key(n): n for n in found if _says_something(n, language)}.values())[:MOST]


def _says_something(name: str, language: str) -> bool:
    slot = key(name)
    if is_cjk(name):
        return not _WIDE_NUMBER.match(name)
    calendar = words_of("en").calendar | words_of("de").calendar | words_of("fr").calendar
    if name.isupper() and name.casefold() in words_of(language).verbs:
        return False  # DOIVENT: a key word of a rule
    dated = any(word.casefold() in calendar or word.casefold() in MONTHS for word in name.split())
    return len(slot) >= 2 and not slot.isdigit() and not dated


def _latin(text: str, language: str) -> Iterator[str]:
    stops = stopwords(language)
    for span in proper_spans(text, language):
        if not (span.first and span.text.casefold().split()[0] in stops):
            yield span.text
    opened = opening(text, language)
    if opened:
        yield opened.phrase
        if not opened.phrase.split()[-1][0].isupper():  # of a name the last word may be another's
            yield _head(opened.phrase.split(), language)
    if base(language) in NOUNS_ARE_BIG:
        yield from (w.group() for w in tokens(text, language)[1:] if w.group()[0].isupper())
        return
    for match in _DETERMINER.finditer(text):
        if words := _noun_phrase(text[match.end() :], language):
            yield _head(words, language)


def _noun_phrase(rest: str, language: str) -> list[str]:
    """The words up to the first that says nothing of its own, or a mark."""
    found: list[str] = []
    stops, verbs = stopwords(language), words_of(language).verbs
    for token in re.finditer(r"(?P<gap>\W*)(?P<word>[^\W\d_][\w-]*)(?:['’]s)?", rest):
        word = token["word"]
        if (found and token["gap"] != " ") or word.casefold() in stops or word in verbs:
            break
        if found and word[0].isupper() != found[-1][0].isupper():
            break
        found.append(word)
        if len(found) == _PHRASE:
            break
    return found


def _head(words: list[str], language: str) -> str:
    """The noun that a phrase is of: the last word of an English one without what only looks like a verb,
    else the first."""
    if base(language) not in _HEAD_LAST:
        return words[0]
    while len(words) > 1 and words[-1].endswith(("ed", "ing", "ly")):
        words = words[:-1]
    return singular_phrase(words[-1])


def _wide(text: str, language: str) -> Iterator[str]:
    yield from cjk.latin_names(text)
    yield from cjk.bodies(text, language)
    yield from cjk.pieces(text, language)


def brief_subjects(
    reading: Reading, shown: Set[str], known: dict[str, list[str]], found: Sequence[Claim]
) -> tuple[list[SubjectFound], list[Claim]]:
    """What a brief text is about besides the subjects that it shows to be some, and what it says of it.

    ``shown`` are the slots of those, ``known`` has them by the label of the sentence that names them, and
    ``found`` is what is said of them already.
    """
    language = reading.document.language
    names: dict[str, str] = {}
    where: dict[str, list[str]] = {}
    claims: list[Claim] = []
    said = {(c.slot, label) for c in found for label in c.evidence}
    for sentence in _prose(reading):
        if incomplete(tidy(sentence.text)) or speaks_to_reader(sentence.text, language):
            continue
        here = {key(n): n for n in named_in(sentence.text, language)}
        for slot in here.keys() - shown:
            names.setdefault(slot, here[slot])
            where.setdefault(slot, []).append(sentence.label)
        about = [*(s for s in here if s not in shown), *known.get(sentence.label, ())]
        claims += [
            Claim(slot, (sentence.label,), _whole(sentence), Role.MENTIONS, Form.WHOLE, brief=True)
            for slot in dict.fromkeys(about)
            if (slot, sentence.label) not in said
        ]
    return [_found(slot, names[slot], where[slot]) for slot in sorted(names)], claims


def _whole(sentence: Sentence) -> str:
    return ended(capitalised(drop_pointers(tidy(sentence.text))))


def _found(slot: str, name: str, where: list[str]) -> SubjectFound:
    kind = Kind.ENTITY if name[:1].isupper() else Kind.CONCEPT
    return SubjectFound(slot, kind, (NameFound(capitalised(name), ""),), tuple(where), brief=True)
