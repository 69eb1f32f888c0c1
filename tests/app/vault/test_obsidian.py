"""Where Obsidian is, on each system, and the addresses that open a note in it."""

import json
from pathlib import Path

import pytest

from app.vault.obsidian import Machine, known_obsidian_vaults, obsidian_installed, obsidian_uri

LISTS = {
    "linux": [
        ".config/obsidian",
        ".var/app/md.obsidian.Obsidian/config/obsidian",
        "snap/obsidian/current/.config/obsidian",
    ],
    "darwin": ["Library/Application Support/obsidian"],
    "win32": ["AppData/Roaming/obsidian"],
}
PLACES = [(platform, place) for platform, places in LISTS.items() for place in places]


def machine(tmp_path: Path, platform: str = "linux", **environ: str) -> Machine:
    """A machine on which nothing is installed."""
    return Machine(tmp_path / "home", environ, platform, tmp_path / "root")


def put_list(folder: Path, vaults: object) -> None:
    """Write Obsidian's list of vaults."""
    folder.mkdir(parents=True)
    (folder / "obsidian.json").write_text(json.dumps({"vaults": vaults}), encoding="utf-8")


@pytest.mark.parametrize(("platform", "place"), PLACES)
def test_vaults_that_exist_are_found_on_every_system(
    tmp_path: Path, platform: str, place: str
) -> None:
    """The last opened comes first, and what was deleted since is left out."""
    for name in ("old", "new", "undated"):
        (tmp_path / name).mkdir()
    put_list(
        tmp_path / "home" / place,
        {
            "a1": {"path": str(tmp_path / "old"), "ts": 1},
            "b2": {"path": str(tmp_path / "gone"), "ts": 9, "open": True},
            "c3": {"path": str(tmp_path / "new"), "ts": 2},
            "d4": {"path": str(tmp_path / "undated")},
        },
    )
    here = machine(tmp_path, platform)
    assert [vault.id for vault in known_obsidian_vaults(here)] == ["c3", "a1", "d4"]
    assert obsidian_installed(here)


def test_the_environment_may_move_the_list(tmp_path: Path) -> None:
    """As Obsidian itself does, XDG_CONFIG_HOME and APPDATA are asked first."""
    for platform, variable in (("linux", "XDG_CONFIG_HOME"), ("win32", "APPDATA")):
        moved = tmp_path / platform
        put_list(moved / "obsidian", {"a1": {"path": str(tmp_path)}})
        here = machine(tmp_path, platform, **{variable: str(moved)})
        assert [vault.path for vault in known_obsidian_vaults(here)] == [tmp_path]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"vaults": []}', '{"vaults": {"a": 1}}', "{}"])
def test_a_list_that_cannot_be_read_now_holds_no_vaults(tmp_path: Path, content: str) -> None:
    """Obsidian writes its list in place; half of one is no reason to stop."""
    folder = tmp_path / "home/.config/obsidian"
    folder.mkdir(parents=True)
    (folder / "obsidian.json").write_text(content, encoding="utf-8")
    assert known_obsidian_vaults(machine(tmp_path)) == ()


@pytest.mark.parametrize("platform", LISTS)
def test_nothing_is_found_where_nothing_is(tmp_path: Path, platform: str) -> None:
    """No list, no program, no menu entry."""
    here = machine(tmp_path, platform, LOCALAPPDATA=str(tmp_path), ProgramFiles=str(tmp_path))
    assert not obsidian_installed(here)
    assert known_obsidian_vaults(here) == ()


@pytest.mark.parametrize(
    ("platform", "program"),
    [
        ("linux", "root/opt/Obsidian/obsidian"),
        ("darwin", "root/Applications/Obsidian.app"),
        ("darwin", "home/Applications/Obsidian.app"),
        ("win32", "home/AppData/Local/Programs/Obsidian/Obsidian.exe"),
        ("win32", "home/AppData/Local/Obsidian/Obsidian.exe"),
    ],
)
def test_a_program_that_was_never_started_is_found(
    tmp_path: Path, platform: str, program: str
) -> None:
    """Right after installing there is no list of vaults yet."""
    (tmp_path / program).parent.mkdir(parents=True)
    (tmp_path / program).touch()
    assert obsidian_installed(machine(tmp_path, platform))


def test_on_linux_a_menu_entry_for_its_addresses_is_enough(tmp_path: Path) -> None:
    """Flatpak and distributions leave one; another program's entry is not it."""
    folder = tmp_path / "root/var/lib/flatpak/exports/share/applications"
    folder.mkdir(parents=True)
    entry = folder / "md.obsidian.Obsidian.desktop"
    entry.write_text("[Desktop Entry]\nName=Obsidian icons\n", encoding="utf-8")
    assert not obsidian_installed(machine(tmp_path))
    entry.write_text("[Desktop Entry]\nMimeType=x-scheme-handler/obsidian;\n", encoding="utf-8")
    assert obsidian_installed(machine(tmp_path))


def test_a_note_is_opened_by_its_full_path(tmp_path: Path) -> None:
    """Everything but letters and digits is escaped, spaces never as a plus."""
    root = tmp_path / "my vault"
    root.mkdir()
    uri = obsidian_uri(root, "wiki/A & B+é.md", machine=machine(tmp_path))
    assert uri.startswith("obsidian://open?path=%2F")
    assert uri.endswith("%2Fmy%20vault%2Fwiki%2FA%20%26%20B%2B%C3%A9.md")


def test_a_heading_needs_the_vault_by_id_or_name(tmp_path: Path) -> None:
    """The heading is spelled as a link spells it."""
    root = tmp_path / "my vault"
    root.mkdir()
    here = machine(tmp_path)
    target = "file=wiki%2FNote%23C%20the%20%22good%22%20parts%20v2"
    heading = 'C#: the "good" parts | v2'
    assert obsidian_uri(root, "wiki/Note.md", heading, here) == (
        f"obsidian://open?vault=my%20vault&{target}"
    )
    put_list(tmp_path / "home/.config/obsidian", {"ef6ca3e3b524d22f": {"path": str(root)}})
    assert obsidian_uri(root, "wiki/Note.md", heading, here) == (
        f"obsidian://open?vault=ef6ca3e3b524d22f&{target}"
    )
