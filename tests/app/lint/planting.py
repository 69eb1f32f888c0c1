"""Vaults in which faults are planted, each where nothing else is, so that what is found can be held
against what was planted.

A vault is compiled of sources that are made up, beside notes of its owner's that lead to each other; nothing
is wrong in it. ``PLANTINGS`` says for each rule how its fault comes into the world: to add a rule's, write a
function that does to ``Ground`` what a person, a sync tool or another program would do, and gives what is to
be found of it. ``when`` is "first" (before anything is compiled), "between" (some sources are then compiled
again) or "last".
"""

import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.compiler.compile import Compiler, opened
from app.knowing import checking
from app.lint.diagnostic import Finding
from tests.app.history.plug import Plug
from tests.promises.vaults import NOW, clock, new_vault

THINGS = (
    *(
        "tide gauge",
        "lock gate",
        "harbour crane",
        "signal lamp",
        "dredger",
        "pilot boat",
        "sea wall",
    ),
    *(
        "mooring buoy",
        "fog horn",
        "steam winch",
        "dry dock",
        "grain silo",
        "customs shed",
        "quay wall",
    ),
    *(
        "slipway",
        "light vessel",
        "weather mast",
        "capstan",
        "bollard",
        "fairlead",
        "hawser",
        "lead line",
    ),
    *("storm cone", "coal hulk", "rope walk", "sail loft", "tar kiln", "fish market", "boat hook"),
    *(
        "swing bridge",
        "ice house",
        "anchor forge",
        "chart room",
        "cask store",
        "ballast pit",
        "net shed",
    ),
    *(
        "oil cellar",
        "salt pan",
        "watch tower",
        "bell buoy",
        "chain locker",
        "water tank",
        "cable drum",
    ),
)
NOTES = 40


@dataclass(frozen=True, slots=True)
class Planted:
    """What is to be found: the code, the path, and what of the file it is about ("" where one is open)."""

    code: str
    path: str
    what: str = ""

    def is_found_by(self, found: Finding) -> bool:
        """Whether a finding is of this."""
        same = found.code == self.code and self.path in ("", found.path)
        return same and self.what in ("", found.what)


@dataclass
class Ground:
    """A vault that is being planted. Each page, note and source is given away once."""

    root: Path
    compiler: Compiler
    luck: random.Random
    pages: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    fresh: int = 0

    def page(self) -> str:
        """A compiled page on a thing, on which nothing was planted."""
        return self.pages.pop()

    def note(self) -> str:
        """A note of the owner's, likewise."""
        return self.notes.pop()

    def either(self) -> str:
        """One of the two."""
        return self.page() if self.luck.random() < 0.5 else self.note()

    def text(self, path: str) -> str:
        """What a file holds."""
        return (self.root / path).read_bytes().decode()

    def put(self, path: str, text: str) -> None:
        """A file that somebody wrote an hour ago."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode())
        os.utime(self.root / path, (NOW.timestamp() - 3600,) * 2)

    def add(self, path: str, text: str) -> None:
        """A paragraph at the end of a note; on a page among the person's own."""
        before = self.text(path).rstrip("\n")
        self.put(path, f"{before}\n\n{text}\n")

    def give(self, path: str, lines: str) -> None:
        """Properties behind all others."""
        text = self.text(path)
        if not text.startswith("---\n"):
            self.put(path, f"---\n{lines}---\n{text}")
            return
        end = text.index("\n---\n") + 1
        self.put(path, f"{text[:end]}{lines}{text[end:]}")

    def new_note(self, path: str, text: str, *, linked: bool = True) -> str:
        """A note more of the owner's, to which another one leads."""
        self.put(path, text)
        if linked:
            stem = path.rpartition("/")[2].removesuffix(".md")
            self.add(self.linking, f"See [[{stem}]].")
        return path

    def name(self, words: str) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"{words} {self.fresh:02d}x"

    @property
    def linking(self) -> str:
        """A note on which nothing is planted, and that may lead anywhere."""
        return "Notes/Journal.md"

    def compile(self) -> None:
        """What changed among the sources is compiled, and pages brought up to date."""
        names = self.compiler.onto.there.current().paths
        self.compiler.onto.look_again(name for name in names if name.endswith(".md"))
        self.compiler.scan()
        self.compiler.run()

    def findings(self) -> list[Finding]:
        """All that is found now."""
        return checking(self.compiler).everything()


