"""Which names share a page: those that are of one thing, and never those of two.

``python -m tests.benchmarks.names`` compiles real vaults and counts pages as a person would see them:

- *stated*: without a model, two sources on one thing. One states in some wording that it has two
  names, the other uses only the second. Share of the cases that end with one page, by language;
  wordings that were held out while the reader was made are counted on their own.
- *look-alikes*: two things with names that look alike or are the same, a text on each, in two sources
  and in one. None may share a page.
- *unstated*: with a reader at a server that judges names rightly, texts that state nothing but share
  facts, all of them and the look-alikes in one vault. Share of the pairs that end with one page; what it
  measures is whether names that may be one are asked about at all.

``--failed`` lists the cases that came out wrong; ``--all`` takes every case, where else each pair of
names takes a few of the phrasings, another pair others.
"""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.compiler.compile import opened
from app.ledger.naming import key
from tests.app.history.plug import Plug
from tests.benchmarks.naming_texts import LANGUAGES, SETS, Stating, cases, load, things
from tests.perfect_reader import Known, asking, perfect_reader
from tests.promises.vaults import clock, compile_, new_vault, put

AT_LEAST = 0.9
SAMPLE = 11  # of so many cases one is taken; no list of phrasings that fit a pair is as long
_ALIASES = re.compile(r'^aliases:\n((?:  - ".*"\n)+)', re.M)


@dataclass(frozen=True, slots=True)
class Page:
    """A page on a subject as its reader sees it: all its names, and the sources that it leads to."""

    title: str
    names: frozenset[str]
    sources: frozenset[str]


def pages(vault: Path) -> list[Page]:
    """The pages on subjects in a vault."""
    found = []
    for folder in ("concepts", "entities"):
        for file in sorted((vault / "wiki" / folder).glob("*.md")):
            text = file.read_text(encoding="utf-8")
            aliases = _ALIASES.search(text)
            names = re.findall(r'"(.*)"', aliases.group(1)) if aliases else []
            sources = frozenset(re.findall(r"\[\[([^\]#|]+)[\]#|]", text))
            found.append(Page(file.stem, frozenset({file.stem, *names}), sources))
    return found


def share_a_page(vault: Path, one: str, other: str) -> bool:
    """Whether two names have one page, which leads to both sources, and no other page has either."""
    wanted = {key(one), key(other)}
    owners = [p for p in pages(vault) if {key(n) for n in p.names} & wanted]
    return len(owners) == 1 and owners[0].sources >= {"stating", "using"}


@contextmanager
def vaults() -> Iterator[Path]:
    """A folder for vaults, with state and caches of their own, that is gone afterwards."""
    before = os.environ.get("VAULTLOOM_HOME")
    with TemporaryDirectory(prefix="vaultloom-names-") as folder:
        os.environ["VAULTLOOM_HOME"] = str(Path(folder) / "home")
        try:
            yield Path(folder).resolve()
        finally:
            os.environ.pop("VAULTLOOM_HOME")
            if before is not None:
                os.environ["VAULTLOOM_HOME"] = before


def joins(case: Stating, folder: Path) -> bool:
    """Whether both sources of a case lead to one page."""
    vault = new_vault(folder / "vault")
    compile_(vault, case.sources)
    return share_a_page(vault, case.one, case.other)


def failing(found: Iterable[Stating]) -> tuple[int, list[Stating]]:
    """How many cases there are, and those that do not join."""
    count, failed = 0, []
    with vaults() as folder:
        for case in found:
            count += 1
            if not joins(case, folder):
                failed.append(case)
            shutil.rmtree(folder / "vault")
            shutil.rmtree(folder / "home", ignore_errors=True)
    return count, failed


def stated(
    *,
    show: bool,
    every: int = SAMPLE,
    languages: Sequence[str] = LANGUAGES,
    sets: Sequence[str] = SETS,
) -> bool:
    """Print the share of stated names that join; whether all are as promised."""
    kept = True
    for language in languages:
        for which in sets:
            count, failed = failing(islice(cases(language, which), 0, None, every))
            share = 1 - len(failed) / count
            print(
                f"stated, {language}, {which}: {share:.3f} of {count} (at least {AT_LEAST})",
                flush=True,
            )
            kept &= share >= AT_LEAST
            for case in failed if show else ():
                print(f"   {case.one} / {case.other}: {case.phrasing}")
    return kept


