"""What rules ask of the compiler, which is no room below them: whoever opens a vault answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.ledger.files import PageRecord
from app.ledger.pages import PageRow
from app.lint.disputes import Dispute


@dataclass(frozen=True, slots=True)
class Standing:
    """A subject over all sources: ``of`` is the slot that stands for it, ``slots`` are all of them, ``path``
    is where its page lies, "" where it has none."""

    of: str
    slots: tuple[str, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two subjects with pages of which nobody could tell whether they are one, by the slots that stand for
    them, with the titles of their pages and where these lie."""

    one: str
    other: str
    title: str
    other_title: str
    path: str
    other_path: str


@dataclass(frozen=True, slots=True)
class Vanished:
    """A statement that stands on a page no more: its mark, and a hash of the words that it rests on."""

    mark: str
    rests_on: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """How sources speak of a subject: its title and all that a file for it may be called (``spelled``,
    folded); in how many ``sentences`` it is named, those of translations aside, by how many ``voices``, and
    ``mostly`` in which source (its id). ``is_elsewhere`` says that the page on something else, or a note,
    may be on it."""

    title: str
    spelled: frozenset[str] = frozenset()
    sentences: int = 0
    voices: int = 0
    mostly: str = ""
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PartUse:
    """A part of a source by its heading ("" for what comes before any), how many sentences it has, and how
    many of these pages show."""

    name: str
    sentences: int
    used: int


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that no source answers: the line on which it stands, its words, and those of them that no
    source has."""

    line: int
    text: str
    unsaid: tuple[str, ...]


class Known(Protocol):
    """The answers that take more than the ledger's cache."""

    def subject(self, slot: str) -> Standing:
        """The subject that a slot belongs to."""

    def open_pairs(self, of: str) -> Iterable[OpenPair]:
        """The pairs that are open of which the subject of this slot is the first."""

    def told_apart(self, page: PageRow) -> Iterable[str]:
        """The notes of the owner's with the name of a page that therefore has another one."""

    def disputes(self, of: str) -> Iterable[Dispute]:
        """The disagreements of which the person is to be asked that are told of on the page of the subject
        of this slot: those on several pages are told of on the first of these."""

    def vanished(self, record: PageRecord, disk: bytes) -> Sequence[Vanished]:
        """The statements that a page with these bytes has no more."""

    def stale(self, source: str) -> tuple[str, ...]:
        """Why compiling a source now would give something else, in words; its own file is not looked at."""

    def may_recompile(self, source: str) -> bool:
        """Whether compiling a source again is offered: it would be read as well as it was, or better."""

    def spoken(self, of: str) -> Spoken:
        """How sources speak of the subject of this slot."""

    def coverage(self, source: str) -> Sequence[PartUse]:
        """How much of each part of a source pages show."""

    def is_unsure(self, words: str) -> bool:
        """Whether a sentence only reports what another says, or doubts it."""

    def purpose(self) -> str:
        """The path of the note that says what the vault is for."""

    def open_questions(self, purpose: str) -> Sequence[OpenQuestion]:
        """The questions in that note, as it stands, that no source answers."""


class Nothing:
    """The answers in a vault without a ledger."""

    def subject(self, slot: str) -> Standing:
        """See ``Known``."""
        return Standing(slot, (slot,))

    def open_pairs(self, of: str) -> Iterable[OpenPair]:
        """See ``Known``."""
        return ()

    def told_apart(self, page: PageRow) -> Iterable[str]:
        """See ``Known``."""
        return ()

    def disputes(self, of: str) -> Iterable[Dispute]:
        """See ``Known``."""
        return ()

    def vanished(self, record: PageRecord, disk: bytes) -> Sequence[Vanished]:
        """See ``Known``."""
        return ()

    def stale(self, source: str) -> tuple[str, ...]:
        """See ``Known``."""
        return ()

    def may_recompile(self, source: str) -> bool:
        """See ``Known``."""
        return False

    def spoken(self, of: str) -> Spoken:
        """See ``Known``."""
        return Spoken(of)

    def coverage(self, source: str) -> Sequence[PartUse]:
        """See ``Known``."""
        return ()

    def is_unsure(self, words: str) -> bool:
        """See ``Known``."""
        return False

    def purpose(self) -> str:
        """See ``Known``."""
        return ""

    def open_questions(self, purpose: str) -> Sequence[OpenQuestion]:
        """See ``Known``."""
        return ()
