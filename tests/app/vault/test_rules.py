"""The rules of a vault are read exactly, or refused with the line and what is allowed."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import RulesUnreadable
from app.paths import vault_template
from app.vault.marker import MARKER, Marker
from app.vault.rules import Folders, Rules, find_rules, read_rules

FENCE = "```yaml vaultloom\n"


def rules_in(tmp_path: Path, block: str, *, before: str = "# Rules\n\n", after: str = "") -> Rules:
    """The rules of a vault whose AGENTS.md holds ``block``."""
    text = f"{before}{FENCE}{block}\n```\n{after}"
    (tmp_path / "AGENTS.md").write_text(text, encoding="utf-8")
    return find_rules(tmp_path).rules


def test_the_template_says_what_holds_anyway() -> None:
    """Its block names every rule with its default, so that nobody has to look them up."""
    found = read_rules(vault_template(), "AGENTS.md")
    assert found is not None
    assert found.rules == Rules()
    assert found.style.startswith("## House style")


def test_a_vault_without_rules_has_the_defaults(tmp_path: Path) -> None:
    """And no house style."""
    found = find_rules(tmp_path)
    assert (found.rules, found.style, found.path) == (Rules(), "", None)


def test_what_is_missing_has_its_default(tmp_path: Path) -> None:
    """A block may say one thing only, or nothing."""
    rules = rules_in(tmp_path, "pages: {group: {most: 5}}\nlanguage: zh-Hans")
    assert (rules.pages.group.most, rules.pages.group.least) == (5, 2)
    assert (rules.language, rules.folders) == ("zh-Hans", Folders())
    assert rules_in(tmp_path, "# nothing yet") == Rules()


def test_when_a_page_is_made_is_read_in_words(tmp_path: Path) -> None:
    """Any number may stand in them, and a reason may be missing."""
    pages = rules_in(tmp_path, "pages: {make_when: [said of 12 times, named by 3 voices]}").pages
    assert (pages.when_defined, pages.when_said_of, pages.when_named_by) == (False, 12, 3)
    assert Rules().pages.when_defined
    assert rules_in(tmp_path, "pages: {make_when: [defined]}").pages.when_said_of is None


def test_grades_go_by_voices() -> None:
    """Three voices or thirty are the same grade, and disputed is its own."""
    grades = Rules().confidence
    assert [grades.of(voices) for voices in (1, 2, 3, 30)] == [0.7, 0.85, 0.95, 0.95]
    assert grades.of(3, disputed=True) == 0.4


REFUSED = [
    ("page: {}", 4, "“page” is not a rule. Allowed here: version, folders,"),
    ("version: 1\npages:\n  group:\n    lest: 2", 7, "“pages.group.lest” is not a rule."),
    ("pages:\n  group_from: six", 5, "“pages.group_from” is “six”; a whole number from 1 to 200"),
    ("pages:\n  group_from: true", 5, "“pages.group_from” is “true”"),
    ("pages:\n  group_from: 6.5", 5, "a whole number"),
    ("pages:\n  group_from:", 5, "“pages.group_from” is empty"),
    ("pages: 7", 4, "“pages” needs keys of its own: make_when,"),
    ("pages:", 4, "“pages” needs keys of its own"),
    ("- pages", 4, "needs keys of its own"),
    ("pages:\n  make_when: [defined, liked]", 5, "“said of 3 times”"),
    ("pages:\n  make_when: defined", 5, "is “defined”; a list"),
    ("pages:\n  headings: [A, A]", 5, "different"),
    ("pages:\n  order: [lead, groups, lead]", 5, "different"),
    (
        "pages:\n  group:\n    least: 9\n    most: 3",
        6,
        "the least of a group is more than its most",
    ),
    ("titles:\n  case: title", 5, "“titles.case” is “title”; sentence is allowed."),
    ("voices: {one_text_from: 1.5}", 4, "a number from 0.1 to 1"),
    ("confidence:\n  one_voice: .nan", 5, "a number from 0 to 1"),
    ("version: 2", 4, "a whole number from 1 to 1"),
    ("language: English", 4, "“source” or a language such as “en”"),
    ("language: 0", 4, "“language” is “0”"),
    ("folders:\n  raw: .raw", 5, "“folders.raw” is “.raw”"),
    ("folders:\n  raw: ../raw", 5, "a folder in the vault"),
    ("folders:\n  wiki: /wiki", 5, "a folder in the vault"),
    ("folders:\n  raw: wiki/raw", 5, "must lie apart"),
    ("folders:\n  wiki: RAW", 5, "must lie apart"),
    ("version: 1\nversion: 1", 5, "“version” is said twice"),
    ("pages: [", 4, "this is not YAML"),
    ("a: !!python/object 1", 4, "“a” is not a rule"),
    ("-_", 4, "needs keys of its own"),
    ("language: [en]", 4, "“language” is a list"),
    ("? [a]\n: b", 4, "is not a rule"),
    ("pages: &p {group: *p}", 4, "not"),
    ("language: !x en", 4, "“language” is"),
]


@pytest.mark.parametrize(("block", "line", "words"), REFUSED)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, block: str, line: int, words: str
) -> None:
    """Nothing is guessed: the person sees where it is and what would do."""
    with pytest.raises(RulesUnreadable) as refused:
        rules_in(tmp_path, block)
    assert refused.value.message.startswith(f"AGENTS.md, line {line}")
    assert words in refused.value.message


def test_two_blocks_and_one_without_an_end_are_refused(tmp_path: Path) -> None:
    """Which one would hold is nothing to guess either."""
    with pytest.raises(RulesUnreadable, match=r"line 7: there are two blocks"):
        rules_in(tmp_path, "version: 1", after=f"\n{FENCE}```\n")
    (tmp_path / "AGENTS.md").write_text(f"{FENCE}version: 1\n", encoding="utf-8")
    with pytest.raises(RulesUnreadable, match=r"line 1: the block of rules never ends"):
        find_rules(tmp_path)


def test_a_block_that_is_only_shown_is_not_one(tmp_path: Path) -> None:
    """An example in a longer fence, and YAML for somebody else, are prose."""
    text = f"````md\n{FENCE}version: 9\n```\n````\n```yaml\nversion: 8\n```\n"
    (tmp_path / "AGENTS.md").write_text(text, encoding="utf-8")
    assert find_rules(tmp_path).path is None


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    """Editors leave both."""
    text = f"\ufeff# Rules\n{FENCE}language: de\n```\n## Style\nShort.  \n"
    (tmp_path / "AGENTS.md").write_bytes(text.replace("\n", "\r\n").encode())
    found = find_rules(tmp_path)
    assert (found.rules.language, found.style) == ("de", "## Style\nShort.")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """UTF-16 is refused in words, not read as nothing."""
    (tmp_path / "AGENTS.md").write_bytes("# Rules".encode("utf-16"))
    with pytest.raises(RulesUnreadable, match="UTF-8"):
        find_rules(tmp_path)


def test_rules_in_a_file_of_their_own_are_found(tmp_path: Path) -> None:
    """Where AGENTS.md is somebody else's, the marker says where ours are."""
    (tmp_path / "AGENTS.md").write_text("# For other programs\n", encoding="utf-8")
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/Our rules.md").write_text(f"{FENCE}language: ja\n```", encoding="utf-8")
    (tmp_path / ".vaultloom").mkdir()
    (tmp_path / MARKER).write_bytes(Marker("1", rules="wiki/Our rules.md").content())
    found = find_rules(tmp_path)
    assert (found.rules.language, found.path) == ("ja", "wiki/Our rules.md")


def test_rules_and_house_style_change_apart(tmp_path: Path) -> None:
    """A comment or a blank changes nothing, a rule changes one digest and a sentence the other."""

    def digests(block: str, after: str) -> tuple[str, str]:
        rules_in(tmp_path, block, after=after)
        found = find_rules(tmp_path)
        return found.rules_digest, found.style_digest

    rules, style = digests("version: 1", "Be short.\n")
    assert digests("# said once\nversion: 1\nlanguage: source", "\nBe short.  \n") == (rules, style)
    assert digests("language: de", "Be short.\n")[1] == style
    assert digests("language: de", "Be short.\n")[0] != rules
    assert digests("version: 1", "Be kind.\n")[1] != style


@settings(max_examples=60, deadline=None)
@given(block=st.text(alphabet="pages:{}[]-#'\"&*!|> \n0group_from,", max_size=60))
def test_any_text_is_rules_or_refused(block: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No block ends in anything but rules or words for a person."""
    with suppress(RulesUnreadable):
        assert isinstance(rules_in(tmp_path_factory.mktemp("any"), block), Rules)
