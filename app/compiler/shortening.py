"""Which words of a sentence may be left out, decided by code; whoever shortens it only chooses among them.

A part may go where the sentence's own marks set it apart (brackets, dashes, commas before "which",
"including" and the like) and nothing in it carries the claim: no number, name, quotation or code, no
negation, hedge, condition, contrast, quantity, comparison, time, attribution or role. So a wording
is never judged by likeness: it is one of the wordings that code itself can make, or it is refused.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from app.compiler.lexicon import base, is_cjk
from app.compiler.wording import balanced, capitalised, ended, incomplete, tidy
from app.paths import resources

Span = tuple[int, int]
_PARTS_AT_MOST = 8  # of a sentence; all their combinations are tried
_LONGEST = 1200  # characters; nobody shortens more than that by commas


def _carrying() -> dict[str, frozenset[str]]:
    listed = tomllib.loads((resources() / "carrying.toml").read_text(encoding="utf-8"))
    return {kind: frozenset(words.split()) for kind, words in listed.items()}


_WITHIN = "within"  # the list for scripts without blanks
_LISTED = _carrying()
_CARRYING = frozenset().union(*(words for kind, words in _LISTED.items() if kind != _WITHIN))
_CARRYING_CJK = re.compile("|".join(sorted(_LISTED[_WITHIN], key=lambda w: (-len(w), w))))
_OPENERS = {
    language: frozenset(words.split())
    for language, words in {
        "en": "which who whom whose including especially particularly namely thereby making allowing causing leading"
        " giving resulting meaning enabling showing using containing consisting ranging because i.e e.g",
        # no relative clauses of German: its commas do not tell which of them narrow down what they stand by
        "de": "beispielsweise insbesondere also darunter einschließlich weil da sodass damit nämlich wobei wodurch",
        "fr": "qui dont lequel laquelle lesquels notamment comme ainsi permettant rendant incluant car",
    }.items()
}
_CJK_OPENERS = tuple(
    "例如 比如 譬如 包括 也就是说 换句话说 即 因此 所以 因为 たとえば 例えば つまり すなわち そのため".split()
)
_PHRASES = re.compile(
    r"^(?:such as|so that|as well as|as a (?:result|consequence)|for (?:example|instance)|in order to"
    r"|in other words|in particular|that is|i\.e\.|e\.g\.|because|zum beispiel|so ?dass|das heißt"
    r"|par exemple|c['’]est-à-dire|afin (?:de|que)|ainsi que|y compris|parce que|as (?=(?:it|they|this|these)\b)"
    r"|(?:complete|associated|accompanied|mounted|located|attached|built|written) (?=(?:with|by|on|in|to|at)\b))",
    re.IGNORECASE,
)
_GIVES_REASON = re.compile(
    r"^\W*(?:because|as|so that|in order to|weil|damit|sodass|da|parce|afin|car)\b", re.IGNORECASE
)
_GOES_ON = re.compile(r"^\W*and (?:it|they|he|she|this|these)\b", re.IGNORECASE)
_HANGS = re.compile(
    r"^(?:if|when|unless|once|until|before|after|while|although|though|since|because|as|where|for|in|at|on|by|with|to"
    r"|wenn|falls|sobald|bevor|nachdem|während|obwohl|da|weil|um|bei|mit|in|im|si|lorsque|quand|pour|dans|avec|en|afin)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s(?=(?:because|so that|in order to|such as|including|for example|for instance|parce que|afin de"
    r"|afin que|zum Beispiel)\s)"
)
_ADVERBS = {
    "en": re.compile(
        r"(?<=\w)\s(?:also|indeed|actually|basically|simply|furthermore|moreover|therefore|really|very"
        r"|extremely|highly)(?=\s\w)"
        r"|,\s(?:of course|in fact|in reality|indeed|therefore|moreover|furthermore|for example|for instance|thus)(?=,)"
    ),
    "de": re.compile(r"(?<=\w)\s(?:sehr|zudem|außerdem)(?=\s\w)"),
    "fr": re.compile(r"(?<=\w)\s(?:également|très)(?=\s\w)|,\s(?:bien sûr|par exemple)(?=,)"),
}
_NECESSARY = re.compile(
    r"\b(?:must|shall|should|needs?|need to|ha(?:s|ve) to|requir\w+|necessary|muss|müssen|soll\w*|doit|doivent|faut)\b",
    re.IGNORECASE,
)
_SWEEPS = re.compile(
    r"\b(?:all|every|any|each|only|most|no|none|both|other|alle\w*|jede\w*|nur|tou[st]\w*|chaque|seul\w*)\b",
    re.I,
)
_LEANS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|can|may|must|should|would|thus|also|then|and|or|but|by|of|for|from"
    r"|with|in|to|when|while|than|ist|sind|wird|und|oder|est|sont|et|ou)$",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"^\W*(?:and|or|nor|und|oder|et|ou|ainsi que les)\b|^\W*(?:和|及|以及|或|与|與|并|または|および)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|hardly|nicht|kein\w*|nie|ohne|ne|n['’]|pas"
    r"|jamais|sans|aucune?)\b|n['’]t\b|[不没未無无]|ない|ません",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|can|may|must|should|will|ist|sind|war|waren|hat|haben"
    r"|wird|werden|kann|muss|soll|est|sont|était|ont|peut|doit|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_VERB_NEXT = re.compile(rf"^\W*{_VERB.pattern}", re.IGNORECASE)
_COMMON_NOUN = re.compile(
    r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|ion|ionen|ität|itäten|ismus)$"
)
_WORD = re.compile(r"[^\W_]+(?:['’.+#-]*[^\W_]+)*[+#]*")
_MARKED = re.compile(r"[\d`\"“”„«»「」『』《》<>\[\]{}$€£%°=@/\\|*_#^~]|https?:")
_COMPARED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence that may be left out: its place."""

    start: int
    end: int


