"""What a sentence states of names: that two are of one thing.

Three shapes are known: one name, words that say so, the other name ("X, also known as Y", "Y is short
for X"); the second name in brackets, where one abbreviates the other or is in another script; and
what is said of the thing that the sentence, or the one before, speaks of ("It is also known as Y").
Which words say so is a matter of each language. What only may say so (", formerly Y") counts where
both look like names.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from app.compiler.builtin.phrases import is_capital, proper_spans, tokens
from app.compiler.lexicon import RULE_WORDS, base, is_cjk, personal, stopwords
from app.ledger.naming import abbreviates, key, words

Known = Callable[[str], bool]
"""Whether a normal form is that of a name which the source uses."""

LONGEST = 7  # words of a name
LONGEST_WIDE = 16  # characters of a Chinese or Japanese name


@dataclass(frozen=True, slots=True)
class Stated:
    """Two names of one thing, the one that the sentence goes by first."""

    name: str
    other: str


_LATER = r"(?:Inc|Ltd|LLC|\d+(?:st|nd|rd|th)\s[A-Z])"  # a comma before it is part of the name
_OPENS = r"[„“”\"«»‘'「『《*]?\s?"
_Y = (
    rf"{_OPENS}(?!(?:known|called|named|termed|referred|also|in|as|or|bekannt|genannt|auch|als|auf|oder|im|被|称|叫)\b)"
    r"(?P<y>(?:[^\W_]|\.(?=[A-Z]))(?:[^,;:()\[\]（），。；：、„“”\"«»「」『』《》–—]"
    rf"|,(?=\s{_LATER})){{0,70}}?)[“”\"»’'」』》*]?"
)
_END = (
    rf"(?=\s*(?:,(?!\s{_LATER})|[;:)\]），。；：、–—]|(?<!\b[A-Z])(?<!\b[DSMN][rtso])(?<!\bProf)\.(?:\s|$)|\.?$)"
    r"|\s+(?:is|are|was|were|has|had|can|may|and|or|which|that|who|when|since|because"
    r"|ist|sind|war|waren|wird|hat|und|oder|est|sont|était|et|ou)\b)"
)
_ADVERB = (
    r"(?:also|often|sometimes|commonly|usually|widely|better|simply|just|generally|otherwise"
    r"|more commonly|variously|frequently|mostly|informally|formally|officially|formerly|previously"
    r"|once|originally|now|later|today)"
)
_CALLED = (
    r"(?:known as|known under the name|called|referred to as|named|termed|shortened to"
    r"|abbreviated(?: (?:to|as))?)"
)
_TONGUE = (
    r"(?:English|German|French|Spanish|Italian|Dutch|Latin|Greek|Russian|Arabic|Chinese|Japanese|Korean"
    r"|Turkish|Polish|Portuguese)"
)
_TONGUE_DE = (
    r"(?:(?:(?i:englisch|deutsch|französisch|spanisch|italienisch|lateinisch|griechisch|russisch|arabisch"
    r"|chinesisch|japanisch|koreanisch|türkisch|polnisch))(?:e[rn]?)?|engl\.|dt\.|frz\.|lat\.|chin\.|jap\.)"
)
_TONGUE_ZH = r"(?:英|德|法|日|俄|汉|漢|中|韩|韓|拉丁|阿拉伯|西班牙)(?:语|語|文)(?:名称|名稱|名|全称|缩写|简称)?"
_FULL = (
    r"(?:short|an? (?:common |usual )?(?:abbreviation|acronym|alias|nickname|synonym|short form)"
    + (
        r"|another (?:name|word|term)|the (?:short|long|full|old|former|earlier|new|official) (?:name|form)|shorthand)"
    )
)

_SURE = {
    "en": (
        (
            rf"\s*[,(–—-]?\s*(?:(?:which|who)\s+)?(?:(?:is|are|was|were)\s+)?(?:{_ADVERB}(?:,? or \w+)?"
            rf"\s+)+{_CALLED}\s+(?:the\s+)?{_Y}{_END}"
        ),
        (
            rf"\s*[,(–—-]\s*(?:abbreviated(?: (?:to|as))?|abbr\.|shortened to|a\.?k\.?a\.?|alias|short for"
            rf"|also|or also)\s*:?\s+(?:the\s+)?{_Y}{_END}"
        ),
        rf"\s*,?\s+or\s+(?:just\s+|simply\s+)?{_Y}\s+for short\b",
        rf"\s*,\s+{_Y}\s+for short\b",
        rf"\s*[,(]\s*(?:in\s+)?{_TONGUE}(?:\s+name)?\s*:?\s+{_Y}{_END}",
        rf"\s*,?\s+whose\s+(?:[\w-]+\s+){{0,2}}(?:name|abbreviation)\s+is\s+{_Y}{_END}",
        rf"\s+(?:is|are|was)\s+{_FULL}\s+(?:for|of)\s+(?:the\s+|an?\s+)?{_Y}{_END}",
    ),
    "de": (
        (
            rf"\s*[,(–—]?\s*(?:die |der |das |oder )?(?:auch|kurz|meist|oft|manchmal|häufig|früher|vormals"
            rf"|ehemals|einst|besser)(?: auch| nur| kurz)?(?: als| unter dem Namen)? {_Y}\s+(?:genannt|bekannt"
            rf"|bezeichnet|geheißen|heißt)(?: wird)?\b"
        ),
        (
            rf"\s*[,(–—]?\s*(?:auch|meist|oft|besser|allgemein|früher)?\s*bekannt (?:als|unter dem Namen"
            rf"|unter dem Kürzel)\s+{_Y}{_END}"
        ),
        (
            rf"\s+(?:wird|werden|wurde|wurden)\s+(?:\w+\s+){{0,2}}?(?:auch|oft|meist|kurz|früher|manchmal"
            rf"|häufig)(?: auch| nur| kurz)?(?: als)? {_Y}\s+(?:genannt|bezeichnet)\b"
        ),
        rf"\s+(?:ist|sind|war|waren)\s+(?:auch|besser|meist) (?:als|unter dem Namen) {_Y}\s+bekannt\b",
        rf"\s+(?:heißt|heißen|hieß|hießen|nennt sich)\s+(?:auch|früher|kurz|einst|heute|oft|zuvor)\s+{_Y}{_END}",
        rf"\s*\(\s*(?:auch|oder|oder auch|kurz|abgekürzt|Abkürzung|Abk\.|Kürzel|Kurzform|sonst)\s*:?\s+{_Y}\s*\)",
        rf"\s*[,–—]\s*(?:kurz|abgekürzt|Abkürzung|Abk\.)\s*:?\s+{_Y}{_END}",
        rf"\s+oder\s+(?:auch|kurz)\s+{_Y}{_END}",
        rf"\s*[,(]\s*(?:auf |im )?{_TONGUE_DE}(?:\s+(?:Name|Bezeichnung))?\s*:?\s+{_Y}{_END}",
        (
            rf"\s+(?:ist|sind|war)\s+(?:die |eine |der |ein )?(?:Abkürzung|Kurzform|Kurzname|andere[rs]? Name"
            rf"|andere[rs]? Wort|alte[rs]? Name|frühere[rs]? Name|Synonym|Kürzel)\s+(?:für|von)\s+(?:die |den "
            rf"|das |dem |der |eine? |einen )?{_Y}{_END}"
        ),
    ),
    "fr": (
        (
            rf"\s*[,(]?\s*(?:aussi|également|encore)\s+(?:appelée?s?|nommée?s?|connue?s? sous le nom de"
            rf"|dite?s?)\s+{_Y}{_END}"
        ),
        (
            rf"\s*[,(]\s*(?:en (?:anglais|allemand|chinois|japonais)|anglais|abrégée?s?(?: en)?|en abrégé)"
            rf"\s*:?\s+{_Y}{_END}"
        ),
    ),
    "zh": (
        (
            rf"\s*[，,（(、]?\s*(?:人们)?(?:又|也|还|亦|或|或者|也常|常|通常|一般)(?:被|可)?(?:称|叫|稱|译|譯|写作|寫作)(?:之)?(?:为|為|作|做)?"
            rf"\s*[:：]?\s*{_Y}{_END}"
        ),
        (
            rf"\s*[，,（(、]?\s*(?:又名|别名|別名|别称|別稱|俗称|俗稱|通称|简称|簡稱|缩写|縮寫|略称|旧称|舊稱|原名|原称|曾称|曾名|全称|全稱|全名)(?:为|為|是)?"
            rf"\s*[:：]?\s*{_Y}{_END}"
        ),
        rf"\s*[，,（(]\s*{_TONGUE_ZH}\s*[:：为為]?\s*{_Y}{_END}",
        rf"\s*在{_TONGUE_ZH}(?:中|里|裡)(?:被)?(?:叫|称|稱)(?:为|為|作|做)?\s*{_Y}{_END}",
        rf"\s*的(?:另一个名字|另一種說法|另一种叫法|另一个名称|别名|别称|简称|簡稱|缩写|縮寫|旧称|俗称)(?:是|为|為)\s*{_Y}{_END}",
    ),
    "ja": (
        rf"\s*[（(、]\s*(?:英|英語|英名|略称|別名|別称|通称|中国語)\s*[:：]?\s*{_Y}{_END}",
        rf"\s*は\s*[、]?\s*{_Y}\s*とも(?:呼ばれ|言われ|いわれ|よばれ|いう|言う)",
    ),
}
"""Words between two names that say that they are of one thing."""

_MAYBE = {
    "en": (
        rf"\s*[,(]\s*(?:formerly|previously|originally|now|once)\s*:?\s+(?:the\s+)?{_Y}{_END}",
        rf"\s+(?:stands|stand|stood) for\s+(?:the\s+)?{_Y}{_END}",
        rf"\s*,\s+or\s+{_Y}(?=,)",
        rf"\s*\(\s*or\s+(?:just\s+|simply\s+)?{_Y}\s*\)",
    ),
    "de": (
        rf"\s*[,(]\s*(?:früher|vormals|ehemals|zuvor|einst|heute|auch)\s*:?\s+{_Y}(?=\s*[,)])",
        rf"\s+(?:steht|stehen) für\s+(?:die |den |das |eine? |einen )?{_Y}{_END}",
    ),
}
"""The same, where both must look like names, or one be the other's letters."""

