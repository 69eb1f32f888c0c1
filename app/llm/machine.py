"""What models suit this machine's memory."""

import ctypes
import os
import platform
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.paths import resources

GIGABYTE = 1e9
_SYSTEM = 2.5  # gigabytes that the system, the window and a browser take
_SYSTEM_SHARE = 0.25  # of a large machine's memory
_RUNNING = 1.2  # memory of a running model for its size on disk
_WINDOW = 0.7  # gigabytes for 8,192 tokens of context, as models of 4 to 8 billion parameters need


class Fit(StrEnum):
    """Whether a model suits a machine."""

    SUITS = "suits this machine"
    TIGHT = "may be slow beside other programs"
    TOO_LARGE = "needs more memory than this machine has"
    UNKNOWN = "not known whether it suits"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A model that can be pulled: its name, its size in bytes, what it is good for, and its fit."""

    name: str
    size: int
    words: str
    fit: Fit


def memory() -> int:
    """The machine's memory in bytes; 0 where it cannot be told.

    A graphics card's memory is not counted: it makes a model quick, not possible.
    """
    if platform.system() == "Windows":
        return _windows_memory()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


def fit(size: int, memory: int) -> Fit:
    """Whether a model of ``size`` bytes suits a machine with ``memory`` bytes."""
    if not size or not memory:
        return Fit.UNKNOWN
    needed = size * _RUNNING + _WINDOW * GIGABYTE
    if needed > memory - 0.5 * GIGABYTE:
        return Fit.TOO_LARGE
    free = memory - max(_SYSTEM * GIGABYTE, _SYSTEM_SHARE * memory)
    return Fit.SUITS if needed <= free else Fit.TIGHT


def suggestions(memory: int) -> list[Suggestion]:
    """The models of ``resources/models.toml`` that this machine can run, smallest first."""
    return [s for s in every_model(memory) if s.fit is not Fit.TOO_LARGE]


def every_model(memory: int = 0) -> list[Suggestion]:
    """All models of ``resources/models.toml``."""
    with (resources() / "models.toml").open("rb") as file:
        listed = tomllib.load(file)["model"]
    return [_suggestion(model, memory) for model in listed]


def best(suggested: list[Suggestion]) -> Suggestion | None:
    """The one to offer first: the largest that suits and is no larger than a laptop's patience."""
    patient = [s for s in suggested if s.fit is Fit.SUITS and s.size <= 4 * GIGABYTE]
    return patient[-1] if patient else (suggested[0] if suggested else None)


def _suggestion(model: dict[str, Any], memory: int) -> Suggestion:
    size = int(model["gigabytes"] * GIGABYTE)
    return Suggestion(model["name"], size, model["words"], fit(size, memory))


def _windows_memory() -> int:
    kilobytes = ctypes.c_ulonglong()
    kernel: Any = getattr(ctypes, "windll").kernel32  # noqa: B009 - it is there on Windows only
    told = kernel.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
    return kilobytes.value * 1024 if told else 0
