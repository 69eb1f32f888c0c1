"""What the worker tells, as plain values. Read once, here; everything behind trusts them."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from app.compiler.standing import Status
from app.saying import from_json, read
from ui.findings.values import FindingsNews
from ui.reader.values import Reader

Json = dict[str, Any]


@dataclass(frozen=True)
class Failure:
    """Something could not be done: what happened, what to do about it, and details for a fold."""

    message: str
    remedy: str = ""
    details: str = ""


class Page(NamedTuple):
    """A page of the vault, as the list shows it. A tuple, because there may be ten thousand."""

    path: str
    title: str
    kind: str
    gist: str = ""
    statements: int = 0
    voices: int = 0
    disputed: bool = False
    aliases: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: "Json | Page") -> "Page":
        """A page from the worker; one of a long list was read with it already."""
        if isinstance(data, Page):
            return data
        return cls(
            data["path"],
            data["title"],
            data["kind"],
            data.get("gist") or "",
            data.get("statements") or 0,
            data.get("voices") or 0,
            bool(data.get("disputed")),
            tuple(data.get("aliases") or ()),
        )


@dataclass(frozen=True)
class Changes:
    """The pages that something made, changed, took away or left alone, as vault paths."""

    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Json) -> Self:
        parts = ("created", "updated", "removed", "kept")
        return cls(*(tuple(data.get(part) or ()) for part in parts))


@dataclass(frozen=True)
class Cost:
    """What a model's replies about a source cost."""

    calls: int
    tokens: int
    seconds: float

    @classmethod
    def read(cls, data: Json) -> Self:
        tokens = int(data["prompt_tokens"]) + int(data["output_tokens"])
        return cls(int(data["calls"]), tokens, float(data["seconds"]))


@dataclass(frozen=True)
class Offer:
    """Sources that can be compiled again, and why, the commonest reason first."""

    sources: int
    reasons: tuple[str, ...]
    seconds: float | None = None

    @classmethod
    def read(cls, data: Json | None) -> "Offer | None":
        if not data:
            return None
        reasons = data["reasons"]
        apart = (data.get("said") or {}).get("reasons") or [None] * len(reasons)
        said = tuple(from_json(each, kept) for each, kept in zip(reasons, apart, strict=True))
        return cls(int(data["sources"]), said, data.get("seconds"))


@dataclass(frozen=True)
class Item:
    """A source in the queue."""

    id: str
    name: str
    status: Status
    source: str | None = None
    stage: str | None = None
    done: int = 0
    total: int = 0
    reason: str = ""
    result: Changes | None = None
    page: str | None = None
    reader: str = ""
    pieces: int = 0
    failed_pieces: int = 0
    cost: Cost | None = None
    passages: bool = False
    """Whether ``done`` and ``total`` count passages that a model reads, and not steps."""

    @property
    def waits_for_server(self) -> bool:
        """Whether it was begun and goes on once a model server is there again."""
        return self.status is Status.WORKING and self.stage == "waiting"

    @property
    def may_be_retried(self) -> bool:
        """Whether it ended without pages and is there to be tried again; what was refused on its
        arrival was never taken in."""
        return self.status.may_be_retried and self.source is not None

    @classmethod
    def read(cls, data: Json) -> Self:
        result = data.get("result")
        return cls(
            str(data["id"]),
            data["name"],
            Status(data["status"]),
            data.get("source"),
            data.get("stage"),
            data.get("done") or 0,
            data.get("total") or 0,
            read(data, "reason"),
            Changes.read(result) if result else None,
            data.get("page"),
            data.get("reader") or "",
            data.get("pieces") or 0,
            data.get("failed_pieces") or 0,
            Cost.read(data["cost"]) if data.get("cost") else None,
            bool(data.get("passages")),
        )


@dataclass(frozen=True)
class Progress:
    """How far the source under way has come in its stage."""

    item: str
    stage: str
    done: int
    total: int
    left: float | None = None
    """Seconds that all that is to be done may still take, None where nobody can say."""
    passages: bool = False
    """Whether ``done`` and ``total`` count passages that a model reads, and not steps."""

    @classmethod
    def read(cls, data: Json) -> Self:
        left, passages = data.get("left"), bool(data.get("passages"))
        return cls(str(data["item"]), data["stage"], data["done"], data["total"], left, passages)


