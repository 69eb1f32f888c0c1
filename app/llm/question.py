"""A closed question: a fixed text, a text that varies, and the shape of its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from app.settings import USUAL_CONTEXT

S = TypeVar("S", bound=BaseModel)

CONTEXT = USUAL_CONTEXT  # tokens, unless chosen otherwise
SEED = 11
_NOISE = frozenset({"title", "description", "default"})


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """One question.

    ``fixed`` comes first and is the same bytes in every question of a kind, so that the server
    need not read it again. ``shape`` is what the answer is read into; its JSON schema binds the
    model where the server can. ``most_tokens`` limits the answer. An answer with fewer than
    ``at_least`` items in its (only) list is taken for nearly empty.
    """

    fixed: str
    varying: str
    shape: type[S]
    most_tokens: int
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class Silence:
    """Seconds without a word after which a server is taken to hang.

    The first word may take long: a large model is loaded from disk and reads the prompt. Ollama
    itself gives a model five minutes to load without progress (OLLAMA_LOAD_TIMEOUT).
    """

    before_first: float = 900.0
    between: float = 120.0


@dataclass(frozen=True, slots=True)
class Setting:
    """How a model is asked; the same for a whole run, since another ``context`` loads it anew.

    ``thinks`` is true for a model that thinks unless told not to.
    """

    model: str
    context: int = CONTEXT
    thinks: bool = False
    temperature: float = 0.0
    seed: int = SEED
    keep_alive: str = "15m"
    silence: Silence = field(default_factory=Silence)

    def varied(self, times: int) -> "Setting":
        """The setting for asking the same once more: at temperature 0 the answer would be the same."""
        return replace(self, seed=self.seed + times, temperature=0.3) if times else self


def schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a shape, short: references resolved, titles and descriptions left out.

    Servers turn it into a grammar; none of it is read by the model. Shapes must not hold themselves.
    """
    whole = shape.model_json_schema(by_alias=True)
    resolved = _resolved(whole, whole.get("$defs", {}))
    assert isinstance(resolved, dict)
    return resolved


def _resolved(node: object, named: Mapping[str, Any]) -> object:
    if isinstance(node, list):
        return [_resolved(item, named) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _resolved(named[node["$ref"].rpartition("/")[2]], named)
    return {
        key: {k: _resolved(v, named) for k, v in value.items()}
        if key == "properties"
        else _resolved(value, named)
        for key, value in node.items()
        if key != "$defs" and key not in _NOISE
    }
