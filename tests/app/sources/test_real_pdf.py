"""Ten facts of each real PDF: two and three columns, Japanese, French; and how sentences are cut."""

import pytest

from app.sources.document import BlockKind, Reading
from tests.app.sources.places import FIXTURES, PAGED, read_file

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE)
_ENDS = tuple(".!?。！？…:：;,")
_CLOSERS = "\"'”’»」）)]` "


def _reading(start: str) -> Reading:
    return read_file(FIXTURES / next(name for name in PAGED if name.startswith(start)))


def _kind(reading: Reading, kind: BlockKind) -> list[str]:
    text = reading.document.text
    return [text[b.start : b.end] for b in reading.document.blocks if b.kind is kind]


def _headings(reading: Reading) -> list[tuple[int, str]]:
    text = reading.document.text
    return [
        (b.level, text[b.start : b.end])
        for b in reading.document.blocks
        if b.kind is BlockKind.HEADING
    ]


def _page(reading: Reading, words: str) -> str:
    sentence = next(s for s in reading.sentences if words in s.text)
    return reading.anchors[sentence.block]


def _in_order(reading: Reading, *words: str) -> None:
    """Every one is inside one sentence, and they come in this order."""
    places = []
    for piece in words:
        found = [s.start for s in reading.sentences if piece in s.text]
        assert found, piece
        places.append(found[0])
    assert places == sorted(places)


@pytest.fixture(scope="module")
def two_columns() -> Reading:
    """A paper in the ACM layout."""
    return _reading("acm")


@pytest.fixture(scope="module")
def three_columns() -> Reading:
    """A proposed rule in the Federal Register."""
    return _reading("federal")


@pytest.fixture(scope="module")
def japanese() -> Reading:
    """A guide in Japanese and English."""
    return _reading("debmake")


class TestTwoColumns:
    """A paper in the ACM layout."""

    def test_title_and_authors(self, two_columns: Reading) -> None:
        metadata = two_columns.document.metadata
        assert two_columns.document.title == "The Name of the Title Is Hope"
        assert metadata.authors[:2] == ("Ben Trovato", "G.K.M. Tobin")
        assert len(metadata.authors) == 9

    def test_the_left_column_comes_before_the_right_one(self, two_columns: Reading) -> None:
        _in_order(
            two_columns,
            "A clear and well-documented LATEX document is presented as an article",
            "Computer systems organization → Embedded systems; Redundancy; Robotics",
            "datasets, neural networks, gaze detection, text tagging",
            "ACM’s consolidated article template, introduced in 2017",
            "The “`acmart`” document class can be used to prepare articles",
            "As noted in the introduction",
            "Journals use one of three template styles.",
            "Each author must be defined separately",
            "Regardless of the rights management choice",
            "To set a wider table, which takes up the whole width",
        )

    def test_headings_with_levels(self, two_columns: Reading) -> None:
        found = _headings(two_columns)
        assert found[0] == (1, "The Name of the Title Is Hope")
        assert (2, "1 INTRODUCTION") in found
        assert (3, "2.1 Template Styles") in found
        assert [words for level, words in found if level == 2][:4] == [
            "ABSTRACT", "CCS CONCEPTS", "KEYWORDS", "1 INTRODUCTION"
        ]  # fmt: skip

    def test_a_heading_over_two_lines_is_one(self, two_columns: Reading) -> None:
        assert (2, "8 CCS CONCEPTS AND USER-DEFINED KEYWORDS") in _headings(two_columns)

    def test_authors_in_large_type_are_no_headings(self, two_columns: Reading) -> None:
        assert not {"Ben Trovato", "Lars Thørväld"} & {words for _, words in _headings(two_columns)}

    def test_running_heads_are_gone(self, two_columns: Reading) -> None:
        assert two_columns.document.text.count("June 03–05, 2018, Woodstock") == 1  # in the notice

    def test_the_table_between_rules(self, two_columns: Reading) -> None:
        rows = _kind(two_columns, BlockKind.ROW)
        assert rows[0] == "Non-English or Math | Frequency | Comments"
        assert "$ | 4 in 5 | Used in business" in rows
        assert len(rows) == 5

    def test_words_broken_at_line_ends(self, two_columns: Reading) -> None:
        text = two_columns.document.text
        for words in (
            "conference proceedings",
            "a double-blind",
            "and incorporates",
            "environment",
        ):
            assert words in text
        assert "all articles over one page in length" in text

    def test_an_address_over_two_lines(self, two_columns: Reading) -> None:
        text = two_columns.document.text
        assert "https://www.acm.org/publications/class-2012 — is a set" in text
        assert "https://www.acm.org/publications/proceedings-template." in text

    def test_code_formulas_and_captions_stand_apart(self, two_columns: Reading) -> None:
        code = _kind(two_columns, BlockKind.CODE)
        assert "\\documentclass[STYLE]{acmart}" in code
        assert "lim n→∞ x = 0 (1)" in code
        assert "Table 1: Frequency of Special Characters" in _kind(two_columns, BlockKind.PARAGRAPH)

    def test_places_are_pages(self, two_columns: Reading) -> None:
        assert _page(two_columns, "Your work should use standard") == "page=3"