def carries(text: str, language: str, names: Iterable[str] = (), *, opens: bool = False) -> bool:
    """Whether words carry something of a claim that must stay.

    ``names`` are names that are known to stand in the source; ``opens`` says that the words open
    a sentence, where a capital says nothing.
    """
    if _MARKED.search(text) or _CARRYING_CJK.search(text):
        return True
    low = text.casefold()
    if any(name.casefold() in low for name in names if len(name) > 1):
        return True
    for number, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        if _is_name(word, language) and not (opens and number == 0):
            return True
        pieces = re.split(r"['’.-]", word.casefold())
        if _CARRYING.intersection(pieces) or word.casefold().endswith(("n't", "n’t")):
            return True
    return False


def _is_name(word: str, language: str) -> bool:
    """Whether a word may be a name: it has a capital. German writes nouns so: only their endings
    tell those apart that name no thing of their own."""
    if not any(c.isupper() for c in word):
        return False
    return base(language) != "de" or not _COMMON_NOUN.search(word)


def parts(text: str, language: str, names: Iterable[str] = ()) -> list[Part]:
    """The parts of a sentence that may be left out, in order; they may hold one another."""
    if len(text) > _LONGEST:
        return []
    known = tuple(names)
    found = [
        Part(start, end)
        for start, end in _set_apart(text, language)
        if not carries(_bare(text[start:end], language), language, known, opens=start == 0)
    ]
    return sorted(dict.fromkeys(found), key=lambda p: (p.start, p.end))[:_PARTS_AT_MOST]


def _bare(part: str, language: str) -> str:
    """A part without the words that open it, which may be any of the carrying ones ("as", "such")."""
    phrase = _PHRASES.match(part.lstrip(" ,;:(–—-"))
    bare = part.lstrip(" ,;:(–—-")
    if phrase:
        return bare[phrase.end() :]
    first = _WORD.match(bare)
    if first and first.group().casefold() in _openers(language):
        return bare[first.end() :]
    if _GOES_ON.match(part):
        return re.sub(r"^\W*and\s", "", part)
    return next((bare[len(o) :] for o in _CJK_OPENERS if bare.lstrip("，").startswith(o)), bare)


def _openers(language: str) -> frozenset[str]:
    return _OPENERS.get(base(language), frozenset())


def _set_apart(text: str, language: str) -> Iterator[Span]:
    for found in _in_brackets(text):
        yield found.span()
    for dashed in re.finditer(r"\s[–—]\s[^–—]*?(?:\s[–—](?=\s)|(?=[.。]$))", text):
        yield dashed.span()
    if base(language) in _ADVERBS and not _NEGATED.search(text):
        for adverb in _ADVERBS[base(language)].finditer(text):
            if not carries(text[adverb.end() :].split(maxsplit=1)[0], language, opens=True):
                yield adverb.span()  # "very likely" says other than "likely"
    if is_cjk(text):
        yield from _cjk_parts(text)
    else:
        yield from _between_commas(text, language)
        yield from _tails(text)


def _in_brackets(text: str) -> Iterator[re.Match[str]]:
    """Asides of two words or more: one word narrows down what it stands by, or is a mark of a list."""
    for found in re.finditer(r"\s+\([^()]*\)|（[^（）]*）", text):
        inside = found.group().strip(" ()（）")
        if len(words(inside)) >= 2 and len(inside) >= 3 and not _JOINS.match(inside):
            yield found


def _between_commas(text: str, language: str) -> Iterator[Span]:
    marks = [m.start() for m in _delimiters(text)]
    end = len(text.rstrip(".!?… "))
    for number, start in enumerate(marks):
        nearest = marks[number + 1] if number + 1 < len(marks) else end
        for stop in dict.fromkeys((nearest, end)):
            if stop > start and _may_go(text, start, stop, end, language, first=number == 0):
                closes = stop < end and text[start] == text[stop] == ","
                yield start, stop + (closes and not _HANGS.match(text))


