"""Wordings that stand alone, made only by leaving words out and naming what a pronoun stands for.

Everything here takes a sentence as its source has it and either returns words that can stand on a
page without the line above them, or nothing. No word is added but the subject's own name and, in
front of a list item, its lead-in. Numbers, names, negations, hedges and conditions stay
(design, "Ground"; the rules are those of the example pages' guide).
"""

import re
from dataclasses import dataclass

from app.compiler.lexicon import (
    ELABORATES,
    base,
    hanging,
    hanging_cjk,
    imperatives,
    is_cjk,
    personal,
    personal_cjk,
    spoken,
    words_of,
)
from app.ledger.records import Form

_SPACES = re.compile(r"\s+")
_POINTERS = re.compile(
    r"\s*\((?:see|cf\.?|voir|siehe|refer to|as described in|described in|as defined in)\b[^()]*\)"
    r"|\s*\((?:e\.g\.|i\.e\.|for example)[^()]*\)"
    r"|\s*\[\d{1,3}\]_?|(?<=\w)\s\[[a-z][a-z.-]{2,20}\](?=[\s.,;]|$)|\s*<[^<>@\s]+@[^<>\s]+>"
    r"|\s*（(?:参见|参阅|见)[^（）]*）"
    r"|,?\s+(?:as follows|as shown below|as described below|as described above|as defined above|as noted above"
    r"|as mentioned above|as shown above|as defined below|listed below|described below|see below|see above)(?=[.,:;]|$)"
    r"|\s*\(https?://[^()\s]*\s?[^()]*\)",
    re.IGNORECASE,
)
_ASIDES = re.compile(
    r",?\s+(?:except where (?:specifically )?noted (?:below|above|otherwise))\b,?"
    r"|\s+for (?:similar|the same|these|those) reasons?(?=[.,;])"
    r"|^(?:<[^<>]+>\s*)?/[^/\s]{2,30}/(?:,\s*\*?not\*?\s*/[^/]+/)?\s+(?=[A-Z])",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"\b(?P<det>[Tt]his|[Tt]he present)\s+(?P<noun>PEP|document|specification|standard|policy"
    r"|guide|FAQ|RFC|paper|report|README)\b(?P<poss>['’]s)?"
)
_DANGLING_END = re.compile(
    r"\b(?:below|above|the following|following|these|is|are|was|were|and|or|of|by|with|as|the|an?)\s*[:：]?$",
    re.IGNORECASE,
)
_FRONT_CONDITION = re.compile(
    r"^(?:if|when|unless|where|while|although|though|since|because|given|for|in|on|at|by|to|with)\b",
    re.I,
)
_IMPERATIVE = re.compile(
    r"^(?:\w+ly\s+)?(?:exclude|include|allow|ensure|return|accept|treat|convert|amend|switch|move"
    r"|replace|append|increment|prefer)\b(?!['’-])(?!\s+(?:is|are|was|were)\b)"
    r"|^(?:for (?:more|further|additional|any)?\s*(?:information|details|help)|see also|consider"
    r"|remember|imagine|suppose|see|let|assume|try|keep|use|read|check|make sure|look|take|think"
    r"|recall|be sure"
    r"|click|visit|refer|do not|don't|never|always|just|feel free|thanks|thank|welcome|enjoy|go"
    r"|run|add|set|open|type)\b(?!['’-])",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\bthe (?:very )?same (?:day|time|observation|result)\b|\bhad (?:just|recently) been\b"
    r"|\b(?:by|at) (?:this|that) (?:time|point)\b|\bthose (?!who\b|that\b|which\b|of\b|in\b)[a-z]+"
    r"|\b(?:first|second|following|next|above) (?:figure|behaviou?r)\b|\bcan be found (?:at|in|here|on)\b"
    r"|\bexample (?:will )?(?:demonstrate|show|illustrate)s?\b|\bones are\b"
    r"|\b[Tt]h(?:is|ese|ose) (?:release|version|section|chapter|article|page|case|system|scheme|word|name|list|table"
    r"|example|change|point|reason|purpose|approach|format|situation|process|step|question|answer|way|paragraph)s?\b"
    r"|\b(?:the|in) (?:above|following|previous|preceding) (?:section|example|list|table|paragraph|case|rule|point)s?\b"
    r"|\bfor (?:this|that|these)\b(?! \w+ (?:that|which))|\b(?:that is|this is) why\b"
)
_POINTS_BACK_WIDE = re.compile(
    r"^[^，。]{0,16}(?:(?<![因彼从從由至])此(?!外)|[这這](?![样樣]))|^[^、。]{0,14}(?:この|その|これ|それ|上記|前述)"
)
_NOTICE = re.compile(
    r"^(?:copyright\b|©|\(c\)|all rights reserved|last (?:modified|updated)|version \d)"
    r"|^\S*(?:https?|ftp)://\S*$|^(?:\w+\s+){0,4}\(?(?:https?|ftp)://",
    re.I,
)
_OPEN_QUOTES = "\"'“‘«„「『(（"
_END = ".!?。！？…．"


