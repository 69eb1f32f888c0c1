"""The sentences that introduce a page: statements of it in a chosen order, put together by code.

Who chooses names statements and wishes for joins; here it is decided what of that can stand. Words
are only left out or written small: a full stop between two statements, a subject said twice, the
capital of an article. All that is added is in ``JOINS``. None of these says more than that both hold:
"because", "but" or "while" would be claims of nobody.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.compiler.disagree import Disagreement
from app.compiler.lexicon import NEGATIONS, base, is_cjk, verb_after
from app.compiler.resolve import Subject, kind_of, names_of
from app.compiler.statements import Content, Statement, definitions, newer
from app.compiler.wording import verbless, word_count
from app.ledger.cache import Cache
from app.ledger.introductions import Introduction, Pick
from app.ledger.records import Kind, Role
from app.ledger.rows import words_hash
from app.sources.document import BlockKind
from app.vault.rules import Rules

JOINS = {"en": (";", "and"), "de": (";",), "zh": (";",)}
"""What may stand between two statements of a sentence, by language; elsewhere nothing may. German
gets no "und", behind which a clause may hang on the one before it."""
SENTENCES = (2, 4)  # issue 4: an introduction has two to four
WORDS_AT_MOST = 90  # a first screen; the guide's pages open with 30 to 60
_SENTENCE_AT_MOST = 40  # words of two statements in one sentence


@dataclass(frozen=True, slots=True)
class Part:
    """A statement in a sentence: its words there, end mark included, and what joins it to the one
    before, with a blank behind."""

    statement: Statement
    text: str
    joined: str = ""


Sentence = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A statement that was chosen, and the join to the one before that was wished for ("": none)."""

    statement: Statement
    join: str = ""


def pick_of(chosen: Chosen) -> Pick:
    """What the ledger keeps of a chosen statement."""
    main = chosen.statement.main
    return Pick(main.source.id, main.claim.evidence, words_hash(main.claim.text), chosen.join)


def chosen_of(picks: Iterable[Pick], statements: Sequence[Statement]) -> list[Chosen] | None:
    """The statements of these picks; None if any of them is worded otherwise now, or gone."""
    known = {replace(pick_of(Chosen(s)), join=""): s for s in statements}
    found = [(known.get(replace(pick, join="")), pick.join) for pick in picks]
    if any(statement is None for statement, _ in found):
        return None
    return [Chosen(statement, join) for statement, join in found if statement is not None]


# -- what may be chosen


def may_open(
    cache: Cache, content: Content, disputes: Sequence[Disagreement], rules: Rules
) -> list[Statement]:
    """The statements that a page may be introduced with, its definition first; none where that is
    disputed or superseded. What holds by the person's verdict is not disputed."""
    places = {place for each in disputes for place in _doubtful(each)}
    most = rules.pages.words_in_statement_at_most
    found = [s for s in content.rest if _stands_alone(s, most) and _stands(cache, s, places)]
    if any(not _stands(cache, s, places) for s in content.lead):
        return []
    return [*content.lead, *found]


def _doubtful(found: Disagreement) -> set[tuple[str, str]]:
    held = found.holding
    return found.places - ({(w.source, w.fact.label) for w in held.witnesses} if held else set())


def _stands_alone(statement: Statement, most_words: int) -> bool:
    """Whether it says something of the subject itself, in one sentence that needs nothing around it."""
    claim = statement.main.claim
    if claim.items or claim.role is Role.MENTIONS or statement.holds_within:
        return False
    if statement.main.place.kind is BlockKind.FIELD or word_count(claim.text) > most_words:
        return False
    return claim.text.endswith((".", "。")) and not _CAPTION.match(claim.text)


_CAPTION = re.compile(r"(?:Figure|Fig\.|Table|Abbildung|Tabelle|Tableau|图|圖|表|図)\s*\d")


def _stands(cache: Cache, statement: Statement, disputed: set[tuple[str, str]]) -> bool:
    """Whether nobody disputes it and no newer text took the place of the one that says it."""
    said = (statement.main, *statement.others)
    if any((s.source.id, label) in disputed for s in said for label in s.claim.evidence):
        return False
    source = statement.main.source
    editions = [cache.source(other) for other in cache.voices.editions(source.id)]
    return not any(newer(e, source) for e in editions if base(e.language) == base(source.language))


# -- what becomes of a choice


