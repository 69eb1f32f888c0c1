"""All notes of a vault, and who links to whom."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault.index import VaultIndex, read_note
from app.vault.rules import Folders

VAULTS = Path(__file__).parents[2] / "fixtures" / "vaults"
EXPECTED = json.loads((VAULTS / "expected.json").read_text(encoding="utf-8"))


def write(root: Path, files: dict[str, str]) -> None:
    """Files in a vault, folders made as needed."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")


def unresolved(index: VaultIndex) -> list[str]:
    """The paths of all links that lead to no file."""
    return [
        each.link.path
        for path in index.notes
        for each in index.outgoing(path)
        if each.resolution.path is None
    ]


@pytest.fixture(scope="module")
def kepano() -> VaultIndex:
    """A real vault, whose links are nearly all in properties."""
    return VaultIndex.scan(VAULTS / "kepano-obsidian")


def test_a_real_vault_is_counted_as_others_count_it(kepano: VaultIndex) -> None:
    """Two counters that share nothing with ours gave these numbers."""
    expected = EXPECTED["kepano-obsidian"]["counted_with_frontmatter_links"]
    wiki = [link for note in kepano.notes.values() for link in note.links if not link.is_markdown]
    broken = unresolved(kepano)

    assert len(kepano.notes) == expected["notes"]
    assert len(wiki) == expected["wikilinks_and_embeds"]
    assert sum(link.is_embed for link in wiki) == expected["embeds"]
    assert len(broken) == expected["unresolved_link_occurrences"]
    assert len(set(broken)) == expected["unresolved_targets"]
    assert (
        sum(not kepano.incoming(path) for path in kepano.notes)
        == (expected["notes_without_inlinks"])
    )


def test_the_broken_targets_of_a_real_vault_are_known_by_name(kepano: VaultIndex) -> None:
    """Templates are read like any other note."""
    assert (
        sorted(set(unresolved(kepano))) == (EXPECTED["kepano-obsidian"]["unresolved_target_names"])
    )


def test_the_lonely_notes_of_a_real_vault_are_known(kepano: VaultIndex) -> None:
    """Those that neither lead anywhere nor are led to."""
    lonely = [
        path
        for path in kepano.notes
        if not kepano.incoming(path)
        and not any(each.resolution.path for each in kepano.outgoing(path))
    ]

    assert lonely == EXPECTED["kepano-obsidian"]["orphans_no_resolved_link_in_or_out"]


def test_a_librarys_own_test_vault_gives_its_own_numbers() -> None:
    """The values that obsidiantools expects of it, which takes links in the text only."""
    expected = EXPECTED["obsidiantools-stub"]
    index = VaultIndex.scan(VAULTS / "obsidiantools-stub")
    in_text = {
        path: [
            each
            for each in index.outgoing(path)
            if not each.link.in_property
            and each.link.path not in expected["embedded_missing_files"]
        ]
        for path in index.notes
    }
    missing = {
        each.link.path.removesuffix(".md")
        for found in in_text.values()
        for each in found
        if each.resolution.path is None
    }

    assert len(index.notes) == expected["md_notes"]
    assert missing == set(expected["nonexistent_notes"])
    assert [path for path in index.notes if not index.incoming(path) and not in_text[path]] == [
        f"{name}.md" for name in expected["isolated_notes"]
    ]


def test_a_note_is_read_whole(tmp_path: Path) -> None:
    """Properties, aliases, headings, block ids, links of text and properties with their places."""
    text = (
        '---\naliases:\n  - "RTE"\n  - 7\nsources:\n  - "[[Pilot|P]]"\n---\n'
        "# One\n\nSee [[Two#H]]. ^b1\n"
    )
    write(tmp_path, {"wiki/One.md": text})
    note = VaultIndex.scan(tmp_path).notes["wiki/One.md"]
    two, pilot = note.links

    assert (note.stem, note.aliases, note.block_ids) == ("One", ("RTE",), ("b1",))
    assert [heading.text for heading in note.headings] == ["One"]
    assert text[two.start : two.end] == "[[Two#H]]"
    assert (two.line, pilot.line, pilot.in_property) == (10, 6, "sources")
    assert text[pilot.start : pilot.end] == "[[Pilot|P]]"


