"""Word documents made for tests, from the XML of their bodies."""

import io
import zipfile

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_REL = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = """<?xml version="1.0"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml"
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>"""
_STYLES = ("Title", "heading 1", "heading 2", "Quote", "Source Code", "Verbatim Char")
NUMBERING = """<w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="2">
<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/>
<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>"""


def paragraph(words: str, *, style: str = "", numbered: str = "", level: int = 0) -> str:
    """A paragraph; ``words`` is text, or runs of one's own if it begins with "<"."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if numbered:
        properties += f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{numbered}"/></w:numPr>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{words if words.startswith('<') else run(words)}</w:p>"


def run(words: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def docx(*body: str, links: str = "", notes: str = "", core: str = "") -> bytes:
    """The file."""
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": f'<Relationships xmlns="{_REL}"><Relationship Id="r1" Type="{_R}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_W}" xmlns:r="{_R}"><w:body>{"".join(body)}'
        "</w:body></w:document>",
        "word/styles.xml": f'<w:styles xmlns:w="{_W}">{"".join(map(_style, _STYLES))}</w:styles>',
        "word/numbering.xml": f'<w:numbering xmlns:w="{_W}">{NUMBERING}</w:numbering>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{_REL}">{links}</Relationships>',
        "docProps/core.xml": '<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/'
        '2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:dcterms="http://purl.org/dc/terms/">{core}</c:coreProperties>',
    }
    if notes:
        parts["word/footnotes.xml"] = f'<w:footnotes xmlns:w="{_W}">{notes}</w:footnotes>'
    return packed(parts)


def packed(parts: dict[str, str]) -> bytes:
    """Parts as a ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def _style(name: str) -> str:
    kind = "character" if name.endswith("Char") else "paragraph"
    return f'<w:style w:type="{kind}" w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/></w:style>'
