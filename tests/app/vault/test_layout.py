"""Making a vault, adding ours to one that exists, and opening one."""

import json
import os
import re
from pathlib import Path

import pytest

from app.errors import VaultProblem
from app.paths import vault_template
from app.vault.layout import adopt, device_id, new, open_vault, preview
from app.vault.marker import MARKER
from app.vault.obsidian import config_folders
from app.vault.writing import Changes, Disk
from tests.app.history.plug import Plug, killed, snapshot

PAGE = '---\nid: "2v8xqd"\nkind: concept\ntags:\n  - "wiki/concept"\n---\n# Flow battery\n'
FOLDERS = ("raw", "wiki/texts", "wiki/summaries", "wiki/concepts", "wiki/entities")


def put(root: Path, **notes: str) -> Path:
    """A vault of a person's, with ``.obsidian/`` and these files ("__" stands for a slash)."""
    for name, content in {".obsidian__app": "{}", **notes}.items():
        file = root / f"{name.replace('__', '/')}{'.json' if 'app' in name else '.md'}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return root


def test_a_new_vault_has_the_folders_and_opens(tmp_path: Path) -> None:
    """Everything of the template, with an id of its own."""
    changes = new(tmp_path / "deep/vault", vault_id="abc")
    vault = open_vault(tmp_path / "deep/vault")
    assert set(changes.created) == set(snapshot(vault.root))
    assert {"AGENTS.md", "purpose.md", "wiki/Pages.base", ".gitignore"} <= set(changes.created)
    assert all((vault.root / folder).is_dir() for folder in FOLDERS)
    assert (vault.id, vault.readonly, vault.purpose) == ("abc", None, "purpose.md")
    assert (vault.folders.raw, vault.found.path) == ("raw", "AGENTS.md")


def test_a_new_vault_carries_no_plugins_and_no_workspace(tmp_path: Path) -> None:
    """Obsidian warns of the first and overwrites the second (interop 4.5)."""
    new(tmp_path / "vault")
    names = {path.name for path in (tmp_path / "vault/.obsidian").iterdir()}
    assert names == {
        *("app.json", "bookmarks.json", "core-plugins.json", "graph.json", "types.json")
    }


def test_the_settings_of_a_new_vault_agree_with_its_folders(tmp_path: Path) -> None:
    """Every JSON file is JSON, and every folder that the graph colours is there."""
    new(tmp_path / "vault")
    root = tmp_path / "vault"
    settings = {file.stem: json.loads(file.read_text()) for file in root.glob(".obsidian/*")}
    colours = settings["graph"]["colorGroups"]
    for folder in re.findall(r'path:"([^"]+)"', " ".join(group["query"] for group in colours)):
        assert (root / folder).is_dir()
    assert all(isinstance(group["color"]["rgb"], int) for group in colours)
    assert settings["app"]["showInlineTitle"] is False
    assert settings["types"]["types"]["confidence"] == "number"


def test_making_a_vault_again_changes_nothing(tmp_path: Path) -> None:
    """Not even what its owner removed or rewrote."""
    new(tmp_path / "vault")
    (tmp_path / "vault/purpose.md").unlink()
    before = snapshot(tmp_path / "vault")
    assert new(tmp_path / "vault") == Changes()
    assert snapshot(tmp_path / "vault") == before


def test_an_interrupted_new_can_be_repeated(tmp_path: Path) -> None:
    """Killed at any call, the next run leaves the same vault."""
    new(tmp_path / "whole", vault_id="abc")
    for fuse in range(0, 60, 4):
        root = tmp_path / f"vault {fuse}"
        killed(new, root, vault_id="abc", files=Plug(fuse))
        new(root, vault_id="abc", files=Plug())
        assert snapshot(root) == snapshot(tmp_path / "whole")


