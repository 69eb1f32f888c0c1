"""What was observed in Obsidian of names, paths and properties, as findings (interop, section 10)."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.fixing import apply
from app.vault import frontmatter
from app.vault.index import VaultIndex

CASES = {
    case["case"]: case
    for case in json.loads(
        (Path(__file__).parents[2] / "fixtures" / "obsidian-cases.json").read_text(encoding="utf-8")
    )
}


def found(root: Path, files: dict[str, str]) -> list[Finding]:
    """All that is found in a vault of these files, but for notes that stand alone."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return [f for f in check(Checked(VaultIndex.scan(root))) if f.rule != "orphan"]


def of_case(root: Path, name: str) -> list[Finding]:
    """What is found where a case is a note of its own."""
    case: dict[str, Any] = CASES[name]
    text = case["text"]
    if case["kind"] in ("yaml", "property"):
        text = f"---\n{text}\n---\n"
    return found(root, {**dict.fromkeys(case["files"], "# H\n"), case["source"]: text})


def test_a_part_of_a_path_is_worth_knowing(tmp_path: Path) -> None:
    (finding,) = of_case(tmp_path, "path suffix")
    assert (finding.severity, finding.rule) == (Severity.INFO, "needless-path")
    assert finding.fix is not None
    assert apply("[[b/Note]]", [finding.fix], {Risk.REVIEW})[0] == "[[Note]]"


@pytest.mark.parametrize(
    "case", ["exact beats suffix in own folder", "relative", "root beats sibling"]
)
def test_other_paths_are_left_alone(tmp_path: Path, case: str) -> None:
    assert of_case(tmp_path, case) == []


@pytest.mark.parametrize("case", ["own folder", "shortest string", "ancestor does not count"])
def test_a_name_of_two_files_is_ambiguous(tmp_path: Path, case: str) -> None:
    """The fix writes the path of the one that Obsidian takes."""
    (finding,) = of_case(tmp_path, case)
    assert finding.rule == "ambiguous-link"
    assert finding.fix is not None
    better = apply("[[Note]]", [finding.fix], {Risk.REVIEW})[0]
    path = CASES[case]["expected"]["resolves_to"].removesuffix(".md")
    assert better == f"[[{path}|Note]]"


def test_a_name_that_no_link_leads_to_is_an_error(tmp_path: Path) -> None:
    found_ = {f.rule: f for f in of_case(tmp_path, "hash in file name")}
    assert found_["file-name"].severity is Severity.ERROR
    assert found_["file-name"].path == "C#.md"
    assert of_case(tmp_path / "other", "single bracket") == []


def test_links_among_other_words_of_a_property_are_worth_knowing(tmp_path: Path) -> None:
    (finding,) = of_case(tmp_path, "property mixed text")
    assert (finding.severity, finding.what) == (Severity.INFO, "note")


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("colon in title", "unreadable-properties"),
        ("tag comment", "bad-tag"),
        ("comma tags", "list-needed"),
        ("long integer", "wrong-type"),
    ],
)
def test_properties_that_obsidian_reads_otherwise_are_mended_as_there(
    tmp_path: Path, case: str, rule: str
) -> None:
    (finding,) = of_case(tmp_path, case)
    assert finding.rule == rule
    assert finding.fix is not None
    text = f"---\n{CASES[case]['text']}\n---\n"
    better = apply(text, [finding.fix], {Risk.SAFE, Risk.REVIEW})[0]
    assert CASES[case]["expected"]["fix"] in better
    assert frontmatter.read(better).problem is None


def test_a_key_given_twice_is_found_in_the_line_where_it_stands_again(tmp_path: Path) -> None:
    """Which of two values holds is not for a program to say."""
    (finding,) = of_case(tmp_path, "duplicate key")
    assert (finding.rule, finding.line, finding.fix) == ("duplicate-property", 3, None)


def test_a_bare_link_in_a_property_is_put_in_quotes(tmp_path: Path) -> None:
    found_ = [f for f in of_case(tmp_path, "property link") if f.rule != "broken-link"]
    (finding,) = found_
    assert (finding.rule, finding.what) == ("wrong-type", "b")


@pytest.mark.parametrize("case", ["template braces", "blank line before fence"])
def test_what_is_no_block_of_properties_is_left_alone(tmp_path: Path, case: str) -> None:
    assert of_case(tmp_path, case) == []


