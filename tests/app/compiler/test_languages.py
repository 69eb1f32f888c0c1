"""What the built-in reader finds in German, French, Chinese and Japanese texts."""

import pytest

from app.compiler.builtin.reader import Extraction, extract
from app.ledger.naming import key
from app.ledger.records import Claim, Kind, Role
from app.sources.reading import reading


def _read(text: str, name: str = "notes.md") -> Extraction:
    return extract(reading(name, text.encode()), "Notes")


def _titles(found: Extraction) -> set[str]:
    return {s.names[0].text for s in found.subjects if not s.brief}


def _names(found: Extraction, title: str) -> set[str]:
    (subject,) = [s for s in found.subjects if s.slot == key(title)]
    return {n.text for n in subject.names}


def _definitions(found: Extraction, title: str) -> list[Claim]:
    return [c for c in found.claims if c.slot == key(title) and c.role is Role.DEFINES]


GERMAN = """# Hafen

Im Hafen brennen viele Lampen. Ein Lampenregister ist ein Buch, in dem jede Lampe steht. Das
Lampenregister liegt im Amt. Wer das Lampenregister führt, zählt die Lampen. Die Fischer kennen
das Buch und die Lampen.

Ada Brenner gründete das Amt. Der Bau wurde von Ada Brenner geleitet, einer Ingenieurin aus Lund.
"""


def test_german_nouns_are_no_names_for_being_big() -> None:
    found = _read(GERMAN)
    kinds = {s.names[0].text: s.kind for s in found.subjects}
    assert kinds["Ada Brenner"] is Kind.ENTITY
    assert kinds["Lampenregister"] is Kind.CONCEPT
    assert _titles(found).isdisjoint({"Hafen", "Fischer", "Buch", "Amt", "Bau", "Lampen"})


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("Ein Lampenregister ist ein Buch, in dem jede Lampe steht.", "Lampenregister"),
        (
            "Unter einem Lampenregister versteht man ein Buch, in dem jede Lampe steht.",
            "Lampenregister",
        ),
        ("Als Lampenregister bezeichnet man das Buch der Lampen im Amt.", "Lampenregister"),
        ("Das Lampenregister bezeichnet das Buch, in dem jede Lampe steht.", "Lampenregister"),
    ],
)
def test_german_definitions(sentence: str, title: str) -> None:
    found = _read(
        f"# Hafen\n\n{sentence}\n\nNiemand darf in ein Lampenregister schreiben. Sie liegen neben"
        " einem Lampenregister aus Lund. Viele kennen kein Lampenregister aus Holz.\n"
    )
    assert [c.text for c in _definitions(found, title)] == [sentence]


def test_german_cases_are_one_word() -> None:
    found = _read(
        "# Hafen\n\nEine Lampennummer ist eine Zahl an der Lampe. Die Lampennummern stehen im Buch."
        " Die Form der Lampennummern ist frei. Keine der Lampennummern darf fehlen.\n"
    )
    assert _names(found, "Lampennummer") == {"Lampennummer", "Lampennummern"}
    assert key("Lampennummern") not in {s.slot for s in found.subjects if not s.brief}


def test_german_sie_is_the_reader_only_where_it_is_big() -> None:
    text = "# Hafen\n\nEin Lampenregister ist ein Buch, das sie in Lund führen.\n\n{}\n"
    rest = "Kein Lampenregister fehlt. Jedes Lampenregister liegt hier."
    assert _definitions(_read(text.format(rest)), "Lampenregister")
    addressed = text.replace("das sie", "das Sie").format(rest)
    assert not _definitions(_read(addressed), "Lampenregister")


FRENCH = """# Port

{}

On tient chaque registre des lampes à jour. Les lampes d’Ada Brenner sont dans le registre des
lampes. Sans registre des lampes, le port est fermé.
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "Le registre des lampes est un livre où figure chaque lampe.",
        "On appelle registre des lampes un livre où figure chaque lampe.",
        "Par registre des lampes, on entend un livre où figure chaque lampe.",
        "Le registre des lampes désigne un livre où figure chaque lampe.",
    ],
)
def test_french_definitions(sentence: str) -> None:
    found = _read(FRENCH.format(sentence))
    assert [c.text for c in _definitions(found, "registre des lampes")] == [sentence]
    assert "Registre des lampes" in _titles(found)


def test_french_apostrophes_part_words_and_guillemets_set_terms_apart() -> None:
    found = _read(
        "# Port\n\nL’huile vient d’Ada Brenner. Le quai d’Ada Brenner s’appelle «\u00a0quai aux"
        " lampes\u00a0». Un quai aux lampes est un quai où brûlent des lampes. Chaque quai aux"
        " lampes reste libre.\n"
    )
    assert "Ada Brenner" in _titles(found)
    assert _definitions(found, "quai aux lampes")


def test_key_words_of_a_french_rule_are_no_names() -> None:
    found = _read(
        "# Règles\n\nLes lampes DOIVENT brûler. Les gardiens DOIVENT compter. Les mèches PEUVENT"
        " manquer. Les verres DOIVENT briller, et les barques PEUVENT attendre.\n"
    )
    assert _titles(found).isdisjoint({"DOIVENT", "PEUVENT"})


CHINESE = """# 港口

灯簿是一本登记所有灯的书。守灯人每天都在灯簿上写字。没有灯簿的港口不能开放。灯簿可以由港务基金会保管。