_OF_IT = {
    "en": (
        rf"\b(?:[Ii]t|[Tt]hey|[Hh]e|[Ss]he) (?:is|are|was|were) (?:{_ADVERB}\s+)+{_CALLED} (?:the )?{_Y}{_END}",
        rf"\b(?:call|calls|called) (?:it|them|him|her) (?:simply |just |also )?{_Y}{_END}",
        rf"\b[Aa]nother name (?:for (?:it|them|him|her) )?is {_Y}{_END}",
    ),
    "de": (
        rf"\b(?:[Ee]in anderer|[Ss]ein|[Ii]hr) Name (?:dafür |für (?:ihn|sie|es) )?(?:ist|lautet) {_Y}{_END}",
        (
            rf"\b(?:[Ee]s|[Ss]ie|[Ee]r) (?:wird|werden) (?:\w+ )?(?:auch|oft|meist|kurz) (?:als )?{_Y} "
            rf"(?:genannt|bezeichnet)\b"
        ),
        rf"\b(?:[Ee]s|[Ss]ie|[Ee]r) heißt auch {_Y}{_END}",
        rf"\b(?:liest|sagt|schreibt|findet) man (?:dafür )?(?:auch|oft|oft auch) {_Y}{_END}",
    ),
    "zh": (
        rf"[，,。；]\s*(?:它|他|她|其)?(?:又|也|还|亦|也常|常|通常)(?:被|可)?(?:称|叫|稱)(?:之)?(?:为|為|作|做)?\s*{_Y}{_END}",
        rf"[，,。；]\s*(?:又名|别名|俗称|简称|缩写|旧称|原名|通称)(?:为|是)?\s*{_Y}{_END}",
    ),
}
"""Words that give another name of what the sentence, or the one before, speaks of."""