def test_a_folder_with_other_things_is_not_made_a_vault(tmp_path: Path) -> None:
    """A desktop's own files and an empty repository do not count."""
    (tmp_path / "vault/.git").mkdir(parents=True)
    (tmp_path / "vault/.git/config").touch()
    (tmp_path / "vault/.DS_Store").touch()
    new(tmp_path / "vault")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").touch()
    with pytest.raises(VaultProblem, match="not empty"):
        new(tmp_path / "full")
    assert list(snapshot(tmp_path / "full")) == ["letter.txt"]


def test_a_vault_within_a_vault_is_refused(tmp_path: Path) -> None:
    """Links would lead across both; ours and Obsidian's own count alike."""
    put(tmp_path / "theirs")
    new(tmp_path / "ours")
    for outer in ("theirs", "ours"):
        with pytest.raises(VaultProblem, match="inside another vault"):
            new(tmp_path / outer / "inner/vault")


def test_a_vault_among_obsidians_settings_is_refused() -> None:
    """Its help says never to put one there."""
    with pytest.raises(VaultProblem, match="settings"):
        new(config_folders()[0] / "vault")


def test_where_no_vault_can_be_opened_the_words_say_why(tmp_path: Path) -> None:
    """Each with a way out."""
    (tmp_path / "file").touch()
    (tmp_path / "plain").mkdir()
    for name, words in (
        ("gone", "no folder"),
        ("file", "is a file"),
        ("plain", "not a Vaultloom vault yet"),
    ):
        with pytest.raises(VaultProblem, match=words) as problem:
            open_vault(tmp_path / name)
        assert problem.value.remedy


def test_a_disk_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    """With what the system said."""

    class ReadOnly(Disk):
        def write(self, path: Path, content: bytes, mode: int | None) -> None:
            raise OSError(30, "Read-only file system")

    with pytest.raises(VaultProblem, match="Read-only file system"):
        new(tmp_path / "vault", files=ReadOnly())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_not_opened(tmp_path: Path) -> None:
    """Before anything is tried in it."""
    new(tmp_path / "vault")
    (tmp_path / "vault").chmod(0o500)
    with pytest.raises(VaultProblem, match="cannot be written"):
        open_vault(tmp_path / "vault")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"id": "a", "format": "x"}', "\x00"])
def test_a_damaged_marker_is_not_taken_for_no_vault(tmp_path: Path, content: str) -> None:
    """A vault of ours is not made anew because a few bytes are wrong."""
    new(tmp_path / "vault")
    (tmp_path / "vault" / MARKER).write_text(content, encoding="utf-8")
    for use in (open_vault, new, adopt):
        with pytest.raises(VaultProblem, match="cannot be read"):
            use(tmp_path / "vault")


def test_the_vault_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    """It may hold what this one would lose."""
    new(tmp_path / "vault")
    (tmp_path / "vault" / MARKER).write_text('{"id": "a", "format": 2}', encoding="utf-8")
    with pytest.raises(VaultProblem, match="newer Vaultloom"):
        open_vault(tmp_path / "vault")


def test_adopting_adds_only_what_is_missing(tmp_path: Path) -> None:
    """No file that was there has other bytes, and .obsidian/ has no other files."""
    root = put(tmp_path / "vault", Ideas="# Ideas", wiki__Old="# Old")
    before = snapshot(root)
    shown = preview(root)
    assert snapshot(root) == before
    changes = adopt(root)
    assert set(changes.created) == set(shown.additions)
    assert set(changes.created) == {MARKER, "AGENTS.md", "purpose.md", "wiki/Pages.base"}
    assert before.items() <= snapshot(root).items()
    assert set(snapshot(root)) == set(before) | set(changes.created)
    assert open_vault(root).readonly is None
    assert all((root / folder).is_dir() for folder in FOLDERS)


