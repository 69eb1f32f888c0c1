"""Names in a statement become links, and nothing around them changes what they do."""

from collections.abc import Iterator

import pytest

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