@dataclass(frozen=True, slots=True)
class Worded:
    """Words for a page and how they came about."""

    text: str
    form: Form


def tidy(text: str) -> str:
    """``text`` on one line, single spaces, trimmed."""
    return _SPACES.sub(" ", text).strip()


_WORDS = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")


def word_count(text: str) -> int:
    """Words of a text; two Chinese or Japanese characters count as one word."""
    if text.isascii():
        return len(_WORDS.findall(text))
    wide = sum("\u3040" <= c <= "\u9fff" for c in text)
    latin = len(_WORDS.findall(re.sub(r"[\u3040-\u9fff]", " ", text)))
    return latin + (wide + 1) // 2


def capitalised(text: str) -> str:
    """``text`` with its first letter upper case, unless it opens with code or a name's own spelling."""
    if not text or not text[0].islower():
        return text
    first = text.split(" ", 1)[0]
    if any(c.isupper() or c.isdigit() for c in first[1:]):
        return text
    return text[0].upper() + text[1:]


def trim_front(text: str, language: str) -> str:
    """``text`` without the connectives that tie it to the sentence before."""
    changed = True
    while changed:
        changed = False
        for phrase in words_of(language).connectives:
            rest = _after(text, phrase)
            if rest:
                text, changed = capitalised(rest), True
                break
    return text


def _after(text: str, phrase: str) -> str:
    if text[: len(phrase)].casefold() != phrase:
        return ""
    rest = text[len(phrase) :]
    if phrase[-1] in "，、" or is_cjk(phrase):
        return rest.strip(" ，、")
    if phrase.endswith("that") and rest.startswith(" "):
        return rest.strip()
    if rest.startswith((",", ":")) and len(rest) > 2:
        return rest[1:].strip()
    if phrase in {
        "however",
        "furthermore",
        "moreover",
        "additionally",
        "therefore",
        "finally",
    } and re.match(r" [a-zA-Z]", rest):
        in_any_way = phrase == "however" and "," in rest  # "However it is done, it …"
        return "" if in_any_way else rest.strip()
    if phrase in {"also", "thus", "hence", "and", "but", "so"} and re.match(r" [a-z]", rest):
        return rest.strip() if phrase in {"and", "but"} else ""
    return ""


def drop_pointers(text: str) -> str:
    """``text`` without references that lead nowhere on a page ("see below", "[4]")."""
    without = _ASIDES.sub("", _POINTERS.sub("", _POINTERS.sub("", text)))
    return tidy(re.sub(r"\s+(?=[.,;:!?)](?:\s|$))", "", without))


def name_self(text: str, short: str) -> tuple[str, bool]:
    """``text`` with "this document" replaced by the source's short name, and whether it was."""
    if not short:
        return text, False
    named = _SELF.sub(lambda m: short + (m.group("poss") or ""), text)
    return named, named != text


_THIS_ONE = re.compile(r"\b[Tt]his (?:release|version|edition)\b")
_THE_ONE = re.compile(
    r"^The (?:new )?(?:release|version) (?P<verb>was|contained|introduced|included|added|consisted)\b"
)


def name_this_one(text: str, head: str) -> str:
    """``text`` with "this release" named as the run-in heading ``head`` above it, once; a second one
    needs no name."""
    named = _THIS_ONE.sub(lambda _: head, text, count=1)
    if named == text:
        return _THE_ONE.sub(lambda m: f"{head} {m['verb']}", text, count=1)
    return re.sub(r"\b(in|for|of|by) this (release|version|edition)\b", r"\1 the \2", named)


_FRONTED = re.compile(
    r"^(?:together|here|there|then|thus|there)\s+(?:it|they|he|she)\b"
    r"|^(?:while|if|when|although|since|because|where|as|though|unless|once|however|whenever)\s+"
    r"(?:it|they|this|these|those|such|he|she|used|so)\b"
    r"|^(?:while|if|when|although|since|because|where|as|though|unless|once|in|for|at)\b[^,]{0,90},\s"
    r"(?:it|they|this|these|those|he|she)\b",
    re.IGNORECASE,
)


