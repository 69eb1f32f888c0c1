"""What a vault lacks: pages, answers, and sources that say more of what others name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.knowing import checking
from app.lint.diagnostic import Finding
from app.vault.layout import new
from tests.app.history.plug import Plug
from tests.promises.vaults import clock

STRICT = '```yaml vaultloom\nversion: 1\npages:\n  make_when: ["defined", "said of 3 times"]\n```\n'
NAMING = {
    "a.md": "# Harbour lamps\n\nThe keepers at dawn met Elias Thorn.\n",
    "b.md": "# Wrecks\n\nThe boat was lost, and with it went Elias Thorn.\n",
    "c.md": "# Accounts\n\nEleven shillings were paid to Elias Thorn.\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault of ours, without sources."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    new(tmp_path / "vault")
    (tmp_path / "vault/raw").mkdir(exist_ok=True)
    return tmp_path / "vault"


@pytest.fixture
def naming(vault: Path) -> Iterator[Compiler]:
    """A vault with three sources that name Elias Thorn, and rules by which he gets no page for that."""
    put(vault, {"AGENTS.md": STRICT, **{f"raw/{name}": text for name, text in NAMING.items()}})
    with opened(vault, clock=clock, files=Plug()) as compiler:
        run(compiler)
        yield compiler


def put(root: Path, files: dict[str, str]) -> None:
    """Files in a vault, folders made as needed."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def run(compiler: Compiler) -> None:
    """Compile what is new."""
    compiler.scan()
    compiler.run()


def found(compiler: Compiler, code: str) -> list[Finding]:
    """The findings of a rule."""
    return [each for each in checking(compiler).everything() if each.code == code]


def test_a_name_that_three_sources_have_and_no_page_is_found_once(naming: Compiler) -> None:
    """On the summary of a source that names it; there is no way that would invent a page."""
    (finding,) = found(naming, "VL036")

    assert finding.what == "Elias Thorn"
    assert finding.path.startswith("wiki/summaries/")
    assert finding.ways == ()
    assert finding.fix is None


def test_two_voices_are_not_enough(naming: Compiler) -> None:
    """As the issue has it: three."""
    (naming.root / "raw/c.md").write_text("# Accounts\n\nEleven shillings were paid.\n")
    run(naming)

    assert found(naming, "VL036") == []


def test_a_near_copy_is_no_voice_of_its_own(vault: Path) -> None:
    """Three files, two texts."""
    put(vault, {"AGENTS.md": STRICT, "raw/a.md": NAMING["a.md"]})
    long = "\n\n".join(f"Keeper number {n} lit the lamp with Elias Thorn." for n in range(6))
    put(vault, {"raw/b.md": f"# Wrecks\n\n{long}\n", "raw/c.md": f"# Losses\n\n{long}\n"})
    with opened(vault, clock=clock, files=Plug()) as compiler:
        run(compiler)

        assert found(compiler, "VL036") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Elias Thorn.md", ""),
        ("People/elias thorn.md", ""),
        ("People/Keepers.md", '---\naliases: ["Elias Thorn"]\n---\n'),
        ("Keepers.md", "---\naliases: ELIAS THORN\n---\n"),
        ("Elias Thorns.md", ""),
        ("Elias-Thorn.md", ""),
        ("Elias Thorn (keeper).md", ""),
        ("elias_thorn.md", ""),
    ],
)
def test_what_exists_under_whatever_name_is_not_missing(
    naming: Compiler, path: str, text: str
) -> None:
    """As soon as it is there, and no longer than it is."""
    checking_ = checking(naming)
    codes = [each.code for each in checking_.everything()]
    put(naming.root, {path: text})
    with_it = [each.code for each in checking_.again([path])]
    (naming.root / path).unlink()
    without = [each.code for each in checking_.again([path])]

    assert ("VL036" in codes, "VL036" in with_it, "VL036" in without) == (True, False, True)


def test_a_page_that_its_owner_deleted_is_not_missing(vault: Path) -> None:
    """That it stays away is their decision."""
    put(vault, {f"raw/{name}": text for name, text in NAMING.items()})
    with opened(vault, clock=clock, files=Plug()) as compiler:
        run(compiler)
        (vault / "wiki/entities/Elias Thorn.md").unlink()
        compiler.catch_up()

        assert found(compiler, "VL036") == []


def test_a_part_of_a_name_that_has_a_page_is_not_missing(naming: Compiler) -> None:
    """The page on the whole name is the one that is looked for."""
    text = "# Clubs\n\nThe Elias Thorn Society is a society that keeps old lamps.\n"
    put(naming.root, {"raw/d.md": text})
    for name, said in NAMING.items():
        more = said.replace("Elias Thorn.", "the Elias Thorn Society.")
        put(naming.root, {f"raw/{name}": more})
    run(naming)

    assert [each.what for each in found(naming, "VL036")] == []


# -- gaps


def test_a_topic_that_is_explained_is_no_gap_any_more(vault: Path) -> None:
    """A source that says what it is ends it."""
    when = ("At dusk", "At dawn", "In May", "In June", "By night", "By day", "At noon", "At sea")
    lines = " ".join(f"{each} they wrote to Trinity House." for each in (*when, "Then", "Again"))
    put(vault, {"raw/a.md": f"# Remarks on keepers\n\n{lines}\n"})
    with opened(vault, clock=clock, files=Plug()) as compiler:
        run(compiler)
        checking_ = checking(compiler)
        before = [each.what for each in checking_.everything() if each.code == "VL063"]
        says = "Trinity House is a corporation that keeps the lighthouses of England."
        put(vault, {"raw/b.md": f"# Houses\n\n{says}\n"})
        run(compiler)
        after = [each.what for each in checking_.again() if each.code == "VL063"]

    assert (before, after) == (["Trinity House"], [])


# -- questions


def test_a_question_is_open_until_a_source_answers_it(naming: Compiler) -> None:
    """Then nobody has to ask again."""
    put(naming.root, {"purpose.md": "## Questions\n\n- What was the lens of the lamp made of?\n"})
    checking_ = checking(naming)
    (finding,) = [each for each in checking_.everything() if each.code == "VL062"]
    put(naming.root, {"raw/d.md": "# Lenses\n\nThe lens of the lamp was made of crown glass.\n"})
    run(naming)

    assert (finding.path, finding.line) == ("purpose.md", 3)
    assert [each for each in checking_.again(["raw/d.md"]) if each.code == "VL062"] == []
