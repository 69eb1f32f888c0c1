"""From the first start to the first page."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.ui.stories.conftest import SAMPLES, Person
from ui.pages.model import PageRole
from ui.welcome.dialogs import NewVault


def test_from_the_first_start_to_the_first_page(person: Person, tmp_path: Path) -> None:
    """A vault is made, a document dropped, and a page with its quotes is read."""
    rooms, qtbot = person.rooms, person.qtbot
    assert rooms.welcome.isVisible()
    person.picture("welcome")

    QTimer.singleShot(0, lambda: name_the_vault(person, tmp_path))
    person.click(rooms.welcome.new)
    qtbot.waitUntil(lambda: person.window.vault == tmp_path / "Standards")
    qtbot.waitUntil(rooms.inbox.isVisible)
    qtbot.waitUntil(lambda: bool(rooms.status.reader.text()))
    assert (tmp_path / "Standards" / "AGENTS.md").is_file()
    person.picture("empty-inbox")
    person.press("Ctrl+2")
    assert not rooms.page.path
    person.picture("no-pages-yet")

    with person.compiled():
        person.drop(SAMPLES / "semver-2.0.0.en.md")
        qtbot.waitUntil(lambda: rooms.inbox.isVisible() and rooms.inbox.unfinished > 0)
        person.picture("dropped")
    assert rooms.notice.words.startswith("The last compile: ")
    assert rooms.status.left.text() == ""  # nothing is known of how long a first one takes
    person.picture("compiled")

    person.click(rooms.notice.action)
    assert rooms.pages.isVisible()
    assert set(person.listed()) == person.fresh() >= {"Precedence", "Semantic Versioning"}
    person.picture("its-pages")

    first = next(title for title in person.listed() if title in person.fresh())
    path = person.row(first).data(PageRole).path
    person.read(first)
    assert rooms.page.text.toPlainText().startswith(first)
    assert first not in person.fresh()
    assert (tmp_path / "Standards" / path).is_file()
    person.picture("first-page")


def name_the_vault(person: Person, place: Path) -> None:
    """Fill in the dialog that asks for a name and a place, with the keyboard."""
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewVault)
    try:
        fill_in(person, dialog, place)
    finally:
        dialog.close()  # whatever went wrong, or the story would never end


def fill_in(person: Person, dialog: NewVault, place: Path) -> None:
    """Type a name and a place, and press Enter."""
    assert person.keyboard.window() is dialog
    person.picture("new-vault", dialog)
    dialog.name.setFocus()
    dialog.name.selectAll()
    person.type("Standards")
    dialog.place.setFocus()
    dialog.place.selectAll()
    person.type(str(place))
    person.picture("new-vault-named", dialog)
    person.press("Return")
