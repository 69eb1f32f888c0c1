"""PDF: order, headings, lists, tables and notes of small pages whose right reading is known."""

import pytest

from app.errors import SourceRefused
from app.sources.document import BlockKind, Document
from app.sources.readers import pdf as reader
from app.sources.readers.pdf_glyphs import _character, _face
from app.sources.readers.pdf_page import Fragment, Page, Span, Style, settle_weights
from tests.app.sources.places import FIXTURES
from tests.app.sources.tiny_pdf import Sheet, pdf

_LEFT = (
    "The first column of this page holds some",
    "lines of text that are long enough to be",
    "running text, and its last word is bro-",
    "ken at the end of a line. After that the",
    "column goes on for two more lines, and",
    "then it stops in the middle of a sent-",
)
_RIGHT = (
    "ence that ends in the second column. The",
    "second column has lines of its own that",
    "come after those of the first, whatever",
    "order they are written in inside of the",
    "file, because readers go by what they",
    "see on the page and not by the file.",
)


def _read(*sheets: Sheet, title: str = "") -> Document:
    return reader.read(pdf(*sheets, title=title), "x.pdf")


def _blocks(document: Document, kind: BlockKind | None = None) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if kind in (None, b.kind)]


def _columns(*columns: tuple[str, ...], by_line: bool) -> Sheet:
    sheet = Sheet()
    width = 540 / len(columns)
    places = [(c, r) for c in range(len(columns)) for r in range(len(columns[c]))]
    if by_line:
        places.sort(key=lambda place: place[1])
    for c, r in places:
        sheet.write(30 + c * width, 700 - 12 * r, columns[c][r])
    return sheet


@pytest.mark.parametrize("by_line", [False, True])
def test_two_columns_are_read_one_after_the_other(by_line: bool) -> None:
    """In whatever order the file has their lines; words and sentences go across."""
    document = _read(_columns(_LEFT, _RIGHT, by_line=by_line))
    (text,) = _blocks(document)
    assert text.startswith("The first column of this page holds some lines of text")
    assert "its last word is broken at the end of a line." in text
    assert "in the middle of a sentence that ends in the second column. The second" in text
    assert text.endswith("not by the file.")


@pytest.mark.parametrize("by_line", [False, True])
def test_three_columns(by_line: bool) -> None:
    """The same."""
    narrow = tuple(
        tuple(f"{name} {number} with words"[:26] for number in range(8))
        for name in ("First", "Second", "Third")
    )
    text = " ".join(_blocks(_read(_columns(*narrow, by_line=by_line))))
    order = [text.index(line) for column in narrow for line in column]
    assert order == sorted(order)


def test_a_title_above_columns_comes_first_and_a_note_below_them_last() -> None:
    """What crosses the gap between columns divides the page."""
    sheet = _columns(_LEFT, _RIGHT, by_line=True)
    sheet.write(150, 740, "A Title Across Both Columns", 20, "bold")
    sheet.lines(30, 580, "A paragraph that is as wide as the page and comes after both of the columns "
                "above it, for it crosses the gap.")  # fmt: skip
    blocks = _blocks(_read(sheet))
    assert blocks[0] == "A Title Across Both Columns"
    assert blocks[-1].startswith("A paragraph that is as wide")


def test_headings_by_size_and_weight() -> None:
    """With levels; wrapped ones are one; a bold word in a line makes none."""
    sheet = Sheet()
    sheet.write(50, 740, "The Title", 22, "bold")
    sheet.write(50, 700, "1 A heading that is so long that it", 14, "bold")
    sheet.write(50, 684, "goes on in a second line", 14, "bold")
    sheet.lines(50, 660, *["Plain text of the body, which is set in ten points here."] * 4)
    sheet.write(50, 600, "1.1 A smaller one", 12, "bold")
    sheet.write(50, 580, "Bold words", 10, "bold")
    sheet.write(108, 580, "begin this line of text, and it is no heading at all.")
    document = _read(sheet)
    found = [
        (b.level, document.text[b.start : b.end])
        for b in document.blocks
        if b.kind is BlockKind.HEADING
    ]
    assert found == [
        (1, "The Title"),
        (2, "1 A heading that is so long that it goes on in a second line"),
        (3, "1.1 A smaller one"),
    ]
    assert document.title == "The Title"


