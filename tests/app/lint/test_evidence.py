"""What compiled pages rest on, as rules find it on disk: quotes, files of sources, the owner's own words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.knowing import checking
from app.ledger.pages import PageRow
from app.lint.checking import Checking
from app.lint.diagnostic import Finding, Risk, Way
from app.lint.fixing import apply
from app.settling import RECOMPILE, settle
from app.vault.layout import new
from tests.app.history.plug import Plug
from tests.promises.vaults import clock

LAMPS = (
    "# Harbour lamps\n\nA wick is a cord that draws oil into the flame of a lamp. A wick lasts nine days."
    " The keeper trims the wick at noon.\n"
)
PAGE = "wiki/concepts/Wick.md"


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """A vault with one source that was compiled, and its page."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    new(root)
    (root / "raw").mkdir(exist_ok=True)
    (root / "raw/lamps.md").write_text(LAMPS, encoding="utf-8")
    with opened(root, clock=clock, files=Plug()) as opened_:
        run(opened_)
        assert (root / PAGE).is_file()
        yield opened_


def run(compiler: Compiler) -> None:
    """Compile what is new."""
    compiler.scan()
    compiler.run()


def found(compiler: Compiler, *codes: str) -> list[Finding]:
    """The findings of these rules."""
    return [each for each in checking(compiler).everything() if each.code in codes]


def page(compiler: Compiler) -> str:
    """The page as it stands."""
    return (compiler.root / PAGE).read_text(encoding="utf-8")


def edit(compiler: Compiler, old: str, new_: str, path: str = PAGE) -> None:
    """The owner puts words in the place of others."""
    place = compiler.root / path
    text = place.read_bytes().decode()
    assert old in text
    place.write_bytes(text.replace(old, new_).encode())


def note(compiler: Compiler, words: str) -> str:
    """The definition of the footnote that has these words."""
    return next(
        line for line in page(compiler).splitlines() if line.startswith("[^") and words in line
    )


EVIDENCE = (*(f"VL05{n}" for n in range(10)), "VL036", "VL037", "VL038", "VL062", "VL063")


def test_a_vault_that_was_just_compiled_has_no_findings_on_evidence(compiler: Compiler) -> None:
    """Its pages quote what its sources say."""
    assert found(compiler, *EVIDENCE) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_changed_quote_is_found_where_it_stands_and_put_back_as_it_was(
    compiler: Compiler, newline: str
) -> None:
    """To the byte, whatever the line ends."""
    edit(compiler, "\n", newline)
    before = (compiler.root / PAGE).read_bytes().decode()
    line = before.splitlines().index(note(compiler, "nine days")) + 1
    edit(compiler, "“A wick lasts nine days.”", "“A wick lasts ten days.”")
    (finding,) = found(compiler, "VL050")

    assert (finding.path, finding.line) == (PAGE, line)
    assert "ten days" in finding.message
    assert finding.fix is not None
    assert finding.fix.risk is Risk.REVIEW
    text = (compiler.root / PAGE).read_bytes().decode()
    assert apply(text, [finding.fix], {Risk.REVIEW})[0] == before


def test_the_words_of_another_sentence_are_none_of_a_footnotes(compiler: Compiler) -> None:
    """They stand in the source, but not at the place that the label names."""
    edit(compiler, "“A wick lasts nine days.”", "“The keeper trims the wick at noon.”")

    assert len(found(compiler, "VL050")) == 1


def test_a_footnote_without_words_is_found(compiler: Compiler) -> None:
    """A link alone proves nothing."""
    edit(compiler, "“A wick lasts nine days.” ", "")

    assert [each.message for each in found(compiler, "VL050")] == [
        "A footnote to “raw/lamps.md” quotes nothing of it."
    ]


@pytest.mark.parametrize(
    "words", ["lasts nine days", "A wick … nine days.", "A wick […] nine  days."]
)
def test_leaving_words_out_of_a_quote_is_no_fault(compiler: Compiler, words: str) -> None:
    """What is left stands in the source."""
    edit(compiler, "“A wick lasts nine days.”", f"“{words}”")

    assert found(compiler, "VL050") == []


