"""Asking a model how to introduce a page: which of its statements first, in which order, joined by what.

One question a page, when nothing waits to be compiled. Each source that a model read pays for one, so
that introductions cost at most one call a source, whatever the pages. An answer is numbers: what
becomes of them is for ``opening`` to say, and a page is never worse off than without.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from app.compiler.disputes import disputes_of
from app.compiler.lexicon import base
from app.compiler.model_reader import ModelReader
from app.compiler.opening import JOINS, Chosen, kept, may_open, opening_of, pick_of, sentences
from app.compiler.readers import house_style
from app.compiler.replies import Replies
from app.compiler.resolve import Subject, kind_of, subject_of, title_of
from app.compiler.statements import Content, Statement, content_of
from app.ledger.introductions import Introduction, offer_hash
from app.ledger.ledger import Ledger
from app.ledger.pages import PageRow
from app.ledger.rows import words_hash
from app.llm.answer import NOTHING_SPENT, Answer, Outcome
from app.llm.asking import Asker
from app.llm.budget import Measure
from app.llm.line import never
from app.llm.question import Question
from app.paths import resources
from app.vault.layout import Vault
from app.vault.rules import FoundRules
from app.vault.writing import DISK, Files, digest, read

NOTHING_STANDS = "nothing of the choice can stand"
ONE_SOURCE = "all that was chosen is of one source"
_LEAST = 3  # statements to choose from; of fewer there is no choice to ask for
_MOST = 12  # of them: a page has its best statements first
_PICKS = (2, 6)
_MOST_TOKENS = 120  # six picks of a dozen tokens, and some blanks


@dataclass(frozen=True, slots=True)
class Offer:
    """A page that could be introduced, and the statements to choose from."""

    subject: Subject
    page: PageRow
    content: Content
    statements: tuple[Statement, ...]

    @property
    def is_choice(self) -> bool:
        """Whether there is something to choose from, and of two sources."""
        return len(self.statements) >= _LEAST and len(_sources(self.statements)) > 1

    @property
    def hash(self) -> str:
        """Changes when a statement does, comes or goes."""
        return offer_hash(tuple(pick_of(Chosen(s)) for s in self.statements))


@dataclass
class Introducing:
    """Introductions for the pages of one vault, by one model; replies are kept in the vault."""

    ledger: Ledger
    vault: Vault
    reader: ModelReader
    files: Files = DISK

    def next(
        self, stop: Callable[[], bool] = never, skip: set[str] | None = None
    ) -> Introduction | None:
        """What came of asking about the page that wants an introduction most; None if none does, no
        source pays for one, or the server did not let the model answer. ``skip`` are pages not to be
        asked about now; one on which the server failed joins them."""
        skip = set() if skip is None else skip
        offer = self._wanted(skip)
        if offer is None or stop():
            return None
        answer = self._ask(offer, stop)
        if answer.concerns_server:
            if answer.outcome in {Outcome.DROPPED, Outcome.HUNG, Outcome.SERVER_ERROR}:
                skip.add(offer.page.id)
            return None
        return self._introduction(offer, answer)

    # -- which page

    def _wanted(self, skip: set[str]) -> Offer | None:
        """The page to ask about, by voices and statements; those that need none are passed over for
        as long as they stay as they are."""
        cache = self.ledger.cache
        cache.begin()
        try:
            for row in cache.pages.changed() if cache.owing() else ():
                offer = None if row.id in skip else self._offer(row)
                if offer is not None:
                    return offer
                if row.id not in skip:
                    cache.pages.seen(row.id)
            return None
        finally:
            cache.commit()

    def _offer(self, row: PageRow) -> Offer | None:
        """What could be asked about a page; None if there is no need or no choice, or its owner edited
        it, so that a new text would only wait."""
        disk = read(self.ledger.root / row.path)
        if disk is None or digest(disk) != row.base:
            return None
        rules, cache = self.vault.rules, self.ledger.cache
        subject = subject_of(cache, row.of)
        at_most = getattr(rules.pages.statements_at_most, kind_of(subject).value)
        content = content_of(cache, subject, rules, at_most)
        allowed = may_open(cache, content, disputes_of(cache, subject), rules)
        offer = Offer(subject, row, content, tuple(allowed[:_MOST]))
        asker = self._asker(row.id)
        while offer.is_choice and not asker.fits(self._question(offer)):
            offer = replace(offer, statements=offer.statements[:-1])
        return offer if offer.is_choice and not self._is_settled(offer, allowed) else None

    def _is_settled(self, offer: Offer, allowed: Sequence[Statement]) -> bool:
        """Whether the page is introduced, or was asked about in vain with the same to choose from."""
        known = self.ledger.introduction(offer.page.id)
        if known is None or not known.picks:
            return known is not None and known.offered == offer.hash
        return bool(opening_of(known, offer.content, allowed, offer.subject))

    # -- the question

    def _asker(self, page: str) -> Asker:
        reader = self.reader
        replies = Replies(self.ledger.root, page, reader.model.digest, self.files)
        return replace(reader.asker, measure=Measure(), memory=replies, spent=NOTHING_SPENT)

    def _question(self, offer: Offer) -> Question[BaseModel]:
        return question(offer, prompt(self.vault.found))

    def _ask(self, offer: Offer, stop: Callable[[], bool]) -> Answer[BaseModel]:
        asker = self._asker(offer.page.id)
        try:
            return asker.ask(self._question(offer), stop=stop)
        finally:
            self.reader.spent += asker.spent

    def _introduction(self, offer: Offer, answer: Answer[BaseModel]) -> Introduction:
        whole = answer.outcome is Outcome.ANSWERED
        chosen = chosen_by(answer.value, offer.statements) if whole else []
        found = kept(sentences(chosen, offer.content, offer.subject))
        why = (NOTHING_STANDS if not found else ONE_SOURCE) if whole else answer.outcome.value
        if len(_sources(c.statement for c in found)) < 2:  # it would bring nothing together
            found = []
        return Introduction(
            page=offer.page.id,
            offered=offer.hash,
            model=self.reader.model.name,
            digest=self.reader.model.digest,
            prompt=words_hash(prompt(self.vault.found)),
            picks=tuple(pick_of(c) for c in found),
            failed="" if found else why,
            calls=answer.usage.calls,
            prompt_tokens=answer.usage.prompt_tokens,
            output_tokens=answer.usage.output_tokens,
            seconds=round(answer.usage.seconds, 3),
        )


def _sources(statements: Iterable[Statement]) -> set[str]:
    """The sources that say these."""
    return {said.source.id for s in statements for said in (s.main, *s.others)}


def prompt(found: FoundRules) -> str:
    """The fixed part of the question: the same bytes for every page of a run."""
    fixed = (resources() / "prompts" / "introduce.md").read_text(encoding="utf-8")
    style = house_style(found)
    return f"{fixed}\nHouse style:\n{style}\n" if style else fixed


def question(offer: Offer, fixed: str) -> Question[BaseModel]:
    """The question how to introduce one page."""
    lines = [
        f"{n}. {s.main.claim.text} ({s.main.source.short})"
        for n, s in enumerate(offer.statements, start=1)
    ]
    head = f"Title: {title_of(offer.subject)}\nLanguage: {offer.content.language}\n\n"
    joins = JOINS.get(base(offer.content.language), ())
    return Question(
        fixed=fixed,
        varying=head + "\n".join(lines),
        shape=_shape(len(lines), joins),
        most_tokens=_MOST_TOKENS,
    )


def _shape(statements: int, joins: Sequence[str]) -> type[BaseModel]:
    """A list of these very numbers, with joins that the language has; made anew for each page.

    Lengths bind the model only: an answer of another length is read all the same.
    """
    number: Any = Literal[tuple(range(1, statements + 1))]
    fields: dict[str, Any] = {"n": (number, ...)}
    if joins:
        join: Any = Literal[tuple(joins)]
        fields["j"] = (join | None, Field(None, json_schema_extra=_one_of(joins)))
    item: Any = create_model(
        "Pick", __config__=ConfigDict(json_schema_extra={"required": ["n"]}), **fields
    )
    bounds: Any = {"minItems": min(_PICKS[0], statements), "maxItems": min(_PICKS[1], statements)}
    return create_model("Opening", s=(list[item], Field(json_schema_extra=bounds)))


def _one_of(joins: Sequence[str]) -> Any:
    """Say in the schema what may be there, and not that nothing may be: it can be left out."""

    def only(schema: dict[str, Any]) -> None:
        schema.pop("anyOf", None)
        schema |= {"type": "string", "enum": list(joins)}

    return only


def chosen_by(answer: BaseModel | None, statements: Sequence[Statement]) -> list[Chosen]:
    """The statements that an answer names, in its order."""
    picks = (pick for pick in getattr(answer, "s", ()) if 1 <= pick.n <= len(statements))
    return [Chosen(statements[p.n - 1], getattr(p, "j", None) or "") for p in picks]
