"""A page that somebody is typing into, or that is in conflict, is left alone and catches up later."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.compiler.compile import opened
from app.compiler.status import status
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.vaults import NOW, SOURCES, compile_, made, new_vault, put, redo, undo

SECOND = {"oil.md": SOURCES["oil.md"]}
PAGE = "wiki/entities/Harbour Lamp Society.md"


def compiled_at(vault: Path, when: datetime, sources: dict[str, str]) -> None:
    """Compile at some time."""
    with opened(vault, clock=lambda: when, files=Plug()) as compiler:
        compiler.add(put(vault, sources))
        compiler.run()


def caught_up_at(vault: Path, when: datetime) -> bool:
    """Catch up at some time; whether pages are still behind."""
    with opened(vault, clock=lambda: when, files=Plug()) as compiler:
        compiler.catch_up()
        return compiler.is_behind


def behind(vault: Path) -> list[str]:
    """The pages of which the status says that they are behind."""
    with opened(vault, clock=lambda: NOW) as compiler:
        return [s.path for s in status(compiler).stale if "left alone" in s.reasons[0]]


def start(tmp_path: Path) -> tuple[Path, dict[str, bytes]]:
    """A vault with one source, and what there is in its twin after the second."""
    vault, twin = new_vault(tmp_path / "vault"), new_vault(tmp_path / "twin")
    for each in (vault, twin):
        compile_(each, {"harbour.md": SOURCES["harbour.md"]})
    compiled_at(twin, NOW, SECOND)
    return vault, pages_made(twin)


def pages_made(vault: Path) -> dict[str, bytes]:
    """What compiling made, without the log, which says what was left at the time."""
    return {path: content for path, content in made(vault).items() if path != "wiki/log.md"}


def edited(vault: Path, when: datetime, line: str = "\nMy own line.\n") -> bytes:
    """Somebody adds a line to a page at some time; its bytes then."""
    page = vault / PAGE
    page.write_text(page.read_text() + line)
    os.utime(page, (when.timestamp(), when.timestamp()))
    return page.read_bytes()


def test_a_page_that_is_being_edited_is_left_alone_and_taken_up_later(tmp_path: Path) -> None:
    """Nothing is written into it; all else is compiled, and links still lead somewhere."""
    vault, _ = start(tmp_path)
    now = edited(vault, NOW - timedelta(seconds=3))
    compiled_at(vault, NOW, SECOND)
    assert (vault / PAGE).read_bytes() == now
    assert (vault / "wiki/concepts/Kerosene.md").is_file()
    assert "Left for now: Harbour Lamp Society." in (vault / "wiki/log.md").read_text()
    assert behind(vault) == [PAGE]
    assert caught_up_at(vault, NOW + timedelta(seconds=5))
    assert not caught_up_at(vault, NOW + timedelta(seconds=8))
    assert "My own line." in (vault / PAGE).read_text()
    assert behind(vault) == []


def test_what_vaultloom_wrote_itself_is_not_taken_for_somebodys_typing(tmp_path: Path) -> None:
    """Of two sources in a row both reach a page that was edited long ago."""
    vault, _ = start(tmp_path)
    edited(vault, NOW - timedelta(hours=1))
    now = datetime.now(UTC)  # files are dated by the machine's own clock
    ships = "# Ships\n\nThe Harbour Lamp Society owned 12 ships in 1840. A ship is a vessel that sails the sea.\n"
    compiled_at(vault, now, {**SECOND, "ships.md": ships})
    page = (vault / PAGE).read_text()
    assert "My own line." in page
    assert "stopped using [[whale oil" in page.lower()
    assert "owned 12 ships" in page
    assert behind(vault) == []


def test_an_edit_that_was_taken_back_by_hand_leaves_no_trace(tmp_path: Path) -> None:
    """The page then is what it is where nobody ever typed."""
    vault, expected = start(tmp_path)
    before = (vault / PAGE).read_bytes()
    edited(vault, NOW)
    compiled_at(vault, NOW, SECOND)
    (vault / PAGE).write_bytes(before)
    assert not caught_up_at(vault, NOW + timedelta(minutes=1))
    assert pages_made(vault) == expected
    assert problems(vault) == []


def test_a_page_with_a_conflict_copy_waits_until_that_is_gone(tmp_path: Path) -> None:
    """However old both are; then it is what it would have been."""
    vault, expected = start(tmp_path)
    before = (vault / PAGE).read_bytes()
    copy = (vault / PAGE).with_name("Harbour Lamp Society (Conflicted copy Mac 202611301200).md")
    copy.write_bytes(before + b"\nOf the other device.\n")
    compiled_at(vault, NOW, SECOND)
    assert (vault / PAGE).read_bytes() == before
    assert behind(vault) == [PAGE]
    assert caught_up_at(vault, NOW + timedelta(days=1))
    copy.unlink()
    assert not caught_up_at(vault, NOW + timedelta(days=1))
    assert pages_made(vault) == expected


def test_the_next_compile_brings_it_up_to_date(tmp_path: Path) -> None:
    """Without anybody's asking."""
    vault, _ = start(tmp_path)
    edited(vault, NOW)
    compiled_at(vault, NOW, SECOND)
    compiled_at(vault, NOW + timedelta(minutes=1), {})
    assert behind(vault) == []


def test_whoever_watches_looks_every_ten_seconds(tmp_path: Path) -> None:
    """However often they are woken; once the page may be written, it is."""
    vault, _ = start(tmp_path)
    edited(vault, NOW)
    compiled_at(vault, NOW, SECOND)
    seconds = iter([2, 3, 11, 12, 13, 22, 23])
    at = NOW
    with opened(vault, clock=lambda: at, files=Plug()) as compiler:
        looks = []
        for each in seconds:
            at = NOW + timedelta(seconds=each)
            compiler.take_up()
            looks.append(compiler.is_behind)
    assert looks == [True, True, True, False, False, False, False]


def test_undo_and_redo_take_a_page_along_that_was_left(tmp_path: Path) -> None:
    """What was taken up later belongs to the step."""
    vault, expected = start(tmp_path)
    first, before = made(vault), (vault / PAGE).read_bytes()
    edited(vault, NOW)
    compiled_at(vault, NOW, SECOND)
    (vault / PAGE).write_bytes(before)
    caught_up_at(vault, NOW + timedelta(minutes=1))
    undo(vault)
    assert made(vault) == first
    redo(vault)
    assert pages_made(vault) == expected