def test_what_cannot_be_read_is_said_and_does_not_stop_the_rest(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, properties that are no YAML."""
    write(tmp_path, {"a.md": "---\na: b: c\n---\n[[b]]", "b.md": "fine"})
    (tmp_path / "c.md").write_bytes("中文 [[b]]".encode("gb18030"))
    index = VaultIndex.scan(tmp_path)

    assert index.notes["a.md"].problem
    assert index.notes["c.md"].problem == "The file is not UTF-8."
    assert index.incoming("b.md") == {"a.md", "c.md"}


def test_compiled_pages_are_told_from_a_persons_notes(tmp_path: Path) -> None:
    """By folder, id and kind together; the folder is the one that the rules name."""
    page = '---\nid: "x"\nkind: concept\n---\n'
    write(tmp_path, {"w/concepts/A.md": page, "w/B.md": "---\nkind: concept\n---\n", "C.md": page})
    index = VaultIndex.scan(tmp_path, Folders(wiki="w", text="w/texts"))

    assert [path for path in index.notes if index.is_generated(path)] == ["w/concepts/A.md"]


def test_a_link_to_itself_is_not_incoming(tmp_path: Path) -> None:
    """Obsidian draws such an edge, but nobody arrives by it."""
    write(tmp_path, {"a.md": "# H\n[[#H]] [[a]]"})

    assert VaultIndex.scan(tmp_path).incoming("a.md") == frozenset()


STEMS = ["A", "B", "x/A", "y/B", "y/deep/A"]
steps = st.lists(
    st.tuples(st.sampled_from(STEMS), st.none() | st.lists(st.sampled_from(STEMS), max_size=3)),
    max_size=6,
)


@given(steps)
@settings(max_examples=25, deadline=None)
def test_refreshing_what_changed_equals_reading_all_again(
    tmp_path_factory: pytest.TempPathFactory, changes: Any
) -> None:
    """Notes made, changed and removed: every link leads where a fresh look says."""
    root = tmp_path_factory.mktemp("vault")
    write(root, {"A.md": "[[B]] [[y/B]]", "s.md": "[[A]] [[x/A]]"})
    index = VaultIndex.scan(root)
    for stem, targets in changes:
        if targets is None:
            (root / f"{stem}.md").unlink(missing_ok=True)
        else:
            write(root, {f"{stem}.md": " ".join(f"[[{target}]]" for target in targets)})
        index.refresh([f"{stem}.md"])
    fresh = VaultIndex.scan(root)

    assert index.notes == fresh.notes
    assert list(index.files) == list(fresh.files)
    for path in fresh.notes:
        assert index.outgoing(path) == fresh.outgoing(path)
        assert index.incoming(path) == fresh.incoming(path)


def test_a_folder_that_goes_takes_its_notes_along(tmp_path: Path) -> None:
    """And one that comes brings them."""
    write(tmp_path, {"a/x.md": "", "a/b/y.md": "", "s.md": "[[x]] [[y]]"})
    index = VaultIndex.scan(tmp_path)
    (tmp_path / "a").rename(tmp_path / "c")
    index.refresh(["a", "c"])

    assert [each.resolution.path for each in index.outgoing("s.md")] == ["c/x.md", "c/b/y.md"]
    assert sorted(index.notes) == ["c/b/y.md", "c/x.md", "s.md"]


def test_a_change_costs_what_it_touches(tmp_path: Path) -> None:
    """In a vault of 1,500 notes a refresh takes a fiftieth of the scan at most."""
    write(
        tmp_path,
        {f"n/Note {i}.md": f"# H\n[[Note {i * 7 % 1500}]] [[Hub]] `c`\n" for i in range(1500)},
    )
    start = time.perf_counter()
    index = VaultIndex.scan(tmp_path)
    scanned = time.perf_counter() - start
    start = time.perf_counter()
    index.refresh(["n/Note 3.md"])
    refreshed = time.perf_counter() - start

    assert refreshed < scanned / 50


def test_any_bytes_make_a_note() -> None:
    """Reading never fails."""
    for content in (b"", b"\x00", b"\xff\xfe", b"---\n---", b"\xef\xbb\xbf# H\n"):
        assert read_note("a.md", content).path == "a.md"
    assert read_note("a.md", b"\xef\xbb\xbf# H\n").headings[0].text == "H"
