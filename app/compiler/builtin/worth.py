"""Whether a name is one that a reader would look up, and how it is written as a title."""

import re

from app.compiler.builtin.candidates import Candidate, heading_name
from app.compiler.builtin.phrases import NOUNS_ARE_BIG, begins_name, is_capital
from app.compiler.lexicon import RULE_WORDS, base, generic, is_cjk, stopwords, words_of
from app.ledger.naming import COMPANY_FORMS, TITLES, singular_phrase, words
from app.ledger.records import Kind

_IDENTIFIER = re.compile(r"[_(){}=<>$\\]|\.\w+$|^\W|^[a-z]+(?:[A-Z]|\.[a-z]+)")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")  # a class (NormalizedVersion) or a name (GitHub)
_LETTERS = re.compile(
    r"[^\W\d]{2}|^[a-z]\d{1,2}[a-z]$|^[A-Z][+#]+$"
)  # or a word with its middle counted (k8s), or C++
_NUMBERED = re.compile(r"^[A-Z]{2,}[ -]?\d+$")  # PEP 440, RFC 2119
_CODE_WORDS = frozenset(
    {"true", "false", "null", "none", "undefined", "nil", "self", "this", "return"}
)


def plausible(candidate: Candidate, language: str) -> bool:
    """Whether a candidate's name is one that a reader could look up at all."""
    name = candidate.best_spelling()
    parts = words(name)
    if not parts or len(parts) > 7 or re.search(r"[\"“”]", name) or candidate.key in _CODE_WORDS:
        return False
    if RULE_WORDS.search(name) or "://" in name or name.isdigit() or re.search("[ぁ-ん]{2}", name):
        return False
    key_word = parts[0] in words_of(language).verbs | stopwords(language)
    if name.isupper() and key_word and not (candidate.defines or candidate.stated):
        return False  # DOIT, PEUVENT: key words of a rule, as MUST is
    if is_cjk(name):
        return _reads_as_term(name)
    if not (
        candidate.stated or _reads_as_name(name, parts, language, said=bool(candidate.defines))
    ):
        return False
    code = _IDENTIFIER.search(name) or (candidate.code and _INNER_CAPITAL.search(name))
    return not (code and not candidate.linked) or candidate.code > 2 or candidate.stated


def _reads_as_term(name: str) -> bool:
    """Whether a Chinese or Japanese name is a term: no clause, no date, nothing that says too little."""
    if not 2 <= len(name) <= 16 or name in generic():
        return False
    return not re.search(
        r"[\d一二三四五六七八九十]+[年月日号个種种つ]|[をがはへ、，的了]|[ぁ-ん]{4,}|^[ぁ-ん]|の",
        name,
    )


def _reads_as_name(name: str, parts: list[str], language: str, *, said: bool) -> bool:
    stops, lists = stopwords(language), words_of(base(language))
    while len(parts) > 2 and parts[0] in TITLES:
        parts = parts[1:]
    if parts[0] in COMPANY_FORMS or (
        parts[0] in words_of("en").calendar and not (said and _is_title(name))
    ):
        return False
    if name.casefold() in stopwords("en") | stops:
        return name.isupper() and said  # WHO, where a sentence says what it is
    if (
        (parts[0] in stops and not begins_name(name))
        or parts[-1] in stops
        or not _LETTERS.search(name)
    ):
        return False
    if parts[0] in lists.calendar or re.match(r"^\d", name):
        return False
    return not all(
        p in generic() or singular_phrase(p) in generic() or p in lists.calendar or p.isdigit()
        for p in parts
    )


def _is_title(name: str) -> bool:
    """Whether a name is big words only: The English Patient, no English text."""
    parts = name.split(" ")
    return len(parts) > 1 and all(is_capital(p) and not p[0].isdigit() for p in parts)


def kind_of(candidate: Candidate, language: str) -> Kind:
    """Entity where the source writes it as a name, concept where it is a word like others."""
    spelling = candidate.best_spelling()
    if base(language) in NOUNS_ARE_BIG and not candidate.proper and not candidate.run_in:
        return Kind.ENTITY if candidate.item else Kind.CONCEPT
    if is_cjk(spelling):
        return Kind.ENTITY if candidate.proper else Kind.CONCEPT
    if candidate.run_in or candidate.item or candidate.bracketed or _NUMBERED.match(spelling):
        return Kind.ENTITY
    if _INNER_CAPITAL.search(spelling) and " " not in spelling and not candidate.code:
        return Kind.ENTITY
    if candidate.code > candidate.proper:
        return (
            Kind.CONCEPT if candidate.plain > candidate.proper or candidate.headed else Kind.ENTITY
        )
    if " " not in spelling and is_capital(spelling) and candidate.proper:
        return Kind.ENTITY if candidate.proper * 2 >= candidate.plain else Kind.CONCEPT
    return Kind.ENTITY if candidate.proper > candidate.plain else Kind.CONCEPT


