"""The footnotes of a merged page: every mark that stands has its definition, and none is left over."""

from collections.abc import Iterable, Sequence

from app.vault import markdown
from app.vault.merging.choosing import Entry, same
from app.vault.merging.corresponding import Three
from app.vault.merging.page import Sort, Unit
from app.vault.merging.placing import NOTES, Part


def tidied(parts: list[Part], three: Three) -> None:
    """Take definitions of ours away whose mark is nowhere any more, and add those that are missing,
    from the new text, theirs, or the last one."""
    text = "\n\n".join(_with_marks(e) for part in parts for e in _all(part))
    used = markdown.footnotes(f"\n{text}").used
    for part in parts:
        part.entries = [e for e in part.entries if e.sort is not Sort.NOTE or _stands(e, used)]
    there = {_name(e) for part in parts for e in part.entries}
    known: dict[str, Unit] = {}
    for page in (three.base, three.theirs, three.new):
        known |= {unit.name: unit for unit in page.units if unit.name}
    missing = [known[label] for label in used if label in known and label not in there]
    _add(parts, missing)


def _all(part: Part) -> Iterable[Entry]:
    return [*([part.heading] if part.heading else []), *part.entries]


def _with_marks(entry: Entry) -> str:
    """What of an entry may use marks; of definitions only those that a person wrote."""
    if entry.sort is not Sort.NOTE:
        return entry.text
    return entry.text.partition("]:")[2].lstrip() if _is_persons(entry) else ""


def _name(entry: Entry) -> str:
    unit = entry.theirs or entry.new or entry.base
    return unit.name if unit else ""


def _stands(entry: Entry, used: Sequence[str]) -> bool:
    """Whether a definition stays: its mark is there, or a person wrote it."""
    return _name(entry) in used or _is_persons(entry)


def _is_persons(entry: Entry) -> bool:
    ours = entry.new or entry.base
    return entry.theirs is not None and (ours is None or not same(entry.theirs, ours))


def _add(parts: list[Part], missing: Sequence[Unit]) -> None:
    entries = [Entry(unit.text, Sort.NOTE, unit) for unit in missing]
    if not entries:
        return
    for part in reversed(parts):
        places = [n for n, e in enumerate(part.entries) if e.sort is Sort.NOTE]
        if places:
            part.entries[places[-1] + 1 : places[-1] + 1] = entries
            return
    last = next((p for p in reversed(parts) if not _is_notes(p)), parts[-1])
    last.entries += entries


def _is_notes(part: Part) -> bool:
    return part.theirs is not None and part.theirs.name == NOTES
