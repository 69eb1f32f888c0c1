"""The mark of the program: threads of the four kinds, woven."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from ui.theme import LIGHT, Theme, Tokens

_THREADS = 3
_GAP = 0.09


def paint(painter: QPainter, place: QRectF, tokens: Tokens) -> None:
    """Weave three threads up and three across, over and under in turn."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    step = place.width() / _THREADS
    width = step * 0.52
    up = (tokens.concept, tokens.entity, tokens.comparison)
    for number in range(_THREADS):
        side = number * step + (step - width) / 2
        for start, end in _pieces(number, step, width):
            painter.setBrush(QColor(up[number]))
            _piece(painter, QRectF(place.left() + side, place.top() + start, width, end - start))
        for start, end in _pieces(number + 1, step, width):
            painter.setBrush(QColor(tokens.accent))
            _piece(painter, QRectF(place.left() + start, place.top() + side, end - start, width))
    painter.restore()


def _pieces(number: int, step: float, width: float) -> list[tuple[float, float]]:
    """The parts of a thread that are seen: it goes under every other one that it meets."""
    under = [(place + 0.5) * step for place in range(_THREADS) if (place + number) % 2]
    half = width / 2 + step * _GAP
    ends = [0.0, *(edge for middle in under for edge in (middle - half, middle + half))]
    ends.append(_THREADS * step)
    return list(zip(ends[::2], ends[1::2], strict=True))


def _piece(painter: QPainter, box: QRectF) -> None:
    radius = min(box.width(), box.height()) * 0.3
    painter.drawRoundedRect(box, radius, radius)


def icon() -> QIcon:
    """The mark for the window's frame and the task bar."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        picture = QPixmap(QSize(size, size))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        edge = size / 16
        paint(painter, QRectF(edge, edge, size - 2 * edge, size - 2 * edge), LIGHT)
        painter.end()
        made.addPixmap(picture)
    return made


class Mark(QWidget):
    """The mark on the first page."""

    def __init__(self, theme: Theme, size: int) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(size, size)

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        paint(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._theme.tokens)
        painter.end()
