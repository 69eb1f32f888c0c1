"""Vaults of any size for measuring: sources that say something of made-up subjects, compiled for real.

A source has a heading for each of its subjects and below it a definition and sentences that name
other subjects too. Everything is drawn from one seed, so that a vault is the same on every run.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SHARED = 20
"""Subjects that the added source has in common with every vault."""

HUB_CLAIMS = 500
_A_SOURCE = 8  # subjects
_HUB_SOURCES = 50
_START = "b c d f g h j k l m n p r s t v w z br cr dr gr kr pl pr st tr".split()
_MIDDLE = "a e i o u ai au ea io".split()
_END = "l n r s t m d k nd lt rn x".split()
_ADJECTIVES = (
    "quiet steep narrow early late broad heavy hollow damp brittle bright slow rigid loose".split()
)
_NOUNS = (
    "harbour ledger turbine orchard furnace archive bridge valve corridor reservoir lantern quarry "
    "windmill cable tunnel granary signal compass anchor pasture chimney barrel hinge kiln market"
).split()
_VERBS = (
    "carries stores measures repairs guards divides supplies records replaces drains lifts".split()
)
_WHEN = (
    "in winter|after the flood|before dawn|under load|at low tide|during repairs|by decree".split(
        "|"
    )
)


@dataclass(frozen=True, slots=True)
class Source:
    """A source to be: the name of its file and its text."""

    name: str
    text: str


class Writing:
    """Writes sources; each sentence is drawn anew, so that no two texts are near-copies."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._names: set[str] = set()

    def name(self) -> str:
        """A name that no subject had before, such as "Brailt Kodem"."""
        while True:
            made = f"{self._word()} {self._word()}"
            if made not in self._names and not made.endswith("s"):
                self._names.add(made)
                return made

    def source(self, number: int, subjects: Sequence[str], others: Sequence[str]) -> Source:
        """A source with a part for each of ``subjects``, which names some of ``others`` as well."""
        parts = [self._part(each, others) for each in subjects]
        return Source(f"report-{number}.md", f"# Report {number}\n\n" + "\n\n".join(parts) + "\n")

    def claims(self, subject: str, count: int) -> str:
        """A part that says ``count`` things of ``subject``, each in a paragraph of its own."""
        return f"## {subject}\n\n" + "\n\n".join(self._says(subject) for _ in range(count))

    def _word(self) -> str:
        pick = self._random.choice
        letters = (pick(_START), pick(_MIDDLE), pick(_END), pick(_MIDDLE), pick(_END))
        return "".join(letters).capitalize()

    def _part(self, subject: str, others: Sequence[str]) -> str:
        pick = self._random.choice
        other = pick(others) if others else subject
        return (
            f"## {subject}\n\n{subject} is a {pick(_ADJECTIVES)} {pick(_NOUNS)} that {pick(_VERBS)} "
            f"the {pick(_NOUNS)} of the {pick(_ADJECTIVES)} {pick(_NOUNS)}. {self._says(subject)}\n\n"
            f"The {pick(_ADJECTIVES)} {pick(_NOUNS)} of {other} {pick(_VERBS)} a {pick(_NOUNS)} "
            f"{pick(_WHEN)}. {self._says(subject)}"
        )

    def _says(self, subject: str) -> str:
        pick, number = self._random.choice, self._random.randint(12, 9999)
        return (
            f"{subject} {pick(_VERBS)} {number} {pick(_ADJECTIVES)} {pick(_NOUNS)} lines for the "
            f"{pick(_NOUNS)} and {pick(_VERBS)} its {pick(_ADJECTIVES)} {pick(_NOUNS)} {pick(_WHEN)}."
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """A vault to be, and the source that is then added to it."""

    sources: tuple[Source, ...]
    added: Source


def plan(pages: int, *, hub: bool = False, seed: int = 1) -> Plan:
    """A vault of about ``pages`` pages of subjects, twenty of which the added source speaks of too.

    With ``hub`` the first of the twenty has 500 claims, from fifty sources of the vault.
    """
    writing = Writing(seed)
    shared = [writing.name() for _ in range(SHARED)]
    added = Writing(seed + 1).source(0, shared, shared)
    rest = [writing.name() for _ in range(max(0, pages - SHARED))]
    known = [*shared, *rest]
    groups = [known[i : i + _A_SOURCE] for i in range(0, len(known), _A_SOURCE)]
    sources = [writing.source(n, g, known) for n, g in enumerate(groups, start=1)]
    if hub:
        each = HUB_CLAIMS // _HUB_SOURCES
        for at in range(len(sources) - _HUB_SOURCES, len(sources)):
            text = sources[at].text + "\n" + writing.claims(shared[0], each) + "\n"
            sources[at] = Source(sources[at].name, text)
    return Plan(tuple(sources), added)


def write(sources: Sequence[Source], folder: Path) -> list[Path]:
    """The sources as files in ``folder``, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in sources:
        (folder / each.name).write_text(each.text, encoding="utf-8")
    return [folder / each.name for each in sources]
