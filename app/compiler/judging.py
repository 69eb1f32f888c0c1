"""What is asked about a source once it is read: which of its names are another's, and which of its
statements other sources contradict. All names in one question, all statements in one, and what is
called a contradiction, or was taken for one by code, once more the other way round; doubt decides
nothing.

How much may be asked follows from the length of the source, never from the size of the vault.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from app.compiler.deciding import Pair, fitting, question, verdicts
from app.compiler.likely_clash import MaybeClash, Statement, maybe_clash
from app.compiler.likely_one import MaybeOne, maybe_one, to_ask
from app.compiler.readers import Reader, Watch
from app.compiler.resolve import subject_of
from app.compiler.statements import newer_said, same_marks
from app.ledger.cache import Cache
from app.ledger.ledger import Ledger
from app.ledger.records import Asked, ClaimsJudged, NamesJudged, SourceRecord, Verdict
from app.ledger.voices import sentence_hash
from app.llm.answer import NOTHING_SPENT, Usage

NAMES, CLAIMS = "resolve", "compare"
_ROOM = {NAMES: (0.3, 900, 3_500), CLAIMS: (0.65, 3_200, 8_000)}
"""Characters of pairs: a share of the source's, at least and at most so many."""
_OF_NAMES = {"one": Verdict.SAME, "two": Verdict.APART}
_OF_CLAIMS = {
    "same": Verdict.SAME,
    "other": Verdict.APART,
    "contradict": Verdict.CONTRADICTS,
    "changed": Verdict.CHANGED,
}


def judged(ledger: Ledger, record: SourceRecord, reader: Reader, watch: Watch) -> SourceRecord:
    """The record with what the reader decides of its names and statements beside those of others; with
    the names that a person should be asked about, where it decides nothing.

    The cache is as it was afterwards, and also while a question is asked: an answer may take minutes,
    in which the vault is there for others. Raises as ``Reader.extract`` does.
    """
    if not reader.judge:
        return replace(record, names=tuple(_open(ledger, record)))
    judging = _Judging(reader, watch, record, ledger)
    record = replace(record, names=tuple(judging.names(record)))
    record = replace(record, clashes=tuple(judging.clashes(record)))
    return replace(record, asked=_with(record.asked, judging.usage))


def _open(ledger: Ledger, record: SourceRecord) -> list[NamesJudged]:
    with _taken_in(ledger, record) as cache:
        return [NamesJudged(a, b, Verdict.OPEN, "") for a, b in to_ask(cache, record)]


@contextmanager
def _taken_in(ledger: Ledger, record: SourceRecord) -> Iterator[Cache]:
    """The cache as if the source were compiled already."""
    ledger.cache.begin()
    try:
        ledger.put_source(record)
        yield ledger.cache
    finally:
        ledger.cache.rollback()


def _with(asked: Asked, usage: Usage) -> Asked:
    return replace(
        asked,
        calls=asked.calls + usage.calls,
        prompt_tokens=asked.prompt_tokens + usage.prompt_tokens,
        output_tokens=asked.output_tokens + usage.output_tokens,
        seconds=round(asked.seconds + usage.seconds, 3),
    )


