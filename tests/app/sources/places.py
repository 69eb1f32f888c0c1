"""Where the documents that these tests read are."""

from functools import cache
from pathlib import Path

from app.sources.document import Reading
from app.sources.reading import reading

_TESTS = Path(__file__).resolve().parents[2]
FIXTURES = _TESTS / "fixtures" / "sources"
SAMPLES = _TESTS.parent / "resources" / "samples"

PAGED = (
    "acm-two-column-paper_p1-3.pdf",
    "debmake-doc_ch2-3.ja.pdf",
    "faq-debian-ch1-ch6.fr.pdf",
    "federal-register-2020-17221_p1-4.pdf",
)
"""PDFs with a text layer."""

DOCUMENTS = sorted(
    [
        *(p for p in SAMPLES.iterdir() if p.name != "LICENSES.md"),
        FIXTURES / "debian-faq-extract.en.txt",
        *FIXTURES.glob("Debian*.html"),
        *FIXTURES.glob("semver-*.txt"),
        *(FIXTURES / name for name in PAGED),
        FIXTURES / "autogen-report.docx",
        FIXTURES / "debian-handbook-chapter1.en.docx",
    ],
    key=lambda path: path.name,
)


@cache
def read_file(path: Path) -> Reading:
    """The reading of a file."""
    return reading(path.name, path.read_bytes())


def named(start: str) -> Path:
    """The document whose name begins so."""
    return next(path for path in DOCUMENTS if path.name.startswith(start))
