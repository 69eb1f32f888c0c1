"""Which names are one thing: what texts state of them, and what looks alike and is none."""

from itertools import islice
from pathlib import Path

import pytest

from app.compiler.builtin.stated import Stated, shortens, stated
from app.ledger.files import load_source
from app.ledger.naming import key
from app.ledger.records import SourceRecord, Verdict
from tests.benchmarks.names import joins, saying
from tests.benchmarks.naming_texts import LANGUAGES, Stating, cases, load
from tests.promises.page_checks import problems
from tests.promises.vaults import compile_, new_vault


def record(vault: Path, name: str) -> SourceRecord:
    """What the ledger holds of a source."""
    found = (load_source(f.read_bytes(), f.name) for f in (vault / ".vaultloom/sources").iterdir())
    return next(r for r in found if r.path.endswith(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("J. R. R. Tolkien", "J.R.R. Tolkien"),
        ("Côte d’Ivoire", "Côte d'Ivoire"),
        ("Cafe\u0301", "Café"),
        ("ＳＱＬ", "SQL"),
        ("Dr. Richard M. Stallman", "Richard M. Stallman"),
        ("Korea, Republic of", "Republic of Korea"),
        ("Localisation", "Localization"),
        ("Vue.js", "vuejs"),
        ("Software in the Public Interest, Inc.", "Software in the Public Interest"),
        ("Pre-releases", "prerelease"),
    ],
)
def test_what_is_spelled_otherwise_only_is_one_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("George W. Bush", "George H. W. Bush"),
        ("Semantic Versioning 1.0.0", "Semantic Versioning 2.0.0"),
        ("Debian 1.1", "Debian 11"),
        ("C", "C++"),
        ("résumé", "resume"),
        ("North Korea", "South Korea"),
        ("Mr. Robot", "Robot"),
        ("Battle of Taku Forts (1858)", "Battle of Taku Forts (1860)"),
    ],
)
def test_look_alikes_are_two_names(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("k8s", "Kubernetes"),
        ("l10n", "localization"),
        ("nvim", "Neovim"),
        ("pgsql", "PostgreSQL"),
        ("JS", "JavaScript"),
        ("cpp", "C++"),
        ("RMS", "Richard M. Stallman"),
    ],
)
def test_a_short_form_is_known_by_its_letters(short: str, name: str) -> None:
    assert shortens(short, name)


@pytest.mark.parametrize(
    ("short", "name"), [("Java", "JavaScript"), ("Niger", "Nigeria"), ("k9s", "Kubernetes")]
)
def test_what_a_name_begins_with_is_no_short_form(short: str, name: str) -> None:
    assert not shortens(short, name)


@pytest.mark.parametrize(
    "text",
    [
        "Java, not to be confused with JavaScript, is a language.",
        "Georgia (country) lies between Europe and Asia.",
        "The lamp is called a beacon where it stands on a hill.",
        "Kerosene, formerly sold in cans, is an oil.",
        "The wick (or equivalent) MUST be trimmed.",
        "A keeper may use whale oil or, in short supply, rape oil.",
        "The version (see below) is also known to fail.",
        "必须（MUST）遵守规则。",
        "当我们提及自由软件（free software）时，我们指的是自由。",
    ],
)
def test_what_states_no_other_name_gives_none(text: str) -> None:
    known = {
        key(n) for n in ("Java", "Georgia", "lamp", "Kerosene", "wick", "whale oil", "version")
    }
    language = "en" if text.isascii() else "zh"
    assert list(stated(text, language, known.__contains__)) == []


def test_the_whole_name_is_found_before_words_that_give_another() -> None:
    found = list(
        stated("Ada P. Winter, also known as Lady Lamp, was an engineer.", "en", set().__contains__)
    )
    assert found == [Stated("Ada P. Winter", "Lady Lamp")]


def _few(language: str) -> list[Stating]:
    """Five phrasings of each of three things."""
    wanted = {"kubernetes": "Kubernetes", "eswatini": "Eswatini", "fsf": "Free Software Foundation"}
    found = [c for c in cases(language, "known") if c.thing in wanted]
    return [c for thing in wanted for c in islice((c for c in found if c.thing == thing), 5)]


@pytest.mark.parametrize(
    "language",
    [LANGUAGES[0], *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES[1:])],
)
def test_what_a_text_states_in_its_own_words_joins_pages(tmp_path: Path, language: str) -> None:
    wrong = [c for n, c in enumerate(_few(language)) if not joins(c, _folder(tmp_path, n))]
    assert wrong == []


def _folder(path: Path, number: int) -> Path:
    (path / str(number)).mkdir()
    return path / str(number)


def test_no_look_alikes_share_a_page(tmp_path: Path) -> None:
    """All of them in one vault."""
    pairs = load("look_alikes")
    vault = new_vault(tmp_path / "v")
    compile_(
        vault, {f"{n}-{k}.md": t for n, p in enumerate(pairs) for k, t in enumerate(p["texts"])}
    )
    found = {tuple(p["pair"]): saying(vault, p["says"]) for p in pairs}
    assert {pair: a & b for pair, (a, b) in found.items() if a & b} == {}
    assert sum(bool(a and b) for a, b in found.values()) >= 0.75 * len(pairs)
    assert problems(vault) == []


def test_a_proper_name_is_one_with_accents_and_without(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    sources = {
        "a.md": "Fjölnir Orrindal is a keeper of lamps. In 1830 Fjölnir Orrindal left Northgate.\n",
        "b.md": "Fjolnir Orrindal is a writer on lamps. In 1840 Fjolnir Orrindal wrote on wicks.\n",
    }
    compile_(vault, sources)
    (page,) = [p for p in (vault / "wiki/entities").iterdir() if "Orrindal" in p.stem]
    assert "keeper of lamps" in page.read_text()
    assert "writer on lamps" in page.read_text()


def test_where_no_model_judges_a_slip_of_the_pen_is_kept_as_a_question(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    compile_(
        vault,
        {
            "a.md": "Neil Orrindal is a keeper of lamps. In 1830 Neil Orrindal left Northgate.\n",
            "b.md": "Neill Orrindal is a writer on lamps. In 1840 Neill Orrindal wrote on wicks.\n",
        },
    )
    (judged,) = record(vault, "b.md").names
    assert (judged.slot, judged.other) == ("neillorrindal", "neilorrindal")
    assert (judged.verdict, judged.by) == (Verdict.OPEN, "")
    assert record(vault, "a.md").names == ()
