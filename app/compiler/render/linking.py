"""Mentions of other subjects in a statement, turned into links.

The first mention in a section is linked, the longest name wins, never in code and never to the
page itself. Names are looked up from the words of the statement, not the other way round, so that
a page costs the same to link in a vault of any size.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.compiler.builtin.mentions import NameFinder
from app.compiler.builtin.phrases import tokens
from app.compiler.resolve import kind_of, names_of, subject_of
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.pages import PageRow
from app.ledger.records import Kind
from app.vault.links import wikilink
from app.vault.markdown import escape

LONGEST_NAME = 5
_PLACE = 0xF0000  # private use: holds a link's place while the words around it are escaped
_PRIVATE = re.compile("[\U000f0000-\U000ffffd]")
_BEFORE_LINK = re.compile(r"(\\*)([!^]?)([\U000f0000-\U000ffffd])")
_CODE = re.compile(r"`[^`\n]*`")


@dataclass
class Linker:
    """Links for one page. ``linked`` collects the paths of the pages that it links to."""

    cache: Cache
    own: str
    linked: list[PageRow] = field(default_factory=list)
    _section: set[str] = field(default_factory=set)
    _known: dict[str, "_Known"] = field(default_factory=dict)

    def section(self) -> None:
        """Begin a section, in which each page is linked once more."""
        self._section = set()

    def text(
        self,
        text: str,
        places: Iterable[tuple[str, str]] = (),
        *,
        in_table: bool = False,
        with_links: bool = True,
    ) -> str:
        """``text`` as Markdown that shows exactly it, with the pages that it names linked.

        ``places`` are the sentences that it rests on: what they are known to name is linked as
        well, which finds names in scripts that have no spaces.
        """
        known = self._named_in(text, places) if with_links else {}
        pages = {of: k.page for of, k in known.items() if k.page and k.page.id != self.own}
        if not pages or _PRIVATE.search(text):
            return escape(text, in_table=in_table)
        exact = frozenset(of for of, k in known.items() if k.kind is Kind.ENTITY)
        finder = NameFinder({of: k.names for of, k in known.items()}, exact)
        code = [m.span() for m in _CODE.finditer(text)]
        pieces: list[str] = []
        links: list[str] = []
        at = 0
        for mention in finder.find(text):
            page = pages.get(mention.owner)
            if (
                page is None
                or page.id in self._section
                or any(a < mention.end and mention.start < b for a, b in code)
            ):
                continue
            self._section.add(page.id)
            self.note(page)
            pieces += [text[at : mention.start], chr(_PLACE + len(links))]
            links.append(
                wikilink(page.about, display=text[mention.start : mention.end], in_table=in_table)
            )
            at = mention.end
        escaped = escape("".join([*pieces, text[at:]]), in_table=in_table)
        return _BEFORE_LINK.sub(lambda m: _kept(m[1], m[2]) + links[ord(m[3]) - _PLACE], escaped)

    def note(self, page: PageRow) -> None:
        """Remember that this page is linked to."""
        if page.id not in {p.id for p in self.linked}:
            self.linked.append(page)

    def _named_in(self, text: str, places: Iterable[tuple[str, str]]) -> dict[str, "_Known"]:
        """What the text may name: those without a page too, since a part of their name is not
        another's ("Debian" in "Debian Social Contract"). Of two things of one name it is the one that
        its source means."""
        slots = {
            slot for source, label in places for slot in self.cache.subjects.slots_in(source, label)
        }
        meant = {bare for slot in slots for bare in self._know(slot).bare}
        worded = set(self.cache.subjects.known_names(_word_keys(text)).values())
        slots |= worded - meant
        return {known.of: known for known in map(self._know, sorted(slots))}

    def _know(self, slot: str) -> "_Known":
        if slot not in self._known:
            subject = subject_of(self.cache, slot)
            bare = frozenset(f.bare for _, f in subject.found if f.sense)
            keys = {
                *subject.slots,
                *bare,
                *(key(n.text) for _, f in subject.found for n in f.names if n.stated),
            }
            names = tuple(n for n in names_of(subject) if key(n) in keys)
            page = subject.page if subject.page and not subject.page.gone else None
            self._known[slot] = _Known(subject.of, page, names, kind_of(subject), bare)
        return self._known[slot]


@dataclass(frozen=True, slots=True)
class _Known:
    of: str
    page: PageRow | None
    names: tuple[str, ...]
    kind: Kind
    bare: frozenset[str] = frozenset()


def _kept(backslashes: str, mark: str) -> str:
    """What stands before a link, kept from making an embed or a note of it, or from undoing it."""
    works = bool(mark) == (len(backslashes) % 2 == 0)
    return f"{backslashes}\\{mark}" if works else backslashes + mark


_WIDE_RUN = re.compile(r"[\u3005\u30a0-\u30ff\u3400-\u9fff]{2,}")
LONGEST_WIDE = 10  # characters of a name in a script without blanks


def _word_keys(text: str) -> set[str]:
    """The normal forms of all that may be a name in a text: its words, up to five together; of what is
    written without blanks, every few characters, as the index of words has it."""
    found = [t.group() for t in tokens(_CODE.sub(" ", text))]
    keys = {
        key(" ".join(found[i : i + n]))
        for i in range(len(found))
        for n in range(1, LONGEST_NAME + 1)
        if i + n <= len(found)
    }
    for run in _WIDE_RUN.findall(text):
        sizes = range(2, min(len(run), LONGEST_WIDE) + 1)
        keys |= {run[i : i + n] for n in sizes for i in range(len(run) - n + 1)}
    return keys
