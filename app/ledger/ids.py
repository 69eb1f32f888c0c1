"""Short ids, made from content so that two devices make the same ones."""

import hashlib

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0, 1, i, l, o: ids are read aloud and typed


def short_id(text: str, length: int = 6) -> str:
    """``length`` letters and digits from the SHA-256 of ``text``."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)


def source_id(sha256: str, taken: set[str]) -> str:
    """The id of a source from its bytes: three letters, more where those are taken."""
    length = 3
    while (found := short_id("source " + sha256, length)) in taken:
        length += 1
    return found


def page_id(kind: str, of: str) -> str:
    """The id of a page: of a subject by its normal form (whatever its kind), of a source by its id."""
    return short_id(f"{'subject' if kind in {'concept', 'entity'} else kind} {of}")
