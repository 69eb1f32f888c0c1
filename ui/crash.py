"""When the window itself fails: words for the person, the traceback for a report, no silence."""

import logging
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from app import paths
from app.errors import VaultloomError
from ui.values import Failure

log = logging.getLogger(__name__)


def install(tell: Callable[[Failure], None]) -> None:
    """Turn what nobody caught into a notice; the same failure is told once."""
    told: set[str] = set()

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        _keep(details)
        if details not in told:
            told.add(details)
            tell(failure_of(error, details))

    sys.excepthook = hook


def failure_of(error: BaseException, details: str) -> Failure:
    """Words for an error: its own where it has some for a person."""
    if isinstance(error, VaultloomError):
        return Failure(error.message, error.remedy, details)
    return Failure(
        "Vaultloom could not do that because of a mistake in it.",
        "Your vault is as it was. “More” shows what to put into a report.",
        details,
    )


def _keep(details: str) -> None:
    """Put the traceback where a report can find it; a full disk must not make it worse."""
    log.error("%s", details)
    try:
        with (paths.user_state() / "crash.log").open("a", encoding="utf-8") as file:
            file.write(details + "\n")
    except OSError as error:
        log.warning("the crash log cannot be written: %s", error)
