"""What a perfect reader yields, asked at the wire, where the built-in reader never has to step in."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from app.compiler.compile import opened
from app.compiler.standing import Status
from app.ledger.files import load_source
from app.ledger.naming import key
from app.ledger.records import SourceRecord
from app.sources.reading import reading
from app.vault.frontmatter import read as read_note
from tests.app.history.plug import Plug
from tests.perfect_reader import (
    FIVE,
    FIXTURES,
    UNDECIDED,
    Known,
    PerfectReader,
    asking,
    five,
    perfect_reader,
)
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, new_vault

CORPUS = Path(os.environ.get("VAULTLOOM_TEST_CORPUS", FIXTURES.parents[2] / "shared" / "corpus"))
READ_SO_FAR = {".md", ".txt", ".html", ".docx", ".pdf", ".rst"}
DEFINITION = re.compile(r"^\[\^([^-\]]+)-([^\]]+)\]:", re.MULTILINE)

# Who the answers to the questions are about, by the names that the documents use.
ABOUT = {
    "d01": ("Debian Project", "Debian"),
    "d02": ("Rex",),
    "d03": ("Bruce Perens",),
    "d04": ("Jessie",),
    "d05": ("Debian",),
    "d06": ("Debian",),
    "d07": ("Software in the Public Interest", "Debian"),
    "d08": ("Debian Free Software Guidelines",),
    "d12": ("Debian",),
}
# Those of the answers that stand in documents which are among the fixtures.
HERE = {
    "d03": "Bruce Perens was the second leader of the Debian project, just after Ian Murdock.",
    "d06": "runs on 9 architectures",
    "d08": "an original idea of Ean Schuessler",
}
DOCUMENTS_HERE = (
    "debian-faq-extract.en.txt",
    "debian-handbook-chapter1.en.docx",
    "Debian常见问题 第1章 定义与概览.zh-CN.html",
    "faq-debian-ch1-ch6.fr.pdf",
)


@dataclass(frozen=True)
class Compiled:
    """A vault that a perfect reader has read."""

    vault: Path
    perfect: PerfectReader

    @cached_property
    def records(self) -> dict[str, SourceRecord]:
        """What the ledger holds of each source, by its id."""
        files = (self.vault / ".vaultloom/sources").glob("*.json")
        found = [load_source(file.read_bytes(), file.name) for file in files]
        return {record.id: record for record in found}

    @cached_property
    def pages(self) -> dict[str, Path]:
        """The pages of subjects, by the normal form of each of their names."""
        found: dict[str, Path] = {}
        for page in (p for kind in ("concepts", "entities") for p in self._of(kind)):
            aliases = read_note(page.read_text(encoding="utf-8")).properties.get("aliases") or []
            found |= {key(name): page for name in (page.stem, *aliases)}
        return found

    def quoted(self, page: Path) -> set[str]:
        """The sentences that the notes of a page quote."""
        notes = DEFINITION.findall(page.read_text(encoding="utf-8"))
        return {flat(self.records[source].sentence(label).text) for source, label in notes}

    def _of(self, kind: str) -> list[Path]:
        return sorted((self.vault / "wiki" / kind).glob("*.md"))


def told_of_five() -> dict[str, Any]:
    """All that is written down of the five sources."""
    told: dict[str, Any] = json.loads((FIXTURES / "five.json").read_text(encoding="utf-8"))
    return told


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def compiled(
    vault: Path, sources: Iterable[Path], known: Known, *, decides: bool = True
) -> Compiled:
    """These sources compiled with a perfect reader; each of them to its end. One that does not
    decide is unsure whatever two things it is asked about."""
    with (
        perfect_reader(known) as (server, perfect),
        opened(vault, clock=clock, files=Plug()) as compiler,
    ):
        perfect.kinds |= {} if decides else UNDECIDED
        compiler.reader = asking(vault, server)
        compiler.add(list(sources))
        assert {item.status for item in compiler.run()} == {Status.COMPILED}
    return Compiled(vault, perfect)


@pytest.fixture(scope="module")
def of_five(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The five sources, compiled."""
    return compiled(new_vault(tmp_path_factory.mktemp("five") / "v"), FIVE, five())


def test_the_built_in_reader_never_steps_in(of_five: Compiled) -> None:
    known = {sentence for sentences in five().subjects.values() for sentence in sentences}
    assert len(of_five.records) == 5
    for record in of_five.records.values():
        assert record.asked.failed == ()
        assert record.asked.pieces == 1
        assert record.asked.picked == len(record.claims)
        assert {flat(record.sentence(c.evidence[0]).text) for c in record.claims} <= known


def test_every_subject_has_a_page_that_says_what_is_said_of_it(of_five: Compiled) -> None:
    for subject, sentences in five().subjects.items():
        assert key(subject) in of_five.pages, subject
        quoted = of_five.quoted(of_five.pages[key(subject)])
        assert quoted & set(sentences), subject
    said = {s for sentences in five().subjects.values() for s in sentences}
    on_pages = set().union(*map(of_five.quoted, of_five.pages.values()))
    assert len(said & on_pages) >= 0.9 * len(said)


