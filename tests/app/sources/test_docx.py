"""Word documents: what their author sees of headings, lists, tables and links, and nothing else."""

import pytest

from app.errors import SourceRefused
from app.sources.document import BlockKind, Document, MarkKind
from app.sources.readers import docx as reader
from tests.app.sources.places import FIXTURES, read_file
from tests.app.sources.tiny_docx import docx, packed, paragraph, run


def _read(*body: str, **parts: str) -> Document:
    return reader.read(docx(*body, **parts), "x.docx")


def _seen(document: Document) -> list[tuple[str, int, str, str]]:
    return [
        (b.kind.value, b.level, b.marker, document.text[b.start : b.end]) for b in document.blocks
    ]


def test_headings_quotes_and_code_by_their_styles() -> None:
    """And the title is the title."""
    document = _read(
        paragraph("A Report", style="Title"),
        paragraph("First part", style="heading1"),
        paragraph("Inner part", style="heading2"),
        paragraph("Someone said so.", style="Quote"),
        paragraph("if x:", style="SourceCode"),
        paragraph("    go()", style="SourceCode"),
        paragraph(run("Call ") + run("go()", '<w:rStyle w:val="VerbatimChar"/>') + run(" now.")),
        core="<dc:title>draft.docx</dc:title><dc:creator>A. Author; B. Writer</dc:creator>"
        "<dcterms:created>2024-03-15T05:45:00Z</dcterms:created>",
    )
    assert _seen(document) == [
        ("heading", 1, "", "A Report"),
        ("heading", 1, "", "First part"),
        ("heading", 2, "", "Inner part"),
        ("quote", 0, "", "Someone said so."),
        ("code", 0, "", "if x:\n    go()"),
        ("paragraph", 0, "", "Call `go()` now."),
    ]
    assert document.title == "A Report"
    assert document.metadata.authors == ("A. Author", "B. Writer")
    assert document.metadata.date == "2024-03-15"


def test_the_title_of_the_file_counts_where_the_page_has_none() -> None:
    """Unless it is a file's name; then the file's own."""
    plain = paragraph("Words.")
    assert _read(plain, core="<dc:title>Annual report</dc:title>").title == "Annual report"
    assert _read(plain, core="<dc:title>draft.docx</dc:title>").title == "x"


def test_lists_count_as_word_counts() -> None:
    """Nested, with letters, on after a paragraph in between, and from another start."""
    document = _read(
        paragraph("These are needed:"),
        paragraph("One", numbered="1"),
        paragraph("Inner", numbered="1", level=1),
        paragraph("More", numbered="1", level=1),
        paragraph("Two", numbered="1"),
        paragraph("A paragraph in between."),
        paragraph("Three", numbered="1"),
        paragraph("A paragraph in between."),
        paragraph("Five", numbered="3"),
        paragraph("A bullet", numbered="2"),
    )
    items = [seen[1:] for seen in _seen(document) if seen[0] == "item"]
    assert items == [
        (0, "1", "One"),
        (1, "a", "Inner"),
        (1, "b", "More"),
        (0, "2", "Two"),
        (0, "3", "Three"),
        (0, "5", "Five"),
        (0, "", "A bullet"),
    ]
    assert [b.parent for b in document.blocks[:5]] == [None, 0, 1, 1, 0]


def _table(*rows: tuple[str, ...], look: str = "") -> str:
    cells = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl><w:tblPr>{look}</w:tblPr>{cells}</w:tbl>"


@pytest.mark.parametrize(
    ("look", "header"),
    [('<w:tblLook w:val="04A0"/>', True), ('<w:tblLook w:val="0480"/>', False), ("", False)],
)
def test_tables_are_rows(look: str, header: bool) -> None:
    """A first row that is styled as a header is one."""
    document = _read(_table(("Name", "Year"), ("Rex", "1996"), look=look))
    assert [seen[3] for seen in _seen(document)] == ["Name | Year", "Rex | 1996"]
    assert document.blocks[0].header is header


