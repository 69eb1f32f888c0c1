"""JSON out of what models write around, before and instead of it.

Looked for in turn: the text itself, without a think block, inside a fence, inside prose; and where
the JSON breaks off, what was whole in its outermost list.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

_THINK = re.compile(r"^\s*<(think|thinking|thought)>.*?</\1>", re.S | re.I)
_THINK_END = re.compile(r"^.*</(?:think|thinking|thought)>", re.S | re.I)
_OPEN_THINK = re.compile(r"^\s*<(?:think|thinking|thought)>", re.I)
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\r?\n?(.*?)(?:```|$)", re.S)
_START = re.compile(
    r"\{\s*[\"}]|\[\s*[\[{\"\d\]]"
)  # as JSON begins, rather than a bracket in prose
_TRIES = 24  # places in prose where JSON may begin
_ENDS = 40  # whole items that are given up, from the last one, before broken JSON is
_CLOSING = {"{": "}", "[": "]"}
# C0 and C1 but for tab and line feed; surrogates cannot be written as UTF-8; the last two are no characters
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Json:
    """What was found: ``whole`` is false where it breaks off; ``mended`` says what was around it."""

    value: Any
    whole: bool = True
    mended: tuple[str, ...] = ()


def without_thinking(text: str) -> tuple[str, bool]:
    """``text`` without the think block at its front, and whether there was one (closed or not)."""
    if _THINK.match(text):
        return _THINK.sub("", text), True
    if _OPEN_THINK.match(text):
        return "", True
    head = _THINK_END.match(text)  # some templates open the block in the prompt
    return (text[head.end() :], True) if head else (text, False)


def find_json(text: str) -> Json | None:
    """The JSON value in ``text``; None where there is none at all.

    An object or a list only: a bare word or number in prose is no answer.
    """
    bare, thought = without_thinking(text)
    mended = ("a think block before the answer",) if thought else ()
    for candidate, words in _candidates(bare):
        value = _decoded(candidate.strip())
        if isinstance(value, (dict, list)):
            return Json(value, mended=(*mended, *words))
    for candidate, words in _candidates(bare):
        found = _in_prose(candidate)
        if found:
            return Json(found.value, found.whole, (*mended, *words, *found.mended))
    return None


def _candidates(text: str) -> list[tuple[str, tuple[str, ...]]]:
    fence = _FENCE.search(text)
    inside = [(fence.group(1), ("a fence around the answer",))] if fence else []
    return [*inside, (text, ())]


def _decoded(text: str) -> object:
    """The JSON value that ``text`` is; None if it is none, or no value that can be held."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _in_prose(text: str) -> Json | None:
    """The first object or list in prose. Where JSON begins and is broken it is that one, cut: no
    inner piece stands for the answer."""
    decoder = json.JSONDecoder(strict=False)
    for start in list(_START.finditer(text))[:_TRIES]:
        try:
            value, _ = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            return _cut(text[start.start() :])
        if _holds_something(value):
            return Json(value, mended=("words around the answer",))
    return None


def _holds_something(value: object) -> bool:
    """Whether a piece of prose in brackets is JSON that somebody meant: "[1]" alone is a footnote."""
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(v, dict) for v in value)
    )


def _cut(broken: str) -> Json | None:
    """The beginning of broken JSON, closed after the last whole item of its outermost list."""
    for end, closing in reversed(_whole_ends(broken)[-_ENDS:]):
        value = _decoded(broken[:end] + closing)
        if isinstance(value, (dict, list)):
            return Json(value, whole=False, mended=("the answer breaks off",))
    return None


@dataclass(slots=True)
class _Scan:
    """Where a reading of broken JSON stands."""

    open: list[str]
    ends: list[tuple[int, str]]
    in_string: bool = False
    escaped: bool = False

    outermost: int = 0  # how deep the outermost list stands; 0 before it has come

    def whole_until(self, place: int) -> None:
        if self.open and self.open[-1] == "[" and not self.outermost:
            self.outermost = len(self.open)
        if self.outermost and len(self.open) == self.outermost:
            closing = "".join(_CLOSING[mark] for mark in reversed(self.open))
            self.ends.append((place, closing))


def _whole_ends(text: str) -> list[tuple[int, str]]:
    """Every end of a whole item of the outermost list in ``text``, and what closes it there."""
    scan = _Scan([], [])
    for place, mark in enumerate(text):
        if scan.in_string:
            _in_string(scan, mark)
        elif mark == '"':
            scan.in_string = True
        elif mark in "{[":
            scan.open.append(mark)
            scan.whole_until(place + 1)
        elif mark in "}]" and scan.open:
            scan.open.pop()
            scan.whole_until(place + 1)
        elif mark == ",":
            scan.whole_until(place)
    return scan.ends


def _in_string(scan: _Scan, mark: str) -> None:
    if scan.escaped:
        scan.escaped = False
    elif mark == "\\":
        scan.escaped = True
    elif mark == '"':
        scan.in_string = False


def cleaned(value: Any) -> Any:
    """``value`` with control characters and lone surrogates taken out of all its strings."""
    if isinstance(value, str):
        return _CONTROLS.sub("", value)
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    if isinstance(value, dict):
        return {cleaned(k): cleaned(v) for k, v in value.items()}
    return value