def test_contents_are_left_out() -> None:
    """Entries led to their pages by dots, and their heading; dots elsewhere stay."""
    sheet = Sheet().write(50, 740, "A Manual", 22, "bold").write(50, 700, "Contents", 14, "bold")
    sheet.lines(50, 680, "1 The first part . . . . . . . . 1", "2 The second part...........2")
    sheet.write(50, 620, "1 The first part", 14, "bold")
    sheet.lines(50, 600, *["Plain text of the body, and so on ... as it goes."] * 3)
    text = _read(sheet).text
    assert "Contents" not in text
    assert text.count("first part") == 1
    assert "and so on ... as it goes." in text


def test_contents_without_dots_are_left_out_where_their_entries_come_again() -> None:
    """Lines below the same heading that are no entries stay."""
    titles = ("1 Of first things", "2 Of second things", "3 Of third things", "4 Of last things")
    one = Sheet().write(50, 740, "A Manual", 22, "bold").write(50, 700, "Contents", 14, "bold")
    for number, title in enumerate(titles):
        one.write(50, 676 - 14 * number, title).write(500, 676 - 14 * number, str(number + 2))
    one.write(50, 560, "This manual was written in the dark, by those who had no lamp at hand.")
    sheets = []
    for title in titles:
        sheet = Sheet().write(50, 740, title, 14, "bold")
        sheet.lines(50, 700, f"What is to be said {title[2:].lower()} is said in this place,",
                    "and nowhere else in this manual.")  # fmt: skip
        sheets.append(sheet)
    texts = _blocks(_read(one, *sheets))
    assert [text for text in texts if text in titles] == list(titles)
    assert texts[:2] == [
        "A Manual",
        "This manual was written in the dark, by those who had no lamp at hand.",
    ]


def test_authors_in_bold_are_no_headings_where_headings_have_numbers() -> None:
    """Nor is what else stands between a title and the first of them."""
    sheet = Sheet().write(50, 740, "A Manual", 22, "bold")
    sheet.write(50, 716, "Ada Winter", 14, "bold").write(
        50, 690, "Lamp Society of the North", 14, "bold"
    )
    for number, part in enumerate(
        ("1 First part", "2 Second part", "A.1 Third part", "3 Fourth part")
    ):
        sheet.write(50, 650 - 60 * number, part, 14, "bold")
        sheet.lines(50, 630 - 60 * number, *["Plain text of the body is here."] * 2)
    document = _read(sheet)
    levels = {document.text[b.start : b.end]: b.level for b in document.blocks if b.level}
    assert levels == {"A Manual": 1, "1 First part": 2, "2 Second part": 2, "A.1 Third part": 3,
                      "3 Fourth part": 2}  # fmt: skip


def test_running_heads_and_page_numbers_are_dropped() -> None:
    """Alternating ones too; a title of the same words stays."""
    sheets = []
    for number in range(1, 7):
        sheet = Sheet()
        left = number % 2
        sheet.write(50, 770, "The Book of Tests" if left else "Chapter 3: Heads", 9)
        sheet.write(500 if left else 50, 30, str(number + 10), 9)
        sheet.lines(50, 700, *[f"Line {n} of page {'abcdef'[number - 1]} says something." for n in
                               ("one", "two", "three")])  # fmt: skip
        sheets.append(sheet)
    sheets[0].write(50, 730, "The Book of Tests", 22, "bold")
    text = _read(*sheets).text
    assert text.count("The Book of Tests") == 1
    assert "Chapter 3" not in text
    assert not any(str(number) in text for number in range(11, 17))


def test_a_running_head_in_larger_type_is_dropped_and_chapters_are_not() -> None:
    """It stands on several pages in one size; a chapter's heading is larger still."""
    sheets = []
    for number in range(1, 5):
        sheet = Sheet().write(50, 770, f"{number}").write(70, 770, "K. T. Smith", 13.5)
        if number % 2:
            sheet.write(50, 730, f"Chapter {number}", 22, "bold")
        sheet.lines(50, 700, *[f"Line {n} of page {'abcd'[number - 1]} says something." for n in
                               ("one", "two", "three")])  # fmt: skip
        sheets.append(sheet)
    document = _read(*sheets)
    assert "Smith" not in document.text
    assert _blocks(document, BlockKind.HEADING) == ["Chapter 1", "Chapter 3"]


