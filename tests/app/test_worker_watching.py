"""What the worker does unasked: it watches the vault."""

from pathlib import Path

import pytest

from tests.app.test_worker import Window, window
from tests.promises.vaults import HARBOUR, OIL, compile_, new_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A new vault."""
    return new_vault(tmp_path / "vault")


def quits_well(seen: Window) -> None:
    """The worker ends when it is asked to, without a complaint."""
    assert seen.ask("quit") == {}
    assert seen.process.wait(60) == 0
    assert seen.process.stderr is not None
    assert seen.process.stderr.read() == b""


def test_a_file_put_into_raw_is_compiled_unasked_and_once(vault: Path) -> None:
    """With the events of any other source; a second look finds nothing."""
    with window(vault) as seen:
        assert seen.ask("state")["queue"] == []
        (vault / "raw/harbour.md").write_text(HARBOUR)
        seen.until("idle")
        (item,) = seen.ask("state")["queue"]
        assert (item["status"], item["source"]) == ("compiled", "raw/harbour.md")
        assert seen.named("pages")
        assert seen.ask("compile") == {"items": []}
        quits_well(seen)
    assert compile_(vault) == []


def test_what_came_before_the_start_is_compiled_too(vault: Path) -> None:
    """The first answer does not wait for it."""
    (vault / "raw/harbour.md").write_text(HARBOUR)
    with window(vault) as seen:
        assert seen.ask("state")["queue"] == []
        seen.until("idle")
        assert len(seen.ask("state")["queue"]) == 1
        quits_well(seen)


def test_what_a_person_does_to_notes_and_pages_is_told(vault: Path) -> None:
    """Findings of a note, and the pages when one of them changed; our own writes bring nothing."""
    compile_(vault, {"harbour.md": HARBOUR})
    with window(vault) as seen:
        seen.ask("state")
        (vault / "mine.md").write_text("[[nowhere]]")
        (finding,) = [f for f in seen.until("findings")["findings"] if f["rule"] == "broken-link"]
        assert finding["path"] == "mine.md"
        assert seen.named("pages") == []
        page = vault / "wiki/concepts/Wick.md"
        page.write_text(page.read_text() + "\n[[elsewhere]]\n")
        paths = {f["path"] for f in seen.until("findings")["findings"]}
        assert "wiki/concepts/Wick.md" in paths
        assert len(seen.named("pages")) == 1
        (vault / "raw/oil.md").write_text(OIL)
        seen.until("idle")
        told = len(seen.named("findings"))
        (vault / "last.md").write_text("[[never]]")
        assert "last.md" in {f["path"] for f in seen.until("findings")["findings"]}
        assert len(seen.named("findings")) == told + 1
        quits_well(seen)


def test_a_finding_that_is_asked_for_knows_the_last_change(vault: Path) -> None:
    """It does not wait until the change was told."""
    with window(vault) as seen:
        seen.ask("state")
        for n in range(3):
            (vault / "mine.md").write_text(f"[[nowhere {n}]]")
            (finding,) = [f for f in seen.ask("lint")["findings"] if f["rule"] == "broken-link"]
            assert f"nowhere {n}" in finding["message"]
        quits_well(seen)


def test_a_vault_that_goes_away_is_said_once_and_the_worker_lives(vault: Path) -> None:
    """It answers, and goes on when the vault is back."""
    with window(vault) as seen:
        seen.ask("state")
        vault.rename(vault.with_name("elsewhere"))
        assert "not there any more" in seen.until("notice")["words"]
        vault.with_name("elsewhere").rename(vault)
        (vault / "raw/harbour.md").write_text(HARBOUR)
        seen.until("idle")
        assert len(seen.named("notice")) == 1
        quits_well(seen)
