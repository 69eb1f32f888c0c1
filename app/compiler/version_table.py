"""The table that puts an older and a newer text side by side: what changed, what is new, what is gone."""

import re
from collections.abc import Iterable
from dataclasses import replace

from app.compiler.builtin.phrases import opening
from app.compiler.heads import head_key
from app.compiler.lexicon import NUMBERS, RULE_WORDS
from app.compiler.revisions import Change, Piece, differing, revision
from app.compiler.sides import Saying, of_document
from app.compiler.tables import (
    ROWS_AT_MOST,
    Row,
    Table,
    bare_name,
    cell_of,
    page_of,
    without_version,
)
from app.compiler.wording import capitalised
from app.ledger.cache import Cache
from app.ledger.records import SourceRecord

LONGEST_LABEL = 60  # characters
LONGEST_FRONT = 9  # words of a statement's beginning that can be its label
_FIRST_NOUN = re.compile(
    r"^(?:(?:the|an?)\s+)?([\w-]+)\s+(?:for|of|between|among)\b", re.IGNORECASE
)


def version_table(cache: Cache, older: SourceRecord, later: SourceRecord) -> Table:
    """What changed between two texts, what is new and what is gone, in the order of the newer one.

    Of what stands in one of them only, texts of rules show rules and what stands among them.
    """
    found = revision(of_document(cache, older), of_document(cache, later))
    rows = [_changed_row(cache, change) for change in found.changes if _worth_a_row(change)]
    rows = _without_repeats(rows)
    kept = set(sorted(range(len(rows)), key=lambda n: (_weight(rows[n]), n))[:ROWS_AT_MOST])
    shown = tuple(row for n, row in enumerate(rows) if n in kept)
    return Table(shown, same=found.same, left_out=len(rows) - len(shown))


def _worth_a_row(change: Change) -> bool:
    """Whether a reader misses it: an example by itself nobody does."""
    return change.alone is None or not change.alone.example


def _weight(row: Row) -> tuple[int, bool]:
    """What is shown first where room is short: changes, then rules, then figures."""
    text = " ".join(c.text for c in (row.left, row.right) if c)
    rank = {"changed": 0, "new": 1, "gone": 1}[row.verdict]
    return rank, not (RULE_WORDS.search(text) or NUMBERS.search(text))


def _without_repeats(rows: Iterable[Row]) -> list[Row]:
    """Each row once, and one spelling of each label ("Pre-release version", "Pre-release versions")."""
    seen: set[tuple[str, str, str]] = set()
    spelled: dict[str, str] = {}
    kept = []
    for found in rows:
        row = replace(found, aspect=spelled.setdefault(head_key(found.aspect), found.aspect))
        what = (row.aspect, row.left.text if row.left else "", row.right.text if row.right else "")
        if what not in seen:
            seen.add(what)
            kept.append(row)
    return kept


def _changed_row(cache: Cache, change: Change) -> Row:
    old, new = change.old, change.new
    if old is None or new is None:
        return _alone_row(cache, change)
    name, left, right = _side_by_side(old, new)
    mine, theirs = differing(left, right)
    cells = cell_of(old, mine), cell_of(new, theirs)
    return Row(_label(new, name), *cells, verdict="changed", page=page_of(cache, name))


def _alone_row(cache: Cache, change: Change) -> Row:
    saying = change.alone
    assert saying is not None  # the caller has looked
    name, rest = named_apart(saying)
    cell = cell_of(saying, [Piece(rest, other=False)])
    label, page = _label(saying, name), page_of(cache, name)
    if change.new is None:
        return Row(label, cell, None, "gone", page)
    return Row(label, None, cell, "new", page)


def _side_by_side(old: Saying, new: Saying) -> tuple[str, str, str]:
    """The label of a row and what each side says: without what they speak of, where that is one."""
    if old.example and new.example:
        return "", _as_code(old.text), _as_code(new.text)
    mine, theirs = named_apart(new), named_apart(old)
    if mine[0] and _one_name(mine[0], theirs[0]):
        return without_version(mine[0]), theirs[1], mine[1]
    return mine[0], old.text, new.text


def _as_code(text: str) -> str:
    bare = text.rstrip(".").strip()
    return f"`{bare}`" if "`" not in bare else bare


def _one_name(a: str, b: str) -> bool:
    """Whether two phrases name one thing: alike, or one with a word more ("pre-release version number")."""
    a, b = without_version(a), without_version(b)
    mine, theirs = a.casefold().split(), b.casefold().split()
    return head_key(a) == head_key(b) or (
        min(len(mine), len(theirs)) >= 2 and (mine[:2] == theirs[:2])
    )


def named_apart(saying: Saying) -> tuple[str, str]:
    """What a statement speaks of, as a label, and the rest; the whole where its beginning is long."""
    if saying.head and saying.tail:
        return saying.head, saying.tail
    first = saying.front
    if first and len(first.split()) <= LONGEST_FRONT:
        name = re.sub(r"^(?:the|an?)\s+", "", first, flags=re.IGNORECASE)
        return name, saying.text[len(first) :].strip()
    match = _FIRST_NOUN.match(saying.text)
    return (match.group(1) if match else _of_main_clause(saying)), saying.text


def _of_main_clause(saying: Saying) -> str:
    """What the main clause behind a condition speaks of ("When …, the patch version MUST …")."""
    for cut in re.finditer(r",\s+", saying.text):
        if opened := opening(saying.text[cut.end() :], "en"):
            return opened.phrase
        if match := _FIRST_NOUN.match(saying.text[cut.end() :]):
            return match.group(1)
    return ""


def _label(saying: Saying, name: str) -> str:
    """What a row is about: what its statement speaks of, behind what the paragraph speaks of."""
    item = bare_name(saying.item)
    if saying.example:
        return f"{capitalised(item)}: example" if item else "Example"
    place = saying.place.section[-1] if saying.place.section else ""
    if not name:
        return capitalised(item or place or saying.place.where)
    bare = bare_name(name)
    shared = _nouns(bare) & _nouns(item)
    lower = bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare
    whole = f"{item}: {lower}" if item and not shared else bare
    return capitalised(whole if len(whole) <= LONGEST_LABEL else bare)


def _nouns(name: str) -> set[str]:
    return {w.rstrip("s") for w in re.findall(r"\w+", name.casefold())}
