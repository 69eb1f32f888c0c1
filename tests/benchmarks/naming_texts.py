"""Texts on things that have several names: what one source states, what another says by another name.

What is said of each thing, and the ways in which texts give a name, are in ``texts/``; see there.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from app.compiler.lexicon import is_cjk

DATA = Path(__file__).parent / "texts"
LANGUAGES = ("en", "de", "zh")
SETS = ("known", "held out")
_TONGUES = {
    "en": {"en": "English", "de": "German", "fr": "French", "zh": "Chinese", "ja": "Japanese"},
    "de": {
        "en": "englisch",
        "de": "deutsch",
        "fr": "französisch",
        "zh": "chinesisch",
        "ja": "japanisch",
    },
    "zh": {"en": "英语", "de": "德语", "fr": "法语", "zh": "汉语", "ja": "日语"},
}
_TITLES = {
    "en": ("Notes of the evening class", "Reading list, part two", "What we looked up", ""),
    "de": ("Notizen aus dem Abendkurs", "Leseliste, zweiter Teil", "Was wir nachschlugen", ""),
    "zh": ("夜校笔记", "阅读清单第二部分", "查到的内容", ""),
    "ja": ("夜間講座のメモ", "読書リスト", "調べたこと", ""),
    "fr": ("Notes du cours du soir", "Liste de lecture", "Ce que nous avons cherché", ""),
}


_AS_WRITTEN = frozenset("nvim pgsql cpp vuejs cplusplus macosx rubyonrails".split())


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a thing: its language where it belongs to one, whether it is short for another, its article."""

    text: str
    language: str = ""
    short: bool = False
    article: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing with its names and what is said of it by language: how two sources define it, two more
    statements of the first, two of the second."""

    id: str
    origin: str
    names: tuple[Name, ...]
    articles: dict[str, str]
    former: frozenset[tuple[str, str]]
    said: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Stating:
    """A case: one source states in ``language`` that two names are one thing, another uses only one."""

    thing: str
    language: str
    phrasing: str
    one: str
    other: str
    sources: dict[str, str]


@cache
def things() -> tuple[Thing, ...]:
    """The things of ``texts/things.json``."""
    return tuple(_thing(each) for each in load("things"))


@cache
def load(name: str) -> Any:
    """The content of a file of ``texts/``."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def _thing(given: dict[str, Any]) -> Thing:
    names = tuple(
        Name(text, at.get("lang", ""), bool(at.get("short")), at.get("art", ""))
        for text, at in given["names"]
    )
    said = {lang: tuple(given[lang]) for lang in (*LANGUAGES, "ja", "fr") if lang in given}
    former = frozenset((a, b) for a, b in given.get("former", ()))
    return Thing(given["id"], given["origin"], names, given.get("art", {}), former, said)


def cases(language: str, which: str) -> Iterator[Stating]:
    """Every thing, every two of its names, every phrasing that fits them."""
    phrasings = load("phrasings")[language][which]
    for thing in things():
        for number, pair in enumerate(combinations(thing.names, 2)):
            chosen = _in_order(thing, pair, language)
            if chosen is None or not _source_language(thing, *chosen, language):
                continue
            fitting = [p for sort, p in phrasings if sort in _sorts(thing, *chosen, language)]
            for at, phrasing in enumerate(fitting):
                yield _case(thing, *chosen, language, phrasing, number + at)


def _in_order(thing: Thing, pair: tuple[Name, Name], language: str) -> tuple[Name, Name] | None:
    """The name that a text in this language goes by, then the other; None where it would use neither."""
    own = any(n.language == language for n in thing.names)
    native = [n for n in pair if n.language == language or (not own and n.language in {"", "en"})]
    if not native:
        return None
    best = min(native, key=lambda n: (n.language != language, n.short, pair.index(n)))
    return best, next(n for n in pair if n is not best)


def _source_language(thing: Thing, one: Name, other: Name, language: str) -> str:
    """The language of the source that uses only the other name; "" where there is no text in it."""
    wanted = other.language or ("en" if one.language == language else language)
    wanted = language if other.short else wanted
    return wanted if wanted in thing.said else ""


