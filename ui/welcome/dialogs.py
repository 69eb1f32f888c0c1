"""The two questions before a vault: where a new one goes, and whether a folder becomes one."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.buttons import yes_or_no
from ui.places.model import Choice
from ui.places.panel import PlacesList
from ui.text import counted, listed
from ui.theme import Theme
from ui.values import Place

if TYPE_CHECKING:
    from app.adopting import Look
    from app.vault.layout import Preview

_translate = QCoreApplication.translate
_FORBIDDEN = set('\\/:*?"<>|#^[]')


class NewVault(QDialog):
    """A name and a place; the folder must not be there yet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Make a new vault"))
        self.setMinimumWidth(480)
        documents = QStandardPaths.writableLocation(
            QStandardPaths.StandardLocation.DocumentsLocation
        )
        self.name = QLineEdit(self.tr("My vault"))
        self.name.setAccessibleName(self.tr("Name of the vault"))
        usual = documents if Path(documents).is_dir() else str(Path.home())
        self.place = QLineEdit(usual)
        self.place.setAccessibleName(self.tr("Folder in which the vault is made"))
        self._choose = QPushButton(self.tr("Choose…"))
        self._choose.setAccessibleName(self.tr("Choose the folder"))
        self._choose.clicked.connect(self._choose_place)
        self._says = QLabel()
        self._says.setProperty("tone", "small")
        self._says.setWordWrap(True)
        self.make, buttons = yes_or_no(self, self.tr("Make the vault"))
        self._arrange(buttons)
        for line in (self.name, self.place):
            line.textChanged.connect(self._settle)
        self.name.selectAll()
        self._settle()

    @property
    def folder(self) -> Path:
        """Where the vault will be."""
        return Path(self.place.text().strip()).expanduser() / self.name.text().strip()

    def _arrange(self, buttons: QHBoxLayout) -> None:
        heading = QLabel(self.tr("Make a new vault"))
        heading.setProperty("tone", "heading")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for row, (words, line) in enumerate(
            ((self.tr("Name"), self.name), (self.tr("In"), self.place))
        ):
            label = QLabel(words)
            label.setBuddy(line)
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
        grid.addWidget(self._choose, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(heading)
        column.addLayout(grid)
        column.addWidget(self._says)
        column.addLayout(buttons)

    def _settle(self) -> None:
        problem = self._problem()
        self.make.setEnabled(not problem)
        self._says.setText(problem or str(self.folder))

    def _problem(self) -> str:
        name = self.name.text().strip()
        if not name or name.startswith("."):
            return self.tr("A vault needs a name.")
        if _FORBIDDEN & set(name):
            return self.tr("A name cannot hold any of %1").replace(
                "%1", ' \\ / : * ? " < > | # ^ [ ]'
            )
        if not self.folder.parent.is_dir():
            return self.tr("The folder that it should be in is not there.")
        return self.tr("There is something of that name already.") if self.folder.exists() else ""

    def _choose_place(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, self.tr("Where should the vault be?"), self.place.text()
        )
        if chosen:
            self.place.setText(chosen)


class AddToFolder(QDialog):
    """What a folder holds, what would be added, and what in it could be a source where it lies.

    Nothing is added before a yes, and nothing is ticked before the person does.
    """

    def __init__(self, found: "Look", theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        name = found.preview.root.name
        self.setWindowTitle(self.tr("Add Vaultloom to a folder"))
        self.setMinimumWidth(520)
        self._heading = QLabel(self.tr("Add Vaultloom to “%1”?").replace("%1", name))
        self._heading.setProperty("tone", "heading")
        self.words = QLabel(_what(found.preview))
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.added = QListWidget()
        self.added.addItems(list(found.preview.additions))
        self.added.setAccessibleName(self.tr("Files that are added"))
        row = self.added.sizeHintForRow(0)
        self.added.setFixedHeight(row * min(max(len(found.preview.additions), 1), 5) + 8)
        places = tuple(Place.read(place.as_json()) for place in found.places)
        self.places = PlacesList(theme, places, self)
        self.add, buttons = yes_or_no(self, self.tr("Add to this folder"))
        self._arrange(buttons, places)

    @property
    def choice(self) -> Choice:
        """What in the folder is to be a source where it lies."""
        return self.places.choice

    def _arrange(self, buttons: QHBoxLayout, places: tuple[Place, ...]) -> None:
        title = QLabel(self.tr("Sources that are there already"))
        title.setProperty("tone", "section")
        says = QLabel(
            self.tr("What you tick is a source where it lies. It is neither copied nor changed.")
        )
        says.setProperty("tone", "secondary")
        says.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        for shown in (self._heading, self.words, self.added):
            column.addWidget(shown)
        column.addSpacing(4)
        for optional in (title, says, self.places):
            column.addWidget(optional)
            optional.setVisible(bool(places))
        column.addSpacing(4)
        column.addLayout(buttons)


def _what(found: "Preview") -> str:
    """What is there, that it stays, and what would be added."""
    holds = found.contents
    lines: list[str] = []
    counts = (
        (holds.notes, _translate("AddToFolder", "%1 note"), _translate("AddToFolder", "%1 notes")),
        (
            holds.raw,
            _translate("AddToFolder", "%1 file in raw"),
            _translate("AddToFolder", "%1 files in raw"),
        ),
        (
            holds.wiki,
            _translate("AddToFolder", "%1 file in wiki"),
            _translate("AddToFolder", "%1 files in wiki"),
        ),
    )
    there = listed(counted(count, one, many) for count, one, many in counts if count)
    if there:
        lines.append(_translate("AddToFolder", "It holds %1.").replace("%1", there))
    if holds.raw:
        lines.append(_translate("AddToFolder", "What is in raw is compiled as soon as you say so."))
    if holds.nested:
        words = _translate("AddToFolder", "There is another vault inside it: %1.")
        lines.append(words.replace("%1", listed(holds.nested)))
    kept = _translate("AddToFolder", "No note, file or setting of Obsidian is changed.")
    lines += [kept, _translate("AddToFolder", "These are added:")]
    return "\n\n".join(lines)
