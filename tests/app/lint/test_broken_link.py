"""Links that lead nowhere are found, and mended only where nothing is guessed."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.fixing import apply
from app.lint.registry import rule_of
from app.lint.rules import alias_as_target, broken_link, unseen_file
from app.vault.index import VaultIndex
from app.vault.links import find

RULES = [rule_of(module) for module in (broken_link, alias_as_target, unseen_file)]
CASES = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "obsidian-cases.json").read_text(encoding="utf-8")
)
PAGE = '---\nid: "x"\nkind: concept\n---\n'
NOTE = "---\naliases:\n  - AI\n---\n# Artificial Intelligence\n\n## The *good* parts\n\ntext ^b-1\n"


def found(root: Path, files: dict[str, str]) -> list[Finding]:
    """What the rules on links that lead nowhere find in a vault of these files."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
    return check(Checked(VaultIndex.scan(root)), RULES)


def mended(text: str, findings: list[Finding], risk: Risk = Risk.SAFE) -> str:
    """``text`` with all fixes of one risk."""
    return apply(text, [each.fix for each in findings if each.fix], {risk})[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[Ghost]]", "There is no note or file “Ghost”."),
        ("![[ghost.png]]", "There is no note or file “ghost.png”."),
        ("[x](ghost.md)", "There is no note or file “ghost.md”."),
        (
            "[[Artificial Intelligence#nope]]",
            "“Artificial Intelligence” has no heading “nope”.",
        ),
        ("[[Artificial Intelligence#^no]]", "“Artificial Intelligence” has no block “^no”."),
        ("[[#nope]]", "“s” has no heading “nope”."),
        (
            "[[https://e.org]]",
            "“https://e.org” is an address; a wikilink takes it for the name of a note.",
        ),
    ],
)
def test_a_broken_link_is_told_in_words(tmp_path: Path, text: str, message: str) -> None:
    """File, heading and block each have their own."""
    (finding,) = found(tmp_path, {"s.md": f"\n{text}", "Artificial Intelligence.md": NOTE})

    assert (finding.message, finding.path, finding.line) == (message, "s.md", 2)
    assert finding.fix is None


@pytest.mark.parametrize(
    "text",
    [
        "[[artificial intelligence]]",
        "[[Artificial Intelligence#The good parts]]",
        "[[Artificial Intelligence#Artificial Intelligence#The *good* parts|x]]",
        "[[Artificial Intelligence#^B-1]]",
        "![[doc.pdf#page=3]]",
        "`[[Ghost]]`",
        "[Ghost](https://e.org/Ghost.md)",
        '---\nauthor:\n  - "[[Jane Doe]]"\nsource: "https://e.org"\n---\n',
        "---\ncreated: {{date}}\n---\n[[{{title}}]]",
        "---\nnote: see [[A]] and [[B]]\n---\n",
    ],
)
def test_what_leads_somewhere_or_is_no_link_is_left_alone(tmp_path: Path, text: str) -> None:
    """So are a clipping's authors and what a template will fill in."""
    files = {"s.md": text, "Artificial Intelligence.md": NOTE, "doc.pdf": ""}

    assert found(tmp_path, files) == []


def test_severity_depends_on_whose_page_it_is(tmp_path: Path) -> None:
    """An error where Vaultloom wrote it, a warning in a person's note, a hint in a comment."""
    findings = found(
        tmp_path,
        {
            "wiki/concepts/P.md": f"{PAGE}[[Ghost]]",
            "Mine.md": "[[Ghost]]",
            "Later.md": "%% [[Ghost]] %%",
        },
    )

    assert {each.path: each.severity for each in findings} == {
        "wiki/concepts/P.md": Severity.ERROR,
        "Mine.md": Severity.WARNING,
        "Later.md": Severity.INFO,
    }


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("See [[AI]].", "See [[Artificial Intelligence|AI]]."),
        ("[[ai|the field]]", "[[Artificial Intelligence|the field]]"),
        ("[[AI#The good parts]]", "[[Artificial Intelligence#The good parts|AI]]"),
        ("![[AI]]", "![[Artificial Intelligence]]"),
        ("[x](AI.md) [[AI]]", "[x](AI.md) [[Artificial Intelligence|AI]]"),
        ("[x](AI)", "[x](Artificial%20Intelligence)"),
        ("| a |\n|---|\n| [[AI]] |", "| a |\n|---|\n| [[Artificial Intelligence\\|AI]] |"),
        ('---\nup: "[[AI]]"\n---\n', '---\nup: "[[Artificial Intelligence|AI]]"\n---\n'),
        ("[[AI]] [[AI|x]]", "[[Artificial Intelligence|AI]] [[Artificial Intelligence|x]]"),
    ],
)
def test_an_alias_is_replaced_by_the_name_and_still_shown(
    tmp_path: Path, text: str, better: str
) -> None:
    """The words that a reader sees do not change; links that show other words keep them."""
    findings = found(tmp_path, {"s.md": text, "Artificial Intelligence.md": NOTE})

    assert mended(text, findings) == better


