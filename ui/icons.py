"""Line icons of one family (Phosphor, MIT, from qtawesome's files), tinted with the theme.

Only that one font is loaded: importing qtawesome itself would load all of its families before
the window is seen. A button keeps the name of its icon as a property, so that all icons below a
widget can be tinted again when the theme changes.
"""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget

from ui.theme import Tokens

SIZE = 18
_SMALL = 14
_GLYPH = "glyph"
_RATIOS = (1.0, 2.0)


def put(button: QAbstractButton, name: str, *, size: int = SIZE) -> None:
    """Give ``button`` an icon; ``tint`` colours it."""
    button.setProperty(_GLYPH, name)
    beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    worded = not isinstance(button, QToolButton) or button.toolButtonStyle() == beside
    room = 6 if worded and size > _SMALL else 0
    button.setIconSize(QSize(size + room, size))


def tint(root: QWidget, tokens: Tokens) -> None:
    """Colour every icon below ``root``."""
    for button in root.findChildren(QAbstractButton):
        name = button.property(_GLYPH)
        if name:
            on = tokens.on_accent if button.property("tone") == "primary" else tokens.text
            button.setIcon(icon(str(name), on, tokens.disabled, button.iconSize()))


@cache
def icon(name: str, colour: str, disabled: str, size: QSize) -> QIcon:
    """An icon in ``colour``, and in ``disabled`` where its button is."""
    made = QIcon()
    modes = ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled))
    for mode, shade in modes:
        for ratio in _RATIOS:
            made.addPixmap(QPixmap.fromImage(_picture(name, shade, size, ratio)), mode)
    return made


def paint(painter: QPainter, place: QRect, name: str, colour: str) -> None:
    """Draw an icon into ``place``, which is square."""
    family, glyphs = _family()
    painter.save()
    painter.setFont(_font(family, place.height()))
    painter.setPen(QColor(colour))
    painter.drawText(place.translated(0, 1), Qt.AlignmentFlag.AlignCenter, glyphs[name])
    painter.restore()


def image(name: str, colour: str, size: int, ratio: float) -> QImage:
    """An icon as a picture for a text document."""
    return _picture(name, colour, QSize(size, size), ratio)


def _picture(name: str, colour: str, size: QSize, ratio: float) -> QImage:
    family, glyphs = _family()
    made = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    made.setDevicePixelRatio(ratio)
    painter = QPainter(made)
    painter.setFont(_font(family, size.height()))
    painter.setPen(QColor(colour))
    box = QRectF(QPointF(0, 0), size)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), glyphs[name])
    painter.end()
    return made


def _font(family: str, pixels: int) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    return font


@cache
def _family() -> tuple[str, dict[str, str]]:
    """The font's name and its characters by the names of the icons; loaded when first drawn."""
    found = find_spec("qtawesome")
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent / "fonts"
    file = next(folder.glob("phosphor-*.ttf"))
    number = QFontDatabase.addApplicationFont(str(file))
    codes = json.loads(next(folder.glob("phosphor-charmap-*.json")).read_text(encoding="utf-8"))
    glyphs = {name: chr(int(code, 16)) for name, code in codes.items()}
    return QFontDatabase.applicationFontFamilies(number)[0], glyphs
