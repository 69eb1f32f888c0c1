"""The window's words for values: kinds, stages, counts, results, time.

Counts come in two forms, one and many, because the texts of the source are shown as they are
where no translation is installed.
"""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from app.compiler.standing import Status
from ui import language
from ui.values import ChangedPage, Changes, Cost, Item, Offer, Place

_translate = QCoreApplication.translate


def counted(count: int, one: str, many: str) -> str:
    """``one`` or ``many`` with its ``%1`` replaced by the count."""
    return (one if count == 1 else many).replace("%1", f"{count:,}")


def listed(parts: Iterable[str]) -> str:
    """Parts in one line, with what the language puts between them."""
    return _translate("Words", ", ").join(parts)


def sentence(words: str, more: str = "") -> str:
    """Words as a sentence, with the full stop of the language, and another sentence after it."""
    first = _translate("Words", "%1.").replace("%1", words)
    both = _translate("Words", "%1 %2")
    return both.replace("%1", first).replace("%2", more) if more else first


def of(what: str, words: str) -> str:
    """“What: words”, with the colon of the language."""
    return _translate("Words", "%1: %2").replace("%1", what).replace("%2", words)


def place_words(place: Place) -> str:
    """What would be read there: “12 PDFs, 3 Word documents · 4.2 MB”."""
    words = {
        "note": (_translate("Places", "%1 note"), _translate("Places", "%1 notes")),
        "pdf": (_translate("Places", "%1 PDF"), _translate("Places", "%1 PDFs")),
        "docx": (
            _translate("Places", "%1 Word document"),
            _translate("Places", "%1 Word documents"),
        ),
        "html": (_translate("Places", "%1 web page"), _translate("Places", "%1 web pages")),
        "text": (_translate("Places", "%1 text file"), _translate("Places", "%1 text files")),
    }
    others = _translate("Places", "%1 other file"), _translate("Places", "%1 other files")
    counts = listed(counted(count, *words.get(kind, others)) for kind, count in place.found)
    parts = (
        [counts, size_words(place.size)] if counts else [_translate("Places", "nothing to read")]
    )
    if place.beside:
        one = _translate("Places", "its note stays a note")
        parts.append(counted(place.beside, one, _translate("Places", "its %1 notes stay notes")))
    return " · ".join(parts)


def size_words(size: int) -> str:
    """Bytes as a person says them: “2.5 GB”, “4.2 MB”, “38 kB”."""
    if size >= 1_000_000_000:
        return _translate("Places", "%1 GB").replace("%1", f"{size / 1_000_000_000:.1f}")
    if size >= 1_000_000:
        return _translate("Places", "%1 MB").replace("%1", f"{size / 1_000_000:.1f}")
    return _translate("Places", "%1 kB").replace("%1", f"{max(1, round(size / 1000))}")


def kind_word(kind: str) -> str:
    """One page of a kind, as its header says."""
    return {
        "concept": _translate("Kind", "Concept"),
        "entity": _translate("Kind", "Entity"),
        "summary": _translate("Kind", "Summary"),
        "comparison": _translate("Kind", "Comparison"),
        "index": _translate("Kind", "Index"),
        "overview": _translate("Kind", "Overview"),
        "log": _translate("Kind", "Log"),
        "source-text": _translate("Kind", "Text of a source"),
    }.get(kind, _translate("Kind", "Note"))


def fresh_words(page: str) -> str:
    """What a screen reader says of a page with a dot."""
    return _translate("Pages", "%1, new or changed").replace("%1", page)


def kinds_word(kind: str) -> str:
    """All pages of a kind, as the list says."""
    return {
        "concept": _translate("Kinds", "Concepts"),
        "entity": _translate("Kinds", "Entities"),
        "summary": _translate("Kinds", "Summaries"),
        "comparison": _translate("Kinds", "Comparisons"),
    }.get(kind, _translate("Kinds", "Notes and texts"))


KIND_ICONS = {
    "concept": "lightbulb",
    "entity": "cube",
    "summary": "article",
    "comparison": "scales",
    "index": "list-bullets",
    "overview": "compass",
    "log": "clock-counter-clockwise",
    "note": "note",
}
SEVERITY_ICONS = {"error": "x-circle", "warning": "warning", "info": "info"}
STATUS_ICONS = {
    Status.WAITING: "clock",
    Status.WORKING: "circle-dashed",
    Status.COMPILED: "check-circle",
    Status.UNCHANGED: "equals",
    Status.DUPLICATE: "copy",
    Status.REFUSED: "prohibit",
    Status.FAILED: "warning-octagon",
    Status.STOPPED: "stop-circle",
}


def shortened(name: str, most: int = 48) -> str:
    """A name that leaves room for what stands beside it; beginning and ending are kept."""
    return name if len(name) <= most else f"{name[: most * 2 // 3]}…{name[-most // 3 :]}"


