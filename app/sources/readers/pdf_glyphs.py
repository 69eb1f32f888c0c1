"""Reading a page of a PDF: what stands where, and what is drawn.

PDFium is asked glyph by glyph. It is not thread-safe; whoever reads a PDF does so in a process of
its own (``app.sources.converting``).
"""

import ctypes
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any

import pypdfium2.raw as pdfium

from app.sources.readers.pdf_page import MONO_WIDTH, Fragment, Page, Rule, Span, Style

_SMALLEST = 2.0  # points; smaller type is not there to be read
_GAP = 1.0  # of the type's size; a wider gap may be one between columns or cells
_OVERLAP = 0.5
_SAME_LINE = 0.3
_LIFTED = 0.15
_RAISED = 0.75
_SMALLER = 0.88
_BLANK = 0.18  # of the type's size
_WIDE = 0.9  # of the type's size: as wide as an ideograph
_THIN = 2.5  # points; a drawn thing that is thinner and long is a rule
_SHORTEST_RULE = 12.0
_MOST_OBJECTS = 20_000
_DEEPEST = 4  # forms within forms
_FIXED_PITCH, _ITALIC, _FORCE_BOLD = 1, 1 << 6, 1 << 18
_HYPHENS = ("\x02", "\ufffe", "\u00ad", "\u2010", "\u2011")
_BOLD_NAMES = re.compile(r"bold|black|heavy|demi|-bd|cmbx|cmssbx|medi(?!um)")
_ITALIC_NAMES = re.compile(r"ital|oblique|-it$|cmti|slanted|cmsl")
_MONO_NAMES = re.compile(
    r"mono|monl|courier|typewriter|consol|menlo|inconsolata|tlwg"
    r"|(?:^|\+)\w{0,4}tt(?:b|sc|sl|it)?\d*$"  # TeX's: cmtt10, ectt1000, t1xtt
)
# radicals, ligatures, letters of formulas: what compatibility decomposition puts right
_STAND_INS = (("\u2e80", "\u2fdf"), ("\ufb00", "\ufb06"), ("\U0001d400", "\U0001d7ff"))
_RADICALS = str.maketrans(
    dict(
        zip(
            "⺠⺟⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻬⻮⻰⻳⻑⻒⻝⻞⻟⻭⻯⻲",
            "民母虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟卤麦黄齐齿龙龟長镸食飠飠歯竜亀",
            strict=True,
        )
    )
)  # those that compatibility decomposition leaves alone (Unicode, EquivalentUnifiedIdeograph)


def page(raw: Any, number: int) -> Page:
    """Everything on an open page (a ``pypdfium2.PdfPage``)."""
    width, height = raw.get_size()
    textpage = raw.get_textpage()
    try:
        fragments = _Typing(textpage, raw.get_bbox()).fragments()
    finally:
        textpage.close()
    rules, has_picture = _drawn(raw)
    return Page(number, width, height, fragments, rules, has_picture)


@dataclass(frozen=True, slots=True)
class _Glyph:
    text: str
    left: float
    right: float
    baseline: float
    style: Style


