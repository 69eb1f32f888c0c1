"""What the worker tells of findings, as plain values. Read once, here; everything behind trusts them."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from app.saying import read

Json = dict[str, Any]


class Way(NamedTuple):
    """One way to settle a finding: ``title`` is what its button says. Where it ``asks`` something, what
    the person answers is the last of what it is ``about``."""

    do: str
    title: str
    about: tuple[str, ...]
    asks: str = ""

    @classmethod
    def read(cls, data: Json) -> "Way":
        about = tuple(map(str, data["about"]))
        return cls(str(data["do"]), read(data, "title"), about, read(data, "asks"))


class Claim(NamedTuple):
    """One side of a disagreement: what is stated, the words of its source, which that is, where in it
    they stand, and of what day it is; ``note`` is the footnote of a page that leads there."""

    statement: str
    quote: str
    source: str
    place: str = ""
    date: str = ""
    path: str = ""
    note: str = ""
    page: str = ""

    @classmethod
    def read(cls, data: Json) -> "Claim":
        return cls(*(str(data.get(name) or "") for name in cls._fields))


class Finding(NamedTuple):
    """Something that is wrong with the vault, whether there is a fix for it, and what else can be
    chosen to settle it; ``also`` are other files that it is about. A tuple, because there may be ten
    thousand."""

    code: str
    rule: str
    severity: str
    path: str
    line: int
    message: str
    fix_title: str = ""
    fix_risk: str = ""
    ways: tuple[Way, ...] = ()
    also: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    what: str = ""
    named: str = ""

    @property
    def key(self) -> str:
        """What it is known by, wherever its line is and with whatever ways its words come."""
        return self.named or f"{self.code} {self.path} {self.what or self.message}"

    @property
    def pages(self) -> tuple[str, ...]:
        """All files that it is about."""
        return (self.path, *self.also)

    @property
    def can_be_fixed(self) -> bool:
        """Whether there are edits that mend it; some fixes only say what a person could do."""
        return self.fix_risk in ("safe", "review")

    @property
    def fix(self) -> Way:
        """Its edits as a way."""
        return Way("fix", self.fix_title, (self.key,))

    def ignored(self, *, page: bool = True, this: bool = True) -> Way:
        """Leaving alone this one, or all that its rule finds on its page, or anywhere."""
        path = self.path if page else ""
        return Way(
            "ignore", "", (self.code, path, (self.what or str(self.message)) if this else "")
        )

    @classmethod
    def read(cls, data: "Json | Finding") -> "Finding":
        """A finding from the worker; one of a long list was read with it already."""
        if isinstance(data, Finding):
            return data
        fix = data.get("fix") or {}
        return cls(
            data["code"],
            data["rule"],
            data["severity"],
            data["path"],
            data.get("line") or 0,
            read(data, "message"),
            read({**fix, "said": data.get("said")}, "title"),
            fix.get("risk", ""),
            tuple(map(Way.read, data.get("ways") or ())),
            tuple(map(str, data.get("also") or ())),
            tuple(map(Claim.read, data.get("claims") or ())),
            str(data.get("what") or ""),
            str(data.get("key") or ""),
        )


@dataclass(frozen=True)
class FindingsNews:
    """What is wrong now, and how many findings are not among it: those that the person ignores, and
    those of notes of their own that nobody asked for."""

    findings: tuple[Finding, ...] = ()
    ignored: int = 0
    own: int = 0

    @classmethod
    def read(cls, data: Json) -> Self:
        hidden = data.get("hidden") or {}
        counts = int(hidden.get("ignored") or 0), int(hidden.get("owner") or 0)
        return cls(tuple(map(Finding.read, data.get("findings") or ())), *counts)


@dataclass(frozen=True)
class Rule:
    """What a rule looks for: its code and name, why that matters, and what it finds, in a sentence each."""

    code: str
    name: str
    why: str
    says: str = ""
    severity: str = ""
    """Of what it finds, at its worst."""

    @classmethod
    def read(cls, data: Json) -> Self:
        names = str(data["code"]), str(data["rule"])
        return cls(*names, read(data, "why"), read(data, "says"), str(data.get("severity") or ""))


@dataclass(frozen=True)
class Ignored:
    """What the person ignores of a rule: one finding, all on a page, or all; ``words`` are those of the
    one finding."""

    code: str
    path: str = ""
    what: str = ""
    words: str = ""
    since: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        code, path, what = (str(data.get(name) or "") for name in ("code", "path", "what"))
        return cls(code, path, what, read(data, "words"), str(data.get("since") or ""))
