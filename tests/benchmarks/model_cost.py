"""What compiling with a model costs, counted at the wire; each figure with the limit that it must keep.

``python -m tests.benchmarks.model_cost`` has a perfect reader (``tests/perfect_reader.py``) answer
behind a real socket, and counts what it is asked:

- *five*: five sources of 4,000 characters in a new vault. Calls a source, one more where something
  contradicts and is asked in reverse; characters of prompt for one of source, all calls together;
  tokens of answer for a sentence of source.
- *long*: a source of 60,000 characters.
- *full*: the same five in a vault that holds 200 sources and 2,000 pages, which speak of the same
  subjects as the five, of others with words of their names, and of others in the same years. In a
  new vault the first source has nothing to be held against, the last has all the others: what is
  compared is the most that any of the five costs.
- *again*: nothing new; then one source edited.

Introductions count apart. The fixed part of the prompt must be the same bytes in all calls of a
kind. Tokens are counted as a third of the characters of an answer, since the server is none.
"""

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from app.compiler.compile import Compiler, opened
from app.compiler.standing import Status
from app.sources.document import BlockKind
from app.sources.reading import reading
from app.vault.layout import new
from tests.benchmarks.vaults import Source, Writing, write
from tests.perfect_reader import FIVE, Call, Known, PerfectReader, asking, five, perfect_reader

CALLS = 3
IN_REVERSE = 1
INTRODUCTIONS = 1
PROMPT = 3.0
PROMPT_OF_LONG = 1.5
TOKENS_A_SENTENCE = 20.0
FULL = 1.1  # of the cost in a new vault
SOURCES, SUBJECTS = 200, 10  # subjects a source, each of which gets a page
LONG = 60_000
_SAYS = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE})


@dataclass(frozen=True)
class Cost:
    """What one source cost."""

    name: str
    characters: int
    sentences: int
    calls: tuple[Call, ...]

    @property
    def reading(self) -> list[Call]:
        """Its calls without introductions."""
        return [call for call in self.calls if call.kind != "introduce"]

    @property
    def forward(self) -> list[Call]:
        """Those without what was asked again in reverse."""
        once = {call.kind: call for call in self.reading if call.kind == "compare"}
        return [c for c in self.reading if c.kind != "compare" or once[c.kind] is c]

    @property
    def prompt(self) -> float:
        """Characters of prompt for one of source."""
        return sum(call.prompt for call in self.reading) / self.characters

    @property
    def tokens(self) -> float:
        """Tokens of answer for a sentence of source."""
        return sum(call.tokens for call in self.reading) / self.sentences

    @property
    def kinds(self) -> Counter[str]:
        """How often it was asked what."""
        return Counter(call.kind for call in self.calls)


def keeps(cost: Cost, prompt: float = PROMPT, calls: int | None = CALLS) -> bool:
    """Whether a source cost no more than it may; ``calls`` is None where a source is too long for few."""
    reverse = len(cost.reading) - len(cost.forward)
    few = calls is None or len(cost.forward) <= calls
    few = few and reverse <= IN_REVERSE
    return few and cost.prompt <= prompt and cost.tokens <= TOKENS_A_SENTENCE


class Measuring:
    """A vault, and a perfect reader whose calls are counted."""

    def __init__(self, compiler: Compiler, perfect: PerfectReader) -> None:
        self.compiler = compiler
        self.perfect = perfect

    def add(self, file: Path) -> Cost:
        """Compile one more source; what that cost. Raises where it was not read to its end."""
        said = [s for s in reading(file.name, file.read_bytes()).sentences if s.kind in _SAYS]
        characters = len(file.read_text(encoding="utf-8"))
        before = len(self.perfect.calls)
        self.compiler.add([file])
        self.run()
        return Cost(file.name, characters, len(said), tuple(self.perfect.calls[before:]))

    def again(self) -> Sequence[Call]:
        """Look what is new among the sources and compile it; the calls that it took."""
        before = len(self.perfect.calls)
        self.compiler.scan()
        self.run()
        return self.perfect.calls[before:]

    def run(self) -> None:
        """Compile all that waits. Raises where something fails."""
        failed = [i.reason for i in self.compiler.run() if i.status is not Status.COMPILED]
        if failed:
            raise RuntimeError(f"not compiled: {failed}")


@contextmanager
def measuring(vault: Path, known: Known) -> Iterator[Measuring]:
    """A vault, new where there is none, with a perfect reader that knows ``known``."""
    if not vault.exists():
        new(vault)
    with perfect_reader(known) as (server, perfect), opened(vault) as compiler:
        compiler.reader = asking(vault, server)
        yield Measuring(compiler, perfect)


