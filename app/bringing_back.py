"""``vaultloom restore``: what was deleted from a compiled page, brought back."""

import argparse
import json
from pathlib import Path

from app.compiler.compile import Compiler, opened
from app.errors import VaultProblem
from app.ledger.pages import PageRow
from app.saying import say


def add_options(restore: argparse.ArgumentParser) -> None:
    """The options of the command."""
    restore.add_argument("page", metavar="PAGE", help="the page, by its path or its name")
    choice = restore.add_mutually_exclusive_group()
    choice.add_argument("--list", action="store_true", help="only show what was deleted from it")
    choice.add_argument(
        "--deleted", action="store_true", help="say that what vanished was deleted on purpose"
    )


def run(options: argparse.Namespace) -> int:
    """The command; the exit status."""
    with opened(options.vault) as compiler:
        page = _page(compiler, options.page)
        if page.gone or not (compiler.root / page.path).exists():
            raise VaultProblem(
                say("You deleted “{title}” itself, so it stays away.", title=page.title),
                remedy="Put it back from the trash, and it is brought up to date.",
            )
        found = compiler.deleted_from(page)
        if options.deleted:
            compiler.keep_deleted(page)
        elif found and not options.list:
            compiler.restore(page)
    listed = [{"mark": deleted.mark, "words": words} for deleted, words in found]
    back = bool(found) and not (options.list or options.deleted)
    if options.as_json:
        shown = {"page": page.path, "statements": listed, "restored": back}
        print(json.dumps(shown, ensure_ascii=False, indent=1))
        return 0
    for each in listed:
        print(f"[^{each['mark']}] {each['words']}")
    print(_summary(page, len(listed), back=back, kept=options.deleted))
    return 0


def _summary(page: PageRow, count: int, *, back: bool, kept: bool) -> str:
    statements = f"{count} statement{'s' * (count != 1)}"
    if not count:
        return f"Nothing was deleted from “{page.title}”."
    if back:
        return f"Brought back to “{page.title}”: {statements}."
    return f"{'Stays away' if kept else 'Deleted'} from “{page.title}”: {statements}."


def _page(compiler: Compiler, named: str) -> PageRow:
    """The page at a path, relative to the vault or not, or with a name; VaultProblem if there is none."""
    pages = compiler.ledger.cache.pages.all()
    path = Path(named)
    place = path.resolve() if path.exists() else compiler.root.resolve() / named
    for page in pages:
        if place == compiler.root.resolve() / page.path or named in (page.stem, page.title):
            return page
    raise VaultProblem(
        say("“{page}” is no compiled page of this vault.", page=named),
        remedy="Name it by its path in the vault, such as wiki/concepts/Wick.md.",
    )
