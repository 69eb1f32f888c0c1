"""Under which circumstances a sentence says what it says: of which time, place and version, in which words.

Two values clash only under the same circumstances: "in the laboratory" and in the field a lamp may burn for
different times, and so may version 1 and version 2 of it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from app.compiler.dates import MONTHS
from app.compiler.events import APART, EVENT_OF
from app.compiler.lexicon import base, is_cjk, meanings, stopwords, words_of
from app.ledger.near import fold

STEM = 5  # letters by which words are compared: "powered" and "power" say the same
_YEAR = r"(?:1[0-9]|20)\d\d"
_OF_YEAR = re.compile(
    rf"\b(?:in|as of|by|since|until|during|through|for|(?:end|start|beginning|middle|spring|summer"
    rf"|autumn|fall|winter) of"
    rf"|im Jahre?|seit|Stand|bis|zum|Ende|en|depuis|fin|au)\s+(?:the (?:end|start|year)s? (?:of )?"
    rf"|early |late |mid-?)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+)?(?:[A-Za-zéûäà]+\.?\s+)?(?:\d{{1,2}}(?:st|nd|rd"
    rf"|th)?,?\s+)?(?P<year>{_YEAR})\b"
    rf"|\bthe (?P<of>{_YEAR}) (?:census|survey|season|election|estimate|report|budget|edition)\b"
    rf"|(?:recensement|estimation|saison|Volkszählung|Zensus|Saison)(?: de| von)? (?P<count>{_YEAR})\b"
    rf"|(?:截至|截止|到|至|在|于|於)?(?P<wide>{_YEAR})\s?年",
    re.IGNORECASE,
)
_PLACES = (
    "laboratory lab field theory practice practise average winter summer spring autumn fall night"
    " day daytime tests test trials"
    " trial simulation simulations wild captivity peacetime wartime season total conditions"
    " circumstances weather water air"
    " vacuum space children adults women men countries cases areas regions production development"
    " debug mode default"
    " Labor Theorie Praxis Durchschnitt Winter Sommer Freien Test Tests Schnitt laboratoire théorie"
    " pratique moyenne hiver été"
    " essais captivité"
)
_WITHIN = re.compile(
    r"\b(?:in|at|on|under|during|among|without|with|im|bei|unter|beim|ohne|en|au|sous|pendant|chez"
    r"|sans)\s+(?:the\s+|a\s+|an\s+|le\s+|la\s+|l['’])?"
    rf"(?:[\w-]+\s+){{0,2}}?(?P<noun>{'|'.join(_PLACES.split())})\b",
)
_WIDE_WITHIN = re.compile(
    r"(?P<noun>实验室|實驗室|理论上|理論上|实际上|實際上|平均|冬季|夏季|冬天|夏天|夜间|夜間|実験室|理論上|実際|冬|夏)"
)
_FRONTED = re.compile(
    r"^(?:In|At|On|Under|During|For|Among|Within|Without|With|Im|Bei|Unter|Für|Während|En|Dans|Sous"
    r"|Pendant|Pour|Chez)\s+(?P<what>[^,]{3,60}),\s"
)
_VERSION = re.compile(
    r"\b(?:version|release|edition|v|ver|Ausgabe|Fassung|édition|generation|series|mark|model"
    r"|chapter|volume|part|season)\.?\s?(?P<n>\d+(?:\.\d+)*|[IVX]+)\b"
    r"|\b(?P<nth>first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)|erste\w?|zweite\w?"
    r"|dritte\w?|premi\w+|deuxi\w+|seconde?|latest|current|previous|new|old)"
    r"\s+(?:version|release|edition|generation|series|season|volume|Ausgabe|Auflage|Fassung|Version"
    r"|édition)\b"
    r"|\b[A-Z][\w-]*\s(?P<name>\d+(?:\.\d+)+)\b|(?<![\d.,$€£])\b(?P<dots>\d+\.\d+\.\d+(?:\.\d+)*)\b"
    r"|第(?P<wide>[\d一二三四五六七八九十]+)(?:版|季|代|部)",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:originally|initially|formerly|previously|once|at first|at the time|then|at that time"
    r"|used to|no longer|now|today|currently"
    r"|nowadays|meanwhile|ursprünglich|anfangs|früher|damals|heute|inzwischen|mittlerweile|derzeit"
    r"|à l['’]origine|initialement"
    r"|autrefois|aujourd['’]hui|actuellement|désormais)\b|最初|起初|原本|曾经|曾經|如今|现在|現在|目前|当初|かつて|今日",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"^(?:no longer|now|today|currently|nowadays|meanwhile|heute|inzwischen|mittlerweile|derzeit"
    r"|aujourd['’]hui|actuellement"
    r"|désormais|如今|现在|現在|目前|今日)$",
    re.IGNORECASE,
)


_DIMENSION_OF = {w: name for name, words in meanings("dimensions").items() for w in words.split()}
_WIDE_DIMENSION = re.compile(
    "|".join(sorted((w for w in _DIMENSION_OF if ord(w[0]) > 0x2E80), key=lambda w: (-len(w), w)))
)
_SENSE = re.compile(r"\b[A-ZÀ-Þ][\w.-]* \((?P<sense>[A-ZÀ-Þ][^()\d]{2,40})\)")
NAME = re.compile(r"(?<![\w])(?<!^)(?<![.!?] )[A-ZÀ-Þ][\w-]{2,}")
_IN_PLACE = re.compile(
    r"\b(?:in|across|throughout|inside|within|dans|à|au|en|aus)\s+(?:the\s+|la\s+|le\s+)?"
    r"(?P<name>[A-ZÀ-Þ][\w.-]*\w(?:\s[A-ZÀ-Þ]\w+)*)"
)
_FATES = frozenset({"killed", "injured", "missing", "recovered", "infected"})
"""What may have become of people: a number of whom nothing is said is of others."""
_IRREGULAR = dict(
    pair.split(":")
    for pair in "sold:sell went:go won:win grew:grow built:build wrote:write led:lead held:hold made:make"
    " ran:run began:begin"
    " became:become came:come took:take gave:give found:find left:leave lost:lose paid:pay"
    " spent:spend taught:teach thought:think"
    " fought:fight brought:bring bought:buy caught:catch drew:draw fell:fall rose:rise sank:sink"
    " flew:fly drove:drive ate:eat"
    " wore:wear broke:break chose:choose spoke:speak stood:stand met:meet sent:send kept:keep"
    " slept:sleep felt:feel".split()
)
_OF_TIME = frozenset("year years jahr jahre jahren année années an ans date number total".split())
_WIDE_PART = re.compile(r"[\W_\dA-Za-z\u3040-\u309f]+|年|月|日")


@dataclass(frozen=True, slots=True)
class Setting:
    """The circumstances of a sentence. ``words`` are its content words, cut to their stems, numbers left
    out; ``names`` those that are the same in every language; ``years`` those that it speaks of;
    ``within`` its circumstances in words; ``versions`` of what; ``when`` "then" or "now", where it says so;
    ``dimensions`` what it measures ("length"); ``senses`` what stands in brackets behind names, to tell
    one bearer from another; ``places`` the names that it says something happened in."""

    language: str = ""
    words: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    years: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    when: frozenset[str] = frozenset()
    dimensions: frozenset[str] = frozenset()
    senses: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()


NO_SETTING = Setting()


@lru_cache(maxsize=8192)
def setting(text: str, language: str) -> Setting:
    """The circumstances of a sentence."""
    flat = " ".join(text.split())
    return Setting(
        base(language),
        content_words(flat, language),
        frozenset(w.casefold() for w in NAME.findall(flat)),
        frozenset(next(y for y in m.groups() if y) for m in _OF_YEAR.finditer(flat)),
        _within(flat),
        frozenset(next(g for g in m.groups() if g).casefold() for m in _VERSION.finditer(flat)),
        frozenset("now" if _NOW.match(w) else "then" for w in _PAST.findall(flat)),
        _dimensions(flat),
        frozenset(s.casefold() for s in _SENSE.findall(flat)),
        frozenset(p.casefold() for p in _IN_PLACE.findall(flat) if p.casefold() not in MONTHS),
    )


def _dimensions(text: str) -> frozenset[str]:
    if is_cjk(text):
        return frozenset(_DIMENSION_OF[w] for w in _WIDE_DIMENSION.findall(text))
    words = re.findall(r"[^\W\d_]+", text)
    found = (_DIMENSION_OF.get(w) or _DIMENSION_OF.get(w.casefold()) for w in words)
    return frozenset(d for d in found if d)


def _within(text: str) -> frozenset[str]:
    found = {m["noun"].casefold() for m in (*_WITHIN.finditer(text), *_WIDE_WITHIN.finditer(text))}
    fronted = _FRONTED.match(text)
    if fronted and not re.search(
        r"\d{4}|\b(?:addition|fact|particular|general|short|contrast|the end|total)\b",
        fronted["what"],
    ):
        found.add(fronted["what"].casefold())
    return frozenset(found)


@lru_cache(maxsize=16384)
def words_besides(text: str, language: str, without: tuple[str, ...]) -> frozenset[str]:
    """The content words of a text besides these (a value, names of a subject), what it measures, and
    the words by which it says what happened."""
    if is_cjk(text):
        bare = text
        for words in sorted(without, key=len, reverse=True):
            bare = bare.replace(words, " ")
        bare = _WIDE_DIMENSION.sub(" ", APART.sub(" ", bare))
        parts = [p for part in _WIDE_PART.split(bare) for p in _without_particles(part)]
        return frozenset(p[i : i + 2] for p in parts for i in range(max(1, len(p) - 1)) if p)
    own = content_words(" ".join(without), language)
    return frozenset(w for w in content_words(text, language) if w not in own | _said_otherwise())


def _without_particles(part: str) -> list[str]:
    particles = words_of("zh").particles
    return "".join(" " if c in particles else c for c in part).split()


@lru_cache(maxsize=1)
def _said_otherwise() -> frozenset[str]:
    """Words that two texts that say one thing need not share, cut as content words are."""
    return frozenset(w.casefold()[:STEM] for w in (*EVENT_OF, *_DIMENSION_OF, *_OF_TIME))


def content_words(text: str, language: str) -> frozenset[str]:
    """The words of a text that say something, cut to their stems, without numbers; pairs of characters
    of Chinese and Japanese."""
    if is_cjk(text):
        bare = re.sub(r"[\W_\d]+", " ", text)
        return frozenset(part[i : i + 2] for part in bare.split() for i in range(len(part) - 1))
    stops = stopwords(language)
    return frozenset(
        _IRREGULAR.get(w, w)[:STEM]
        for w in fold(text).split()
        if w not in stops and len(w) > 2 and not w.isdigit()
    )


def same_setting(a: Setting, b: Setting, *, years: bool = True) -> bool:
    """Whether two sentences speak of the same time, version and circumstances, as far as they say."""
    if a.senses and b.senses and not a.senses & b.senses:
        return False
    if a.versions != b.versions or ("then" in a.when) != ("then" in b.when):
        return False
    if years and a.years != b.years and not a.years & b.years:
        return False
    return _says(a, b) and _says(b, a)


def of_one_measure(a: Setting, b: Setting) -> bool:
    """Whether two amounts may be of one dimension: a length and a width are not, nor are the killed and
    all people."""
    mine, theirs = a.dimensions, b.dimensions
    return (
        not (mine or theirs)
        or bool(mine & theirs)
        or not ((mine and theirs) or (mine | theirs) & _FATES)
    )


def _says(one: Setting, other: Setting) -> bool:
    """Whether the circumstances of one sentence are those of the other, or stand in its words."""
    if one.language != other.language:
        return True
    known = other.words | other.names
    return all(
        w in other.within
        or all(part in known or part[:STEM] in known for part in fold(w).split() if len(part) > 3)
        for w in one.within
    )
