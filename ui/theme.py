"""Colours and measures of the window, for light and for dark, and how they reach Qt.

Widgets and delegates are given the one ``Theme`` and ask it for colours when they draw; when the
system changes from light to dark it says ``changed``, and everything follows.
"""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.settings import USUAL_SIZE

_NO_CHOICE = ("", "Sans", "Sans Serif")
_GOOD = (
    "Inter", "Noto Sans", "Cantarell", "Source Sans 3", "Open Sans", "Ubuntu", "Roboto",
    "Liberation Sans", "Nimbus Sans",
)  # fmt: skip
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
_STYLE = Path(__file__).with_name("window.qss")


@dataclass(frozen=True)
class Tokens:
    """Every colour that the window uses; nothing else is coloured."""

    window: str
    surface: str
    raised: str
    text: str
    secondary: str
    disabled: str
    hairline: str
    accent: str
    on_accent: str
    concept: str
    entity: str
    summary: str
    comparison: str
    error: str
    warning: str
    info: str
    good: str

    @property
    def hover(self) -> str:
        return blend(self.surface, self.text, 0.05)

    @property
    def selected(self) -> str:
        return blend(self.surface, self.accent, 0.13)

    @property
    def code(self) -> str:
        return blend(self.surface, self.text, 0.04)

    @property
    def quoted(self) -> str:
        """The ground of words that are quoted, as a marker pen leaves it."""
        return blend(self.surface, self.warning, 0.28)

    @property
    def gone(self) -> str:
        """The ground of a line that goes."""
        return blend(self.surface, self.error, 0.09)

    @property
    def came(self) -> str:
        """The ground of a line that comes."""
        return blend(self.surface, self.good, 0.10)

    @property
    def gone_words(self) -> str:
        """The ground of the words that go, in a line of which others stay."""
        return blend(self.surface, self.error, 0.26)

    @property
    def came_words(self) -> str:
        """The ground of the words that come, in a line of which others were there."""
        return blend(self.surface, self.good, 0.28)

    def wash(self, colour: str) -> str:
        """A ground on which text stays easy to read, with a breath of ``colour``."""
        return blend(self.surface, colour, 0.05)

    def of_kind(self, kind: str) -> str:
        """The colour of a kind of page; pages about the vault itself have none."""
        coloured = ("concept", "entity", "summary", "comparison")
        return str(getattr(self, kind)) if kind in coloured else self.secondary

    def of_severity(self, severity: str) -> str:
        return {"error": self.error, "warning": self.warning}.get(severity, self.info)


LIGHT = Tokens(
    window="#F6F6F4", surface="#FFFFFF", raised="#FFFFFF",
    text="#1F2124", secondary="#5B6068", disabled="#9A9FA8",
    hairline="#E1E2E0", accent="#5B4BD6", on_accent="#FFFFFF",
    concept="#2F6FB0", entity="#2B7F62", summary="#8A5A12", comparison="#9A3F7D",
    error="#B3261E", warning="#8A5A00", info="#2F6FB0", good="#2B7F62",
)  # fmt: skip
DARK = Tokens(
    window="#1C1D1F", surface="#232427", raised="#2B2C30",
    text="#E4E5E7", secondary="#A3A8B0", disabled="#6C7078",
    hairline="#383A3F", accent="#9D90FF", on_accent="#1C1D1F",
    concept="#7DB4EA", entity="#6CC6A4", summary="#DDAE5E", comparison="#DF93C6",
    error="#FF8A80", warning="#F2B64B", info="#7DB4EA", good="#6CC6A4",
)  # fmt: skip


def blend(ground: str, colour: str, share: float) -> str:
    """``colour`` laid over ``ground`` with ``share`` of its strength."""
    below, above = QColor(ground), QColor(colour)
    pairs = (
        (below.red(), above.red()),
        (below.green(), above.green()),
        (below.blue(), above.blue()),
    )
    return QColor(*(round(a + (b - a) * share) for a, b in pairs)).name()


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, as WCAG counts it."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    made = QColor(colour)
    parts = (0.2126, made.redF()), (0.7152, made.greenF()), (0.0722, made.blueF())
    return sum(weight * linear(part) for weight, part in parts)


