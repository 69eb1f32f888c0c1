"""Sources that come into a watched vault, in every way that people and programs have."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest

from app.checkup import findings, gone_sources
from app.compiler.compile import opened
from app.compiler.standing import Status
from app.compiler.status import status
from app.errors import SourceRefused
from app.ledger.decisions import Decision, decide
from app.paths import resources
from app.sources import scanning
from app.vault.hints import Observer
from app.vault.writing import replace as write_file
from tests.app.watched import OBSERVERS, Watched, native, refused, watched
from tests.promises.vaults import FIXTURES, HARBOUR, OIL, WINTER, compile_, files_in, new_vault

SEMVER = resources() / "samples" / "semver-1.0.0.en.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A new vault."""
    return new_vault(tmp_path / "vault")


@pytest.fixture
def seen(vault: Path) -> Iterator[Watched]:
    """A vault that is watched."""
    with watched(vault) as watching:
        yield watching


# -- ways in which new files come


def at_once(seen: Watched) -> set[str]:
    """Written in one go."""
    shutil.copy(SEMVER, seen.raw / "semver.md")
    return {"raw/semver.md"}


def slowly(seen: Watched) -> set[str]:
    """A copy that takes many seconds; what is there of it is never taken."""
    content = SEMVER.read_bytes()
    place = seen.raw / "slow.md"
    place.write_bytes(content[:500])
    seen.sees("raw/slow.md")
    for end in range(1000, len(content) + 500, 500):
        with place.open("ab") as file:
            file.write(content[end - 500 : end])
        seen.passes(1.5)
        assert not seen.out
    assert place.read_bytes() == content
    return {"raw/slow.md"}


def downloaded(seen: Watched) -> set[str]:
    """By a browser: an empty file and a growing one beside it, which replaces it in the end."""
    (seen.raw / "got.md").touch()
    (seen.raw / "got.md.part").write_text(HARBOUR[:100])
    seen.is_told()
    seen.passes(100)
    assert not seen.out
    with (seen.raw / "got.md.part").open("a") as file:
        file.write(HARBOUR[100:])
    seen.passes(30)
    assert not seen.out
    (seen.raw / "got.md.part").replace(seen.raw / "got.md")
    return {"raw/got.md"}


def synced(seen: Watched) -> set[str]:
    """By rsync and the like: a hidden file that gets its name in the end."""
    (seen.raw / ".oil.md.Qx82Az").write_text(OIL)
    seen.passes(70)
    (seen.raw / ".oil.md.Qx82Az").rename(seen.raw / "oil.md")
    return {"raw/oil.md"}


def saved_by_an_editor(seen: Watched) -> set[str]:
    """A file of any name that gets its name in the end (KDE, Qt), and a copy of the old text."""
    (seen.raw / "winter.txt.aBcDeF").write_text(WINTER)
    seen.sees("raw/winter.txt.aBcDeF")
    (seen.raw / "winter.txt.aBcDeF").rename(seen.raw / "winter.txt")
    (seen.raw / "winter.txt~").write_text("older")
    return {"raw/winter.txt"}


def begun_empty(seen: Watched) -> set[str]:
    """Made empty, and written into some seconds later."""
    place = seen.raw / "empty at first.md"
    place.touch()
    seen.sees("raw/empty at first.md")
    seen.passes(8)
    assert not seen.out
    place.write_text(HARBOUR)
    return {"raw/empty at first.md"}


def a_folder(seen: Watched) -> set[str]:
    """A folder of files that appears all at once."""
    folder = seen.root.with_name("beside")
    shutil.copytree(FIXTURES / "odd-names", folder / "in")
    folder.rename(seen.raw / "folder")
    return {p.relative_to(seen.root).as_posix() for p in seen.raw.rglob("*.[mM][dD]")}


def a_folder_file_by_file(seen: Watched) -> set[str]:
    """``cp -r``: folders in folders, made and filled one after the other."""
    shutil.copytree(FIXTURES / "odd-names", seen.raw / "a" / "b" / "c")
    shutil.copy(SEMVER, seen.raw / "a" / "b")
    return {p.relative_to(seen.root).as_posix() for p in (seen.raw / "a").rglob("*") if p.is_file()}


