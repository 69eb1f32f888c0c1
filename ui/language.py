"""The language of the window: which one, and the catalogue that its texts are translated by.

English stands in the source and is the key. A catalogue is one file a language in
``resources/translations/``, a text a line; Qt's own words come from Qt's own files.
"""

import json
from functools import cache

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from app import paths, saying

NAMES = {"en": "English", "zh_CN": "简体中文"}
"""Each language by its own name, which is the same in all of them."""


class _Catalogue(QTranslator):
    """Our texts; what it does not know stays English."""

    def __init__(self, texts: dict[str, str], parent: QObject) -> None:
        super().__init__(parent)
        self._texts = texts

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return self._texts.get(source)  # type: ignore[return-value]  # None: ask the next one

    def isEmpty(self) -> bool:
        return not self._texts


class Language(QObject):
    """The language in force; the window builds itself anew when it says ``changed``."""

    changed = Signal()

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self.name = "en"

    @classmethod
    def of(cls, app: QCoreApplication) -> "Language":
        """The one of this application; translators are installed for all of it."""
        there = app.findChild(cls)
        return there if isinstance(there, cls) else cls(app)

    def choose(self, wish: str) -> None:
        """Speak ``wish`` from now on; “system” is the system's language, or English."""
        name = wish if wish in NAMES else _of_system()
        QLocale.setDefault(QLocale.system() if wish == "system" else QLocale(name))
        if name == self.name:
            return
        self.name = name
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = self._translators(name)
        for translator in self._installed:
            self._app.installTranslator(translator)
        self.changed.emit()

    def _translators(self, name: str) -> list[QTranslator]:
        """Ours, and Qt's, which is asked first and knows its own words only."""
        if name == "en":
            return []
        qt = QTranslator(self)
        qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        return [_Catalogue(_texts(name), self), qt]


def of(words: str) -> str:
    """Words that come from the core, in the language of the window."""
    return saying.translated(words, _template)


def _template(words: str) -> str:
    return QCoreApplication.translate("Core", words) if words else ""


def _of_system() -> str:
    """The first of the system's languages that there is a catalogue for."""
    for tag in QLocale.system().uiLanguages():
        locale = QLocale(tag)
        if locale.language() == QLocale.Language.English:
            return "en"
        if locale.script() == QLocale.Script.SimplifiedHanScript:
            return "zh_CN"
    return "en"


@cache
def _texts(name: str) -> dict[str, str]:
    file = paths.resources() / "translations" / f"{name}.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts
