"""Which names share a page: those that are of one thing, and never those of two.

``python -m tests.benchmarks.names`` compiles real vaults and counts pages as a person would see them:

- *stated*: without a model, two sources on one thing. One states in some wording that it has two
  names, the other uses only the second. Share of the cases that end with one page, by language;
  wordings that were held out while the reader was made are counted on their own.

``--failed`` lists the cases that came out wrong; ``--all`` takes every case, where else each pair of
names takes a few of the phrasings, another pair others.
"""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from app.ledger.naming import key
from tests.benchmarks.naming_texts import LANGUAGES, SETS, Stating, cases
from tests.promises.vaults import compile_, new_vault

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
            sources = frozenset(re.findall(r"\[\[([^\]#|]+)#", text))
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all figures; 1 if any is not as promised."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.names")
    parser.add_argument("--failed", action="store_true", help="list what came out wrong")
    parser.add_argument("--all", action="store_true", help="every case (half an hour)")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--set", choices=SETS, action="append")
    options = parser.parse_args(arguments)
    kept = [
        stated(
            show=options.failed,
            every=1 if options.all else SAMPLE,
            languages=options.language or LANGUAGES,
            sets=options.set or SETS,
        )
    ]
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