def hangs(text: str, language: str) -> bool:
    """Whether ``text`` opens with a word that points at something said before it."""
    bare = text.lstrip(_OPEN_QUOTES + "*_ ")
    if base(language) == "en" and _FRONTED.match(bare):
        return True
    if is_cjk(bare) or base(language) in {"zh", "ja"}:
        return bare.startswith(hanging_cjk(bare, language))
    match = re.match(r"[^\W\d_]+(?:['’][a-z]+)?", bare)
    if not match:
        return False
    first = match.group().casefold().replace("’", "'")
    if first == "das" and base(language) == "de":  # "Das ist …" hangs, "Das Amt ist …" does not
        following = re.match(r"\s*(\w+)", bare[match.end() :])
        return following is None or following.group(1) in words_of("de").verbs
    return first.split("'")[0] in hanging(language) or first in hanging(language)


def speaks_to_reader(text: str, language: str) -> bool:
    """Whether ``text`` speaks of its writer or to its reader, asks, or exclaims."""
    if text.rstrip("\"'”’」』)）* ").endswith(("?", "？", "!", "！")):
        return True
    if is_cjk(text) or base(language) in {"zh", "ja"}:
        return any(word in text for word in personal_cjk(text, language))
    found = re.findall(r"[^\W\d_]+(?:'[a-z]+)?", text.replace("’", "'"))
    if not words_of(language).as_written.isdisjoint(found[1:]):
        return True
    return any(word.casefold().split("'")[0] in personal(language) for word in found)


def elaborates(text: str) -> bool:
    """Whether ``text`` only illustrates or repeats what stands before it."""
    return text.casefold().lstrip(_OPEN_QUOTES).startswith(ELABORATES)


def commands(text: str, language: str = "en") -> bool:
    """Whether ``text`` tells its reader to do something rather than saying something."""
    bare = text.lstrip(_OPEN_QUOTES)
    told = imperatives(spoken(text, language))
    if is_cjk(text):
        return bare.startswith(tuple(sorted(told)))
    first = re.match(r"[^\W\d_]+", bare)
    if first and first.group().casefold() in told:
        return True
    return bool(_IMPERATIVE.match(bare))


def incomplete(text: str) -> bool:
    """Whether ``text`` announces something that is not there ("as shown:") or breaks off."""
    return text.rstrip().endswith((":", "：", ",", "，", ";", "；", "、", "—", "-")) or bool(
        _DANGLING_END.search(text.rstrip(_END + " "))
    )


def balanced(text: str) -> bool:
    """Whether brackets and double quotes in ``text`` come in pairs."""
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("（", "）"), ("「", "」"), ("《", "》"))
    plain = re.sub(r"`[^`]*`", "", text)
    if re.search(r"「」|「（[^（）]*）」|“”|\(\s*\)", plain):
        return False  # something was lost between them already in the source
    return all(plain.count(a) == plain.count(b) for a, b in pairs) and plain.count('"') % 2 == 0


def ended(text: str) -> str:
    """``text`` with a full stop where it has no end mark of its own."""
    bare = text.rstrip()
    if bare.rstrip("\"'”’」』)）*`").endswith(tuple(_END)) or not bare:
        return bare
    if bare.endswith((";", ",", "；", "，", "、")):
        bare = bare[:-1].rstrip()
    return bare + ("。" if is_cjk(bare) else ".")


_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|may|might|must|shall|should|will|would)\b"
    r"|n['’]t\b|\b\w{3,}ed\b|\b(?:exists?|includes?|provides?|led|began|became|made|took|came|left|ran|built|wrote|gave"
    r"|went|held|grew|won|sent|said|saw|found|got|kept|set|met|chose|means?|refers?|consists?"
    r"|died|fell|rose|lay|lies|stood|brought|bought|sold|lost|drew|paid|taught|fought|spoke|spread)\b",
    re.IGNORECASE,
)
SHORT_WITHOUT_VERB = 14  # words; a longer sentence has a verb that the list does not know


def verbless(text: str) -> bool:
    """Whether an English ``text`` is a caption or a scrap: short, and no verb in it."""
    return (
        word_count(text) <= SHORT_WITHOUT_VERB
        and not _FINITE.search(text)
        and not _VERB_IN_S.search(text)
    )