@dataclass(frozen=True)
class QueueNews:
    """What changed in the queue: items that are new or other than before, ids of those that are
    gone, and all ids of what waits if it stands in another order."""

    items: tuple[Item, ...] = ()
    gone: frozenset[str] = frozenset()
    order: tuple[str, ...] | None = None
    paused: bool = False
    left: float | None = None

    @classmethod
    def read(cls, data: Json) -> Self:
        order = data.get("order")
        return cls(
            tuple(map(Item.read, data["items"])),
            frozenset(map(str, data.get("gone") or ())),
            None if order is None else tuple(map(str, order)),
            bool(data.get("paused")),
            data.get("left"),
        )


@dataclass(frozen=True)
class PagesNews:
    """What changed of the pages: those that are new or other than before, and paths of those that
    are gone; or, when it is the ``whole``, all pages that there are."""

    pages: tuple[Page, ...]
    gone: frozenset[str] = frozenset()
    whole: bool = True
    undo: str | None = None
    redo: str | None = None

    @classmethod
    def read(cls, data: Json) -> Self:
        pages = tuple(map(Page.read, data["pages"]))
        gone = frozenset(data.get("gone") or ())
        labels = read(data, "undo") or None, read(data, "redo") or None
        return cls(pages, gone, bool(data["whole"]), *labels)


@dataclass(frozen=True)
class ChangedPage:
    """A page that a way would change; it ``becomes`` “new”, “changed” or “gone”."""

    path: str
    title: str
    becomes: str
    places: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """The lines that go at a place, and those that come instead."""

    @classmethod
    def read(cls, data: "Json | ChangedPage") -> "ChangedPage":
        """A page from the worker; one of a long list was read with it already."""
        if isinstance(data, ChangedPage):
            return data
        places = tuple((tuple(each["gone"]), tuple(each["came"])) for each in data["places"])
        return cls(data["path"], data["title"], data["becomes"], places)


@dataclass(frozen=True)
class Place:
    """A folder or file of the vault that could be a source where it lies, or is one."""

    path: str
    notes: bool
    found: tuple[tuple[str, int], ...]
    size: int
    beside: int = 0
    chosen: bool = False

    @classmethod
    def read(cls, data: Json) -> Self:
        found = tuple((str(kind), int(count)) for kind, count in data["found"])
        sizes = int(data["size"]), int(data["beside"])
        return cls(data["path"], bool(data["notes"]), found, *sizes, bool(data["chosen"]))


@dataclass(frozen=True)
class State:
    """All that the window shows of a vault."""

    vault: str
    path: str
    readonly: str | None
    pages: tuple[Page, ...]
    queue: tuple[Item, ...]
    findings: FindingsNews
    undo: str | None
    reader: Reader
    paused: bool = False
    offer: Offer | None = None
    redo: str | None = None

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            data["vault"],
            data["path"],
            read(data, "readonly") or None,
            tuple(map(Page.read, data["pages"])),
            tuple(map(Item.read, data["queue"])),
            FindingsNews.read(data),
            read(data, "undo") or None,
            Reader.read(data.get("model") or {}),
            bool(data.get("paused")),
            Offer.read(data.get("offer")),
            read(data, "redo") or None,
        )


@dataclass(frozen=True)
class SourceView:
    """What a note rests on: its source's text as HTML, and the id of the quoted words in it."""

    path: str
    title: str
    place: str
    quote: str
    html: str
    anchor: str

    @classmethod
    def read(cls, data: Json) -> Self:
        names = ("path", "title", "place", "quote", "html", "anchor")
        return cls(*(str(data.get(name) or "") for name in names))


@dataclass(frozen=True)
class PageView:
    """A page's content, ready to be shown."""

    path: str
    title: str
    kind: str
    html: str
    editable: bool
    backlinks: tuple[tuple[str, str], ...] = ()
    """Path and title of each page that leads here."""

    source: str = ""
    """The id of the source that a summary is of."""

    apart: tuple[str, ...] = ()
    """Its other names that can be told apart."""

    @classmethod
    def read(cls, data: Json) -> Self:
        links = tuple((link["path"], link["title"]) for link in data.get("backlinks") or ())
        editable = bool(data.get("editable"))
        more = links, str(data.get("source") or ""), tuple(data.get("apart") or ())
        return cls(data["path"], data["title"], data["kind"], data["html"], editable, *more)
