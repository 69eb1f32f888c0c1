"""What a person writes to a verdict is theirs: it stands on the page as they wrote it, and nothing in it works."""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from app.compiler.compile import opened
from app.compiler.render.dispute import NOTE_AT_MOST, reader_note
from app.lint.diagnostic import Way
from app.settling import settle
from app.vault import links, markdown
from tests.app.compiler.test_dispute_verdicts import HISTORY, KEY, SOCIETY, page, say
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems, shown
from tests.promises.vaults import clock, compile_, made, new_vault, undo

MANY = os.environ.get("VAULTLOOM_TEST_EXAMPLES", "")
HOSTILE = (
    "[[Nowhere]]", "![[x]]", "]]", "[a](b.md)", "[^1]", "[^xdq-1]", "[^n]: note", "# Head", "- item",
    "> quote", "> [!danger] callout", "\n\n", "\n> ", "```\ncode\n```", "`code`", "``", "`", "$x$", "$$",
    "**", "*", "_", "~~", "==", "%%", "<b>", "<!--", "-->", "<script>", "&amp;", "| a | b |", "\\", "\\`",
    "#tag", "^block", "---\n", "---", "\r\n", "\t", "\x00", "\u2028", "\ufeff", "\ud800", "\u202e", "\u2066",
    "שלום עולם", "مرحبا", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301", "中文", "{{x}}", "http://a.example/[[b]]", "*Status: open.*",
)  # fmt: skip
Words = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=12), min_size=1, max_size=8).map(
    "".join
)


@settings(
    max_examples=int(MANY or 300),
    deadline=None,
    derandomize=not MANY,
    suppress_health_check=list(HealthCheck),
)
@given(words=Words)
@example(words="`" * 3)
@example(words="a\\`[[x]]`")
@example(words="ends with *")
@example(words="\\" * 5)
def test_a_note_is_one_line_in_italics_in_which_nothing_works(words: str) -> None:
    note = reader_note(words)
    assert "\n" not in note
    assert note.startswith("*Your note:")
    inner = shown(note[1:-1])
    assert inner is not None  # plain words for CommonMark
    wanted = " ".join(re.sub(_UNSHOWN, " ", words).split())
    assert inner.strip() == f"Your note: {wanted}".strip() or len(wanted) > NOTE_AT_MOST
    text = f"> {note}\n"
    assert list(links.find(text)) == []
    assert markdown.footnotes(text).used == ()
    assert markdown.block_ids(text) == ()
    assert markdown.comments(text) == ()
    assert markdown.headings(text) == ()


_UNSHOWN = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with a disagreement on it, the same for every example."""
    made_ = new_vault(tmp_path_factory.mktemp("words") / "vault")
    compile_(made_, {"society.md": SOCIETY, "history.md": HISTORY})
    return made_


@settings(
    max_examples=int(MANY or 12),
    deadline=None,
    derandomize=not MANY,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(words=Words)
@example(words="".join(HOSTILE))
@example(words="long " * 4000)
def test_a_page_with_any_note_keeps_all_promises_and_undo_brings_it_back(
    vault: Path, words: str
) -> None:
    before, text = made(vault), page(vault)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        settle(compiler, Way("both-hold", "", (KEY, words)))
        compiler.ledger.cache.clear()
        compiler.ledger.refresh()
        assert [r.words for r in compiler.ledger.cache.rulings.all()] == [_writable(words)]
    assert problems(vault) == []
    assert page(vault).count("\n## ") == text.count("\n## ")
    undo(vault)
    assert made(vault) == before


def _writable(words: str) -> str:
    return words.encode("utf-8", "replace").decode()


def test_the_words_are_kept_as_they_were_written(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"society.md": SOCIETY, "history.md": HISTORY})
    words = "Before 1824:\n\n  *only* a [[club]] 👩‍👩‍👧 — שלום " + "very " * 500
    say(vault, "both-hold", words)
    (file,) = (vault / ".vaultloom/decisions").glob("*.jsonl")
    assert json.loads(file.read_text())["other"] == words
    assert "very …*" in page(vault)