def test_of_a_changed_file_only_what_it_says_no_more_is_found(compiler: Compiler) -> None:
    """Each such footnote, and the file once; compiling it again ends both."""
    edit(compiler, "nine days.", "ten days. It is cheap.", "raw/lamps.md")
    quotes = found(compiler, "VL050")
    (changed,) = found(compiler, "VL051")

    assert all("nine days" in each.message and each.fix is None for each in quotes)
    assert {each.path for each in quotes} >= {PAGE}
    assert [way.do for way in changed.ways] == [RECOMPILE]
    settle(compiler, changed.ways[0])
    compiler.run()
    assert found(compiler, "VL050", "VL051") == []
    assert "ten days" in page(compiler)


def test_a_file_that_was_only_touched_has_not_changed(compiler: Compiler) -> None:
    """Its bytes count, not its time."""
    (compiler.root / "raw/lamps.md").touch()

    assert found(compiler, "VL050", "VL051") == []


def test_after_a_file_changed_its_pages_are_looked_at_again(compiler: Compiler) -> None:
    """Without looking at everything."""
    checking_: Checking = checking(compiler)
    checking_.everything()
    edit(compiler, "nine", "ten", "raw/lamps.md")
    codes = {each.code for each in checking_.again(["raw/lamps.md"])}

    assert {"VL050", "VL051"} <= codes


@pytest.mark.parametrize(("words", "count"), [("lasts ten days", 1), ("lasts nine days", 0)])
def test_a_page_of_another_program_is_held_to_the_sources_that_it_quotes(
    compiler: Compiler, words: str, count: int
) -> None:
    """Whatever its labels; what it links to tells which source."""
    (compiler.root / "wiki/concepts/Oil.md").write_text(
        f'---\nid: "zz9"\nkind: concept\n---\n# Oil\n\nOil burns.[^1]\n\n[^1]: “A wick {words}.” [[lamps]]\n'
    )

    assert len(found(compiler, "VL050")) == count


def test_footnotes_that_are_their_owners_are_left_alone(compiler: Compiler) -> None:
    """They quote a book, or nothing at all."""
    edit(compiler, "# Wick\n", "# Wick\n\nMy wick is good.[^1] So is yours.[^2]\n")
    (compiler.root / PAGE).write_text(
        page(compiler) + "\n[^1]: “Wicks”, a book.\n[^2]: I saw it.\n"
    )

    assert found(compiler, "VL050", "VL056", "VL057") == []


# -- marks and definitions


def test_a_lost_definition_is_found_and_put_back(compiler: Compiler) -> None:
    """As it was generated; the page is then as it was, but for the order of its notes."""
    definition, before = note(compiler, "nine days"), page(compiler)
    edit(compiler, f"{definition}\n", "")
    (finding,) = found(compiler, "VL056")
    assert finding.fix is not None
    assert finding.fix.risk is Risk.SAFE
    text = apply(page(compiler), [finding.fix], {Risk.SAFE})[0]
    (compiler.root / PAGE).write_text(text)

    assert sorted(text.splitlines()) == sorted(before.splitlines())
    assert found(compiler, "VL050", "VL056", "VL057") == []


def test_where_all_definitions_are_lost_they_come_back_before_the_notes(compiler: Compiler) -> None:
    """One after the other; the owner's own words stay last."""
    lines = [line for line in page(compiler).splitlines() if not line.startswith("[^")]
    (compiler.root / PAGE).write_text("\n".join(lines).rstrip() + "\n\n## Notes\n\nMine.\n")
    while findings := found(compiler, "VL056"):
        fixes = [each.fix for each in findings if each.fix]
        (compiler.root / PAGE).write_text(apply(page(compiler), fixes, {Risk.SAFE})[0])

    assert found(compiler, "VL050", "VL056", "VL057") == []
    assert page(compiler).endswith("\n\n## Notes\n\nMine.\n")


