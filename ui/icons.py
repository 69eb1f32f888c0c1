"""Line icons of one family (Phosphor, MIT, brought by qtawesome), tinted with the theme.

A button keeps the name of its icon as a property, so that all icons below a widget can be tinted
again when the theme changes.
"""

from functools import cache

import qtawesome
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget

from ui.theme import Tokens

SIZE = 18
_SMALL = 14
_GLYPH = "glyph"


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
            button.setIcon(icon(str(name), on, tokens.disabled))


@cache
def icon(name: str, colour: str, disabled: str | None = None) -> QIcon:
    """An icon in ``colour``, and in ``disabled`` where its button is."""
    made: QIcon = qtawesome.icon(
        f"ph.{name}", color=QColor(colour), color_disabled=QColor(disabled or colour)
    )
    return made


def paint(painter: QPainter, place: QRect, name: str, colour: str) -> None:
    """Draw an icon into ``place``, which is square."""
    painter.save()
    painter.setFont(qtawesome.font("ph", place.height()))
    painter.setPen(QColor(colour))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, qtawesome.charmap(f"ph.{name}"))
    painter.restore()


def image(name: str, colour: str, size: int, ratio: float) -> QImage:
    """An icon as a picture for a text document."""
    made = QImage(QSize(round(size * ratio), round(size * ratio)), QImage.Format.Format_ARGB32)
    made.fill(Qt.GlobalColor.transparent)
    made.setDevicePixelRatio(ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setFont(qtawesome.font("ph", size))
    painter.setPen(QColor(colour))
    box = QRectF(QPointF(0, 0), QSize(size, size))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), qtawesome.charmap(f"ph.{name}"))
    painter.end()
    return made
