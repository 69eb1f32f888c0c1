"""A compiled page merged three ways: what was last generated, what stands there, what is new.

``merge`` is pure. ``page`` takes a text apart, ``matching`` finds what of one text is what of
another, ``choosing`` says which of the three holds for each part, ``placing`` where it stands,
``properties`` and ``notes`` do the same for what has rules of its own.
"""

from app.vault.merging.merge import Merged, merge
from app.vault.merging.offers import Offer, lost, standing, taken

__all__ = ["Merged", "Offer", "lost", "merge", "standing", "taken"]
