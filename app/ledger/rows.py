"""Rows of the cache's tables: records as text in them, and lists in queries."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, TypeVar

from app.ledger.plain import from_plain, to_plain

T = TypeVar("T")


def dump(record: Any) -> str:
    """A record as text for a column."""
    return json.dumps(to_plain(record), ensure_ascii=False, separators=(",", ":"))


def load(kind: type[T], data: str) -> T:
    """The record of this kind that a column holds as text."""
    return from_plain(kind, json.loads(data))


def words_hash(words: str) -> str:
    """By what a wording is known where it would be too long to keep: 16 hexadecimal digits."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def chunks(items: list[str], size: int = 400) -> Iterable[list[str]]:
    """``items`` in parts that a query can take."""
    return (items[i : i + size] for i in range(0, len(items), size))


def marks(items: list[str]) -> str:
    """A question mark for each item."""
    return ",".join("?" * len(items))
