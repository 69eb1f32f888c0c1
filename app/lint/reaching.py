"""Which notes can be reached from the index by links, kept up as links come and go.

The notes hang in a tree whose root is the index. Where the link goes that a note hangs by, only what hangs
below it is looked at again; so the answer costs what a change touches.
"""

from collections import defaultdict
from collections.abc import Iterable

from app.vault.index import VaultIndex


class Reaching:
    """What can be reached in one vault. Without an index nothing can, and nothing is to be."""

    def __init__(self, index: VaultIndex) -> None:
        self._index = index
        self._start = ""
        self._above: dict[str, str] = {}
        self._below: dict[str, set[str]] = defaultdict(set)

    def __contains__(self, path: object) -> bool:
        return path in self._above

    def begin(self, start: str) -> None:
        """Look at all from the note ``start``, "" where there is no index."""
        self._start = start
        self._above.clear()
        self._below.clear()
        if start in self._index.notes:
            self._above[start] = ""
            self._spread([start])

    def again(self, linked: Iterable[str], start: str) -> set[str]:
        """Look again, after the links of these notes were looked up anew; what can be reached now and could
        not before, or the other way round."""
        if start != self._start or (start in self._index.notes) != (start in self._above):
            self.begin(start)
            return set(self._index.notes)  # without an index there is nothing to be told
        loose = set()
        fresh = []
        for path in linked:
            targets = self._index.targets(path) if path in self._index.notes else frozenset()
            loose |= {note for note in self._below.get(path, set()) if note not in targets}
            fresh += [path] if path in self._above else []
            if path in self._above and path not in self._index.notes and path != self._start:
                loose.add(path)
        lost = self._cut(loose)
        back = [n for n in lost if n in self._index.notes and self._hang(n)]
        gained = self._spread([*back, *(path for path in fresh if path in self._above)])
        return {note for note in {*lost, *gained} if (note in lost) != (note in self._above)}

    def _cut(self, loose: Iterable[str]) -> set[str]:
        """Take these off the tree with all that hangs below; what was taken off."""
        cut: set[str] = set()
        open_ = list(loose)
        while open_:
            note = open_.pop()
            if note in cut or note not in self._above:
                continue
            cut.add(note)
            self._below[self._above.pop(note)].discard(note)
            open_ += self._below.pop(note, ())
        return cut

    def _hang(self, note: str) -> bool:
        """Hang a note under one that links to it and is on the tree, if there is one."""
        above = next((n for n in self._index.incoming(note) if n in self._above), None)
        if above is None:
            return False
        self._above[note] = above
        self._below[above].add(note)
        return True

    def _spread(self, from_: Iterable[str]) -> set[str]:
        """Hang what can be reached from these notes and does not hang yet; what that is."""
        found: set[str] = set()
        open_ = list(from_)
        while open_:
            note = open_.pop()
            for target in self._index.targets(note):
                if target not in self._above and target in self._index.notes:
                    self._above[target] = note
                    self._below[note].add(target)
                    found.add(target)
                    open_.append(target)
        return found
