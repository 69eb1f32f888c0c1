"""What the worker does unasked: it watches the vault."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from app.compiler.compile import opened
from tests.app.test_worker import Window, window
from tests.promises.vaults import HARBOUR, OIL, clock, compile_, new_vault, put


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


@pytest.mark.long
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
        seen.ask("owner_notes", show=True)
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
        seen.ask("owner_notes", show=True)
        for n in range(3):
            (vault / "mine.md").write_text(f"[[nowhere {n}]]")
            (finding,) = [f for f in seen.ask("lint")["findings"] if f["rule"] == "broken-link"]
            assert f"nowhere {n}" in finding["message"]
        quits_well(seen)


@pytest.mark.long
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


@pytest.mark.long
def test_a_second_worker_looks_on_and_says_when_it_may_take_over(vault: Path) -> None:
    """It shows what there is and what the other does, and changes nothing meanwhile."""
    compile_(vault, {"harbour.md": HARBOUR})
    with ExitStack() as other:
        holder = other.enter_context(opened(vault, clock=clock))
        seen = other.enter_context(window(vault))
        state = seen.ask("state")
        assert "Another Vaultloom" in state["readonly"]
        assert (state["queue"], state["offer"], state["undo"]) == ([], None, None)
        assert "html" in seen.ask("page", path="wiki/concepts/Wick.md")
        for do in ("undo", "redo", "add", "compile", "recompile", "pause", "stop", "clear"):
            assert "Another Vaultloom" in seen.fails(do)
        holder.add(put(vault, {"oil.md": OIL}))
        holder.run()
        while "wiki/concepts/Kerosene.md" not in {page["path"] for page in seen.pages()}:
            seen.until("pages")
        assert seen.named("free") == []


@pytest.mark.long
def test_a_vault_that_became_free_is_worked_in_by_the_next_worker(vault: Path) -> None:
    """The first is told once, and ends when it is asked to."""
    with ExitStack() as other:
        other.enter_context(opened(vault, clock=clock))
        with window(vault) as seen:
            assert seen.ask("state")["readonly"]
            other.close()
            seen.until("free")
            quits_well(seen)
    with window(vault) as seen:
        assert seen.ask("state")["readonly"] is None


@pytest.mark.long
def test_a_thousand_files_at_once_are_told_in_few_lines(vault: Path) -> None:
    """They come into the queue many at a time, and no notice is given."""
    with window(vault) as seen:
        seen.ask("pause")
        for number in range(1000):
            (vault / f"raw/{number:03}.md").write_text(
                f"# Lamp {number}\n\nLamp {number} is red.\n"
            )
        while len(seen.queue()) < 1000:
            seen.until("queue")
        assert len(seen.named("queue")) < 40
        assert len(seen.named("findings")) < 40
        assert seen.named("notice") == []
