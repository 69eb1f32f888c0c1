import pytest

from app.llm.budget import Measure, guess


def test_a_count_above_the_guess_corrects_it_at_once() -> None:
    measure = Measure()
    text = "word " * 500
    measure.learn((text,), 2000)
    assert measure.prompt(text) >= 2000


def test_a_count_below_the_guess_corrects_it_by_half_the_way() -> None:
    measure = Measure()
    text = "word " * 500
    before = measure.prompt(text)
    measure.learn((text,), before // 2)
    assert before // 2 < measure.prompt(text) < before


def test_a_count_that_leaves_out_what_was_read_before_teaches_nothing() -> None:
    measure = Measure()
    measure.learn(("word " * 500,), 12)
    assert measure.factor == 1.0


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("A hinge is a joint that turns.", 8),
        ("2026-11-30 1,234,567", 14),
        ("梅雨前線が停滞している。", 12),
        ("Дебиан это операционная система", 12),
        ("🎉🎊", 2),
    ],
)
def test_every_script_counts(text: str, least: int) -> None:
    assert guess(text) >= least


def test_a_longer_text_is_never_fewer_tokens() -> None:
    text = "Ein Stausee speichert 12,5 Millionen m³ Wasser. 梅雨前線。"
    counts = [guess(text[:n]) for n in range(len(text) + 1)]
    assert counts == sorted(counts)
