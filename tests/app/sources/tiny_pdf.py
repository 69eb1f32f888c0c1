"""PDF files made for tests: words at places, rules, nothing else."""

from dataclasses import dataclass, field

FONTS = {"plain": "Helvetica", "bold": "Helvetica-Bold", "mono": "Courier", "wide": "Times-Roman"}


@dataclass
class Sheet:
    """One page of 600 by 800 points, drawn in the order of the calls."""

    drawn: list[str] = field(default_factory=list)

    def write(
        self, x: float, y: float, words: str, size: float = 10, font: str = "plain"
    ) -> "Sheet":
        """Put words with their left end at a place, counted upwards from the foot."""
        inner = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.drawn.append(f"BT /{font} {size} Tf {x} {y} Td ({inner}) Tj ET")
        return self

    def lines(self, x: float, y: float, *lines: str, size: float = 10, step: float = 12) -> "Sheet":
        """Put lines below one another."""
        for number, words in enumerate(lines):
            self.write(x, y - number * step, words, size)
        return self

    def rule(self, x: float, y: float, width: float, height: float = 0.5) -> "Sheet":
        """Draw a line."""
        self.drawn.append(f"{x} {y} {width} {height} re f")
        return self


def pdf(*sheets: Sheet, title: str = "") -> bytes:
    """The file."""
    count = len(sheets)
    pages = [4 + 2 * number for number in range(count)]
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
        for name, base in FONTS.items()
    )
    kids = " ".join(f"{number} 0 R" for number in pages)
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        3: f"<< /Title ({title}) >>".encode(),
    }
    for number, sheet in zip(pages, sheets, strict=True):
        stream = "\n".join(sheet.drawn).encode("cp1252")
        objects[number] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] "
            f"/Resources << /Font << {fonts} >> >> /Contents {number + 1} 0 R >>"
        ).encode()
        objects[number + 1] = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)
    return _written(objects)


def _written(objects: dict[int, bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    places = {}
    for number, inner in sorted(objects.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, inner)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for number in sorted(objects):
        out += b"%010d 00000 n \n" % places[number]
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\n" % (len(objects) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)
