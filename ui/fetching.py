"""What is read: pages and the sources that their notes rest on, asked for and put in their rooms."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from ui.background import Background
from ui.frame import Frame
from ui.values import Failure, Json, PageView, SourceView


class Fetching(QObject):
    """Fetches what the page asks for."""

    def __init__(self, background: Background, rooms: Frame) -> None:
        super().__init__(rooms)
        self._background, self._rooms = background, rooms
        rooms.page.wanted.connect(self._fetch_page)
        rooms.page.source_wanted.connect(self._fetch_source)

    def _fetch_page(self, path: str, line: int) -> None:
        failed = self._rooms.page.show_failure
        more = {"line": line} if line else {}
        self._background.request("page", self._show_page, failed, path=path, **more)

    def _show_page(self, result: Json) -> None:
        view = PageView.read(result)
        known = self._rooms.pages.page(view.path)  # the list knows pages without properties
        self._rooms.page.show_page(replace(view, kind=known.kind) if known else view)

    def _fetch_source(self, page: str, note: str) -> None:
        failed = partial(self._show_note, note)
        self._background.request("source", self._show_source, failed, page=page, note=note)

    def _show_source(self, result: Json) -> None:
        self._rooms.source.show_source(SourceView.read(result))

    def _show_note(self, note: str, failure: Failure) -> None:
        """Without a source to show, the note itself; why is said where something can be done."""
        self._rooms.page.text.go_to_note(note)
        if failure.remedy:
            self._rooms.notice.tell_failure(failure)