class _Typing:
    """Gathers the glyphs of a page into fragments."""

    def __init__(self, textpage: Any, box: tuple[float, float, float, float]) -> None:
        self._textpage = textpage
        self._box = box
        self._styles: dict[int, tuple[Style, int]] = {}
        self._found: list[Fragment] = []
        self._blank = False
        self._edges = pdfium.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def fragments(self) -> list[Fragment]:
        before: _Glyph | None = None
        for glyph in self._upright():
            if glyph is None:
                self._blank = True
                continue
            if before is None or not self._goes_on(before, glyph):
                self._begin(glyph)
            else:
                self._put(before, glyph)
            before = glyph
            self._blank = False
        return [fragment for fragment in self._found if fragment.text.strip()]

    def _begin(self, glyph: _Glyph) -> None:
        self._found.append(
            Fragment(
                [Span(glyph.text, glyph.style)],
                glyph.left,
                glyph.right,
                glyph.baseline,
                glyph.style.size,
                len(self._found),
            )
        )

    def _put(self, before: _Glyph, glyph: _Glyph) -> None:
        fragment = self._found[-1]
        last = fragment.spans[-1]
        if (self._blank and not _needs_none(before, glyph)) or _stands_off(before, glyph):
            last.text += " " * _blanks(before, glyph)
        raised = _is_raised(fragment, glyph)
        if not raised and fragment.size < glyph.style.size * _SMALLER:
            self._lower(fragment, glyph)  # it began with a mark above the line
        elif not raised and glyph.style.size > fragment.size:
            fragment.size = glyph.style.size
        last = fragment.spans[-1]
        if last.style == glyph.style and last.raised == raised:
            last.text += glyph.text
        else:
            fragment.spans.append(Span(glyph.text, glyph.style, raised))
        fragment.left = min(fragment.left, glyph.left)
        fragment.right = max(fragment.right, glyph.right)

    @staticmethod
    def _lower(fragment: Fragment, glyph: _Glyph) -> None:
        raised = fragment.baseline > glyph.baseline + _LIFTED * glyph.style.size
        for span in fragment.spans:
            span.raised = span.raised or raised
        fragment.baseline, fragment.size = glyph.baseline, glyph.style.size

    def _goes_on(self, before: _Glyph, glyph: _Glyph) -> bool:
        size = max(before.style.size, glyph.style.size, self._found[-1].size)
        step = abs(glyph.baseline - self._found[-1].baseline)
        if step > _SAME_LINE * size:
            sizes = sorted((glyph.style.size, self._found[-1].size))
            if step > _RAISED * size or sizes[0] > _SMALLER * sizes[1]:
                return False
        if glyph.left - before.right > _GAP * size:
            return False
        # the letters of a ligature stand in one place
        return glyph.left >= min(before.right - _OVERLAP * size, before.left - 0.1)

    def _upright(self) -> Iterator[_Glyph | None]:
        """The glyphs that stand upright, in the order of the file; None for a blank.

        On a page that was turned as a whole, all of it counts as upright.
        """
        glyphs = list(self._glyphs())
        turns: dict[int, int] = {}
        for glyph, turn in glyphs:
            turns[turn] = turns.get(turn, 0) + (glyph is not None)
        main = max(turns, key=lambda turn: turns[turn], default=0)
        for glyph, turn in glyphs:
            if glyph is None:
                yield None
            elif turn == main:
                yield glyph

    def _glyphs(self) -> Iterator[tuple[_Glyph | None, int]]:
        high = 0  # the first half of a character beyond the basic plane
        for index in range(pdfium.FPDFText_CountChars(self._textpage)):
            code = pdfium.FPDFText_GetUnicode(self._textpage, index)
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if high and 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00
            high = 0
            text = _character(code)
            if text.isspace() or not text:
                yield None, 0
                continue
            style, turn = self._style(index)
            if style.size < _SMALLEST:
                continue
            glyph = self._placed(index, text, style, turn)
            if glyph is not None:
                yield glyph, turn

    def _placed(self, index: int, text: str, style: Style, turn: int) -> _Glyph | None:
        box = self._edges
        pdfium.FPDFText_GetLooseCharBox(self._textpage, index, box)
        pdfium.FPDFText_GetCharOrigin(self._textpage, index, self._x, self._y)
        x, y = self._x.value, self._y.value
        left, bottom, right, top = self._box
        if not (left - 2 <= x <= right + 2 and bottom - 2 <= y <= top + 2):
            return None
        if turn == 0:
            return _Glyph(text, box.left, box.right, y, style)
        if turn == 1:
            return _Glyph(text, box.bottom, box.top, -x, style)
        if turn == 2:
            return _Glyph(text, -box.right, -box.left, -y, style)
        return _Glyph(text, -box.top, -box.bottom, x, style)

    def _style(self, index: int) -> tuple[Style, int]:
        thing = pdfium.FPDFText_GetTextObject(self._textpage, index)
        key = ctypes.cast(thing, ctypes.c_void_p).value or -1
        if key not in self._styles:
            self._styles[key] = self._style_of(index)
        return self._styles[key]

    def _style_of(self, index: int) -> tuple[Style, int]:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._textpage, index, matrix)
        scale = hypot(matrix.c, matrix.d) or 1.0
        size = round(2 * scale * pdfium.FPDFText_GetFontSize(self._textpage, index)) / 2
        flags = ctypes.c_int()
        buffer = ctypes.create_string_buffer(256)
        pdfium.FPDFText_GetFontInfo(self._textpage, index, buffer, 256, flags)
        name = buffer.value.decode("utf-8", "replace").lower()
        weight = pdfium.FPDFText_GetFontWeight(self._textpage, index)
        return _face(size, name, flags.value, weight), _turn(matrix.a, matrix.b)


