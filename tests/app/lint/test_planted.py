"""Each rule finds exactly what was planted: every fault, and nothing beside it."""

from pathlib import Path

import pytest

from app.lint.registry import RULES
from tests.app.lint import planting_evidence  # noqa: F401 - registers its own
from tests.app.lint.planting import PLANTINGS, Ground, Planted, compiled, ground

# A model is asked, or more than a page is needed: their own examples and tests have them.
NOT_PLANTED = {"VL009", "VL011"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's is used."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))


def plant(made: Ground, when: str) -> list[Planted]:
    """Plant the faults of each rule whose time it is, once, at the end once or twice."""
    planted: list[Planted] = []
    for at, put in PLANTINGS.values():
        times = (made.luck.randint(1, 2) if when == "last" else 1) if at == when else 0
        for _ in range(times):
            found = put(made)
            planted += found if isinstance(found, tuple) else [found]
    return planted


def test_every_rule_has_its_planting() -> None:
    assert {rule.code for rule in RULES} - NOT_PLANTED == PLANTINGS.keys()


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_what_is_planted_is_found_and_nothing_else(tmp_path: Path, seed: int) -> None:
    """In a vault of our own format, with notes of the owner's beside it."""
    with ground(tmp_path / "vault", seed) as made:
        planted = plant(made, "first")
        compiled(made)
        alike = [f for f in made.findings() if not any(p.is_found_by(f) for p in planted)]
        assert alike == []  # nothing is wrong yet but what was planted
        planted += plant(made, "between")
        made.compile()
        planted += plant(made, "last")
        found = made.findings()

    told = [(f.code, f.path, f.what, str(f.message)) for f in found]
    missed = [p for p in planted if not any(p.is_found_by(f) for f in found)]
    beside = [
        t for t, f in zip(told, found, strict=True) if not any(p.is_found_by(f) for p in planted)
    ]
    assert (missed, beside) == ([], [])
    assert len(found) == len(planted)