@contextmanager
def ground(root: Path, seed: int) -> Iterator[Ground]:
    """A vault in which nothing is wrong; sources are written and not compiled."""
    new_vault(root)
    with opened(root, clock=clock, files=Plug()) as compiler:
        made = Ground(root, compiler, random.Random(seed))
        names = [f"Notes/Entry {number}.md" for number in range(NOTES)]
        for here, there in zip(names, [*names[1:], names[0]], strict=True):
            stem = there.rpartition("/")[2].removesuffix(".md")
            made.put(here, f"---\ncreated: 2026-11-01\n---\nWords of mine. See [[{stem}]].\n")
        made.put(made.linking, "What I did.\n")
        made.add("Notes/Entry 0.md", "[[Journal]]")
        made.notes = names[1:]
        made.luck.shuffle(made.notes)
        for thing in THINGS:
            made.put(source_of(thing), words_on(thing, made.luck))
        yield made


def source_of(thing: str) -> str:
    """The source on a thing."""
    return f"raw/on the {thing}.md"


def page_of(thing: str) -> str:
    """The page on a thing."""
    return f"wiki/concepts/{thing.capitalize()}.md"


def words_on(thing: str, luck: random.Random) -> str:
    """A source on a thing, and a little on another."""
    other = luck.choice([each for each in THINGS if each != thing])
    wide, year, days, cost = (
        luck.randrange(*span) for span in ((20, 90), (1801, 1899), (3, 30), (2, 99))
    )
    return (
        f"# On the {thing}\n\n"
        f"A {thing} is a device that stands beside a {other} in a harbour. Each {thing} lasts {days} days. "
        f"A {thing} was {wide} mm wide in {year}. Every {thing} costs {cost} cents in winter.\n\n"
        f"## Use\n\nA {thing} MUST be oiled before sunset. A {thing} burns {days + 1} litres in {cost + 2} hours.\n"
    )


def compiled(made: Ground) -> None:
    """Compile it, and say which pages there are."""
    made.compile()
    made.pages = [page_of(thing) for thing in THINGS if (made.root / page_of(thing)).is_file()]
    made.luck.shuffle(made.pages)


# -- what is planted

Plant = Callable[[Ground], Planted | tuple[Planted, ...]]
PLANTINGS: dict[str, tuple[str, Plant]] = {}


def planting(code: str, when: str = "last") -> Callable[[Plant], Plant]:
    """Register how the fault that a rule finds is planted."""

    def register(plant: Plant) -> Plant:
        PLANTINGS[code] = (when, plant)
        return plant

    return register


@planting("VL001")
def broken_link(g: Ground) -> Planted:
    path, ghost = g.either(), g.name("No such note")
    known = g.linking.rpartition("/")[2].removesuffix(".md")
    target = g.luck.choice([ghost, f"{known}#{ghost}", f"{known}#^{g.fresh}z"])
    g.add(path, f"As in [[{target}]].")
    return Planted("VL001", path, target)


@planting("VL002")
def orphan(g: Ground) -> Planted:
    return Planted("VL002", g.new_note(f"Notes/{g.name('Alone')}.md", "Words.\n", linked=False))


@planting("VL003", "between")
def waiting_text(g: Ground) -> tuple[Planted, ...]:
    path = g.page()
    thing = path.rpartition("/")[2].removesuffix(".md").lower()
    lines = g.text(path).split("\n")
    line = next(each for each in lines if "mm wide in" in each and "[^" in each)
    g.put(path, g.text(path).replace(line, line.replace("mm wide in", "mm wide about"), 1))
    source = g.text(source_of(thing))
    g.put(source_of(thing), re.sub(r"mm wide in (\d+)", r"mm wide in the year \1", source))
    return Planted("VL003", path), Planted("VL050", path)  # whose words its source says no more


