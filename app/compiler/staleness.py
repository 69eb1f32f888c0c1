"""Why a source is not what compiling it now would make: what went into it, compared with now.

Besides a source's bytes these go into it: the version of the built-in reader, the model that read it
and what that was asked (prompt files and house style), and the machine-read rules. The rules only
change how pages are rendered, the others how the source is read.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.compiler.builtin import reader
from app.compiler.readers import BUILTIN, Reader, fixed_prompt, prompt_hash
from app.ledger.records import SourceRecord
from app.saying import said, say
from app.vault.rules import FoundRules

BUILTIN_WORDS = "the built-in reader"


class Cause(StrEnum):
    """What changed."""

    VERSION = "version"  # of the built-in reader
    READER = "reader"
    DIGEST = "digest"  # the model was pulled anew
    PROMPT = "prompt"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a source would be compiled with now. ``digest`` is empty where it is not known."""

    reader: str
    digest: str
    prompt: str
    rules: str


def inputs(chosen: Reader, rules: FoundRules) -> Inputs:
    """What holds now with this reader under these rules."""
    prompt = prompt_hash(fixed_prompt(rules))
    return Inputs(chosen.name, chosen.digest, prompt, rules.rules_digest)


def causes(record: SourceRecord, now: Inputs) -> tuple[Cause, ...]:
    """What changed since a source was compiled.

    While no model is chosen, what a model read is not stale for that: nothing better is at hand.
    """
    asked = record.asked
    found = {Cause.VERSION: record.version != reader.VERSION}
    other = now.reader != BUILTIN and not _is_same(asked.model or BUILTIN, now.reader)
    found[Cause.READER] = other
    if asked.model and not other:
        known = now.reader != BUILTIN and now.digest and asked.digest
        found[Cause.DIGEST] = bool(known) and asked.digest != now.digest
        found[Cause.PROMPT] = asked.prompt != now.prompt
    found[Cause.RULES] = record.rules not in {"", now.rules}
    return tuple(cause for cause, holds in found.items() if holds)


def may_be_offered(record: SourceRecord, why: tuple[Cause, ...], now: Inputs) -> bool:
    """Whether compiling again makes it better: not where a model read it and none is chosen now,
    unless only the rules changed."""
    if not why:
        return False
    return why == (Cause.RULES,) or now.reader != BUILTIN or not record.asked.model


def words(record: SourceRecord, why: tuple[Cause, ...], now: Inputs) -> tuple[str, ...]:
    """The causes as a person is told them."""
    read_by = record.asked.model or said(BUILTIN_WORDS)
    known = {
        Cause.VERSION: said("reader version changed"),
        Cause.READER: say(
            "read by {reader}, now {chosen} is chosen", reader=read_by, chosen=now.reader
        ),
        Cause.DIGEST: say("{model} is another version now", model=record.asked.model),
        Cause.PROMPT: said("what the model is asked changed"),
        Cause.RULES: said("the rules changed"),
    }
    return tuple(known[cause] for cause in why)


def _is_same(one: str, other: str) -> bool:
    """Whether two names are one model's: “qwen3” is short for “qwen3:latest”."""
    return one == other or f"{one}:latest" == other or f"{other}:latest" == one
