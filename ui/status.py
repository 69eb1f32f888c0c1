"""The line at the bottom: who reads, what is being done, how long it takes, and stop."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from ui import icons, text
from ui.progress import Course
from ui.theme import Theme
from ui.values import Item, Progress


class StatusLine(QWidget):
    """Shows work while there is any, and the size of the vault while there is none."""

    def __init__(self, theme: Theme, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(28)
        self._course = Course()
        self._items: dict[str, Item] = {}
        self._dot = _Dot(theme)
        self.reader = QLabel()
        self.work = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(self.tr("Progress of the source under way"))
        self.left = QLabel()
        self.stop = QToolButton()
        self.stop.setAccessibleName(self.tr("Stop all"))
        self.stop.setToolTip(self.tr("Stop all (Ctrl+.)"))
        self.stop.clicked.connect(actions["stop"].trigger)
        icons.put(self.stop, "stop-circle", size=16)
        self._arrange()
        self._rest("")

    def show_reader(self, words: str) -> None:
        self.reader.setText(words)
        self._dot.setVisible(bool(words))

    def show_queue(self, items: tuple[Item, ...], resting: str) -> None:
        """Follow the queue; ``resting`` is said when nothing is left to do."""
        self._items = {item.id: item for item in items}
        working = next((item for item in items if item.status.open), None)
        if working is None:
            self._rest(resting)
        elif working.total:
            self.note(Progress(working.id, working.stage or "", working.done, working.total))
        else:
            self._say(working, working.stage, "")

    def note(self, progress: Progress) -> None:
        """Show how far the source under way has come, and how long it may still take."""
        item = self._items.get(progress.item)
        if item is None:
            return
        self._course.note(progress)
        self._say(item, progress.stage, text.passages(progress.done, progress.total))
        left = self._course.left()
        self.left.setText(text.time_left(left) if left is not None else "")

    def _say(self, item: Item, stage: str | None, how_far: str) -> None:
        waiting = sum(each.status.open for each in self._items.values()) - 1
        more = text.counted(waiting, self.tr("%1 more waits"), self.tr("%1 more wait"))
        parts = [
            text.stage_words(stage, text.shortened(item.name)),
            how_far,
            more if waiting > 0 else "",
        ]
        self.work.setText("   ".join(filter(None, parts)))
        self.bar.setValue(round(self._course.share * 1000) if how_far else 0)
        for widget in (self.bar, self.left, self.stop):
            widget.show()

    def _rest(self, words: str) -> None:
        self.work.setText(words)
        self.left.clear()
        for widget in (self.bar, self.left, self.stop):
            widget.hide()

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self._dot)
        row.addWidget(self.reader)
        row.addStretch(1)
        for widget in (self.work, self.bar, self.left, self.stop):
            row.addWidget(widget)


class _Dot(QWidget):
    """A reader is there."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(QSize(8, 8))

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.tokens.good))
        painter.setPen(QColor(self._theme.tokens.good))
        painter.drawEllipse(QRect(1, 1, 6, 6))
        painter.end()