@dataclass
class _Judging:
    """The questions about one source. ``usage`` is what they cost."""

    reader: Reader
    watch: Watch
    record: SourceRecord
    ledger: Ledger
    usage: Usage = NOTHING_SPENT

    def names(self, record: SourceRecord) -> list[NamesJudged]:
        """What is decided of names; what would join what was told apart stays open."""
        with _taken_in(self.ledger, record) as cache:
            pairs = maybe_one(cache, record, self.reader.judge)
        asked = [Pair(p.one.name, p.other.name, (*p.one.said, *p.other.said)) for p in pairs]
        pairs = pairs[: self._fitting(NAMES, asked)]
        words = self._words(NAMES, asked[: len(pairs)])
        found = [(p, _OF_NAMES.get(w, Verdict.OPEN)) for p, w in zip(pairs, words, strict=True)]
        if any(verdict is Verdict.SAME for _, verdict in found):
            with _taken_in(self.ledger, record) as cache:
                found = list(_consistent(cache, found))
        return [
            NamesJudged(p.one.slot, p.other.slot, verdict, self.reader.judge)
            for p, verdict in found
        ]

    def clashes(self, record: SourceRecord) -> list[ClaimsJudged]:
        """What is decided of statements."""
        with _taken_in(self.ledger, record) as cache:
            found = maybe_clash(cache, record)
            asked = [
                Pair(
                    self._dated(cache, p.mine),
                    self._dated(cache, p.theirs),
                    beside=((p.mine.before, p.mine.after), (p.theirs.before, p.theirs.after)),
                )
                for p in found
            ]
            known = [_known(cache, pair) for pair in found]
        found = found[: self._fitting(CLAIMS, asked)]
        words = self._words(CLAIMS, asked[: len(found)])
        first = [_OF_CLAIMS.get(word, Verdict.OPEN) for word in words]
        both = self._once_more(asked, first, [n for n, pair in enumerate(found) if pair.shown])
        return [
            _kept(pair, verdict, self.reader.judge, digest, in_turn=in_turn)
            for pair, verdict, (digest, in_turn) in zip(found, both, known, strict=False)
        ]

    def _once_more(
        self, asked: Sequence[Pair], first: Sequence[Verdict], shown: Sequence[int]
    ) -> list[Verdict]:
        """The verdicts after what is called a contradiction, and what code takes for one, was asked
        the other way round."""
        places = [
            n
            for n, verdict in enumerate(first)
            if verdict is Verdict.CONTRADICTS or (n in shown and verdict is not Verdict.OPEN)
        ]
        found = list(first)
        words = self._words(CLAIMS, [asked[n] for n in places], turned=True)
        for place, word in zip(places, words, strict=True):
            again = _OF_CLAIMS.get(word, Verdict.OPEN)
            found[place] = first[place] if again is first[place] else Verdict.OPEN
        return found

    def _fitting(self, kind: str, asked: Sequence[Pair]) -> int:
        share, least, most = _ROOM[kind]
        size = sum(len(s.text) for s in self.record.sentences)
        count = fitting(kind, asked, int(min(max(share * size, least), most)))
        while count and not self.reader.fits(question(kind, asked[:count])):
            count -= 1  # a small window, or a script of which a character is several tokens
        return count

    def _words(self, kind: str, asked: Sequence[Pair], *, turned: bool = False) -> list[str]:
        """The word on each pair; "" for all of them where the reader is not to be believed."""
        if not asked:
            return []
        answer, usage = self.reader.decide(
            question(kind, asked, turned=turned), self.record.sha256, self.watch
        )
        self.usage += usage
        return verdicts(kind, answer, len(asked)) or [""] * len(asked)

    def _dated(self, cache: Cache, statement: Statement) -> str:
        """A statement with the year of its source, by which a change is told from a contradiction."""
        date = cache.source(statement.place[0]).date[:4]
        return f"({date}) {statement.text}" if date.isdigit() else statement.text


def _known(cache: Cache, pair: MaybeClash) -> tuple[str, bool]:
    """The digest of the other statement's sentence, and whether one of both is the later."""
    sources = [cache.source(s.place[0]) for s in (pair.mine, pair.theirs)]
    texts = [s.text for s in (pair.mine, pair.theirs)]
    digest = sentence_hash(cache.quotable(*pair.theirs.place).text)
    return digest, newer_said(sources, texts) is not None


def _kept(
    pair: MaybeClash, verdict: Verdict, by: str, digest: str, *, in_turn: bool
) -> ClaimsJudged:
    """A verdict as the ledger keeps it, where code does not know better: what has other numbers or
    hedges does not say the same, and a change needs an earlier and a later."""
    if verdict is Verdict.SAME and not same_marks(pair.mine.text, pair.theirs.text):
        verdict = Verdict.OPEN
    if verdict is Verdict.CHANGED and not in_turn:
        verdict = Verdict.OPEN
    source, label = pair.theirs.place
    return ClaimsJudged(pair.mine.place[1], source, label, digest, verdict, by)


def _consistent(
    cache: Cache, found: Sequence[tuple[MaybeOne, Verdict]]
) -> Iterator[tuple[MaybeOne, Verdict]]:
    """The verdicts, without those that would join what another tells apart."""
    apart = [p for p, verdict in found if verdict is Verdict.APART]
    joined: dict[str, set[str]] = {}
    for pair, verdict in found:
        if verdict is Verdict.SAME:
            whole = joined.get(pair.one.slot, {pair.one.slot}) | joined.get(
                pair.other.slot, {pair.other.slot}
            )
            if _told_apart(cache, whole, apart):
                yield pair, Verdict.OPEN
                continue
            joined |= dict.fromkeys(whole, whole)
        yield pair, verdict


def _told_apart(cache: Cache, subjects: set[str], apart: Sequence[MaybeOne]) -> bool:
    if any({p.one.slot, p.other.slot} <= subjects for p in apart):
        return True
    slots = {s: subject_of(cache, s).slots for s in sorted(subjects)}
    return any(
        verdict is Verdict.APART
        for a in slots
        for b in slots
        if a < b
        for verdict, _ in cache.verdicts.of_names(slots[a], slots[b])
    )
