"""Reading untrusted formats in a process of its own, limited in time and memory.

A reader that crashes, hangs or eats memory costs one source, not the program: what happened becomes
a reason in words. The child gets the file's bytes on standard input and answers on standard output
with one JSON object: the document, or why there is none.
"""

import json
import subprocess
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from app.errors import SourceRefused
from app.saying import beside, read, say
from app.sources.document import Block, BlockKind, Document, Mark, MarkKind, Metadata

CONVERTERS = ("pdf", "docx")
"""The readers that run in a process of their own."""

ARGUMENT = "convert"
"""The first argument by which a program that was packed into one file runs a converter."""

SECONDS = 120.0
SECONDS_A_MEGABYTE = 4.0
MEMORY = 2_000_000_000  # bytes of address space

_ROOT = Path(__file__).resolve().parents[2]
_NO_MEMORY = 77  # exit status


def convert(reader: str, data: bytes, name: str, *, seconds: float | None = None) -> Document:
    """Read ``data`` with a reader in a process of its own.

    Raises SourceRefused with the reader's reason, or with what became of the process.
    """
    limit = seconds or SECONDS + SECONDS_A_MEGABYTE * len(data) / 1_000_000
    try:
        done = subprocess.run(
            [*_command(), reader, name],
            input=data,
            capture_output=True,
            timeout=limit,
            cwd=None if _is_frozen() else _ROOT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise SourceRefused(
            say(
                "“{name}” took longer than {seconds} seconds to read, and was given up.",
                name=name,
                seconds=round(limit),
            ),
            remedy="Split it, or save it again with another program.",
        ) from error
    if done.returncode == _NO_MEMORY:
        raise _needs_too_much(name)
    if done.returncode:
        raise _crashed(name, done.returncode)
    return _document(_answer(done.stdout, name), name)


def _command() -> list[str]:
    if _is_frozen():
        return [sys.executable, ARGUMENT]
    return [sys.executable, "-m", "app.sources.converting"]


def _is_frozen() -> bool:
    """Whether this is one packed file, which is no interpreter that could run a module."""
    return bool(getattr(sys, "frozen", False))


def _needs_too_much(name: str) -> SourceRefused:
    return SourceRefused(
        say(
            "“{name}” needs more than {size} GB of memory to be read.",
            name=name,
            size=MEMORY // 1_000_000_000,
        ),
        remedy="Split it, or save it again with another program.",
    )


def _crashed(name: str, status: int) -> SourceRefused:
    how = f"signal {-status}" if status < 0 else f"status {status}"
    return SourceRefused(
        say("“{name}” made its reader fail ({how}); nothing else was touched.", name=name, how=how),
        remedy="The file may be damaged: open it elsewhere and save it again.",
    )


def _answer(output: bytes, name: str) -> dict[str, Any]:
    try:
        answer = json.loads(output)
    except ValueError as error:
        raise _crashed(name, 0) from error
    if not isinstance(answer, dict):
        raise _crashed(name, 0)
    return answer


def _document(answer: dict[str, Any], name: str) -> Document:
    if "refused" in answer:
        raise SourceRefused(read(answer, "refused"), remedy=read(answer, "remedy"))
    if "failed" in answer:
        raise SourceRefused(
            say(
                "“{name}” could not be read: its reader stumbled ({what}).",
                name=name,
                what=answer["failed"],
            ),
            remedy="Save it again with another program, or leave it out.",
        )
    return from_json(answer)


def to_json(document: Document) -> dict[str, Any]:
    """A document as plain values."""
    return asdict(document)


def from_json(values: dict[str, Any]) -> Document:
    """A document from plain values."""
    return Document(
        text=values["text"],
        blocks=tuple(_block(block) for block in values["blocks"]),
        marks=tuple(Mark(**{**mark, "kind": MarkKind(mark["kind"])}) for mark in values["marks"]),
        metadata=_metadata(values["metadata"]),
        title=values["title"],
        language=values["language"],
        encoding=values["encoding"],
        format=values["format"],
        recovered=tuple(values["recovered"]),
    )


def _block(values: dict[str, Any]) -> Block:
    cells = tuple((start, end) for start, end in values["cells"])
    return Block(**{**values, "kind": BlockKind(values["kind"]), "cells": cells})


def _metadata(values: dict[str, Any]) -> Metadata:
    fields = tuple((key, value) for key, value in values["fields"])
    return Metadata(**{**values, "authors": tuple(values["authors"]), "fields": fields})


def main(arguments: Sequence[str]) -> int:
    """The child: read standard input with the reader named, and answer."""
    reader, name = arguments
    if reader not in CONVERTERS:
        return 2
    _limit_memory()
    try:
        answer = _read(reader, sys.stdin.buffer.read(), name)
        output = json.dumps(answer, ensure_ascii=True)
    except MemoryError:
        return _NO_MEMORY
    sys.stdout.write(output)
    sys.stdout.flush()
    return 0


def _read(reader: str, data: bytes, name: str) -> dict[str, Any]:
    try:
        document: Document = import_module(f"app.sources.readers.{reader}").read(data, name)
    except SourceRefused as refused:
        words = {"refused": refused.message, "remedy": refused.remedy}
        return {**words, **beside(**words)}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's file may break a reader in any way
        traceback.print_exc()
        return {"failed": type(error).__name__}
    return to_json(document)


def _limit_memory() -> None:
    """Keep this process from taking more memory than MEMORY, where the system can."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