def _may_go(text: str, start: int, stop: int, end: int, language: str, *, first: bool) -> bool:
    """Whether what stands between two delimiters may be left out, as far as its form goes."""
    part, front, rest = text[start:stop], text[:start], text[stop:]
    if re.match(r"^,?\s*(?:and|or|und|oder|et|ou|wie|dass|ob)\b", rest) or _LEANS.search(front):
        return False  # one of a list, or what the words before it need
    if not balanced(part) or not _reason_may_go(part, front, rest):
        return False
    many = text[start] == "," and re.search(r"[,;:]\s", part[1:])
    if stop == end and many and not (base(language) == "en" and _says(front)):
        return False
    if text[start] in ";:" or _GOES_ON.match(part):
        return stop == end and _says(front)
    return _explains(part.lstrip(", "), front, language) or (
        first and _is_apposition(part.lstrip(", "), front, rest)
    )


def _reason_may_go(part: str, front: str, rest: str) -> bool:
    """Not where it is denied ("not X because Y": perhaps X, for another reason) or what makes a
    duty one ("must X in order to Y")."""
    if not _GIVES_REASON.match(part):
        return True
    return not (_NEGATED.search(front + rest) or _NECESSARY.search(front + rest))


def _explains(bare: str, front: str, language: str) -> bool:
    """Whether words between commas open as what explains does, and are more than its opening."""
    count = len(_WORD.findall(bare))
    if phrase := _PHRASES.match(bare):
        alone = count <= len(_WORD.findall(phrase.group()))
        paired = phrase.group().casefold() == "as well as" and re.search(r"\bboth\b", front)
        return not alone and not paired
    word = _WORD.match(bare)
    if not word or word.group().casefold() not in _openers(language):
        return False
    least = 2 if word.group().casefold() in {"including", "incluant", "einschließlich"} else 4
    return count >= least and not _LEANS.search(bare)


def _says(front: str) -> bool:
    """Whether a sentence's front says something by itself: it has a verb, and no clause hangs in it."""
    return bool(_VERB.search(front)) and not _HANGS.match(front)


def _is_apposition(bare: str, front: str, rest: str) -> bool:
    """Whether a part is a second name for the sentence's subject (", a distribution, is …")."""
    if _HANGS.match(front) or _VERB.search(front):
        return False
    opens = re.match(r"(?:an?|the|eine?|une?|le|la|les)\s", bare)
    return bool(opens and rest.startswith(",") and _VERB_NEXT.match(rest[1:]))


def _delimiters(text: str) -> Iterator[re.Match[str]]:
    """Commas, semicolons and colons outside of brackets, quotation marks and code."""
    masked = re.sub(
        r"\([^()]*\)|\[[^\[\]]*\]|`[^`]*`|\"[^\"]*\"|“[^“”]*”|«[^«»]*»|„[^„“]*“",
        lambda m: "x" * len(m.group()),
        text,
    )
    return re.finditer(r"[,;](?=\s)|:(?=\s)", masked)


def _tails(text: str) -> Iterator[Span]:
    """Reasons, purposes and examples at the end, without a comma: they may narrow down, so nothing
    sweeping or denied may stand before them."""
    end = len(text.rstrip(".!?… "))
    for tail in _TAIL.finditer(text):
        front, part = text[: tail.start()], text[tail.end() : end]
        leans = _LEANS.search(front) or re.search(r"(?:,|\b(?:not|just|partly|mainly))$", front)
        gives_reason = _GIVES_REASON.match(part)
        if leans or not balanced(part) or _NEGATED.search(front):
            continue
        if (_NECESSARY if gives_reason else _SWEEPS).search(front) or _SWEEPS.search(front[-12:]):
            continue
        yield tail.start(), end


def _cjk_parts(text: str) -> Iterator[Span]:
    """What explains or gives examples after the last comma; and a connective in front."""
    end = len(text.rstrip("。！？… "))
    marks = [m.start() for m in re.finditer("[，；]", text)]
    if marks and text[marks[-1] + 1 : end].startswith(_CJK_OPENERS):
        yield marks[-1], end
    if marks and text[: marks[0]] in _CJK_OPENERS:
        yield 0, marks[0] + 1


def words(text: str) -> list[str]:
    """The words by which two wordings are compared: folded, Chinese and Japanese ones by character."""
    return _COMPARED.findall(text.casefold())


def shortened(text: str, wording: str, language: str, names: Iterable[str] = ()) -> str | None:
    """``text`` without the parts that ``wording`` leaves out; None where it is no shortening that code allows.

    Nothing of ``wording`` itself comes through: the words returned are cut from ``text``, and its
    first letter made a capital.
    """
    sentence = tidy(text)
    wanted = words(wording)
    if not wanted or wanted == words(sentence):
        return None
    found = parts(sentence, language, names)
    for count in range(1, len(found) + 1):
        for chosen in combinations(found, count):
            cut = _without(sentence, chosen)
            if words(cut) == wanted and _is_sentence(cut):
                return ended(capitalised(cut))
    return None


def _without(text: str, chosen: Iterable[Part]) -> str:
    kept, place = [], 0
    for part in sorted(chosen, key=lambda p: p.start):
        kept.append(text[place : max(place, part.start)])
        place = max(place, part.end)
    cut = tidy("".join([*kept, text[place:]]))
    return re.sub(r"\s+(?=[,.;:!?)])", "", cut).strip(" ,;:")


def _is_sentence(text: str) -> bool:
    return balanced(text) and not incomplete(text.rstrip(".。")) and len(words(text)) >= 3
