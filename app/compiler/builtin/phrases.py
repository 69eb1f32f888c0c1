"""Phrases of a sentence that may name something: what it speaks of, and the names in it."""

import re
from dataclasses import dataclass
from functools import cache

from app.compiler.lexicon import (
    DEFINING,
    DEFINING_FRONT,
    RULE_WORDS,
    base,
    hanging,
    hanging_cjk,
    is_cjk,
    personal,
    personal_cjk,
    spoken,
    stopwords,
    verb_after,
    words_of,
)
from app.compiler.wording import drop_pointers, trim_front

TOKEN = re.compile(r"`[^`\n]+`|[^\W_](?:[\w+#]|[-'’./&](?=[^\W_]))*[+#]*", re.UNICODE)
_APART = re.compile(
    r"`[^`\n]+`|[^\W_](?:[\w+#]|[-./&](?=[^\W_]))*[+#]*|[^\W_]{3,}['’][^\W_]{3,}", re.UNICODE
)
"""The same in French, where an apostrophe parts words: l’API, d’Ian."""
_NUMBER = re.compile(r"^\d+(?:\.\d+)*(?:[a-z]+\d*)?$")
_BRIDGES = (
    "of the",
    "in the",
    "for the",
    "of",
    "for",
    "de la",
    "de",
    "du",
    "des",
    "von",
    "van",
    "der",
)
_ENGLISH_BRIDGES = _BRIDGES[:5]
NOUNS_ARE_BIG = frozenset({"de", "lb"})
"""Languages that write every noun with a capital, where one says nothing of names."""
_RULE = re.compile(rf"^{RULE_WORDS.pattern}$|^(?:NOT|AND|OR|ALL|ANY)$")
_ARTICLE = re.compile(
    r"^(?:(?:the|an?|this|each|every|any|no|some|all|le|la|les|une?|der|die|das|eine?)\s+|l['’]\s?)",
    re.I,
)
_LINKERS = frozenset({"of", "in", "the", "for"})
_PAREN = re.compile(r"\s*\([^()]{1,60}\)")
SUBJECT_WORDS = 5


@dataclass(frozen=True, slots=True)
class Span:
    """A phrase with its place in the sentence; ``first`` when it opens it."""

    start: int
    end: int
    text: str
    first: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """What a sentence begins with: its grammatical subject, and what follows."""

    phrase: str
    rest: str
    defines: bool
    article: str = ""


def tokens(text: str, language: str = "") -> list[re.Match[str]]:
    """The words of ``text``; inline code is one word."""
    return list((_APART if base(language) == "fr" else TOKEN).finditer(text))


def is_capital(word: str) -> bool:
    """Whether a word is written as names are: a capital in front, and not a key word in capitals."""
    return word[:1].isupper() and not _RULE.match(word) and len(word.rstrip(".")) > 1


def proper_spans(text: str, language: str) -> list[Span]:
    """The runs of capitalised words in ``text``, with numbers and "of the" between them.

    A run that opens the sentence is marked ``first``: its capital may be the sentence's own.
    """
    found: list[Span] = []
    words = tokens(text, language)
    stops = stopwords(language)
    bridges = () if base(language) in NOUNS_ARE_BIG else _BRIDGES
    i = 0
    while i < len(words):
        if not (
            _begins_name(words[i].group(), stops)
            or _is_initial(text, words, i)
            or begins_name(text[words[i].start() :])
        ):
            i += 1
            continue
        j = _end_of_run(text, words, i, stops, bridges)
        start, end = words[i].start(), words[j].end()
        found.append(
            Span(start, end, _without_possessive(text[start:end]), first=_opens(text, start))
        )
        i = j + 1
    return found


def _begins_name(word: str, stops: frozenset[str]) -> bool:
    return is_capital(word) and word.casefold().replace("’", "'").split("'")[0] not in stops


_INITIAL = re.compile(r"(?:[A-Z]\.)*[A-Z]$")
_HONORIFIC = frozenset({"Dr", "Prof", "Mr", "Mrs", "Ms", "St"})


