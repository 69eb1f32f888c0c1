"""A page is found by typing."""

from tests.ui.stories.conftest import Person


def test_with_the_filter_of_the_list(reader: Person) -> None:
    """Any part of any name will do; Enter opens the first, Esc shows all again."""
    rooms, qtbot = reader.rooms, reader.qtbot
    everything = reader.listed()
    reader.press("Ctrl+F")
    reader.type("lease PRE")
    assert reader.listed() == ["Pre-release version"]
    assert rooms.pages.counted.text() == f"1 of {rooms.pages.count} pages"
    reader.picture("filtered")

    reader.press("Return")
    qtbot.waitUntil(lambda: rooms.page.path.endswith("Pre-release version.md"))
    assert reader.keyboard is rooms.pages.filter
    reader.press("Esc")
    assert reader.listed() == everything
    assert not rooms.pages.counted.isVisible()

    reader.type("lamps 1850 nowhere")
    assert reader.listed() == []
    reader.picture("nothing-found")
    reader.press("Esc")
    reader.type("version")
    reader.press("Down")
    assert reader.keyboard is rooms.pages.tree
    while rooms.pages.tree.currentIndex().data() != "Semantic Versioning":
        reader.press("Down")
    reader.picture("into-the-list")
    reader.press("Return")
    qtbot.waitUntil(lambda: rooms.page.path.endswith("/Semantic Versioning.md"))
    reader.picture("opened-from-the-list")


def test_with_the_field_over_the_window(reader: Person) -> None:
    """Ctrl+K finds pages and actions; arrows choose, Enter opens, Esc is a way out."""
    rooms, qtbot = reader.rooms, reader.qtbot
    reader.press("Ctrl+K")
    reader.picture("asked")
    reader.type("ada")
    assert rooms.finder.list.isVisible()
    assert rooms.finder.height() > rooms.finder.line.height() + rooms.finder.list.height()
    reader.picture("typed")
    reader.press("Return")
    qtbot.waitUntil(lambda: rooms.page.path.endswith("Ada Winter.md"))
    assert rooms.finder.isHidden()
    assert reader.keyboard is rooms.page.text

    reader.press("Ctrl+K")
    reader.type("xyzzy")
    assert rooms.finder.nothing.isVisible()
    reader.picture("nothing-is-called-so")
    reader.press("Esc")
    assert rooms.finder.isHidden()
    assert reader.keyboard is rooms.page.text

    reader.press("Ctrl+K")
    reader.type("pause")
    reader.press("Return")
    qtbot.waitUntil(lambda: rooms.inbox.is_paused)
    reader.picture("an-action-was-found")
    reader.press("Ctrl+1")
    assert rooms.status.work.text() == "Paused: what you add waits"
    reader.click(rooms.inbox.clear)
    qtbot.waitUntil(lambda: not rooms.inbox.items)
    assert rooms.inbox.pause.isVisible()
    reader.picture("paused-and-empty")