def test_a_definition_that_lost_its_mark_is_found_and_taken_away(compiler: Compiler) -> None:
    """Safely where it is as it was generated, with a look where somebody wrote it."""
    label = note(compiler, "nine days").partition(":")[0]
    text = page(compiler).replace(f"{label}\n", "\n", 1)
    (compiler.root / PAGE).write_text(f"{text}\n[^mine]: Told by the keeper.\n")
    risks = {each.what: each.fix.risk for each in found(compiler, "VL057") if each.fix}

    assert risks == {label[2:-1]: Risk.SAFE, "mine": Risk.REVIEW}


def test_marks_in_code_and_under_notes_are_no_footnotes(compiler: Compiler) -> None:
    """Code shows them, and notes are their owner's."""
    edit(compiler, "# Wick\n", "# Wick\n\nIn code `[^9]` it is none.\n\n```\n[^8]\n```\n")
    (compiler.root / PAGE).write_text(f"{page(compiler)}\n## Notes\n\nSee there.[^7]\n")

    assert found(compiler, "VL056", "VL057") == []


# -- the owner's own words


def test_a_statement_of_the_owners_own_is_shown_and_no_error(compiler: Compiler) -> None:
    """On its line, whatever it is part of."""
    edit(compiler, "# Wick\n", "# Wick\n\nThe best wicks are made of felt.\n")
    (finding,) = found(compiler, "VL053")

    assert str(finding.severity) == "info"
    assert page(compiler).splitlines()[finding.line - 1] == "The best wicks are made of felt."


@pytest.mark.parametrize(
    "text",
    [
        "- [ ] Look this up in the almanac",
        "Are felt wicks better than cotton ones?",
        "[[Lamp]] · [[Oil]] · [[Flame]] · [[Harbour]] · [[Keeper]]",
        "### How wicks are made today",
        "```\nthe wick was never lit\n```",
        "%% nobody sees what stands here %%",
        "Short.",
        "*I put this in italics myself.*",
        "What follows is all that we know:",
    ],
)
def test_what_says_nothing_needs_no_source(compiler: Compiler, text: str) -> None:
    """Tasks, questions, links, headings, code, comments."""
    edit(compiler, "# Wick\n", f"# Wick\n\n{text}\n")

    assert found(compiler, "VL053") == []


def test_notes_are_their_owners_place(compiler: Compiler) -> None:
    """Nothing there needs a source."""
    (compiler.root / PAGE).write_text(
        f"{page(compiler)}\n## Notes\n\nThe best wicks are made of felt.\n"
    )

    assert found(compiler, "VL053") == []


def test_many_statements_of_the_owners_are_one_finding(compiler: Compiler) -> None:
    """A page that somebody rewrote does not fill the list."""
    lines = "\n".join(f"- A felt wick number {n} was lit." for n in range(9))
    edit(compiler, "# Wick\n", f"# Wick\n\n{lines}\n")
    (finding,) = found(compiler, "VL053")

    assert "9 statements" in finding.message


def test_a_reworded_statement_that_kept_its_footnote_has_its_source(compiler: Compiler) -> None:
    """Its words are another matter."""
    edit(compiler, "A wick lasts nine days.[^", "A wick lasts for about nine days.[^")

    assert found(compiler, "VL053") == []


# -- what is stale


def test_recompile_is_a_way_that_queues_a_source_once_more(compiler: Compiler) -> None:
    """Its turn comes like any other's."""
    settle(compiler, Way(RECOMPILE, "", ("raw/lamps.md",)))

    assert [item.source for item in compiler.queue.items() if item.status.open] == ["raw/lamps.md"]


def test_a_part_of_the_index_stands_alone_and_is_a_list(compiler: Compiler) -> None:
    """It has an id of its own, and only the index leads to it."""
    path = "wiki/index/Index of entities, B.md"
    (compiler.root / path).parent.mkdir()
    (compiler.root / path).write_text("# Index of entities, B\n\n- [[Wick]]\n")
    compiler.ledger.cache.pages.put(PageRow("entity-B", "index", "entity-B", path, "Index", ""))

    assert [each for each in found(compiler, "VL002") if each.path == path] == []
