"""The ledger as small text files under ``.vaultloom/``: the truth that travels with the vault.

``sources/<id>.json`` holds one source each, ``pages/<id>.json`` one page each with the text last
generated for it, ``introductions/<id>.json`` how a page is introduced, and ``replies/<name>.jsonl`` what
models replied about one source or page. All are JSON with one entry a line, so that version control
shows what changed.
"""

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from app.errors import VaultProblem
from app.ledger.introductions import Introduction
from app.ledger.plain import Mismatch, from_plain, to_plain
from app.ledger.records import SourceRecord
from app.ledger.rows import words_hash
from app.saying import say
from app.vault.merging import Offer

FOLDER = ".vaultloom"
SOURCES = f"{FOLDER}/sources"
PAGES = f"{FOLDER}/pages"
REPLIES = f"{FOLDER}/replies"
INTRODUCTIONS = f"{FOLDER}/introductions"
_LISTS = ("sentences", "subjects", "claims", "points", "facts")


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What is kept of a page when first seen (id, path, title, created), and its last generated text.

    ``of`` is the normal form of its subject's name, or the id of its source. ``waits`` is true while
    something of the sources is not in the page as its owner edited it: what is ``offers``, where both
    changed one thing, or all of a new text. ``shows`` are the sentences (source, label) that it rests on;
    ``note`` is the owner's own note on the same subject, where there is one; ``behind`` is true while the
    page was left alone since somebody was editing it, or a sync tool made a copy of it; the rest is what
    the index says of the page.
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
    note: str = ""
    behind: bool = False
    offers: tuple[Offer, ...] = ()


T = TypeVar("T")
_NAME = re.compile(r"[0-9a-z]+(?:-(?:[A-Z]|0-9|other))?")
"""What the ledger calls its files: ids, and parts of the index. All else is a sync tool's or an
editor's, such as "k3f (Conflicted copy …).json" and "k3f-Laptop.json"."""


def source_path(source: str) -> str:
    """Where the file of a source is kept, relative to the vault."""
    return f"{SOURCES}/{source}.json"


def page_path(page: str) -> str:
    """Where the file of a page is kept, relative to the vault."""
    return f"{PAGES}/{page}.json"


def introduction_path(page: str) -> str:
    """Where the file on the introduction of a page is kept, relative to the vault."""
    return f"{INTRODUCTIONS}/{page}.json"


def replies_path(about: str) -> str:
    """Where the replies of models about a source of these bytes (their SHA-256), or about a page (its
    id), are kept, relative to the vault."""
    return f"{REPLIES}/{about[:16]}.jsonl"


def dump_source(source: SourceRecord) -> bytes:
    """A source's file: its facts, then its lists with one entry a line."""
    facts = to_plain(source)
    lists = {name: facts.pop(name, []) for name in _LISTS}
    head = json.dumps(facts, ensure_ascii=False, indent=1)[:-2]
    parts = [
        f' "{name}": [\n'
        + ",\n".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) for e in entries)
        + "\n ]"
        for name, entries in lists.items()
    ]
    return (head + ",\n" + ",\n".join(parts) + "\n}\n").encode()


def load_source(content: bytes, path: str) -> SourceRecord:
    """The source in a file's bytes; VaultProblem if they are not one."""
    return _load(SourceRecord, content, path)


def dump_page(page: PageRecord) -> bytes:
    """A page's file."""
    values = asdict(page)
    if not page.offers:  # few pages have any
        del values["offers"]
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def load_page(content: bytes, path: str) -> PageRecord:
    """The page in a file's bytes; VaultProblem if they are not one."""
    return _load(PageRecord, content, path)


def offer_name(offer: Offer) -> str:
    """By what an offer is known in a way of a finding."""
    return words_hash(f"{offer.theirs}\0{offer.ours}")


def dump_introduction(introduction: Introduction) -> bytes:
    """The file on a page's introduction: its facts, then its picks, one a line."""
    facts = to_plain(introduction)
    picks = facts.pop("picks", [])
    head = json.dumps(facts, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n".join(
        json.dumps(pick, ensure_ascii=False, separators=(",", ":")) for pick in picks
    )
    return f'{head},\n "picks": [\n{lines}\n ]\n}}\n'.encode()


def load_introduction(content: bytes, path: str) -> Introduction:
    """What a file says of a page's introduction; VaultProblem if it is no such file."""
    return _load(Introduction, content, path)


def _load(kind: type[T], content: bytes, path: str) -> T:
    try:
        return from_plain(kind, json.loads(content))
    except Mismatch as mismatch:
        raise _damaged(path, f"{mismatch.words} at {'.'.join(mismatch.place)}") from mismatch
    except ValueError as error:  # no JSON, or no UTF-8
        raise _damaged(path, str(error)) from error


def _damaged(path: str, why: str) -> VaultProblem:
    return VaultProblem(
        say("{path} is not as Vaultloom writes it ({why}).", path=path, why=why),
        remedy="Bring the file back from a backup or your sync tool, or delete it to have it made again.",
    )


def signature(
    root: Path, folder: str, prefix: str, suffix: str = ".json", *, any_name: bool = False
) -> dict[str, tuple[int, int]]:
    """Size and time of each file in a folder of the ledger, by which the cache knows that it is
    current; ``prefix`` goes before their names. What others put there is passed over, unless ``any_name``
    counts."""
    place = root / folder
    if not place.is_dir():
        return {}
    found = {}
    with os.scandir(place) as entries:
        for entry in entries:
            stem = entry.name.removesuffix(suffix)
            if stem != entry.name and (any_name or _NAME.fullmatch(stem)):
                stat = entry.stat()
                found[prefix + stem] = (stat.st_size, stat.st_mtime_ns)
    return found
