"""Owner, sync tool and Vaultloom on one vault, in any order: edit, rename, move, delete, drop, merge,
split, settle, undo, redo, kill, restart.

After every step: sources have the bytes that their owner gave them, every link that Vaultloom wrote leads
to one file, every line that the owner wrote and did not remove is there, and what the ledger's files say
is what stands on the pages, those aside that wait, since a sync tool left a conflict copy beside them.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from app.compiler import name_verdicts
from app.compiler.compile import Compiler, opened
from app.compiler.disputes import found_on
from app.compiler.resolve import subject_of
from app.errors import NothingToUndo, VaultloomError
from app.ledger.files import page_path
from app.lint.diagnostic import Way
from app.paths import cache_folder
from app.settling import settle
from app.vault import links
from app.vault.files import VaultFiles
from tests.app.history.plug import Killed, Plug
from tests.promises.page_checks import link_problems
from tests.promises.vaults import new_vault

TEXTS = (
    "# Harbour lamps\n\nA harbour lamp is a light that guides ships. The Harbour Lamp Society was founded in 1821"
    " by Ada Winter. The Harbour Lamp Society keeps 140 lamps.\n",
    "# Oil\n\nWhale oil is an oil that is made from blubber. The Harbour Lamp Society stopped using whale oil in"
    " 1850. Ada Winter wrote that whale oil smokes.\n",
    "# The guild\n\nThe Lamp Guild is a society that keeps lamps. The Lamp Guild was founded in 1824. The Lamp Guild"
    " has 9 boats.\n",
    "# Names\n\nThe Harbour Lamp Society, also known as the Lamp Guild, has a hall. A harbour lamp is a lamp on a"
    " mast. The hall of the Harbour Lamp Society was built in 1866.\n",
    "# Ada\n\nAda Winter was an engineer who designed lamps. Ada Winter was born in Northgate in 1795. Northgate is a"
    " town on the coast. Northgate has 12 lamps.\n",
    "# Another history\n\nThe Harbour Lamp Society was founded in 1830 by Jo May. The Harbour Lamp Society keeps 150"
    " lamps. Ada Winter was born in Southgate in 1797. Northgate has 14 lamps.\n",
)
SAID = ("holds", "both-hold", "changed", "not-same", "leave-open", "newer-holds")
NAMES = ("Harbour Lamp Society", "Lamp Guild", "Ada Winter", "Whale oil", "Harbour lamp")
LATER = timedelta(hours=1)  # so that no edit is one of seconds ago

one_of = st.integers(0, 99)


def clock() -> datetime:
    """An hour from now."""
    return datetime.now(UTC) + LATER


class ManyHands(RuleBasedStateMachine):
    """One vault, and what is known of it from outside."""

    @initialize()
    def begin(self) -> None:
        """A new vault with one source."""
        self.patch = pytest.MonkeyPatch()
        self.folder = Path(tempfile.mkdtemp())
        self.patch.setenv("VAULTLOOM_HOME", str(self.folder / "home"))
        self.vault = new_vault(self.folder / "vault")
        self.raw: dict[str, bytes] = {}
        self.lines: set[str] = set()
        self.written = 0
        self.drop(0)

    def teardown(self) -> None:
        """Nothing is left behind."""
        if hasattr(self, "folder"):
            self.patch.undo()
            shutil.rmtree(self.folder)

    # -- Vaultloom

    @contextmanager
    def open(self, fuse: int | None = None) -> Iterator[Compiler]:
        """The vault, opened by a process that may be killed."""
        with opened(self.vault, clock=clock, files=Plug(fuse)) as compiler:
            yield compiler

    @rule(which=one_of)
    def drop(self, which: int) -> None:
        """A source is dropped and compiled."""
        name = f"source {which % len(TEXTS)}.md"
        place = self.folder / name
        place.write_text(TEXTS[which % len(TEXTS)])
        with self.open() as compiler:
            for item in compiler.add([place]):
                if item.source and (self.vault / item.source).is_file():
                    self.raw[item.source] = (self.vault / item.source).read_bytes()
            compiler.run()
        self.check()

    @rule(which=one_of, fuse=st.integers(0, 60))
    def drop_and_be_killed(self, which: int, fuse: int) -> None:
        """The same, and the process dies at some write; the next start goes on."""
        place = self.folder / f"source {which % len(TEXTS)}.md"
        place.write_text(TEXTS[which % len(TEXTS)])
        before = set(self.raw)
        try:
            with self.open(fuse) as compiler:
                compiler.add([place])
                compiler.run()
        except Killed:
            pass
        with self.open() as compiler:
            compiler.scan()
            compiler.run()
        for path in self.sources():
            if path not in before:
                self.raw[path] = (self.vault / path).read_bytes()
                assert self.raw[path] == place.read_bytes()
        self.check()

    @rule()
    def restart(self) -> None:
        """Vaultloom is started anew, and its cache was deleted."""
        shutil.rmtree(cache_folder(self.vault), ignore_errors=True)
        self.catch_up()

    @rule(one=one_of, other=one_of)
    def merge(self, one: int, other: int) -> None:
        """The owner says that two names are one thing."""
        self.say("merge", NAMES[one % len(NAMES)], NAMES[other % len(NAMES)])

    @rule(one=one_of, other=one_of)
    def tell_apart(self, one: int, other: int) -> None:
        """The owner says that two names are two things, merged before or not."""
        names = NAMES[one % len(NAMES)], NAMES[other % len(NAMES)]
        with self.open() as compiler:
            try:
                subjects = [name_verdicts.found(compiler, name) for name in names]
            except VaultloomError:
                return
            same = subjects[0].of == subjects[1].of
        self.say("tell-apart" if same else "keep-apart", *names)

    @rule(which=one_of, how=one_of, words=st.sampled_from(("", "by the *sea*\n\n# [[x]] [^1]")))
    def settle_a_disagreement(self, which: int, how: int, words: str) -> None:
        """The owner says something of what sources disagree on, be it settled or not."""
        with self.open() as compiler:
            cache = compiler.ledger.cache
            rows = [r for r in cache.pages.all() if r.kind in {"concept", "entity"} and not r.gone]
            found = [(r.of, d) for r in rows for d in found_on(cache, subject_of(cache, r.of))]
        if found:
            slot, dispute = found[which % len(found)]
            do = SAID[how % len(SAID)]
            witness = dispute.positions[how % len(dispute.positions)].witnesses[0]
            more = {"holds": [f"{witness.source} {witness.fact.label}"], "both-hold": [words]}
            self.say(do, f"{slot} {dispute.key}", *more.get(do, []))

    def say(self, do: str, *about: str) -> None:
        """Settle something as the owner chose."""
        with self.open() as compiler:
            try:
                settle(compiler, Way(do, "", about))
            except VaultloomError:
                return  # there is no such thing, or it is so already
        self.check()

    @rule()
    def undo(self) -> None:
        """The last step is taken back, or refused."""
        with self.open() as compiler:
            try:
                compiler.undo()
            except NothingToUndo:
                return
        self.check()

    @rule()
    def redo(self) -> None:
        """The last undo is taken back, or refused."""
        with self.open() as compiler:
            try:
                compiler.redo()
            except NothingToUndo:
                return
        self.check()

    @rule(which=one_of)
    def take_away(self, which: int) -> None:
        """The owner takes a source away, with what rested on it."""
        with self.open() as compiler:
            known = compiler.ledger.cache.source_ids()
            if not known:
                return
            compiler.settle(compiler.taking_away([sorted(known)[which % len(known)]]))
        self.check()

    # -- the owner

    @rule(which=one_of, where=one_of)
    def write_a_line(self, which: int, where: int) -> None:
        """The owner adds a line of theirs to a page."""
        page = self.page(which)
        if page is None:
            return
        self.written += 1
        line = f"My own remark number {self.written}."
        lines = page.read_text().split("\n")
        body = lines.index("---", 1) + 2 if lines[0] == "---" else 1
        at = body + where % max(1, len(lines) - body)
        while at < len(lines) and lines[at] != "":
            at += 1
        lines[at:at] = ["", line]
        page.write_text("\n".join(lines) + "\n")
        self.lines.add(line)
        self.catch_up()

    @rule(which=one_of, name=one_of)
    def rename_a_page(self, which: int, name: int) -> None:
        """The owner renames a page in a file manager."""
        page = self.page(which)
        if page is not None:
            self.move(page, page.with_name(f"My name {name % 7}.md"))

    @rule(which=one_of)
    def move_a_page(self, which: int) -> None:
        """The owner moves a page into a folder of theirs."""
        page = self.page(which)
        if page is not None:
            self.move(page, self.vault / "Mine" / page.name)

    def move(self, page: Path, target: Path) -> None:
        """A page goes elsewhere, if nothing is there."""
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            page.rename(target)
            self.catch_up()

    @rule(which=one_of)
    def delete_a_page(self, which: int) -> None:
        """The owner deletes a page, and with it what they wrote there."""
        page = self.page(which)
        if page is not None:
            gone = set(page.read_text().split("\n"))
            page.unlink()
            self.lines -= gone
            self.catch_up()

    @rule(which=one_of)
    def make_a_note_of_the_same_name(self, which: int) -> None:
        """The owner makes a note that is called as a page is."""
        page = self.page(which)
        if page is not None and page.parent != self.vault:
            note = self.vault / page.name
            if not note.exists():
                self.written += 1
                note.write_text(f"A note of mine, number {self.written}.\n")
                self.lines.add(f"A note of mine, number {self.written}.")
                self.catch_up()

    @rule(which=one_of)
    def edit_a_source(self, which: int) -> None:
        """The owner changes a source."""
        paths = self.sources()
        if paths:
            path = paths[which % len(paths)]
            text = self.raw[path].replace(b"Ada Winter", b"Ida Winter").replace(b" 9 ", b" 11 ")
            (self.vault / path).write_bytes(text + b"\nThe Harbour Lamp Society has a flag.\n")
            self.raw[path] = (self.vault / path).read_bytes()
            self.compile_what_is_new()

    @rule(which=one_of)
    def rename_a_source(self, which: int) -> None:
        """The owner renames a source."""
        paths = self.sources()
        if paths:
            path = paths[which % len(paths)]
            target = self.vault / f"raw/renamed {len(self.raw)} {Path(path).name}"
            (self.vault / path).rename(target)
            self.raw[target.relative_to(self.vault).as_posix()] = self.raw.pop(path)
            self.compile_what_is_new()

    @precondition(lambda self: len(self.raw) > 1)
    @rule(which=one_of)
    def delete_a_source(self, which: int) -> None:
        """The owner deletes a source; its pages stay for now."""
        paths = self.sources()
        if paths:
            path = paths[which % len(paths)]
            (self.vault / path).unlink()
            del self.raw[path]
            self.catch_up()

    # -- a sync tool

    @rule(which=one_of)
    def leave_a_conflict_copy(self, which: int) -> None:
        """A sync tool makes a copy of a page beside it."""
        page = self.page(which)
        if page is not None:
            copy = page.with_name(f"{page.stem}.sync-conflict-20261130-120000-ABCDEFG.md")
            shutil.copy2(page, copy)
            self.catch_up()

    @rule()
    def touch_everything(self) -> None:
        """A sync tool writes every file of the vault once more, bytes as they are."""
        for folder, _, names in os.walk(self.vault):
            for name in names:
                Path(folder, name).write_bytes(Path(folder, name).read_bytes())
        self.catch_up()

    # -- what is looked at

    def pages(self) -> list[Path]:
        """The compiled pages on subjects and sources, by path."""
        with self.open() as compiler:
            rows = compiler.ledger.cache.pages.all()
        found = [self.vault / row.path for row in rows if row.kind != "index"]
        return [page for page in found if page.is_file()]

    def page(self, which: int) -> Path | None:
        """One of them."""
        found = self.pages()
        return found[which % len(found)] if found else None

    def sources(self) -> list[str]:
        """The sources that are there."""
        return sorted(
            path.relative_to(self.vault).as_posix()
            for path in (self.vault / "raw").rglob("*")
            if path.is_file()
        )

    def catch_up(self) -> None:
        """Vaultloom notices what others did."""
        with self.open() as compiler:
            compiler.catch_up()
        self.check()

    def compile_what_is_new(self) -> None:
        """Vaultloom notices what happened to sources."""
        with self.open() as compiler:
            compiler.scan()
            compiler.run()
        self.check()

    def check(self) -> None:
        """What holds after every step."""
        assert {p: (self.vault / p).read_bytes() for p in self.sources()} == self.raw
        left = self.left_alone()
        assert [p for p in link_problems(self.vault) if p.split(": ")[0] not in left] == []
        assert [p for p in self.dead_links_on_edited_pages() if p.split(": ")[0] not in left] == []
        there = {
            line
            for note in self.vault.rglob("*.md")
            if not note.relative_to(self.vault).as_posix().startswith(".")
            for line in note.read_text().split("\n")
        }
        assert self.lines - there == set()
        assert self.rendered_anew() == {}

    def left_alone(self) -> set[str]:
        """The pages that wait, since a sync tool left a conflict copy beside them."""
        with self.open() as compiler:
            return {row.path for row in compiler.ledger.cache.pages.behind()}

    def dead_links_on_edited_pages(self) -> list[str]:
        """The links that lead nowhere, in lines of ours on pages that somebody edited."""
        files, found = VaultFiles.scan(self.vault), []
        with self.open() as compiler:
            for row in compiler.ledger.cache.pages.all():
                record = compiler.ledger.page_record(row.id)
                place = self.vault / row.path
                if record is None or not place.is_file():
                    continue
                ours = set(record.base.split("\n"))
                text = "\n".join(x for x in place.read_text().split("\n") if x in ours)
                for link in links.find(text):
                    if len(files.resolve(link.path, row.path).candidates) != 1:
                        found.append(f"{row.path}: {link.written}")
        return found

    def rendered_anew(self) -> dict[str, str]:
        """The pages that come out otherwise when all is rendered from the ledger's files."""
        shutil.rmtree(cache_folder(self.vault), ignore_errors=True)
        with self.open() as compiler:
            compiler.catch_up()
            cache = compiler.ledger.cache
            sources = sorted(cache.source_ids())
            slots = {slot for source in sources for slot in cache.subjects.slots_of(source)}
            ids = [row.id for row in cache.pages.all()]
            writes = compiler.onto.previewed(
                lambda build: build.again(slots=slots, sources=sources, pages=ids)
            )
            left = {page for row in cache.pages.behind() for page in (row.path, page_path(row.id))}
        return {w.path: (w.after or b"").decode() for w in writes if w.path not in left}


MANY = os.environ.get(
    "VAULTLOOM_TEST_EXAMPLES", ""
)  # other histories each time, in `make test-full`
TestManyHands = ManyHands.TestCase
TestManyHands.settings = settings(
    max_examples=int(MANY or 5),
    stateful_step_count=12,
    deadline=None,
    derandomize=not MANY,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),  # a failing history is short, and slow to play
)
