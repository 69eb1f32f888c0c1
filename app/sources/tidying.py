"""Characters that no reader should hand on, and white space as a reader of the page sees it.

What is dropped: the soft hyphen, zero-width and direction marks (Unicode 16, chapter 23.2), and
tag characters (U+E0000 to U+E007F), which show nothing and can hide whole sentences. Joiners stay
where a script or an emoji needs them (after a character beyond Latin, Greek and Cyrillic).
"""

import re
import unicodedata

_HIDDEN = (
    "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ufdd0-\ufdef\ufffe\uffff"
)
_INVISIBLE = re.compile(
    rf"[{_HIDDEN}]|(?<![\u0600-\u0dff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f]")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile(r"\s{2,}|[^\S ]")

_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_CJK_MARK = (
    "\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_IS_CJK = re.compile(f"[{_CJK}{_CJK_MARK}]")
_IS_CJK_MARK = re.compile(f"[{_CJK_MARK}]")


def clean(text: str) -> str:
    """The text in normal form C, with plain line ends and without characters that show nothing."""
    text = _LINE_END.sub("\n", text)
    text = _CONTROL.sub("", text)
    text = _INVISIBLE.sub("", text)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def is_cjk(character: str) -> bool:
    """Whether it is a Chinese or Japanese character or full-width mark, written without spaces."""
    return _IS_CJK.match(character) is not None


def joint(before: str, space: str, after: str) -> str:
    """What stands for ``space`` between two characters once lines are joined: a blank or nothing.

    Chinese and Japanese lines join without one (CSS Text 3, section 4.1.3, "segment break
    transformation"); everything else keeps exactly one.
    """
    if "\n" not in space or not before or not after:
        return " "
    if _IS_CJK_MARK.match(before) or _IS_CJK_MARK.match(after):
        return ""
    return "" if is_cjk(before) and is_cjk(after) else " "


def spaces(text: str) -> "list[re.Match[str]]":
    """Every run of white space in ``text`` that is not one plain blank."""
    return list(_SPACES.finditer(text))


def one_line(text: str) -> str:
    """The cleaned text on one line, without white space at its ends."""
    text = clean(text).strip()
    return _SPACES.sub(
        lambda run: joint(text[run.start() - 1], run.group(), text[run.end() : run.end() + 1]), text
    )
