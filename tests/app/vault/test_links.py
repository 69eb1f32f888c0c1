"""Links mean what they mean in Obsidian, case by case."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault import frontmatter, markdown
from app.vault.links import (
    VaultFiles,
    find,
    find_block,
    find_heading,
    heading_matches,
    heading_text_for_link,
    property_links,
    wikilink,
)

CASES = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "obsidian-cases.json").read_text(encoding="utf-8")
)


def _nfc(path: str | None) -> str | None:
    """The index compares in NFC; the path is returned as it is on disk."""
    return path and unicodedata.normalize("NFC", path)


def _cases(*kinds: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{case['id']}-{case['case']}")
        for case in CASES
        if case["kind"] in kinds
    ]


@pytest.mark.parametrize("case", _cases("link", "mdlink"))
def test_a_link_leads_where_obsidian_leads(case: Any) -> None:
    """Each was observed in the app, documented, or agreed on by several programs."""
    expected = case["expected"]
    links = find(case["text"])

    assert len(links) == expected.get("links", 1)
    for link in links:
        resolution = VaultFiles(case["files"]).resolve(link.path, case["source"])
        assert _nfc(resolution.path) == expected["resolves_to"]
        assert resolution.ambiguous == expected.get("ambiguous", False)
        assert link.display == expected.get("display", link.display)
        assert link.path == expected.get("path", link.path)
        assert link.in_comment == (expected.get("severity") == "info")


@pytest.mark.parametrize("case", _cases("heading"))
def test_a_subpath_finds_the_heading_that_obsidian_finds(case: Any) -> None:
    """Marks do not count, parents tell equal headings apart."""
    segments = case["text"].removeprefix("#").split("#")

    assert find_heading(case["headings"], segments) == case["expected"]["index"]


@pytest.mark.parametrize("case", _cases("block"))
def test_a_block_id_is_found_whatever_its_case(case: Any) -> None:
    """And one with an underscore is none."""
    ids = [block.id for block in markdown.block_ids(case["text"])]
    (link,) = find(case["link"])

    assert find_block(ids, link.block) == case["expected"]["found"]
    assert not set(ids) & set(case["expected"]["invalid"])


@pytest.mark.parametrize("case", _cases("property"))
def test_a_property_is_a_link_only_as_a_whole(case: Any) -> None:
    """Quoted, and nothing beside it."""
    found: dict[str, list[str]] = {}
    for link in property_links(frontmatter.read(f"---\n{case['text']}\n---\n").properties):
        found.setdefault(link.in_property, []).append(link.path)

    assert found == case["expected"]["links"]
    for error in case["expected"].get("errors", ()):
        name, what = error.split(":")
        assert what == "nested-list"
        value = frontmatter.read(f"---\n{case['text']}\n---\n").properties[name]
        assert isinstance(value, list)
        assert isinstance(value[0], list)


@pytest.mark.parametrize("case", _cases("yaml", "frontmatter", "write"))
def test_properties_are_read_as_obsidian_reads_them(case: Any) -> None:
    """Errors where it shows one, values where it has them, and the fix is readable."""
    expected = case["expected"]
    if case["kind"] == "write":
        assert expected["written"] in frontmatter.dump(case["value"])
        return
    text = case["text"] if case["kind"] == "frontmatter" else f"---\n{case['text']}\n---\n"
    note = frontmatter.read(text)
    if "error" in (expected.get("obsidian"), expected.get("parse")):
        assert note.problem
    if isinstance(expected.get("obsidian"), dict):
        assert note.properties == expected["obsidian"]
    if "recover" in expected:
        assert frontmatter.recover(note.block or "") == expected["recover"]
    if expected.get("action"):
        assert note.problem
        assert "template" in note.problem
    if "properties" in expected:
        assert note.block is expected["properties"]
    if expected.get("valid_tags") is False:
        assert isinstance(note.properties["tags"], str)


def test_all_cases_are_tested() -> None:
    """None of the 44 has a kind that no test takes."""
    kinds = {"link", "mdlink", "heading", "block", "property", "yaml", "frontmatter", "write"}

    assert [case["id"] for case in CASES] == list(range(1, 45))
    assert {case["kind"] for case in CASES} == kinds


@pytest.mark.parametrize(
    ("text", "path", "subpath", "display", "is_embed"),
    [
        ("[[p#H]]", "p", "H", None, False),
        ("[[p#^b]]", "p", "^b", None, False),
        ("[[p#A#B|words]]", "p", "A#B", "words", False),
        ("[[#L]]", "", "L", None, False),
        ("[[p\\|A]]", "p", "", "A", False),
        ("[[p|a|b]]", "p", "", "a|b", False),
        ("[[p|]]", "p", "", "", False),
        ("[[ p ]]", "p", "", None, False),
        ("![[i.png]]", "i.png", "", None, True),
        ("![[i.png|100x80]]", "i.png", "", "100x80", True),
        ("![[d.pdf#page=2]]", "d.pdf", "page=2", None, True),
        ("[[Title With Spaces]]s", "Title With Spaces", "", None, False),
        ("[[4]]", "4", "", None, False),
        ("[t](x.md)", "x.md", "", "t", False),
        ("[t](<x y.md>)", "x y.md", "", "t", False),
        ("[t](x%20y.md#A%20B 'title')", "x y.md", "A B", "t", False),
        ("[a `b`](f(1).md)", "f(1).md", "", "a `b`", False),
        ("![alt](../p.png)", "../p.png", "", "alt", True),
        ("[t](#H)", "", "H", "t", False),
        ("\\![[x]]", "x", "", None, False),
        ("\\\\[[x]]", "x", "", None, False),
    ],
)
def test_a_link_is_taken_apart(
    text: str, path: str, subpath: str, display: str | None, is_embed: bool
) -> None:
    """Path, subpath, words, embed; and its place is exactly its own."""
    (link,) = find(f"Before {text} after")

    assert (link.path, link.subpath, link.display) == (path, subpath, display)
    assert link.is_embed == is_embed


@pytest.mark.parametrize(
    "text",
    [
        "`[[x]]`",
        "``a ` [[x]]``",
        "```\n[[x]]\n```",
        "> ~~~\n> [[x]]\n> ~~~",
        "text\n\n    [[x]]",
        "<!-- [[x]] -->",
        "<!--\n[[x]]\n\n[[y]] -->",
        "<div>\n[[x]]\n</div>",
        "$[[x]]$",
        "$$\n[[x]]\n\n[[y]]\n$$",
        "\\[[x]]",
        "\\[\\[x\\]\\]",
        "[[a|b]",
        "[[a\\]",
        "[[]]",
        "[t](https://e.org)",
        "[t](mailto:a@b.c)",
        "[t](x y.md)",
        "[^1]",
        '---\na: "[[x]]"\n---\n',
        "```bash\nif [[ -f a ]]; then\n```",
    ],
)
def test_where_obsidian_sees_no_link_there_is_none(text: str) -> None:
    """Code, comments of HTML, math, escapes, the web, what is not closed."""
    assert find(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "> [!note] [[x]]",
        "- item\n\n    [[x]]",
        "# A [[x]]",
        "[^a]: words [[x]]",
        "| a |\n|---|\n| `b | [[x]] |",
        "costs $5 for [[x]] and $6",
        "**[[x]]**: <b>bold</b>",
        "a ` b [[x]]",
        "[[x]] `code`",
    ],
)
def test_where_obsidian_sees_a_link_there_is_one(text: str) -> None:
    """Callouts, lists, headings, footnotes, tables, and beside marks that do not pair."""
    (link,) = find(text)

    assert text[link.start : link.end] == "[[x]]"


def test_places_and_lines_are_those_of_the_whole_text() -> None:
    """Properties above count, and Windows line ends do not shift anything."""
    text = "---\r\na: 1\r\n---\r\nOne `[[no]]`\r\n\r\n[[two]] %%[[three]]%%\r\n"
    two, three = find(text)

    assert (two.line, three.line) == (6, 6)
    assert text[three.start : three.end] == "[[three]]"
    assert (two.in_comment, three.in_comment) == (False, True)


def test_several_kinds_of_links_in_properties_are_found() -> None:
    """In lists too; numbers, maps and mixed words are none."""
    links = property_links(
        {"up": "[[A|x]]", "all": ["[[B#H]]", 3, "see [[C]]", "[t](D.md)"], "n": {"m": "[[E]]"}}
    )

    assert [(link.in_property, link.path, link.subpath) for link in links] == [
        ("up", "A", ""),
        ("all", "B", "H"),
        ("all", "D.md", ""),
    ]


@pytest.mark.parametrize(
    ("link", "source", "path"),
    [
        ("Note", "a/b/s.md", "Note.md"),
        ("Ext.MD", "s.md", "Ext.md"),
        ("v1.2", "s.md", "v1.2.md"),
        ("paper", "s.md", None),
        ("paper.pdf", "s.md", "x/paper.pdf"),
        ("./deep", "x/s.md", "x/deep.md"),
        ("./deep", "s.md", None),
        ("/x/deep", "s.md", "x/deep.md"),
        ("x", "s.md", None),
        ("", "x/s.md", "x/s.md"),
        ("a\u00a0b", "s.md", "a b.md"),
    ],
)
def test_links_resolve_by_name_and_path(link: str, source: str, path: str | None) -> None:
    """Extensions, relative and rooted paths, folders that are none."""
    files = VaultFiles(
        ["Note.md", "a/b/Note.md", "Ext.md", "v1.2.md", "x/paper.pdf", "x/deep.md", "a b.md"]
    )

    assert files.resolve(link, source).path == path


def test_files_come_and_go_cheaply() -> None:
    """A file added is found, a file removed is not, and a name is free once its last note goes."""
    files = VaultFiles(["a/Note.md", "b/NOTE.md"])
    files.remove("a/Note.md")

    assert files.resolve("note", "s.md").path == "b/NOTE.md"
    assert files.names() == {"note"}
    files.remove("b/NOTE.md")
    assert files.resolve("note", "s.md").path is None
    assert not files.names()
    files.add("c/Note.md")
    assert files.shortest_link("c/Note.md") == "Note"
    files.add("Note.md")
    assert files.shortest_link("c/Note.md") == "c/Note"


def test_two_notes_that_differ_only_in_case_are_ambiguous() -> None:
    """Linux allows them; a link cannot tell them apart."""
    resolution = VaultFiles(["Unix.md", "unix.md"]).resolve("unix", "s.md")

    assert resolution.ambiguous
    assert resolution.candidates == ("Unix.md", "unix.md")


def test_hidden_folders_are_not_read(tmp_path: Path) -> None:
    """Nor are files that Obsidian cannot show."""
    for path in ("a/x.md", ".obsidian/y.md", "raw/z.txt", "raw/.hidden/w.md", ".v.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("", encoding="utf-8")

    assert list(VaultFiles.scan(tmp_path)) == ["a/x.md"]


@given(st.text(max_size=30))
@settings(max_examples=100)
def test_what_is_written_for_a_heading_finds_it(heading: str) -> None:
    """Wherever there is anything left to compare."""
    written = heading_text_for_link(heading)

    assert heading_matches(written, heading) or not heading_matches(heading, heading)
    assert not set(written) & set("#|^[]`\n") or "[[" not in written


@pytest.mark.parametrize(
    ("link", "written"),
    [
        (wikilink("Note"), "[[Note]]"),
        (wikilink("Note", display="Note"), "[[Note]]"),
        (wikilink("Note", "A#B", "words"), "[[Note#A#B|words]]"),
        (wikilink("Note", "^p-1"), "[[Note#^p-1]]"),
        (wikilink("Note", display="x", in_table=True), "[[Note\\|x]]"),
        (wikilink("Note", display="a [b] `c`"), "[[Note|a (b) c]]"),
    ],
)
def test_a_link_is_written_as_obsidian_writes_it(link: str, written: str) -> None:
    """Target, subpath, words, in this order."""
    assert link == written


@given(st.text(max_size=20), st.booleans())
@settings(max_examples=100)
def test_whatever_a_link_shows_it_is_one_link(display: str, in_table: bool) -> None:
    """No words can end it or hide it."""
    text = f"See {wikilink('Note', 'Part', display, in_table=in_table)} there"
    (link,) = find(text)

    assert (link.path, link.subpath) == ("Note", "Part")
    assert text[: link.start] == "See "
    assert text[link.end :] == " there"