@planting("VL006", "between")
def source_gone(g: Ground) -> Planted:
    thing = g.page().rpartition("/")[2].removesuffix(".md").lower()
    (g.root / source_of(thing)).unlink()
    summary = g.compiler.ledger.cache.source_by(path=source_of(thing))
    page = g.compiler.ledger.cache.pages.summary_of(summary.id) if summary else None
    return Planted("VL006", page.path if page else "", source_of(thing))


@planting("VL007")
def conflict_copy(g: Ground) -> Planted:
    path = g.either()
    words = g.luck.choice(
        [".sync-conflict-20261101-101500-ABCDEF2", " (Ana's conflicted copy 2026-11-01)"]
    )
    copy = f"{path.removesuffix('.md')}{words}.md"
    g.put(copy, g.text(path) + "More.\n")
    return Planted("VL007", copy)


@planting("VL008")
def two_versions(g: Ground) -> Planted:
    path = g.page()
    g.add(path, "<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> laptop")
    return Planted("VL008", path)


@planting("VL010", "first")
def note_alike(g: Ground) -> Planted:
    thing = g.luck.choice([t for t in THINGS if not (g.root / f"{t.capitalize()}.md").exists()])
    note = f"{thing.capitalize()}.md"
    g.put(note, "A town, where we were in August. See [[Journal]].\n")
    g.add(g.linking, f"[[{thing.capitalize()}]]")
    return Planted("VL010", f"wiki/concepts/{thing.capitalize()} (concept).md", note)


@planting("VL012", "between")
def deleted_page(g: Ground) -> tuple[Planted, ...]:
    path, note = g.page(), g.note()
    name = path.rpartition("/")[2].removesuffix(".md")
    g.add(note, f"Buy a [[{name}]].")
    (g.root / path).unlink()
    return Planted("VL012", path), Planted("VL001", note, name)


@planting("VL020")
def alias_as_target(g: Ground) -> Planted:
    name, alias = g.name("Engine"), g.name("Motor")
    g.new_note(f"Notes/{name}.md", f"---\naliases:\n  - {alias}\n---\nWords.\n")
    path = g.either()
    g.add(path, f"As in [[{alias}]].")
    return Planted("VL020", path, alias)


@planting("VL021")
def ambiguous_link(g: Ground) -> Planted:
    name, path = g.name("Twin"), g.either()
    g.put(f"Notes/a/{name}.md", "One.\n")
    g.put(f"Notes/b/{name}.md", "Other.\n")
    g.add(g.linking, f"[[Notes/a/{name}]] [[Notes/b/{name}]]")
    g.add(path, f"As in [[{name}]].")
    return Planted("VL021", path, name)


@planting("VL022")
def needless_path(g: Ground) -> Planted:
    name, path = g.name("Deep"), g.either()
    g.new_note(f"Notes/deep/{name}.md", "Words.\n")
    target = g.luck.choice([f"deep/{name}", f"Notes/deep/{name}"])
    g.add(path, g.luck.choice([f"As in [[{target}]].", f"As in [[{target}|there]]."]))
    return Planted("VL022", path, target)


@planting("VL023")
def table_pipe(g: Ground) -> Planted:
    path = g.either()
    g.add(path, "| a | b |\n|---|---|\n| [[Journal|my diary]] | c |")
    return Planted("VL023", path, "Journal")


@planting("VL024")
def self_link(g: Ground) -> Planted:
    path = g.either()
    name = path.rpartition("/")[2].removesuffix(".md")
    g.add(path, f"As in [[{name}|this]].")
    return Planted("VL024", path, name)


@planting("VL025")
def unseen_file(g: Ground) -> Planted:
    path, name = g.either(), g.name("figures")
    g.put(f"Notes/{name}.txt", "1 2 3\n")
    g.add(path, f"As in [[{name}.txt]].")
    return Planted("VL025", path, f"{name}.txt")


