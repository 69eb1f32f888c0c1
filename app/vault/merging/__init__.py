"""A compiled page merged three ways: what was last generated, what stands there, what is new.

``merge`` is pure. ``page`` takes a text apart, ``matching`` finds what of one text is what of
another, ``choosing`` says which of the three holds for each part, ``placing`` where it stands,
``properties`` and ``notes`` do the same for what has rules of its own.
"""

from app.vault.merging.deleting import rests_on, without
from app.vault.merging.merge import Merged, merge
from app.vault.merging.offers import Offer, lost, standing, taken
from app.vault.merging.relabelling import quotes

__all__ = ["Merged", "Offer", "lost", "merge", "quotes", "rests_on", "standing", "taken", "without"]
