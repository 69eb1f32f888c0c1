"""The command line, as scripts use it: what it prints, and with which status it ends."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.compiler.session import Progress
from app.compiling_by_command import progress_words
from app.paths import resources
from tests.promises.vaults import HARBOUR, OIL, SOURCES, files_in, put, stamps

Captured = pytest.CaptureFixture[str]
PAGE_LISTS = {"created", "updated", "unchanged", "removed"}


def run(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    """Status, output and complaints of a command."""
    status = main([str(a) for a in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def as_json(capsys: Captured, *arguments: object, status: int = 0) -> Any:
    """What a command prints with ``--json``: one value, and nothing beside it."""
    found, out, err = run(capsys, *arguments, "--json")
    assert (found, err) == (status, "")
    return json.loads(out)


@pytest.fixture
def vault(tmp_path: Path, capsys: Captured) -> Path:
    """A vault made by the command."""
    status, out, err = run(capsys, "new", tmp_path / "vault")
    assert (status, err) == (0, "")
    assert str(tmp_path / "vault") in out
    return tmp_path / "vault"


def test_new_makes_a_vault_once(vault: Path, capsys: Captured) -> None:
    """Asked again, it changes nothing and is content."""
    assert (vault / "AGENTS.md").is_file()
    before = stamps(vault)
    assert run(capsys, "new", vault)[0] == 0
    assert stamps(vault) == before


def test_new_refuses_a_folder_with_other_things_in_it(tmp_path: Path, capsys: Captured) -> None:
    """In one line that says what to do."""
    (tmp_path / "mine.md").write_text("mine")
    status, out, err = run(capsys, "new", tmp_path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "not empty" in err
    assert list(files_in(tmp_path)) == ["mine.md"]


def test_compile_prints_one_object_of_the_given_shape(vault: Path, capsys: Captured) -> None:
    """Sources in the order given, pages by what became of them, nothing asked of a model."""
    found = as_json(capsys, "compile", vault, *put(vault, SOURCES))
    assert list(found) == ["sources", "pages", "model", "seconds", "findings"]
    assert [s["path"] for s in found["sources"]] == [
        "raw/harbour.md",
        "raw/oil.md",
        "raw/winter.txt",
    ]
    for source in found["sources"]:
        assert list(source) == ["path", "id", "status", "reason", "sentences", "claims", "chunks"]
        assert (source["status"], source["reason"]) == ("compiled", "")
        assert source["sentences"] > 3
        assert source["claims"] > 3
        assert (vault / f".vaultloom/sources/{source['id']}.json").is_file()
    assert set(found["pages"]) == PAGE_LISTS
    assert "wiki/concepts/Wick.md" in found["pages"]["created"]
    assert found["pages"]["removed"] == []
    assert found["model"] == {
        "name": "builtin",
        "calls": 0,
        "prompt_tokens": 0,
        "output_tokens": 0,
        "seconds": 0.0,
    }
    assert all(isinstance(count, int) for count in found["findings"].values())


def test_compile_again_says_that_all_is_unchanged(vault: Path, capsys: Captured) -> None:
    """With the files named, and with nothing named."""
    first = as_json(capsys, "compile", vault, *put(vault, SOURCES))
    again = as_json(capsys, "compile", vault, *put(vault, SOURCES))
    assert {s["status"] for s in again["sources"]} <= {"unchanged", "duplicate"}
    assert again["pages"]["created"] == again["pages"]["updated"] == []
    assert set(again["pages"]["unchanged"]) == set(first["pages"]["created"])
    nothing = as_json(capsys, "compile", vault)
    assert nothing["sources"] == []


def test_compile_takes_what_is_new_in_raw(vault: Path, capsys: Captured) -> None:
    """Without naming a file."""
    (vault / "raw/oil.md").write_text(OIL)
    (source,) = as_json(capsys, "compile", vault)["sources"]
    assert (source["path"], source["status"]) == ("raw/oil.md", "compiled")


def test_a_refused_file_has_its_reason_and_the_others_go_on(vault: Path, capsys: Captured) -> None:
    """Refusing is not failing: the status stays 0."""
    files = put(vault, {"a.xyz": "what is this", "empty.md": "", "harbour.md": HARBOUR})
    found = as_json(capsys, "compile", vault, *files, vault / "nowhere.md")["sources"]
    assert [s["status"] for s in found] == ["refused", "refused", "compiled", "refused"]
    assert [bool(s["reason"]) for s in found] == [True, True, False, True]
    assert [s["id"] is None for s in found] == [True, True, False, True]


def test_a_source_that_fails_gives_status_1(
    vault: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other sources are compiled all the same."""
    from app.compiler import one_source as compiling

    real = compiling.reading

    def breaks(name: str, data: bytes, **options: bool) -> object:
        if "harbour" in name:
            raise RecursionError("too deep")
        return real(name, data, **options)

    monkeypatch.setattr(compiling, "reading", breaks)
    found = as_json(capsys, "compile", vault, *put(vault, SOURCES), status=1)
    assert [s["status"] for s in found["sources"]] == ["failed", "compiled", "compiled"]
    assert "too deep" in found["sources"][0]["reason"]


