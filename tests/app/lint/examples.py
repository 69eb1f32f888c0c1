"""The examples in the documentation of rules, done in a vault: their files written, their commands run.

An example is read from top to bottom. "== path" begins a file, whose text follows. A line that begins
with "$ " is what somebody does then: ``vaultloom compile`` (what is new among the sources), ``vaultloom
settle WAY`` (the first finding of the rule, in this way), ``vaultloom lint --fix-reviewed`` (all fixes of
the rule), ``rm PATH``, ``mv PATH PATH`` and ``edit PATH: "old" -> "new"``. With "--model MODEL (which cannot
tell …)" a model reads that is always unsure. In an example without such commands nothing is compiled: its
files are all that there is.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.compiler.compile import Compiler, opened
from app.knowing import checked
from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Finding, Way
from app.lint.registry import Rule
from app.settling import settle
from app.vault.index import VaultIndex
from app.vault.layout import new
from app.vault.rules import RULES
from tests.app.compiler.test_judging import judge
from tests.app.compiler.test_model_reader import answering, reader
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import fake_server
from tests.promises.vaults import NOW, clock

_COMMANDS: dict[str, Callable[["Played", re.Match[str]], None]] = {
    r"vaultloom compile --model MODEL \(which cannot tell.*\)": lambda played, _: (
        played.ask_model()
    ),
    r"vaultloom compile": lambda played, _: played.compile(),
    r"vaultloom settle ([\w-]+)": lambda played, said: played.settle(said[1]),
    r"vaultloom lint --fix-reviewed": lambda played, _: played.fix(),
    r"rm (.+)": lambda played, said: (played.root / said[1]).unlink(),
    r"mv (\S+) (\S+)": lambda played, said: played.move(said[1], said[2]),
    r'edit (.+?): "(.+)" -> "(.*)"': lambda played, said: played.edit(said[1], said[2], said[3]),
}


@dataclass
class Played:
    """A vault in which examples of a rule are played."""

    root: Path
    rule: Rule
    compiler: Compiler | None = None
    stack: ExitStack = field(default_factory=ExitStack)

    def open(self) -> None:
        """Have it be a whole vault, that can be compiled."""
        new(self.root)
        self.compiler = self._open()

    def play(self, example: str) -> None:
        """Write the files and run the commands of an example."""
        for step in re.split(r"^(?=== |\$ )", example, flags=re.MULTILINE):
            head, _, text = step.partition("\n")
            if head.startswith("== "):
                self.write(head.removeprefix("== ").strip(), text)
            elif head.startswith("$ "):
                self._run(head.removeprefix("$ ").strip())

    def _run(self, command: str) -> None:
        for pattern, do in _COMMANDS.items():
            if found := re.fullmatch(pattern, command):
                do(self, found)
                return
        raise ValueError(command)

    def write(self, path: str, text: str) -> None:
        """A file of the vault, that nobody has written for an hour."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
        os.utime(self.root / path, (NOW.timestamp() - 3600,) * 2)
        if path == RULES and self.compiler is not None:  # they are read when a vault is opened
            self.compiler = self._open()

    def _open(self) -> Compiler:
        self.stack.close()
        return self.stack.enter_context(opened(self.root, clock=clock, files=Plug()))

    def edit(self, path: str, old: str, new_: str) -> None:
        """A person puts words in the place of others."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert old in text, f"{path} does not say “{old}”"
        self.write(path, text.replace(old, new_))

    def move(self, path: str, to: str) -> None:
        """A person moves a file."""
        (self.root / to).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(self.root / to)

    def compile(self) -> None:
        """What is new among the sources is compiled, and the rest brought up to date."""
        assert self.compiler is not None
        self.compiler.scan()
        self.compiler.run()

    def ask_model(self) -> None:
        """The same, read by a model that picks every sentence, and is unsure whatever it is asked else."""
        assert self.compiler is not None
        built_in = self.compiler.reader
        with fake_server() as server:
            answering(server, judge({"": "unsure"}))
            self.compiler.reader = reader(self.root, server)
            self.compile()
        self.compiler.reader = built_in

    def settle(self, do: str) -> None:
        """The first finding of the rule is settled in a way of its own."""
        assert self.compiler is not None
        ways = [way for found in self.findings() for way in found.ways if way.do == do]
        settle(self.compiler, Way(do, "", ways[0].about))
        self.compiler.run()

    def fix(self) -> None:
        """The findings of the rule are fixed, whatever the risk."""
        assert self.compiler is not None
        found = self.findings()
        settle(self.compiler, Way("fix", "", tuple(each.key for each in found)), found)

    def findings(self) -> list[Finding]:
        """What the rule finds now."""
        return check(self.checked(), [self.rule])

    def checked(self) -> Checked:
        """The vault as rules see it now."""
        if self.compiler is None:
            return Checked(VaultIndex.scan(self.root))
        sources = self.compiler.ledger.cache.sources()
        gone = {s.path for s in sources if not (self.root / s.path).is_file()}
        return checked(self.compiler, frozenset(gone))


@contextmanager
def played(root: Path, rule: Rule, example: str) -> Iterator[Played]:
    """A vault in which an example was played; one that has commands is a whole vault."""
    found = Played(root, rule)
    with found.stack:
        if re.search(r"^\$ vaultloom", example, re.MULTILINE):
            found.open()
        found.play(example)
        yield found


def files(example: str) -> dict[str, str]:
    """The files in an example."""
    parts = re.split(r"^== (.+)$\n?", example, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
