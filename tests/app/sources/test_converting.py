"""A reader in a process of its own: what it says arrives, and whatever happens to it is said."""

import json
import os
import sys

import pytest

from app.errors import SourceRefused
from app.sources import converting
from app.sources.converting import convert, from_json, to_json
from app.sources.readers import read
from tests.app.sources.places import DOCUMENTS, FIXTURES, named
from tests.app.sources.tiny_docx import docx, paragraph
from tests.app.sources.tiny_pdf import Sheet, pdf


@pytest.mark.parametrize("start", ["node-semver", "pep-0386", "debian-faq", "autogen-report"])
def test_a_document_arrives_as_it_was(start: str) -> None:
    """Blocks, marks, cells and metadata included."""
    path = named(start)
    document = read(path.name, path.read_bytes())
    assert from_json(json.loads(json.dumps(to_json(document)))) == document


def test_both_formats_are_read_through_it() -> None:
    """From names with odd characters too."""
    sheet = Sheet().write(50, 700, "Words on a page.")
    assert read("a ü 字.pdf", pdf(sheet)).text == "Words on a page."
    assert read("-x.DOCX", docx(paragraph("Words in a file."))).text == "Words in a file."


def test_reasons_arrive_with_their_remedies() -> None:
    """As if the reader had been asked directly."""
    path = FIXTURES / "truncated.pdf"
    with pytest.raises(SourceRefused, match=r"“truncated.pdf” is damaged") as caught:
        convert("pdf", path.read_bytes(), path.name)
    assert "Get the file again" in caught.value.remedy


def _instead(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(converting, "_command", lambda: [sys.executable, "-c", code])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os.abort()", "made its reader fail"),
        ("raise SystemExit(3)", "made its reader fail"),
        ("print('no JSON')", "made its reader fail"),
        ("print('[1]')", "made its reader fail"),
        ("raise SystemExit(77)", "needs more than 2 GB of memory"),
        ("import time; time.sleep(60)", "took longer than 1 seconds"),  # ended by us after one
    ],
)
def test_what_becomes_of_the_process_is_said(
    monkeypatch: pytest.MonkeyPatch, code: str, reason: str
) -> None:
    """A crash, an answer that is none, too much memory, too much time."""
    _instead(monkeypatch, code)
    with pytest.raises(SourceRefused, match=reason) as caught:
        convert("pdf", b"%PDF-", "x.pdf", seconds=1.0 if "time" in code else 60.0)
    assert caught.value.remedy


def test_a_reader_that_stumbles_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name of the error."""
    _instead(
        monkeypatch,
        "import sys\nfrom app.sources import converting\nfrom app.sources.readers import pdf\n"
        "pdf.read = lambda data, name: 1 / 0\nsys.exit(converting.main(sys.argv[1:]))",
    )
    with pytest.raises(SourceRefused, match="stumbled \\(ZeroDivisionError\\)"):
        convert("pdf", b"%PDF-", "x.pdf")


@pytest.mark.skipif(os.name == "nt", reason="memory is not limited there")
def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that takes all that it can get ends for want of memory."""
    _instead(
        monkeypatch,
        "import sys\nfrom app.sources import converting\nfrom app.sources.readers import pdf\n"
        "pdf.read = lambda data, name: bytearray(4_000_000_000)\n"
        "sys.exit(converting.main(sys.argv[1:]))",
    )
    with pytest.raises(SourceRefused, match="needs more than 2 GB of memory"):
        convert("pdf", b"%PDF-", "x.pdf")


def test_a_packed_program_calls_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no interpreter that could run a module then."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert converting._command() == [sys.executable, "convert"]


def test_only_converters_can_be_asked_for() -> None:
    """The argument comes from outside."""
    assert converting.main(["os", "x"]) == 2
    assert {path.suffix[1:] for path in DOCUMENTS} >= set(converting.CONVERTERS)