def test_a_caption_of_two_lines_does_not_go_into_the_sentence_that_it_interrupts() -> None:
    """Though it is set as the text is."""
    one = Sheet().lines(50, 160, "The text of the first page goes on to the next page, as texts do,",
                        "and its last sentence is cut in the middle by the end of the")  # fmt: skip
    two = Sheet().lines(50, 740, "Figure 2: The whole team at their meeting of December, in the city",
                        "where they met. It has two lines.")  # fmt: skip
    two.lines(50, 680, "page, below a picture. Then there is another sentence, which is there",
              "because a page needs some.")  # fmt: skip
    texts = _blocks(_read(one, two))
    assert any(text.endswith("by the end of the page, below a picture.") for text in texts)
    assert any(text.startswith("Figure 2: The whole team") for text in texts)


def test_weights_that_make_all_text_bold_are_none() -> None:
    """Then the names of the fonts say which is bold."""
    loud, named = Style(10, bold=True), Style(12, bold=True, bold_by_name=True)
    spans = [Span("Some text that goes on for long.", loud), Span("A Heading", named)]
    pages = [Page(1, 600, 800, [Fragment([span], 50, 200, 700, 10, 0)]) for span in spans]
    settle_weights(pages)
    assert [span.style.bold for span in spans] == [False, True]


@pytest.mark.parametrize(
    ("font", "mono"),
    [("cmtt10", True), ("abcdef+t1xtt", True), ("ectt1000", True), ("gillsans", False)],
)
def test_typewriters_of_tex_are_known_by_their_names(font: str, mono: bool) -> None:
    """They are not marked as such in the file."""
    assert _face(10, font, 0, 400).mono is mono


def test_counted_headings_may_be_smaller_than_the_text() -> None:
    """Where they are bold and stand far apart, as in papers on physics."""
    sheet = Sheet().lines(50, 740, "The text of a paper is set in this size, and goes on for some lines so",
                          "that it is clear which size that is, and that it is the usual one.")  # fmt: skip
    sheet.write(50, 690, "II. RESULTS AND WHAT THEY MEAN", 9, "bold")
    sheet.lines(50, 660, "The results follow after their heading, in the usual size of the text of",
                "papers such as this one.")  # fmt: skip
    assert _blocks(_read(sheet), BlockKind.HEADING) == ["II. RESULTS AND WHAT THEY MEAN"]


def test_addresses_in_a_typewriters_letters_are_no_code() -> None:
    """Nor is one that is broken."""
    sheet = Sheet().write(
        50, 700, "The forms are to be had at this place, and nowhere else at all:"
    )
    sheet.write(50, 680, "http://www.example.org/a/long/way/to/the/", 10, "mono")
    sheet.write(50, 668, "forms.html", 10, "mono")
    assert not _blocks(_read(sheet), BlockKind.CODE)


def test_a_paragraph_goes_on_over_the_page_and_each_block_knows_its_page() -> None:
    """The sentence at the turn is whole; the first that is all on the new page begins a block."""
    one = Sheet().lines(50, 100, "A paragraph begins on the first of two pages here, and one of its",
                        "sentences does not end on it. This one is cut in its middle by the turn")  # fmt: skip
    two = Sheet().lines(50, 700, "of the page, and ends here. The next is all on the second page, where",
                        "the paragraph ends as well.")  # fmt: skip
    document = _read(one, two)
    assert [(b.page, document.text[b.start : b.end][-27:]) for b in document.blocks] == [
        (1, "rn of the page, and ends here."[-27:]),
        (2, "e the paragraph ends as well."[-27:]),
    ]


def test_hyphens_at_line_ends() -> None:
    """Those of compounds stay where the document has the compound elsewhere, or a number stands."""
    sheet = Sheet().lines(
        50, 700,
        "A state-of-the-thing reader joins what a typesetter has broken at the co-",
        "lumn's edge. It keeps the hyphen of a well-known word, as in well-",
        "known, and of names of the kind COVID-",
        "19 or Bose-",
        "Einstein, and that of a decision-maker, for decision-",
        "maker stands elsewhere. What is OPTIONAL stays OP-",
        "TIONAL whatever the line says of it to who reads it.",
    )  # fmt: skip
    text = _read(sheet).text
    for words in (
        "at the column's",
        "in well-known,",
        "COVID-19",
        "Bose-Einstein",
        "decision-maker s",
        "stays OPTIONAL whatever",
    ):
        assert words in text, words


