"""A finding, and its fix as data: rules say what is wrong, and others decide what is written."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is. Only errors make ``vaultloom lint`` end with status 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Risk(StrEnum):
    """What a fix may do: anywhere at once, one by one with a look at it, or not by itself."""

    SAFE = "safe"
    REVIEW = "review"
    SHOW = "show"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace ``text[start:end]``, in code points of the whole file, by ``text``.

    ``before`` is what must stand there, so that a file edited since is not damaged.
    """

    start: int
    end: int
    text: str
    before: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits of one file that belong together; ``title`` names what they do."""

    title: str
    risk: Risk
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One side of a disagreement. ``date`` is that of its source, ``path`` the source's file, ``note`` the
    label of the footnote that leads to the sentence, ``page`` the page on which it stands."""

    statement: str
    quote: str
    source: str
    place: str
    date: str = ""
    path: str = ""
    note: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to settle a finding that is more than an edit of its file: ``do`` names it
    (``app.settling``), ``about`` are what it is done with, ``title`` is what its button says. ``asks`` is
    a question whose answer, words of the person, is added as the last of ``about``."""

    do: str
    title: str
    about: tuple[str, ...]
    asks: str = ""

    def to_json(self) -> dict[str, object]:
        """The way as findings print it."""
        told: dict[str, object] = {
            "do": self.do,
            "title": str(self.title),
            "about": list(self.about),
        }
        return {**told, "asks": str(self.asks)} if self.asks else told


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong at a line of a file; ``ways`` are what a person can choose of, ``also``
    the other files that it is about. ``what`` is what of the file it is about (a link's target, a heading,
    a property), by which it is known among the findings of its rule and file, whatever its line."""

    code: str
    rule: str
    severity: Severity
    path: str
    line: int
    message: str
    fix: Fix | None = None
    claims: tuple[Claim, ...] = ()
    ways: tuple[Way, ...] = ()
    also: tuple[str, ...] = ()
    what: str = ""

    @property
    def key(self) -> str:
        """What names it as long as it is there, wherever its line goes."""
        return f"{self.code} {self.path} {self.what or self.message}"

    def to_json(self) -> dict[str, object]:
        """The object that ``vaultloom lint --json`` prints; its shape is a promise."""
        shown: dict[str, object] = {
            "code": self.code,
            "rule": self.rule,
            "severity": str(self.severity),
            "path": self.path,
            "line": self.line,
            "message": self.message,
            "fix": {"risk": str(self.fix.risk), "title": self.fix.title} if self.fix else None,
        }
        if self.what:
            shown["what"] = self.what
        if self.claims:
            shown["claims"] = [asdict(claim) for claim in self.claims]
        if self.also:
            shown["also"] = list(self.also)
        if self.ways:
            shown["ways"] = [way.to_json() for way in self.ways]
        return shown