def _face(size: float, name: str, flags: int, weight: int) -> Style:
    named = _BOLD_NAMES.search(name) is not None
    return Style(
        size,
        bold=weight >= 600 or bool(flags & _FORCE_BOLD) or named,
        italic=bool(flags & _ITALIC) or _ITALIC_NAMES.search(name) is not None,
        mono=bool(flags & _FIXED_PITCH) or _MONO_NAMES.search(name) is not None,
        bold_by_name=named,
    )


def _turn(a: float, b: float) -> int:
    """By how many right angles text is turned, against the clock."""
    if abs(a) >= abs(b):
        return 0 if a >= 0 else 2
    return 1 if b > 0 else 3


def _needs_none(before: _Glyph, glyph: _Glyph) -> bool:
    """Whether a blank between two glyphs is only PDFium's reading of a small gap."""
    return (
        glyph.left - before.right < 0.12 * glyph.style.size and before.style.size > 0
        and unicodedata.east_asian_width(before.text[-1]) in "WF"
        and unicodedata.east_asian_width(glyph.text[0]) in "WF"
    )  # fmt: skip


def _stands_off(before: _Glyph, glyph: _Glyph) -> bool:
    """Whether a gap is a blank, though the file has none there: one between two faces, and that
    which a closing quotation mark as wide as an ideograph has within itself."""
    if before.text == "”" and glyph.text.isascii() and (glyph.text.isalnum() or glyph.text == "("):
        return before.right - before.left >= _WIDE * before.style.size
    if before.style == glyph.style or abs(before.style.size - glyph.style.size) > 1:
        return False
    return glyph.left - before.right > _BLANK * glyph.style.size


def _blanks(before: _Glyph, glyph: _Glyph) -> int:
    """How many blanks a gap stands for: in code as many as fit, elsewhere one."""
    if not (before.style.mono and glyph.style.mono):
        return 1
    return max(1, round((glyph.left - before.right) / (MONO_WIDTH * glyph.style.size)))


def _is_raised(fragment: Fragment, glyph: _Glyph) -> bool:
    rise = glyph.baseline - fragment.baseline
    return rise > _LIFTED * fragment.size and glyph.style.size < _SMALLER * fragment.size


@cache
def _character(code: int) -> str:
    """The character of a code: ligatures as letters, radicals as the characters that they are."""
    try:
        text = chr(code)
    except ValueError:
        return ""
    if text in _HYPHENS:
        return "-"
    if any(first <= text <= last for first, last in _STAND_INS):
        return unicodedata.normalize("NFKC", text).translate(_RADICALS)
    return "" if code == 0 or 0xD800 <= code <= 0xDFFF else text


def _drawn(raw: Any) -> tuple[list[Rule], bool]:
    """The rules of a page, and whether there is a picture on it."""
    rules: list[Rule] = []
    has_picture = False
    objects = raw.get_objects(max_depth=_DEEPEST)
    for _, thing in zip(range(_MOST_OBJECTS), objects, strict=False):
        if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            has_picture = True
        elif thing.type == pdfium.FPDF_PAGEOBJ_PATH and not thing.level:  # others count elsewhere
            rule = _rule(thing)
            if rule is not None:
                rules.append(rule)
    return rules, has_picture


def _rule(thing: Any) -> Rule | None:
    left, bottom, right, top = thing.get_bounds()
    long, thin = max(right - left, top - bottom), min(right - left, top - bottom)
    if thin > _THIN or long < _SHORTEST_RULE:
        return None
    return Rule(left, right, bottom, top)