def chosen(candidate: Candidate, named: int, language: str) -> bool:
    """Whether the source says enough of a candidate: defined, headed, told apart, given two names, or
    returned to.

    What a model takes for the subject of a sentence need not be returned to, since whether it gets
    a page is seen when all sources are in; but a single plain word counts only where it is defined.
    """
    if candidate.run_in or candidate.item or candidate.stated:
        return True
    if candidate.by_reader and (candidate.told or _is_more_than_a_word(candidate, language)):
        return True
    if kind_of(candidate, language) is Kind.ENTITY:
        return _enough_for_a_name(candidate, named)
    return _enough_for_a_term(candidate, named, language)


def _is_more_than_a_word(candidate: Candidate, language: str) -> bool:
    name = candidate.best_spelling()
    return kind_of(candidate, language) is Kind.ENTITY or bool(re.search(r"[\s\d+#-]", name))


def _enough_for_a_name(candidate: Candidate, named: int) -> bool:
    said = len(candidate.opens)
    if candidate.code > candidate.proper:
        return bool(candidate.defines) or said >= 2
    if candidate.called and not said and named < 2:
        return False  # a word of some trade, explained in passing and never used
    name = candidate.best_spelling()
    if is_cjk(name) and len(name) >= 4:
        return True  # a person, a work or a body, told by its form
    apart = candidate.linked or candidate.marked or candidate.headed or candidate.called
    return bool(said or apart or " " in name) or named >= 3


def _enough_for_a_term(candidate: Candidate, named: int, language: str) -> bool:
    name = candidate.best_spelling()
    said = len(candidate.opens)
    if is_cjk(name):
        return _enough_for_a_wide_term(candidate, named)
    compound = base(language) in NOUNS_ARE_BIG and len(name) >= LONG_COMPOUND
    if " " not in name and "-" not in name and not compound:
        apart = candidate.told or (candidate.headed and said) or (candidate.called and said >= 2)
        return bool(apart) and named >= 3
    if base(language) != "en" and said and named >= OFTEN:
        return True
    if candidate.headed or candidate.called or candidate.told:
        return named >= 2 + bool(candidate.called)
    return said >= 3 or (said >= 2 and named >= 3)


OFTEN = 4  # sentences that name a term, from which one that speaks of it is enough


def _enough_for_a_wide_term(candidate: Candidate, named: int) -> bool:
    """Of a Chinese or Japanese term: told what it is, set apart, or spoken of and come back to."""
    if candidate.told:
        return named >= 2
    if candidate.headed or candidate.called:
        return named >= 2 + bool(candidate.called)
    return bool(candidate.opens) and named >= OFTEN


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


LONG_COMPOUND = 12  # letters from which a German word says as much as two English ones


def title_of(candidate: Candidate, language: str) -> str:
    """A candidate's name as a title: a name as the source has it, a term in the singular."""
    spelling = candidate.best_spelling()
    spelled = _IDENTIFIER.search(spelling) or _INNER_CAPITAL.search(spelling)
    if base(language) in NOUNS_ARE_BIG:
        name = min(candidate.spellings, key=lambda s: (len(s), s))
        return spelling if spelled else name[0].upper() + name[1:]
    if candidate.item and spelling[0].islower():
        return spelling[0].upper() + spelling[1:]
    if base(language) != "en" and not is_cjk(spelling) and not spelled:
        return _case_of(candidate, language)
    if kind_of(candidate, language) is Kind.CONCEPT and not spelled:
        return term_title(spelling) if _is_plural(candidate, spelling) else term_case(spelling)
    if candidate.item and spelling[0].islower():
        return spelling[0].upper() + spelling[1:]
    return spelling


def _case_of(candidate: Candidate, language: str) -> str:
    """A name as most sentences have it; a term by its shortest form, with a capital in front only."""
    name = candidate.best_spelling()
    if kind_of(candidate, language) is Kind.ENTITY:
        return name[0].upper() + name[1:] if candidate.run_in else name
    name = min(candidate.spellings, key=lambda s: (len(s), s))
    return name[0].upper() + name[1:]


def _is_plural(candidate: Candidate, spelling: str) -> bool:
    """Whether the plural of a term may be taken off: a lone capitalised word may be a name in "s"."""
    if " " in spelling or "-" in spelling or not is_capital(spelling):
        return True
    return any(singular_phrase(other) == other for other in candidate.spellings)


def term_title(spelling: str) -> str:
    """A term as a title: in the singular, in sentence case."""
    return term_case(
        spelling if is_cjk(spelling) else singular_phrase(heading_name(spelling) or spelling)
    )


def term_case(name: str) -> str:
    """``name`` with its first letter big and its other words small, unless they are spelled specially."""
    first = name.split(" ", maxsplit=1)[0]
    if (
        name[:1].islower()
        and name.replace("-", " ").isascii()
        and not re.search(r"[A-Z\d.]", first[1:])
    ):
        return name[0].upper() + name[1:]
    if re.fullmatch(r"(?:[A-Z][a-z]+[ -]?)+", name):
        head, *rest = re.split(r"(?<=[ -])", name)
        return head + "".join(rest).lower()
    return name