def _sorts(thing: Thing, one: Name, other: Name, language: str) -> set[str]:
    """The sorts of phrasings that fit two names."""
    found = {"any"}
    if other.short and not one.short:
        found.add("short")
    if is_cjk(one.text) != is_cjk(other.text):
        found.add("script")
    tongue = _tongue(one, other, language)
    if tongue and not other.short:
        found.add("tongue")
    if (one.text, other.text) in thing.former:
        found.add("former")
    return found


def _tongue(one: Name, other: Name, language: str) -> str:
    """The language whose name for the thing the other is; "" where it is none of another language."""
    if other.language:
        return other.language if other.language != language else ""
    return "en" if language != "en" and one.language == language else ""


def _case(thing: Thing, one: Name, other: Name, language: str, phrasing: str, turn: int) -> Stating:
    first = _text(
        thing, one, language, (2, 3), turn, _stated(thing, one, other, language, phrasing)
    )
    theirs = _source_language(thing, one, other, language)
    second = _text(thing, other, theirs, (4, 5), turn + 1, _defined(thing, other, theirs, 1))
    sources = {"stating.md": first, "using.md": second}
    if turn % 2:
        sources = dict(reversed(sources.items()))
    return Stating(thing.id, language, phrasing, one.text, other.text, sources)


def _stated(thing: Thing, one: Name, other: Name, language: str, phrasing: str) -> str:
    tongue = _TONGUES[language].get(_tongue(one, other, language), "")
    given = {
        "tongue": tongue,
        "Tongue": tongue.capitalize(),
        "Tongueen": f"{tongue.capitalize()}en",
    }
    given |= _forms("x", thing, one, language) | {"y": other.text, "Y": _front(other.text)}
    return phrasing.format(**given, **{"is": thing.said[language][0]})


def _defined(thing: Thing, name: Name, language: str, which: int) -> str:
    end = "。" if language in {"zh", "ja"} else "."
    front = _forms("n", thing, name, language)["N"]
    gap = " " if end == "." else ""
    return f"{front}{gap}{thing.said[language][which]}{end}"


def _forms(letter: str, thing: Thing, name: Name, language: str) -> dict[str, str]:
    """A name inside a sentence and at its front, with its article."""
    article = name.article or (thing.articles.get(language, "") if language in {"en", "de"} else "")
    if article == "a" and name.text[0] in "aeiouAEIOULM" and (name.short or name.text[0].islower()):
        article = "an" if name.short or name.text[0] in "aeiou" else "a"
    gap = "" if article.endswith("'") or not article else " "
    inside = f"{article}{gap}{name.text}"
    return {letter: inside, letter.upper(): _front(inside)}


def _front(text: str) -> str:
    """A name at the front of a sentence; one that has a capital or a figure inside stays as it is."""
    word = text.split(" ", maxsplit=1)[0]
    plain = word.isalpha() and word.islower() and word not in _AS_WRITTEN
    plain |= text.startswith("l'")
    return text[0].upper() + text[1:] if plain else text


def _text(
    thing: Thing, name: Name, language: str, which: tuple[int, int], turn: int, first: str
) -> str:
    """A short text: what is said first, then two statements more, under one title or another."""
    gap = "" if language in {"zh", "ja"} else " "
    forms = _forms("n", thing, name, language)
    more = [thing.said[language][n].format(**forms) for n in which]
    title = _TITLES[language][turn % 4]
    body = f"{first}\n\n{gap.join(more)}" if turn % 3 == 0 else gap.join([first, *more])
    if forms["N"][0].islower():  # a sentence that begins small is begun on a line of its own
        body = "\n\n".join([first, *more])
    if language == "zh" and turn % 2:
        body = _spaced(body)
    return f"# {title}\n\n{body}\n" if title else f"{body}\n"


def _spaced(text: str) -> str:
    """A Chinese text with a blank where a Latin word meets a character, as some have it."""
    out = ""
    for a, b in zip(text, text[1:] + " ", strict=True):
        meets = a != "\n" and b != "\n" and {_latin(a), _wide(b)} == {True}
        meets |= _wide(a) and _latin(b)
        out += a + " " * meets
    return out


def _latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _wide(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff"
