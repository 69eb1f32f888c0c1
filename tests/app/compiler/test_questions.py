"""Questions of the purpose: which there are, and which of them no source answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.compiler.questions import open_questions, questions_of
from app.vault.layout import new
from tests.promises.vaults import clock

SOURCES = {
    "lamps.md": "# Harbour lamps\n\nThe Bishop Rock lamp was lit by Elias Thorn in 1858. It burns colza oil."
    " A wick is a cord that draws oil into the flame of a lamp.\n\nTrinity House pays eleven keepers.\n",
    "leuchtfeuer.md": "# Leuchtfeuer\n\nDas Leuchtfeuer von Bishop Rock wurde von Elias Thorn entzündet. Es brennt"
    " mit Rüböl. Trinity House bezahlt elf Wärter, die den Docht jeden Mittag beschneiden.\n",
    "灯塔.md": "# 灯塔\n\n毕晓普岩灯塔建于 1858 年。灯芯是把油引入火焰的绳子。灯塔由守塔人看管。\n",
}


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiler]:
    """A vault with sources in three languages."""
    folder = tmp_path_factory.mktemp("questions")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("VAULTLOOM_HOME", str(folder / "home"))
        new(folder / "vault")
        (folder / "vault/raw").mkdir(exist_ok=True)
        for name, text in SOURCES.items():
            (folder / "vault/raw" / name).write_text(text, encoding="utf-8")
        with opened(folder / "vault", clock=clock) as opened_:
            opened_.scan()
            opened_.run()
            yield opened_


def asked(compiler: Compiler, *questions: str) -> list[str]:
    """Which of these questions no source answers."""
    text = "## Questions\n\n" + "\n".join(f"- {question}" for question in questions)
    return [each.question.text for each in open_questions(compiler.ledger.cache, text)]


def test_the_template_asks_nothing() -> None:
    """Its prompts are no questions of the owner's."""
    template = Path(__file__).parents[3] / "vault_template/purpose.md"

    assert questions_of(template.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("heading", ["## Questions", "# Meine Fragen", "### 问题", "## 質問"])
def test_items_under_the_heading_are_questions_whatever_their_mark(heading: str) -> None:
    """In the languages of the window and some more."""
    text = f"# Purpose\n\n- A goal\n\n{heading}\n\n- Who lit it\n2. **When** was [[Bishop Rock|it]] lit\n"

    assert [(q.line, q.text) for q in questions_of(text)] == [
        (7, "Who lit it"),
        (8, "When was it lit"),
    ]


def test_items_elsewhere_are_questions_if_they_end_as_such_and_are_not_ticked_off() -> None:
    """A goal may be put as a question."""
    text = "## Goals\n- Know more\n- [ ] Who lit it?\n- [x] When?\n- 谁点的灯？\n\nWhy so?\n"

    assert [q.text for q in questions_of(text)] == ["Who lit it?", "谁点的灯？"]


@pytest.mark.parametrize(
    "question",
    [
        "Who lit the Bishop Rock lamp?",
        "When was the Bishop Rock lamp lit, and by whom?",
        "What is a wick?",
        "How many keepers does Trinity House pay?",
        "What does the Bishop Rock lamp burn?",
        "Wer entzündete das Leuchtfeuer von Bishop Rock?",
        "Wie viele Wärter bezahlt Trinity House?",
        "灯芯是什么？",
        "毕晓普岩灯塔建于哪一年？",
    ],
)
def test_what_a_source_answers_is_not_open(compiler: Compiler, question: str) -> None:
    """In its own language."""
    assert asked(compiler, question) == []


@pytest.mark.parametrize(
    "question",
    [
        "Who painted the lighthouse?",
        "Who was it that trims wicks with scissors?",
        "How many ships were wrecked on the Bishop Rock?",
        "Which lighthouse was the first with electric light?",
        "Wer malte das Leuchtfeuer an?",
        "灯塔用的电从哪里来？",
    ],
)
def test_what_no_source_answers_is_open(compiler: Compiler, question: str) -> None:
    """Its words stand nowhere together, or what it asks for is not named there."""
    assert asked(compiler, question) == [question]


def test_who_asks_for_somebody_other_than_the_question_names(compiler: Compiler) -> None:
    """That a sentence has all words is not enough."""
    assert asked(compiler, "Who lit the lamp for Elias Thorn of Bishop Rock in 1858?") == [
        "Who lit the lamp for Elias Thorn of Bishop Rock in 1858?"
    ]


def test_a_question_in_a_language_without_a_source_is_left_out(compiler: Compiler) -> None:
    """Nobody could tell."""
    assert asked(compiler, "Qui a peint la lampe de la Bishop Rock en 1858 ?") == []


def test_it_says_which_words_no_source_has(compiler: Compiler) -> None:
    """As they were asked."""
    (found,) = open_questions(compiler.ledger.cache, "- Which lamps have electric filaments?")

    assert found.unsaid == ("electric", "filaments")


def test_without_sources_nothing_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing that could answer yet."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    new(tmp_path / "vault")
    with opened(tmp_path / "vault", clock=clock) as compiler:
        assert asked(compiler, "Who lit the lamp?") == []
