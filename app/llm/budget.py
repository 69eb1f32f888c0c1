"""How many tokens a text is, guessed high before asking and corrected by what servers count.

There is no tokenizer here: models differ, and none can be had without its model. Rates per
character are upper ends of what tokenizers of 32,000 to 260,000 entries need; small English ones
fall back to bytes for other scripts.
"""

import re
from dataclasses import dataclass

_FRAME = 40  # tokens of a chat template around two messages
_WORD = re.compile(r"[A-Za-z]+")
_LETTERS_A_TOKEN = 3.2  # of English words; four is the usual mean, names and compounds need more
_BLANK_ALONE = re.compile(r"\s(?![A-Za-z\s])")  # one before a word is part of its token
_BLANK = 0.1
_BEFORE = (  # tokens a character up to this one, that is: a share of the bytes it takes in UTF-8
    ("\u0080", 1.0),  # digits and marks
    ("\u0800", 1.05),  # accented Latin, Greek, Cyrillic, Hebrew, Arabic
    ("\u2000", 2.0),  # scripts of India and South-East Asia
    ("\u2e80", 1.2),  # dashes, quotation marks, signs
    ("\uac00", 1.75),  # Chinese and Japanese
    ("\ud800", 2.5),  # Korean
    ("\U00010000", 1.6),
)
_BEYOND = 3.2  # emoji, rare characters
_SHARE_OF_CACHE = (
    0.25  # a count below this share of the guess left out what the server had read before
)


def guess(text: str) -> int:
    """Tokens of ``text`` by a rate per script: rather too many than too few."""
    tokens = sum(max(1.0, len(w) / _LETTERS_A_TOKEN) for w in _WORD.findall(text))
    tokens += len(_BLANK_ALONE.findall(text)) * (1 - _BLANK)
    return int(tokens + sum(map(_rate, _WORD.sub("", text)))) + 1


def _rate(character: str) -> float:
    if character.isspace():
        return _BLANK
    return next((rate for limit, rate in _BEFORE if character < limit), _BEYOND)


@dataclass(slots=True)
class Measure:
    """Counts tokens for one model, and learns from each call how far the guess was off.

    A count that is higher than the guess corrects it at once, a lower one by half the way.
    """

    factor: float = 1.0

    def prompt(self, *texts: str) -> int:
        """Tokens of a prompt of these messages."""
        return int(sum(guess(text) for text in texts) * self.factor) + _FRAME

    def learn(self, texts: tuple[str, ...], counted: int) -> None:
        """A prompt of these messages was ``counted`` by the server."""
        guessed = sum(guess(text) for text in texts)
        seen = (counted - _FRAME / 2) / guessed * 1.05
        if seen >= self.factor:
            self.factor = seen
        elif seen > _SHARE_OF_CACHE:
            self.factor = (self.factor + seen) / 2

    def room(self, context: int, *, answer: int) -> int:
        """Tokens that a prompt may have in a window that must also hold the answer."""
        return context - answer
