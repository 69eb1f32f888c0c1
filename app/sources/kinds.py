"""What a file is, by name and by first bytes, and why some cannot be read."""

from pathlib import PurePath

from app.errors import SourceRefused
from app.saying import said, say

LARGEST = 100_000_000
"""Bytes of a file that is taken in; a book as plain text has one hundredth of that."""

_PDF, _ZIP, _OLD_OFFICE = "a PDF", "a ZIP archive or an office document", "an old office document"
_SIGNATURES = (
    (b"%PDF-", _PDF),
    (b"PK\x03\x04", _ZIP),
    (b"PK\x05\x06", "a ZIP archive"),
    (b"\x89PNG\r\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"RIFF", "a picture, sound or film (RIFF)"),
    (b"ID3", "a sound (MP3)"),
    (b"OggS", "a sound (Ogg)"),
    (b"fLaC", "a sound (FLAC)"),
    (b"\x1aE\xdf\xa3", "a film (Matroska)"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b\x08", "an archive (gzip)"),
    (b"BZh", "an archive (bzip2)"),
    (b"\xfd7zXZ\x00", "an archive (xz)"),
    (b"7z\xbc\xaf'\x1c", "an archive (7z)"),
    (b"Rar!\x1a\x07", "an archive (RAR)"),
    (b"SQLite format 3\x00", "a database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLD_OFFICE),
    (b"{\\rtf", "a rich-text document (RTF)"),
    (b"bplist00", "a property list"),
)
"""First bytes of formats that are not text, as their specifications and libmagic give them."""

_FAMILIES = {
    "Word documents of this kind": "doc docm odt pages rtf wpd",
    "Presentations": "ppt pptx odp key",
    "Spreadsheets and data tables": "xls xlsx xlsm ods numbers csv tsv parquet",
    "E-books": "epub mobi azw azw3 fb2 djvu",
    "E-mail messages": "eml msg mbox",
    "Pictures": "png jpg jpeg gif webp bmp tif tiff svg heic avif ico psd",
    "Sound files": "mp3 m4a wav flac ogg opus aac wma aiff",
    "Films": "mp4 mkv mov avi webm wmv m4v mpg mpeg",
    "Captions": "srt vtt ass sub",
    "Notebooks": "ipynb",
    "Canvases and bases": "canvas base",
    "Saved page archives": "mhtml mht warc maff webarchive",
    "Archives": "zip gz bz2 xz 7z rar tar tgz zst iso dmg jar whl deb rpm",
    "Databases": "sqlite sqlite3 db mdb",
    "Programs": "exe dll so dylib bin msi app apk o class pyc wasm",
    "LaTeX and other typesetting sources": "tex bib ps eps typ",
    "Other lightweight markups": "org adoc asciidoc textile creole mediawiki opml",
    "Data files": "json jsonl yaml yml toml xml ini cfg conf log lock plist",
    "Source code files": "py pyi js mjs ts tsx jsx c h cc cpp hpp cs java kt go rs rb php pl sh "
    "bash zsh fish ps1 bat lua r jl m swift scala clj hs ml ex erl sql css scss less vue dart "
    "asm s f f90 pas vb patch diff mk cmake",
}
_FAMILY = {suffix: family for family, suffixes in _FAMILIES.items() for suffix in suffixes.split()}
WORDS = (*(kind for _, kind in _SIGNATURES), *_FAMILIES)
"""What kinds of files are called; these stand inside sentences."""
_READABLE = "Markdown, plain text, reStructuredText, saved web pages, PDF and Word files (.docx) can be read."
_BINARY = {".pdf": _PDF, ".docx": _ZIP}
_PDF_REACH = 1024  # bytes: a PDF may begin after something else (ISO 32000-2, annex I)
_TEXT_SUFFIXES = (".md", ".markdown", ".txt", ".text", ".rst")
_PAGE_STARTS = (b"<!doctype html", b"<html")
_FEW = 0.02  # of the bytes; text has no control characters but line ends and tabs


def check(name: str, suffix: str, head: bytes, *, known: bool) -> None:
    """Raise SourceRefused where the file cannot be read, or is not what its name says."""
    shown = PurePath(name).name
    if not known:
        _refuse_unknown(shown, suffix, head)
    kind = signature(head)
    if suffix in _BINARY:
        _check_binary(shown, suffix, kind, head)
        return
    if kind:
        raise SourceRefused(
            say(
                "“{name}” is named {suffix}, but it is {kind}.",
                name=shown,
                suffix=suffix,
                kind=said(kind),
            ),
            remedy="Give it its right extension.",
        )
    if not _is_text(head):
        raise SourceRefused(
            say("“{name}” is named {suffix}, but it holds no text.", name=shown, suffix=suffix),
            remedy="Open it in the program that made it and save it as text.",
        )


def _check_binary(shown: str, suffix: str, kind: str, head: bytes) -> None:
    """Raise SourceRefused for a PDF or DOCX that is none by its first bytes."""
    if kind == _BINARY[suffix] or (suffix == ".pdf" and b"%PDF-" in head[:_PDF_REACH]):
        return
    if kind == _OLD_OFFICE:
        raise SourceRefused(
            say(
                "“{name}” is locked with a password, or is an old Word file (.doc) by another name.",
                name=shown,
            ),
            remedy="Open it in Word or LibreOffice, save it as .docx without a password.",
        )
    found = "a web page" if web_page(head) else kind
    named = {"name": shown, "suffix": suffix}
    if found:
        raise SourceRefused(
            say("“{name}” is named {suffix}, but it is {kind}.", **named, kind=said(found)),
            remedy="Give it its right extension.",
        )
    kind = suffix[1:].upper()
    raise SourceRefused(
        say("“{name}” is named {suffix}, but it is no {kind} file.", **named, kind=kind),
        remedy="Get the file again.",
    )


def _refuse_unknown(shown: str, suffix: str, head: bytes) -> None:
    if web_page(head):
        raise SourceRefused(
            say(
                "“{name}” is named {suffix}, but it is {kind}.",
                name=shown,
                suffix=suffix or said("without an extension"),
                kind=said("a web page"),
            ),
            remedy="Give it the extension .html.",
        )
    if not suffix:
        raise SourceRefused(
            say("“{name}” has no extension, so what it holds is not known.", name=shown),
            remedy=_READABLE,
        )
    family = _FAMILY.get(suffix[1:])
    if family:
        words = say("{family} cannot be read yet: “{name}”.", family=said(family), name=shown)
    else:
        words = say("Files named {suffix} cannot be read: “{name}”.", suffix=suffix, name=shown)
    raise SourceRefused(words, remedy=_READABLE)


def signature(head: bytes) -> str:
    """What the first bytes say the file is, or "" where they may be text."""
    if head[4:8] == b"ftyp":
        return "a film or a sound (MP4)"
    return next((kind for start, kind in _SIGNATURES if head.startswith(start)), "")


def web_page(head: bytes) -> bool:
    """Whether the bytes begin as a web page does."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:400].lower()
    if start.startswith(b"<?xml"):
        start = start[start.find(b">") + 1 :].lstrip()
    return start.startswith(_PAGE_STARTS)


def web_page_in_disguise(suffix: str, head: bytes) -> bool:
    """Whether a file named as text is a web page."""
    return suffix in _TEXT_SUFFIXES and web_page(head)


def _is_text(head: bytes) -> bool:
    """Whether the bytes can be text in some encoding: hardly any control characters."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return True
    controls = sum(byte < 0x20 and byte not in b"\t\n\r\x0c\x1b\x00" for byte in head)
    zeros = head.count(0)
    wide = zeros * 10 >= len(head) * 1 and max(head[::2].count(0), head[1::2].count(0)) == zeros
    return controls <= _FEW * len(head) + 1 and (wide or zeros * 5 <= len(head))