@planting("VL030")
def unreachable(g: Ground) -> Planted:
    name = g.name("Island")
    path = f"wiki/concepts/{name}.md"
    g.put(
        path,
        f'---\nid: "i{g.fresh}"\nkind: "concept"\n---\n# {name}\n\nWords.[^1]\n\n[^1]: Mine.\n',
    )
    g.add(g.note(), f"See [[{name}]].")  # to which nothing of the wiki leads
    return Planted("VL030", path)


@planting("VL031")
def open_fence(g: Ground) -> Planted:
    path = g.page()
    g.add(path, g.luck.choice(["```\ncode", "~~~~ text\ncode\n~~~"]))
    return Planted("VL031", path)


@planting("VL032")
def two_titles(g: Ground) -> Planted:
    path, words = g.page(), g.name("Another title")
    g.add(path, g.luck.choice([f"# {words}\n\nWords.", f"{words}\n===\n\nWords."]))
    return Planted("VL032", path, words)


@planting("VL033")
def bad_name(g: Ground) -> tuple[Planted, ...]:
    name = g.name(g.luck.choice(["Why?", "a:b", "C#", "up^2", "a|b", "Ends in a dot"]))
    name += "." * name.startswith("Ends")
    path = f"Notes/{name}.md"
    g.put(path, "Words.\n")
    if "#" in name:  # nothing can lead there
        return Planted("VL033", path), Planted("VL002", path)
    g.add(g.linking, f"See [it](<{path}>).")
    return (Planted("VL033", path),)


@planting("VL040")
def unreadable_properties(g: Ground) -> Planted:
    path = g.note()
    bad = ["title: Lamps: a history\n", 'x: "open\n', "a: @b\n", "tags: [a\n", "\tb: 1\n"]
    g.give(path, g.luck.choice(bad))
    return Planted("VL040", path)


@planting("VL041")
def duplicate_property(g: Ground) -> Planted:
    path = g.either()
    g.give(path, g.luck.choice(["made: 1\nmade: 1\n", "made: 1\nmade: 2\n"]))
    return Planted("VL041", path, "made")


@planting("VL042")
def wrong_type(g: Ground) -> Planted:
    path = g.either()
    bad = ["[[Journal]]", "20240115103000123456", "\n  a: 1", "[[1, 2], 3]"]
    g.give(path, f"odd: {g.luck.choice(bad)}\n")
    return Planted("VL042", path, "odd")


@planting("VL043")
def list_needed(g: Ground) -> Planted:
    path = g.note()
    name = g.luck.choice(["tags", "aliases", "cssclasses"])
    g.give(path, f"{name}: one, two\n")
    return Planted("VL043", path, name)


@planting("VL044")
def deprecated_property(g: Ground) -> Planted:
    path = g.note()
    name = g.luck.choice(["tag", "alias", "cssclass"])
    g.give(path, f"{name}: {g.name('Some').replace(' ', '')}\n")
    return Planted("VL044", path, name)


@planting("VL045")
def missing_property(g: Ground) -> Planted:
    path = g.page()
    name = g.luck.choice(["id", "kind", "created", "updated"])
    g.put(path, re.sub(rf"^{name}: .*\n", "", g.text(path), count=1, flags=re.MULTILINE))
    return Planted("VL045", path, name)


@planting("VL046")
def bad_tag(g: Ground) -> Planted:
    path = g.note()
    tag = g.luck.choice(["two words", "1984", "#lamp", "a,b"])
    g.give(path, f"tags:\n  - {tag if tag != 'a,b' else chr(34) + tag + chr(34)}\n")
    return Planted("VL046", path, tag.removeprefix("#"))


@planting("VL047")
def link_in_words(g: Ground) -> Planted:
    path = g.either()
    g.give(path, 'remark: "see [[Journal]] and more"\n')
    return Planted("VL047", path, "remark")
