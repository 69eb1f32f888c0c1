"""What a person said of disagreements under the promises: killed, on two devices, beside edits of their own."""

import itertools
import shutil
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.lint.diagnostic import Way
from app.settling import settle
from app.vault.writing import Files
from tests.app.compiler.test_dispute_verdicts import (
    ANOTHER_YEAR,
    HISTORY,
    KEY,
    SOCIETY,
    contradictions,
    holds,
    page,
    say,
)
from tests.app.history.plug import Plug, killed
from tests.promises.page_checks import problems
from tests.promises.test_p9_killed import copied
from tests.promises.test_two_devices import Device
from tests.promises.vaults import clock, compile_, files_in, made, new_vault, redo, undo


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which three sources give three years."""
    made_ = new_vault(tmp_path / "vault")
    compile_(made_, {"society.md": SOCIETY, "history.md": HISTORY, "oil.md": ANOTHER_YEAR})
    return made_


def _both(vault: Path, files: Files) -> None:
    with opened(vault, clock=clock, files=files) as compiler:
        settle(compiler, Way("both-hold", "", (KEY, "by the sea")))


@pytest.mark.long
def test_killed_at_any_call_of_a_verdict(vault: Path) -> None:
    """Nothing of it was done, or all of it: the next start shows which, and undo takes back all."""
    before = made(vault)
    undisturbed = copied(vault, "undisturbed")
    _both(undisturbed, Plug())
    after = made(undisturbed)
    ends = set()
    for fuse in itertools.count():
        at = copied(vault, f"at {fuse}")
        disk = Plug(fuse)
        killed(_both, at, disk)
        if disk.calls < fuse:
            break
        with opened(at, clock=clock, files=Plug()) as compiler:
            compiler.catch_up()
        ends.add(made(at) == after)
        assert made(at) == (after if ("by the sea" in page(at)) else before)
        if made(at) == after:
            undo(at)
            assert made(at) == before
        shutil.rmtree(at)
    assert ends == {False, True}


def test_undo_and_redo_through_all_verdicts(vault: Path) -> None:
    states = [files_in(vault, "wiki")]
    for way in (("both-hold", "x"), ("changed",), ("leave-open",), ("not-same",), ("newer-holds",)):
        if way[0] == "newer-holds":
            holds_anew(vault)
        else:
            say(vault, *way)
        states.append(files_in(vault, "wiki"))
    for state in states[-2::-1]:
        undo(vault)
        assert files_in(vault, "wiki") == state
    for state in states[1:]:
        redo(vault)
        assert files_in(vault, "wiki") == state


def holds_anew(vault: Path) -> None:
    """Say what holds of a disagreement that is none, as was said."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        from app.compiler.dispute_verdicts import found

        _, dispute = found(compiler, KEY)
        witness = dispute.positions[0].witnesses[0]
        settle(compiler, Way("holds", "", (KEY, f"{witness.source} {witness.fact.label}")))


def test_a_line_of_the_owners_stays_beside_a_verdict(vault: Path) -> None:
    """So does one between the lines of the callout, and undo leaves it."""
    place = next(vault.rglob("Harbour Lamp Society.md"))
    text = place.read_text()
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("> [!warning"))
    lines[at:at] = ["My own remark.", ""]
    place.write_text("\n".join([*lines, "## Notes", "Ask the harbour master.", ""]))
    holds(vault, "1821")
    settled = place.read_text()
    assert "> [!success|settled] Founded: 1821" in settled
    assert "My own remark." in settled
    assert "Ask the harbour master." in settled
    assert "*Status: open.*" not in settled
    undo(vault)
    assert "*Status: open.*" in place.read_text()
    assert "My own remark." in place.read_text()


def test_a_callout_that_its_owner_changed_stays_as_it_is(vault: Path) -> None:
    place = next(vault.rglob("Harbour Lamp Society.md"))
    place.write_text(place.read_text().replace("*Status: open.*", "*I asked Anna about it.*"))
    holds(vault, "1821")
    assert "*I asked Anna about it.*" in place.read_text()


@pytest.fixture
def devices(tmp_path: Path) -> tuple[Device, Device]:
    """Two devices with one vault."""
    one, other = Device(tmp_path, "one"), Device(tmp_path, "other")
    with one._here():
        new_vault(one.vault)
        compile_(one.vault, {"society.md": SOCIETY, "history.md": HISTORY})
    sync(one, other)
    other.catch_up()
    return one, other


def sync(source: Device, target: Device, *folders: str) -> None:
    """A sync tool copies what one device has to the other."""
    for folder in folders or (".",):
        if (source.vault / folder).exists():
            shutil.copytree(source.vault / folder, target.vault / folder, dirs_exist_ok=True)


def test_a_verdict_reaches_the_other_device_by_its_decisions_alone(
    devices: tuple[Device, Device],
) -> None:
    one, other = devices
    with one._here():
        holds(one.vault, "1821")
    sync(one, other, ".vaultloom/decisions")
    other.catch_up()
    assert page(other.vault) == page(one.vault)
    with other._here():
        assert contradictions(other.vault) == []
    assert problems(other.vault) == []


def test_two_devices_that_say_two_things_end_with_one(devices: tuple[Device, Device]) -> None:
    one, other = devices
    with one._here():
        holds(one.vault, "1821")
    with other._here():
        say(other.vault, "both-hold", "by the sea")
    sync(one, other, ".vaultloom/decisions")
    sync(other, one, ".vaultloom/decisions")
    one.catch_up()
    other.catch_up()
    assert page(one.vault) == page(other.vault)
    assert ("Status: both hold" in page(one.vault)) != ("“1821” holds" in page(one.vault))


def test_a_verdict_taken_back_on_one_device_is_taken_back_on_the_other(
    devices: tuple[Device, Device],
) -> None:
    one, other = devices
    before = page(one.vault)
    with one._here():
        say(one.vault, "not-same")
        sync(one, other, ".vaultloom/decisions")
        other.catch_up()
        assert page(other.vault) != before
        undo(one.vault)
    shutil.rmtree(other.vault / ".vaultloom/decisions")
    sync(one, other, ".vaultloom/decisions")
    other.catch_up()
    assert page(other.vault) == before
