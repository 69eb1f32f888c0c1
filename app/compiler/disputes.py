"""The disagreements that belong on one subject's page."""

from app.compiler.disagree import Disagreement, Witness, disagreements
from app.compiler.lexicon import stopwords
from app.compiler.resolve import Subject
from app.ledger.cache import Cache
from app.ledger.near import fold
from app.ledger.records import Fact, FactType


def disputes_of(cache: Cache, subject: Subject) -> list[Disagreement]:
    """Where sources disagree on a subject.

    Dates and counts count where the sentence is about the subject itself; what someone is to
    someone where the words hang on the subject; what a numbered thing is called on the page of
    each name that is given to it.
    """
    facts = [
        (s, f) for s, f in cache.subjects.facts_naming(subject.slots) if f.type is not FactType.NAME
    ]
    facts += cache.subjects.facts_giving(FactType.NAME, subject.slots)
    if len({source for source, _ in facts}) < 2:
        return []
    own = cache.subjects.said_in(subject.slots)
    witnesses = [_witness(cache, s, f) for s, f in facts if _belongs(s, f, subject, own)]
    return disagreements(witnesses)


def _belongs(source: str, fact: Fact, subject: Subject, own: set[tuple[str, str]]) -> bool:
    if fact.type in {FactType.DATE, FactType.COUNT}:
        return (source, fact.label) in own
    return fact.type is FactType.NAME or fact.about in subject.slots or fact.aspect in subject.slots


def _witness(cache: Cache, source: str, fact: Fact) -> Witness:
    said = fold(cache.quotable(source, fact.label).text).split()
    words = (
        frozenset(w for w in said if not w.isdigit())
        - stopwords("en")
        - frozenset(fold(fact.words).split())
    )
    return Witness(source, cache.voices.voice(source), fact, words)
