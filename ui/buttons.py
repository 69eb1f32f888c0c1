"""The two buttons of every question."""

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton


def yes_or_no(dialog: QDialog, words: str, otherwise: str = "") -> tuple[QPushButton, QHBoxLayout]:
    """The button that does it, in a row with one that does not, which cancels unless it says more."""
    yes = QPushButton(words)
    yes.setProperty("tone", "primary")
    yes.setDefault(True)
    yes.clicked.connect(dialog.accept)
    no = QPushButton(otherwise or dialog.tr("Cancel"))
    no.clicked.connect(dialog.reject)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(no)
    row.addWidget(yes)
    return yes, row