def test_backslashes_that_a_clipper_left_are_kept_as_they_were_meant(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, {"s.md": CASES["clipper backslash"]["text"]})
    assert finding.fix is not None
    better = apply(CASES["clipper backslash"]["text"], [finding.fix], {Risk.REVIEW})[0]
    meant = CASES["clipper backslash"]["expected"]["recover"]
    assert frontmatter.read(better).properties == meant


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# first\ntags: a, b # of these\nother: 1\n",
            "# first\ntags: # of these\n  - a\n  - b\nother: 1\n",
        ),
        ("cssclass: wide\nx: [1, 2] # kept\n", "cssclasses:\n  - wide\nx: [1, 2] # kept\n"),
        ("alias: [AI, 'The field']\n", 'aliases:\n  - "AI"\n  - "The field"\n'),
        ("tag:\n- a\n- b\nz: 1\n", "tags:\n  - a\n  - b\nz: 1\n"),
        ("tags: [a, 'b c']\n", "tags: [a, b-c]\n"),
        ("a: 1\nb: 2\n# about a\na: 1\n", "a: 1\nb: 2\n# about a\n"),
        (
            "up: [[Lamps]]\nid: -20240115103000123456\n",
            'up: "[[Lamps]]"\nid: "-20240115103000123456"\n',
        ),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_an_edit_of_one_property_leaves_the_others_as_they_are(
    tmp_path: Path, before: str, after: str, ends: str
) -> None:
    """Comments, order, and how lines end."""
    text = f"---\n{before}---\n# H\n".replace("\n", ends)
    (tmp_path / "Lamps.md").write_text("")
    (tmp_path / "s.md").write_bytes(text.encode())
    fixes = [f.fix for f in check(Checked(VaultIndex.scan(tmp_path))) if f.fix]
    better = apply(text, fixes, {Risk.SAFE, Risk.REVIEW})[0]
    assert better == f"---\n{after}---\n# H\n".replace("\n", ends)


@pytest.mark.parametrize(
    "text",
    [
        "tags: [a, b/c, 日本, y1984, '#x']\naliases: [A, B]\n",
        "tags: lamp\naliases: One\n",
        "created: 2024-01-01\nupdated: 2024-01-01T10:00:00\n",
        "n: 9007199254740992\nm: 1.5\nempty:\n",
        "title: 'Foo: bar'\nurl: https://e.org/a:b\n",
        "created: {{date}}\ntags: <% tp.tag %>\n",
        "x: {{a}}\n",
    ],
)
def test_properties_that_obsidian_shows_are_left_alone(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, {"s.md": f"---\n{text}---\n"}) == []


def test_types_that_a_vault_gave_are_kept_to(tmp_path: Path) -> None:
    """A link may stand in a property of any type."""
    types = {"types": {"Rating": "number", "seen": "date", "done": "checkbox", "day": "date"}}
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/types.json").write_text(json.dumps(types))
    text = '---\nrating: high\nseen: "yesterday"\ndone: "yes"\nday: "[[s]]"\n---\n'
    assert [f.what for f in found(tmp_path, {"s.md": text})] == ["rating", "seen", "done"]


def test_paths_are_no_matter_where_obsidian_is_set_to_write_them(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text('{"newLinkFormat": "absolute"}')
    assert found(tmp_path, {"a/Note.md": "", "s.md": "[[a/Note]]"}) == []


@pytest.mark.parametrize(
    ("path", "severity"),
    [
        ("a:b.md", Severity.INFO),
        ("what?.md", Severity.INFO),
        ("ends .md", Severity.INFO),
        ("CON.md", Severity.INFO),
        ("x" * 253 + ".md", None),
        ("folder./a.md", Severity.INFO),
        ("a|b.md", Severity.ERROR),
        ("v1.2 – “notes” (old).md", None),
        ("raw/a: b.md", None),
        (".hidden.md", None),
    ],
)
def test_names_that_some_system_refuses_are_found(
    tmp_path: Path, path: str, severity: Severity | None
) -> None:
    if len(path.encode()) > 255:
        path = path[-255:]
    assert [f.severity for f in found(tmp_path, {path: ""})] == ([severity] if severity else [])


def test_two_notes_that_are_one_file_elsewhere_are_found_once(tmp_path: Path) -> None:
    found_ = found(tmp_path, {"Lamp.md": "", "lamp.md": "", "a/Lamp.md": ""})
    assert [(f.rule, f.path) for f in found_] == [("file-name", "lamp.md")]