def stage_words(stage: str | None, source: str) -> str:
    """What is being done with a source."""
    words = {
        "copying": _translate("Stage", "Copying “%1”"),
        "reading": _translate("Stage", "Reading “%1”"),
        "extracting": _translate("Stage", "Finding statements in “%1”"),
        "writing": _translate("Stage", "Writing pages from “%1”"),
        "waiting": _translate("Stage", "“%1” waits for the model server"),
    }.get(stage or "", _translate("Stage", "Working on “%1”"))
    return words.replace("%1", source)


def _stage_alone(stage: str | None) -> str:
    return {
        "copying": _translate("Queue", "Copying"),
        "reading": _translate("Queue", "Reading"),
        "extracting": _translate("Queue", "Finding statements"),
        "writing": _translate("Queue", "Writing pages"),
    }.get(stage or "", _translate("Queue", "Working"))


def step_words(done: int, total: int, *, passages: bool = False) -> str:
    """How far a source has come: which of its steps, or of the passages that a model reads, is being
    done."""
    words = _translate("Stage", "step %1 of %2")
    if passages:
        words = _translate("Stage", "passage %1 of %2")
    number = min(done + 1, total)
    return words.replace("%1", f"{number:,}").replace("%2", f"{total:,}") if total else ""


def changes_words(changes: Changes) -> str:
    """What came of it: “3 new, 5 changed”."""
    counts = (
        (len(changes.created), _translate("Result", "%1 new")),
        (len(changes.updated), _translate("Result", "%1 changed")),
        (len(changes.removed), _translate("Result", "%1 removed")),
    )
    parts = [words.replace("%1", f"{count:,}") for count, words in counts if count]
    return listed(parts) or _translate("Result", "no page changed")


def item_words(item: Item) -> str:
    """The second line of a source in the queue."""
    match item.status:
        case Status.WAITING if item.reason:
            return language.of(item.reason)
        case Status.WAITING:
            return _translate("Queue", "Waiting")
        case Status.WORKING if item.waits_for_server:
            words = _translate("Queue", "Waits for the model server: %1")
            return words.replace("%1", language.of(item.reason))
        case Status.WORKING:
            how_far = step_words(item.done, item.total, passages=item.passages)
            return " · ".join(filter(None, [_stage_alone(item.stage), how_far]))
        case Status.COMPILED if item.result:
            return changes_words(item.result)
        case Status.COMPILED:
            return _translate("Queue", "Done")
        case Status.UNCHANGED:
            return _translate("Queue", "Nothing in it has changed")
        case Status.DUPLICATE:
            return language.of(item.reason) or _translate(
                "Queue", "The same as a source that is here already"
            )
        case Status.REFUSED:
            return _translate("Queue", "Refused: %1").replace("%1", language.of(item.reason))
        case Status.FAILED:
            return _translate("Queue", "Failed: %1").replace("%1", language.of(item.reason))
        case Status.STOPPED:
            return language.of(item.reason) or _translate("Queue", "Stopped")


def added_words(items: tuple[Item, ...]) -> str:
    """What became of what was dropped: “5 sources added, 1 refused, 1 is here already.”"""
    waiting = sum(item.status.open for item in items)
    refused = sum(item.status is Status.REFUSED for item in items)
    known = len(items) - waiting - refused
    one, many = _translate("Added", "%1 source added"), _translate("Added", "%1 sources added")
    here = _translate("Added", "%1 is here already"), _translate("Added", "%1 are here already")
    parts = [
        counted(waiting, one, many) if waiting else "",
        _translate("Added", "%1 refused").replace("%1", f"{refused:,}") if refused else "",
        counted(known, *here) if known else "",
    ]
    said = listed(filter(None, parts))
    return sentence(said) if said else _translate("Added", "There was no source in it.")


def _read_by(item: Item) -> str:
    """Who read a source, what that cost, and what was left to the built-in reader."""
    parts = [cost_words(item)]
    if item.failed_pieces:
        words = _translate("Cost", "%1 of %2 passages read by the built-in reader")
        whole = item.pieces + item.failed_pieces
        parts.append(words.replace("%1", f"{item.failed_pieces:,}").replace("%2", f"{whole:,}"))
    return "\n".join(filter(None, parts))


def cost_words(item: Item) -> str:
    """Who read a source and what that cost: “read by qwen3:4b, 3 calls, 2,140 tokens, 41 s”;
    nothing where no model was asked."""
    if item.cost is None or item.status is not Status.COMPILED:
        return ""
    who = _translate("Cost", "read by %1").replace("%1", item.reader)
    return listed([who, *_spent(item.cost)])


