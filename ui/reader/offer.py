"""One line above the rooms: a model that could read, with one click; answered once and for all."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from ui.reader.model import Choosing, Offer
from ui.reader.rows import label
from ui.reader.words import pull_words


class OfferLine(QFrame):
    """Hidden while there is nothing to offer."""

    def __init__(self, choosing: Choosing, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("suggestion")
        self._choosing = choosing
        self._offer: Offer | None = None
        self._away = False
        self.words = label("")
        self.yes = QPushButton()
        self.yes.setProperty("tone", "primary-small")
        self.yes.clicked.connect(self._accept)
        self.no = QPushButton()
        self.no.setProperty("tone", "link")
        self.no.clicked.connect(self._decline)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.yes)
        row.addWidget(self.no)
        choosing.offer_changed.connect(self.show_offer)
        self.show_offer()

    def show_offer(self) -> None:
        """Follow what can be offered."""
        self._offer = self._choosing.offer
        self.setVisible(self._offer is not None and not self._away)
        if self._offer is not None:
            words, yes, no = self._in_words(self._offer)
            self.words.setText(words)
            self.yes.setText(yes)
            self.no.setText(no)

    def put_away(self, *, away: bool) -> None:
        """Not seen where all that it says is in front already."""
        self._away = away
        self.show_offer()

    def _in_words(self, offer: Offer) -> tuple[str, str, str]:
        """What is said, the yes and the no."""
        if offer.kind == "start" or offer.model is None:
            words = self.tr("Ollama is installed and does not run. With it, a model can read.")
            return words, self.tr("Start Ollama"), self.tr("Not now")
        if offer.kind == "pull":
            words = self.tr("Ollama runs and has no model yet. With one, a model can read.")
            return words, pull_words(offer.model), self.tr("Not now")
        words = self.tr("Ollama has %1. Read with it?").replace("%1", offer.model.name)
        return words, self.tr("Use it"), self.tr("Keep the built-in reader")

    def _accept(self) -> None:
        if self._offer is not None:
            self._choosing.accept(self._offer)

    def _decline(self) -> None:
        if self._offer is not None:
            self._choosing.answer(self._offer.kind)
