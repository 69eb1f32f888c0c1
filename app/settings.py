"""What the person chose: the theme, the language, how pages are set.

One small file of JSON in the user's folder for settings. What it does not say, or says in a way
that is not understood, is as usual; what a newer version put there stays there.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any

from app import paths

THEMES = ("system", "light", "dark")
LANGUAGES = ("system", "en", "zh_CN")
USUAL_SIZE = 15
SIZES = range(11, 29)
"""Pixels of a page's text."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices, each with what holds until something is chosen."""

    theme: str = "system"
    language: str = "system"
    text_size: int = USUAL_SIZE
    serif: bool = False


_ALLOWED = {
    "theme": lambda value: value in THEMES,
    "language": lambda value: value in LANGUAGES,
    "text_size": lambda value: type(value) is int and value in SIZES,
    "serif": lambda value: isinstance(value, bool),
}


def load() -> Settings:
    """The choices as they were kept; the usual ones where the file cannot be read."""
    found = _kept()
    names = [field.name for field in fields(Settings)]
    return Settings(**{n: found[n] for n in names if n in found and _ALLOWED[n](found[n])})


def save(settings: Settings) -> None:
    """Keep the choices. Raises OSError where the folder cannot be written."""
    text = json.dumps({**_kept(), **asdict(settings)}, ensure_ascii=False, indent=1) + "\n"
    file = paths.user_config() / "settings.json"
    draft = file.with_name(".settings.json")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def _kept() -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads((paths.user_config() / "settings.json").read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}
