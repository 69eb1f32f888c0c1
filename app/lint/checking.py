"""Every rule over a vault, and again over what depends on a change.

Findings are held by rule and by the thing that they were found of, so that after a change only things
that depend on it are looked at, and what is found then is what a look at everything would find.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from app.lint.checked import Checked, Scope
from app.lint.depending import Dependents, Depending
from app.lint.diagnostic import Finding
from app.lint.registry import RULES, Rule

_VAULT = ("",)


def check(checked: Checked, rules: Iterable[Rule] = RULES) -> list[Finding]:
    """What is wrong in the vault, by file and line."""
    return Checking(checked, rules).everything()


class Checking:
    """The findings of one vault. ``looked`` counts the things that were looked at, by scope, whatever the
    number of rules."""

    def __init__(self, checked: Checked, rules: Iterable[Rule] = RULES) -> None:
        self.checked, self.rules = checked, tuple(rules)
        self.looked: Counter[Scope] = Counter()
        self._held: dict[str, dict[str, tuple[Finding, ...]]] = {}
        self._depending = Depending(checked)
        self._listed: list[Finding] | None = None
        self._slots: dict[str, tuple[str, ...]] = {}
        self._held_of: dict[str, set[str]] = defaultdict(set)

    @property
    def findings(self) -> list[Finding]:
        """What was found last, by file and line."""
        if self._listed is None:
            held = (found for of_rule in self._held.values() for found in of_rule.values())
            self._listed = sorted((each for found in held for each in found), key=_place)
        return self._listed

    def everything(self) -> list[Finding]:
        """Look at everything."""
        self.checked.forget()
        self._held, self._listed = {rule.code: {} for rule in self.rules}, None
        self.checked.look_at_settings()
        self.checked.look_at_decisions()
        self._depending.begin()
        notes = [rule for rule in self.rules if rule.scope is Scope.NOTE]
        self._look(notes, self.checked.index.notes)
        slots: dict[str, str] = {}
        for rule in [each for each in self.rules if each.scope is not Scope.NOTE]:
            self._look([rule], self._things(rule, slots))
        return self.findings

    def again(
        self,
        changed: Iterable[str] = (),
        sources: Iterable[str] = (),
        subjects: Iterable[str] = (),
    ) -> list[Finding]:
        """Look at what depends on files that were ``changed``, made or removed (vault paths; a folder stands
        for what is in it), on what the ledger took in since the last look, and on these sources (ids) and
        subjects (slots). The index is refreshed by it. It gives what ``everything`` would."""
        self.checked.forget()
        dependents = self._depending.on(changed, sources, subjects)
        if dependents is None:
            return self.everything()
        things = {
            Scope.NOTE: dependents.notes,
            Scope.SOURCE: dependents.sources,
            Scope.SUBJECT: self._subjects(dependents),
            Scope.VAULT: _VAULT,
        }
        for scope, wanted in things.items():
            self._look([rule for rule in self.rules if rule.scope is scope], wanted)
        return self.findings

    def _things(self, rule: Rule, slots: dict[str, str]) -> Iterable[str]:
        """All things but notes that a rule is to look at; ``slots`` remembers which subject each belongs to."""
        cache = self.checked.cache
        if rule.scope is Scope.VAULT:
            return _VAULT
        if cache is None:
            return ()
        if rule.scope is Scope.SOURCE:
            return sorted(cache.source_ids())
        named = rule.candidates(self.checked) if rule.candidates else cache.subjects.slots()
        wanted = list(named)
        for slot in wanted:
            if slot not in slots:
                slots[slot] = self.checked.known.subject(slot).of
        return sorted({slots[slot] for slot in wanted})

    def _subjects(self, dependents: Dependents) -> set[str]:
        """The subjects of slots that were touched, then and now: slots come together and part."""
        then = {of for slot in dependents.slots for of in self._held_of.get(slot, ())}
        parted = {slot for of in then for slot in self._slots.get(of, ())}
        now = {self.checked.known.subject(slot).of for slot in {*dependents.slots, *parted}}
        return then | now

    def _look(self, rules: Sequence[Rule], things: Iterable[str]) -> None:
        """Have rules of one scope look at each of these things."""
        for about in things if rules else ():
            is_there = self._is_there(rules[0].scope, about)
            self.looked[rules[0].scope] += 1
            for rule in rules:
                found = tuple(rule.check(self.checked, about)) if is_there else ()
                held = self._held[rule.code]
                if found != held.get(about, ()):
                    self._listed = None
                    held[about] = found
                if not found:
                    held.pop(about, None)

    def _is_there(self, scope: Scope, about: str) -> bool:
        """Whether there is (still) such a thing."""
        cache = self.checked.cache
        if scope is Scope.NOTE:
            return about in self.checked.index.notes
        if scope is Scope.SOURCE:
            return cache is not None and cache.source_by_id(about)
        return scope is Scope.VAULT or self._stands(about)

    def _stands(self, slot: str) -> bool:
        """Whether a slot stands for its subject; which slots that has is remembered."""
        subject = self.checked.known.subject(slot)
        self._slots[slot] = subject.slots
        for each in subject.slots:
            self._held_of[each].add(slot)
        return subject.of == slot


def _place(found: Finding) -> tuple[str, int, str, str, str]:
    return found.path, found.line, found.code, found.what, found.message