def test_links_and_emphasis_are_marked() -> None:
    """With the link's target."""
    link = f'<w:hyperlink r:id="r9">{run("the page")}</w:hyperlink>'
    document = _read(
        paragraph(run("See ") + link + run(", ") + run("now", "<w:b/>") + run(".")),
        links='<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/hyperlink" Target="https://example.org/a" TargetMode="External"/>',
    )
    found = {document.text[m.start : m.end]: (m.kind, m.target) for m in document.marks}
    assert found["the page"] == (MarkKind.LINK, "https://example.org/a")
    assert found["now"][0] is MarkKind.STRONG


def test_what_its_author_does_not_see_is_left_out() -> None:
    """Deletions, moves, hidden words; insertions are in."""
    document = _read(
        paragraph(
            run("Kept ")
            + f'<w:del w:id="1" w:author="x"><w:r><w:delText>deleted </w:delText></w:r></w:del>'
            f'<w:ins w:id="2" w:author="x">{run("inserted ")}</w:ins>'
            f'<w:moveFrom w:id="3" w:author="x">{run("moved away ")}</w:moveFrom>'
            + run("hidden ", "<w:vanish/>")
            + run("words.")
        )
    )
    assert document.text == "Kept inserted words."


def test_notes_come_last_and_their_marks_are_gone() -> None:
    """The arrows that lead back as well."""
    document = _read(
        paragraph(
            run("A word") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(" with a note.")
        ),
        notes=f'<w:footnote w:id="2">{paragraph("What the note says.")}</w:footnote>',
        links='<Relationship Id="r8" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/footnotes" Target="footnotes.xml"/>',
    )
    assert [seen[3] for seen in _seen(document)] == ["A word with a note.", "What the note says."]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ((FIXTURES / "zip-bomb-like.docx").read_bytes(), "unpacks to 28 MB"),
        ((FIXTURES / "external-entity.docx").read_bytes(), "declares entities"),
        (b"PK\x03\x04 and no more", "damaged or incomplete"),
        (docx(paragraph("Words."))[:-40], "damaged or incomplete"),
        (packed({"xl/workbook.xml": "<a/>"}), "no Word document"),
        (packed({"word/document.xml": "<a><b></a>"}), "no XML"),
        (packed({"word/other.xml": "<a/>"}), "not built as a Word document"),
        (docx(paragraph(" ")), "holds no text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    """And with what to do."""
    with pytest.raises(SourceRefused, match=reason) as caught:
        reader.read(data, "x.docx")
    assert caught.value.remedy


def test_the_report_that_word_made() -> None:
    """Headings, a table, and what a picture leaves."""
    document = read_file(FIXTURES / "autogen-report.docx").document
    assert document.title.startswith("AutoGen: Enabling Next-Gen LLM Applications")
    headings = [seen[:2] + seen[3:] for seen in _seen(document) if seen[0] == "heading"]
    assert ("heading", 1, "Abstract") in headings
    rows = [seen[3] for seen in _seen(document) if seen[0] == "row"]
    assert rows[2] == "13 | 14 | 49e168b7-d2ae-407f-a055-2167576f39a1 | 15 | 16 | 17"
    assert len(rows) == 5


def test_the_handbook() -> None:
    """Ten numbered guidelines, each with its explanation in it; blocks have ids in the edition."""
    reading = read_file(FIXTURES / "debian-handbook-chapter1.en.docx")
    document = reading.document
    assert document.title == "The Debian Administrator's Handbook, chapter 1 (extract)"
    texts = [seen[3] for seen in _seen(document)]
    first = texts.index("Free redistribution.")
    numbers = [b.marker for b in document.blocks[first:] if b.kind is BlockKind.ITEM][:10]
    assert numbers == [str(number) for number in range(1, 11)]
    assert document.blocks[first + 1].parent == first
    assert texts[first - 1] == "→ https://www.debian.org/social_contract.html#guidelines"
    assert document.blocks[first].parent is None  # an address alone leads in to nothing
    assert "Debra + Ian = Debian." in document.text
    assert reading.anchors[first].startswith("^p-")
