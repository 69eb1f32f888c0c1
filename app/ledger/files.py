"""The ledger as small text files under ``.vaultloom/``: the truth that travels with the vault.

``sources/<id>.json`` holds one source each, ``pages/<id>.json`` one page each with the text last
generated for it. Both are JSON with one entry a line, so that version control shows what changed.
"""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.errors import VaultProblem
from app.ledger.records import Claim, SourceRecord

FOLDER = ".vaultloom"
SOURCES = f"{FOLDER}/sources"
PAGES = f"{FOLDER}/pages"
_LISTS = ("sentences", "subjects", "claims", "points")


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What is kept of a page when first seen (id, path, title, created), and its last generated text.

    ``of`` is the normal form of its subject's name, or the id of its source. ``waits`` is true while
    a newer text waits because the page was edited by its owner. ``shows`` are the sentences (source,
    label) that it rests on; the rest is what the index says of it.
    """

    id: str
    kind: str
    of: str
    path: str
    title: str
    created: str
    base: str
    waits: bool = False
    gist: str = ""
    statements: int = 0
    voices: int = 0
    disputed: bool = False
    aliases: tuple[str, ...] = ()
    shows: tuple[tuple[str, str], ...] = ()


_SOURCE: TypeAdapter[SourceRecord] = TypeAdapter(SourceRecord)
_PAGE: TypeAdapter[PageRecord] = TypeAdapter(PageRecord)
CLAIM: TypeAdapter[Claim] = TypeAdapter(Claim)


def source_path(source: str) -> str:
    """Where the file of a source is kept, relative to the vault."""
    return f"{SOURCES}/{source}.json"


def page_path(page: str) -> str:
    """Where the file of a page is kept, relative to the vault."""
    return f"{PAGES}/{page}.json"


def without_defaults(value: Any) -> dict[str, Any]:
    """A dataclass as a dictionary that leaves out what equals its default, deeply."""
    plain: dict[str, Any] = {}
    for field in fields(value):
        item = getattr(value, field.name)
        if item == field.default or (item == () and field.default == ()):
            continue
        plain[field.name] = _plain(item)
    return plain


def _plain(item: Any) -> Any:
    if hasattr(item, "__dataclass_fields__"):
        return without_defaults(item)
    if isinstance(item, tuple):
        return [_plain(i) for i in item]
    return item


def dump_source(record: SourceRecord) -> bytes:
    """A source's file: its facts, then its lists with one entry a line."""
    plain = without_defaults(record)
    lists = {name: plain.pop(name, []) for name in _LISTS}
    head = json.dumps(plain, ensure_ascii=False, indent=1)[:-2]
    parts = [
        f' "{name}": [\n'
        + ",\n".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) for e in entries)
        + "\n ]"
        for name, entries in lists.items()
    ]
    return (head + ",\n" + ",\n".join(parts) + "\n}\n").encode()


def load_source(content: bytes, path: str) -> SourceRecord:
    """The source in a file's bytes; VaultProblem if they are not one."""
    return _load(_SOURCE, content, path)


def dump_page(record: PageRecord) -> bytes:
    """A page's file."""
    return (json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n").encode()


def load_page(content: bytes, path: str) -> PageRecord:
    """The page in a file's bytes; VaultProblem if they are not one."""
    return _load(_PAGE, content, path)


T = TypeVar("T")


def _load(adapter: TypeAdapter[T], content: bytes, path: str) -> T:
    try:
        return adapter.validate_json(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise VaultProblem(
            f"{path} is not as Vaultloom writes it ({first['msg']} at {'.'.join(map(str, first['loc']))}).",
            remedy="Bring the file back from a backup or your sync tool, or delete it to have it made again.",
        ) from error


def signature(root: Path, folder: str) -> dict[str, tuple[int, int]]:
    """Size and time of each file in a folder of the ledger, by which the cache knows that it is current."""
    place = root / folder
    if not place.is_dir():
        return {}
    found = {}
    for entry in place.iterdir():
        if entry.suffix == ".json" and not entry.name.startswith("."):
            stat = entry.stat()
            found[entry.stem] = (stat.st_size, stat.st_mtime_ns)
    return found
