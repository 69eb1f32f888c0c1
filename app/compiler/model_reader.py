"""A source read by a language model: it picks sentences and names, code makes claims of them.

What the model was not asked about, and what it failed to read, the built-in reader reads; facts,
main points and what kind of text it is come from there as well.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from app.compiler.asking import Asking, Pause, pause
from app.compiler.asking_pieces import Piece, PieceReader
from app.compiler.builtin import reader
from app.compiler.builtin.claims import ClaimMaker
from app.compiler.builtin.reader import Extraction
from app.compiler.builtin.subjects import Choice
from app.compiler.chunking import Chunk, chunks
from app.compiler.ground import Ground, Grounded, NamedBy, Proposed
from app.compiler.readers import Watch, prompt_hash
from app.compiler.replies import Replies
from app.compiler.wording import tidy
from app.ledger.records import Asked, Claim
from app.llm.answer import NOTHING_SPENT, Usage
from app.llm.asking import Asker
from app.llm.budget import Measure
from app.llm.next_move import Move, Tried
from app.llm.question import Question
from app.llm.server import Installed
from app.sources.document import Reading
from app.vault.writing import DISK, Files

S = TypeVar("S", bound=BaseModel)

NOTHING_HELD = "nothing that it picked stands alone"
TOO_LITTLE = "it picked next to nothing"
ONE_OF = (
    12  # sentences that can be picked; built-in rules and good models pick one of three or four
)
_SURELY_SOMETHING = 8  # sentences; of so many, one that was picked holds where picking was reading


@dataclass
class ModelReader:
    """Reads with one model. ``fixed`` is the fixed part of its questions; replies are kept in the
    vault at ``root``."""

    asker: Asker
    model: Installed
    fixed: str
    root: Path
    files: Files = DISK
    pause: Pause = pause
    spent: Usage = NOTHING_SPENT

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def judge(self) -> str:
        """See ``Reader``."""
        return self.model.digest[:12] or self.model.name

    @property
    def digest(self) -> str:
        """See ``Reader``."""
        return self.model.digest

    def must_be_there(self) -> None:
        """See ``Reader``; it was looked up before."""

    def extract(self, reading: Reading, short: str, sha256: str, watch: Watch) -> Extraction:
        """See ``Reader``. The same replies give the same extraction, whenever they came."""
        choice = reader.choice_of(reading, short)
        with self._asking(sha256, watch) as asking:
            pieces = PieceReader(asking, Ground(reading, choice, short), self.fixed)
            read = list(_read(chunks(reading, pieces.fits), pieces, watch))
        return self._asked(_Claiming(reading, choice, short).of(read), asking.usage)

    def fits(self, question: Question[S]) -> bool:
        """See ``Reader``."""
        return replace(self.asker, measure=Measure()).fits(question)

    def decide(self, question: Question[S], sha256: str, watch: Watch) -> tuple[S | None, Usage]:
        """See ``Reader``."""
        with self._asking(sha256, watch) as asking:
            if not asking.asker.fits(question):
                return None, asking.usage
            move, answer = asking.settled(question, Tried(0))
        return (answer.value if move is Move.USE else None), asking.usage

    @contextmanager
    def _asking(self, sha256: str, watch: Watch) -> Iterator[Asking]:
        """The questions about one source, whose replies are kept and counted."""
        replies = Replies(self.root, sha256, self.model.digest, self.files)
        asker = replace(self.asker, measure=Measure(), memory=replies, spent=NOTHING_SPENT)
        try:
            yield Asking(asker, watch, self.pause)
        finally:
            self.spent += asker.spent

    def _asked(self, found: Extraction, usage: Usage) -> Extraction:
        asked = replace(
            found.asked,
            model=self.model.name,
            digest=self.model.digest,
            prompt=prompt_hash(self.fixed),
            calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            output_tokens=usage.output_tokens,
            seconds=round(usage.seconds, 3),
        )
        return replace(found, asked=asked)


def _read(parts: Sequence[Chunk], pieces: PieceReader, watch: Watch) -> Iterator[Piece]:
    for done, chunk in enumerate(parts):
        watch.passages(done, len(parts))
        yield from pieces.read(chunk)
    watch.passages(len(parts), len(parts))


class _Claiming:
    """What is proposed of one source, as claims of it."""

    def __init__(self, reading: Reading, choice: Choice, short: str) -> None:
        self._reading, self._short = reading, short
        self._sentences = {s.label: s for s in reading.sentences}
        self._place = {s.label: n for n, s in enumerate(reading.sentences)}
        self._know(choice)

    def _know(self, choice: Choice) -> None:
        self._choice = choice
        self._ground = Ground(self._reading, choice, self._short)

    def of(self, pieces: Sequence[Piece]) -> Extraction:
        """The claims on what the model picked, and the built-in reader's on all that it did not read."""
        told = list(self._new_names(pieces))
        if told:
            self._know(reader.choice_of(self._reading, self._short, told))
        builtin = reader.extract_from(self._reading, self._choice, self._short)
        held = [(piece, self._held(piece)) for piece in pieces]
        held = [(_as_read(piece, found), found) for piece, found in held]
        read = {label for piece, _ in held for label in piece.read}
        picked = self._claims([g for _, found in held for g in found], builtin.claims)
        claims = [c for c in builtin.claims if c.evidence[0] not in read] + picked
        claims.sort(key=lambda c: self._place[c.evidence[0]])
        failed = tuple(piece.failed for piece, _ in held if piece.failed)
        asked = Asked(
            pieces=sum(not p.failed for p, _ in held),
            failed=failed,
            picked=len(picked),
            beside=len(claims) - len(picked),
        )
        return replace(builtin, claims=tuple(claims), asked=asked)

    def _new_names(self, pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
        """Names that the model found and code did not, as the sentence spells them."""
        for proposed in (p for piece in pieces for p in piece.proposed):
            found = self._ground.hold(proposed)
            if not isinstance(found, Grounded) or found.slot in self._choice.subjects:
                continue
            if found.named_by is NamedBy.MODEL and found.name in tidy(
                self._sentences[found.label].text
            ):
                yield found.name, found.label

    def _held(self, piece: Piece) -> list[Grounded]:
        found = (self._hold(proposed) for proposed in piece.proposed)
        return [g for g in found if g is not None]

    def _hold(self, proposed: Proposed) -> Grounded | None:
        """What a proposal comes to; its name counts only where it is worth being looked up."""
        for each in (proposed, replace(proposed, subject="")):
            found = self._ground.hold(each)
            if isinstance(found, Grounded) and found.slot in self._choice.subjects:
                return found
        return None

    def _claims(self, held: Sequence[Grounded], builtin: Sequence[Claim]) -> list[Claim]:
        """A claim for each subject and sentence: the built-in reader's where it has one that the
        model does not word shorter, since that may hold what hangs on the sentence."""
        maker = ClaimMaker(self._reading, self._choice, self._short)
        known = {(c.slot, c.evidence[0]): c for c in builtin}
        found: dict[tuple[str, str], Claim] = {}
        for g in held:
            at = (g.slot, g.label)
            own = None if g.shortened else known.get(at)
            found.setdefault(at, own or maker.of(g.slot, self._sentences[g.label], g.worded))
        return list(found.values())


def _as_read(piece: Piece, held: Sequence[Grounded]) -> Piece:
    """A piece of which nothing holds, or next to nothing, was not read beyond that, where it surely
    says something."""
    labels = {g.label for g in held}
    if len(piece.read) < _SURELY_SOMETHING or len(labels) * ONE_OF >= len(piece.read):
        return piece
    why = TOO_LITTLE if labels else NOTHING_HELD
    kept = tuple(label for label in piece.read if label in labels)
    return Piece(kept, failed=piece.failed or why)
