"""``vaultloom compile``: sources taken in and compiled, told on the terminal or as JSON."""

import argparse
import json
import shlex
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from app.choosing import options as choosing_options
from app.compiler.compile import Compiler, opened
from app.compiler.costs import item_words, reader_words, spent_words, time_words
from app.compiler.queue import Item, Queue
from app.compiler.readers import BUILTIN
from app.compiler.session import Progress, Session
from app.compiler.standing import Status


def run(options: argparse.Namespace) -> int:
    """The command; the exit status."""
    from app.compiler.readers import reader_there

    chosen = choosing_options.chosen(options)
    started = time.perf_counter()
    telling = _Telling()
    with opened(options.vault, telling) as compiler:
        compiler.read_with(reader_there(chosen, compiler.vault))
        added = _taken(compiler, options)
        telling.queue = compiler.queue
        try:
            finished = {i.id: i for i in compiler.run()}
        finally:
            telling.clear()
        items = [finished.pop(i.id, i) for i in added] + list(finished.values())
        seconds = time.perf_counter() - started
        if options.as_json:
            print(
                json.dumps(_compiled_json(compiler, items, seconds), ensure_ascii=False, indent=1)
            )
        else:
            print_items(items, compiler.vault.folders.raw)
            print_summary(compiler, seconds)
        if _say_if_paused(compiler):
            return 2
    if not options.as_json and options.model is None:
        choosing_options.offer()
    return exit_status(items)


def _taken(compiler: Compiler, options: argparse.Namespace) -> list[Item]:
    """The items that are asked for by name; what is new among the sources is queued where none is."""
    from app.compiler.again import again

    if options.again is not None:
        named = [*options.again, *options.files]
        return again(compiler, [_in_vault(compiler, f) for f in named] or None)
    if options.files:
        return compiler.add(options.files)
    compiler.scan()
    return []


def _in_vault(compiler: Compiler, file: Path) -> str:
    """The vault path of a file that was named from here, or from the vault."""
    for place in (Path.cwd() / file, compiler.root / file):
        if place.is_file() and place.resolve().is_relative_to(compiler.root):
            return place.resolve().relative_to(compiler.root).as_posix()
    return file.as_posix()


class _Telling(Session):
    """Says on standard error what a person may have to wait for or mend; to a terminal also how far
    the source under way has come, in one line that the next takes the place of."""

    def __init__(self) -> None:
        self.queue: Queue | None = None
        self._on_terminal, self._shown = sys.stderr.isatty(), False

    def progress(self, progress: Progress) -> None:
        """See ``Session``."""
        item = self.queue.get(progress.item) if self.queue else None
        if self._on_terminal and self.queue and item:
            line = progress_words(item.name, progress, self.queue.open - 1)
            self._show(line[: shutil.get_terminal_size().columns - 1])

    def waiting(self, item: str, words: str) -> None:
        """See ``Session``."""
        self.clear()
        complain(f"{words} Waiting for it.")

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._show("")
        self._shown = False

    def _show(self, line: str) -> None:
        self._shown = True
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


_STAGES = {"extracting": "finding statements", "writing": "writing pages"}


def progress_words(name: str, progress: Progress, others: int) -> str:
    """ "Audit.md: passage 2 of 5; 3 more wait; about 4 min left"."""
    what = _STAGES.get(progress.stage, progress.stage)
    if progress.passages:
        what = f"passage {min(progress.done + 1, progress.total)} of {progress.total}"
    more = f"{others} more wait{'s' * (others == 1)}" if others > 0 else ""
    left = f"about {time_words(progress.left)} left" if progress.left is not None else ""
    return f"{' '.join(name.split())}: {'; '.join(filter(None, (what, more, left)))}"


def _say_if_paused(compiler: Compiler) -> bool:
    """Whether sources wait because the queue is paused; and if so, how it goes on."""
    waiting = compiler.queue.open if compiler.queue.paused else 0
    if waiting:
        number = counted(waiting, "source")
        complain(
            f"the queue is paused, {number} not compiled."
            f" To go on: vaultloom queue {shlex.quote(str(compiler.root))} --resume"
        )
    return bool(waiting)


def exit_status(items: list[Item]) -> int:
    """1 where a source failed."""
    return int(any(i.status is Status.FAILED for i in items))


def _compiled_json(compiler: Compiler, items: list[Item], seconds: float) -> dict[str, object]:
    from app.checkup import findings

    created = list(dict.fromkeys(p for i in items for p in i.created))
    updated = [p for p in dict.fromkeys(p for i in items for p in i.updated) if p not in created]
    removed = list(dict.fromkeys(p for i in items for p in i.removed))
    touched = {*created, *updated, *removed}
    pages = [p.path for p in compiler.ledger.cache.pages.all() if p.kind != "index"]
    spent = compiler.reader.spent
    return {
        "sources": [
            {
                "path": i.source or i.name,
                "id": i.record or None,
                "status": i.status.value,
                "reason": i.reason,
                "sentences": i.sentences,
                "claims": i.claims,
                "chunks": _chunks(compiler, i),
            }
            for i in items
        ],
        "pages": {
            "created": created,
            "updated": updated,
            "unchanged": [p for p in pages if p not in touched],
            "removed": removed,
        },
        "model": {
            "name": compiler.reader.name,
            "calls": spent.calls,
            "prompt_tokens": spent.prompt_tokens,
            "output_tokens": spent.output_tokens,
            "seconds": round(spent.seconds, 3),
        },
        "seconds": round(seconds, 3),
        "findings": dict(sorted(Counter(f.code for f in findings(compiler)).items())),
    }


def _chunks(compiler: Compiler, item: Item) -> int:
    """In how many pieces a source was read that was compiled now."""
    if item.status is not Status.COMPILED:
        return 0
    asked = compiler.ledger.cache.source(item.record).asked
    return max(1, asked.pieces + len(asked.failed))


def print_items(items: Sequence[Item], raw: str = "raw") -> None:
    """A line each; of a source that lies elsewhere than in raw/ it says that it stays there."""
    for item in items:
        words = item.reason or (
            f"{len(item.created)} new, {len(item.updated)} changed"
            if item.status is Status.COMPILED
            else ""
        )
        if item.status is Status.COMPILED and (cost := item_words(item)):
            words += f"; {cost}"
        if item.status is Status.COMPILED and not item.source.startswith(f"{raw}/"):
            words += f"; it stays at {item.source}"
        print(f"{item.status.value:10} {item.name}" + (f": {words}" if words else ""))


def print_summary(compiler: Compiler, seconds: float) -> None:
    """What there is in the vault by now."""
    cache = compiler.ledger.cache
    counts = Counter(cache.pages.count())
    kinds = ", ".join(
        counted(counts[kind], kind)
        for kind in ("concept", "entity", "comparison", "summary")
        if counts[kind] or kind != "comparison"
    )
    sources = counted(cache.count_sources(), "source")
    spent, name = compiler.reader.spent, compiler.reader.name
    asked = spent_words(spent.calls, spent.prompt_tokens + spent.output_tokens, spent.seconds)
    who = reader_words(name) if name == BUILTIN else f"{name} (now {asked})"
    print(f"{sources}, {kinds}; {seconds:.1f} s with {who}.")


def counted(number: int, kind: str) -> str:
    """ "1 summary", "2 summaries"."""
    plural = f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
    return f"{number} {kind if number == 1 else plural}"


def complain(words: str) -> None:
    """One line on standard error, whatever names with line breaks are in the words."""
    print("vaultloom:", " ".join(words.split()), file=sys.stderr)
