"""Who reads a source: the built-in reader, or a model with the built-in reader for what it fails at."""

import hashlib
from typing import Protocol

from app.compiler.builtin import reader
from app.compiler.builtin.reader import Extraction
from app.compiler.picking import prompt
from app.llm.answer import NOTHING_SPENT, Usage
from app.paths import vault_template
from app.sources.document import Reading
from app.vault.rules import RULES, FoundRules

BUILTIN = reader.NAME
_STYLE_AT_MOST = 2_000  # characters that every question may carry


class Watch(Protocol):
    """Whoever waits for a source to be read."""

    def stop(self) -> bool:
        """Whether reading is to end now."""

    def check(self) -> None:
        """Raise what ends the compiling of the source, if it is to end."""

    def waiting(self, words: str) -> None:
        """Reading goes on when a model server is there again; ``words`` say what is the matter."""


class Reader(Protocol):
    """Reads sources. ``spent`` is what all questions so far cost over the wire."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def spent(self) -> Usage:
        """What its questions cost, those left out whose replies were there already."""

    def extract(self, reading: Reading, short: str, sha256: str, watch: Watch) -> Extraction:
        """What it takes from a source whose bytes have this hash.

        Raises ModelUnavailable where a person has to mend something first.
        """


class BuiltinReader:
    """The reader that asks nobody."""

    name = BUILTIN
    spent = NOTHING_SPENT

    def extract(self, reading: Reading, short: str, _sha256: str, _watch: Watch) -> Extraction:
        """See ``Reader``."""
        return reader.extract(reading, short)


def house_style(found: FoundRules) -> str:
    """What a person wrote below the rules, line by line; what the template says there is done by
    code already, and would cost its length in every question."""
    template = (vault_template() / RULES).read_text(encoding="utf-8").splitlines()
    ours = {line.strip() for line in template}
    lines = [line.strip() for line in found.style.splitlines()]
    return "\n".join(line for line in lines if line not in ours)[:_STYLE_AT_MOST]


def fixed_prompt(found: FoundRules) -> str:
    """The fixed part of a vault's questions."""
    return prompt(house_style(found))


def prompt_hash(fixed: str) -> str:
    """By what a fixed part is known in the ledger."""
    return hashlib.sha256(fixed.encode()).hexdigest()[:16]
