"""The files of sources as they lie in the vault now, beside what the ledger read of them."""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from app.errors import VaultloomError
from app.ledger.records import SourceRecord
from app.sources.readers import read as read_source
from app.vault.writing import digest


class Raw(StrEnum):
    """How the file of a source stands to what was compiled."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


def raw(root: Path, record: SourceRecord) -> Raw:
    """Whether the file of a source has the bytes that were compiled. They are looked at once for each
    size and time of the file."""
    place = root / record.path
    try:
        stat = place.stat()
        if stat.st_size != record.size:
            return Raw.CHANGED
        found = _digest(place, stat.st_size, stat.st_mtime_ns)
    except OSError:
        return Raw.GONE
    return Raw.SAME if found == record.sha256 else Raw.CHANGED


def text_at(place: Path) -> str:
    """The text of a source's file as it is read now; "" where it cannot be read."""
    try:
        stat = place.stat()
        return _text(place, stat.st_size, stat.st_mtime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=20_000)
def _digest(place: Path, _size: int, _time: int) -> str:
    return digest(place.read_bytes())


@lru_cache(maxsize=8)
def _text(place: Path, _size: int, _time: int) -> str:
    try:
        return read_source(place.name, place.read_bytes()).text
    except VaultloomError:
        return ""
