"""The two buttons of every question."""

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton


def yes_or_no(dialog: QDialog, words: str) -> tuple[QPushButton, QHBoxLayout]:
    """The button that does it, in a row with one that does not."""
    yes = QPushButton(words)
    yes.setProperty("tone", "primary")
    yes.setDefault(True)
    yes.clicked.connect(dialog.accept)
    no = QPushButton(dialog.tr("Cancel"))
    no.clicked.connect(dialog.reject)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(no)
    row.addWidget(yes)
    return yes, row
