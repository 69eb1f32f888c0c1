"""Where the sources of a vault lie: in raw/, and where the person said that they are some.

What the person said is kept as decisions, which travel with the vault. A decision is no step: undo
leaves it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from app.ledger import decisions
from app.ledger.decisions import Decision, InPlace, decide
from app.sources.in_place import Ground, Place, is_readable, places
from app.vault.layout import Vault
from app.vault.rules import RULES
from app.vault.writing import Files
from app.vault.writing import replace as write_file


@dataclass(frozen=True, slots=True)
class Placing:
    """The places of one vault. ``now`` is the time as decisions have it, in ISO 8601, UTC."""

    vault: Vault
    now: Callable[[], str]
    files: Files

    def paths(self) -> tuple[str, ...]:
        """Where sources lie: raw/, and what of the vault the person said is one where it lies.

        Not all files there are sources: ``is_source`` tells.
        """
        ground = self.ground()
        chosen = decisions.sources_in_place(self.vault.root)
        return (self.vault.folders.raw, *(p for p in chosen if ground.may_be(p)))

    def said(self) -> InPlace:
        """What the person said, to be looked up for many files at once."""
        return decisions.in_place(self.vault.root)

    def is_source(self, path: str, said: InPlace | None = None) -> bool:
        """Whether a file of the places is a source, or sources may lie in a folder ("…/") of them.

        In raw/ all are; elsewhere what is read by its name and the person did not leave out.
        ``said`` saves looking the decisions up for each of many.
        """
        if path.startswith(f"{self.vault.folders.raw}/"):
            return True
        if path.endswith("/"):
            return self.ground().may_enter(path.rstrip("/"))
        return is_readable(path) and (said or self.said()).takes(path)

    def ground(self) -> Ground:
        """What of the vault may be a source where it lies."""
        own = (self.vault.found.path or RULES, self.vault.purpose)
        return Ground(self.vault.root, self.vault.folders, own)

    def possible(self) -> tuple[Place, ...]:
        """What of the vault could be a source where it lies, and what is one."""
        said = self.said()
        chosen = [(p, said.said[p] == decisions.SOURCE_IN_PLACE) for p in said.places]
        return places(self.ground(), chosen, said.takes)

    def decide(
        self,
        sources: Sequence[Path] = (),
        documents: Sequence[Path] = (),
        not_sources: Sequence[Path] = (),
    ) -> tuple[str, ...]:
        """Make folders and files of the vault sources where they lie, or take that back.

        ``documents`` are folders whose notes stay notes. What was compiled from a place stays when
        it is taken back. The paths about which something new was decided. Raises SourceRefused for
        what cannot be a source, having decided nothing.
        """
        ground = self.ground()
        wanted = [
            *((decisions.SOURCE_IN_PLACE, ground.path(path)) for path in sources),
            *((decisions.DOCUMENTS_IN_PLACE, ground.path(path)) for path in documents),
            *((decisions.NOT_A_SOURCE, self._chosen(path)) for path in not_sources),
        ]
        return self._write(wanted)

    def keep(self, paths: Sequence[str]) -> None:
        """Remember that these files are sources where they lie."""
        ours, said = f"{self.vault.folders.raw}/", self.said()
        fresh = [path for path in paths if not path.startswith(ours) and not said.takes(path)]
        self._write([(decisions.SOURCE_IN_PLACE, path) for path in fresh])

    def _chosen(self, named: Path) -> str:
        """The path of a place, which need not be there any more to be taken back."""
        path = PurePosixPath(named.as_posix()).as_posix()
        known = decisions.sources_in_place(self.vault.root)
        return path if path in known else self.ground().path(named)

    def _write(self, wanted: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """Write what is not said already."""
        root, said = self.vault.root, self.said()
        fresh = [(what, path) for what, path in wanted if not said.holds(path, what)]
        if fresh:
            taken = (Decision(self.now(), what, path) for what, path in fresh)
            write_file(root, decide(root, self.vault.device, *taken), self.files)
        return tuple(path for _, path in fresh)
