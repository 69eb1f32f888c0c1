"""Which note of the owner's is about a subject, if one is.

A name alone says little: a note "Rex" may be about a dog. A note is a subject's page only where an alias,
a tag or its text agrees with what sources say of it; doubt means that it is none.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.compiler.lexicon import stopwords
from app.compiler.resolve import Subject, names_of
from app.compiler.statements import Content
from app.ledger.cache import Cache, words_of
from app.ledger.naming import key, singular
from app.ledger.others import aliases_of
from app.ledger.pages import PageRow
from app.vault.frontmatter import read as read_note
from app.vault.names import fold, safe_stem

_READ = 5_000  # characters of a note, in which it says what it is about
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"(?<!\S)#([^\s#,;.]+)")
_NAMED_AT_MOST = 6  # subjects in a sentence; a list of many says little of each
_SHARES = ((1, 0.5), (2, 0.25), (3, 0.15))  # so many words in common, and that share of the note's


def own_note(cache: Cache, root: Path, subject: Subject, content: Content) -> str:
    """The path of the owner's note that is about this subject; "" where there is none, or in doubt."""
    keys, said = _keys(cache, subject), _said(cache, subject, content)
    notes = [p for p in cache.others.named(keys) if cache.source_by(path=p) is None]
    found = [p for p in notes if _agrees(cache, root, p, keys, said, subject)]
    return min(found, key=lambda path: (path.count("/"), path), default="")


def agrees(cache: Cache, root: Path, note: str, subject: Subject, content: Content) -> bool:
    """Whether an alias, a tag or the text of a note agrees with what sources say of a subject."""
    said = _said(cache, subject, content)
    return _agrees(cache, root, note, _keys(cache, subject), said, subject)


def _keys(cache: Cache, subject: Subject) -> set[str]:
    return {*subject.slots, *(k for s in subject.slots for k in cache.subjects.stated_keys(s))}


def told_apart_from(cache: Cache, row: PageRow) -> Iterator[str]:
    """The notes of the owner's because of whose name a page has another one than its title; those left out
    of which the owner said that they are on something else."""
    if row.note or row.gone or row.kind not in {"concept", "entity"} or "(" not in row.path:
        return
    wanted, said = fold(safe_stem(row.title)), cache.verdicts.said_of(f"page {row.id}")
    for note in cache.others.named([key(row.title)]):
        stem = note.rpartition("/")[2].removesuffix(".md")
        if fold(stem) == wanted != fold(row.stem) and f"note {note}" not in said:
            yield note


def _agrees(
    cache: Cache, root: Path, path: str, keys: set[str], said: set[str], subject: Subject
) -> bool:
    try:
        note = read_note((root / path).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False
    own = {w for name in names_of(subject) for w in _words(name)}
    called = key(Path(path).stem)
    aliases = {key(alias) for alias in aliases_of(note.properties)} - {called}
    if called in keys and any(a in keys or cache.subjects.slots_named(a) for a in aliases):
        return True
    if len(aliases & keys) > 1:
        return True
    tags = _tags(note.properties, note.body)
    if any(word in said for tag in tags for word in _words(tag)):
        return True
    words = _words(note.body[:_READ]) - own
    common = len(words & said)
    return any(common >= least and common >= share * len(words) for least, share in _SHARES)


def _tags(properties: dict[str, object], body: str) -> Iterable[str]:
    listed = properties.get("tags")
    found = listed if isinstance(listed, list) else [listed]
    return [*(str(tag) for tag in found if tag), *_TAG.findall(body[:_READ])]


def _said(cache: Cache, subject: Subject, content: Content) -> set[str]:
    """The words of what sources say of a subject, its own names aside."""
    found: set[str] = set()
    for statement in content.statements:
        at = statement.main.at
        if len(cache.subjects.slots_in(*at)) <= _NAMED_AT_MOST:
            found |= _words(statement.main.claim.text)
    return found - {w for name in names_of(subject) for w in _words(name)}


def _words(text: str) -> set[str]:
    stops = stopwords("en") | stopwords("de")
    return {singular(w) for w in _WORD.findall(words_of(text)) if w not in stops}