def look_alikes(*, show: bool) -> bool:
    """Print how many look-alikes share a page, in two sources and in one; whether none does."""
    merged, two = 0, 0
    pairs = load("look_alikes")
    with vaults() as folder:
        for number, each in enumerate(pairs):
            one_source = {"both.md": "\n".join(each["texts"])}
            two_sources = {f"{n}.md": text for n, text in enumerate(each["texts"])}
            for name, sources in (("two", two_sources), ("one", one_source)):
                vault = new_vault(folder / f"{number} {name}")
                compile_(vault, sources)
                found = saying(vault, each["says"])
                merged += bool(found[0] & found[1])
                two += bool(found[0] and found[1] and not found[0] & found[1])
                if show and not (found[0] and found[1] and not found[0] & found[1]):
                    print(f"   {each['pair']} in {name}: {found}")
    count = 2 * len(pairs)
    print(f"look-alikes: {merged} of {count} share a page (0); {two} have two pages", flush=True)
    return merged == 0


def saying(vault: Path, says: Sequence[str]) -> list[set[str]]:
    """The pages that say each of these of their subject: in a statement that is no mere mention."""
    found: list[set[str]] = [set(), set()]
    for file in sorted((vault / "wiki").glob("*s/*.md")):
        if file.parent.name not in {"concepts", "entities"}:
            continue
        body = file.read_text(encoding="utf-8").split("\n[^")[0]
        for number, words in enumerate(says):
            if any(words in line for line in body.splitlines() if not line.startswith("## Named")):
                found[number].add(file.stem)
    return found


def unstated(*, show: bool) -> bool:
    """Print the share of names that join where only a judge can tell, and what look-alikes do then."""
    cases_, pairs = load("unstated"), load("look_alikes")
    sources = {
        f"{'first' if n else 'second'}-text-{number}-on-it.md": " ".join(text) + "\n"
        for n in (0, 1)
        for number, each in enumerate(cases_)
        for text in [list(each["texts"].values())[n]]
    }
    sources |= {
        f"alike {k} {n}.md": t for k, p in enumerate(pairs) for n, t in enumerate(p["texts"])
    }
    with vaults() as folder, perfect_reader(_known(cases_)) as (server, perfect):
        vault = new_vault(folder / "vault")
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.read_with(asking(vault, server))
            compiler.add(put(vault, sources))
            compiler.run(idle=False)
        failed = [e["id"] for e in cases_ if not _one_page(vault, e["texts"])]
        alike = [saying(vault, p["says"]) for p in pairs]
    merged = sum(bool(a & b) for a, b in alike)
    share = 1 - len(failed) / len(cases_)
    asked = [c.varying.count(" / ") - 2 for c in perfect.calls if c.kind == "resolve"]
    print(
        f"unstated: {share:.3f} of {len(cases_)} (at least {AT_LEAST}), {merged} look-alikes share a page (0)"
    )
    print(f"   {len(asked)} questions about {sum(asked)} pairs of names")
    for ident in failed if show else ():
        print(f"   {ident}")
    return share >= AT_LEAST and merged == 0


def _one_page(vault: Path, texts: Mapping[str, Sequence[str]]) -> bool:
    wanted = {key(name.split(",")[0]) for name in texts}
    owners = [p for p in pages(vault) if {key(n) for n in p.names} & wanted]
    return len(owners) == 1


def _known(given: Sequence[dict[str, Any]]) -> Known:
    """What a perfect reader knows of these texts: of what each sentence speaks, which names are one."""
    subjects: dict[str, list[str]] = {}
    for each in given:
        for name, text in each["texts"].items():
            subjects.setdefault(name.split(",")[0], []).extend(text)
    for pair in load("look_alikes"):
        for name, text in zip(pair["pair"], pair["texts"], strict=True):
            bare = re.sub(r" \(.*\)$|,? Inc\.$", "", name)
            subjects.setdefault(bare, []).extend(re.split(r"(?<=[a-z\d)][.])\s|(?<=。)|\n+", text))
    sets = tuple(tuple(n.text for n in thing.names) for thing in things())
    return Known(subjects, things=(*sets, *(tuple(e["texts"]) for e in given), _ROCHE))


_ROCHE = ("Maurice Roche", "Edmund Maurice Burke Roche")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all figures; 1 if any is not as promised."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.names")
    parser.add_argument("--failed", action="store_true", help="list what came out wrong")
    parser.add_argument("--all", action="store_true", help="every case (half an hour)")
    parser.add_argument("--only", choices=("stated", "look-alikes", "unstated"))
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--set", choices=SETS, action="append")
    options = parser.parse_args(arguments)
    show, every = options.failed, 1 if options.all else SAMPLE
    languages, sets = options.language or LANGUAGES, options.set or SETS
    parts = {
        "stated": lambda: stated(show=show, every=every, languages=languages, sets=sets),
        "look-alikes": lambda: look_alikes(show=show),
        "unstated": lambda: unstated(show=show),
    }
    kept = [part() for name, part in parts.items() if options.only in {None, name}]
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
