"""What the rows of every list have in common."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class Rows(QStyledItemDelegate):
    """Drawn with the theme's colours; all as high as ``HEIGHT`` says."""

    HEIGHT = 0

    def __init__(self, view: QAbstractItemView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self.HEIGHT)
