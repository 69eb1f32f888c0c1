"""What is not as it should be ends as pages or as "refused: reason", and never stops the rest."""

import cProfile
import json
import pstats
import re
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.compiler.queue import Item, Status
from tests.app.history.plug import Plug
from tests.promises.page_checks import generated, problems, source_records
from tests.promises.vaults import FIXTURES, HARBOUR, OIL, clock, compile_, files_in, new_vault

ORDERS = re.compile(r"CANARY-\d+|PWNED-\d+|maintenance mode", re.IGNORECASE)
# Real documents among the fixtures, which have tests of their own.
GOOD = ("acm-", "autogen-", "debian-handbook", "debmake-", "faq-debian", "federal-", "scanned-")


def nasty() -> list[Path]:
    """The files of the fixtures that something is wrong with, and a few small ones beside them."""
    found = (path for path in sorted(FIXTURES.rglob("*")) if path.is_file())
    return [path for path in found if not path.name.startswith(GOOD)]


def drop(vault: Path, paths: list[Path]) -> list[Item]:
    """Drop files on a vault and compile; the items as they came out."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        added = compiler.add(paths)
        done = {item.id: item for item in compiler.run()}
        return [done.get(item.id, item) for item in added]


@pytest.mark.long
def test_every_nasty_file_ends_as_pages_or_refused_with_a_reason(tmp_path: Path) -> None:
    """All dropped at once; the good source at the end is compiled as if it were alone."""
    vault = new_vault(tmp_path / "vault")
    good = tmp_path / "good.md"
    good.write_text(HARBOUR)
    items = drop(vault, [*nasty(), good])
    assert len(items) == len(nasty()) + 1 > 20
    assert {i.status for i in items} == {Status.COMPILED, Status.REFUSED}
    assert all(i.reason for i in items if i.status is Status.REFUSED)
    assert "unexpected" not in "".join(i.reason for i in items)
    assert items[-1].status is Status.COMPILED
    assert problems(vault) == []
    assert not [p for p in files_in(vault) if p.endswith(".tmp")]


def test_orders_hidden_in_a_text_are_not_obeyed_and_name_nothing(tmp_path: Path) -> None:
    """No page, no name and no claim about what the orders speak of; the text's own words stay."""
    vault = new_vault(tmp_path / "vault")
    injections = [p for p in nasty() if "prompt-injection" in p.name]
    assert len(injections) == 2
    assert {i.status for i in drop(vault, injections)} == {Status.COMPILED}
    for path in files_in(vault, "wiki"):
        assert not ORDERS.search(path)
    for page in generated(vault):
        assert not ORDERS.search(page.text.split("\n# ")[0] + page.body.lstrip().split("\n")[0]), (
            page.path
        )
    for record in source_records(vault).values():
        for subject in record["subjects"]:
            assert not ORDERS.search(json.dumps(subject["names"]))
        for claim in record["claims"]:
            assert not ORDERS.search(claim["slot"])
    assert "99 m" not in "".join(
        p.text for p in generated(vault) if p.kind in {"concept", "entity"}
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("blank.txt", b" \n\t\r\n"),
        ("only properties.md", b"---\ntitle: Nothing else\ntags: [a]\n---\n"),
        ("only a heading.md", b"# Title\n"),
        ("only code.md", b"```\nx = 1\n```\n"),
        ("only zeros.txt", b"\0" * 5000),
        ("only marks.md", b"* * *\n\n---\n\n[ ] ( ) !\n"),
        ("picture.md", b"\x89PNG\r\n\x1a\n" + bytes(200)),
        ("no such kind.xyz", b"Words."),
        ("page.html", b"<html><head><title>Empty</title></head><body></body></html>"),
        ("error.html", b"<html><body><h1>404 Not Found</h1></body></html>"),
        ("hidden.html", b"<p hidden>Nobody sees that the wick is woven of hair.</p>"),
    ],
)
def test_what_says_nothing_makes_no_subject(tmp_path: Path, name: str, content: bytes) -> None:
    """Refused in words, or a summary at most; what it is called is no concept."""
    vault = new_vault(tmp_path / "vault")
    source = tmp_path / name
    source.write_bytes(content)
    (item,) = drop(vault, [source])
    assert item.status in {Status.COMPILED, Status.REFUSED}
    assert item.reason or item.status is Status.COMPILED
    assert not [p for p in generated(vault) if p.kind in {"concept", "entity"}]
    assert problems(vault) == [] if item.status is Status.COMPILED else not generated(vault)


