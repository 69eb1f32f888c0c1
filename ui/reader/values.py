"""What the worker tells of readers, model servers and models, as plain values."""

from dataclasses import dataclass
from typing import Any, Self

from app.saying import read

Json = dict[str, Any]

BUILTIN = "builtin"
"""The name of the reader that needs no model."""

CHOOSE, PULL, START, INSTALL = "choose", "pull", "start", "install"
CORRECT, GIVE_KEY, LOOK = "correct", "give_key", "look"
"""The one thing to do next about a server."""

OLLAMA = "ollama"
SUITS, TOO_LARGE = "suits", "too_large"


@dataclass(frozen=True)
class Reader:
    """Who reads, whether it can be asked now, and what is the matter if not."""

    name: str = BUILTIN
    words: str = ""
    server: str = ""
    state: str = "ready"
    problem: str = ""
    remedy: str = ""

    @property
    def is_builtin(self) -> bool:
        return self.name == BUILTIN

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            str(data.get("name") or BUILTIN),
            read(data, "words"),
            str(data.get("server") or ""),
            str(data.get("state") or "ready"),
            read(data, "problem"),
            read(data, "remedy"),
        )


@dataclass(frozen=True)
class Standing:
    """How things stand with a model server, and the one thing to do next."""

    address: str
    kind: str = OLLAMA
    words: str = ""
    remedy: str = ""
    way: str = LOOK

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            str(data.get("address") or ""),
            str(data.get("kind") or OLLAMA),
            read(data, "words"),
            read(data, "remedy"),
            str(data.get("way") or LOOK),
        )


@dataclass(frozen=True)
class Model:
    """A model that a server has, or one that it could fetch; what is not known is 0 or empty."""

    name: str
    size: int = 0
    context: int = 0
    parameters: str = ""
    fit: str = "unknown"
    words: str = ""
    best: bool = False

    @property
    def in_cloud(self) -> bool:
        """Whether an Ollama only passes on to it what is read (so the Ollama library names them)."""
        return self.name.endswith(("-cloud", ":cloud"))

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            str(data["name"]),
            int(data.get("size") or 0),
            int(data.get("context") or 0),
            str(data.get("parameters") or ""),
            str(data.get("fit") or "unknown"),
            read(data, "words"),
            bool(data.get("best")),
        )


@dataclass(frozen=True)
class Found:
    """What is known of a server after a look: its models, and those that it could fetch."""

    standing: Standing
    models: tuple[Model, ...] = ()
    suggested: tuple[Model, ...] = ()
    name: str = BUILTIN
    server: str = ""
    context: int = 0
    """What is chosen: the model, the address that was given for its server, and its context."""

    @property
    def best(self) -> Model | None:
        """The model to fetch where there is none."""
        marked = (model for model in self.suggested if model.best)
        return next(marked, self.suggested[0] if self.suggested else None)

    def model(self, name: str) -> Model | None:
        """The installed model of this name."""
        return next((model for model in self.models if model.name == name), None)

    @classmethod
    def read(cls, data: Json) -> Self:
        chosen = data.get("chosen") or {}
        return cls(
            Standing.read(data.get("server") or {}),
            tuple(map(Model.read, data.get("models") or ())),
            tuple(map(Model.read, data.get("suggested") or ())),
            str(chosen.get("name") or BUILTIN),
            str(chosen.get("server") or ""),
            int(chosen.get("context") or 0),
        )


@dataclass(frozen=True)
class Pulled:
    """How far a model has been fetched, in bytes of all that is known of it so far."""

    name: str
    done: int = 0
    total: int = 0
    word: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        sizes = int(data.get("done") or 0), int(data.get("total") or 0)
        return cls(str(data.get("name") or ""), *sizes, read(data, "word"))


@dataclass(frozen=True)
class Trial:
    """What came of trying a model."""

    words: str
    ok: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(read(data, "words"), bool(data.get("ok")))