WAYS = [
    *(at_once, slowly, downloaded, synced, saved_by_an_editor, begun_empty, a_folder),
    a_folder_file_by_file,
]


@pytest.mark.parametrize("make", OBSERVERS)
@pytest.mark.parametrize("way", WAYS)
def test_every_file_is_compiled_exactly_once(
    vault: Path, way: Callable[[Watched], set[str]], make: Callable[[], Observer]
) -> None:
    """However it comes, whichever hints there are of it, and however often one looks again."""
    with watched(vault, make) as seen:
        expected = way(seen)
        seen.settles()
        assert seen.compiled() == dict.fromkeys(expected, 1)
        assert seen.steps() == len(expected)
        assert seen.sources() == expected
        assert [i.status for i in seen.out] == [Status.COMPILED] * len(expected)
        seen.passes(200)
        assert len(seen.out) == len(expected) == len(seen.compiler.queue.items())
    assert {item.status for item in compile_(vault)} == set()


def test_all_ways_at_the_same_time(seen: Watched) -> None:
    """What one does has nothing to do with the others."""
    expected = {path for way in (at_once, synced, saved_by_an_editor) for path in way(seen)}
    expected |= a_folder(seen)
    (seen.raw / "growing.md").write_text(HARBOUR[:300])
    seen.settles()
    with (seen.raw / "growing.md").open("a") as file:
        file.write(HARBOUR[300:])
    seen.settles()
    assert seen.compiled() == {**dict.fromkeys(expected, 1), "raw/growing.md": 2}


# -- what changes


def changed_in_place(place: Path) -> None:
    """As Obsidian saves."""
    place.write_text(HARBOUR.replace("woven", "plaited"))


def deleted_and_made_again(place: Path) -> None:
    """As some editors save."""
    place.unlink()
    place.write_text(HARBOUR.replace("woven", "plaited"))


def saved_as_vim_does(place: Path) -> None:
    """With a probe, and the old text under another name for a moment."""
    (place.parent / "4913").touch()
    (place.parent / "4913").unlink()
    place.rename(f"{place}~")
    place.write_text(HARBOUR.replace("woven", "plaited"))
    Path(f"{place}~").unlink()


def replaced(place: Path) -> None:
    """With another file of its name, as sync tools do."""
    (place.parent / "x.tmp").write_text(HARBOUR.replace("woven", "plaited"))
    (place.parent / "x.tmp").replace(place)


