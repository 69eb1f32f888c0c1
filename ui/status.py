"""The line at the bottom: who reads, what is being done, how long it takes, and stop."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from app.compiler.standing import Status
from ui import icons, text
from ui.progress import Course
from ui.reader.fetch import Fetch
from ui.reader.values import Reader
from ui.reader.words import reader_name, reader_tip, reader_words
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
        self._theme = theme
        self._first: Item | None = None
        self._waiting, self._paused = 0, False
        self._dot = _Dot(theme)
        self.reader = QToolButton()
        self.reader.setObjectName("who")
        self.reader.clicked.connect(actions["reader"].trigger)
        self.work = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(self.tr("Progress of the source under way"))
        self.left = QLabel()
        self.pause = QToolButton()
        self.pause.clicked.connect(actions["pause"].trigger)
        self.stop = QToolButton()
        self.stop.setAccessibleName(self.tr("Stop all"))
        self.stop.setToolTip(self.tr("Stop all (Ctrl+.)"))
        self.stop.clicked.connect(actions["stop"].trigger)
        icons.put(self.stop, "stop-circle", size=16)
        icons.put(self.pause, "pause-circle", size=16)
        self._arrange()
        self._rest("")

    def show_reader(self, reader: Reader, fetch: Fetch | None) -> None:
        """Who reads and whether they can, and what is being pulled meanwhile."""
        self.reader.setText(reader_words(reader, fetch))
        self.reader.setAccessibleName(reader_name(reader, fetch))
        self.reader.setToolTip(reader_tip(reader))
        self.reader.setVisible(bool(reader.words))
        self._dot.show_state(reader.state if reader.words else "")

    def show_queue(self, first: Item | None, waiting: int, resting: str, *, paused: bool) -> None:
        """Follow the queue: what is under way or else first, and how many wait; ``resting`` is
        said when nothing is left to do."""
        self._first, self._waiting, self._paused = first, waiting, paused
        self._offer_pause()
        if paused and (first is None or first.status is not Status.WORKING):
            self._rest(text.paused_words(waiting))
            self.pause.show()
        elif first is None:
            self._rest(resting)
        elif first.total:
            self._course.note(Progress(first.id, first.stage or "", first.done, first.total))
            self._say(first, first.stage, _how_far(first))
        else:
            self._say(first, first.stage, "")

    def show_left(self, seconds: float | None) -> None:
        """How long all that is to be done may still take; nothing where nobody can say."""
        self.left.setText(text.time_left(seconds) if seconds is not None else "")

    def note(self, progress: Progress) -> None:
        """Show how far the source under way has come."""
        if self._first is None or self._first.id != progress.item:
            return
        self._course.note(progress)
        self._say(self._first, progress.stage, _how_far(progress))
        self.show_left(None if self._paused else progress.left)

    def _say(self, item: Item, stage: str | None, how_far: str) -> None:
        others = self._waiting - (item.status is Status.WAITING)
        more = text.counted(others, self.tr("%1 more waits"), self.tr("%1 more wait"))
        name = text.shortened(item.name)
        what = text.stage_words(stage, name)
        if self._paused:
            what = self.tr("Pausing after “%1”").replace("%1", name)
        self.work.setText("   ".join(filter(None, [what, how_far, more if others > 0 else ""])))
        self.bar.setValue(round(self._course.share * 1000) if how_far else 0)
        for widget in (self.bar, self.left, self.pause, self.stop):
            widget.show()
        self.left.setVisible(stage != "waiting")  # nobody knows how long a server stays away

    def _rest(self, words: str) -> None:
        self.work.setText(words)
        self.left.clear()
        for widget in (self.bar, self.left, self.pause):
            widget.hide()
        self.stop.setVisible(self._waiting > 0)

    def _offer_pause(self) -> None:
        words = self.tr("Go on (Ctrl+P)") if self._paused else self.tr("Pause (Ctrl+P)")
        self.pause.setToolTip(words)
        self.pause.setAccessibleName(self.tr("Go on") if self._paused else self.tr("Pause"))
        icons.put(self.pause, "play-circle" if self._paused else "pause-circle", size=16)
        icons.tint(self, self._theme.tokens)

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        who = QHBoxLayout()
        who.setSpacing(4)
        who.addWidget(self._dot)
        who.addWidget(self.reader)
        row.addLayout(who)
        row.addStretch(1)
        for widget in (self.work, self.bar, self.left, self.pause, self.stop):
            row.addWidget(widget)


def _how_far(come: Item | Progress) -> str:
    return text.step_words(come.done, come.total, passages=come.passages)


class _Dot(QWidget):
    """Whether the reader can be asked: a dot, a ring while it is waited for, a cross if not."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._state = theme, ""
        self.setFixedSize(QSize(10, 10))

    def show_state(self, state: str) -> None:
        """“ready”, “waiting” or “unavailable”; nothing where it is not known."""
        self._state = state
        self.setVisible(bool(state))
        self.update()

    def paintEvent(self, _event: object) -> None:
        tokens = self._theme.tokens
        colours = {"waiting": tokens.warning, "unavailable": tokens.error}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(colours.get(self._state, tokens.good))
        painter.setPen(QPen(colour, 2))
        if self._state == "unavailable":
            painter.drawLine(2, 2, 8, 8)
            painter.drawLine(2, 8, 8, 2)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush if self._state == "waiting" else colour)
            painter.drawEllipse(QRect(2, 2, 6, 6))
        painter.end()
