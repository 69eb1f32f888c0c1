"""How high rows are and where each begins: guessed at first, measured once they come into sight."""

from bisect import bisect_right
from itertools import accumulate


class Heights:
    """Ten thousand rows of different heights, none of which is measured before it must be."""

    def __init__(self) -> None:
        self._heights: list[int] = []
        self._tops = [0]
        self._measured: set[int] = set()

    def guess(self, heights: list[int]) -> None:
        """Begin anew with heights that are about right, in pixels."""
        self._heights, self._measured = heights, set()
        self._sum_up()

    def measure(self, heights: dict[int, int]) -> bool:
        """Correct some rows by what they were measured to be; whether anything moved."""
        moved = False
        for row, height in heights.items():
            self._measured.add(row)
            moved |= self._heights[row] != height
            self._heights[row] = height
        if moved:
            self._sum_up()
        return moved

    def forget(self, row: int) -> None:
        """Have a row measured anew."""
        self._measured.discard(row)

    def is_measured(self, row: int) -> bool:
        return row in self._measured

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """How high all of them are."""
        return self._tops[-1]

    def top(self, row: int) -> int:
        return self._tops[row]

    def height(self, row: int) -> int:
        return self._heights[row]

    def at(self, place: int) -> int:
        """The row at a place; -1 above and below all."""
        if not 0 <= place < self.total:
            return -1
        return bisect_right(self._tops, place) - 1

    def between(self, top: int, bottom: int) -> range:
        """The rows of which something is between two places."""
        if not self._heights or bottom <= 0 or top >= self.total:
            return range(0)
        first = self.at(max(top, 0))
        last = self.at(min(bottom, self.total) - 1)
        return range(first, last + 1)

    def _sum_up(self) -> None:
        self._tops = [0, *accumulate(self._heights)]