@pytest.mark.parametrize(
    "save", [changed_in_place, deleted_and_made_again, saved_as_vim_does, replaced]
)
def test_a_source_that_is_saved_is_compiled_once_more(
    vault: Path, save: Callable[[Path], None]
) -> None:
    """Whichever way a program saves; the same source, with its pages."""
    (vault / "raw/harbour.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.settles()
        ids = seen.compiler.ledger.cache.source_ids()
        save(seen.raw / "harbour.md")
        seen.settles()
        assert seen.compiled() == {"raw/harbour.md": 2}
        assert seen.compiler.ledger.cache.source_ids() == ids
        assert not any(noticed.gone for noticed in seen.noticed)
    assert "plaited cord" in "".join(c.decode() for c in files_in(vault, "wiki").values())


def test_a_source_saved_as_it_was_is_not_compiled_again(seen: Watched) -> None:
    """Another time, the same bytes."""
    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    assert seen.compiled() == {"raw/a.md": 1}
    assert len(seen.out) == 1


def test_a_file_rewritten_while_it_waits_is_compiled_once_as_it_is_then(vault: Path) -> None:
    """Not the bytes of when it was queued, not both, and not in the middle of being written."""
    for name, text in {"a.md": HARBOUR, "b.md": OIL}.items():
        (vault / "raw" / name).write_text(text)
    with watched(vault) as seen:
        seen.now += 3
        queued = seen.look().queued
        assert [item.source for item in queued] == ["raw/a.md", "raw/b.md"]
        (seen.raw / "a.md").write_text(HARBOUR[:200])
        seen.work()
        assert seen.compiled() == {"raw/b.md": 1}
        (seen.raw / "a.md").write_text(HARBOUR.replace("woven", "plaited"))
        seen.settles()
        assert seen.compiled() == {"raw/b.md": 1, "raw/a.md": 1}
        assert len(seen.compiler.queue.items()) == 2
    assert "plaited cord" in "".join(c.decode() for c in files_in(vault, "wiki").values())


def test_a_file_rewritten_while_it_is_compiled_is_compiled_again(vault: Path) -> None:
    """The later bytes must not be lost because the source was under way when they came."""
    (vault / "raw/a.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.now += 3
        seen.look()
        item = seen.watch.next()
        assert item
        done = seen.compiler.one(item)
        (seen.raw / "a.md").write_text(HARBOUR.replace("woven", "plaited"))
        seen.watch.compiled(done)
        seen.settles()
        assert seen.compiled() == {"raw/a.md": 1}
        assert seen.steps() == 2


def test_a_file_that_is_away_for_a_moment_when_its_turn_comes_is_waited_for(vault: Path) -> None:
    """An editor deletes and makes again; the source is neither refused nor lost."""
    (vault / "raw/a.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.now += 3
        seen.look()
        (seen.raw / "a.md").rename(vault.with_name("kept"))
        seen.passes(20)
        assert not seen.out
        vault.with_name("kept").rename(seen.raw / "a.md")
        seen.settles()
        assert [i.status for i in seen.out] == [Status.COMPILED]


def test_a_file_renamed_while_it_waits_is_compiled_once_under_its_new_name(vault: Path) -> None:
    """The item of the queue goes along."""
    (vault / "raw/a.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.now += 3
        seen.look()
        (seen.raw / "a.md").rename(seen.raw / "b.md")
        seen.settles()
        seen.passes(100)
        assert [(i.source, i.status) for i in seen.out] == [("raw/b.md", Status.COMPILED)]
        assert len(seen.compiler.queue.items()) == 1


def test_what_was_dropped_is_not_queued_a_second_time(seen: Watched, tmp_path: Path) -> None:
    """The copy in raw/ is noticed as well, while it waits and after it was compiled."""
    (tmp_path / "drop.md").write_text(HARBOUR)
    seen.compiler.add([tmp_path / "drop.md"])
    seen.settles()
    assert seen.compiled() == {"raw/drop.md": 1}
    assert len(seen.compiler.queue.items()) == 1


# -- what moves


@pytest.mark.parametrize("to", ["raw/b.md", "raw/A.md", "raw/in/a.md"])
def test_a_renamed_source_is_not_compiled_again_and_its_pages_follow(vault: Path, to: str) -> None:
    """Notes lead to where it lies now; ids, dates and page names stay; nothing is new in the log."""
    for name, text in {"a.md": HARBOUR, "winter.txt": WINTER}.items():
        (vault / "raw" / name).write_text(text)
    with watched(vault) as seen:
        seen.settles()
        before = files_in(vault, "wiki")
        ids = seen.compiler.ledger.cache.source_ids()
        (vault / to).parent.mkdir(exist_ok=True)
        (vault / "raw/a.md").rename(vault / to)
        seen.settles()
        seen.passes(200)
        assert seen.compiled() == {"raw/a.md": 1, "raw/winter.txt": 1}
        assert [(i.source, i.status) for i in seen.out[2:]] == [(to, Status.UNCHANGED)]
        assert seen.sources() == {to, "raw/winter.txt"}
        assert seen.compiler.ledger.cache.source_ids() == ids
        assert not any(noticed.gone for noticed in seen.noticed)
        after = files_in(vault, "wiki")
        assert after.keys() == before.keys()
        assert after["wiki/log.md"] == before["wiki/log.md"]
        assert [f for f in findings(seen.compiler) if f.severity.value == "error"] == []
        assert status(seen.compiler).stale == ()
    pages = b"".join(after.values())
    assert f"{to}".encode() in pages
    if to == "raw/b.md":
        assert b"[[b#" in pages
        assert b"[[a#" not in pages


def test_a_source_with_an_edition_keeps_it_when_it_moves(vault: Path) -> None:
    """The readable edition has its name, and says where the source lies now."""
    (vault / "raw/winter.txt").write_text(WINTER)
    with watched(vault) as seen:
        seen.settles()
        before = files_in(vault, "wiki/concepts", "wiki/entities")
        (vault / "raw/winter.txt").rename(vault / "raw/ada.txt")
        seen.settles()
        assert seen.compiled() == {"raw/winter.txt": 1}
        assert files_in(vault, "wiki/concepts", "wiki/entities") == before
    assert "raw/ada.txt" in (vault / "wiki/texts/winter.md").read_text()


def test_a_moved_source_can_be_undone_and_moves_again(vault: Path) -> None:
    """Undo takes back the compile before the move, and the move with it; what moved stays found."""
    (vault / "raw/a.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.settles()
        (vault / "raw/b.md").write_text(OIL)
        seen.settles()
        (vault / "raw/a.md").rename(vault / "raw/c.md")
        seen.settles()
        assert seen.compiler.undo()[0] == "compile “Lamp oil”"
        seen.settles()
        assert seen.sources() == {"raw/c.md"}
        assert seen.compiled() == {"raw/a.md": 1, "raw/b.md": 1}


def test_a_copy_of_a_source_is_nothing_new_until_the_source_goes(seen: Watched) -> None:
    """Then the pages lead to the copy, as they would after a rename."""
    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    (seen.raw / "copy.md").write_text(HARBOUR)
    seen.settles()
    assert len(seen.out) == 1
    (seen.raw / "a.md").unlink()
    seen.settles()
    assert seen.sources() == {"raw/copy.md"}
    assert seen.compiled() == {"raw/a.md": 1}


# -- what goes


def test_a_source_that_is_removed_is_gone_after_a_minute(seen: Watched) -> None:
    """Said once; the status and a finding say so; no page is touched, and it can come back."""
    for name, text in {"a.md": HARBOUR, "b.md": OIL}.items():
        (seen.raw / name).write_text(text)
    seen.settles()
    before = files_in(seen.root, "wiki")
    (seen.raw / "a.md").unlink()
    seen.is_told()
    seen.passes(58)
    assert not any(noticed.gone for noticed in seen.noticed)
    seen.passes(200)
    assert [path for noticed in seen.noticed for path in noticed.gone] == ["raw/a.md"]
    assert [(s.path, s.reasons) for s in status(seen.compiler).stale] == [
        ("raw/a.md", ("source gone",))
    ]
    (finding,) = gone_sources(seen.compiler, seen.watch.gone)
    assert (finding.rule, finding.path) == (
        "source-gone",
        "wiki/summaries/Harbour lamps (summary).md",
    )
    assert files_in(seen.root, "wiki") == before

    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    assert [path for noticed in seen.noticed for path in noticed.back] == ["raw/a.md"]
    assert len(seen.out) == 2
    assert not seen.watch.gone


@pytest.mark.parametrize("whole", [True, False])
def test_sources_that_vanish_together_are_waited_for(vault: Path, *, whole: bool) -> None:
    """A drive that is not connected, a sync tool that empties a folder: said once, and no more."""
    names = [f"{n}.md" for n in range(2 if whole else 6)]
    for n, name in enumerate(names):
        (vault / "raw" / name).write_text(HARBOUR.replace("140", str(150 + n)))
    with watched(vault) as seen:
        seen.settles()
        before, away = files_in(vault, "wiki"), vault.with_name("away")
        away.mkdir()
        for name in names:
            (vault / "raw" / name).rename(away / name)
        if whole:
            (vault / "raw").rmdir()
        seen.passes(500)
        assert not any(noticed.gone for noticed in seen.noticed)
        said = [words for noticed in seen.noticed for words in noticed.said if "away" in words]
        assert len(said) == 1  # beside, maybe, that a hint came late by this clock
        assert f"{len(names)} sources are away at once" in said[0]
        (vault / "raw").mkdir(exist_ok=True)
        for name in names:
            (away / name).rename(vault / "raw" / name)
        seen.settles()
        assert len(seen.out) == len(names)
        assert files_in(vault, "wiki") == before


def test_a_vault_that_is_away_is_said_to_be_and_taken_up_again(vault: Path) -> None:
    """Nothing is queued or gone meanwhile, nothing is made where it lay."""
    (vault / "raw/a.md").write_text(HARBOUR)
    with watched(vault) as seen:
        seen.settles()
        vault.rename(vault.with_name("elsewhere"))
        seen.is_told()
        seen.now += 3
        assert str(vault) in seen.look().lost
        assert not vault.exists()
        vault.with_name("elsewhere").rename(vault)
        (vault / "raw/b.md").write_text(OIL)
        seen.passes(5)
        seen.settles()
        assert seen.compiled() == {"raw/a.md": 1, "raw/b.md": 1}
        assert not any(noticed.gone for noticed in seen.noticed)


def test_a_folder_that_is_replaced_goes_on_being_watched(
    vault: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without a word on standard error."""
    with watched(vault) as seen:
        for n in range(3):
            shutil.rmtree(vault / "raw")
            (vault / "raw").mkdir()
            seen.is_told()
            (vault / f"raw/{n}.md").write_text(HARBOUR.replace("140", str(150 + n)))
            seen.sees(f"raw/{n}.md")
            seen.settles()
        assert sum(seen.compiled().values()) == 3
    assert capfd.readouterr().err == ""


# -- what is not to be compiled


def test_what_was_undone_stays_so(seen: Watched) -> None:
    """However often it is looked at, touched, or renamed."""
    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    seen.compiler.undo()
    seen.passes(200)
    (seen.raw / "a.md").touch()
    seen.settles()
    (seen.raw / "a.md").rename(seen.raw / "b.md")
    seen.settles()
    assert len(seen.out) == 1
    (seen.raw / "b.md").write_text(HARBOUR.replace("woven", "plaited"))
    seen.settles()
    assert len(seen.out) == 2


@pytest.mark.parametrize("name", ["formulas.csv", "empty.md", "hard link.md"])
def test_what_is_refused_is_refused_once(seen: Watched, name: str) -> None:
    """With its reason; not again at every look, nor after the list was cleared or a restart."""
    place = seen.raw / name
    if name == "hard link.md":
        seen.root.with_name("other").write_text(HARBOUR)
        place.hardlink_to(seen.root.with_name("other"))
    else:
        shutil.copy(FIXTURES / name, place)
    seen.settles()
    seen.passes(200)
    (item,) = seen.compiler.queue.items()
    assert item.status in {Status.REFUSED, Status.FAILED}
    assert item.reason


def test_a_file_that_cannot_be_read_is_refused_once(
    seen: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is too large, say."""
    monkeypatch.setattr("app.sources.scanning.LARGEST", 100)
    (seen.raw / "large.md").write_text(HARBOUR)
    seen.settles()
    seen.passes(200)
    (item,) = seen.compiler.queue.items()
    assert (item.status, item.source) == (Status.REFUSED, "raw/large.md")
    assert "too large" in item.reason
    monkeypatch.undo()
    (seen.raw / "large.md").write_text(OIL)
    seen.settles()
    assert seen.compiled() == {"raw/large.md": 1}


def test_a_link_to_a_folder_is_not_followed(seen: Watched) -> None:
    """It could lead in a circle."""
    (seen.raw / "loop.md").symlink_to(seen.raw)
    seen.passes(200)
    assert not seen.compiler.queue.items()


def test_a_file_that_its_writer_holds_is_tried_again(
    seen: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows while it is copied; it is refused only when nobody let go for a minute."""
    read, held = scanning.stamp, {"a.md", "b.md"}

    def stamp(root: Path, path: str, before: scanning.Stamp | None = None) -> scanning.Stamp:
        if PurePosixPath(path).name in held:
            raise SourceRefused("It cannot be read.") from PermissionError(13, "held")
        return read(root, path, before)

    monkeypatch.setattr("app.watching.sources.stamp", stamp)
    (seen.raw / "a.md").write_text(HARBOUR)
    (seen.raw / "b.md").write_text(OIL)
    seen.sees("raw/a.md")
    seen.passes(30)
    assert not seen.compiler.queue.items()
    held.remove("a.md")
    seen.settles()
    seen.passes(200)
    found = {item.source: item.status for item in seen.compiler.queue.items()}
    assert found == {"raw/a.md": Status.COMPILED, "raw/b.md": Status.REFUSED}


def test_temporary_and_hidden_files_and_conflict_copies_are_nobodys_sources(seen: Watched) -> None:
    """As everywhere else."""
    for name in (".x.md", "x.md~", "x.md.tmp", "x.sync-conflict-20261130-120000-ABCDEFG.md"):
        (seen.raw / name).write_text(HARBOUR)
    (seen.raw / ".git").mkdir()
    (seen.raw / ".git/x.md").write_text(HARBOUR)
    seen.settles()
    assert not seen.compiler.queue.items()


def test_what_editors_and_sync_tools_leave_beside_notes_is_told_of_by_nobody(seen: Watched) -> None:
    """A temporary file is nothing at all; a copy is looked into, since it is a finding."""
    copy = "Note (Conflicted copy Mac 202611301200).md"
    for name in ("Note.md", "~$Note.docx", "Note.md~", "~syncthing~Note.md.tmp", "4913", copy):
        (seen.root / name).write_text("words")
    seen.passes(30)
    assert {path for each in seen.noticed for path in each.changed} == {"Note.md"}
    assert {path for each in seen.noticed for path in each.touched} == {"Note.md", copy}


def test_a_thousand_files_at_once_are_one_quiet_queue(vault: Path) -> None:
    """Queued within a few turns, in order, each once, and nothing is said."""
    with watched(vault) as seen:
        seen.compiler.queue.pause()
        for number in range(1000):
            (seen.raw / f"{number:03}.md").write_text(f"# Lamp {number}\n\nLamp {number} is red.\n")
        turns = 0
        while len(seen.compiler.queue.items()) < 1000:
            seen.passes(1)
            turns += 1
            assert turns < 60
        seen.passes(120)
        queued = [item.source for each in seen.noticed for item in each.queued]
        assert queued == [f"raw/{number:03}.md" for number in range(1000)]
        assert sum(bool(each.queued) for each in seen.noticed) < 30
        assert not [words for each in seen.noticed for words in each.said]
        assert {path for each in seen.noticed for path in each.changed} == set()


def test_a_download_under_way_is_no_source_for_anybody(vault: Path) -> None:
    """Nor for whoever compiles what is new without watching."""
    (vault / "raw/got.md").write_text(HARBOUR[:100])
    (vault / "raw/got.md.crdownload").write_text(HARBOUR)
    assert compile_(vault) == []
    (vault / "raw/got.md.crdownload").replace(vault / "raw/got.md")
    assert [item.source for item in compile_(vault)] == ["raw/got.md"]


def test_only_places_of_sources_are_looked_for_sources(vault: Path) -> None:
    """A folder becomes one while it is watched; notes elsewhere are notes."""
    with watched(vault) as seen:
        for folder in ("Clippings", "Notes"):
            (vault / folder).mkdir()
            (vault / folder / f"{folder}.md").write_text(HARBOUR + folder)
        seen.settles()
        assert not seen.out
        at = datetime(2026, 11, 30, tzinfo=UTC).isoformat()
        decision = Decision(at, "source-in-place", "Clippings")
        write_file(vault, decide(vault, seen.compiler.vault.device, decision))
        seen.settles()
        assert seen.compiled() == {"Clippings/Clippings.md": 1}


def test_notes_and_pictures_beside_documents_and_vaults_within_are_no_sources(vault: Path) -> None:
    """Where the person chose the documents of a folder, a note that comes there stays a note."""
    (vault / "Papers/Inner/.obsidian").mkdir(parents=True)
    with watched(vault) as seen:
        seen.compiler.place(documents=[vault / "Papers"])
        seen.settles()
        for name in ("harbour.txt", "harbour.md", "harbour.png", "Inner/oil.txt"):
            (vault / "Papers" / name).write_text(HARBOUR + name)
        seen.settles()
        assert seen.compiled() == {"Papers/harbour.txt": 1}
        assert [i.source for i in seen.compiler.queue.items()] == ["Papers/harbour.txt"]


# -- notes


def test_changes_of_notes_are_told_once_and_our_own_are_not(seen: Watched) -> None:
    """Made, changed, removed; a note that is touched all the time is told of nevertheless."""
    (seen.raw / "a.md").write_text(HARBOUR)
    seen.settles()
    assert [p for noticed in seen.noticed for p in noticed.changed] == []
    note, page = seen.root / "note.md", seen.root / "wiki/concepts/Wick.md"
    note.write_text("a")
    page.write_text(page.read_text() + "mine\n")
    seen.settles()
    told = Counter(p for noticed in seen.noticed for p in noticed.changed)
    assert told == {"note.md": 1, "wiki/concepts/Wick.md": 1}
    note.unlink()
    seen.settles()
    told = Counter(p for noticed in seen.noticed for p in noticed.changed)
    assert told["note.md"] == 2
    seen.noticed.clear()
    for n in range(30):
        note.write_text(str(n))
        seen.until(lambda: True)
        seen.is_told()
        seen.now += 0.5
    assert any("note.md" in noticed.changed for noticed in seen.noticed)


# -- hints


def test_without_hints_one_looks_more_often_and_says_so_once(vault: Path) -> None:
    """The limit of watches is reached."""
    with watched(vault, refused) as seen:
        (vault / "raw/a.md").write_text(HARBOUR)
        seen.passes(8)
        assert seen.compiled() == {"raw/a.md": 1}
        (said,) = [words for noticed in seen.noticed for words in noticed.said]
        assert "watch limit" in said


class Deaf:
    """An observer that tells nothing: of a drive that another machine writes to."""

    emitters = ()

    def __getattr__(self, _name: str) -> Callable[..., bool]:
        return lambda *_args, **_named: True


def test_hints_that_do_not_come_are_not_relied_upon(vault: Path) -> None:
    """What is found without a hint, once, makes for looking more often."""
    with watched(vault, Deaf) as seen:
        (vault / "raw/a.md").write_text(HARBOUR)
        seen.passes(200)
        assert seen.compiled() == {"raw/a.md": 1}
        assert seen.hints.trouble
        (vault / "raw/b.md").write_text(OIL)
        seen.passes(8)
        assert seen.compiled() == {"raw/a.md": 1, "raw/b.md": 1}


def test_a_hint_that_comes_after_the_look_is_one(vault: Path) -> None:
    """Also where it comes together with a look at everything."""
    with watched(vault, Deaf) as seen:
        (vault / "note.md").write_text("a")
        seen.now += 65
        seen.look()
        seen.hints.hint(str(vault / "note.md"))
        seen.now += 65
        seen.look()
        seen.passes(200)
        assert not seen.hints.trouble


def test_an_observer_that_dies_is_replaced(vault: Path) -> None:
    """And everything is looked at."""
    made: list[Observer] = []

    def make() -> Observer:
        made.append(native())
        return made[-1]

    with watched(vault, make) as seen:
        made[0].stop()
        made[0].join()
        (vault / "raw/a.md").write_text(HARBOUR)
        seen.passes(130)
        seen.settles()
        assert len(made) == 2
        assert seen.compiled() == {"raw/a.md": 1}


def test_what_came_while_nobody_watched_is_compiled_once(vault: Path) -> None:
    """Before the start, after the end; what was known is not even read."""
    for n in range(3):
        (vault / f"raw/{n}.md").write_text(HARBOUR.replace("140", str(150 + n)))
        with watched(vault) as seen:
            seen.settles()
            assert seen.compiled() == {f"raw/{n}.md": 1}
    with opened(vault) as compiler:
        assert len(compiler.queue.items()) == 3