def _spent(cost: Cost) -> list[str]:
    one, many = _translate("Cost", "%1 call"), _translate("Cost", "%1 calls")
    token, tokens = _translate("Cost", "%1 token"), _translate("Cost", "%1 tokens")
    return [
        counted(cost.calls, one, many),
        counted(cost.tokens, token, tokens),
        took_words(cost.seconds),
    ]


def took_words(seconds: float) -> str:
    """How long something took: “41 s”, “12 min”, “3 h 5 min”."""
    if seconds < 100:
        return _translate("Time", "%1 s").replace("%1", str(max(1, round(seconds))))
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return _translate("Time", "%1 min").replace("%1", str(minutes))
    words = _translate("Time", "%1 h %2 min")
    return words.replace("%1", str(hours)).replace("%2", str(minutes))


def offer_words(offer: Offer) -> str:
    """That sources can be compiled again, and why."""
    one = _translate("Offer", "%1 source: %2")
    many = _translate("Offer", "%1 sources: %2")
    words = counted(offer.sources, one, many)
    words = words.replace("%2", listed(language.of(reason) for reason in offer.reasons))
    return sentence(words)


def again_words(offer: Offer) -> str:
    """What the button says that does it: how long it takes as well, where that is known."""
    words = _translate("Offer", "Compile again")
    if offer.seconds is None:
        return words
    both = _translate("Offer", "%1 (%2)").replace("%1", words)
    return both.replace("%2", time_left(offer.seconds))


def item_tip(item: Item) -> str:
    """What hovering over a source in the queue tells."""
    place = item.source or item.name
    if item.status is not Status.WAITING:
        more = language.of(item.reason) if item.waits_for_server else _read_by(item)
        return "\n".join(filter(None, [place, more]))
    how = _translate("Queue", "Drag it to change the order, or press Alt+Up and Alt+Down.")
    return f"{place}\n{how}"


def paused_words(waiting: int) -> str:
    """What the queue does while it is paused and nothing is under way."""
    if not waiting:
        return _translate("Queue", "Paused: what you add waits")
    one = _translate("Queue", "Paused: %1 source waits")
    return counted(waiting, one, _translate("Queue", "Paused: %1 sources wait"))


def time_left(seconds: float) -> str:
    """About how long it still takes, in words that do not jump about."""
    if seconds < 10:
        return _translate("Time", "a few seconds")
    if seconds < 50:
        return _translate("Time", "less than a minute")
    minutes = round(seconds / 60)
    if minutes < 60:
        return _translate("Time", "about %1 min").replace("%1", str(max(minutes, 1)))
    hours = round(minutes / 60)
    return counted(hours, _translate("Time", "about %1 hour"), _translate("Time", "about %1 hours"))


def rest_words(count: int) -> str:
    """The last row of a group that is too long to be shown whole."""
    one, many = (
        _translate("Pages", "%1 more: type to find it"),
        _translate("Pages", "%1 more: type to find them"),
    )
    return counted(count, one, many)


def severity_word(severity: str) -> str:
    return {
        "error": _translate("Severity", "Error"),
        "warning": _translate("Severity", "Warning"),
    }.get(severity, _translate("Severity", "Hint"))


def severities_word(severity: str) -> str:
    """All findings of a severity."""
    return {
        "error": _translate("Severity", "Errors"),
        "warning": _translate("Severity", "Warnings"),
    }.get(severity, _translate("Severity", "Hints"))


def folded_aloud(words: str, *, folded: bool) -> str:
    """What a screen reader says of a head."""
    state = _translate("Fold", "folded") if folded else _translate("Fold", "unfolded")
    return listed([words, state])


def line_aloud(words: str, *, comes: bool) -> str:
    """What a screen reader says of a line that comes or goes."""
    what = _translate("Way", "Added") if comes else _translate("Way", "Removed")
    return of(what, words)


def becomes_words(pages: Iterable[ChangedPage]) -> str:
    """What becomes of pages: “1 page changes, 2 are new, 1 goes away.”"""
    becomes = [page.becomes for page in pages]
    changed = _translate("Way", "%1 page changes"), _translate("Way", "%1 pages change")
    new = _translate("Way", "%1 page is new"), _translate("Way", "%1 pages are new")
    gone = _translate("Way", "%1 page goes away"), _translate("Way", "%1 pages go away")
    kinds = ("changed", changed), ("new", new), ("gone", gone)
    counts = ((becomes.count(kind), words) for kind, words in kinds)
    return sentence(listed(counted(count, *words) for count, words in counts if count))


def page_becomes(becomes: str) -> str:
    """What becomes of one page, beside its title; nothing where it only changes."""
    return {
        "new": _translate("Way", "new page"),
        "gone": _translate("Way", "goes away"),
    }.get(becomes, "")
