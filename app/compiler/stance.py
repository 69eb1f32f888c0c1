"""How a sentence stands to what it says, read from its own words and asked of nobody."""

import re
from enum import StrEnum

from app.compiler.lexicon import NEGATIONS


class Stance(StrEnum):
    """Whether a sentence asserts, reports what another says, doubts or denies."""

    ASSERTED = "asserted"
    REPORTED = "reported"
    DOUBTED = "doubted"
    DENIED = "denied"


_REPORTS = re.compile(
    r"\b(?:according to|reportedly|allegedly|supposedly|in the (?:view|opinion|words) of"
    r"|(?:is|are|was|were) (?:said|believed|thought|considered|reported|alleged|rumou?red) (?:to|that|by)"
    r"|(?:say|claim|argue|believe|think|report|maintain|assert|insist|suggest)s? that"
    r"|(?:said|claimed|argued|believed|thought|reported|maintained|asserted|insisted|suggested) that"
    r"|laut|zufolge|angeblich|(?:behaupte|mein|glaub|sag)(?:n|t|te|ten|en), dass"
    r"|selon|d['’]après|(?:affirme|affirment|prétend|prétendent|estime|estiment|dit|disent) que)\b"
    r"|据(?!此|库|说明)|根据.{1,20}(?:说|称|报道)|[認认][为為]|声称|表示，|によると|によれば|とされ|と言われ|と述べ|そうだ。",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"\b(?:may|might|could|perhaps|possibly|probably|maybe|presumably|apparently|seemingly"
    r"|it is (?:unclear|uncertain|unknown)|seems? to|appears? to|is likely|are likely|unlikely"
    r"|vielleicht|möglicherweise|vermutlich|wahrscheinlich|wohl|könnten?|dürften?|scheint"
    r"|peut-être|probablement|pourrai(?:t|ent)|semble(?:nt)?)\b"
    r"|可能|也许|或许|大概|似乎|かもしれ|だろう|でしょう|らしい|ようだ|おそらく|たぶん",
    re.IGNORECASE,
)
_NAME = re.compile(r"\bMay(?=,? \d|\))|(?<=\w )May\b|(?<=\d\. )May\b")  # the month, or somebody's
_RULE = re.compile(r"\b(?:MAY|MUST|SHOULD|SHALL)\b")
_QUESTIONED = re.compile(
    r"\b(?:den(?:y|ies|ied)|refut\w+|disput\w+|bestreite\w*|widerleg\w*|dément\w*|nie|nient)\b|否认|否定"
)


def stance(text: str) -> Stance:
    """The stance of a sentence. What it only reports is said first: that is not its own claim.

    A rule that allows ("MAY") doubts nothing, and one that forbids asserts.
    """
    if _REPORTS.search(text):
        return Stance.REPORTED
    text = _NAME.sub("", text)
    without_rules = _RULE.sub("", text)
    if _DOUBTS.search(without_rules):
        return Stance.DOUBTED
    if _QUESTIONED.search(text) or (NEGATIONS.search(text) and without_rules == text):
        return Stance.DENIED
    return Stance.ASSERTED