_BOTH = {
    "en": (
        (
            rf"\b(?:names|words|terms) (?:the )?(?P<x>[^,;]{{2,50}}?) and (?:the )?{_Y} (?:mean|denote"
            rf"|refer to|stand for|name) (?:one|the same)\b"
        ),
    ),
    "zh": (
        rf"把\s*(?P<x>[^，,。；把]{{2,24}}?)\s*(?:也|又)?(?:叫|称|稱)(?:之)?(?:为|為|作|做)\s*{_Y}{_END}",
        r"^(?P<y>[^，,。；的是]{2,40}?)\s*(?:就)?是\s*(?P<x>[^，,。；]{2,40}?)\s*的(?:一个|另一个|常用)?(?:缩写|縮寫|简称|簡稱|别称|別稱|别名|別名|旧称|俗称|另一个名字|另一种叫法|英文名)",
    ),
}
"""Sentences that give both names in other places."""

_CUES = re.compile(
    r"[(（]|\b(?:known|called|referred|named|termed|abbreviat|acronym|short|shorthand|a\.?k\.?a|alias|formerly"
    r"|previously|originally|stands? for|another|call|calls|whose|names|words|terms|nickname|synonym|or"
    r"|auch|kurz|früher|vormals|ehemals|einst|bekannt|genannt|bezeichnet|heißt|hieß|Abk|steht|stehen|Name"
    r"|Kurzform|oder|englisch|deutsch|aussi|également|encore|abrég|en anglais)"
    r"|[称稱叫名写寫译譯英语語文]",
)