def test_an_alias_of_two_notes_is_not_decided(tmp_path: Path) -> None:
    """Both are named; neither is taken."""
    (finding,) = found(tmp_path, {"s.md": "[[AI]]", "A.md": NOTE, "B.md": NOTE})

    assert finding.message == "“AI” is another name of several notes: “A”, “B”."
    assert finding.fix is None


def test_a_name_that_is_not_unique_is_written_with_its_path(tmp_path: Path) -> None:
    """Else the link would lead to whichever comes first."""
    (finding,) = found(tmp_path, {"s.md": "[[AI]]", "a/Note.md": NOTE, "b/Note.md": "other"})

    assert mended("[[AI]]", [finding]) == "[[a/Note|AI]]"


def test_a_file_without_its_ending_needs_a_look(tmp_path: Path) -> None:
    """Only notes can be linked without one."""
    (finding,) = found(tmp_path, {"s.md": "![[Fig]]", "img/Fig.png": ""})

    assert mended("![[Fig]]", [finding]) == "![[Fig]]"
    assert mended("![[Fig]]", [finding], Risk.REVIEW) == "![[Fig.png]]"


def test_places_are_exact_after_windows_line_ends_and_wide_characters(tmp_path: Path) -> None:
    """A fix changes the link and not one character beside it."""
    text = "\ufeff---\r\na: 1\r\n---\r\n🎉 测试 `[[AI]]`\r\n\r\n**[[AI]]**\r\n"
    (finding,) = found(tmp_path, {"s.md": text, "Artificial Intelligence.md": NOTE})

    assert finding.line == 6
    assert mended(text, [finding]) == text.replace(
        "**[[AI]]**", "**[[Artificial Intelligence|AI]]**"
    )


def test_a_file_that_is_not_utf8_gets_no_fix(tmp_path: Path) -> None:
    """Its places are not those of the bytes."""
    (tmp_path / "Artificial Intelligence.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "s.md").write_bytes("é [[AI]]".encode("latin-1"))
    (finding,) = check(Checked(VaultIndex.scan(tmp_path)), RULES)

    assert finding.fix is None


def test_the_links_of_a_source_are_its_writers(tmp_path: Path) -> None:
    """Nobody may change what lies in the folder of sources; a note elsewhere is the person's."""
    where = found(tmp_path, {"raw/clipped.md": "[[Ghost]]", "Clippings/clipped.md": "[[Ghost]]"})
    assert [each.path for each in where] == ["Clippings/clipped.md"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] in {"link", "mdlink"}], ids=lambda c: c["case"]
)
def test_each_link_that_leads_nowhere_in_obsidian_is_found_and_mended_as_there(
    tmp_path: Path, case: Any
) -> None:
    """The cases of links that were observed, as files of a vault; where a case has a fix, it is that."""
    expected = case["expected"]
    files = dict.fromkeys(case["files"], "# H\n")
    for path, aliases in expected.get("aliases", {}).items():
        files[path] = f"---\naliases: {json.dumps(aliases)}\n---\n"
    text = f"{case['text']}\n\n# H\n"
    findings = found(tmp_path, {**files, case["source"]: text})

    leads_nowhere = expected.get("links", 1) and expected.get("resolves_to") is None
    assert len(findings) == bool(leads_nowhere)
    severities = {"info": Severity.INFO, None: Severity.WARNING}
    assert all(f.severity is severities[expected.get("severity")] for f in findings)
    if "fix" in expected:
        better = apply(text, [f.fix for f in findings if f.fix], {Risk.SAFE, Risk.REVIEW})[0]
        (link,), (meant,) = find(better), find(expected["fix"])
        assert link.path == meant.path
        assert link.display == find(text)[0].path  # what a reader sees stays
    else:
        assert not [f for f in findings if f.fix]


def test_a_heading_that_is_not_there_is_found_though_its_note_is(tmp_path: Path) -> None:
    """The subpath is wrong, and the link leads to the file all the same."""
    (case,) = [c for c in CASES if c["expected"].get("lint") == "warning:broken-heading"]
    note = "".join(f"# {heading}\n" for heading in case["headings"])
    (finding,) = found(tmp_path, {"s.md": f"[[N{case['text']}]]", "N.md": note})

    assert finding.severity is Severity.WARNING
    assert finding.message == "“N” has no heading “nope”."