这本书由港务基金会（Harbour Foundation，HF）出版。他们称之为“灯簿”。
"""


def test_chinese_terms_are_found_without_blanks() -> None:
    found = _read(CHINESE)
    assert [c.text for c in _definitions(found, "灯簿")] == ["灯簿是一本登记所有灯的书。"]
    assert _titles(found).isdisjoint({"登记", "写字", "没有灯簿", "每天"})


def test_a_chinese_body_bears_the_other_names_that_the_text_gives() -> None:
    names = _names(_read(CHINESE), "港务基金会")
    assert {"港务基金会", "Harbour Foundation", "HF"} <= names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("这种雨被称为“梅雨”，每年都来。梅雨很长。", "梅雨"),
        ("この雨を梅雨といい、毎年来る。梅雨は長い。", "梅雨"),
        ("そのような夏を「冷夏」と呼ぶ。冷夏は涼しい。", "冷夏"),
    ],
)
def test_what_a_sentence_says_is_called_so_is_a_term(text: str, name: str) -> None:
    assert name in _titles(_read(f"# 天気\n\n{text}\n"))


JAPANESE = """# 港

ランプ台帳とは、すべてのランプを記す帳簿のことである。ランプ台帳は港湾財団（Harbour Foundation）が守る。
港にはランプ台帳がない日はない。新しいランプ台帳が届いた。

港湾財団は灯台を持つ。帳簿を書く人は港で暮らす。
"""


def test_japanese_terms_are_runs_between_kana() -> None:
    found = _read(JAPANESE)
    (definition,) = _definitions(found, "ランプ台帳")
    assert definition.text == "ランプ台帳とは、すべてのランプを記す帳簿のことである。"
    assert "Harbour Foundation" in _names(found, "港湾財団")
    assert _titles(found).isdisjoint({"港", "帳簿", "人", "毎日"})


def test_a_name_inside_a_longer_word_is_not_meant() -> None:
    found = _read(
        "# 天気\n\n梅雨は雨の多い季節の一種である。梅雨は六月に来る。"
        "雷の鳴る雨を送り梅雨（おくりづゆ）と呼ぶ。梅雨は七月に終わる。\n"
    )
    assert [c.text for c in _definitions(found, "梅雨")] == ["梅雨は雨の多い季節の一種である。"]


@pytest.mark.parametrize(
    ("name", "other", "sentence"),
    [
        ("Debian", "德比安", "Debian（德比安）是一个操作系统。Debian 有很多软件包。"),
        (
            "自由软件基金会",
            "Free Software Foundation",
            "自由软件基金会 (Free Software Foundation, FSF) 是一个组织。自由软件基金会在波士顿。",
        ),
        (
            "フリーソフトウェア財団",
            "FSF",
            "フリーソフトウェア財団（FSF）は団体である。フリーソフトウェア財団は米国にある。",
        ),
        (
            "Freie Software-Stiftung",
            "Free Software Foundation",
            "Die Freie Software-Stiftung (Free Software Foundation) ist ein Verein. Sie sitzt in"
            " Boston. Der Freie Software-Stiftung gehört Code.",
        ),
        (
            "Hafenregister",
            "Lampenbuch",
            "Das Hafenregister, auch Lampenbuch genannt, ist ein Buch. Das Hafenregister liegt im"
            " Amt. Kein Hafenregister fehlt. Im Hafenregister stehen Lampen.",
        ),
        (
            "Registre du port",
            "livre des lampes",
            "Le registre du port, aussi appelé livre des lampes, est un livre. Chaque registre du"
            " port est ouvert. Un registre du port a cent pages.",
        ),
    ],
)
def test_names_that_a_text_gives_in_another_language_or_script(
    name: str, other: str, sentence: str
) -> None:
    assert other in _names(_read(f"# Text\n\n{sentence}\n"), name)


def test_brackets_that_hold_something_else_are_no_name() -> None:
    found = _read(
        "# Hafen\n\nAda Brenner (Lund) gründete das Amt. Ada Brenner (Corel Corporation) starb"
        " in Lund. Ada Brenner schrieb viel.\n"
    )
    assert _names(found, "Ada Brenner") == {"Ada Brenner"}


@pytest.mark.parametrize(
    "text",
    [
        'Consider a library called "Lamptruck." Lamptruck is a program. Lamptruck needs oil.'
        " Lamptruck runs. Lamptruck is a tool.",
        "假设有个名为“灯车”的函数库。灯车是一个程序。灯车需要油。灯车可以运行。灯车有一个名字。",
    ],
)
def test_what_a_text_only_invents_for_its_reader_gets_no_page(text: str) -> None:
    assert _titles(_read(f"# Example\n\n{text}\n")).isdisjoint({"Lamptruck", "灯车"})


def test_labels_of_a_form_and_words_of_the_title_are_no_subjects() -> None:
    found = _read(
        "# The Name of the Lamp Is Hope\n\n## SUMMARY\n\nThe Name of the Lamp Is Hope explains how"
        " lamps burn. Ada Brenner wrote The Name of the Lamp Is Hope in 1907.\n\n## DATES\n\nThe"
        " office closed in 1907. Ada Brenner was born in Lund.\n"
    )
    assert _titles(found).isdisjoint({"SUMMARY", "DATES", "Name of the Lamp", "Name", "Lamp"})
