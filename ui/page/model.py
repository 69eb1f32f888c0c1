"""Where the reader has been: back and forward, as in a browser."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Place:
    """A page, the part of it that was asked for, and where on it the reader left it."""

    path: str
    anchor: str = ""
    spot: tuple[int, int] | None = None
    line: int = 0
    """The line of its file that was asked for, from 1."""


class History:
    """The places visited, and which of them is shown."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    @property
    def current(self) -> Place | None:
        return self._places[self._at] if self._places else None

    @property
    def can_go_back(self) -> bool:
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        return self._at + 1 < len(self._places)

    def visit(self, place: Place) -> None:
        """Go to a new place; what lay ahead is forgotten."""
        if self.current and (self.current.path, self.current.anchor) == (place.path, place.anchor):
            return
        self._places[self._at + 1 :] = [place]
        self._at += 1

    def back(self) -> Place | None:
        return self._step(-1) if self.can_go_back else None

    def forward(self) -> Place | None:
        return self._step(1) if self.can_go_forward else None

    def leave_at(self, spot: tuple[int, int]) -> None:
        """Remember where on the current place the reader is."""
        if self.current:
            self._places[self._at] = replace(self.current, spot=spot)

    def _step(self, by: int) -> Place:
        self._at += by
        return self._places[self._at]
