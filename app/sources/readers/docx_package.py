"""A DOCX file as a package of parts, opened with care.

It is a ZIP archive that strangers send: parts may unpack to gigabytes, and their XML may name files
of this machine. Both are found before anything is unpacked for reading.
"""

import io
import struct
import zipfile
import zlib
from typing import Any
from xml.parsers import expat

from lxml import etree

from app.errors import SourceRefused
from app.saying import say
from app.sources.document import Metadata
from app.sources.readers import docx_lists
from app.sources.readers.docx_lists import WORD
from app.sources.tidying import one_line

Element = Any  # lxml has no types of its own

_LARGEST_PART = 20_000_000  # bytes of XML; a long book has a tenth of that
_LARGEST_ALL = 60_000_000
_MOST_PARTS = 5_000
# what the standard library raises for archives that were cut or changed
_NOT_A_ZIP = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError,
    struct.error,
)  # fmt: skip
_NUMBERING, _STYLES = "word/numbering.xml", "word/styles.xml"
_CORE = "docProps/core.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_FIRST_ROW = 0x0020  # of a table's look (ECMA-376, 17.7.6.7)


class Package:
    """The parts that are text, by name. Raises SourceRefused where they cannot be trusted."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._parts: dict[str, bytes] = {}
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                self._take(archive)
        except _NOT_A_ZIP as error:
            raise SourceRefused(
                say("“{name}” is damaged or incomplete.", name=name),
                remedy="Get the file again; a download may have been cut short.",
            ) from error
        if not any(part.startswith("word/") for part in self._parts):
            raise SourceRefused(
                say("“{name}” is named .docx, but it is no Word document.", name=name),
                remedy="Give it its right extension.",
            )

    def _take(self, archive: zipfile.ZipFile) -> None:
        entries = archive.infolist()
        texts = [entry for entry in entries if entry.filename.endswith((".xml", ".rels"))]
        sizes = [entry.file_size for entry in texts]
        if (
            len(entries) > _MOST_PARTS
            or sum(sizes) > _LARGEST_ALL
            or max(sizes, default=0) > (_LARGEST_PART)
        ):
            raise SourceRefused(
                say(
                    "“{name}” unpacks to {size} MB of text, which no document of its kind does.",
                    name=self._name,
                    size=sum(sizes) // 1000000,
                ),
                remedy="Open it in Word or LibreOffice, and save the part that matters.",
            )
        for entry in texts:
            if entry.flag_bits & 1:
                raise SourceRefused(
                    say("“{name}” is locked with a password.", name=self._name),
                    remedy="Save a copy without one, and drop that.",
                )
            part = archive.read(entry)
            self._check(part)
            self._parts[entry.filename] = part

    def _check(self, part: bytes) -> None:
        """Every part is well-formed and declares no document type, hence no entities."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            parser.Parse(part, True)
        except expat.ExpatError as error:
            raise SourceRefused(
                say("“{name}” is damaged: a part of it is no XML.", name=self._name),
                remedy="Open it in Word or LibreOffice, and save it again.",
            ) from error

    def _refuse_doctype(self, *_: object) -> None:
        raise SourceRefused(
            say(
                "“{name}” declares entities of its own, as attacks do and Word never does.",
                name=self._name,
            ),
            remedy="Open it in Word or LibreOffice, and save it again, if you trust it.",
        )

    def for_mammoth(self) -> io.BytesIO:
        """The package without pictures and hidden words, lists and header rows marked as such."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, part in self._parts.items():
                is_text = name.startswith("word/") and name.count("/") == 1
                archive.writestr(name, self._prepared(part) if is_text else part)
        packed.seek(0)
        return packed

    def _prepared(self, part: bytes) -> bytes:
        root = _parsed(part)
        for run in list(root.iter(f"{WORD}r")):
            if _is_hidden(run):
                run.getparent().remove(run)
        for table in root.iter(f"{WORD}tbl"):
            _mark_header(table)
        docx_lists.mark(root, self._tree(_NUMBERING), self._tree(_STYLES))
        return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True))

    def _tree(self, name: str) -> Element | None:
        part = self._parts.get(name)
        return None if part is None else _parsed(part)

    def metadata(self) -> Metadata:
        """What the document says of itself."""
        core = self._parts.get(_CORE)
        if core is None:
            return Metadata()
        root = _parsed(core)
        creators = one_line(root.findtext(f"{_DC}creator") or "")
        return Metadata(
            title=one_line(root.findtext(f"{_DC}title") or ""),
            authors=tuple(name for part in creators.split(";") if (name := part.strip())),
            date=(root.findtext(f"{_TERMS}created") or "").strip()[:10],
        )


def _parsed(part: bytes) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
    )
    return etree.fromstring(part, parser)


def _is_hidden(run: Element) -> bool:
    vanish = run.find(f"{WORD}rPr/{WORD}vanish")
    return vanish is not None and vanish.get(f"{WORD}val", "1") not in ("0", "false", "off")


def _mark_header(table: Element) -> None:
    """Mark a first row that looks like a header as one: styled so, all words, followed by more."""
    rows = table.findall(f"{WORD}tr")
    if len(rows) < 2 or not _has_first_row(table):
        return
    texts = ["".join(cell.itertext(f"{WORD}t")).strip() for cell in rows[0].iter(f"{WORD}tc")]
    if not all(any(character.isalpha() for character in text) for text in texts):
        return
    properties = rows[0].find(f"{WORD}trPr")
    if properties is None:
        properties = etree.Element(f"{WORD}trPr")
        rows[0].insert(0, properties)
    if properties.find(f"{WORD}tblHeader") is None:
        etree.SubElement(properties, f"{WORD}tblHeader")


def _has_first_row(table: Element) -> bool:
    look = table.find(f"{WORD}tblPr/{WORD}tblLook")
    if look is None:
        return False
    said = look.get(f"{WORD}firstRow")
    if said is not None:
        return str(said) in ("1", "true", "on")
    try:
        return bool(int(look.get(f"{WORD}val", "0"), 16) & _FIRST_ROW)
    except ValueError:
        return False
