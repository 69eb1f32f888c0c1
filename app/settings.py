"""What the person chose: the theme, the language, how pages are set, and who reads sources.

One small file of JSON in the user's folder for settings. What it does not say, or says in a way
that is not understood, is as usual; what a newer version put there stays there. It never holds a
key.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from app import paths

THEMES = ("system", "light", "dark")
LANGUAGES = ("system", "en", "zh_CN")
OFFERS = ("", "start", "pull", "use")
"""Offers of a model, each going further than the one before: Ollama could be started, a model be
pulled, one that is there be used."""

USUAL_SIZE = 15
SIZES = range(11, 29)
"""Pixels of a page's text."""

BUILTIN = "builtin"
"""The name of the built-in reader, which asks no model."""
USUAL_CONTEXT = 8192
"""Tokens that a model is given at once (design, "Language models")."""
CONTEXTS = range(1024, 1_048_577)


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices, each with what holds until something is chosen.

    ``model`` is the built-in reader or a model's name; ``server`` the address of its server, that of
    OLLAMA_HOST or of this machine's Ollama where it is empty; ``context`` in tokens.
    """

    theme: str = "system"
    language: str = "system"
    text_size: int = USUAL_SIZE
    serif: bool = False
    model: str = BUILTIN
    server: str = ""
    context: int = USUAL_CONTEXT
    answered: str = ""
    """The offer of a model that was answered last, so that none is made twice."""


_OF_MODEL = ("model", "server", "context")
_LONGEST = 300  # characters of a name or an address


def _is_line(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and (value.isprintable() or not value)


_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "theme": lambda value: value in THEMES,
    "language": lambda value: value in LANGUAGES,
    "text_size": lambda value: type(value) is int and value in SIZES,
    "serif": lambda value: isinstance(value, bool),
    "model": lambda value: _is_line(value) and bool(value),
    "server": _is_line,
    "answered": lambda value: value in OFFERS,
    "context": lambda value: type(value) is int and value in CONTEXTS,
}


def load() -> Settings:
    """The choices as they were kept; the usual ones where the file cannot be read."""
    found = _kept()
    names = [field.name for field in fields(Settings)]
    return Settings(**{n: found[n] for n in names if n in found and _ALLOWED[n](found[n])})


def load_with(model: str | None, server: str | None, context: int | None) -> Settings:
    """The choices, for once with another model, server or context; None for as it was chosen."""
    given = {"model": model, "server": server, "context": context}
    return replace(load(), **{n: v for n, v in given.items() if v is not None})  # type: ignore[arg-type]


def save(settings: Settings) -> None:
    """Keep the choices, except who reads: that is for ``choose_model``, since the window, which
    keeps the others, and the worker or a command, which choose a model, are two processes.

    Raises OSError where the folder cannot be written.
    """
    _keep({n: value for n, value in asdict(settings).items() if n not in _OF_MODEL})


def choose_model(model: str, server: str, context: int) -> None:
    """Keep who reads sources on this device from now on. Raises OSError as ``save`` does, and
    ValueError for what ``load`` would not understand."""
    if not can_be_chosen(model, server, context):
        raise ValueError("it cannot be kept")
    _keep({"model": model, "server": server, "context": context})


def can_be_chosen(model: str, server: str, context: int) -> bool:
    """Whether these can be kept and understood again."""
    chosen = {"model": model, "server": server, "context": context}
    return all(_ALLOWED[name](value) for name, value in chosen.items())


def has_chosen_model() -> bool:
    """Whether the person ever chose who reads, the built-in reader included."""
    return "model" in _kept()


def _keep(chosen: dict[str, Any]) -> None:
    text = json.dumps({**_kept(), **chosen}, ensure_ascii=False, indent=1) + "\n"
    file = paths.user_config() / "settings.json"
    draft = file.with_name(f".settings-{os.getpid()}.json")  # another process has another
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def _kept() -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads((paths.user_config() / "settings.json").read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}
