"""Documents on Debian and on versions read by a real, very small model to the end.

Only where VAULTLOOM_TEST_OLLAMA gives the address of a server with a model. What it picks is its own
affair; that nothing breaks, and that picks of it reach pages, is ours.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.compiler.readers import reader_there
from app.compiler.standing import Status
from app.ledger.files import replies_path
from app.ledger.records import SourceRecord
from app.llm.ollama_server import OllamaServer
from app.llm.standing import standing
from app.llm.tolerant import find_json
from app.settings import Settings
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.vaults import FIXTURES, clock, new_vault, put

ADDRESS = os.environ.get("VAULTLOOM_TEST_OLLAMA", "")
SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
CHARACTERS = 2_500  # of each document: this is for every change
pytestmark = [
    pytest.mark.real_ollama,
    pytest.mark.skipif(not ADDRESS, reason="VAULTLOOM_TEST_OLLAMA gives no server"),
]


def beginning(path: Path) -> str:
    """The first paragraphs of a document."""
    return path.read_text(encoding="utf-8")[:CHARACTERS].rpartition("\n\n")[0] + "\n"


def pieces(vault: Path, record: SourceRecord, shown: set[str]) -> Iterator[bool]:
    """Of each piece of a source that the model read, whether a sentence that it picked is shown."""
    lines = (vault / replies_path(record.sha256)).read_text(encoding="utf-8").splitlines()
    for line in lines:
        found = find_json(json.loads(line)["text"])
        picks = found.value.get("c") if found and isinstance(found.value, dict) else None
        if isinstance(picks, list):
            yield any(str(p.get("e")) in shown for p in picks if isinstance(p, dict))


def reached(compiler: Compiler) -> tuple[int, int]:
    """How many pieces of all sources have a sentence on a page that the model picked, and how many
    there are."""
    cache, reach, whole = compiler.ledger.cache, 0, 0
    for record in cache.sources():
        shown = set(cache.pages.shown_of(record.id))
        reach += sum(pieces(compiler.root, record, shown))
        whole += record.asked.pieces + len(record.asked.failed)
    return reach, whole


def test_documents_compile_to_the_end_and_what_the_model_picks_reaches_pages(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "v")
    texts = {
        "faq.txt": beginning(FIXTURES / "debian-faq-extract.en.txt"),
        "semver.md": beginning(SAMPLES / "semver-2.0.0.en.md"),
    }
    model = standing(OllamaServer(ADDRESS)).models[0].name
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.read_with(reader_there(Settings(model=model, server=ADDRESS), compiler.vault))
        compiler.add(put(vault, texts))
        items = compiler.run()
        assert [i.status for i in items] == [Status.COMPILED] * 2
        reach, whole = reached(compiler)
    assert whole >= 2
    assert 2 * reach >= whole
    assert problems(vault) == []
    for page in (vault / "wiki/summaries").glob("*.md"):
        assert f"Read by {model}: " in page.read_text(encoding="utf-8")