_VERB_IN_S = re.compile(
    r"^\W*(?:\w[\w'’-]*\W+){1,5}[a-z]{3,}s\s+(?:(?:an?|the|all|any|its|their|to|that|no|every|each|one)\b"
    r"|(?:about\s)?[\d.,]*\d\s(?!(?:and|or|to|of|in)\b)[a-z])"
)


# "However this PEP allows its use": what a document says of something named before.
_OF_SOMETHING = re.compile(
    r"\b(?:allows?|permits?|forbids?|requires?|discourages?|encourages?|recommends?)\s+(?:its|their|it|them)\b"
)
# "Borg encrypts data with AES.": a full stop, and behind a name one word that can be a verb in -s.
# "The northern cableway moves at most 30 tonnes.": so too behind an article and a noun that is no plural.
_NAME_AND_VERB = re.compile(
    r"^(?:[A-Z][\w-]+ (?:\d[\d.]* )?[a-z]{3,}[^s\W]s [a-z]{3,}\b"
    r"|(?:The|An?|Each|Every) (?:[\w-]+ ){0,3}[\w-]*[^s\W] [a-z]{3,}[^s\W]s (?!of\b|and\b|or\b)[\w-]+\b)"
)


def stand_alone(text: str, language: str, short: str) -> Worded | None:
    """Words of a sentence that can stand without the one before; None where there are none.

    Connectives at the front and dead pointers are left out, "this document" becomes the source's
    short name. A sentence that still opens with a pronoun, speaks to its reader, only
    illustrates, or breaks off is not a statement.
    """
    whole = tidy(text)
    words = drop_pointers(trim_front(whole, language))
    words, named = name_self(words, short)
    words = ended(capitalised(words))
    if elaborates(words) or hangs(words, language) or speaks_to_reader(words, language):
        return None
    if is_cjk(words) and _POINTS_BACK_WIDE.search(words):
        return None
    if named and _OF_SOMETHING.search(words):
        return None
    if _POINTS_BACK.search(words) or commands(words, language) or _NOTICE.match(words):
        return None
    if incomplete(words.rstrip(_END)) or not balanced(words) or word_count(words) < 3:
        return None
    says = whole.endswith(".") and _NAME_AND_VERB.match(words)
    if base(language) == "en" and not is_cjk(words) and verbless(words) and not says:
        return None
    form = Form.NAMED if named else Form.WHOLE if words == ended(whole) else Form.TRIMMED
    return Worded(words, form)


_PRONOUN = re.compile(
    r"^(?P<word>It|They|He|She|This|These|Its|Their|His|Her)\b(?P<noun>\s+[a-z][\w-]*)?", re.UNICODE
)
_PLURAL_PRONOUNS = frozenset({"They", "These", "Their"})
_POSSESSIVES = frozenset({"Its", "Their", "His", "Her"})
CLASS_NOUNS = frozenset(
    [
        "release",
        "version",
        "document",
        "project",
        "system",
        "package",
        "program",
        "tool",
        "software",
        "organization",
        "organisation",
        "company",
        "distribution",
        "standard",
        "scheme",
        "format",
        "specification",
        "method",
        "file",
        "segment",
        "identifier",
        "operator",
        "clause",
    ]
)


_THIS_PART = re.compile(
    r"This (?:part(?: of the [a-z ]{3,30}?)?\s+)?(?=(?:is|specifies|contains|describes|gives)\b)"
)


def resolve_pronoun(text: str, name: str, *, plural: bool, term: bool = False) -> str | None:
    """``text`` with the pronoun at its front replaced by ``name``; None if that is not safe.

    Safe is a personal pronoun of the right number, a possessive, or "this" with a class noun
    ("This release"); the caller has seen to it that the sentence before, in the same paragraph,
    begins with the subject. "This" alone points at a whole sentence and is not replaced, but where
    ``term`` says that the text is the body of a definition list ("epoch: This is a single …").
    """
    match = _PRONOUN.match(text)
    if not match:
        return None
    word, noun = match.group("word"), (match.group("noun") or "").strip()
    if (word in _PLURAL_PRONOUNS) != plural and word not in {"He", "She", "His", "Her"}:
        return None
    if word == "This" and term and (definition := _THIS_PART.match(text)):
        return name + " " + text[definition.end() :]
    if word in {"This", "These"}:
        if noun.rstrip("s") not in CLASS_NOUNS:
            return None
        return name + text[match.end() :]
    tail = text[match.end("word") :]
    if word in _POSSESSIVES:
        return name + ("'" if name.endswith("s") and plural else "'s") + tail
    return name + tail
