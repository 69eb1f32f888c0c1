"""Which server, how things stand with it, and the one button that mends it."""

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.saying import sentences
from ui import language
from ui.reader.model import Choosing
from ui.reader.rows import Sign, label
from ui.reader.values import (
    CHOOSE,
    CORRECT,
    GIVE_KEY,
    INSTALL,
    OLLAMA,
    PULL,
    START,
    Found,
    Standing,
)
from ui.reader.words import fetch_words, pull_words
from ui.text import of
from ui.theme import Theme

GET_OLLAMA = "https://ollama.com/download"
_SIGNS = {CHOOSE: ("check-circle", "good"), PULL: ("info", "info"), START: ("info", "info"),
          INSTALL: ("info", "info"), GIVE_KEY: ("key", "warning")}  # fmt: skip


class ServerPart(QWidget):
    """The address in a field, and below it what came of looking there."""

    def __init__(self, theme: Theme, choosing: Choosing) -> None:
        super().__init__()
        self._choosing = choosing
        self._does: Callable[[], object] = choosing.look
        self.address = QLineEdit(choosing.address)
        self.address.setAcceptDrops(False)
        self.address.setAccessibleName(self.tr("Address of the model server"))
        self.address.setMinimumHeight(32)
        self.address.returnPressed.connect(self._look)
        self.look = QPushButton(self.tr("Look there"))
        self.look.clicked.connect(self._look)
        self.hint = label("", "small")
        self.sign = Sign(theme)
        self.words = label("")
        self.mend = QPushButton()
        self.mend.setProperty("tone", "primary")
        self.mend.clicked.connect(self._mend)
        self.fetch = FetchCard(choosing)
        self._arrange()

    def show_found(self) -> None:
        """Follow what is known of the server."""
        choosing, found = self._choosing, self._choosing.found
        if not self.address.hasFocus() or not self.address.isModified():
            self.address.setText(choosing.address)
        self.hint.setText(self._hint())
        self.address.setPlaceholderText(choosing.usual_address)
        self.fetch.show_fetch()
        if choosing.starting:
            self._say(self.tr("Ollama is being started…"), ("clock", "secondary"))
        elif choosing.looking or found is None:
            self._say(self.tr("Asking the server…"), ("clock", "secondary"))
        else:
            self._show_standing(found)

    def _show_standing(self, found: Found) -> None:
        standing = found.standing
        self._say(self._in_words(standing), _SIGNS.get(standing.way, ("warning", "warning")))
        button, self._does = self._way(found)
        self.mend.setText(button)
        self.mend.setVisible(bool(button) and self._choosing.fetch is None)

    def _say(self, words: str, sign: tuple[str, str]) -> None:
        self.words.setText(words)
        self.sign.show_sign(*sign)
        if self.mend.hasFocus():
            self.look.setFocus(Qt.FocusReason.OtherFocusReason)
        self.mend.hide()

    def _way(self, found: Found) -> tuple[str, Callable[[], object]]:
        """The button that mends what is the matter: its words, and what it does."""
        best = found.best
        way = found.standing.way
        if way == PULL and best:
            return pull_words(best), partial(self._choosing.pull, best.name)
        if way == START:
            return self.tr("Start Ollama"), self._choosing.start
        if way == INSTALL:
            page = partial(QDesktopServices.openUrl, QUrl(GET_OLLAMA))
            return self.tr("Get Ollama"), page
        if way == CORRECT:
            return self.tr("Correct the address"), self._correct
        return ("", self._look) if way in (CHOOSE, PULL) else (self.tr("Look again"), self._look)

    def _in_words(self, standing: Standing) -> str:
        """What is the matter and what to do; where the button does it, more than it can say."""
        remedy = standing.remedy
        if standing.way == INSTALL:
            remedy = self.tr(
                "It is a free program that runs models on your own machine. Once it is there, come"
                " back to this window: it is found by itself."
            )
        if standing.way == GIVE_KEY:
            remedy = self.tr(
                "A key is taken from the environment variable VAULTLOOM_API_KEY, as it is when"
                " Vaultloom starts, or from the system's keyring; it is never kept in the vault."
            )
        words = language.of(sentences(standing.words, remedy))
        if standing.way in (CHOOSE, PULL):
            ollama = standing.kind == OLLAMA
            what = self.tr("Ollama at %1") if ollama else self.tr("The server at %1")
            return of(what.replace("%1", standing.address), words)
        return words

    def _hint(self) -> str:
        host = os.environ.get("OLLAMA_HOST", "").strip()
        if host:
            words = self.tr("Leave it empty for the address in OLLAMA_HOST, %1.")
            return words.replace("%1", host)
        return self.tr("Leave it empty for this machine. An address that ends in /v1 is that of an"
                       " OpenAI-compatible server.")  # fmt: skip

    def _look(self) -> None:
        self.address.setModified(False)
        self._choosing.look(self.address.text())

    def _correct(self) -> None:
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)
        self.address.selectAll()

    def _mend(self) -> None:
        self._does()

    def _arrange(self) -> None:
        field = QHBoxLayout()
        field.setSpacing(8)
        field.addWidget(self.address, 1)
        field.addWidget(self.look)
        card = QFrame()
        card.setObjectName("card")
        standing = QHBoxLayout(card)
        standing.setContentsMargins(12, 10, 12, 10)
        standing.setSpacing(8)
        standing.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        standing.addWidget(self.words, 1)
        standing.addWidget(self.mend, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(field)
        column.addWidget(self.hint)
        column.addSpacing(2)
        column.addWidget(card)
        column.addWidget(self.fetch)


class FetchCard(QFrame):
    """A model on its way: how far it has come, and stop. Hidden while there is none."""

    def __init__(self, choosing: Choosing) -> None:
        super().__init__()
        self.setObjectName("card")
        self._choosing = choosing
        self.title = label("")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the pull"))
        self.words = label("", "small")
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.clicked.connect(choosing.stop_pull)
        row = QHBoxLayout()
        row.addWidget(self.title, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addWidget(self.words)
        self.hide()

    def show_fetch(self) -> None:
        """Follow the pull."""
        fetch = self._choosing.fetch
        self.setVisible(fetch is not None)
        if fetch is None:
            return
        self.title.setText(self.tr("Pulling %1").replace("%1", fetch.name))
        self.stop.setAccessibleName(self.tr("Stop pulling %1").replace("%1", fetch.name))
        self.bar.setValue(round(fetch.share * 1000))
        self.words.setText(fetch_words(fetch))
