"""The findings that the window is told of: kept, so that after a change only what depends on it is
looked at, without what the person ignores, and with those of their own notes only while they ask."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.compiler.compile import Compiler
from app.knowing import checking
from app.lint.checking import Checking
from app.lint.diagnostic import Finding
from app.lint.ignoring import ignored, named, told, without
from app.lint.registry import RULES
from app.saying import beside
from app.shapes import Answer, finding
from app.vault.index import VaultIndex


@dataclass
class Findings:
    """The findings of one vault. ``gone`` says which sources are, by path."""

    compiler: Compiler
    gone: Callable[[], frozenset[str]]
    shows_owners: bool = False
    _checking: Checking | None = None
    _changed: set[str] = field(default_factory=set)

    def changed(self, paths: Iterable[str]) -> None:
        """Files changed; they are looked at when somebody asks next."""
        self._changed |= set(paths)

    def all(self) -> list[Finding]:
        """Everything that is wrong now."""
        if self._checking is None:
            self._checking = checking(self.compiler, self.gone())
            self._checking.everything()
        self._checking.checked.gone = self.gone()
        changed, self._changed = self._changed, set()
        return self._checking.again(changed)

    def index(self) -> VaultIndex | None:
        """Who links to whom, None before anything was looked at."""
        if self._checking is None:
            return None
        self.all()
        return self._checking.checked.index

    def shown(self) -> list[Finding]:
        """What is wrong now of what the person sees; no other is fixed with all that is safe."""
        return self._of_those_asked_for(without(self.all(), ignored(self.compiler.root)))

    def told(self) -> Answer:
        """What is wrong as the protocol has it: ``findings``, and how many of which sort are ``hidden``."""
        found = self.all()
        heeded = without(found, ignored(self.compiler.root))
        shown = self._of_those_asked_for(heeded)
        hidden = {"ignored": len(found) - len(heeded), "owner": len(heeded) - len(shown)}
        return {"findings": [finding(each) for each in shown], "hidden": hidden}

    def _of_those_asked_for(self, found: list[Finding]) -> list[Finding]:
        return [each for each in found if self.shows_owners or not self._is_owners(each)]

    def _is_owners(self, found: Finding) -> bool:
        """Whether a finding is on a note of the owner's own."""
        return self._checking is not None and self._checking.checked.is_owners(found.path)


def rules_told() -> list[Answer]:
    """The rules as the protocol has them."""
    return [
        {
            "code": rule.code,
            "rule": rule.name,
            "severity": str(rule.severity),
            "says": rule.says,
            "why": rule.why,
            "explanation": rule.explanation,
            "before": rule.explanation["Example"],
            "after": rule.explanation["Use instead"],
            **beside(why=rule.why, says=rule.says),
        }
        for rule in RULES
    ]


def ignored_here(compiler: Compiler, found: Iterable[Finding] = ()) -> list[Answer]:
    """What is ignored, as the protocol has it; one of those ``found`` is told in its own words."""
    own = {(each.code, each.path, named(each)): each.message for each in found}
    answers: list[Answer] = []
    for each in told(ignored(compiler.root)):
        words = own.get((each["code"], each["path"], each["what"]), each["words"])
        answers.append({**each, "words": words, **beside(words=words)})
    return answers