def test_the_list_of_pages_goes_where_the_rules_put_the_pages(tmp_path: Path) -> None:
    """And no folder is made that the rules do not name."""
    rules = (vault_template() / "AGENTS.md").read_text(encoding="utf-8")
    for default in ("wiki/texts", "wiki"):
        rules = rules.replace(f": {default} ", f": Knowledge/{default} ")
    root = put(tmp_path / "vault", Ideas="# Ideas", AGENTS=rules)
    changes = adopt(root)
    assert "Knowledge/wiki/Pages.base" in changes.created
    assert not (root / "wiki").exists()


def test_adopting_again_adds_nothing(tmp_path: Path) -> None:
    """And an interrupted adopting goes on with the same names."""
    for fuse in range(0, 30, 3):
        root = put(tmp_path / f"{fuse}", AGENTS="# For others", sub__purpose="# Theirs")
        killed(adopt, root, files=Plug(fuse))
        adopt(root, files=Plug())
        assert (preview(root).ours, preview(root).additions) == (True, ())
        assert len(list(root.rglob("Vaultloom*.md"))) == 2


def test_rules_and_purpose_get_other_names_where_theirs_are_taken(tmp_path: Path) -> None:
    """An AGENTS.md without a block of ours stays; so does a note called Purpose anywhere."""
    root = put(
        tmp_path / "vault",
        AGENTS="# For others",
        notes__PURPOSE="# Mine",
        notes__Vaultloom_rules="",
    )
    (root / "notes/Vaultloom_rules.md").rename(root / "notes/vaultloom RULES.md")
    adopt(root)
    vault = open_vault(root)
    assert (root / "AGENTS.md").read_text() == "# For others"
    assert vault.found.path == "wiki/Vaultloom rules 1.md"
    assert vault.purpose == "Vaultloom purpose.md"
    assert (root / vault.purpose).is_file()


def test_rules_that_are_there_already_hold(tmp_path: Path) -> None:
    """Its folders are the ones that are made."""
    block = "```yaml vaultloom\nfolders: {raw: Sources, wiki: Pages, text: Pages/t}\n```\n"
    root = put(tmp_path / "vault", AGENTS=f"# Mine\n{block}")
    adopt(root)
    assert open_vault(root).folders.of("entity") == "Pages/entities"
    assert (root / "Pages/entities").is_dir()
    assert (root / "Sources").is_dir()


def test_a_preview_counts_what_is_there(tmp_path: Path) -> None:
    """Notes, sources, pages, clippings and vaults within; what is hidden does not count."""
    root = put(
        tmp_path / "vault",
        Ideas="",
        deep__More="",
        Clippings__Web="",
        raw__paper="",
        wiki__Own="",
        hidden__x="",
    )
    (root / "hidden").rename(root / ".hidden")
    put(root / "inner")
    found = preview(root).contents
    assert (found.notes, found.raw, found.wiki, found.clippings) == (3, 1, 1, 1)
    assert (found.compiled, found.nested) == (0, ("inner",))


def test_compiled_pages_without_their_ledger_open_to_be_read(tmp_path: Path) -> None:
    """They are nobody's notes: they are not adopted, and the words say what is missing."""
    root = put(tmp_path / "vault", wiki__concepts__Flow=PAGE, wiki__Own="---\nkind: concept\n---\n")
    assert ".vaultloom/ is missing" in (open_vault(root).readonly or "")
    for use in (preview, adopt):
        with pytest.raises(VaultProblem, match=r"compiled pages \(1\)"):
            use(root)


def test_a_compiled_page_is_known_after_obsidian_rewrote_its_properties(tmp_path: Path) -> None:
    """Other quotes, another order, other line ends."""
    page = "---\naliases:\n  - RTE\nkind: concept\nid: 2v8xqd\n---\n# X\n"
    root = put(tmp_path / "vault", wiki__Flow=page)
    (root / "wiki/Flow.md").write_bytes(page.replace("\n", "\r\n").encode())
    assert open_vault(root).readonly


def test_a_device_keeps_its_name(tmp_path: Path) -> None:
    """Its own files in a synced vault are told by it."""
    assert device_id() == device_id()
    assert re.fullmatch(r"[0-9a-f]{8}", device_id())