def test_status_tells_queue_pages_and_what_is_stale(vault: Path, capsys: Captured) -> None:
    """Each stale thing with its reasons; nothing is written by asking."""
    as_json(capsys, "compile", vault, *put(vault, SOURCES))
    (vault / "raw/oil.md").unlink()
    (vault / "raw/harbour.md").write_text(HARBOUR + "\nMore.\n")
    before = stamps(vault)
    found = as_json(capsys, "status", vault)
    keys = [
        "queue",
        "paused",
        "pages",
        "sources",
        "stale",
        "model",
        "costs",
        "seconds_left",
        "offer",
    ]
    assert list(found) == [*keys, "undo", "redo", "problem"]
    assert [(c["reader"], c["sources"], c["calls"]) for c in found["costs"]] == [("builtin", 3, 0)]
    assert [i["status"] for i in found["queue"]] == ["compiled"] * 3
    assert (found["sources"], found["pages"]["summary"]) == (3, 3)
    assert found["stale"] == [
        {"path": "raw/harbour.md", "reasons": ["source changed"]},
        {"path": "raw/oil.md", "reasons": ["source gone"]},
    ] or sorted(s["path"] for s in found["stale"]) == ["raw/harbour.md", "raw/oil.md"]
    assert found["model"]["name"] == "builtin"
    assert found["undo"].startswith("compile “")
    assert stamps(vault) == before
    assert "source gone" in run(capsys, "status", vault)[1]


def test_lint_prints_a_list_and_ends_with_1_for_errors(vault: Path, capsys: Captured) -> None:
    """A dead link is a warning in a person's note, and an error on a page of ours."""
    as_json(capsys, "compile", vault, *put(vault, SOURCES))
    (vault / "note.md").write_text("See [[Nothing of that name]] and [[Wick]].\n")
    found = as_json(capsys, "lint", vault)
    (broken,) = [f for f in found if f["path"] == "note.md" and f["rule"] == "broken-link"]
    assert list(broken)[:7] == ["code", "rule", "severity", "path", "line", "message", "fix"]
    assert broken["what"] == "Nothing of that name"
    assert (broken["severity"], broken["line"]) == ("warning", 1)
    assert broken["fix"] is None or set(broken["fix"]) == {"risk", "title"}
    (vault / "wiki/concepts/Wick.md").unlink()
    found = as_json(capsys, "lint", vault, status=1)
    errors = [f for f in found if f["severity"] == "error"]
    assert errors
    assert {f["rule"] for f in errors} == {"broken-link"}


def test_lint_fix_changes_only_what_is_safe(vault: Path, capsys: Captured) -> None:
    """And undo takes that back."""
    as_json(capsys, "compile", vault, *put(vault, SOURCES))
    (vault / "note.md").write_text("See [[wick .md]] and [[Nothing at all]].\n")
    before = files_in(vault)
    run(capsys, "lint", vault, "--fix")
    changed = {p for p, c in files_in(vault).items() if before.get(p) != c}
    assert changed <= {"note.md"}
    if changed:
        run(capsys, "undo", vault)
        assert files_in(vault) == before


