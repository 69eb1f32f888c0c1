"""The replies of models about one source or page, kept in the vault before they are used.

A line of JSON each, in the order in which they came: what was paid for once travels with the vault,
and a compile that was killed goes on with it. What the network did to a call is no reply.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.ledger.files import replies_path
from app.llm.answer import Outcome, Usage
from app.llm.reply import Reply
from app.vault.writing import DISK, Files, Write, digest, read, replace, sweep

_THOUGHTS = 200  # characters kept of what a model thought; only whether it did is ever asked


class Replies:
    """The replies about a source of these bytes (their SHA-256) or a page (its id), of a model with this
    digest."""

    def __init__(self, root: Path, about: str, model: str, files: Files = DISK) -> None:
        self._root, self._files, self._model = root, files, model
        self._path = replies_path(about)
        sweep(root / self._path, files)
        lines = (read(root / self._path) or b"").splitlines()
        self._known = dict(filter(None, map(_loaded, lines)))

    def get(self, key: str) -> Reply | None:
        """The reply that came to this call; None if none did, or the disk damaged it."""
        return self._known.get(self._salted(key))

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply durably. Raises NotOurs if its file is changed at the same instant."""
        before = read(self._root / self._path)
        lines = before or b""
        lines += b"" if lines.endswith(b"\n") or not lines else b"\n"
        after = lines + _dumped(self._salted(key), reply)
        expected = None if before is None else digest(before)
        replace(self._root, Write(self._path, expected, after), self._files)
        self._known[self._salted(key)] = reply

    def _salted(self, key: str) -> str:
        return f"{key}-{self._model[:12]}"


def _dumped(key: str, reply: Reply) -> bytes:
    told: dict[str, Any] = {"key": key, "text": reply.text, "ended": reply.ended}
    if reply.thinking:
        told["thinking"] = reply.thinking[:_THOUGHTS]
    if reply.trouble is not None:
        told["trouble"] = reply.trouble.value
    return (json.dumps(told | {"usage": asdict(reply.usage)}, ensure_ascii=False) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def _loaded(line: bytes) -> tuple[str, Reply] | None:
    """A line's key and reply; None if it is no such line, as after a quarrel of sync tools."""
    try:
        told = json.loads(line)
        trouble = Outcome(told["trouble"]) if "trouble" in told else None
        usage = Usage(**told["usage"])
        thinking = told.get("thinking", "")
        return told["key"], Reply(told["text"], thinking, told["ended"], usage, trouble)
    except (ValueError, KeyError, TypeError):
        return None
