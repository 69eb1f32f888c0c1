"""Commits, edits, kills, undo and redo in any order, beside a model that cannot be killed."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.errors import NothingToUndo
from app.history.journal import Journal
from app.history.undo import redo, redo_label, undo, undo_label
from app.vault.writing import Write, digest
from tests.app.history.plug import Plug, killed, snapshot

PATHS = ("a.md", "wiki/b.md", "wiki/c.md")
CONTENTS = st.none() | st.sampled_from([b"1", b"2", b"3"])
FUSES = st.none() | st.integers(0, 30)
Vault = dict[str, bytes]


class AnyOrder(RuleBasedStateMachine):
    """``pages`` is what the vault must hold; ``stack`` what undo must bring back, step by step, and
    ``undone`` what redo must."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.vault = Path(self._folder.name)
        self.pages: Vault = {}
        self.stack: list[tuple[str, Vault, Vault]] = []
        self.undone: list[tuple[str, Vault, Vault]] = []
        self.count = 0

    def teardown(self) -> None:
        self._folder.cleanup()

    @rule(path=st.sampled_from(PATHS), content=CONTENTS)
    def edit(self, path: str, content: bytes | None) -> None:
        place = self.vault / path
        if content is None:
            place.unlink(missing_ok=True)
            self.pages.pop(path, None)
        else:
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(content + b" edited")
            self.pages[path] = content + b" edited"

    @rule(
        wanted=st.dictionaries(st.sampled_from(PATHS), CONTENTS, min_size=1),
        outdated=st.sets(st.sampled_from(PATHS)),
        fuse=FUSES,
    )
    def commit(self, wanted: dict[str, bytes | None], outdated: set[str], fuse: int | None) -> None:
        self.count += 1
        label = f"Step {self.count}"
        writes = [Write(path, self._before(path, outdated), c) for path, c in wanted.items()]
        if killed(Journal(self.vault, Plug(fuse)).commit, label, writes):
            (journal := Journal(self.vault, Plug())).recover()
            if undo_label(journal) != label:
                return  # the plan was not whole
        after = self.pages.copy()
        for path, content in wanted.items():
            if path not in outdated:
                after |= {path: content} if content is not None else {}
                if content is None:
                    after.pop(path, None)
        if after != self.pages:
            self.stack.append((label, self.pages, after))
            self.undone = []
        self.pages = after.copy()

    def _before(self, path: str, outdated: set[str]) -> str | None:
        if path in outdated:
            return digest(b"never there")
        return digest(self.pages[path]) if path in self.pages else None

    @rule(fuse=FUSES)
    def undo(self, fuse: int | None) -> None:
        self._turn(undo, undo_label, fuse, self.stack, self.undone)

    @rule(fuse=FUSES)
    def redo(self, fuse: int | None) -> None:
        self._turn(redo, redo_label, fuse, self.undone, self.stack)

    def _turn(
        self,
        turn: Callable[[Journal], object],
        name: Callable[[Journal], str | None],
        fuse: int | None,
        source: list[tuple[str, Vault, Vault]],
        target: list[tuple[str, Vault, Vault]],
    ) -> None:
        expected = self._turned(source)
        label = name(Journal(self.vault, Plug()))
        try:
            was_killed = killed(turn, Journal(self.vault, Plug(fuse)))
        except NothingToUndo:
            assert expected is None
            return
        journal = Journal(self.vault, Plug())
        journal.recover()
        if was_killed and name(journal) == label:
            return
        assert expected is not None
        step, _, _ = source.pop()
        if expected != self.pages or target is self.stack:
            target.append((step, self.pages, expected))
        self.pages = expected.copy()

    def _turned(self, steps: list[tuple[str, Vault, Vault]]) -> Vault | None:
        """The vault after undo or redo, None if it must refuse."""
        if not steps:
            return None
        _, before, after = steps[-1]
        result = self.pages.copy()
        for path in PATHS:
            old, new, now = before.get(path), after.get(path), self.pages.get(path)
            if old != new:
                if now not in (old, new):
                    return None
                result.pop(path, None)
                result |= {} if old is None else {path: old}
        return result

    @invariant()
    def the_vault_is_what_the_model_says(self) -> None:
        assert snapshot(self.vault) == self.pages
        label = undo_label(Journal(self.vault, Plug()))
        assert label == (self.stack[-1][0] if self.stack else None)
        label = redo_label(Journal(self.vault, Plug()))
        assert label == (self.undone[-1][0] if self.undone else None)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=15, deadline=None)