def sentences(chosen: Sequence[Chosen], content: Content, subject: Subject) -> list[Sentence]:
    """The sentences of an introduction, two to four; none where that cannot be.

    A definition comes first (the first one that was chosen, else that of the page), and where there is
    none a statement that begins with a name of the subject. A join that
    cannot stand gives way: a subject left out to a clause of its own, "and" to a semicolon, a semicolon
    to a full stop. What comes behind the fourth sentence is left to the rest of the page.
    """
    names = _Names(subject, content.language)
    ordered = _opening_first(chosen, content, names)
    found: list[Sentence] = []
    for each in ordered:
        last = found[-1] if found else ()
        both = _together(last, each, names) if len(last) == 1 and len(ordered) > 2 else None
        words = sum(word_count(part.text) for sentence in found for part in sentence)
        if words + word_count(each.statement.main.claim.text) > WORDS_AT_MOST:
            break
        if both is not None:
            found[-1] = both
        elif len(found) == SENTENCES[1]:
            break
        else:
            found.append((Part(each.statement, each.statement.main.claim.text),))
    return found if len(found) >= SENTENCES[0] else _apart(found)


def _apart(found: list[Sentence]) -> list[Sentence]:
    """One sentence of two statements as two; nothing where it has one only."""
    parts = [part.statement for sentence in found for part in sentence]
    return [(Part(s, s.main.claim.text),) for s in parts] if len(parts) >= SENTENCES[0] else []


def opening_of(
    known: Introduction,
    content: Content,
    allowed: Sequence[Statement],
    subject: Subject,
) -> list[Sentence]:
    """The introduction of a page as it was chosen; empty if a claim of it changed, or is none of those
    ``allowed`` any more."""
    chosen = chosen_of(known.picks, allowed) or []
    found = sentences(chosen, content, subject)
    return found if kept(found) == chosen else []


def kept(found: Sequence[Sentence]) -> list[Chosen]:
    """What was taken of a choice, to be chosen again whenever the page is made anew."""
    return [
        Chosen(part.statement, _WISHED.get(part.joined, ";") if at else "")
        for sentence in found
        for at, part in enumerate(sentence)
    ]


_WISHED = {"and ": "and"}


def _opening_first(chosen: Sequence[Chosen], content: Content, names: "_Names") -> list[Chosen]:
    """Each statement once, the one that opens the page first; none if none can open it."""
    once: list[Chosen] = []
    for each in chosen:
        if all(each.statement is not c.statement for c in once):
            once.append(each)
    defining = [id(s) for s in definitions(content.statements)]
    named = [c.statement for c in once if names.are_subject_of(c.statement.main.claim.text)]
    openers = [c.statement for c in once if id(c.statement) in defining] + content.lead + named
    if not openers:
        return []
    first = openers[0]
    return [Chosen(first), *(c for c in once if c.statement is not first)]


def _together(last: Sentence, each: Chosen, names: "_Names") -> Sentence | None:
    """Two statements in one sentence, joined as wished or in a looser way; None if that cannot be, or
    if only the name of the subject would stand in it twice."""
    (first,), second = last, each.statement
    words, more = first.text, second.main.claim.text
    bare = _without_stop(words)
    if bare is None or each.join not in JOINS.get(base(names.language), ()):
        return None
    if word_count(words) + word_count(more) > _SENTENCE_AT_MOST:
        return None
    if is_cjk(words) and is_cjk(more):
        return (replace(first, text=f"{bare}；"), Part(second, more))
    if names.at_front(more) and names.at_front(words) == names.at_front(more):
        rest = names.without_subject(words, more) if each.join == "and" else None
        if rest is None:
            return None
        return (replace(first, text=bare + "," * ("," in bare)), Part(second, rest, "and "))
    going_on = names.going_on(more)
    if going_on is None:
        return None
    if each.join == "and" and "," not in words and _is_plain(words):
        return (replace(first, text=f"{bare},"), Part(second, going_on, "and "))
    if ";" in words or ":" in words:
        return None
    return (replace(first, text=f"{bare};"), Part(second, going_on))


_STOP = re.compile(r"(?:[^\W_]{3,}|[^\W_]*\d|[`)%”])\.$")
_SHORTENED = re.compile(
    r"(?:\w\.\w+|\b(?:etc|inc|ltd|corp|bros|vol|fig|esp|dept|est|approx|usw|bzw|ggf|evtl))\.$", re.I
)


