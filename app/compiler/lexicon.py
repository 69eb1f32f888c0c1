"""Closed word classes, by language: what opens a sentence without being its subject, and the like.

Lists are short on purpose: a word is here because leaving it out made a page worse. Languages
that have no list fall back to English where a rule needs one, and to nothing where it can do
without.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.paths import resources


@dataclass(frozen=True, slots=True)
class Words:
    """The closed word classes of one language, from ``resources/words/``; any may be empty."""

    stopwords: frozenset[str] = frozenset()
    hanging: frozenset[str] = frozenset()
    personal: frozenset[str] = frozenset()
    connectives: tuple[str, ...] = ()
    generic: frozenset[str] = frozenset()
    calendar: frozenset[str] = frozenset()
    back_matter: tuple[str, ...] = ()


@cache
def words_of(language: str) -> Words:
    """The word lists of a language; empty ones for a language that has no file."""
    file = resources() / "words" / f"{base(language)}.toml"
    if not file.is_file():
        return Words()
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    sets: dict[str, Any] = {
        name: frozenset(v.split()) for name, v in found.items() if isinstance(v, str)
    }
    return Words(
        connectives=tuple(found.get("connectives", ())),
        back_matter=tuple(found.get("back_matter", ())),
        **sets,
    )


def base(language: str) -> str:
    """The part of a language code that word lists go by: "zh-Hans" gives "zh"."""
    return language.split("-", maxsplit=1)[0]


ELABORATES = (
    "for example",
    "for instance",
    "this means",
    "in other words",
    "e.g.",
    "i.e.",
    "zum beispiel",
    "par exemple",
    "例如",
    "比如",
    "たとえば",
    "例えば",
)

RULE_WORDS = re.compile(
    r"\b(?:MUST(?: NOT)?|SHALL(?: NOT)?|SHOULD(?: NOT)?|REQUIRED|RECOMMENDED|MAY|OPTIONAL)\b"
)
NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|can't|don't|doesn't|isn't|aren't|won't"
    r"|nicht|kein\w*|nie|ne|pas|jamais)\b|不|没|未|非|無|ない|ず\b",
    re.I,
)
NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")

# Verbs by which a sentence says what its subject is. Each is followed by what the thing is.
DEFINING = {
    "en": re.compile(
        r"^(?:\([^)]*\)\s*)?(?:,[^,]{3,60},\s*)?"
        r"(?:is|are|was|were)\s+(?:[a-z]+ly\s+)?(?:simply\s+|just\s+|still\s+|now\s+|currently\s+|originally\s+)?"
        r"(?:an?|the|one of|some|any|defined as|known as|kind of|sort of|type of|used (?:for|to|as)"
        r"|where|how|composed of|made up of|(?:[a-z-]+\s+){0,4}[a-z]+s\s+(?:that|which|used|intended"
        r"|designed))\b|(?:is|was)\s+(?=(?-i:[A-Z])[a-z])"
        r"|^(?:\([^)]*\)\s*)?(?:refers? to|denotes?|means?|describes?|stands? for|represents?"
        r"|indicates?|consists? of|specif(?:y|ies)|defines?|was created|was founded|is short for"
        r"|is defined|are defined|is created|comprises?|codif(?:y|ies))\b",
        re.I,
    ),
    "de": re.compile(
        r"^(?:ist|sind|war|waren)\s+(?:ein\w*|der|die|das|eine von)\b|^(?:bezeichnet|bedeutet"
        r"|steht für|beschreibt|besteht aus)\b",
        re.I,
    ),
    "fr": re.compile(
        r"^(?:est|sont|était|étaient)\s+(?:une?|le|la|les|l['’]|des|un des)\b|^(?:désigne|signifie|décrit|consiste)\b",
        re.I,
    ),
}

# Of those, the ones that say what the thing is, not what was done to it.
TELLS_WHAT = re.compile(
    r"\b(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:(?:an?|the|one of)(?!\s+(?:example|reason|case|way"
    r"|same)\b)|any|some|defined as|where|how)\b"
    r"|\b(?:is|are)\s+(?:composed|made up) of\b"
    r"|\bare\s+(?:[a-z-]+\s+){0,4}[a-z]+s\s+(?:that|which|used|intended|designed)\b"
    r"|\b(?:refers? to|means?|denotes?|stands? for|describes?|indicates?|is short for|consists? of)\b"
    r"|とは|は(?=.*(?:のこと|の一種|の[1一]つ)(?:である|です)?。?$)|是指|指的是|是一|是|\b(?:ist|sind)\s+(?:ein|der|die|das)"
    r"|\b(?:est|sont)\s+(?:une?|le|la|les|l)\b",
    re.IGNORECASE,
)

# A verb (or auxiliary) that may follow a grammatical subject.
VERB_AFTER = {
    "en": re.compile(
        r"^(?:\([^)]{1,60}\)\s*)?(?:,\s[^,]{3,80},\s*)?(?:(?:also|then|still|now|only|just|currently"
        r"|officially|originally|already|usually|often|always|never|typically|generally|simply|later"
        r"|first|initially|soon|itself|normally|automatically|explicitly|actually)\s+)*"
        r"(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should"
        r"|will|would|MUST|SHOULD|MAY|SHALL|cannot"
        r"|[a-z]{3,}ed|consists of|(?:[a-z]{2,}s)(?!\s*[,.;:)]|\s+(?:of|and|or|are|is|were|was|have"
        r"|has|that|which|who|MUST|SHOULD|MAY|SHALL|can|may|must|should|shall|will|do|does)\b)|led"
        r"|began|became|made|took|came|left|ran|built|wrote|gave|went|held|grew|won|sent|said|saw"
        r"|found|got|kept|set|met|chose|allow|provide|include|use|contain|mean|refer|consist|require"
        r"|satisfy|exist|apply|follow|represent|indicate|describe)\b"
    ),
}

ASPECTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "Order",
        re.compile(
            r"\b(?:preced\w*|sort(?:s|ed|ing)?|(?<!in )order(?:ed|ing)?|compare[sd]?|lower than"
            r"|higher than|greater than|less than|ranks?)\b",
            re.I,
        ),
    ),
    (
        "Form",
        re.compile(
            r"\b(?:denot\w*|consists? of|append\w*|formats?|formatted|syntax|spell\w*|characters?"
            r"|alphanumerics?|hyphens?|identifiers? MUST|written|digits?|letters?|comprise\w*|suffix\w*"
            r"|prefix\w*|normaliz\w*|separated|leading zero\w*)\b",
            re.I,
        ),
    ),
    (
        "Origin",
        re.compile(
            r"\b(?:author\w*|created|founded|founder|began|begun|started|replaces?|supersed\w*|originat\w*"
            r"|invent\w*|named (?:after|for)|contraction|born|wrote|written by|introduced|announced"
            r"|established|sponsor\w*|idea of)\b",
            re.I,
        ),
    ),
    (
        "Figures",
        re.compile(
            r"(?:\b\d[\d.,]*\s?(?:%|percent|packages?|developers?|maintainers?|users?|volunteers?|members?"
            r"|CDs?|architectures?|distributions?|kilobytes|MB|GB|years?|months?|people)\b|~\d|\d\s?%)",
            re.I,
        ),
    ),
    (
        "Reasons",
        re.compile(
            r"\b(?:because|purpose|intent\w*|in order to|so that|reason\w*|goal|aims?|benefit\w*|motivat\w*|why)\b",
            re.I,
        ),
    ),
    (
        "Use",
        re.compile(
            r"\b(?:satisf\w*|match\w*|install\w*|allows?|us(?:e|ed|es|ing)|runs?)\b",
            re.I,
        ),
    ),
)


def is_cjk(text: str) -> bool:
    """Whether most letters of ``text`` are Chinese, Japanese or Korean."""
    if text.isascii():
        return False
    letters = [c for c in text if c.isalpha()]
    wide = sum(
        "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af"
        for c in letters
    )
    return bool(letters) and wide * 2 > len(letters)


def stopwords(language: str) -> frozenset[str]:
    """Stop words of a language; English ones where it has no list."""
    return words_of(language).stopwords or words_of("en").stopwords


def hanging(language: str) -> frozenset[str]:
    """Words that hang in the air at the front of a sentence cut from its place."""
    return words_of(language).hanging or words_of("en").hanging


def personal(language: str) -> frozenset[str]:
    """Words by which a text speaks to its reader or of its writer."""
    return words_of(language).personal or words_of("en").personal


@cache
def generic() -> frozenset[str]:
    """Words of all languages that say too little alone to be the name of a page."""
    files = (resources() / "words").glob("*.toml")
    return frozenset().union(*(words_of(file.stem).generic for file in files))


def hanging_cjk() -> tuple[str, ...]:
    """Openings of Chinese and Japanese sentences that hang in the air."""
    return tuple(sorted(words_of("zh").hanging | words_of("ja").hanging))


def personal_cjk() -> tuple[str, ...]:
    """Words by which a Chinese or Japanese text speaks to its reader or of its writer."""
    return tuple(sorted(words_of("zh").personal | words_of("ja").personal))