def known_of(files: Sequence[Path]) -> dict[str, list[str]]:
    """Of what the sentences of generated sources speak: of what their heading names, if they open with it."""
    found: dict[str, list[str]] = {}
    for file in files:
        for sentence in reading(file.name, file.read_bytes()).sentences:
            heading = sentence.section[-1] if sentence.section else ""
            if heading and sentence.text.startswith(heading):
                found.setdefault(heading, []).append(" ".join(sentence.text.split()))
    return found


def long_source(characters: int = LONG) -> Source:
    """A source of about so many characters, in part on subjects of the five; no sentence stands in it
    twice."""
    writing = Writing(seed=60)
    names = [*five().subjects, *(writing.name() for _ in range(characters // 900))]
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts.append(
            writing.source(0, [names[len(parts) % len(names)]], names).text.split("\n\n", 1)[1]
        )
    return Source("long.md", "# A long report\n\n" + "\n".join(parts))


def filling(sources: int = SOURCES) -> list[Source]:
    """Sources of ten subjects each, which also speak of subjects of the five: two of the ten bear a word
    of their names, each opened in a year of their century."""
    writing, chance = Writing(seed=200), random.Random(200)
    shared = list(five().subjects)
    made = []
    for number in range(sources):
        own = [writing.name() for _ in range(SUBJECTS)]
        own[:2] = [f"{chance.choice(shared).split()[0]} {name.split()[0]}" for name in own[:2]]
        text = writing.source(number, own, [*own, *shared]).text
        text += "\n".join(f"{name} opened in {chance.randint(1900, 1999)}.\n" for name in own)
        text += "\n" + writing.claims(chance.choice(shared), 3) + "\n"
        made.append(Source(f"filling-{number}.md", text))
    return made


def fill(vault: Path, sources: Sequence[Source], folder: Path) -> int:
    """Make a vault of these sources, read by the built-in reader; how many pages it has."""
    new(vault)
    with opened(vault) as compiler:
        compiler.add(write(sources, folder))
        compiler.run()
    return sum(1 for kind in ("concepts", "entities") for _ in (vault / "wiki" / kind).glob("*.md"))


def files_of(vault: Path) -> dict[str, tuple[int, int]]:
    """The files of a vault, each with what tells whether it was written."""
    found = ((p, p.stat()) for p in vault.rglob("*") if p.is_file())
    return {str(path): (stat.st_ino, stat.st_mtime_ns) for path, stat in found}


def figures(costs: Sequence[Cost]) -> dict[str, float]:
    """The figures of several sources, each as that source has it which has most of it."""
    return {
        "calls": max(len(cost.forward) for cost in costs),
        "prompt": max(cost.prompt for cost in costs),
        "tokens": max(cost.tokens for cost in costs),
    }


def ratios(costs: Sequence[Cost], first: Sequence[Cost]) -> dict[str, float]:
    """The figures of sources, as ratios of what they were first."""
    now, then = figures(costs), figures(first)
    return {what: now[what] / then[what] for what in now}


def introductions(costs: Sequence[Cost]) -> float:
    """Introductions for each source: what one may ask for is kept until a page can have it."""
    return sum(cost.kinds["introduce"] for cost in costs) / len(costs)


def show_introductions(costs: Sequence[Cost]) -> bool:
    """Print how many introductions were asked for; whether these are as few as promised."""
    each = introductions(costs)
    words = f"  introductions: {each:.1f} a source (at most {INTRODUCTIONS})"
    return said(words, kept=each <= INTRODUCTIONS)


def found(costs: Sequence[Cost]) -> Counter[str]:
    """How many names were found to be of one thing, and how many statements to contradict; each
    question has one pair of either that is known before."""
    forward = [call for cost in costs for call in cost.forward]
    words = {"resolve": '"one"', "compare": '"contradict"'}
    asked = [(words[c.kind], c.answer) for c in forward if c.kind in words]
    return Counter({w: sum(a.count(w) - 1 for v, a in asked if v == w) for w in words.values()})


def edited(measured: Measuring, name: str) -> tuple[Sequence[Call], int]:
    """The calls that an edited source takes, and how many of them ask about sentences of others."""
    (path,) = (measured.compiler.vault.root / "raw").rglob(name)
    text = path.read_text(encoding="utf-8") + "\nA new bridge was opened at Tolm in 2025.\n"
    path.write_text(text, encoding="utf-8")
    calls = measured.again()
    flat = " ".join(text.split())
    asked = [line for c in calls if c.kind == "extract" for line in c.varying.splitlines()]
    sentences = [line.split(". ", 1)[1] for line in asked if line[:1].isdigit()]
    return calls, sum(sentence not in flat for sentence in sentences)


def prefixes(calls: Sequence[Call]) -> dict[str, int]:
    """How many fixed parts there were of each kind of call."""
    return {
        kind: len({c.fixed for c in calls if c.kind == kind}) for kind in {c.kind for c in calls}
    }


def show(cost: Cost, *, kept: bool, prompt: float = PROMPT) -> bool:
    """Print what a source cost; whether that is as promised."""
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(cost.kinds.items()))
    print(
        f"  {cost.name}: {len(cost.reading)} calls ({kinds}), {cost.prompt:.2f} characters of prompt"
        f" a character (at most {prompt:g}), {cost.tokens:.1f} tokens a sentence"
        f" (at most {TOKENS_A_SENTENCE:g}){'' if kept else '  TOO MUCH'}",
        flush=True,
    )
    return kept


def show_long(cost: Cost) -> bool:
    """The same of a long source."""
    return show(cost, kept=keeps(cost, PROMPT_OF_LONG, None), prompt=PROMPT_OF_LONG)


def said(words: str, *, kept: bool) -> bool:
    """Print a figure; whether it is as promised."""
    print(words + ("" if kept else "  TOO MUCH"), flush=True)
    return kept


def in_new_vault(vault: Path) -> tuple[list[bool], list[Cost], list[Call]]:
    """Measure the five in a new vault, then nothing new, then one of them edited."""
    with measuring(vault, five()) as measured:
        costs = [measured.add(file) for file in FIVE]
        print(f"five sources, a new vault (at most {CALLS} calls, {IN_REVERSE} more in reverse)")
        kept = [*(show(cost, kept=keeps(cost)) for cost in costs), show_introductions(costs)]
        before = files_of(vault)
        calls, written = measured.again(), before != files_of(vault)
        words = f"nothing new: {len(calls)} calls, {'some' if written else '0'} files (0 and 0)"
        kept.append(said(words, kept=not calls and not written))
        calls, others = edited(measured, FIVE[0].name)
        words = f"one source edited: {len(calls)} calls, {others} sentences of other sources (0)"
        own = [call for call in calls if call.kind != "introduce"]
        kept.append(said(words, kept=0 < len(own) <= CALLS + IN_REVERSE and not others))
        return kept, costs, list(measured.perfect.calls)


def of_long(vault: Path, folder: Path) -> tuple[bool, list[Call]]:
    """Measure one long source in a new vault."""
    (file,) = write([long_source()], folder)
    with measuring(vault, Known(known_of([file]))) as measured:
        cost = measured.add(file)
        print(f"a source of {cost.characters} characters, {cost.sentences} sentences")
        return show_long(cost), list(measured.perfect.calls)


def in_full_vault(
    vault: Path, folder: Path, first: Sequence[Cost], sources: int
) -> tuple[list[bool], list[Call]]:
    """Measure the five in a vault that holds much already, against ``first``; then a long source."""
    pages = fill(vault, filling(sources), folder)
    (long,) = write([long_source()], folder)
    known = five()
    subjects = known_of([long])
    for name, sentences in known.subjects.items():
        subjects.setdefault(name, []).extend(sentences)
    with measuring(vault, replace(known, subjects=subjects)) as measured:
        costs = [measured.add(file) for file in FIVE]
        print(f"five sources, a vault of {sources} sources and {pages} pages")
        kept = [*(show(cost, kept=keeps(cost)) for cost in costs), show_introductions(costs)]
        for what, ratio in ratios(costs, first).items():
            words = f"  most {what}: {ratio:.2f} times that in a new vault (at most {FULL:g})"
            kept.append(said(words, kept=ratio <= FULL))
        one, clashes = (found(costs)[word] for word in ('"one"', '"contradict"'))
        words = (
            f"  found: {one} name of another thing, {clashes} contradictions (as in a new vault)"
        )
        kept.append(said(words, kept=found(costs) == found(first)))
        kept.append(show_long(measured.add(long)))
        return kept, list(measured.perfect.calls)


@contextmanager
def own_home() -> Iterator[Path]:
    """A folder that is gone afterwards, with the state and cache of all vaults in it."""
    before = os.environ.get("VAULTLOOM_HOME")
    with TemporaryDirectory(prefix="vaultloom-bench-") as folder:
        os.environ["VAULTLOOM_HOME"] = str(Path(folder) / "home")
        try:
            yield Path(folder).resolve()
        finally:
            os.environ.pop("VAULTLOOM_HOME")
            os.environ |= {"VAULTLOOM_HOME": before} if before else {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all figures; 1 if any is not as promised."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.model_cost")
    parser.add_argument("--sources", type=int, default=SOURCES, help="in the full vault")
    options = parser.parse_args(arguments)
    with own_home() as root:
        kept, first, calls = in_new_vault(root / "new")
        long_kept, long_calls = of_long(root / "long", root / "long source")
        full_kept, full_calls = in_full_vault(
            root / "full", root / "sources", first, options.sources
        )
    kept += [long_kept, *full_kept]
    for kind, count in sorted(prefixes([*calls, *long_calls, *full_calls]).items()):
        kept.append(said(f"fixed part of {kind}: {count} (1)", kept=count == 1))
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
