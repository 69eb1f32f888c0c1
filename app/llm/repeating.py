"""When a model has begun to repeat itself and will not end by itself."""

LONG_RUN = 300  # of one character, or of blanks
_PERIOD_AT_MOST = 400  # characters of what is repeated
_TIMES = 6
_LEAST = 240  # characters that the repeats fill together


def repeats(text: str) -> int:
    """Where the repeats begin that ``text`` ends in; -1 if it does not end in any.

    Repeats are 300 blanks or equal characters in a row, or a piece of up to 400 characters that
    stands six times in a row and fills 240 characters. The place is the end of its first telling.
    """
    bare = text.rstrip()
    if len(text) - len(bare) >= LONG_RUN:
        return len(bare)
    for period in _periods(bare):
        run = _run(bare, period)
        enough = LONG_RUN if period == 1 else max(_TIMES * period, _LEAST)
        if run + period >= enough:
            return len(bare) - run
    return -1


def _periods(text: str) -> list[int]:
    """The distances at which the last characters of ``text`` stood before, shortest first."""
    tail = text[-12:]
    if len(tail) < 12:
        return []
    found: list[int] = []
    start = len(text) - 12
    place = text.rfind(tail, max(0, start - _PERIOD_AT_MOST), len(text) - 1)
    while place >= 0 and len(found) < 24:
        found.append(start - place)
        place = text.rfind(tail, max(0, start - _PERIOD_AT_MOST), place + 11)
    return found


def _run(text: str, period: int) -> int:
    """How many characters at the end of ``text`` equal those one ``period`` before them."""
    place = len(text) - 1
    while place >= period and text[place] == text[place - period]:
        place -= 1
    return len(text) - 1 - place
