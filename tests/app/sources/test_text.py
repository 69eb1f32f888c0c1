"""Plain text: structure from layout, and any encoding."""

import time

import pytest

from app.errors import SourceRefused
from app.sources.decoding import decode
from app.sources.document import Document
from app.sources.readers.text import is_markdown, read


def _read(text: str) -> Document:
    return read(text.encode(), "x.txt")


def _blocks(document: Document) -> list[tuple[str, str]]:
    return [(b.kind.value, document.text[b.start : b.end]) for b in document.blocks]


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        ("Grüße aus Köln", "utf-8", "utf-8"),
        ("Grüße aus Köln", "utf-8-sig", "utf-8"),
        ("Grüße aus Köln, wo es schön ist", "utf-16", "utf-16-le"),
        ("Grüße aus Köln, wo es schön ist", "utf-16-be", "utf-16-be"),
        ("Grüße aus Köln, wo es schön ist", "utf-16-le", "utf-16-le"),
        ("Grüße aus Köln, wo es schön ist – “ja”", "cp1252", "cp1252"),
        ("Un été à la française, déjà vu", "latin-1", "cp1252"),
        ("这是一个用来测试的文件，我们在这里写了一些中文。", "gb18030", "gb18030"),
        ("這是一個用來測試的文件，我們在這裡寫了一些中文。", "big5", "big5"),
        ("これは日本語の文章です。テストのために書きました。", "shift_jis", "shift_jis"),
        ("これは日本語の文章です。テストのために書きました。", "euc_jp", "euc_jp"),
        ("이것은 한국어 문장입니다. 시험을 위해 썼습니다.", "euc_kr", "euc_kr"),
        ("これは日本語の文章です。", "iso2022_jp", "iso2022_jp"),
        (
            "Это русский текст, написанный для проверки. Он длинный, чтобы хватило.",
            "cp1251",
            "cp1251",
        ),
    ],
)
def test_encodings(text: str, encoding: str, found: str) -> None:
    """Told by their bytes, and said."""
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, found)


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2"])
def test_central_european_letters(encoding: str) -> None:
    """Told by the language, however garbled."""
    text = (
        "Když se verze zvýší, musí se také změnit číslo v souboru. Žádná změna není bez popisu. "
        * 5
    )
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_mixed_encodings_are_read_line_by_line() -> None:
    """And said so."""
    data = (
        "Grüße, 你好.\n".encode()
        + "Grüße aus Köln.\n".encode("latin-1")
        + "这一行是编码。".encode("gbk")
    )
    decoded = decode(data)
    assert decoded.text == "Grüße, 你好.\nGrüße aus Köln.\n这一行是编码。"
    assert "mixes encodings" in decoded.recovered[0]


def test_nul_bytes_are_left_out() -> None:
    """And said so."""
    document = read(b"The pump ran\x00.\n\x00End.\n", "x.txt")
    assert document.text == "The pump ran.\n\nEnd." or document.text == "The pump ran. End."
    assert document.recovered == ("2 NUL characters were left out.",)


def test_a_layout_with_headings_lists_and_terms() -> None:
    """Numbered headings over two lines, hanging lists, terms, notes left out."""
    document = _read(
        "A Title\n\n1.1. What is a thing that is\nlong?\n\n    It is\n    this. And\n    that:\n\n"
        "      * one goes on\n        here\n\n      * two\n\n    Term:\n\n        Its meaning.\n\n    ^[2]\n"
    )
    assert _blocks(document) == [
        ("heading", "A Title"),
        ("heading", "1.1. What is a thing that is long?"),
        ("paragraph", "It is this. And that:"),
        ("item", "one goes on here"),
        ("item", "two"),
        ("term", "Term"),
        ("paragraph", "Its meaning."),
    ]
    assert document.blocks[6].parent == 5


def test_numbered_lists_are_no_headings() -> None:
    """With or without blank lines between the items."""
    assert [kind for kind, _ in _blocks(_read("Do this.\n\n1. Buy milk\n\n2. Go home\n"))] == [
        "paragraph",
        "item",
        "item",
    ]


def test_addresses_and_words_broken_at_line_ends_are_whole_again() -> None:
    """At slashes, at hyphens, before a full stop."""
    document = _read(
        "See https:\n//e.org/a\n/b for GNU\n/Linux and a well-\nknown thing (x)\n. End."
    )
    assert document.text == "See https://e.org/a/b for GNU/Linux and a well-known thing (x). End."


def test_lines_that_end_early_before_a_capital_are_paragraphs() -> None:
    """A log is not one paragraph; wrapped text is."""
    wrapped = (
        "The quick brown fox jumps over the lazy dog and\nthen sleeps until the next day comes.\n"
    )
    assert len(_read(wrapped * 2).blocks) == 1
    log = _blocks(_read("Log of May\nThe pump ran for fourteen long minutes.\nEnd"))
    assert log[0] == ("paragraph", "Log of May")


def test_drawn_text_is_code() -> None:
    """Columns stay columns."""
    assert _blocks(
        _read("Words first.\n\nname    size    day\na       1       mon\nb       2       tue\n")
    )[1] == ("code", "name    size    day\na       1       mon\nb       2       tue")


def test_markdown_in_a_text_file_is_markdown() -> None:
    """Two marks are enough; a FAQ with stars is none."""
    assert is_markdown("Title\n=====\n\nText\n\nPart\n----\n\nmore")
    assert is_markdown("---\ntitle: x\n---\nText")
    assert not is_markdown("Title\n\n    Words\n\n      * one\n\n      * two\n\n    # no heading")
    document = _read("# Title\n\nSee [this](https://e.org).\n\n## Part\n\nText.")
    assert document.format == "markdown"


def test_five_megabytes_are_read_in_seconds() -> None:
    """And nothing of it is lost."""
    line = "Entry {}: on day {} the lamp burned 7 hours and used 13 litres of oil. 第{}日、灯は点いていた。\n"
    lines = [line.format(n, n, n) + ("\n" if n % 40 == 0 else "") for n in range(37_000)]
    lines.insert(20_000, "The needle in this file is the number 48151.\n")
    started = time.perf_counter()
    document = read("".join(lines).encode(), "big.txt")
    assert time.perf_counter() - started < 30
    assert "The needle in this file is the number 48151." in document.text
    assert document.text.count("Entry") == 37_000


def test_no_words_is_refused() -> None:
    """With a reason."""
    with pytest.raises(SourceRefused, match="holds no text"):
        _read("\n ---- \n ***\n")
