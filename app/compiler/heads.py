"""What a statement speaks of, set apart from what it says of it.

By grammar only, and only where that is plain: a short subject in front of a verb. Nothing is set
apart where in doubt.
"""

import re

from app.compiler.builtin.phrases import opening
from app.compiler.lexicon import VERB_AFTER, is_cjk
from app.compiler.wording import capitalised
from app.ledger.naming import key, singular_phrase

FRONT_WORDS = 12
_ARTICLE = re.compile(r"^(?:an?|the)$", re.IGNORECASE)
_QUANTITY = re.compile(r"^(?:each|every|any|all|no|some)$", re.IGNORECASE)
_QUOTED = re.compile(r"^[\"“]([^\"”]{2,40})[\"”]\s+(?=[a-z])")
_PLURAL = re.compile(
    r"^(?!(?:is|was|has|does)\b)(?P<noun>[a-z]{3,}s)\s+(?=always\b|[a-z]+(?<!s)\b)"
)
_NO_TAIL = re.compile(
    r"^(?:set of|use cases?)\b"
    r"|^(?!need|exceed|succeed|proceed|feed)[a-z]+ed\s+"
    r"(?!(?:by|in|into|to|with|from|as|for|that|the|an?|on|at|all|its|their|only|not|under|over"
    r"|when|if|it|no|and|or|until|after|before|between|through)\b)[a-z]"
)
_VERB = re.compile(
    r"^(?:is|are|was|were|has|have|can|could|may|might|must|shall|should|will|would|cannot|do|does"
    r"|MUST|SHALL|SHOULD|MAY|considers?|\w{3,}(?:ed))$"
)
_CIRCUMSTANCE = re.compile(
    r"^(?:if|when|whether|within|with|in|on|at|by|for|from|due|as|to|given|once|while|although"
    r"|since|because|under|even|unless|until)\b",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"^(?:In order to|To) [a-z]")
_BREAK = re.compile(r",\s+")


def split(text: str, language: str) -> tuple[str, str, bool]:
    """What a statement speaks of, what it says of it, and whether that defines it.

    Two empty strings where its subject is not one short phrase, or where nothing would be left.
    """
    if quoted := _QUOTED.match(text):
        head, tail = quoted.group(1), text[quoted.end() :].strip()
        opened = opening(f"{head} {tail}", language)
        return head, tail, bool(opened and opened.defines)
    opened = None if is_cjk(text) else opening(text, language)
    if opened is None or not text.rstrip().endswith(opened.rest.rstrip() or "\n"):
        return "", "", False
    before = text.rstrip()[: -len(opened.rest.rstrip())].strip().strip("\"“”'`").strip()
    head, tail = _without_article(before), opened.rest.strip()
    if opened.article and before == head and opened.article not in {"the", "a", "an"}:
        head = head if _QUANTITY.match(head.split()[0]) else ""
    noun = _PLURAL.match(tail)
    if noun and VERB_AFTER["en"].match(tail[noun.end() :]):  # "Numeric | identifiers always have"
        head, tail = f"{head} {noun.group('noun')}", tail[noun.end() :]
    return ("", "", False) if not head or _NO_TAIL.match(tail) else (head, tail, opened.defines)


def _without_article(phrase: str) -> str:
    first, _, rest = phrase.partition(" ")
    return rest if rest and _ARTICLE.match(first) else phrase


def first_words(text: str) -> str:
    """What a statement opens with up to its verb, where that is too long for one phrase; "" where
    it opens with a circumstance, or where no verb is found."""
    if _CIRCUMSTANCE.match(text):
        return ""
    words = text.split()
    for place, word in enumerate(words[:FRONT_WORDS]):
        if place and _VERB.match(word):
            return " ".join(words[:place])
        if word.endswith((",", ";", ":")):
            return ""
    return ""


def head_key(head: str) -> str:
    """The normal form of what a statement speaks of, without "each" and "all"."""
    first, _, rest = head.partition(" ")
    bare = rest if rest and (_ARTICLE.match(first) or _QUANTITY.match(first)) else head
    return key(singular_phrase(bare)) if bare else ""


def without_purpose(text: str, language: str) -> str:
    """``text`` without what it is for, where that stands in front ("To ensure …, labels MUST …")."""
    if not _PURPOSE.match(text):
        return text
    for cut in _BREAK.finditer(text):
        if opening(text[cut.end() :], language):
            return capitalised(text[cut.end() :])
    return text
