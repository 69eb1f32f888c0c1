"""What is said of readers, models and pulls."""

from PySide6.QtCore import QCoreApplication

from ui import language
from ui.reader.fetch import Fetch
from ui.reader.values import Model, Reader
from ui.text import listed, of, size_words, time_left

_translate = QCoreApplication.translate


def model_words(model: Model) -> str:
    """What there is to know of an installed model: “2.5 GB · 4.0B · context 40,960 · suits …”."""
    context = _translate("Reader", "context %1").replace("%1", f"{model.context:,}")
    parts = (
        size_words(model.size) if model.size else "",
        model.parameters,
        context if model.context else "",
        language.of(model.words),
    )
    return " · ".join(filter(None, parts))


def suggestion_words(model: Model) -> str:
    """What a model that could be pulled is good for, and how much there is to fetch."""
    size = size_words(model.size) if model.size else ""
    fit = {
        "tight": _translate("Reader", "may be slow beside other programs"),
        "too_large": _translate("Reader", "needs more memory than this machine has"),
    }.get(model.fit, "")
    return " · ".join(filter(None, (size, language.of(model.words), fit)))


def pull_words(model: Model) -> str:
    """“Pull qwen3:4b (2.5 GB)”."""
    if not model.size:
        return _translate("Reader", "Pull %1").replace("%1", model.name)
    words = _translate("Reader", "Pull %1 (%2)").replace("%1", model.name)
    return words.replace("%2", size_words(model.size))


def fetch_words(fetch: Fetch) -> str:
    """“1.2 GB of 2.5 GB · 48 % · about 3 min left”."""
    if not fetch.total:
        return _translate("Reader", "The server is asked for it…")
    if fetch.done >= fetch.total:
        return _translate("Reader", "All is here and is being checked…")
    bytes_ = _translate("Reader", "%1 of %2").replace("%1", size_words(fetch.done))
    left = _translate("Reader", "%1 left").replace("%1", time_left(fetch.left or 0))
    parts = (
        bytes_.replace("%2", size_words(fetch.total)),
        share_words(fetch),
        left if fetch.left is not None else "",
    )
    return " · ".join(filter(None, parts))


def share_words(fetch: Fetch) -> str:
    """“48 %”."""
    return _translate("Reader", "%1 %").replace("%1", f"{int(fetch.share * 100)}")


def state_word(reader: Reader) -> str:
    """Whether the reader can be asked now."""
    return {
        "waiting": _translate("Reader", "waiting for its server"),
        "unavailable": _translate("Reader", "cannot be asked now"),
    }.get(reader.state, _translate("Reader", "ready"))


def reader_words(reader: Reader, fetch: Fetch | None) -> str:
    """Who reads, and what is being pulled meanwhile."""
    words = language.of(reader.words)
    if fetch is None:
        return words
    pulling = _translate("Reader", "pulling %1, %2").replace("%1", fetch.name)
    return listed((words, pulling.replace("%2", share_words(fetch))))


def reader_tip(reader: Reader) -> str:
    """What the matter is and what to do, or what a click does."""
    trouble = [language.of(words) for words in (reader.problem, reader.remedy) if words]
    return "\n".join([*trouble, _translate("Reader", "Choose who reads your sources (Ctrl+M)")])


def reader_name(reader: Reader, fetch: Fetch | None) -> str:
    """For those who hear the window."""
    who = of(_translate("Reader", "Who reads your sources"), reader_words(reader, fetch))
    return listed((who, state_word(reader)))