def test_addresses_are_joined_across_lines() -> None:
    """At a slash, a dot or a hyphen, without a blank."""
    sheet = Sheet().lines(50, 700, "More of this is written down for all to read at https://example.org/",
                          "a-long/path/page.html by its author, who can be written to at some.",
                          "The rest is silence, as a character says in a play of that time.")  # fmt: skip
    text = _read(sheet).text
    assert "https://example.org/a-long/path/page.html by its author" in text
    assert "at some. The rest" in text


def test_lists_nest_by_indentation() -> None:
    """Numbers and bullets; what follows in the same column as the words belongs to the item."""
    sheet = Sheet().write(50, 700, "A list has these:")
    sheet.lines(60, 680, "1. One that is first").lines(75, 664, "• an inner one", "• and another")
    sheet.lines(
        60,
        636,
        "2. One that is second and that is long enough to go on in one more line of",
    )
    sheet.lines(72, 624, "text below its own words.")
    document = _read(sheet)
    found = [
        (b.kind, b.level, b.marker, document.text[b.start : b.end][:18]) for b in document.blocks
    ]
    assert found == [
        (BlockKind.PARAGRAPH, 0, "", "A list has these:"),
        (BlockKind.ITEM, 0, "1", "One that is first"),
        (BlockKind.ITEM, 1, "", "an inner one"),
        (BlockKind.ITEM, 1, "", "and another"),
        (BlockKind.ITEM, 0, "2", "One that is second"),
    ]
    assert [b.parent for b in document.blocks] == [None, 0, 1, 1, 0]


def _table(*, grid: bool) -> Sheet:
    sheet = Sheet()
    rows = (("Name", "Year", "Size"), ("Rex", "1996", "848"), ("Bo", "1997", "974"))
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            sheet.write(60 + 90 * c, 700 - 14 * r, cell)
    for y in (712, 696, 668) if not grid else (712, 696, 682, 668):
        sheet.rule(50, y, 300)
    for x in (50, 140, 230, 350) if grid else ():
        sheet.rule(x, 668, 0.5, 44)
    return sheet.write(50, 600, "Plain text follows the table, and is long enough to be a line.")


@pytest.mark.parametrize("grid", [False, True])
def test_ruled_tables_are_rows(grid: bool) -> None:
    """With lines between all cells, or only above, below and under the header."""
    document = _read(_table(grid=grid))
    rows = [b for b in document.blocks if b.kind is BlockKind.ROW]
    cells = [[document.text[a:b] for a, b in row.cells] for row in rows]
    assert cells == [["Name", "Year", "Size"], ["Rex", "1996", "848"], ["Bo", "1997", "974"]]
    assert [row.header for row in rows] == [True, False, False]


def test_aligned_columns_without_lines_are_rows() -> None:
    """Where they are written row by row."""
    sheet = Sheet()
    for r, row in enumerate((("Rex", "1996"), ("Bo", "1997"), ("Hamm", "1998"), ("Slink", "1999"))):
        sheet.write(60, 700 - 14 * r, row[0]).write(200, 700 - 14 * r, row[1])
    assert _blocks(_read(sheet), BlockKind.ROW) == [
        "Rex | 1996", "Bo | 1997", "Hamm | 1998", "Slink | 1999"
    ]  # fmt: skip


def test_notes_stand_apart_and_their_marks_are_gone() -> None:
    """The text goes on across the note at the foot of its page."""
    one = Sheet().lines(
        50, 300, *["Some lines of plain text are here, in the size of the body."] * 5
    )
    one.write(50, 240, "The last line of this page has a mark").write(219, 244, "1", 6)
    one.write(224, 240, "and no end, but goes on after")
    one.write(50, 60, "1", 5).write(53, 57, "A note at the foot in small type.", 7)
    two = Sheet().lines(50, 700, "the turn of the page, as if there were no note.")
    blocks = _blocks(_read(one, two))
    assert blocks[-1] == "A note at the foot in small type."
    assert blocks[-2].endswith("has a mark and no end, but goes on after the turn of the page, as if "
                               "there were no note.")  # fmt: skip


def test_code_keeps_its_lines_and_indentation() -> None:
    """And inline code gets backticks."""
    sheet = Sheet().write(50, 700, "Run this in a shell:")
    sheet.write(60, 680, "if ready:", 9, "mono").write(60 + 4 * 5.4, 669, "go()", 9, "mono")
    sheet.write(50, 640, "The command").write(117, 640, "ls -l", 10, "mono")
    sheet.write(150, 640, "lists what is there.")
    document = _read(sheet)
    assert _blocks(document, BlockKind.CODE) == ["if ready:\n    go()"]
    assert "The command `ls -l` lists" in document.text