def test_undo_prints_what_it_took_back(vault: Path, capsys: Captured) -> None:
    """And says in one line when there is nothing left."""
    as_json(capsys, "compile", vault, *put(vault, {"oil.md": OIL}))
    found = as_json(capsys, "undo", vault)
    assert found["label"] == "compile “Lamp oil”"
    assert set(found["changes"]) == {"created", "updated", "removed", "kept"}
    assert "wiki/index.md" in found["changes"]["removed"]
    status, out, err = run(capsys, "undo", vault)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_any_number_of_steps_is_taken_back_and_done_again(vault: Path, capsys: Captured) -> None:
    """Each by its name; what there is not is no error, once one was."""
    for name, text in SOURCES.items():
        run(capsys, "compile", vault, *put(vault, {name: text}))
    before = files_in(vault)
    status, out, _ = run(capsys, "undo", vault, "--steps", "2")
    assert (status, out.splitlines()) == (
        0,
        [
            "Taken back: compile “Ada Winter”.",
            "Taken back: compile “Lamp oil”.",
            "Sources stay where they lie and are compiled again only when you ask for it.",
        ],
    )
    listed = as_json(capsys, "undo", vault, "--list")
    assert [step["label"] for step in listed["undo"]] == ["compile “Harbour lamps”"]
    assert [step["label"] for step in listed["redo"]] == [
        "compile “Lamp oil”",
        "compile “Ada Winter”",
    ]
    lines = run(capsys, "undo", vault, "--list")[1].splitlines()
    assert lines[0] == "Undo takes back, in this order:"
    assert lines[3].split(maxsplit=3)[3] == "compile “Lamp oil”"
    assert as_json(capsys, "status", vault)["redo"] == "compile “Lamp oil”"
    found = as_json(capsys, "redo", vault, "--steps", "9")
    assert [step["label"] for step in found["steps"]] == [
        "compile “Lamp oil”",
        "compile “Ada Winter”",
    ]
    assert (found["label"], found["refused"]) == ("compile “Ada Winter”", None)
    assert files_in(vault) == before


def test_what_is_refused_after_some_steps_is_said(vault: Path, capsys: Captured) -> None:
    """What was taken back before stays so, and is printed."""
    for name, text in SOURCES.items():
        run(capsys, "compile", vault, *put(vault, {name: text}))
    with (vault / "wiki/concepts/Kerosene.md").open("a") as page:
        page.write("\nMy own line.\n")
    status, out, err = run(capsys, "undo", vault, "--steps", "3")
    assert (status, out.splitlines()[0]) == (2, "Taken back: compile “Ada Winter”.")
    assert "“compile “Lamp oil”” cannot be taken back: “wiki/concepts/Kerosene.md” changed" in err
    run(capsys, "redo", vault)
    status, out, err = run(capsys, "undo", vault, "--steps", "3", "--json")
    found = json.loads(out)
    assert (status, len(found["steps"]), err.count("\n")) == (2, 1, 1)
    assert "Kerosene" in found["refused"]


def test_demo_makes_a_vault_of_the_samples_and_sums_it_up(tmp_path: Path, capsys: Captured) -> None:
    """Run twice, it leaves what is there."""
    status, out, err = run(capsys, "demo", tmp_path / "demo")
    assert (status, err) == (0, "")
    samples = [p for p in (resources() / "samples").iterdir() if p.name != "LICENSES.md"]
    assert f"{len(samples)} sources" in out
    assert str(tmp_path / "demo") in out
    before = stamps(tmp_path / "demo")
    assert run(capsys, "demo", tmp_path / "demo")[0] == 0
    assert stamps(tmp_path / "demo") == before


def test_demo_with_a_sample_that_fails_gives_status_1(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``compile`` does; the reason is printed."""
    from app.compiler import one_source as compiling

    def breaks(_name: str, _data: bytes, **_options: bool) -> object:
        raise RecursionError("too deep")

    monkeypatch.setattr(compiling, "reading", breaks)
    status, out, _ = run(capsys, "demo", tmp_path / "demo")
    assert (status, "too deep" in out) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile", "nowhere"],
        ["status", "nowhere"],
        ["lint", "nowhere"],
        ["undo", "nowhere\nwith a line break"],
        ["undo", "{vault}", "--steps", "0"],
        ["redo", "{vault}"],
        ["compile"],
        ["dance"],
        [],
        ["compile", "{vault}", "--model", "gpt-0"],
        ["status", "{vault}", "--no-such-option"],
    ],
)
def test_what_could_not_be_done_is_one_line_and_status_2(vault: Path, arguments: list[str]) -> None:
    """In a process of its own, whatever was wrong."""
    command = [a.replace("{vault}", str(vault)) for a in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "app", *command],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("vaultloom: ")
    assert done.stderr.count("\n") == 1


def test_who_has_no_vault_yet_is_told_how_to_make_one(tmp_path: Path, capsys: Captured) -> None:
    """With the folder that they named; not where it could not be made."""
    for command in ("compile", "status", "watch"):
        status, out, err = run(capsys, command, tmp_path / "My notes")
        assert (status, out) == (2, "")
        assert err.endswith(f"To make a vault there: vaultloom new '{tmp_path}/My notes'\n")
    assert "vaultloom new" not in run(capsys, "status", tmp_path / "no" / "v")[2]


def test_a_terminal_is_told_how_far_a_source_has_come(
    vault: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line that is gone before the result is said; nothing else gets it."""
    (one, two) = put(
        vault, {"a.md": "# A\n\nA kiln is an oven.\n", "b.md": "# B\n\nA lathe turns.\n"}
    )
    assert run(capsys, "compile", vault, one)[2] == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)

    status, out, err = run(capsys, "compile", vault, two)

    steps = err.split("\r\x1b[K")
    assert status == 0
    assert [step.removeprefix("b.md: ") for step in steps[1:4]] == [
        "reading",
        "finding statements",
        "writing pages",
    ]
    assert steps[4] == ""
    assert out.startswith("compiled   b.md: ")