class TestThreeColumns:
    """A proposed rule in the Federal Register."""

    def test_the_masthead_comes_first(self, three_columns: Reading) -> None:
        _in_order(
            three_columns,
            "Proposed Rules",
            "Vol. 85, No. 152",
            "This section of the FEDERAL REGISTER",
        )

    def test_columns_in_order_on_all_pages(self, three_columns: Reading) -> None:
        _in_order(
            three_columns,
            "SUMMARY: The FAA proposes to supersede Airworthiness Directive (AD) 2018–23–51",
            "For Boeing service information identified in this NPRM",
            "CBI is commercial or financial information that is both customarily",
            "On October 29, 2018, a Boeing Model 737–8 airplane operated by Lion Air",
            "On November 7, 2018, the FAA issued Emergency AD 2018–23–51",
            "The FAA proposes mandating the following changes",
            "An undesired MCAS activation could prompt the flightcrew",
            "Also, as a result of the installation of this revised MDS software",
            "The Runaway Stabilizer checklist of the AFM",
            "On March 13, 2019, the FAA issued an Emergency Order of Prohibition",
        )

    def test_sentences_go_across_columns_and_pages(self, three_columns: Reading) -> None:
        text = three_columns.document.text
        assert (
            "The most helpful comments reference a specific portion of the proposal, explain"
            in text
        )
        assert (
            "after takeoff from Soekarno-Hatta International Airport in Jakarta, Indonesia" in text
        )

    def test_bold_lines_are_headings(self, three_columns: Reading) -> None:
        found = [words for _, words in _headings(three_columns)]
        assert "Examining the AD Docket" in found
        assert "Confidential Business Information (CBI)" in found
        assert "Airworthiness Directives; The Boeing Company Airplanes" in found

    def test_running_heads_and_feet_are_gone(self, three_columns: Reading) -> None:
        for words in ("47699", "47700", "VerDate", "Jkt 250001", "DSKJM1Z7X2PROD"):
            assert words not in three_columns.document.text

    def test_notes_stand_apart_without_their_marks(self, three_columns: Reading) -> None:
        text = three_columns.document.text
        assert (
            "Reports from the accident investigation indicate that the airplane’s flight control"
            in text
        )
        notes = _kind(three_columns, BlockKind.PARAGRAPH)
        assert "More than 10 degrees difference for more than 10 seconds." in notes

    def test_a_note_goes_on_in_the_next_column(self, three_columns: Reading) -> None:
        assert (
            "The magnitude of the command varies according to parameters such as the airplane’s "
            "altitude and airspeed, and would be limited"
        ) in three_columns.document.text

    def test_numbers_broken_at_a_dash(self, three_columns: Reading) -> None:
        text = three_columns.document.text
        assert "737–8 and 737–9 (737 MAX) airplanes" in text
        assert "Since AD 2018–23–51 was issued" in text

    def test_addresses_in_narrow_columns(self, three_columns: Reading) -> None:
        text = three_columns.document.text
        assert "https://www.myboeingfleet.com. You may view" in text
        assert "9-FAA-SACO-AD-Inquiry@faa.gov" in text
        assert "baru/2018%20-%20035%20-%20PK-LQP%20Final%20Report.pdf" in text

    def test_lists_hang_on_their_lead_in(self, three_columns: Reading) -> None:
        labels = {s.label: s for s in three_columns.sentences}
        fax = next(s for s in three_columns.sentences if s.text.startswith("Fax: 202–493–2251"))
        assert fax.kind is BlockKind.ITEM
        assert labels[fax.lead_in].text.endswith("by any of the following methods:")

    def test_places_are_pages(self, three_columns: Reading) -> None:
        assert _page(three_columns, "Emergency Order of Prohibition, which prohibits") == "page=4"
        assert _page(three_columns, "On October 29, 2018, a Boeing") == "page=1"
        assert _page(three_columns, "Investigation of the accident has been completed") == "page=2"


