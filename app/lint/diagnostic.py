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
    """One side of a disagreement."""

    statement: str
    quote: str
    source: str
    place: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to settle a finding that is more than an edit of its file: ``do`` names it
    (``app.settling``), ``about`` are what it is done with, ``title`` is what its button says."""

    do: str
    title: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong at a line of a file; ``ways`` are what a person can choose of, ``also``
    the other files that it is about."""

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
        if self.claims:
            shown["claims"] = [asdict(claim) for claim in self.claims]
        if self.also:
            shown["also"] = list(self.also)
        if self.ways:
            shown["ways"] = [
                {"do": way.do, "title": str(way.title), "about": list(way.about)}
                for way in self.ways
            ]
        return shown
