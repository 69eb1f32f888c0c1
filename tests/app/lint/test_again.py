"""In a vault that is compiled, what is found after each change is what a look at everything finds."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.compiler.compile import Compiler, opened
from app.errors import NothingToUndo
from app.knowing import checking
from tests.app.history.plug import Plug
from tests.promises.vaults import clock, files_in, new_vault

MANY = os.environ.get("VAULTLOOM_TEST_EXAMPLES", "")

STRICT = '```yaml vaultloom\nversion: 1\npages:\n  make_when: ["defined", "said of 3 times"]\n```\n'
BEGUN = {
    "AGENTS.md": STRICT,
    "purpose.md": "## Questions\n\n- What was the lens of the lamp made of?\n- Who built the pier?\n",
    "raw/lamps.md": "# Harbour lamps\n\nA wick is a cord that draws oil into the flame of a lamp. A wick lasts nine"
    " days. The keeper trims the wick at noon. At dawn they met Elias Thorn.\n",
    "raw/a.md": "# Wrecks\n\nThe boat was lost, and with it went Elias Thorn.\n",
    "raw/b.md": "# Accounts\n\nEleven shillings were paid to Elias Thorn.\n",
}
PAGE = "wiki/concepts/Wick.md"


def put(path: str, text: str) -> Callable[[Compiler], None]:
    """Somebody writes a file."""

    def do(compiler: Compiler) -> None:
        (compiler.root / path).parent.mkdir(parents=True, exist_ok=True)
        (compiler.root / path).write_text(text, encoding="utf-8")

    return do


def replaced(path: str, old: str, new: str) -> Callable[[Compiler], None]:
    """Somebody puts words in the place of others, where they are."""

    def do(compiler: Compiler) -> None:
        place = compiler.root / path
        if place.is_file():
            place.write_text(place.read_text("utf-8").replace(old, new), "utf-8")

    return do


def removed(path: str) -> Callable[[Compiler], None]:
    """Somebody deletes a file."""
    return lambda compiler: (compiler.root / path).unlink(missing_ok=True)


def compiled(compiler: Compiler) -> None:
    """What is new is compiled."""
    compiler.scan()
    compiler.run()


def undone(compiler: Compiler) -> None:
    """Take the last step back, if it can be: what was edited since may stand against it."""
    with suppress(NothingToUndo):
        compiler.undo()


TURNS = {
    "compile": compiled,
    "catch up": lambda compiler: compiler.catch_up() and None,
    "undo": undone,
    "change a source": replaced("raw/lamps.md", "nine days", "ten days"),
    "change it back": replaced("raw/lamps.md", "ten days", "nine days"),
    "a source that answers": put(
        "raw/c.md", "# Lenses\n\nThe lens of the lamp was made of glass.\n"
    ),
    "a source that names him": put("raw/d.md", "# Ropes\n\nThe rope was tied by Elias Thorn.\n"),
    "a source that says what he was": put(
        "raw/e.md", "# Keepers\n\nElias Thorn was a keeper who lit the lamp for nine years.\n"
    ),
    "a source goes": removed("raw/b.md"),
    "a note with his name": put("People/Elias Thorn.md", "Who was he?\n"),
    "it goes": removed("People/Elias Thorn.md"),
    "a note with his name as an alias": put("Keeper.md", "---\naliases: [Elias Thorn]\n---\nHe.\n"),
    "without it": put("Keeper.md", "He.\n"),
    "another purpose": put("purpose.md", "## Questions\n\n- Which ships were lost?\n"),
    "a quote edited": replaced(PAGE, "“A wick lasts", "“Each wick lasts"),
    "a statement of mine": replaced(PAGE, "# Wick\n", "# Wick\n\nMy own wicks are made of felt.\n"),
    "a definition lost": replaced(PAGE, "[^", "[^x"),
    "a page deleted": removed(PAGE),
}


@given(st.lists(st.sampled_from(sorted(TURNS)), min_size=3, max_size=8))
@settings(max_examples=int(MANY or 3), deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_found_again_is_what_is_found_anew(turns: list[str]) -> None:
    """Whatever people, sync tools and the compiler did in between."""
    folder = Path(tempfile.mkdtemp())
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("VAULTLOOM_HOME", str(folder / "home"))
        new_vault(folder / "vault")
        for path, text in BEGUN.items():
            (folder / "vault" / path).parent.mkdir(exist_ok=True)
            (folder / "vault" / path).write_text(text, encoding="utf-8")
        with opened(folder / "vault", clock=clock, files=Plug()) as compiler:
            compiled(compiler)
            kept = checking(compiler)
            kept.everything()
            for turn in turns:
                before = files_in(compiler.root)
                TURNS[turn](compiler)
                after = files_in(compiler.root)
                changed = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
                anew = checking(compiler)
                kept.checked.gone = anew.checked.gone
                assert kept.again(changed) == anew.everything(), turn
    shutil.rmtree(folder)
