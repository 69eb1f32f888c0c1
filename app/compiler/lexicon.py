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
    as_written: frozenset[str] = frozenset()
    connectives: tuple[str, ...] = ()
    generic: frozenset[str] = frozenset()
    calendar: frozenset[str] = frozenset()
    back_matter: tuple[str, ...] = ()
    verbs: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    linkers: frozenset[str] = frozenset()
    imperatives: frozenset[str] = frozenset()
    bodies: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    parting: frozenset[str] = frozenset()
    never_first: frozenset[str] = frozenset()
    never_last: frozenset[str] = frozenset()
    asking: frozenset[str] = frozenset()


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


@cache
def meanings(name: str) -> dict[str, Any]:
    """Words by what they mean, in all languages, from ``resources/meanings/``."""
    return tomllib.loads((resources() / "meanings" / f"{name}.toml").read_text(encoding="utf-8"))


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
    "例：",
    "例:",
    "范例",
    "範例",
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
YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")

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
        r"^(?:\([^)]*\)\s*)?(?:,[^,]{3,60},\s*)?"
        r"(?:ist|sind|war|waren)\s+(?:also\s+|einfach\s+|lediglich\s+|nur\s+|zurzeit\s+|derzeit\s+)?"
        r"(?:ein\w*|der|die|das|alle|jede[rs]?|eine von)\b"
        r"|^(?:\([^)]*\)\s*)?(?:bezeichnet|bedeutet|meint|heißt|steht für|beschreibt|besteht aus|bestehen aus"
        r"|ist (?:definiert|gemeint)|wird definiert)\b",
        re.I,
    ),
    "fr": re.compile(
        r"^(?:\([^)]*\)\s*)?(?:,[^,]{3,60},\s*)?"
        r"(?:est|sont|était|étaient|fut)\s+(?:donc\s+|simplement\s+|aussi\s+|actuellement\s+)?"
        r"(?:une?\b|les?\b|la\b|l['’]|des\b|tout\w*\s+(?:une?|ce)\b|défini\w*\b|composée?s?\b)"
        r"|^(?:\([^)]*\)\s*)?(?:désigne(?:nt)?|signifie(?:nt)?|décri(?:t|vent)|correspond(?:ent)? à|consiste(?:nt)?"
        r"|représente(?:nt)?|se compose(?:nt)? de)\b",
        re.I,
    ),
}

# Sentences that name first and define after ("Unter X versteht man …"), with the name as "np".
DEFINING_FRONT = {
    "de": re.compile(
        r"^(?:Unter|Als|Mit)\s+(?:(?:eine[mnr]?|de[mnr]|die|das)\s+)?[„“»\"]?(?P<np>[^,.;:]{2,50}?)[”“«\"]?"
        r"\s+(?:versteht|bezeichnet|wird|werden|ist|sind)\s+(?:man\b|.{3,160}?\b(?:verstanden|bezeichnet|gemeint)\b)"
    ),
    "fr": re.compile(
        r"^(?:On\s+(?:appelle|nomme|désigne par)|Par)\s+(?:(?:une?|les?|la)\s+|l['’])?[«“\"]?\s*"
        r"(?P<np>[^,.;:»”]{2,50}?)\s*[»”\"]?(?:,\s*on entend\b|\s+(?=une?\b|les?\b|la\b|l['’]|tou[ts]\b))"
    ),
}

# Of those, the ones that say what the thing is, not what was done to it.
TELLS_WHAT = re.compile(
    r"\b(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:(?:an?|the|one of)(?!\s+(?:example|reason|case|way"
    r"|same)\b)|any|some|defined as|where|how)\b"
    r"|\b(?:is|are)\s+(?:composed|made up) of\b"
    r"|\bare\s+(?:[a-z-]+\s+){0,4}[a-z]+s\s+(?:that|which|used|intended|designed)\b"
    r"|\b(?:refers? to|means?|denotes?|stands? for|describes?|indicates?|is short for|consists? of)\b"
    r"|\b(?:versteht|bezeichnet) man\b|\bwird .{3,160}(?:bezeichnet|verstanden)\b"
    r"|\b(?:bezeichnet|bedeutet|steht für|meint|besteht aus|bestehen aus)\b"
    r"|\b(?:on appelle|on nomme|on entend)\b|\b(?:désigne(?:nt)?|signifie(?:nt)?|correspond(?:ent)? à)\b"
    r"|という。?$|と呼ばれる|と呼ぶ|とは|は(?=.*(?:のこと|の一種|の[1一]つ)(?:である|です)?。?$)"
    r"|は(?!.*より)(?=.*[\u3400-\u9fffァ-ヺー](?<![的要能単確切難明分由名当様])(?:である|です)。?$)"
    r"|是指|指的是|是一|是|称为|称作|叫做|\b(?:ist|sind|war|waren)\s+(?:(?!nicht|kein)\w+\s+)?(?:ein\w*|der|die|das)\b"
    r"|\b(?:est|sont|était|étaient|fut)\s+(?:(?!pas|plus)\w+\s+)?(?:une?|le|la|les|l|des)\b",
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

# Words that end like verbs of German and French where a verb should be; the lists have the others.
_VERB_ENDINGS = {
    "de": r"[a-zäöüß]{3,}(?:te|ten)",
    "fr": r"[a-zéèêîçœ]{2,}(?:aient|ait|èrent|eront|era)",
}


@cache
def verb_after(language: str) -> re.Pattern[str]:
    """What a verb looks like that may follow a grammatical subject; the English one where there is no list."""
    verbs = words_of(language).verbs
    if not verbs:
        return VERB_AFTER["en"]
    listed = "|".join(re.escape(v) for v in sorted(verbs, key=lambda v: (-len(v), v)))
    endings = _VERB_ENDINGS.get(base(language), r"(?!)")
    return re.compile(
        r"^(?:\([^)]{1,60}\)\s*)?(?:,\s[^,]{3,80},\s*)?(?:ne\s+|n['’]|se\s+|s['’])?"
        rf"(?:{listed}|{endings})(?![\w-])"
    )


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


def is_wide(text: str, language: str) -> bool:
    """Whether a sentence is Chinese or Japanese, however many Latin names it holds."""
    return is_cjk(text) or (base(language) in {"zh", "ja"} and bool(_WIDE.search(text)))


_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def spoken(text: str, language: str) -> str:
    """The language of one sentence of a document: kana are Japanese, and Chinese characters
    without any are Chinese, where the document is in neither."""
    if base(language) in {"zh", "ja"} or not is_cjk(text):
        return language
    return "ja" if _KANA.search(text) else "zh"


_KANA = re.compile(r"[\u3041-\u30fa]")


def hanging_cjk(text: str, language: str) -> tuple[str, ...]:
    """Openings of Chinese or Japanese sentences that hang in the air; the text says which it is."""
    return _sorted_words(base(spoken(text, language)), "hanging")


def personal_cjk(text: str, language: str) -> tuple[str, ...]:
    """Words by which a Chinese or Japanese text speaks to its reader or of its writer."""
    return _sorted_words(base(spoken(text, language)), "personal")


@cache
def _sorted_words(language: str, name: str) -> tuple[str, ...]:
    return tuple(sorted(getattr(words_of(language), name)))


def imperatives(language: str) -> frozenset[str]:
    """Words that, at the front of a sentence, tell its reader to do something."""
    return words_of(language).imperatives