@cache
def _patterns(kind: str, language: str) -> tuple[re.Pattern[str], ...]:
    given = {"sure": _SURE, "maybe": _MAYBE, "of it": _OF_IT, "both": _BOTH}[kind]
    return tuple(re.compile(p) for p in given.get(language, ()))


def stated(
    text: str, language: str, known: Known, own: str = "", before: str = ""
) -> Iterator[Stated]:
    """The names that a sentence says are of one thing. ``own`` is what it speaks of, ``before`` what the
    sentence before does; empty where that is not to be told."""
    if not _CUES.search(text):
        return
    tongue = base(language)
    tongues = (tongue,) if tongue in _SURE else ("en",)
    for each in tongues:
        yield from _both(text, each, language)
        yield from _between(text, each, language, known, own)
        yield from _of_it(text, each, language, own, before)
    yield from _bracketed(text, language, known, own)


def _both(text: str, tongue: str, language: str) -> Iterator[Stated]:
    for pattern in _patterns("both", tongue):
        for match in pattern.finditer(text):
            names = [_cleaned(match.group(g), language) for g in ("x", "y")]
            if all(names) and key(names[0]) != key(names[1]):
                yield Stated(names[0], names[1])


def _between(text: str, tongue: str, language: str, known: Known, own: str) -> Iterator[Stated]:
    for kind in ("sure", "maybe"):
        for pattern in _patterns(kind, tongue):
            for match in pattern.finditer(text):
                other = _cleaned(match.group("y"), language)
                name = _name_before(text, match.start(), language, known, own) if other else ""
                name = _LABEL.sub("", name)
                if not name or key(name) == key(other):
                    continue
                if kind == "sure" or _may_be_one(name, other):
                    yield Stated(name, other)


_LABEL = re.compile(
    r"^(?:letters|term|word|name|acronym|abbreviation|Buchstaben|Begriff|Wort|Name|Abkürzung|Kürzel) (?=\S)"
)


def _may_be_one(name: str, other: str) -> bool:
    """Whether words that may say so do, by the looks of the names."""
    if shortens(other, name) or shortens(name, other):
        return True
    big = all(any(c.isupper() for c in n) for n in (name, other))
    return big and not re.search(r"\d{4}", other)


def _of_it(text: str, tongue: str, language: str, own: str, before: str) -> Iterator[Stated]:
    for pattern in _patterns("of it", tongue):
        for match in pattern.finditer(text):
            name = own if own and match.start() > 2 else before
            other = _cleaned(match.group("y"), language)
            if name and other and key(name) != key(other):
                yield Stated(name, other)


_PLAIN = re.compile(r"\s?[（(]\s*(?P<names>[^()（）]{2,80}?)\s*[)）]")


def _bracketed(text: str, language: str, known: Known, own: str) -> Iterator[Stated]:
    """Names in brackets that the name before them shortens to, or has in another script."""
    for match in _PLAIN.finditer(text):
        inside = re.split(r"\s*[,，、;；]\s*", match.group("names"))
        inside = [n.strip('"“”„«»「」『』 ') for n in inside]
        if len(inside) > 2 or (len(inside) == 2 and not inside[1].isupper()):
            continue
        for other in inside:
            name = _name_for(text, match.start(), other, language, known, own)
            if name:
                yield Stated(_POSSESSIVE.sub("", name), other)


