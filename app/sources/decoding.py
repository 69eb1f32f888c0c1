"""Bytes to text, whatever the encoding, and said which.

Order of trial: byte order marks, UTF-16 by its pattern of zeros, UTF-8, what the file says of
itself, the East Asian encodings by the share of everyday characters, Latin letters between Latin
letters, and only then statistics (charset-normalizer). A file in which some lines are UTF-8 and
others are not is read line by line.
"""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

from app.sources import language

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 60_000
# of the 50 most frequent characters of modern Chinese, some in either way of writing
_EVERYDAY = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年"
    "這個們來為國說時會對"
)
_TELLING = 200  # characters from which on a language is told even from a wrong encoding
_CENTRAL_EUROPEAN = frozenset(("cs", "sk", "pl", "hu", "sl", "hr", "bs", "ro", "sq", "sr"))
_TURKIC = frozenset(("tr", "az"))
_JAPANESE_MAIL = (b"\x1b$B", b"\x1b$@", b"\x1b(J")  # ISO-2022-JP switches with these (RFC 1468)
_KANA = frozenset(chr(code) for code in range(0x3041, 0x30FF))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding that it was in, and what had to be guessed or dropped on the way."""

    text: str
    encoding: str
    recovered: tuple[str, ...] = ()


def decode(data: bytes, declared: str = "") -> Decoded:
    """The text of a file; never fails. ``declared`` is the encoding that the file claims."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _without_zeros(*_tolerant(data[len(mark) :], encoding))
    wide = _wide(data)
    if wide:
        return _without_zeros(*_tolerant(data, wide))
    if data.isascii() and any(escape in data for escape in _JAPANESE_MAIL):
        return _without_zeros(*_tolerant(data, "iso2022_jp"))
    try:
        return _without_zeros(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _without_zeros(*_legacy(data, declared))


def _without_zeros(text: str, encoding: str, *recovered: str) -> Decoded:
    zeros = text.count("\x00")
    if zeros:
        text = text.replace("\x00", "")
        recovered = (*recovered, f"{zeros} NUL characters were left out.")
    return Decoded(text, encoding, tuple(recovered))


def _tolerant(data: bytes, encoding: str) -> tuple[str, ...]:
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError:
        said = f"Some bytes are no {encoding.upper()} and were replaced by �."
        return data.decode(encoding, errors="replace"), encoding, said


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: zeros, or line ends and blanks, at every second place."""
    sample = data[: _SAMPLE - _SAMPLE % 2]
    if len(sample) < 4 or len(data) % 2:
        return ""
    even, odd = sample[::2], sample[1::2]
    for encoding, high, low in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        zeros, others = high.count(0), low.count(0)
        spaced = sum(1 for a, b in zip(high, low, strict=True) if a == 0 and b in b"\n\r \t,.")
        if zeros > 3 * others + 1 and (zeros * 5 >= len(high) or spaced * 50 >= len(high)):
            try:
                data.decode(encoding)
            except UnicodeDecodeError:
                continue
            return encoding
    return ""


def _legacy(data: bytes, declared: str) -> tuple[str, ...]:
    """Bytes that are not UTF-8 as a whole."""
    lines = data.split(b"\n")
    high = [line for line in lines if not line.isascii()]
    if sum(1 for line in high if _is_utf8(line)) * 20 >= len(high) > 1:
        return _line_by_line(lines)
    for encoding in (*_claimed(declared), *_east_asian(data)):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    if _between_latin_letters(data):
        encoding = _latin(data)
        return data.decode(encoding, errors="replace"), encoding
    return _by_statistics(data)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _claimed(declared: str) -> Iterator[str]:
    try:
        name = codecs.lookup(declared).name if declared else ""
    except LookupError:
        return
    if name and name not in ("utf-8", "ascii"):
        # what pages call by these names is in fact the larger set (WHATWG Encoding, section 4.2)
        yield {"iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}.get(name, name)


def _east_asian(data: bytes) -> Iterator[str]:
    sample = _whole_lines(data)
    for encoding in ("gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"):
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _plausible(text, encoding):
            yield encoding


def _whole_lines(data: bytes) -> bytes:
    cut = data.rfind(b"\n", 0, _SAMPLE)
    return data if len(data) <= _SAMPLE or cut < 0 else data[:cut]


def _plausible(text: str, encoding: str) -> bool:
    """Whether the letters beyond ASCII are those that such a text is made of."""
    letters = [character for character in text if character > "\x7f" and character.isalpha()]
    if len(letters) < 4:
        return False
    if encoding == "euc_kr":
        return sum("\uac00" <= c <= "\ud7af" for c in letters) * 10 > len(letters) * 7
    if encoding in ("shift_jis", "euc_jp"):
        return sum(c in _KANA for c in letters) * 10 > len(letters) * 2
    han = sum("\u4e00" <= c <= "\u9fff" for c in letters)
    everyday = sum(c in _EVERYDAY for c in letters)
    return han * 10 > len(letters) * 9 and everyday * 12 > len(letters)


def _between_latin_letters(data: bytes) -> bool:
    """Whether high bytes stand alone among ASCII letters, as accents do."""
    sample = data[:_SAMPLE]
    high = alone = 0
    previous = False
    for byte in sample:
        now = byte > 0x7F
        high += now
        alone += now and not previous
        previous = now
    return high * 4 < len(sample) and alone * 10 >= high * 6


def _latin(data: bytes) -> str:
    """Which of the encodings with Latin letters: the language tells, however garbled.

    Windows-1250 has letters where ISO 8859-2 has control characters (80 to 9F).
    """
    sample = data[:_SAMPLE].decode("cp1252", errors="replace")
    spoken = language.of(sample) if len(sample) >= _TELLING else ""
    if spoken in _CENTRAL_EUROPEAN:
        windows = any(0x80 <= byte <= 0x9F for byte in data)
        return "cp1250" if windows else "iso8859-2"
    return "cp1254" if spoken in _TURKIC else "cp1252"


def _line_by_line(lines: list[bytes]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    texts: list[str] = []
    for line in lines:
        text, encoding = _line(line)
        texts.append(text)
        if not line.isascii():
            found[encoding] = None
    said = f"The file mixes encodings ({', '.join(found)}); each line was read in its own."
    return "\n".join(texts), "mixed", said


def _line(line: bytes) -> tuple[str, str]:
    if _is_utf8(line):
        return line.decode("utf-8"), "utf-8"
    if _looks_like_gb2312(line):
        try:
            return line.decode("gb18030"), "gb18030"
        except UnicodeDecodeError:
            pass
    return line.decode("cp1252", errors="replace"), "cp1252"


def _looks_like_gb2312(line: bytes) -> bool:
    """Whether the high bytes come in pairs, most of them everyday characters.

    GB 2312 keeps the 3,755 everyday characters in rows 16 to 55 (lead bytes B0 to D7), with trail
    bytes from A1.
    """
    pairs = everyday = place = 0
    while place < len(line):
        if line[place] < 0x80:
            place += 1
            continue
        if place + 1 >= len(line):
            return False
        pairs += 1
        lead, trail = line[place], line[place + 1]
        everyday += trail >= 0xA1 and (0xB0 <= lead <= 0xD7 or lead in (0xA1, 0xA3))
        place += 2
    return pairs > 0 and everyday * 10 >= pairs * 7


def _by_statistics(data: bytes) -> tuple[str, ...]:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    encoding = codecs.lookup(best.encoding).name if best is not None else "cp1252"
    try:
        return data.decode(encoding), encoding, f"The encoding was guessed: {encoding}."
    except UnicodeDecodeError:
        said = "The encoding could not be told for certain; some characters may be wrong."
        return data.decode("cp1252", errors="replace"), "cp1252", said
