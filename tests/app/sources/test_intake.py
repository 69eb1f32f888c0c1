"""Taking files in: safe names, one source for the same bytes, nothing existing changed."""

import hashlib
import os
from pathlib import Path

import pytest

from app.sources.intake import Arrival, Status, intake
from app.sources.scanning import scan
from app.vault.names import fold


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    root = tmp_path / "vault"
    for folder in ("raw", "wiki/texts", ".obsidian"):
        (root / folder).mkdir(parents=True)
    return root


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder to drop things from."""
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder


def _write(place: Path, text: str = "") -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text or f"The file is {place.name!r} in {place.parent.name!r}.")
    return place


def _one(vault: Path, path: Path, *taken: str) -> Arrival:
    (arrival,) = intake(vault, [path], taken)
    return arrival


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("测试文档.md", "测试文档.md"),
        ("ทดสอบไทยล้วน.md", "ทดสอบไทยล้วน.md"),
        ("feat: x.md", "feat - x.md"),
        ("C#.md", "C Sharp.md"),
        ("What?.md", "What.md"),
        ("CON.md", "_CON.md"),
        ("cafe\u0301.md", "caf\u00e9.md"),
        ("# C^sharp [draft] & 100%.md", "C sharp (draft) & 100%.md"),
        ("UPPER.MD", "UPPER.md"),
        ("a.TXT", "a.TXT"),
    ],
)
def test_names_are_made_safe(vault: Path, outside: Path, name: str, kept: str) -> None:
    """And stay readable."""
    arrival = _one(vault, _write(outside / name))
    assert (arrival.status, arrival.path) == (Status.TAKEN, f"raw/{kept}")
    assert (vault / arrival.path).read_bytes() == (outside / name).read_bytes()
    assert arrival.copied_from == outside / name


@pytest.mark.parametrize("name", ["🎉🎊!!!.md", "x" * 120 + ".md", "字" * 80 + ".txt"])
def test_long_and_empty_names(vault: Path, outside: Path, name: str) -> None:
    """A name is never empty and never too long."""
    kept = Path(_one(vault, _write(outside / name)).path).name
    assert 4 < len(kept.encode()) <= 190


def test_same_name_in_two_folders(vault: Path, outside: Path) -> None:
    """Both are kept, apart in case and normal form too."""
    paths = [
        _write(outside / "a" / "notes.md"),
        _write(outside / "b" / "notes.md"),
        _write(outside / "c" / "NOTES.md"),
    ]
    taken = [arrival.path for arrival in intake(vault, paths)]
    assert taken == ["raw/notes.md", "raw/notes 1.md", "raw/NOTES 2.md"]


def test_pdfs_get_names_of_their_own_whatever_their_folder(vault: Path, outside: Path) -> None:
    """Links lead to them by the name alone."""
    for folder in ("a", "b"):
        (outside / folder).mkdir()
        (outside / folder / "paper.PDF").write_bytes(b"%PDF-1.7 " + folder.encode())
    (vault / "Paper 1.pdf").write_bytes(b"%PDF-1.7")
    taken = [arrival.path for arrival in intake(vault, [outside / "a", outside / "b"])]
    assert taken == ["raw/a/paper.PDF", "raw/b/paper 2.PDF"]


def test_same_stem_other_extension(vault: Path, outside: Path) -> None:
    """They do not collide."""
    paths = [_write(outside / "paper.md"), _write(outside / "paper.txt")]
    assert [a.path for a in intake(vault, paths)] == ["raw/paper.md", "raw/paper.txt"]


def test_the_name_of_a_note_is_not_taken(vault: Path, outside: Path) -> None:
    """Whatever its folder: links go by the bare name."""
    assert _one(vault, _write(outside / "Index.md"), fold("index")).path == "raw/Index 1.md"


def test_the_same_bytes_twice_are_one_source(vault: Path, outside: Path) -> None:
    """Said so, within one drop and against known sources."""
    first = _write(outside / "a.md", "Same.")
    second = _write(outside / "b.md", "Same.")
    taken, again = intake(vault, [first, second])
    assert (taken.status, again.status) == (Status.TAKEN, Status.DUPLICATE)
    assert again.path == taken.path
    assert "same content" in again.reason
    (later,) = intake(vault, [second], (), {taken.sha256: taken.path})
    assert later.status is Status.DUPLICATE
    (vault / taken.path).unlink()
    (back,) = intake(vault, [second], (), {taken.sha256: taken.path})
    assert back.status is Status.TAKEN


def test_folders_keep_their_structure(vault: Path, outside: Path) -> None:
    """Hidden, temporary and conflict files are passed over."""
    for name in ("one.md", "deep/er/two.txt", ".hidden.md", ".git/x.md", "~$one.md", "x.part"):
        _write(outside / "My: folder" / name)
    _write(outside / "My: folder" / "one.sync-conflict-20240102-030405-ABCDEFG.md")
    arrivals = intake(vault, [outside / "My: folder"])
    assert {a.path for a in arrivals} == {
        "raw/My - folder/one.md",
        "raw/My - folder/deep/er/two.txt",
    }


def test_what_cannot_be_read_is_refused_and_the_others_go_on(vault: Path, outside: Path) -> None:
    """Each with its reason; nothing of it lies in raw/."""
    _write(outside / "d" / "good.md")
    (outside / "d" / "empty.md").touch()
    (outside / "d" / "a.epub").write_bytes(b"PK\x03\x04")
    (outside / "d" / "dangling.md").symlink_to(outside / "nowhere.md")
    (outside / "d" / "loop").symlink_to(outside / "d")
    os.mkfifo(outside / "d" / "pipe.md")
    arrivals = intake(vault, [outside / "d", outside / "gone.md"])
    reasons = {a.name: a.reason for a in arrivals if a.status is Status.REFUSED}
    assert {a.path for a in arrivals} - {""} == {"raw/d/good.md"}
    assert set(reasons) == {"empty.md", "a.epub", "dangling.md", "pipe.md", "gone.md"}
    assert all(reasons.values())
    assert [p.name for p in (vault / "raw" / "d").iterdir()] == ["good.md"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read there")
def test_a_file_without_the_right_to_read_it_is_refused(vault: Path, outside: Path) -> None:
    """In words."""
    path = _write(outside / "x.md")
    path.chmod(0)
    assert "may not be read" in _one(vault, path).reason


def test_large_files_are_refused(vault: Path, outside: Path) -> None:
    """Without reading them."""
    path = outside / "x.md"
    with path.open("wb") as file:
        file.truncate(100_000_001)
    assert "too large (100 MB)" in _one(vault, path).reason


def test_a_file_in_the_vault_stays_where_it_is(vault: Path) -> None:
    """In raw/ or elsewhere; dropped again it is known."""
    inside = _write(vault / "raw" / "Odd [name].md")
    clip = _write(vault / "Clippings" / "clip.md")
    taken = intake(vault, [inside, clip])
    assert [(a.status, a.path, a.copied_from) for a in taken] == [
        (Status.IN_PLACE, "raw/Odd [name].md", None),
        (Status.IN_PLACE, "Clippings/clip.md", None),
    ]
    (again,) = intake(vault, [inside], (), {taken[0].sha256: taken[0].path})
    assert (again.status, again.path) == (Status.DUPLICATE, "raw/Odd [name].md")


def test_the_wiki_and_the_vault_itself_are_no_sources(vault: Path) -> None:
    """Compiled pages are never evidence."""
    _write(vault / "wiki" / "page.md")
    _write(vault / "raw" / "x.md")
    assert "made by Vaultloom" in _one(vault, vault / "wiki" / "page.md").reason
    assert "the vault itself" in _one(vault, vault).reason
    assert "hidden" in _one(vault, _write(vault / ".obsidian" / "x.md")).reason
    assert intake(vault, [vault / "wiki"])[0].status is Status.REFUSED
    assert intake(vault, [vault.parent / "vault" / "raw"])[0].status is Status.IN_PLACE


def test_nothing_under_raw_ever_changes(vault: Path, outside: Path) -> None:
    """Whatever is dropped."""
    before = {_write(vault / "raw" / name): name for name in ("a.md", "b/c.md")}
    contents = {path: path.read_bytes() for path in before}
    stamps = {path: path.stat().st_mtime_ns for path in before}
    for name in ("a.md", "A.md", "b/c.md"):
        _write(outside / name, f"Another text for {name}.")
    intake(vault, [outside / "a.md", outside / "A.md", outside / "b", vault / "raw"])
    assert {path: path.read_bytes() for path in before} == contents
    assert {path: path.stat().st_mtime_ns for path in before} == stamps
    left = [p.name for p in (vault / "raw").rglob("*") if p.name.startswith(".")]
    assert left == []


def test_scan_tells_new_changed_and_gone(vault: Path) -> None:
    """And does not read again what has the same size and time."""
    one, two = _write(vault / "raw" / "one.md"), _write(vault / "raw" / "d" / "two.md")
    _write(vault / "raw" / ".hidden.md")
    _write(vault / "raw" / "x.tmp")
    first = scan(vault)
    assert first.new == ("raw/one.md", "raw/d/two.md")
    assert first.files["raw/one.md"].sha256 == hashlib.sha256(one.read_bytes()).hexdigest()
    again = scan(vault, first.files)
    assert (again.new, again.changed, again.gone) == ((), (), ())
    assert again.files["raw/one.md"] is first.files["raw/one.md"]
    one.write_text("Changed.")
    two.unlink()
    later = scan(vault, first.files)
    assert (later.new, later.changed, later.gone) == ((), ("raw/one.md",), ("raw/d/two.md",))


def test_scan_looks_at_folders_and_single_files_once_each(vault: Path) -> None:
    """Whatever lies in another of the places too; what is not there is not there."""
    for path in ("raw/one.md", "Clippings/a.md", "Clippings/b/c.md", "Papers/x.pdf", "other.md"):
        _write(vault / path)
    places = ("raw", "Clippings", "Clippings/b", "Papers/x.pdf", "Papers/gone.pdf")
    assert list(scan(vault, places=places).files) == [
        "raw/one.md",
        "Clippings/a.md",
        "Clippings/b/c.md",
        "Papers/x.pdf",
    ]