def _is_initial(text: str, words: list[re.Match[str]], i: int) -> bool:
    """Whether a word is an initial, or a title, that a name goes on after: "M." in "Richard M. Stallman"."""
    if i + 1 >= len(words):
        return False
    word, following = words[i].group(), words[i + 1].group()
    gap = text[words[i].end() : words[i + 1].start()]
    named = bool(_INITIAL.match(word)) or word in _HONORIFIC
    return named and gap in {". ", ".", ".\u00a0"} and following[:1].isupper()


def _opens(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before.strip("\"'“‘(*-• ") or before.endswith((".", "!", "?", ":"))


_FIRST_OF_NAME = re.compile(r"^(?:First|Second|Third|Fourth|Fifth|New) (?=[A-Z][a-z]{2})")


def begins_name(text: str) -> bool:
    """Whether a text begins with a word that is part of a name only before a big one: New Guinea."""
    return bool(_FIRST_OF_NAME.match(text))


def _without_possessive(text: str) -> str:
    return re.sub(r"['’]s?$", "", text)


def _end_of_run(
    text: str,
    words: list[re.Match[str]],
    i: int,
    stops: frozenset[str],
    bridges: tuple[str, ...] = _BRIDGES,
) -> int:
    j = i
    while _is_initial(text, words, j):
        j += 1
    while j + 1 < len(words) and not re.search(r"['’]s?$", words[j].group()):
        gap = text[words[j].end() : words[j + 1].start()]
        following = words[j + 1].group()
        if gap.strip(" ") == "" and _is_initial(text, words, j + 1):
            j += 1
            while _is_initial(text, words, j):
                j += 1
            continue
        if gap.strip(" ") == "" and (_begins_name(following, stops) or _NUMBER.match(following)):
            j += 1
            if _NUMBER.match(following):
                break
            continue
        if words[j].group().isupper():
            break  # "GNU de la Free Software Foundation": an abbreviation is a name of its own
        bridged = _bridge(text, words, j, stops, bridges)
        if bridged is None:
            break
        j = bridged
    return j


def _bridge(
    text: str,
    words: list[re.Match[str]],
    j: int,
    stops: frozenset[str],
    bridges: tuple[str, ...],
) -> int | None:
    for bridge in bridges or _ENGLISH_BRIDGES:
        size = bridge.count(" ") + 1
        k = j + size + 1
        if k >= len(words) or not _begins_name(words[k].group(), stops):
            continue
        if text[words[j].end() : words[k].start()] == f" {bridge} ":
            return k
    return None


def opening(text: str, language: str) -> Opening | None:
    """The grammatical subject that a sentence opens with, by the verb that follows it.

    Up to five words, none of them a stop word; None when there is no verb where one should be or
    when the sentence opens with a pronoun.
    """
    if is_cjk(text) or base(language) in {"zh", "ja"}:
        return opening_cjk(text, language)
    words = _EITHER.sub(r"\g<name> ", trim_front(drop_pointers(text.strip()), language))
    words = _LEGAL_FORM.sub(r"\g<name>", words)
    article = _ARTICLE.match(words)
    bare = words[article.end() :] if article else words
    fronted = DEFINING_FRONT.get(base(language))
    if fronted and (match := fronted.match(words)):
        return Opening(match.group("np").strip(), words[match.end("np") :].strip(), True)
    found = _split_at_verb(bare, language)
    if not found:
        return None
    phrase, rest, defines = found
    return Opening(phrase, rest, defines, article.group().strip().casefold() if article else "")


def _split_at_verb(text: str, language: str) -> tuple[str, str, bool] | None:
    verb = verb_after(language)
    defining = DEFINING.get(base(language), DEFINING["en"])
    stops = stopwords(language)
    links = words_of(language).linkers or _LINKERS
    found = tokens(text, language)[: SUBJECT_WORDS + 2]
    if not found or found[0].start() > 2:
        return None
    if _cannot_open(found[0].group(), language) and not begins_name(text[found[0].start() :]):
        return None
    for k, token in enumerate(found[: SUBJECT_WORDS + 2 * (base(language) == "fr")]):
        word = token.group()
        linked = word in links
        in_name = is_in_capitals(word) or (not k and begins_name(text[token.start() :]))
        if not linked and word.casefold() in stops and not in_name:
            return None
        gap = text[found[k - 1].end() : token.start()] if k else ""
        if gap.strip(" \"”’'\u00a0") and not _is_initial(text, found, k - 1):
            return None
        rest = text[token.end() :].lstrip("\"”’'* »\u00a0")
        if linked:
            continue
        shown = _PAREN.sub("", rest, count=1).lstrip() if rest.startswith("(") else rest
        if defining.match(shown):
            return text[found[0].start() : token.end()], shown, True
        if verb.match(shown) and not _is_participle(shown, found, k, language):
            return text[found[0].start() : token.end()], shown, False
    return None


def is_in_capitals(word: str) -> bool:
    """Whether a word is written as abbreviations are ("WHO"), and no key word of a rule."""
    return len(word) > 2 and word.isalpha() and word.isupper() and not _RULE.match(word)


def _is_participle(rest: str, found: list[re.Match[str]], k: int, language: str) -> bool:
    """Whether what looks like a verb belongs to the phrase ("software based systems are")."""
    if words_of(language).verbs:
        return False
    first = rest.split(" ", 1)[0]
    return (
        bool(re.match(r"^[a-z]{3,}(?:s|es)$", first))
        and bool(
            re.match(
                r"^[a-z]+\s+(?:is|are|was|were|has|have|MUST|SHOULD|MAY|can|may|must|should|will)\b",
                rest,
            )
        )
        and k + 1 < SUBJECT_WORDS
        and len(found) > k + 1
    )


def _cannot_open(word: str, language: str) -> bool:
    low = word.casefold().replace("’", "'").split("'")[0]
    return not is_in_capitals(word) and (
        low in hanging(language) or low in personal(language) or low in stopwords(language)
    )


_JA_SUBJECT = re.compile(
    r"^[“「『《]?(?P<np>[\w\u3000-\u9fff·・\-+ /]{2,24}?)[”」』》]?(?:[（(][^（()）]{1,40}[)）])?"
    r"(?P<verb>とは、?|は、?)"
)


@cache
def _zh_subject() -> re.Pattern[str]:
    verbs = "|".join(sorted(words_of("zh").verbs, key=lambda v: (-len(v), v)))
    return re.compile(
        r"^[“「『《]?(?P<np>[\w\u3000-\u9fff·\-+ /]{2,24}?)[”」』》]?\s*(?:[（(][^（()）]{1,40}[)）])?\s*"
        rf"(?P<verb>是指|指的是|是一|是由|{verbs})"
    )


_ZH_IS = re.compile(
    r"^[“「『《]?(?P<np>[\w\u3000-\u9fff·\-+#. /]{2,24}?)[”」』》]?\s*(?:[（(][^（()）]{1,40}[)）])?\s*"
    r"(?P<verb>是)(?![否不])"
)
_ZH_MODAL = re.compile(
    r"(?:(?<![智功性职技机本])能|[不会應应必须須只都也就还還便即仅僅正才并並总總将將要该該可以为為了的]|通常|已经|可能)$"
)


def _zh_match(text: str) -> re.Match[str] | None:
    """A Chinese subject before its verb; 是 is looked for first, since verbs stand inside terms (人工智能)."""
    match = _ZH_IS.match(text)
    if match and not (_CJK_BREAK.search(match.group("np")) or _ZH_MODAL.search(match.group("np"))):
        return match
    return _zh_subject().match(text)


_LEGAL_FORM = re.compile(r"^(?P<name>(?:[\w&-]+ ?){1,4}),? (?:Inc|Ltd|Corp|LLC|GmbH)\.?(?=[ ,])")
_EITHER = re.compile(
    r"^(?P<name>[\w-]+) or (?:the )?[\"“]?[\w-]+[\"”]? (?=(?:is|are) (?:an?|the)\b)"
)
_JA_IS = re.compile(
    r"(?:のこと(?:である|です|を(?:指|い)\w+)?|の(?:一種|[1一]つ|ひとつ)(?:である|です)?)。?$"
    r"|^(?!.*より)(?=.*[\u3400-\u9fffァ-ヺー](?<![的要能単確切難明分由名当様])(?:である|です)。?$)"
)
_CJK_DEFINES = ("とは", "是指", "指的是", "是一", "是由", "是", "指", "即")
_CJK_BREAK = re.compile(
    r"[，。；：、！？,.;:!?的了和与與及或并並而将將把被让讓使从從对對为為在当當]"
)
_NO_SUBJECT = (
    "没有",
    "只",
    "如",
    "当",
    "若",
    "一",
    "两",
    "所有",
    "许多",
    "任何",
    "各",
    "通常",
    "因",
)


def opening_cjk(text: str, language: str) -> Opening | None:
    """What a Chinese or Japanese sentence speaks of: what stands before its topic mark or verb."""
    bare = trim_front(text.strip(), language)
    japanese = base(spoken(bare, language)) == "ja"
    match = _JA_SUBJECT.match(bare) if japanese else _zh_match(bare)
    if not match:
        return None
    phrase = _VARIABLE.sub("", match.group("np").strip())
    if phrase.startswith((*hanging_cjk(bare, language), *personal_cjk(bare, language))):
        return None
    verb = match.group("verb").rstrip("、")
    rest = bare[match.end("np") :].lstrip()
    if japanese:
        if re.search(r"[、。，]|の|(?:で|に|を|が|も|と|から|まで|より|へ|ば|て)$", phrase):
            return None
        return Opening(phrase, rest, verb == "とは" or bool(_JA_IS.search(bare)))
    if verb in {"是指", "指的是"} and "的" in phrase:
        phrase = phrase.rpartition("的")[2]  # 版本的优先层级指的是……
    phrase = _ZH_ADVERB_LAST.sub("", phrase)
    if len(phrase) < 2 or _CJK_BREAK.search(phrase) or phrase.startswith(_NO_SUBJECT):
        return None
    return Opening(phrase, rest, verb in _CJK_DEFINES and not rest.startswith(_ZH_NO_IS))


_ZH_ADVERB_LAST = re.compile(r"\s*(?:通常|一般|常常|(?<!日)(?<!经)常|也|都|还|曾|已)+$")
_VARIABLE = re.compile(r"(?<=[\u3040-\u9fff])\s*[N-PX-Z]$")  # メジャーバージョン X は
_ZH_NO_IS = (
    "是否",
    "是可",
    "是为了",
    "是因",
    "是由于",
    "是从",
    "是不",
    "是在",
    "即使",
    "即将",
    "即可",
    "是很",
)


_JA_TOPIC = re.compile(r"^(?:（[^（）]{1,60}）)?(?:とは|には|では|は|が|も)(?!ち|ら)")
_ZH_ADVERBS = r"(?:也|还|還|又|都|已经|已經|已|目前|通常|最初|则|則|就|曾|一直|将|將|正|主要|本身)*"


@cache
def _zh_topic() -> re.Pattern[str]:
    verbs = "|".join(sorted(words_of("zh").verbs, key=lambda v: (-len(v), v)))
    return re.compile(rf"^(?:[（(][^（()）]{{1,40}}[)）])?\s*{_ZH_ADVERBS}(?:{verbs})")


def topic_rest(rest: str, language: str) -> bool:
    """Whether ``rest`` goes on with what a Chinese or Japanese sentence says of the name before it."""
    pattern = _JA_TOPIC if base(language) == "ja" else _zh_topic()
    return bool(pattern.match(rest))


def defining_rest(rest: str, language: str) -> bool:
    """The same, where what it says is what the named thing is."""
    if base(language) == "ja":
        is_so = re.match(r"^(?:（[^（）]{1,60}）)?(?:とは|は)", rest)
        return bool(is_so) and ("とは" in rest[:64] or bool(_JA_IS.search(rest)))
    bare = re.sub(r"^(?:[（(][^（()）]{1,40}[)）])?\s*", "", rest)
    return bare.startswith(("是指", "指的是", "是一", "是", "即")) and not bare.startswith(
        _ZH_NO_IS
    )
