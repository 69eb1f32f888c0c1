"""What every model server is asked through, whatever it speaks."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from app.llm.line import Connection
from app.llm.question import Setting

OUT_OF_MEMORY = (
    "requires more system memory",
    "out of memory",
    "cudamalloc",
    "insufficient memory",
    "not enough memory",
    "failed to allocate",
    "unable to allocate",
    "cannot allocate memory",
    "signal: killed",
)
TOO_LONG = (
    "context length",
    "context size",
    "context window",
    "maximum context",
    "exceeds the available context",
    "input length exceeds",
)


@dataclass(frozen=True, slots=True)
class Call:
    """One question as it goes over the wire."""

    setting: Setting
    fixed: str
    varying: str
    most_tokens: int
    schema: dict[str, Any]

    @property
    def key(self) -> str:
        """The same for two calls that a server cannot tell apart."""
        asked = self.setting
        told = [asked.model, asked.context, asked.thinks, asked.temperature, asked.seed]
        whole = [told, self.fixed, self.varying, self.most_tokens, self.schema]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Piece:
    """What a server says at a time. The last one has ``ended`` ("stop", "length" or another word)
    and what the server counted."""

    text: str = ""
    thinking: str = ""
    ended: str = ""
    prompt_tokens: int = 0
    output_tokens: int = 0
    writing: float = 0.0


@dataclass(frozen=True, slots=True)
class Installed:
    """A model that a server has. ``size`` is in bytes; ``context`` in tokens, as the model reports
    it; both are 0 where the server does not say. ``digest`` changes when the model does. Of models that
    do not ``chat`` (they make vectors of texts) nothing can be asked."""

    name: str
    size: int = 0
    context: int = 0
    digest: str = ""
    parameters: str = ""
    thinks: bool = False
    chats: bool = True


class Server(Protocol):
    """A model server."""

    @property
    def address(self) -> str:
        """Where it is, for people and for the environment: "http://127.0.0.1:11434"."""

    def ask(self, call: Call, connection: Connection) -> Iterator[Piece]:
        """The pieces of an answer as they come; raises ``Trouble``."""

    def installed(self) -> list[Installed]:
        """The models that it has, without what takes a question each; raises ``Trouble``."""

    def look(self, name: str) -> Installed:
        """All that it says of one model; raises ``Trouble``."""