def test_a_listing_with_wide_blanks_is_no_table_and_no_columns() -> None:
    """Its lines stay as they stand, as in the help of a command or in bytes beside their letters."""
    sheet = Sheet().write(50, 700, "The program says this of what it can be asked for on its own:")
    options = ("-b, --benchmark", "-s, --strict", "-t, --terse", "-h, --help", "-v, --version")
    for number, option in enumerate(options):
        sheet.write(60, 680 - 12 * number, option, 10, "mono")
    for number in range(len(options)):
        words = f"does what option {number + 1} is there for"
        sheet.write(60 + 20 * 6, 680 - 12 * number, words, 10, "mono")
    sheet.write(50, 600, "After that it goes on as it would have gone on without any of them.")
    document = _read(sheet)
    (code,) = _blocks(document, BlockKind.CODE)
    assert not _blocks(document, BlockKind.ROW)
    assert code.splitlines()[1] == "-s, --strict        does what option 2 is there for"
    assert len(code.splitlines()) == 5


def test_a_line_of_code_in_the_middle_of_a_sentence_belongs_to_it() -> None:
    """It stands on a line of its own only because it was too long for the one before."""
    sheet = Sheet().write(
        50, 724, "The way of a file through all the places in which it is looked for is long and"
    )
    sheet.write(
        50, 712, "plain: with what is usual, to load the description of a page means here to load"
    )
    sheet.write(50, 700, "/usr/share/text/html.xml,/usr/local/share/text/html.xml,and", 9.5, "mono")
    sheet.write(
        50, 688, "that of the person who is asking, if there is one, in this very order of places."
    )
    assert _blocks(_read(sheet))[0].endswith(
        "means here to load `/usr/share/text/html.xml,/usr/local/share/text/html.xml,and` that of "
        "the person who is asking, if there is one, in this very order of places."
    )


def test_one_mark_of_a_typewriter_beside_a_word_is_no_code() -> None:
    """Manuals set straight quotation marks so; an operator that stands alone is code."""
    sheet = Sheet().write(50, 700, "The name of the file is ")
    sheet.write(160, 700, '"', 10, "mono").write(166, 700, "pkix.asn").write(
        203, 700, '"', 10, "mono"
    )
    sheet.write(216, 700, "and").write(236, 700, "&", 10, "mono").write(
        246, 700, "is a sign of it."
    )
    assert _read(sheet).text == 'The name of the file is "pkix.asn" and `&` is a sign of it.'


def test_code_points_that_only_look_like_others() -> None:
    """Ligatures, radicals, letters of formulas; but no width is folded."""
    given = "\ufb01\ufb04\u2f42\u2eda\U0001d6fc\uff21\u00bd\u4e00"
    assert "".join(map(_character, map(ord, given))) == "fiffl文页α\uff21½一"


def test_the_title_that_the_file_gives_counts_unless_it_is_the_name_of_a_file() -> None:
    """Or of a program."""
    sheet = Sheet().write(50, 700, "What the Page Says", 20, "bold")
    sheet.lines(50, 660, *["Plain text of the body is here in ten points."] * 3)
    assert _read(sheet, title="What the File Says").title == "What the File Says"
    assert _read(sheet, title="Microsoft Word - draft3.doc").title == "What the Page Says"
    assert _read(Sheet().write(50, 700, "Only plain text here.")).title == "x"


def test_pages_without_text_are_named() -> None:
    """Only those with a picture: a blank page lacks nothing."""
    words = Sheet().write(50, 700, "A page with plain text on it.")
    assert _read(words, Sheet()).recovered == ()
    with pytest.raises(SourceRefused, match="holds no text"):
        _read(Sheet())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("scanned-medical-report.pdf", "is a scan"),
        ("encrypted-password-is-secret.pdf", "needs a password"),
        ("truncated.pdf", "damaged or incomplete"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(name: str, reason: str) -> None:
    """And with what to do."""
    with pytest.raises(SourceRefused, match=reason) as caught:
        reader.read((FIXTURES / name).read_bytes(), name)
    assert caught.value.remedy
    assert name in caught.value.message


def test_a_file_that_only_its_owner_may_change_is_read() -> None:
    """Reading needs no password there."""
    name = "encrypted-owner-only.pdf"
    assert "Airworthiness Directive" in reader.read((FIXTURES / name).read_bytes(), name).text