def _without_stop(text: str) -> str | None:
    """``text`` without its full stop; None where that may belong to its last word."""
    if text.endswith("。"):
        return text[:-1]
    return text[:-1] if _STOP.search(text) and not _SHORTENED.search(text) else None


_HANGS_ON = re.compile(
    r"[;:—–]|\b(?:that|which|who|whom|whose|what|when|where|while|whereas|because|since|if|unless|until|although"
    r"|though|as|than|whether|how|why|so|but|or|and|according|may|might|can|could|must|shall|should|will|would|do"
    r"|does|did|to|[a-z]{2,}ing|let|only)\b|\u2026",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had)\b|\b[a-z]{3,}ed\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:is|are|was|were) (?:[a-z]+ly )?[a-z]{3,}ed\b", re.IGNORECASE)


def _is_plain(text: str) -> bool:
    """Whether an English sentence is one bare clause, so that nothing of it (a condition, a "not",
    "X wrote that …") can be read as reaching over what "and" adds to it."""
    if _HANGS_ON.search(text) or NEGATIONS.search(text) or verbless(text):
        return False
    return len(_VERB.findall(_PASSIVE.sub(" was ", text))) <= 1


_SURE_VERB = re.compile(
    r"(?:is|are|was|were|has|had)\b|[a-z]{3,}s (?:an?|the|all|its|their|more|about|\d)"
)
_PAST = re.compile(
    r"(?:[a-z]{3,}ed|led|wrote|became|began|built|made|gave|won|left) (?:an?\b|the\b|[A-Z\d])"
)
_PARTICIPLE = re.compile(
    r"\b(?:[a-z]{3,}(?:ed|wn|en)|led|built|made|left|begun|known|kept|sold|held|set|put|run)\b"
)
_ARTICLES = {
    "en": frozenset("the a an each every most some many several".split()),
    "de": frozenset("der die das ein eine".split()),
}


class _Names:
    """How a subject is called, for what may be done to the front of its statements."""

    def __init__(self, subject: Subject, language: str) -> None:
        self.language = language
        spelled = sorted(names_of(subject), key=lambda n: (-len(n), n))
        self._spelled = [n for n in spelled if n]
        self._is_name = kind_of(subject) is Kind.ENTITY

    def at_front(self, text: str) -> str:
        """The name, article included, that ``text`` begins with in any case; empty if none."""
        for name in self._spelled:
            found = re.match(
                rf"(?:(?:the|an?|der|die|das) )?{re.escape(name)}s?(?![\w-])", text, re.I
            )
            found = found or (re.match(re.escape(name), text) if is_cjk(name) else None)
            if found:
                return found.group()
        return ""

    def are_subject_of(self, text: str) -> bool:
        """Whether ``text`` begins with a name of the subject and goes on with a verb."""
        name = self.at_front(text)
        rest = text[len(name) :].lstrip()
        return bool(name and (is_cjk(text) or verb_after(self.language).match(rest)))

    def without_subject(self, first: str, second: str) -> str | None:
        """``second`` without its subject, where that is the very one of ``first``, both go on with a
        verb, and that of the second can only be a verb of it."""
        name = self.at_front(second)
        if not second.startswith(f"{name} ") or not first.startswith(f"{name} "):
            return None
        rest, before = second[len(name) + 1 :], first[len(name) + 1 :]
        active = _PAST.match(rest) and not _PARTICIPLE.search(before)
        if not _is_plain(first) or not (_SURE_VERB.match(rest) or active):
            return None
        verb = verb_after("en")
        return rest if verb.match(before) and verb.match(rest) else None

    def going_on(self, text: str) -> str | None:
        """``text`` as it is written behind a comma or semicolon; None where its first word may be a
        name or not."""
        first, _, after = text.partition(" ")
        if first[:1].isdigit() or first[:1] in "`“\"'" or any(c.isupper() for c in first[1:]):
            return text
        small = text[:1].lower() + text[1:]
        is_article = first.casefold() in _ARTICLES.get(base(self.language), frozenset())
        if self.at_front(text):
            whole = any(text.casefold().startswith(n.casefold()) for n in self._spelled)
            if is_article and not whole:
                return small
            return text if self._is_name or base(self.language) == "de" else None
        plain = after[:1].islower() or base(self.language) == "de"
        return small if is_article and plain else None
