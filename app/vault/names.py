"""File names that every place a vault lives in can take, and that Obsidian can link to.

The rules are those of Obsidian's own help (what breaks a link, what its sync skips), of Windows
(forbidden characters, device names), of Android, and of what sync tools refuse. The full title is
never lost by them: pages keep it as heading and alias.
"""

import hashlib
import re
import unicodedata
from collections.abc import Container
from itertools import count

LONGEST = 180
"""Bytes of UTF-8 in a stem: Obsidian's importer allows 240, sync tools and Windows want less."""

_TEXT = ("md", "base", "canvas", "pdf")
_PICTURES = ("avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp")
_SOUNDS = ("flac", "m4a", "mp3", "ogg", "wav", "webm", "3gp", "mkv", "mov", "mp4", "ogv")
LINKABLE = frozenset((*_TEXT, *_PICTURES, *_SOUNDS))
"""Extensions that Obsidian shows, and so resolves links to (its help, "Accepted file formats")."""

_BLANKS = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")
# Pictures that are emoji by themselves, or made so by the selector that follows them; then the
# selectors and the key cap that only emoji use.
_EMOJI = re.compile(
    "[\U0001f000-\U0001f0ff\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001faff]"
    "|[\u2190-\u26ff\u2700-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299]\ufe0f"
    "|[\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693"
    "\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd"
    "\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b"
    "\u2b1c\u2b50\u2b55]"
    "|[\ufe0e\ufe0f\u20e3]"
)
# Letters that show nothing: they make two names look the same (Unicode, default ignorable).
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]")
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})

_SHARP = re.compile(r"(?<![^\W_])([A-Za-z])#(?![\w#])")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[:/\\|](?=\d)")
_SEPARATORS = re.compile(r"(?:\s*[:/\\|])+\s*")
_SPACED = re.compile(r'[<>#^]|(?<=\w)[?"*]+(?=\w)')
_DROPPED = re.compile(r'[?"*]')
_DOTS = re.compile(r"(?<=[^.])\.{2,}(?=[^.])")
_SPACES = re.compile(r"\s+")
_FRONT = re.compile(r"^(?:[\s.]|-\s|~(?=\$))+")
_BACK = re.compile(r"(?:\s-|[\s.])+$")
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE
)
_EXTENSION = re.compile(r"(?P<stem>.+)\.(?P<extension>[A-Za-z0-9]{1,8})", re.DOTALL)


def fold(name: str) -> str:
    """The identity of a note's name: two names that fold alike cannot both be linked to.

    Case and normal form do not count, as on Windows and macOS, nor does the kind of a space.
    """
    if name.isascii():
        return name.lower()
    spaced = name.replace("\u00a0", " ").replace("\u202f", " ")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", spaced).casefold())


def is_device(stem: str) -> bool:
    """Whether Windows takes a name for one of its devices, whatever follows a dot in it."""
    return _DEVICE.fullmatch(stem) is not None


def safe_stem(title: str) -> str:
    """The file stem for a page titled ``title``; never empty, and unchanged when given again.

    What breaks links or file systems is replaced ("AC/DC: live?" is "AC - DC - live", "C#" is
    "C Sharp"), what is too long is cut and told apart by a hash, and where nothing is left to
    read the stem is "untitled-" and a hash of the title.
    """
    return _finished(_cleaned(title), title, LONGEST)


def unique_stem(stem: str, taken: Container[str]) -> str:
    """``stem``, or the first of "stem 1", "stem 2" … whose folded form is not in ``taken``.

    Numbers start at 1, as Obsidian's own do.
    """
    if fold(stem) not in taken:
        return stem
    for number in count(1):
        suffix = f" {number}"
        candidate = _cut(stem, LONGEST - len(suffix)) + suffix
        if fold(candidate) not in taken:
            return candidate
    raise AssertionError("numbers do not run out")


def safe_file_name(name: str) -> str:
    """The name under which a dropped file called ``name`` is kept, its extension included.

    An extension is up to eight ASCII letters and digits; "md" is written in lower case, since
    Obsidian and the programs around it look for that.
    """
    match = _EXTENSION.fullmatch(_BACK.sub("", name))
    if match is None:
        return _finished(_cleaned(name), name, LONGEST)
    stem, extension = match["stem"], match["extension"]
    if extension.lower() == "md":
        extension = "md"
    return f"{_finished(_cleaned(stem), stem, LONGEST - len(extension) - 1)}.{extension}"


def _cleaned(title: str) -> str:
    """``title`` without what no name may hold, in NFC, trimmed; possibly empty."""
    text = _BLANKS.sub(" ", unicodedata.normalize("NFC", title))
    text = _EMOJI.sub("", text)
    text = _UNSEEN.sub("", "".join(c for c in text if _is_seen(c)))
    text = _SHARP.sub(r"\1 Sharp", text).replace("[", "(").replace("]", ")")
    text = _DROPPED.sub("", _SPACED.sub(" ", text))
    text = _SEPARATORS.sub(" - ", _BETWEEN_DIGITS.sub("-", text))
    text = _trimmed(unicodedata.normalize("NFC", re.sub("%{2,}", "%", text)))
    return _DOTS.sub("…", text)


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _UNSEEN_CATEGORIES


def _trimmed(text: str) -> str:
    """``text`` with single spaces, and no dots, spaces or loose dashes at its ends.

    A leading dot hides a file, Windows drops a dot or space at the end, and a mark without a
    letter to stand on would attach itself to the folder's slash.
    """
    text = _SPACES.sub(" ", text)
    while True:
        shorter = _BACK.sub("", _FRONT.sub("", text))
        while shorter and unicodedata.category(shorter[0]).startswith("M"):
            shorter = shorter[1:]
        if shorter == text:
            return text
        text = shorter


def _finished(cleaned: str, original: str, room: int) -> str:
    """A cleaned stem made linkable, not a device, short enough and not empty."""
    stem = _without_linkable_extension(cleaned)
    if _DEVICE.fullmatch(stem):
        stem = f"_{stem}"
    if len(stem.encode()) > room:
        stem = _shortened(stem, room)
    if not any(unicodedata.category(c)[0] in "LN" for c in stem):
        return f"untitled-{_short_hash(original)}"
    return stem


def _without_linkable_extension(stem: str) -> str:
    """``stem`` so that ``[[stem]]`` is looked up as a note: "paper.pdf" is "paper pdf".

    Obsidian takes the part after a dot for an extension first, and for a name only then.
    """
    head, dot, tail = stem.rpartition(".")
    if dot and tail.lower() in LINKABLE:
        return _without_linkable_extension(_trimmed(f"{head} {tail}"))
    return stem


def _shortened(stem: str, room: int) -> str:
    suffix = f"-{_short_hash(stem)}"
    head = _cut(stem, room - len(suffix))
    word_end = head.rfind(" ")
    if word_end > len(head) * 2 // 3:
        head = head[:word_end]
    head = _trimmed(head)
    return head + suffix if head else ""


def _cut(text: str, room: int) -> str:
    """The longest start of ``text`` in ``room`` bytes that ends between whole characters.

    A letter and the marks that stand on it are one character.
    """
    if len(text.encode()) <= room:
        return text
    end = len(text.encode()[:room].decode(errors="ignore"))
    while end and unicodedata.combining(text[end]) | (unicodedata.category(text[end])[0] == "M"):
        end -= 1
    return text[:end].rstrip()


def _short_hash(text: str) -> str:
    normal = unicodedata.normalize("NFC", text)
    return hashlib.sha256(normal.encode("utf-8", "surrogatepass")).hexdigest()[:6]
