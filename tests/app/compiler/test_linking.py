"""Names in a statement become links, and nothing around them changes what they do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.compiler.compile import opened
from app.compiler.render.linking import Linker
from app.vault import links, markdown
from tests.promises.vaults import OIL, clock, compile_, new_vault


@pytest.fixture(scope="module")
def linker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Linker]:
    """A linker in a vault that has a page "Kerosene"."""
    folder = tmp_path_factory.mktemp("linking")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", str(folder / "home"))
        vault = new_vault(folder / "vault")
        compile_(vault, {"oil.md": OIL})
        assert (vault / "wiki/concepts/Kerosene.md").is_file()
        with opened(vault, clock=clock) as compiler:
            yield Linker(compiler.ledger.cache, "nobody")


BESIDE = [
    "",
    "oil!",
    "!",
    "^",
    "\\",
    "\\\\",
    "\\!",
    "\\^",
    "a \\\\!",
    "[",
    "[[",
    "*",
    "**",
    "==",
    "<",
    "&",
    "#",
]
BESIDE += ["%%", "$", "~~", "|", "> ", "- ", "1. ", "“", "（", "`code` "]


@pytest.mark.parametrize("before", BESIDE)
@pytest.mark.parametrize("after", ["", "!", "]", "]]", "|", "*", "\\", "^", ": x", "(y)", "`z`"])
def test_a_name_is_one_plain_link_whatever_stands_beside_it(
    linker: Linker, before: str, after: str
) -> None:
    """No embed, no note, no code, no second link; read back, the words are those of the source."""
    linker.section()
    text = linker.text(f"{before}Kerosene{after} burns")
    (link,) = links.find(text)
    assert (link.path, link.is_embed, link.in_comment) == ("Kerosene", False, False)
    shown = text[: link.start] + "Kerosene" + text[link.end :]
    assert markdown.unescape(shown) == f"{before}Kerosene{after} burns"
    assert "^[[" not in text.replace("\\^", "")


@pytest.mark.parametrize("text", ["x_Kerosene", "Kerosene# burns", "Kerosenes2", "Kerosene_oil"])
def test_a_part_of_another_name_is_no_link(linker: Linker, text: str) -> None:
    """Identifiers and names with a mark at their end are things of their own."""
    linker.section()
    assert linker.text(text) == text


def test_a_page_is_linked_once_a_section(linker: Linker) -> None:
    """And again in the next."""
    linker.section()
    assert linker.text("Kerosene burns; Kerosene smells").count("[[") == 1
    assert "[[" not in linker.text("Kerosene lasts")
    linker.section()
    assert linker.text("Kerosene lasts").count("[[") == 1


def test_names_in_code_are_not_linked(linker: Linker) -> None:
    """A link there would be shown as its letters."""
    linker.section()
    assert linker.text("`Kerosene` is a word") == "`Kerosene` is a word"


HOSTILE = st.lists(
    st.sampled_from(
        [
            "Kerosene",
            "kerosene",
            "lamp oil",
            "Whale oils",
            "`Kerosene`",
            "[[Kerosene]]",
            "]]",
            "|",
            "#",
            "*",
            "\\",
            "![",
            "%%",
            "“Kerosene”",
            "$x$",
            "灯油",
            "x_",
            "-",
            "(",
            "Lamp  oil",
            "<b>",
            "KEROSENE",
            ".",
            "\u200b",
        ]
    ),
    min_size=1,
    max_size=12,
)


@given(words=HOSTILE, gap=st.sampled_from([" ", "", ", "]))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150
)
def test_whatever_stands_around_names_links_lead_to_pages_and_the_words_stay(
    linker: Linker, words: list[str], gap: str
) -> None:
    """Each page once, to a name that resolves, none in code; without its links the text is the source's."""
    linker.section()
    plain = gap.join(words)
    text = linker.text(plain)
    found = [link for link in links.find(text) if not link.is_embed]
    stems = {"Kerosene", "Lamp oil", "Whale oil", "lamp oil"}
    made = [link for link in found if link.path in stems]
    assert len({link.path for link in made}) == len(made) <= 3
    for link in reversed(found):
        shown = text[link.start : link.end].strip("[]").split("|")[-1]
        text = text[: link.start] + shown + text[link.end :]
    assert markdown.unescape(text) == plain


def test_the_page_itself_is_never_linked(linker: Linker) -> None:
    """Nor a name that has no page."""
    (page,) = [p for p in linker.cache.pages.listed("concept") if p.title == "Kerosene"]
    own = Linker(linker.cache, page.id)
    assert "[[" not in own.text("Kerosene burns")


def test_a_term_is_linked_in_the_plural_and_the_longest_name_wins(linker: Linker) -> None:
    """Whale oil is no oil of whales' lamps."""
    linker.section()
    assert "[[Whale oil|whale oils]]" in linker.text("They burned whale oils.")


def test_a_name_without_blanks_around_it_is_linked(tmp_path: Path) -> None:
    """Also where the source that names it never says what it is."""
    vault = new_vault(tmp_path / "v")
    other = "# 港口\n\n灯塔是引导船只的建筑。灯塔使用煤油照明。灯塔由看守人维护。灯塔很高。\n"
    lamp = (
        "# 煤油\n\n煤油是从石油中提炼的液体。煤油在1870年取代了鲸油。煤油便宜。煤油燃烧时有烟。\n"
    )
    compile_(vault, {"a.md": lamp, "b.md": other})
    assert "[[煤油]]" in next((vault / "wiki").rglob("灯塔.md")).read_text()


def test_headings_and_quotes_hold_no_links_to_subjects(tmp_path: Path) -> None:
    """A quote leads to its source only."""
    vault = new_vault(tmp_path / "v")
    compile_(vault, {"oil.md": OIL, "more.md": OIL.replace("1850", "1851")})
    for page in (vault / "wiki").rglob("*.md"):
        for line in page.read_text().splitlines():
            if line.startswith("#"):
                assert "[[" not in line
            if line.startswith("[^"):
                quote = line.split("“", 1)[-1].rsplit("”", 1)[0]
                assert "[[" not in quote.replace("\\[", "")
