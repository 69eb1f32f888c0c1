"""What the worker tells of a vault, in the shapes of its protocol (see ``app.worker``)."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import PurePosixPath

from app.compiler.compile import Compiler
from app.compiler.resolve import subject_of
from app.errors import VaultloomError
from app.ledger.naming import key
from app.ledger.pages import PageRow
from app.lint.diagnostic import Finding
from app.saying import beside, say
from app.settling import ChangedPage, is_hidden
from app.vault.files import VaultFiles
from app.vault.frontmatter import read as read_note
from app.vault.html import render
from app.vault.pointing import placed, pointed
from app.vault.writing import Changes, locate, read

Answer = dict[str, object]


def failure(error: VaultloomError) -> Answer:
    """An error as the protocol has it."""
    words = {"message": error.message, "remedy": error.remedy}
    return {**words, **beside(**words)}


def finding(found: Finding) -> Answer:
    """A finding as the protocol has it."""
    title = found.fix.title if found.fix else None
    ways = [
        {
            "do": way.do,
            "title": way.title,
            "about": list(way.about),
            "asks": way.asks,
            **beside(title=way.title, asks=way.asks),
        }
        for way in found.ways
    ]
    told = {**found.to_json(), "key": found.key, "what": found.what, "ways": ways}
    return {**told, **beside(message=found.message, title=title)}


def changed_page(page: ChangedPage) -> Answer:
    """A page that a way of a finding would change, as the protocol has it."""
    return asdict(page)


def changed(compiler: Compiler, changes: Changes) -> Answer:
    """What changed of the pages, as the protocol has it; the catalogue and our own files are none."""
    names = ("created", "updated", "removed", "kept")
    return {n: [p for p in getattr(changes, n) if _is_page(compiler, p)] for n in names}


def _is_page(compiler: Compiler, path: str) -> bool:
    folders, row = compiler.vault.folders, compiler.ledger.cache.pages.at(path)
    if row is not None:
        return row.kind != "index"
    others = (f"{folders.text}/", f"{folders.wiki}/index/")
    names = compiler.onto.names()  # those that it would have, where undo took it away
    own = {f"{folders.wiki}/{name}.md" for name in (names.index, names.overview, names.log)}
    return not (is_hidden(path) or path.startswith(others)) and path not in own


def pages(compiler: Compiler) -> list[Answer]:
    """The pages as the protocol has them, those of the catalogue last."""
    rows = [p for p in compiler.ledger.cache.pages.all() if p.kind != "index"]
    found = [_page(row) for row in sorted(rows, key=lambda p: (p.kind, p.title.casefold()))]
    own = _catalogue(compiler)
    return found + [
        _own_page(path, kind) for path, kind in own.items() if _is_there(compiler, path)
    ]


def pages_at(compiler: Compiler, paths: Iterable[str]) -> tuple[list[Answer], list[str]]:
    """Those of these files that are pages, as the protocol has them, and those that are none now."""
    own, found, gone = _catalogue(compiler), [], []
    for path in sorted(paths):
        row = compiler.ledger.cache.pages.at(path)
        if path in own and _is_there(compiler, path):
            found.append(_own_page(path, own[path]))
        elif row is not None and row.kind != "index":
            found.append(_page(row))
        else:
            gone.append(path)
    return found, gone


def steps(compiler: Compiler) -> dict[str, str | None]:
    """What undo and redo would do here, by name; nothing where another Vaultloom works in the vault."""
    held = compiler.vault.is_held
    undo, redo = (None, None) if held else (compiler.undo_label(), compiler.redo_label())
    return {"undo": undo, "redo": redo}


def _catalogue(compiler: Compiler) -> dict[str, str]:
    """The pages about the vault itself, by path, with their kinds."""
    pages = compiler.ledger.cache.pages
    kinds = ("index", "overview", "log")
    return {row.path: kind for kind in kinds if (row := pages.by_id(kind)) and not row.gone}


def _is_there(compiler: Compiler, path: str) -> bool:
    return (compiler.root / path).is_file()


def _own_page(path: str, kind: str) -> Answer:
    return {
        "path": path,
        "title": kind.capitalize(),
        "kind": kind,
        "gist": "",
        "statements": 0,
        "voices": 0,
        "disputed": False,
        "aliases": [],
    }


def _page(row: PageRow) -> Answer:
    return {
        "path": row.path,
        "title": row.title,
        "kind": row.kind,
        "gist": row.gist,
        "statements": row.statements,
        "voices": row.voices,
        "disputed": row.disputed,
        "aliases": list(row.aliases),
    }


def shown(compiler: Compiler, path: str, line: int = 0) -> Answer:
    """A note of the vault as HTML; its links resolved by the rules that Obsidian has. Where a ``line``
    is asked for, its place has the id ``app.vault.pointing.LINE``."""
    place = locate(compiler.root, path)
    content = read(place)
    if content is None:
        raise VaultloomError(
            say("“{path}” is not in the vault any more.", path=path),
            remedy="Choose another page from the list.",
        )
    text = content.decode("utf-8", "replace")
    files = VaultFiles.scan(compiler.root)
    note = read_note(text)
    row = compiler.ledger.cache.pages.at(path)
    stem = PurePosixPath(path).stem
    marked = pointed(text, line) if line else text
    html = placed(render(marked, lambda target: files.resolve(target, path).path))
    return {
        "path": path,
        "title": row.title if row else stem,
        "kind": str(note.properties.get("kind", "note")),
        "html": html,
        "editable": True,
        "source": row.of if row and row.kind == "summary" else "",
        "apart": _can_be_told_apart(compiler, row) if row else [],
    }


def _can_be_told_apart(compiler: Compiler, row: PageRow) -> list[str]:
    """The other names of a page that sources use by themselves."""
    if row.kind not in {"concept", "entity"}:
        return []
    slots = set(subject_of(compiler.ledger.cache, row.of).slots) - {key(row.title)}
    return [name for name in row.aliases if key(name) in slots]