def test_what_only_looks_alike_stays_apart(of_five: Compiled) -> None:
    for one, other in told_of_five()["apart"]:
        assert of_five.pages[key(one)] != of_five.pages[key(other)]


def test_the_promises_hold(of_five: Compiled) -> None:
    assert problems(of_five.vault) == []


def disputed(found: Compiled) -> dict[str, set[str]]:
    """What is shown as a contradiction, by page: the sentences that its notes quote."""
    shown = {}
    for page in set(found.pages.values()):
        text = page.read_text(encoding="utf-8")
        for callout in re.findall(
            r"^> \[!warning\|contradiction\].*(?:\n>.*)*", text, re.MULTILINE
        ):
            labels = re.findall(r"\[\^([^-\]]+)-([^\]]+)\]", callout)
            shown[page.stem] = {flat(found.records[s].sentence(n).text) for s, n in labels}
    return shown


def clashes(*found_by: str) -> dict[str, set[str]]:
    """The contradictions that are known, by subject."""
    return {
        clash["subject"]: {s["sentence"] for s in clash["sentences"]}
        for clash in told_of_five()["contradictions"]
        if clash["found_by"] in found_by
    }


def test_both_contradictions_are_shown_with_their_sentences_and_no_others(
    of_five: Compiled,
) -> None:
    assert disputed(of_five) == clashes("code", "model")


def test_the_one_thing_under_two_names_has_one_page(of_five: Compiled) -> None:
    one, other = told_of_five()["one_thing"]
    page = of_five.pages[key(one)]
    assert page == of_five.pages[key(other)]
    sentences = (set(five().subjects[name]) for name in (one, other))
    assert all(said & of_five.quoted(page) for said in sentences)


def test_without_a_verdict_code_finds_one_contradiction_and_joins_no_names(tmp_path: Path) -> None:
    found = compiled(new_vault(tmp_path / "v"), FIVE, five(), decides=False)
    one, other = told_of_five()["one_thing"]
    assert disputed(found) == clashes("code")
    assert found.pages[key(one)] != found.pages[key(other)]


def answers(files: Iterable[Path], quotes: Mapping[str, Iterable[str]]) -> Known:
    """What a perfect reader of these files picks to answer questions: the sentences that hold the
    quotes, under what they are about."""
    sentences = [flat(s.text) for f in files for s in reading(f.name, f.read_bytes()).sentences]
    subjects: dict[str, list[str]] = {}
    for question, wanted in quotes.items():
        for sentence in sentences:
            if any(flat(quote) in sentence for quote in wanted):
                named = [name for name in ABOUT[question] if name in sentence]
                for name in named or ABOUT[question][:1]:
                    subjects.setdefault(name, []).append(sentence)
    return Known(subjects)


def unanswered(found: Compiled, quotes: Mapping[str, Iterable[str]]) -> list[str]:
    """The questions whose answer stands on no page of what it is about."""
    missing = []
    for question, wanted in quotes.items():
        pages = [found.pages[key(n)] for n in ABOUT[question] if key(n) in found.pages]
        shown = {sentence for page in pages for sentence in found.quoted(page)}
        if not any(flat(quote) in sentence for quote in wanted for sentence in shown):
            missing.append(question)
    return missing


@pytest.mark.skipif((CORPUS / "gold").is_dir(), reason="the next test asks these and more")
def test_answers_stand_on_the_pages_of_what_they_are_about(tmp_path: Path) -> None:
    files = [FIXTURES / "sources" / name for name in DOCUMENTS_HERE]
    quotes = {question: [quote] for question, quote in HERE.items()}
    found = compiled(new_vault(tmp_path / "v"), files, answers(files, quotes))
    assert {failed for r in found.records.values() for failed in r.asked.failed} == set()
    assert unanswered(found, quotes) == []


@pytest.mark.skipif(
    not (CORPUS / "gold").is_dir(),
    reason="the documents that may not be copied here are not beside the project",
)
def test_all_answers_of_the_corpus_stand_on_pages(tmp_path: Path) -> None:
    """Nine questions on Debian are answered by documents in formats that are read so far."""
    told = json.loads((CORPUS / "gold/debian_questions.json").read_text(encoding="utf-8"))
    folder = CORPUS / told["folder"]
    files = sorted(f for f in folder.iterdir() if f.suffix in READ_SO_FAR)
    quotes = {
        question["id"]: [s["quote"] for s in question["support"] if folder / s["doc"] in files]
        for question in told["questions"]
        if question["id"] in ABOUT
    }
    found = compiled(new_vault(tmp_path / "v"), files, answers(files, quotes))
    assert {failed for r in found.records.values() for failed in r.asked.failed} == set()
    assert len(quotes) == 9
    assert unanswered(found, quotes) == []
    assert problems(found.vault) == []
