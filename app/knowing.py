"""What the compiler knows that rules ask for (``app.lint.known``)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.compiler.compile import Compiler
from app.compiler.deletions import vanished
from app.compiler.dispute_verdicts import asked_on
from app.compiler.gaps import is_elsewhere, named, spelled
from app.compiler.name_verdicts import open_with
from app.compiler.own_note import told_apart_from
from app.compiler.questions import open_questions
from app.compiler.render.summary_page import parts_of
from app.compiler.resolve import subject_of, title_of
from app.compiler.staleness import causes, inputs, may_be_offered, words
from app.compiler.stance import Stance, stance
from app.disputing import told
from app.ledger.files import PageRecord
from app.ledger.pages import PageRow
from app.lint.checked import Checked
from app.lint.checking import Checking
from app.lint.disputes import Dispute
from app.lint.known import OpenPair, OpenQuestion, PartUse, Spoken, Standing, Vanished
from app.vault.index import VaultIndex


@dataclass(frozen=True, slots=True)
class Knowing:
    """The answers about one open vault."""

    compiler: Compiler

    def subject(self, slot: str) -> Standing:
        """See ``Known``."""
        found = subject_of(self.compiler.ledger.cache, slot)
        return Standing(found.of, found.slots, found.page.path if found.page else "")

    def open_pairs(self, of: str) -> Iterator[OpenPair]:
        """See ``Known``."""
        for pair in open_with(self.compiler.ledger.cache, of):
            titles = pair.title, pair.other_title
            yield OpenPair(pair.one, pair.other, *titles, pair.path, pair.other_path)

    def told_apart(self, page: PageRow) -> Iterator[str]:
        """See ``Known``."""
        return told_apart_from(self.compiler.ledger.cache, page)

    def disputes(self, of: str) -> Iterator[Dispute]:
        """See ``Known``."""
        for each in asked_on(self.compiler.ledger.cache, of):
            yield told(self.compiler, each)

    def vanished(self, record: PageRecord, disk: bytes) -> Sequence[Vanished]:
        """See ``Known``."""
        return [Vanished(each.mark, each.rests_on) for each in vanished(record, disk)]

    def stale(self, source: str) -> tuple[str, ...]:
        """See ``Known``."""
        record = self.compiler.ledger.cache.source(source)
        now = inputs(self.compiler.reader, self.compiler.vault.found)
        return words(record, causes(record, now), now)

    def may_recompile(self, source: str) -> bool:
        """See ``Known``."""
        record = self.compiler.ledger.cache.source(source)
        now = inputs(self.compiler.reader, self.compiler.vault.found)
        return may_be_offered(record, causes(record, now), now)

    def spoken(self, of: str) -> Spoken:
        """See ``Known``."""
        cache = self.compiler.ledger.cache
        subject = subject_of(cache, of)
        if not subject.found:
            return Spoken(of)
        told = named(cache, subject)
        elsewhere = not subject.page and is_elsewhere(cache, subject)
        counts = told.sentences, told.voices, told.mostly
        return Spoken(title_of(subject), spelled(subject), *counts, elsewhere)

    def coverage(self, source: str) -> Sequence[PartUse]:
        """See ``Known``."""
        cache = self.compiler.ledger.cache
        shown = cache.pages.shown_of(source)
        return [
            PartUse(part.name, len(part.sentences), sum(q.label in shown for q in part.sentences))
            for part in parts_of(cache, cache.source(source))
        ]

    def is_unsure(self, words: str) -> bool:
        """See ``Known``."""
        return stance(words) in {Stance.REPORTED, Stance.DOUBTED}

    def purpose(self) -> str:
        """See ``Known``."""
        return self.compiler.vault.purpose

    def open_questions(self, purpose: str) -> Sequence[OpenQuestion]:
        """See ``Known``."""
        return [
            OpenQuestion(each.question.line, each.question.text, each.unsaid)
            for each in open_questions(self.compiler.ledger.cache, purpose)
        ]


def checking(compiler: Compiler, gone: frozenset[str] | None = None) -> Checking:
    """An open vault to be checked; ``gone`` are the paths of the sources that are not there any more,
    looked for where it is None."""
    if gone is None:
        paths = (source.path for source in compiler.ledger.cache.sources())
        gone = frozenset(path for path in paths if not (compiler.root / path).is_file())
    return Checking(checked(compiler, gone))


def checked(compiler: Compiler, gone: frozenset[str]) -> Checked:
    """An open vault, read for being checked; ``gone`` are the paths of the sources that are."""
    index = VaultIndex.scan(compiler.root, compiler.vault.folders)
    return Checked(index, compiler.vault.rules, compiler.ledger, Knowing(compiler), gone)