def font(pixels: int, *, strong: bool = False) -> QFont:
    """The interface font in one of the window's sizes."""
    made = QFont(QApplication.font())
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    return made


class Theme(QObject):
    """The colours in force, and how pages are set.

    They follow the system, live, until light or dark is chosen. ``VAULTLOOM_THEME`` (light or
    dark) stands for the system, for pictures and where a system does not say.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self.tokens = LIGHT
        self.text_size, self.serif = USUAL_SIZE, False
        self._wish = "system"
        self._shown: Tokens | None = None
        app.setStyle("Fusion")
        app.setFont(_base_font())
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self._follow()

    @property
    def dark(self) -> bool:
        return self.tokens is DARK

    def choose(self, wish: str) -> None:
        """Be “light”, “dark”, or as the “system” is, from now on."""
        self._wish = wish
        # The system's own dialogs and the frame of the window follow as well.
        self._app.styleHints().setColorScheme(_SCHEMES.get(wish, Qt.ColorScheme.Unknown))
        self._follow()

    def set_pages(self, size: int, *, serif: bool) -> None:
        """How the text of pages is set: its size in pixels, and whether it has serifs."""
        if (size, serif) != (self.text_size, self.serif):
            self.text_size, self.serif = size, serif
            self.changed.emit()

    def _follow(self) -> None:
        self.tokens = DARK if self._is_dark() else LIGHT
        if self.tokens is self._shown:
            return
        self._shown = self.tokens
        self._app.setPalette(palette(self.tokens))
        self._app.setStyleSheet(style_sheet(self.tokens))
        self.changed.emit()

    def _is_dark(self) -> bool:
        if self._wish in _SCHEMES:
            return self._wish == "dark"
        told = os.environ.get("VAULTLOOM_THEME", "").lower()
        system = self._app.styleHints().colorScheme()
        return told == "dark" or (told != "light" and system == Qt.ColorScheme.Dark)


def _base_font() -> QFont:
    """The system's interface font; where it has none of its own, a good one that is there."""
    base = QFont(QApplication.font())
    if base.family() in _NO_CHOICE:
        there = {name.partition(" [")[0] for name in QFontDatabase.families()}  # no foundries
        base.setFamily(next((name for name in _GOOD if name in there), base.family()))
    base.setPixelSize(13)
    return base


def style_sheet(tokens: Tokens) -> str:
    """The window's style sheet with the colours filled in."""
    colours = {field.name: getattr(tokens, field.name) for field in fields(tokens)}
    derived = {"hover": tokens.hover, "selected": tokens.selected, "code": tokens.code}
    return Template(_STYLE.read_text(encoding="utf-8")).substitute(colours | derived)


def palette(tokens: Tokens) -> QPalette:
    """The same colours for what Qt draws by itself."""
    role = QPalette.ColorRole
    made = QPalette()
    colours = {
        role.Window: tokens.window, role.WindowText: tokens.text,
        role.Base: tokens.surface, role.AlternateBase: tokens.window,
        role.Text: tokens.text, role.Button: tokens.raised, role.ButtonText: tokens.text,
        role.BrightText: tokens.error, role.PlaceholderText: tokens.secondary,
        role.Highlight: tokens.accent, role.HighlightedText: tokens.on_accent,
        role.Accent: tokens.accent, role.Link: tokens.accent, role.LinkVisited: tokens.accent,
        role.ToolTipBase: tokens.raised, role.ToolTipText: tokens.text,
        role.Light: tokens.raised, role.Midlight: tokens.hairline, role.Mid: tokens.hairline,
        role.Dark: tokens.hairline, role.Shadow: tokens.hairline,
    }  # fmt: skip
    for each, colour in colours.items():
        made.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, each, QColor(tokens.disabled))
    return made
