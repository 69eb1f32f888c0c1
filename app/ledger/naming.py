"""Normal forms of names: when two spellings are one name without anybody having to say so."""

import re
import unicodedata
from functools import lru_cache

_ARTICLES = frozenset(
    [
        "the",
        "a",
        "an",
        "le",
        "la",
        "les",
        "l'",
        "un",
        "une",
        "der",
        "die",
        "das",
        "ein",
        "eine",
        "el",
        "los",
        "las",
        "il",
        "lo",
        "gli",
    ]
)
COMPANY_FORMS = frozenset(["inc", "ltd", "llc", "gmbh", "corp", "plc", "limited"])
TITLES = frozenset("dr prof mr mrs ms".split())
_LISTED = re.compile(r"^(?P<name>[^,]+), (?P<kind>(?:[^,]+ )?of)(?: the)?$", re.IGNORECASE)
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_])")
_SPELLED_IZE = re.compile(r"(?<=[a-z]{2})isation")
_WORD = re.compile(r"[\w+#]+(?:[.'’][\w+#]+)*", re.UNICODE)
_POSSESSIVE = re.compile(r"['’]s$")
_IRREGULAR = {
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "criteria": "criterion",
    "series": "series",
    "species": "species",
    "analyses": "analysis",
    "people": "people",
    **{works: works for works in "waterworks ironworks steelworks gasworks brickworks".split()},
}
_STAYS = ("ss", "us", "is", "os", "news", "ics")


def singular(word: str) -> str:
    """The singular of an English noun, by its ending; anything that does not look plural stays."""
    low = word.casefold()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(word) < 4 or not low.endswith("s") or low.endswith(_STAYS) or word.isupper():
        return word
    if low.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if low.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def singular_phrase(phrase: str) -> str:
    """``phrase`` with its last word in the singular ("Local version identifiers")."""
    head, space, last = phrase.rpartition(" ")
    stem, hyphen, tail = last.rpartition("-")
    return head + space + stem + hyphen + singular(tail)


def words(name: str) -> list[str]:
    """The words of a name, folded for case and width, hyphens apart, articles at its front left out."""
    folded = unicodedata.normalize("NFKC", name).casefold().replace("’", "'")
    found: list[str] = _WORD.findall(folded)
    if "'" in folded:
        found = [_POSSESSIVE.sub("", word) for word in found]
    while len(found) > 1 and found[0] in _ARTICLES:
        found = found[1:]
    return found


@lru_cache(maxsize=50_000)
def key(name: str) -> str:
    """The normal form of a name: equal keys are one name.

    Case, width, Unicode form, hyphens, spaces, dots between letters ("J.R.R." is "J. R. R."), a leading
    article, a title before two names or more ("Dr."), the plural of the last word, a company's legal
    form and "-isation" for "-ization" do not matter ("Pre-releases", "prerelease"), nor that a list puts
    the main word first ("Korea, Republic of"); digits do ("1.1" is not "11"), and so do + and #.
    """
    parts = words(_LISTED.sub(r"\g<kind> \g<name>", name))
    while len(parts) > 2 and parts[0] in TITLES:
        parts = parts[1:]
    if not parts:
        return unicodedata.normalize("NFKC", name).casefold().strip()
    if len(parts) > 1 and parts[-1] in COMPANY_FORMS:
        parts = parts[:-1]
    if not name.rstrip().isupper():
        parts[-1] = singular(parts[-1])
    return _SPELLED_IZE.sub("ization", _BETWEEN_LETTERS.sub("", "".join(parts)))


def initials(name: str) -> str:
    """The capital letters that abbreviate a name: "Free Software Foundation" gives "FSF"."""
    return "".join(word[0] for word in re.findall(r"[^\W\d_][\w'’]*", name) if word[0].isupper())


def short_forms(name: str) -> set[str]:
    """What a name may be shortened to, folded: the first letters of all its words ("llm"), a long word's
    first and last letter with the count of those between ("k8s"), its marks spelled out ("cpp")."""
    parts = words(name)
    found = set()
    if len(parts) > 1:
        found.add("".join(word[0] for word in parts))
        found.add("".join(word[0] for word in parts if word not in _SMALL))
    elif parts and len(parts[0]) > SPELLED_OUT and parts[0].isalpha():
        found.add(f"{parts[0][0]}{len(parts[0]) - 2}{parts[0][-1]}")
    if re.search(r"[+#]", name):
        found.add(name.casefold().replace("+", "p").replace("#", "sharp"))
    return {short for short in found if 2 <= len(short) <= LETTERS_AT_MOST}


_SMALL = frozenset("of in the for and on as to de der die das von für und".split())
SPELLED_OUT = 8  # letters of the longest word whose letters nobody counts
LETTERS_AT_MOST = 8
"""Letters that an abbreviation has at most."""


def abbreviates(short: str, long: str) -> bool:
    """Whether ``short`` can stand for ``long``: its letters begin words of it, in order.

    "DFSG" for "Debian Free Software Guidelines", "SPI" for "Software in the Public Interest",
    "SemVer" for "Semantic Versioning". The rule is that of Schwartz and Hearst (2003), made
    stricter: the first letters agree, and every letter is found in order.
    """
    letters = [c for c in short.casefold() if c.isalnum()]
    if not 2 <= len(letters) <= 10 or len(long) < len(short) + 2:
        return False
    if short.casefold() == initials(long).casefold():
        return True
    starts = [word[0] for word in words(long)]
    if starts and letters == [c for c in starts if c in letters][: len(letters)]:
        return letters[0] == starts[0]
    return short.isupper() is False and _camel_fits(short, long)


def _camel_fits(short: str, long: str) -> bool:
    pieces = re.findall(r"[A-Z][a-z]*", short)
    targets = words(long)
    if not 2 <= len(pieces) <= len(targets):
        return False
    return all(t.startswith(p.casefold()) for p, t in zip(pieces, targets, strict=False))


ACCENTED_FROM = 6  # letters from which a name without its accents is hardly another word


@lru_cache(maxsize=50_000)
def unaccented(name_key: str) -> str:
    """A normal form without accents ("côted'ivoire"); one that has none, or is short, as it is."""
    if (
        name_key.isascii()
        or len(name_key) < ACCENTED_FROM
        or re.search(r"[^\x00-\u024f]", name_key)
    ):
        return name_key
    plain = unicodedata.normalize("NFKD", name_key)
    return "".join(c for c in plain if not unicodedata.combining(c))


def sorting(title: str) -> str:
    """A title as lists are ordered by it: case and accents do not count."""
    if title.isascii():
        return title.lower()
    folded = unicodedata.normalize("NFKD", title.casefold())
    return "".join(c for c in folded if not unicodedata.combining(c))


def initial(title: str) -> str:
    """The letter that a title is listed under: A to Z, "0-9", or "other" for every other script."""
    letter = sorting(title)[:1].upper()
    return letter if "A" <= letter <= "Z" else "0-9" if letter.isdigit() else "other"