def test_how_far_a_source_has_come_in_words() -> None:
    """Passages are counted from one; time is said where it is known."""
    first = Progress("1", "extracting", 0, 5, passages=True)
    last = Progress("1", "extracting", 5, 5, 240.0, passages=True)
    assert progress_words("a.md", first, 1) == "a.md: passage 1 of 5; 1 more waits"
    assert progress_words("a.md", last, 2) == "a.md: passage 5 of 5; 2 more wait; about 4 min left"


def test_compiled_pages_without_their_ledger_can_only_be_read(
    vault: Path, capsys: Captured
) -> None:
    """They are looked at, and never taken for a person's notes or compiled over."""
    as_json(capsys, "compile", vault, *put(vault, SOURCES))
    (vault / ".vaultloom").rename(vault.with_name("ledger"))
    before = files_in(vault)
    for command in (
        ["compile", vault],
        ["compile", vault, *put(vault, {"x.md": OIL})],
        ["undo", vault],
        ["redo", vault],
    ):
        status, _, err = run(capsys, *command)
        assert (status, err.count("\n")) == (2, 1)
        assert ".vaultloom" in err
    assert run(capsys, "status", vault)[0] == 0
    assert files_in(vault) == before


def test_a_reader_that_stops_reading_is_no_error(vault: Path) -> None:
    """As with "| head": the pipe is closed before anything is printed."""
    command = [sys.executable, "-m", "app", "status", vault]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_status_counts_in_words_that_agree(vault: Path, capsys: Captured) -> None:
    """One summary, two concepts."""
    assert run(capsys, "compile", vault, *put(vault, {"lamps.md": HARBOUR}))[0] == 0
    out = run(capsys, "status", vault)[1]
    assert out.startswith("1 source, ")
    assert "1 summary" in out


# -- a vault that exists


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A vault of somebody's, with a clipping, a document, and a note on lamps."""
    root = tmp_path / "Zettelkasten"
    files = {
        ".obsidian/app.json": "{}",
        "Clippings/Harbour lamps.md": f"---\nsource: https://example.org\n---\n{HARBOUR}",
        "Papers/oil.txt": OIL,
        "Papers/Reading list.md": "Read [[oil]].\n",
        "Lamps.md": "My lamps.\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_adopt_shows_and_adds_nothing_where_nobody_can_be_asked(
    theirs: Path, capsys: Captured
) -> None:
    """What would be added, what could be a source, and how to say so."""
    before = stamps(theirs)
    status, out, err = run(capsys, "adopt", theirs)
    assert (status, err.count("\n")) == (2, 1)
    assert "--yes" in err
    for words in (
        "3 notes",
        "AGENTS.md",
        "--source Clippings: 1 note",
        "--documents Papers: 1 text",
    ):
        assert words in out
    found = as_json_of(capsys, 2, "adopt", theirs)
    assert found["contents"]["notes"] == 3
    assert [(p["path"], p["chosen"]) for p in found["places"]] == [
        ("Clippings", False),
        ("Papers", False),
    ]
    assert stamps(theirs) == before