class TestJapanese:
    """A guide in Japanese and English."""

    def test_title_author_language(self, japanese: Reading) -> None:
        document = japanese.document
        assert (document.title, document.metadata.authors) == (
            "Debian メンテナー用ガイド", ("Osamu Aoki",)
        )  # fmt: skip

    def test_chapters_are_one_with_their_titles(self, japanese: Reading) -> None:
        found = _headings(japanese)
        assert [h for h in found if h[0] == 1] == [
            (1, "Chapter 2 Prerequisites"), (1, "Chapter 3 Tool Setups")
        ]  # fmt: skip

    def test_sections_in_order(self, japanese: Reading) -> None:
        numbers = [words.split()[0] for level, words in _headings(japanese) if level == 2]
        assert numbers == [f"2.{n}" for n in range(1, 10)] + [f"3.{n}" for n in range(1, 5)]

    def test_japanese_lines_join_without_blanks(self, japanese: Reading) -> None:
        text = japanese.document.text
        assert "現在プログラムをメンテナンスしている人です。" in text
        assert "公式 Debian パッケージアーカイブにアップロードするのを手伝う人です。" in text

    def test_a_wide_closing_quote_keeps_its_gap(self, japanese: Reading) -> None:
        text = japanese.document.text
        assert "The official “must follow” rules (https://www.debian.org" in text
        assert "“Ubuntu Packaging Guide” (Ubuntu is Debian based.)" in text
        assert "You can’t impose on others what to do." in text

    def test_japanese_and_english_sentences_in_order(self, japanese: Reading) -> None:
        _in_order(
            japanese,
            "Debian 界隈では異なる役割で色々なタイプの人が交流しています",
            "元のプログラムを作った人です。",
            "Please note that you can’t become an official Debian Developer (DD) overnight",
            "我々全員はボランティアです。",
            "あなたの寄与は他人に評価されて初めて価値があります。",
            "適切に質問すれば、より経験を持った Debian デベロッパーは喜んで助けてくれるでしょう。",
        )

    def test_lists_are_nested(self, japanese: Reading) -> None:
        blocks, text = japanese.document.blocks, japanese.document.text
        inner = next(
            b for b in blocks if text[b.start : b.end] == "自分自身で行う意欲を持つべきです。"
        )
        assert (inner.kind, inner.level) == (BlockKind.ITEM, 1)
        assert inner.parent is not None
        above = blocks[inner.parent]
        assert text[above.start : above.end] == "我々全員はボランティアです。"

    def test_a_list_goes_on_over_the_page(self, japanese: Reading) -> None:
        blocks, text = japanese.document.blocks, japanese.document.text
        item = next(b for b in blocks if "program’s authors agree" in text[b.start : b.end])
        assert (item.page, item.level) == (6, 1)

    def test_running_heads_of_sections_are_gone(self, japanese: Reading) -> None:
        text = japanese.document.text
        assert "CHAPTER 2" not in text
        assert text.count("Debian における社会ダイナミクス") == 1

    def test_code_with_its_indentation(self, japanese: Reading) -> None:
        code = _kind(japanese, BlockKind.CODE)
        assert code[0].startswith(
            "if exist_in_debian(program):\n  if is_team_maintained(program):\n    join"
        )
        assert any(
            block.startswith('DEBEMAIL="your.email.address@example.org"\n') for block in code
        )

    def test_notes_at_the_foot(self, japanese: Reading) -> None:
        text = japanese.document.text
        assert "techniques such as apt-pinning and chroot (Section 7.10)." in text
        assert "It is unwise to run your base system under the pure unstable suite" in text

    def test_places_are_pages(self, japanese: Reading) -> None:
        assert _page(japanese, "essential tool to manage the source tree") == "page=8"


def test_french_with_chapters_and_definitions() -> None:
    """The French FAQ: headings, inline code, and who made Debian."""
    reading = _reading("faq")
    assert reading.document.language == "fr"
    assert (2, "1.2 Qu’est-ce que Debian GNU/Linux ?") in _headings(reading)
    assert "Aside `bullseye` and `bookworm`, other codenames" in reading.document.text
    assert (
        "Le projet Debian a été créé par Ian Murdock en 1993, initialement" in reading.document.text
    )
    assert _page(reading, "Ce mot est la contraction des noms Debra et Ian Murdock") == "page=4"


@pytest.mark.parametrize("name", [*PAGED, "debian-handbook-chapter1.en.docx"])
def test_sentences_begin_and_end_where_sentences_do(name: str) -> None:
    """At least 98 of 100: after a stop or at a block's start, with a stop or at a block's end."""
    reading = read_file(FIXTURES / name)
    blocks = reading.document.blocks
    prose = [s for s in reading.sentences if s.kind in _PROSE]
    wrong = []
    for s in prose:
        first, last = s.start == blocks[s.block].start, s.end == blocks[s.block].end
        begins = not s.text.lstrip('("“‘«`')[:1].islower()
        ends = s.text.rstrip(_CLOSERS).endswith(_ENDS)
        is_cut = s.kind is BlockKind.PARAGRAPH and len(s.text) > 80 and not (begins and ends)
        if not (begins or first) or not (ends or last) or (first and last and is_cut):
            wrong.append(s.text)
    assert len(wrong) * 100 <= 2 * len(prose), wrong
