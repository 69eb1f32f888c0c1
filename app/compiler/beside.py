"""A vault that another Vaultloom works in, opened for looking only.

Nothing of the other's is touched: its cache and queue are read from copies as of now, its journal is
only read. What it writes meanwhile is seen when the ledger is refreshed.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from app.compiler.compile import Compiler, now, opened
from app.compiler.queue import Queue
from app.compiler.session import Session
from app.errors import VaultBusy
from app.history.journal import Journal
from app.ledger.ledger import Ledger
from app.paths import cache_folder, state_folder
from app.vault.layout import open_vault


@contextmanager
def looked_at(
    path: Path, session: Session | None = None, clock: Callable[[], datetime] = now
) -> Iterator[Compiler]:
    """Open a vault as ``opened`` does, or only for looking where another Vaultloom holds it: then its
    ``vault.is_held``, and ``vault.readonly`` says by whom. Raises VaultProblem or RulesUnreadable.
    """
    with ExitStack() as stack:
        try:
            compiler = stack.enter_context(opened(path, session, clock))
        except VaultBusy as busy:
            compiler = stack.enter_context(_beside(path, busy, session, clock))
        yield compiler


@contextmanager
def _beside(
    path: Path, busy: VaultBusy, session: Session | None, clock: Callable[[], datetime]
) -> Iterator[Compiler]:
    vault = open_vault(path)
    vault = replace(vault, readonly=busy.message, way_out=busy.remedy, is_held=True)
    with TemporaryDirectory(prefix="vaultloom-") as folder:
        copies = Path(folder)
        _copy(cache_folder(vault.root) / "ledger.sqlite", copies / "ledger.sqlite")
        _copy(state_folder(vault.root) / "queue.sqlite", copies / "queue.sqlite")
        share = vault.rules.voices.one_text_from
        ledger = Ledger(vault.root, share, copies / "ledger.sqlite")
        queue = Queue(copies)
        try:
            yield Compiler(
                vault, ledger, Journal(vault.root, clock=clock), queue, session or Session(), clock
            )
        finally:
            ledger.close()
            queue.close()


def _copy(source: Path, target: Path) -> None:
    """A copy of a database that another process may be writing; none where it cannot be had: the
    ledger's files are the truth, and a queue that is not shown is no harm."""
    if not source.is_file():
        return
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        contextlib.closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
