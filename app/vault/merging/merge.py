"""The three-way merge of a compiled page, text in and text out."""

from collections.abc import Collection
from dataclasses import dataclass

from app.vault import frontmatter, markdown
from app.vault.merging import notes
from app.vault.merging.corresponding import Three
from app.vault.merging.offers import Offer
from app.vault.merging.page import Canonical, Page, Unit, parsed
from app.vault.merging.properties import merged_properties
from app.vault.merging.relabelling import relabelled
from app.vault.merging.weaving import Weaving, marks_of


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged page, and what is offered where theirs stands and ours is another."""

    text: str
    offers: tuple[Offer, ...] = ()


def merge(
    base: str,
    theirs: str,
    new: str,
    canonical: Canonical = str,
    *,
    restoring: Collection[str] = (),
) -> Merged:
    """``theirs`` with what ``new`` has other than ``base``, the last generated text.

    Whatever a person added, reworded, moved or deleted stays so; where both changed one thing theirs
    stands and ours is offered. ``canonical`` gives the same for all names by which links lead to one
    page: Obsidian rewrites them when a page is renamed, and that is no edit. Statements with a mark
    in ``restoring`` are not taken for deleted. Where theirs holds a statement of ``new`` that is not
    in ``base``, it came from another device, and nothing is. Line ends, byte order mark and a missing
    line break at the end stay as theirs. Nothing raises.
    """
    if theirs == base and not restoring:
        return Merged(new)
    if (new == base and not restoring) or theirs == new:
        return Merged(theirs)
    mark = "\ufeff" if theirs.startswith("\ufeff") else ""
    ends = "\r\n" if theirs.count("\r\n") * 2 > theirs.count("\n") else "\n"
    texts = [t.removeprefix("\ufeff").replace("\r\n", "\n") for t in (base, theirs, new)]
    texts[:2] = relabelled(texts[0], texts[1], texts[2])
    text, offers = _of_page(texts[0], texts[1], texts[2], canonical, frozenset(restoring))
    return Merged(mark + text.replace("\n", ends), tuple(dict.fromkeys(offers)))


def _of_page(
    base: str, theirs: str, new: str, canonical: Canonical, restoring: frozenset[str]
) -> tuple[str, list[Offer]]:
    head, offers = merged_properties(base, theirs, new, canonical)
    three = Three(*(parsed(text, canonical) for text in (base, theirs, new)))
    swallowed = _open_fence(three.theirs, base, theirs)
    weaving = Weaving(three, canonical, marks_of(three, restoring))
    parts = weaving.parts()
    notes.tidied(parts, three)
    body = weaving.text(parts)
    if swallowed is not None:  # all that follows an open fence is code: it stays below all else
        body = f"{body.rstrip()}\n\n{swallowed.text}{three.theirs.tail}"
    if not head and frontmatter.body_offset(body):  # a rule that came to stand first
        body = "\n" + body
    return head + body, offers + weaving.choosing.offers


def _open_fence(page: Page, base: str, theirs: str) -> Unit | None:
    """The code at the end of theirs whose fence a person opened and has not closed, taken out."""
    units = page.sections[-1].units
    fence = bool(units) and units[-1].text.lstrip().startswith(("```", "~~~"))
    if fence and markdown.fences_balanced(base) and not markdown.fences_balanced(theirs):
        return units.pop()
    return None


__all__ = ["Merged", "merge"]