_POSSESSIVE = re.compile(r"['’]s?$")


def _name_for(text: str, end: int, other: str, language: str, known: Known, own: str) -> str:
    """The name before a bracket that ``other`` inside it is another name of; "" if none is."""
    if len(other) < 2 or not _may_be_name(other, language):
        return ""
    windows = list(_windows(text, end, language))
    fitting = [w for w in windows if shortens(other, w)]
    if fitting:  # GPL is the GNU General Public License where a text calls it so
        least = min(fitting, key=len)
        return next((w for w in windows if len(w) >= len(least) and known(key(w))), least)
    name = _name_before(text, end, language, known, own)
    if name and is_cjk(name) != is_cjk(other):
        return name if _is_other_script(name, other) else ""
    return name if name and base(language) != "en" and _is_cognate(name, other) else ""


def _is_other_script(name: str, other: str) -> bool:
    """Whether a name of one script is followed by one of another: a term, no remark."""
    if re.search(r"[,;，；=<>]|\d{4}", other) or len(words(other)) > LONGEST - 1:
        return False
    if is_cjk(other):
        return len(other) <= LONGEST_WIDE
    return bool(re.match(r"^[A-Z]", other)) or bool(
        re.fullmatch(r"[a-z]+(?:[ -][a-z]+){0,3}", other)
    )


def _is_cognate(name: str, inside: str) -> bool:
    """Whether a name of several big words shares a long one, or its first letters, with ``name``."""
    theirs = inside.split(" ")
    big = [w for w in theirs if w[:1].isupper()]
    small = set(theirs) - set(big) - {"of", "in", "the", "for", "and"}
    if len(big) < 2 or small or re.search(r"\d", inside) or not re.search(r"[\s-]", name):
        return False
    mine = {w[:5] for w in words(name) if len(w) >= 5}
    return any(w[:5] in mine for w in words(inside) if len(w) >= 5)


def shortens(short: str, name: str) -> bool:
    """Whether a name can be another's short form: by its first letters ("FSF"), by how many letters it
    leaves out ("k8s"), or by the letters of one word in order, the first and the last among them ("nvim")."""
    if abbreviates(short, name):
        return True
    low = short.casefold()
    if low == name.casefold().replace("+", "p").replace("#", "sharp"):
        return True
    long = "".join(words(name))
    numbered = re.fullmatch(r"([a-z])(\d{1,2})([a-z])", low)
    if numbered:
        first, left_out, last = numbered.groups()
        return long[:1] == first and long[-1:] == last and len(long) - 2 == int(left_out)
    if " " in name.strip() or not low.isalpha() or not 2 <= len(low) < len(long) - 1:
        return False
    if short.isupper() and short == "".join(c for c in name if c.isupper()):
        return True
    rest = iter(long)
    return low[0] == long[0] and low[-1] == long[-1] and all(c in rest for c in low)


def _name_before(text: str, end: int, language: str, known: Known, own: str) -> str:
    """The name that ends where words about another name begin; "" where none does."""
    if is_cjk(text[:end]) or _WIDE.search(text[:end]):
        return _wide_before(text, end, known, own)
    found = list(_windows(text, end, language))
    if not found:
        return ""
    best = next((w for w in found if known(key(w))), "")
    front = found[0] if _is_front(text, found[0], end) else ""
    if (
        front
        and (not best or is_capital(front) or known(key(front)))
        and _may_be_name(front, language)
    ):
        return front
    spans = [
        s.text for s in proper_spans(text[:end], language) if s.end == len(text[:end].rstrip())
    ]
    return best or (spans[-1] if spans else _last_run(text[:end], language))


_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_AT_FRONT = re.compile(
    r"^[\"“„«*(\s]*(?:(?:the|an?|der|die|das|eine?|la|le|les|une?)\s+|l['’])?", re.IGNORECASE
)


def _is_front(text: str, window: str, end: int) -> bool:
    """Whether a window begins where its sentence does, articles aside."""
    at = text.rfind(window, 0, end)
    front = _AT_FRONT.match(text)
    return at >= 0 and front is not None and front.end() == at


