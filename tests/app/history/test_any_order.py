"""Commits, edits, kills and undo in any order, beside a model that cannot be killed."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.errors import NothingToUndo
from app.history.journal import Journal
from app.history.undo import undo, undo_label
from app.vault.writing import Write, digest
from tests.app.history.plug import Plug, killed, snapshot

PATHS = ("a.md", "wiki/b.md", "wiki/c.md")
CONTENTS = st.none() | st.sampled_from([b"1", b"2", b"3"])
FUSES = st.none() | st.integers(0, 30)
Vault = dict[str, bytes]


class AnyOrder(RuleBasedStateMachine):
    """``pages`` is what the vault must hold; ``stack`` what undo must bring back, step by step."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.vault = Path(self._folder.name)
        self.pages: Vault = {}
        self.stack: list[tuple[str, Vault, Vault]] = []

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
        label = f"Step {len(self.stack)}"
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
        self.pages = after.copy()

    def _before(self, path: str, outdated: set[str]) -> str | None:
        if path in outdated:
            return digest(b"never there")
        return digest(self.pages[path]) if path in self.pages else None

    @rule(fuse=FUSES)
    def undo(self, fuse: int | None) -> None:
        expected = self._undone()
        label = undo_label(Journal(self.vault, Plug()))
        try:
            was_killed = killed(undo, Journal(self.vault, Plug(fuse)))
        except NothingToUndo:
            assert expected is None
            return
        journal = Journal(self.vault, Plug())
        journal.recover()
        if was_killed and undo_label(journal) == label:
            return
        assert expected is not None
        self.pages = expected
        self.stack.pop()

    def _undone(self) -> Vault | None:
        """The vault after undo, None if it must refuse."""
        if not self.stack:
            return None
        _, before, after = self.stack[-1]
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


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=15, deadline=None)
