"""Events by the words that name them, in all languages (``resources/meanings/events.toml``): "founded",
"created" and "gegründet" are one."""

import re

from app.compiler.lexicon import meanings

EVENT_OF = {word: event for event, words in meanings("events").items() for word in words.split()}
"""Every word that names an event, with the event."""
REPEATED = frozenset(["win", "elect", "announce"])
"""What happens to one thing again and again: two dates of it never clash."""
AGAIN = frozenset(["sign", "join", "arrive", "introduce", "graduate", "marry", "buy", "designate"])
"""What may happen to one thing more than once: two dates of it clash only in sentences that say the same
but for the date."""
APART = re.compile(
    "|".join(sorted((w for w in EVENT_OF if ord(w[0]) > 0x2E80), key=lambda w: (-len(w), w)))
)


_PHRASES = tuple(
    (re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE), event)
    for phrase, event in (
        ("came out|comes out|went on sale|kam heraus", "released"),
        ("passed away|lost (?:his|her) life|ums Leben", "died"),
        ("zur Welt|vu le jour|saw the light", "born"),
        ("came into being|was set up|ins Leben gerufen", "founded"),
        ("opened (?:its|their) doors|ouvert ses portes", "opened"),
    )
)


def event_words(clause: str) -> list[str]:
    """The words of a clause; events of a script without blanks stand apart."""
    for pattern, event in _PHRASES:
        clause = pattern.sub(event, clause)
    apart = APART.sub(lambda m: f" {m.group()} ", clause.casefold())
    return re.findall(r"[^\W\d_]+", apart)
