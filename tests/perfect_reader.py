"""A perfect reader behind a model server: whatever the compiler asks it answers from what is known.

It is asked at the wire like any model: which question a request is it tells by the fixed part, all
else it reads out of the varying part, and it may only say what the schema allows. What is known
stands in a file such as ``tests/fixtures/five.json``. Every call is kept, so that tests and
benchmarks can count what goes over the wire.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from app.compiler import deciding
from app.compiler.model_reader import ModelReader
from app.compiler.picking import OTHER, prompt
from app.ledger.naming import key
from app.llm.asking import Asker
from app.llm.ollama_server import OllamaServer
from app.llm.question import Setting, Silence
from app.llm.server import Installed
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import FakeServer, Script, done, fake_server, said

FIXTURES = Path(__file__).parent / "fixtures"
FIVE = tuple(sorted((FIXTURES / "sources" / "five").iterdir()))
Answer = Callable[["Known", dict[str, Any]], str]
_NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_CUT = " …"  # at the end of a sentence that is shown in part


@dataclass(frozen=True)
class Known:
    """What a perfect reader knows: of what each sentence speaks, which sentences cannot both be right,
    which names are of one thing (``one_thing``, and each of ``things``)."""

    subjects: Mapping[str, Sequence[str]]
    contradictions: frozenset[frozenset[str]] = frozenset()
    one_thing: tuple[str, ...] = ()
    things: tuple[tuple[str, ...], ...] = ()

    def of(self, shown: str) -> list[str]:
        """The subjects of a sentence as it is shown."""
        return self._by_sentence.get(shown.removesuffix(_CUT)[:_SHOWN], [])

    @cached_property
    def _by_sentence(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for subject, sentences in self.subjects.items():
            for sentence in sentences:
                found[sentence[:_SHOWN]].append(subject)
        return found

    def one(self, a: str, b: str) -> bool:
        """Whether two names are of one thing."""
        wanted = {key(a), key(b)}
        things = ({key(name) for name in names} for names in (self.one_thing, *self.things))
        return len(wanted) == 1 or any(wanted <= names for names in things)

    def clash(self, a: str, b: str) -> bool:
        """Whether two sentences cannot both be right."""
        return frozenset((a, b)) in self.contradictions


_SHOWN = 690  # characters by which a sentence is known; more than that the question may cut


def five() -> Known:
    """What is known of the five sources."""
    told = json.loads((FIXTURES / "five.json").read_text(encoding="utf-8"))
    clashes = (c["sentences"] for c in told["contradictions"])
    return Known(
        told["subjects"],
        frozenset(frozenset(s["sentence"] for s in pair) for pair in clashes),
        tuple(told["one_thing"]),
    )


@dataclass(frozen=True)
class Call:
    """One question as it went over the wire, and its answer."""

    kind: str
    fixed: str
    varying: str
    answer: str

    @property
    def prompt(self) -> int:
        """Characters of the prompt."""
        return len(self.fixed) + len(self.varying)

    @property
    def tokens(self) -> int:
        """Tokens of the answer: three characters of compact JSON are one, which is rather too many
        tokens than too few (names and words of four letters and more are one)."""
        return -(-len(self.answer) // 3)


@dataclass
class PerfectReader:
    """Answers questions from what is known and keeps the calls. ``kinds`` has how each kind of question
    begins, its name, and how it is answered."""

    known: Known
    calls: list[Call] = field(default_factory=list)
    kinds: dict[str, tuple[str, Answer]] = field(default_factory=lambda: dict(KINDS))

    def __call__(self, request: dict[str, Any]) -> Script:
        """The answer to a request, as Ollama streams it."""
        fixed, varying = (message["content"] for message in request["messages"])
        kind, answer = self._kind(fixed)
        text = answer(self.known, request)
        call = Call(kind, fixed, varying, text)
        self.calls.append(call)
        return Script([*said(text, 40), done(prompt=call.prompt // 4, output=call.tokens)])

    def _kind(self, fixed: str) -> tuple[str, Answer]:
        for opening, kind in self.kinds.items():
            if fixed.startswith(opening):
                return kind
        raise AssertionError(f"nobody told the perfect reader how to answer: {fixed[:80]}")


def picks(known: Known, request: dict[str, Any]) -> str:
    """Which sentences say something of what: those that are known to, under the offered name; where
    fewer are known than the schema wants, others as well, under the name that they open with."""
    listed = request["format"]["properties"]["c"]
    item = listed["items"]["properties"]
    offered = {key(name): name for name in item["s"]["enum"]}
    numbered = {int(n): text for n, text in _NUMBERED.findall(request["messages"][1]["content"])}
    asked = [(number, numbered[number]) for number in item["e"]["enum"]]
    found = [_pick(n, subject, offered, text) for n, text in asked for subject in known.of(text)]
    missing = max(0, listed["minItems"] - len(found))
    others = [
        p for n, text in asked if not known.of(text) and (p := _first_named(n, text, offered))
    ]
    found = sorted([*found, *others[:missing]], key=lambda pick: pick["e"])
    return compact({"c": found})


def compact(answer: object) -> str:
    """An answer without a blank too many."""
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)


def _first_named(number: int, text: str, offered: Mapping[str, str]) -> dict[str, Any] | None:
    """The pick of a sentence under the offered name that stands first in it, the longest that does."""
    at = {name: text.casefold().find(name.casefold()) for name in offered.values() if name != OTHER}
    named = sorted((place, -len(name), name) for name, place in at.items() if place >= 0)
    return {"e": number, "s": named[0][2]} if named else None


def _pick(number: int, subject: str, offered: Mapping[str, str], text: str) -> dict[str, Any]:
    if key(subject) in offered:
        return {"e": number, "s": offered[key(subject)]}
    spelled = re.search(re.escape(subject), text, re.IGNORECASE)
    return {"e": number, "s": OTHER, "n": spelled.group() if spelled else subject}


def one_or_two(known: Known, request: dict[str, Any]) -> str:
    """Which names are of one thing: those that are known to be."""

    def word(pair: str) -> str:
        one, other = pair.splitlines()[0].split(" / ")
        return "one" if known.one(one, other) else "two"

    return _decided("resolve", request, word)


def same_or_not(known: Known, request: dict[str, Any]) -> str:
    """Which statements cannot both hold: those that are known not to; all others can."""

    def word(pair: str) -> str:
        one, other = statements(pair)
        return "contradict" if known.clash(one, other) else "other"

    return _decided("compare", request, word)


def opening_of(_known: Known, request: dict[str, Any]) -> str:
    """How to introduce a page: its first statement, then the first of another source, then the next."""
    lines = _NUMBERED.findall(request["messages"][1]["content"])
    sources = [line.rpartition(" (")[2] for _, line in lines]
    other = next((n for n, source in enumerate(sources) if source != sources[0]), 0)
    chosen = list(dict.fromkeys([0, other, *range(1, len(lines))]))[:3]
    return compact({"s": [{"n": int(lines[n][0])} for n in chosen]})


def statements(pair: str) -> tuple[str, str]:
    """The two statements of a pair as it is asked about, without the years of their sources and what
    stands beside them."""
    one, other = _BESIDE.sub("", pair).strip().split("\n/ ")
    return _YEAR_OF_SOURCE.sub("", one), _YEAR_OF_SOURCE.sub("", other)


_BESIDE = re.compile(r"^\[beside .*\]$", re.MULTILINE)
_YEAR_OF_SOURCE = re.compile(r"^\(\d{4}\) ")


def _decided(kind: str, request: dict[str, Any], word: Callable[[str], str]) -> str:
    """A word on each pair. The first pairs of a question are the same in all: a model that knows
    anything knows those."""
    first = deciding.known(kind).answers
    parts = re.split(r"^(\d+)\. ", request["messages"][1]["content"], flags=re.MULTILINE)[1:]
    pairs = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(pairs) == request["format"]["required"]
    told = dict(zip(pairs, first, strict=False))
    return compact(told | {n: word(pair) for n, pair in pairs.items() if n not in told})


def unsure(kind: str) -> Answer:
    """The answer of who knows only what anybody does."""
    return lambda _known, request: _decided(kind, request, lambda _pair: "unsure")


KINDS: dict[str, tuple[str, Answer]] = {
    "You index a text.": ("extract", picks),
    "You compare names that texts use.": ("resolve", one_or_two),
    "You compare what two texts say of one thing.": ("compare", same_or_not),
    "You arrange how a page of a reference work opens.": ("introduce", opening_of),
}

UNDECIDED: dict[str, tuple[str, Answer]] = {
    "You compare names that texts use.": ("resolve", unsure("resolve")),
    "You compare what two texts say of one thing.": ("compare", unsure("compare")),
}
"""The answers of a reader that reads all and decides nothing."""


@contextmanager
def perfect_reader(known: Known) -> Iterator[tuple[FakeServer, PerfectReader]]:
    """A running server with a perfect reader behind it."""
    with fake_server() as server:
        perfect = PerfectReader(known)
        server.chats_by(perfect)
        yield server, perfect


def asking(vault: Path, server: FakeServer) -> ModelReader:
    """The reader of a vault that asks this server."""
    setting = Setting("m", silence=Silence(20.0, 20.0))
    asker = Asker(OllamaServer(server.address), setting, clock=lambda: 0.0)
    model = Installed("m", digest="0123456789abcdef")
    return ModelReader(asker, model, prompt(), vault, Plug(), pause=lambda _seconds, _stop: None)
