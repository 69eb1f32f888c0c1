"""Phrases of a sentence that may name something: what it speaks of, and the names in it."""

import re
from dataclasses import dataclass

from app.compiler.lexicon import (
    DEFINING,
    RULE_WORDS,
    VERB_AFTER,
    base,
    hanging,
    hanging_cjk,
    is_cjk,
    personal,
    personal_cjk,
    stopwords,
)
from app.compiler.wording import drop_pointers, trim_front

TOKEN = re.compile(r"`[^`\n]+`|[^\W_](?:[\w+#]|[-'’./&](?=[^\W_]))*[+#]*", re.UNICODE)
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
_RULE = re.compile(rf"^{RULE_WORDS.pattern}$|^(?:NOT|AND|OR|ALL|ANY)$")
_ARTICLE = re.compile(
    r"^(?:the|an?|this|each|every|any|no|some|all|le|la|les|une?|der|die|das|eine?)\s+", re.I
)
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


def tokens(text: str) -> list[re.Match[str]]:
    """The words of ``text``; inline code is one word."""
    return list(TOKEN.finditer(text))


def is_capital(word: str) -> bool:
    """Whether a word is written as names are: a capital in front, and not a key word in capitals."""
    return word[:1].isupper() and not _RULE.match(word) and len(word.rstrip(".")) > 1


def proper_spans(text: str, language: str) -> list[Span]:
    """The runs of capitalised words in ``text``, with numbers and "of the" between them.

    A run that opens the sentence is marked ``first``: its capital may be the sentence's own.
    """
    found: list[Span] = []
    words = tokens(text)
    stops = stopwords(language)
    i = 0
    while i < len(words):
        if not _begins_name(words[i].group(), stops):
            i += 1
            continue
        j = _end_of_run(text, words, i, stops)
        start, end = words[i].start(), words[j].end()
        found.append(
            Span(start, end, _without_possessive(text[start:end]), first=_opens(text, start))
        )
        i = j + 1
    return found


def _begins_name(word: str, stops: frozenset[str]) -> bool:
    return is_capital(word) and word.casefold().replace("’", "'").split("'")[0] not in stops


def _opens(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before.strip("\"'“‘(*-• ") or before.endswith((".", "!", "?", ":"))


def _without_possessive(text: str) -> str:
    return re.sub(r"['’]s?$", "", text)


def _end_of_run(text: str, words: list[re.Match[str]], i: int, stops: frozenset[str]) -> int:
    j = i
    while j + 1 < len(words) and not re.search(r"['’]s?$", words[j].group()):
        gap = text[words[j].end() : words[j + 1].start()]
        following = words[j + 1].group()
        if gap.strip(" ") == "" and (_begins_name(following, stops) or _NUMBER.match(following)):
            j += 1
            if _NUMBER.match(following):
                break
            continue
        bridged = _bridge(text, words, j, stops)
        if bridged is None:
            break
        j = bridged
    return j


def _bridge(text: str, words: list[re.Match[str]], j: int, stops: frozenset[str]) -> int | None:
    for bridge in _BRIDGES:
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
    article = _ARTICLE.match(words)
    bare = words[article.end() :] if article else words
    found = _split_at_verb(bare, language)
    if not found:
        return None
    phrase, rest, defines = found
    return Opening(phrase, rest, defines, article.group().strip().casefold() if article else "")


def _split_at_verb(text: str, language: str) -> tuple[str, str, bool] | None:
    verb = VERB_AFTER.get(base(language), VERB_AFTER["en"])
    defining = DEFINING.get(base(language), DEFINING["en"])
    stops = stopwords(language)
    found = tokens(text)[: SUBJECT_WORDS + 2]
    if not found or found[0].start() > 2 or _cannot_open(found[0].group(), language):
        return None
    for k, token in enumerate(found[:SUBJECT_WORDS]):
        if token.group().casefold() in stops and token.group() not in {"of", "in", "the", "for"}:
            return None
        if k and text[found[k - 1].end() : token.start()].strip(" \"”’'"):
            return None
        rest = text[token.end() :].lstrip("\"”’'* ")
        if token.group() in {"of", "in", "the", "for"}:
            continue
        shown = _PAREN.sub("", rest, count=1).lstrip() if rest.startswith("(") else rest
        if defining.match(shown):
            return text[found[0].start() : token.end()], shown, True
        if verb.match(shown) and not _is_participle(shown, found, k):
            return text[found[0].start() : token.end()], shown, False
    return None


def _is_participle(rest: str, found: list[re.Match[str]], k: int) -> bool:
    """Whether what looks like a verb belongs to the phrase ("software based systems are")."""
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
    return low in hanging(language) or low in personal(language) or low in stopwords(language)


_CJK_SUBJECT = re.compile(
    r"^[“「『《]?(?P<np>[\w\u3000-\u9fff·\-+ /]{2,24}?)[”」』》]?(?:[（(][^（()）]{1,40}[)）])?"
    r"(?P<verb>とは、?|は、?|是指|指的是|是一|是由|是|指|意味着|表示|由|必须|可以|应当|应该|不|被|在|于)"
)
_EITHER = re.compile(
    r"^(?P<name>[\w-]+) or (?:the )?[\"“]?[\w-]+[\"”]? (?=(?:is|are) (?:an?|the)\b)"
)
_JA_IS = re.compile(
    r"(?:のこと(?:である|です|を(?:指|い)\w+)?|の(?:一種|[1一]つ|ひとつ)(?:である|です)?)。?$"
)
_CJK_DEFINES = ("とは", "是指", "指的是", "是一", "是由", "是", "指")
_CJK_BREAK = re.compile(r"[，。；：、！？,.;:!?的了和与及或并而将把被让使从对为在当并]")


def opening_cjk(text: str, language: str) -> Opening | None:
    """What a Chinese or Japanese sentence speaks of: what stands before its topic mark or verb."""
    bare = trim_front(text.strip(), language)
    match = _CJK_SUBJECT.match(bare)
    if not match:
        return None
    phrase = match.group("np").strip()
    if phrase.startswith(hanging_cjk() + personal_cjk()) or _CJK_BREAK.search(phrase):
        return None
    verb = match.group("verb").rstrip("、")
    japanese = base(language) == "ja"
    if japanese and re.search(r"の|(?:で|に|を|が|も|と|から|まで|より|へ)$", phrase):
        return None
    if japanese and not verb.startswith(("は", "とは")):
        return None
    defines = (verb == "とは" or bool(_JA_IS.search(bare))) if japanese else verb in _CJK_DEFINES
    return Opening(phrase, bare[match.end("np") :], defines)