def test_a_source_that_cannot_be_read_any_more_is_refused_when_its_turn_comes(
    tmp_path: Path,
) -> None:
    """It waited in the queue, and was removed or became a folder meanwhile."""
    vault = new_vault(tmp_path / "vault")
    for name, text in (("a.md", HARBOUR), ("b.md", OIL), ("c.md", HARBOUR + "More.\n")):
        (vault / "raw" / name).write_text(text)
    with opened(vault, clock=clock) as compiler:
        compiler.scan()
        (vault / "raw/a.md").unlink()
        (vault / "raw/b.md").unlink()
        (vault / "raw/b.md").mkdir()
        first, second, third = compiler.run()
    assert (first.status, third.status) == (Status.REFUSED, Status.COMPILED)
    assert first.reason == "“raw/a.md” is not there any more."
    assert second.status in {Status.REFUSED, Status.FAILED}
    assert "b.md" in second.reason


def entries(size: int) -> str:
    """About ``size`` bytes of a keeper's log, with one line in the middle that is like no other."""
    lines, length, needle = list[str](), 0, False
    while length < size:
        n = len(lines) + 1
        line = (
            f"Entry {n}: on day {n} the keeper wrote that the lamp burned {n * 7 % 24} hours and used"
            f" {n * 13 % 97} litres of oil. 第{n}日、灯は点いていた。\n" + "\n" * (n % 40 == 0)
        )
        if not needle and length > size // 2:
            needle, line = True, "The needle in this file is the number 48151.\n"
        lines.append(line)
        length += len(line.encode())
    return "".join(lines)


def calls_for(vault: Path, size: int) -> int:
    """How many calls of functions compiling so much text takes."""
    with cProfile.Profile() as profile:
        (item,) = compile_(vault, {"log.txt": entries(size)})
    assert item.status is Status.COMPILED
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.long
def test_twice_the_text_takes_twice_the_work(tmp_path: Path) -> None:
    """Counted in calls, so that it holds on any machine; four times the work would be a hang."""
    calls_for(new_vault(tmp_path / "first"), 10_000)  # what is read once in a process
    small = calls_for(new_vault(tmp_path / "small"), 30_000)
    large = calls_for(new_vault(tmp_path / "large"), 60_000)
    assert large < 2.4 * small


@pytest.mark.long
@pytest.mark.parametrize("size", [5_000_000])
def test_five_megabytes_of_text_are_one_source_like_any_other(tmp_path: Path, size: int) -> None:
    """Every sentence is there and can be quoted; pages stay pages that somebody can read."""
    check_large(new_vault(tmp_path / "vault"), size)


@pytest.mark.long
def test_half_a_megabyte_of_text_is_one_source_like_any_other(tmp_path: Path) -> None:
    """As the test of five, in the time that there is before a change lands."""
    check_large(new_vault(tmp_path / "vault"), 300_000)


def check_large(vault: Path, size: int) -> None:
    """What holds of a large source."""
    text = entries(size)
    (item,) = compile_(vault, {"log.txt": text})
    assert item.status is Status.COMPILED
    (record,) = source_records(vault).values()
    assert len(record["sentences"]) >= text.count("\n第") + text.count("litres of oil.")
    assert sum("48151" in s["text"] for s in record["sentences"]) == 1
    found = files_in(vault, "wiki")
    assert len([p for p in found if not p.startswith("wiki/texts/")]) <= 70
    assert max(len(c) for p, c in found.items() if not p.startswith("wiki/texts/")) < 60_000
    assert len((vault / f".vaultloom/sources/{record['id']}.json").read_bytes()) < 8 * size
    assert problems(vault) == []
