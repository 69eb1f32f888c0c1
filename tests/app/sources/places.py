"""Where the documents that these tests read are."""

from pathlib import Path

from app.sources.document import Reading
from app.sources.reading import reading

_TESTS = Path(__file__).resolve().parents[2]
FIXTURES = _TESTS / "fixtures" / "sources"
SAMPLES = _TESTS.parent / "resources" / "samples"

DOCUMENTS = sorted(
    [
        *(p for p in SAMPLES.iterdir() if p.name != "LICENSES.md"),
        FIXTURES / "debian-faq-extract.en.txt",
        *FIXTURES.glob("Debian*.html"),
        *FIXTURES.glob("semver-*.txt"),
    ],
    key=lambda path: path.name,
)


def read_file(path: Path) -> Reading:
    """The reading of a file."""
    return reading(path.name, path.read_bytes())


def named(start: str) -> Path:
    """The document whose name begins so."""
    return next(path for path in DOCUMENTS if path.name.startswith(start))