def _windows(text: str, end: int, language: str) -> Iterator[str]:
    """The phrases that end at a place, the longest first; none reaches over a mark, but that which
    begins the sentence may hold a comma ("Maurice Roche, 4th Baron Fermoy")."""
    before = text[:end].rstrip(" \"”»“’'*")
    found = tokens(before, language)[-LONGEST:]
    if not found or before[found[-1].end() :].strip("+#.!"):
        return
    stops = stopwords(language)
    for number, token in enumerate(found):
        phrase = before[token.start() :]
        low = token.group().casefold()
        if low in stops and len(found) - number > 1 and not is_capital(token.group()):
            continue
        if low in _ARTICLES or re.search(r"[;:()（）。，!?]|[a-z]{3}\.\s", phrase):
            continue
        if "," in phrase and token.start() > len(_AT_FRONT.match(before).group()):  # type: ignore[union-attr]
            continue
        yield phrase


_ARTICLES = frozenset(
    "the a an der die das den dem des ein eine einen einer le la les un une".split()
)


def _last_run(before: str, language: str) -> str:
    """The words at the end of a text up to the last stop word or mark before them."""
    stops, found = stopwords(language), tokens(before, language)
    first = len(found)
    while first and found[first - 1].group().casefold() not in stops:
        gap = before[found[first - 1].end() : found[first].start() if first < len(found) else None]
        if gap.strip(' "”'):
            break
        first -= 1
    run = before[found[first].start() :].strip() if first < len(found) else ""
    return run if len(run.split()) <= 4 else ""


_WIDE_STOP = re.compile(r"[，,。；;：:、（）()“”「」『』《》？！?!]")


def _wide_before(text: str, end: int, known: Known, own: str) -> str:
    """The name before a place in a Chinese or Japanese sentence: what the sentence speaks of, once it
    has said what that is; else the longest known name that ends there, or all since the last mark."""
    if own and "是" in text[len(own) : end]:
        return own
    piece = _WIDE_STOP.split(text[:end].rstrip(" ”」』》"))[-1].strip()
    for at in range(max(0, len(piece) - 40), len(piece) - 1):
        cuts_word = at and all(c.isascii() and c.isalnum() for c in piece[at - 1 : at + 1])
        if not cuts_word and known(key(piece[at:])):
            return piece[at:].strip()
    at_most = 40 if piece.isascii() else LONGEST_WIDE
    return "" if _NO_TERM.search(piece) or len(piece) > at_most else piece


_NO_TERM = re.compile(r"[是的了在把被于我你他她它这那此当如]|提及|[A-Za-z]\.[a-z]\b")


def _cleaned(name: str, language: str) -> str:
    """A name without articles and marks around it; "" where it can be none."""
    bare = re.sub(r"^(?:the|der|die|das|den|dem|le|la|les|l['’])\s+", "", name.strip(" \"“”„«»*'’"))
    bare = bare if re.search(r"\b[A-Z]\.$", name) else bare.rstrip(".")
    return bare if _may_be_name(bare, language) else ""


_NO_NAMES = frozenset(
    "it they he she this that these those them him her its their es sie er dies diese dieser name names"
    " ein anderer name another name il elle ils elles".split()
)
_INSIDE = frozenset("of in the for and on as to de la du des von der und d' no".split())


def _may_be_name(name: str, language: str) -> bool:
    """Whether words may be a name: not too many, none at the ends that carry no meaning."""
    if len(name) < 2 or RULE_WORDS.search(name) or re.search(r"[=<>{}|\\/@]|://", name):
        return False
    if name.casefold() in _NO_NAMES or name.casefold() in personal(language):
        return False
    if is_cjk(name):
        return 2 <= len(name) <= LONGEST_WIDE and not re.search(r"[的了吗呢吧.]", name)
    parts = re.findall(r"[^\s]+", name)
    stops = stopwords(language) | stopwords("en")
    first, last = parts[0].casefold(), parts[-1].casefold()
    capital = any(c.isupper() for c in name)
    if len(parts) > LONGEST or (first in stops and not parts[0].isupper()):
        return False
    if last in stops and not (parts[-1].isupper() or (len(parts) == 1 and capital)):
        return False
    inner = [p.casefold() for p in parts[1:-1]]
    return all(p not in stops or p in _INSIDE for p in inner) and bool(re.search(r"[^\W\d_]", name))