def as_json_of(capsys: Captured, status: int, *arguments: object) -> Any:
    """What a command prints with ``--json`` although it could not do it."""
    found, out, _ = run(capsys, *arguments, "--json")
    assert found == status
    return json.loads(out)


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("Yes", 0), ("", 2), ("no", 2)])
def test_adopt_asks_where_somebody_is(
    theirs: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    """And takes everything but a yes for a no."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _words: answer)
    assert run(capsys, "adopt", theirs)[0] == status
    assert (theirs / "AGENTS.md").is_file() is (status == 0)


def test_sources_in_place_are_compiled_where_they_lie(theirs: Path, capsys: Captured) -> None:
    """Not copied, not changed; the notes beside the documents are none."""
    before = stamps(theirs)
    chosen = ("--source", "Clippings", "--documents", theirs / "Papers")
    found = as_json(capsys, "adopt", theirs, "--yes", *chosen)
    assert found["decided"] == ["Clippings", "Papers"]
    compiled = as_json(capsys, "compile", theirs)
    sources = [(s["path"], s["status"]) for s in compiled["sources"]]
    assert sources == [("Clippings/Harbour lamps.md", "compiled"), ("Papers/oil.txt", "compiled")]
    assert list((theirs / "raw").iterdir()) == []
    after = stamps(theirs)
    assert {path: after[path] for path in before} == before


def test_in_a_vault_of_ours_only_its_sources_are_changed(theirs: Path, capsys: Captured) -> None:
    """What its owner took away since stays away, and nothing has to be asked."""
    run(capsys, "adopt", theirs, "--yes")
    (theirs / "purpose.md").unlink()
    status, out, err = run(capsys, "adopt", theirs, "--source", "Clippings")
    assert (status, err) == (0, "")
    assert "purpose.md" not in out
    assert not (theirs / "purpose.md").exists()
    assert run(capsys, "adopt", theirs)[0] == 2
    assert run(capsys, "adopt", theirs, "--yes")[0] == 0
    assert (theirs / "purpose.md").is_file()
    status, out, _ = run(capsys, "adopt", theirs)
    assert status == 0
    assert "Nothing was changed." in out


def test_a_source_in_place_can_be_taken_back(theirs: Path, capsys: Captured) -> None:
    """What was made from it stays; what is new there is passed over."""
    run(capsys, "adopt", theirs, "--yes", "--source", "Clippings", "--source", "Papers")
    status, out, _ = run(capsys, "adopt", theirs, "--not-source", "Papers")
    assert status == 0
    assert "“Papers” is no source any more" in out
    assert [s["path"] for s in as_json(capsys, "compile", theirs)["sources"]] == [
        "Clippings/Harbour lamps.md"
    ]
    _, out, _ = run(capsys, "adopt", theirs, "--not-source", "Papers")
    assert "Nothing was changed." in out


def test_a_page_is_never_made_a_source(theirs: Path, capsys: Captured) -> None:
    """Nor the sources' own folder, the settings, or the whole vault; nothing is added either."""
    for named in ("wiki", "raw", ".obsidian", ".", theirs):
        (theirs / "wiki").mkdir(exist_ok=True)
        (theirs / "raw").mkdir(exist_ok=True)
        status, out, err = run(capsys, "adopt", theirs, "--yes", "--source", named)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "cannot be a source where it lies" in err
    assert not (theirs / "AGENTS.md").exists()


def test_a_file_of_the_vault_is_compiled_where_it_lies(theirs: Path, capsys: Captured) -> None:
    """It stays there, and is looked at again when it changes."""
    run(capsys, "adopt", theirs, "--yes")
    status, out, _ = run(capsys, "compile", theirs, theirs / "Papers/oil.txt")
    assert status == 0
    assert "it stays at Papers/oil.txt" in out
    (theirs / "Papers/oil.txt").write_text(f"{OIL}\nColza oil is a lamp oil that is pressed.\n")
    (again,) = as_json(capsys, "compile", theirs)["sources"]
    assert (again["path"], again["status"]) == ("Papers/oil.txt", "compiled")
    _, out, _ = run(capsys, "undo", theirs)
    assert "stays where it lies" in out


# -- the queue


def test_the_queue_is_paused_ordered_and_goes_on(vault: Path, capsys: Captured) -> None:
    """While it is paused, compile takes sources in, compiles none, and says how to go on."""
    assert as_json(capsys, "queue", vault, "--pause") == {"paused": True, "items": []}
    status, out, err = run(capsys, "compile", vault, *put(vault, SOURCES))
    assert status == 2
    assert out.count("waiting") == 3
    assert "3 sources not compiled" in err
    assert "--resume" in err
    assert "The queue is paused" in run(capsys, "status", vault)[1]

    items = as_json(capsys, "queue", vault, "--first", "i3", "--stop", "i2")["items"]
    assert [(i["id"], i["status"]) for i in items] == [
        ("i3", "waiting"),
        ("i2", "stopped"),
        ("i1", "waiting"),
    ]
    assert "2 sources to compile, paused." in run(capsys, "queue", vault)[1]

    assert run(capsys, "queue", vault, "--resume", "--retry", "i2")[0] == 0
    status, out, err = run(capsys, "compile", vault)
    assert (status, err) == (0, "")
    assert [line.split()[1].rstrip(":") for line in out.splitlines()[:3]] == [
        "winter.txt",
        "oil.md",
        "harbour.md",
    ]
    assert as_json(capsys, "queue", vault, "--clear")["items"] == []


def test_what_is_not_in_the_queue_is_named(vault: Path, capsys: Captured) -> None:
    """In one line, and nothing else of the command is done."""
    status, out, err = run(capsys, "queue", vault, "--pause", "--first", "i9")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "“i9”" in err
    assert as_json(capsys, "queue", vault)["paused"] is False


def test_the_summary_counts_comparison_pages(vault: Path, capsys: Captured) -> None:
    """As the status does; where there is none, it is silent of them."""
    samples = resources() / "samples"
    older, newer = samples / "semver-1.0.0.en.md", samples / "semver-2.0.0.en.md"
    assert "comparison" not in run(capsys, "compile", vault, older)[1]
    said = run(capsys, "compile", vault, newer)[1].splitlines()[-1]
    assert ", 1 comparison, 2 summaries; " in said


@pytest.mark.parametrize(
    "command",
    ["new", "adopt", "compile", "status", "queue", "lint", "watch", "undo", "redo", "demo"],
)
def test_the_help_of_a_command_says_what_each_word_after_it_is(
    command: str, capsys: Captured
) -> None:
    """The vault and the files; and how JSON is printed."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    usage, _, more = capsys.readouterr().out.partition("positional arguments:")
    words = more.partition("options:")[0].strip().splitlines()
    assert "VAULT" in usage
    assert all(len(line.split()) > 2 for line in words)
    if command == "watch":
        assert "a JSON object a line" in more


def test_a_folder_that_is_no_vault_yet_is_told_the_command_that_makes_it_one(
    tmp_path: Path, capsys: Captured
) -> None:
    """A command that can be copied, whatever is in the folder's name."""
    folder = tmp_path / "my notes"
    folder.mkdir()
    status, _, err = run(capsys, "status", folder)
    assert status == 2
    assert f"vaultloom adopt '{folder}'" in err


def test_lint_finds_what_is_gone_among_the_sources(vault: Path, capsys: Captured) -> None:
    """As the window does, and the status says."""
    assert run(capsys, "compile", vault, *put(vault, {"harbour.md": HARBOUR}))[0] == 0
    (vault / "raw/harbour.md").unlink()
    found = as_json(capsys, "lint", vault, status=1)
    assert [f["rule"] for f in found].count("source-gone") == 1


def test_a_new_vault_where_another_was_begins_anew(vault: Path, capsys: Captured) -> None:
    """Its queue is neither paused nor full, and there is nothing to take back."""
    assert (
        run(capsys, "compile", vault, *put(vault, {"harbour.md": HARBOUR, "empty.md": ""}))[0] == 0
    )
    assert run(capsys, "queue", vault, "--pause")[0] == 0
    assert as_json(capsys, "status", vault)["undo"]
    shutil.rmtree(vault)
    run(capsys, "new", vault)
    found = as_json(capsys, "status", vault)
    assert (found["queue"], found["paused"], found["undo"]) == ([], False, None)


def test_a_vault_that_is_opened_again_goes_on(vault: Path, capsys: Captured) -> None:
    """Paused as it was left, with what can be taken back."""
    assert run(capsys, "compile", vault, *put(vault, {"harbour.md": HARBOUR}))[0] == 0
    assert run(capsys, "queue", vault, "--pause")[0] == 0
    found = as_json(capsys, "status", vault)
    assert (len(found["queue"]), found["paused"]) == (1, True)
    assert found["undo"]
