"""Who reads a source: the built-in reader, or a model with the built-in reader for what it fails at."""

import hashlib
from typing import Protocol, TypeVar

from pydantic import BaseModel

from app.compiler.builtin import reader
from app.compiler.builtin.reader import Extraction
from app.compiler.deciding import known
from app.compiler.picking import prompt
from app.llm.answer import NOTHING_SPENT, Usage
from app.llm.question import Question
from app.paths import vault_template
from app.settings import Settings
from app.sources.document import Reading
from app.vault.layout import Vault
from app.vault.rules import RULES, FoundRules
from app.vault.writing import DISK, Files

S = TypeVar("S", bound=BaseModel)

BUILTIN = reader.NAME
_STYLE_AT_MOST = 2_000  # characters that every question may carry


class Watch(Protocol):
    """Whoever waits for a source to be read."""

    def stop(self) -> bool:
        """Whether reading is to end now; asked many times a second while a model is waited for, on
        the thread that reads."""

    def check(self) -> None:
        """Raise what ends the compiling of the source, if it is to end."""

    def passages(self, done: int, total: int) -> None:
        """So many of the passages that a model is asked about were read."""

    def waiting(self, words: str) -> None:
        """Reading goes on when a model server is there again; ``words`` say what is the matter."""

    def going_on(self) -> None:
        """A model answers; it may have been waited for."""


class Reader(Protocol):
    """Reads sources. ``spent`` is what all questions so far cost over the wire."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def digest(self) -> str:
        """Changes when the model does; empty for the built-in reader, and where it is not known yet."""

    @property
    def spent(self) -> Usage:
        """What its questions cost, those left out whose replies were there already."""

    def extract(self, reading: Reading, short: str, sha256: str, watch: Watch) -> Extraction:
        """What it takes from a source whose bytes have this hash.

        Raises ModelUnavailable where a person has to mend something first.
        """

    def must_be_there(self) -> None:
        """Raise ModelUnavailable, with what to do, where it cannot be asked now."""

    @property
    def judge(self) -> str:
        """What verdicts name as their judge; empty where it decides nothing."""

    def fits(self, question: Question[S]) -> bool:
        """Whether a question can be asked at all, in what the model is given at once."""

    def decide(self, question: Question[S], sha256: str, watch: Watch) -> tuple[S | None, Usage]:
        """Its answer to a question about the source with these bytes, and what that cost; None where
        it gave none that can be used. Raises as ``extract`` does.
        """


class BuiltinReader:
    """The reader that asks nobody."""

    name = BUILTIN
    judge = ""
    digest = ""
    spent = NOTHING_SPENT

    def extract(self, reading: Reading, short: str, _sha256: str, _watch: Watch) -> Extraction:
        """See ``Reader``."""
        return reader.extract(reading, short)

    def must_be_there(self) -> None:
        """See ``Reader``."""

    def fits(self, _question: Question[S]) -> bool:
        """See ``Reader``."""
        return True

    def decide(self, _question: Question[S], _sha256: str, _watch: Watch) -> tuple[S | None, Usage]:
        """See ``Reader``."""
        return None, NOTHING_SPENT


def house_style(found: FoundRules) -> str:
    """What a person wrote below the rules, line by line; what the template says there is done by
    code already, and would cost its length in every question."""
    template = (vault_template() / RULES).read_text(encoding="utf-8").splitlines()
    ours = {line.strip() for line in template}
    lines = [line.strip() for line in found.style.splitlines()]
    return "\n".join(line for line in lines if line not in ours)[:_STYLE_AT_MOST]


def fixed_prompt(found: FoundRules) -> str:
    """The fixed part of a vault's questions on sources."""
    return prompt(house_style(found))


def prompt_hash(fixed: str) -> str:
    """By what the questions of a vault are known in the ledger: the fixed part of those about
    sentences, and what is asked about names and statements."""
    asked = [fixed, *(known(kind).fixed for kind in ("resolve", "compare"))]
    return hashlib.sha256("\n".join(asked).encode()).hexdigest()[:16]


def reader_called(chosen: Settings, vault: Vault, files: Files = DISK) -> Reader:
    """Who reads by a person's settings; nothing is asked yet."""
    if chosen.model == BUILTIN:
        return BuiltinReader()
    from app.compiler.chosen_reader import ChosenReader  # what asks models takes long to load
    from app.llm.standing import server_at

    server = server_at(chosen.server)
    return ChosenReader(chosen.model, server, vault, chosen.context, files, address=chosen.server)


def reader_there(chosen: Settings, vault: Vault, files: Files = DISK) -> Reader:
    """The same. Raises ModelUnavailable, with what to do, where the model cannot be asked now."""
    found = reader_called(chosen, vault, files)
    found.must_be_there()
    return found
