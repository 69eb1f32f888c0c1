"""The one door to the worker process, to other processes and to threads.

The window asks with ``request`` and is told through signals; everything arrives on the window's
own thread, in slices short enough that nobody feels them. A worker that ends unasked is started
again, three quick deaths in a row excepted: then ``gave_up`` says so in words.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QByteArray, QObject, QProcess, QProcessEnvironment, Qt, QTimer, Signal

import app
from app.errors import VaultloomError
from app.saying import of_system, read, say
from ui.findings.values import Finding, FindingsNews
from ui.lines import Lines
from ui.reader.values import Pulled, Reader
from ui.values import (
    ChangedPage,
    Failure,
    Json,
    Offer,
    Page,
    PagesNews,
    Progress,
    QueueNews,
)

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

T = TypeVar("T")
Then = Callable[[Json], None]
Failed = Callable[[Failure], None]

PATIENCE = 3000
"""How many milliseconds the worker gets to finish what it writes."""

_MAKES = {"pages": Page.read, "changed": ChangedPage.read, "findings": Finding.read}
_SLICE = 0.012
_QUICK = 20.0
_DEATHS = 3
_LAST_WORDS = 4000
_COULD_NOT = 2  # the exit status of the headless front end for "could not be done"

log = logging.getLogger(__name__)


def headless_command(*arguments: str) -> list[str]:
    """The command line of the headless front end, from the source tree, a wheel or a bundle."""
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    return [*start, *arguments]


class Background(QObject):
    """Speaks with one worker at a time, and runs the few other things that take long."""

    queue_changed = Signal(object)
    progressed = Signal(object)
    pages_changed = Signal(object)
    findings_changed = Signal(object)
    idle = Signal()
    noticed = Signal(str)
    reader_changed = Signal(object)
    pulled = Signal(object)
    offered = Signal(object)
    restarted = Signal()
    freed = Signal()
    """The vault was open for looking only, since another Vaultloom held it; it is free now."""

    gave_up = Signal(object)

    _work_done = Signal(object)

    def __init__(self, parent: QObject | None = None, *, command: list[str] | None = None) -> None:
        """``command`` starts the worker, and gets the vault as its last argument."""
        super().__init__(parent)
        self._command = command or headless_command("worker")
        self._process: QProcess | None = None
        self._others: list[QProcess] = []
        self._vault: Path | None = None
        self._lines = Lines()
        self._asked: dict[int, tuple[Then, Failed]] = {}
        self._last_id = 0
        self._started_at = 0.0
        self._deaths = 0
        self._last_words = ""
        self._refusal: Failure | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._go_on = QTimer(self, singleShot=True, interval=0)
        self._go_on.timeout.connect(self._deliver)
        self._work_done.connect(self._deliver_work, Qt.ConnectionType.QueuedConnection)

    # The worker

    @property
    def running(self) -> bool:
        """Whether a worker is there to be asked."""
        return self._process is not None

    def open(self, vault: Path) -> None:
        """Start the worker for ``vault``; one for another vault is ended first."""
        self._end_worker()
        self._vault, self._deaths = vault, 0
        self._start()

    def start_again(self) -> None:
        """Try once more after ``gave_up``."""
        self._deaths = 0
        if self._process is None:
            self._start()

    def request(self, do: str, then: Then, failed: Failed, **fields: object) -> None:
        """Ask the worker; exactly one of ``then`` and ``failed`` is called, later."""
        if self._process is None:
            failed(Failure(self.tr("There is no vault open.")))
            return
        self._last_id += 1
        self._asked[self._last_id] = (then, failed)
        message = {"id": self._last_id, "do": do, **fields}
        self._process.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        """End everything that was started; a worker gets the time to finish what it writes."""
        self._end_worker()
        others, self._others = self._others, []
        for process in others:
            _end(process)
        if self._threads:
            self._threads.shutdown(cancel_futures=True)
            self._threads = None

    def _start(self) -> None:
        process = self._new_process()
        process.readyReadStandardOutput.connect(self._read_output)
        process.readyReadStandardError.connect(self._read_errors)
        process.finished.connect(self._worker_ended)
        process.errorOccurred.connect(self._worker_failed)
        self._process, self._lines = process, Lines(_MAKES)
        self._last_words, self._refusal = "", None
        self._started_at = time.monotonic()
        process.start(self._command[0], [*self._command[1:], str(self._vault)])

    def _new_process(self) -> QProcess:
        process = QProcess(self)
        root = str(Path(app.__file__).resolve().parent.parent)
        environment = QProcessEnvironment.systemEnvironment()
        paths = [root, environment.value("PYTHONPATH", "")]
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        environment.insert("PYTHONUTF8", "1")
        process.setProcessEnvironment(environment)
        process.setWorkingDirectory(root)
        return process

    def _read_output(self) -> None:
        if self._process is not None:
            self._lines.feed(bytes(self._process.readAllStandardOutput().data()))
            self._deliver()

    def _read_errors(self) -> None:
        if self._process is not None:
            text = _text(self._process.readAllStandardError())
            self._last_words = (self._last_words + text)[-_LAST_WORDS:]

    def _deliver(self) -> None:
        """Hand on what can be read in one slice, and come back for the rest."""
        for message in self._lines.take(_SLICE):
            self._hand_on(message)
        if self._lines.waiting:
            self._go_on.start()

    def _hand_on(self, message: Json) -> None:
        if "event" in message:
            self._tell(message)
            return
        then, failed = self._asked.pop(message.get("id", 0), (None, None))
        if then is None or failed is None:
            log.info("an answer to nothing: %.200s", message)
        elif "error" in message:
            error = message["error"]
            failed(Failure(read(error, "message"), read(error, "remedy")))
        else:
            then(message.get("result") or {})

    def _tell(self, message: Json) -> None:
        match message["event"]:
            case "queue":
                self.queue_changed.emit(QueueNews.read(message))
            case "progress":
                self.progressed.emit(Progress.read(message))
            case "pages":
                self.pages_changed.emit(PagesNews.read(message))
            case "findings":
                self.findings_changed.emit(FindingsNews.read(message))
            case "failed":
                self._refusal = Failure(read(message, "message"), read(message, "remedy"))
            case "notice":
                self.noticed.emit(read(message, "words"))
            case "model":
                self.reader_changed.emit(Reader.read(message["model"]))
            case "pull":
                self.pulled.emit(Pulled.read(message))
            case "offer":
                self.offered.emit(Offer.read(message["offer"]))
            case "free":
                self.freed.emit()
            case "idle":
                self._deaths = 0
                self.idle.emit()

    def _worker_failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            details = self._process.errorString()
            self._drop_worker()
            self._give_up(Failure(self.tr("The worker could not be started."), details=details))

    def _worker_ended(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_output()
        self._read_errors()
        while self._lines.waiting:
            self._deliver()
        details = self._last_words.strip()
        self._drop_worker()
        if code == _COULD_NOT and status == QProcess.ExitStatus.NormalExit:
            words = (details.splitlines() or [self.tr("The vault cannot be opened.")])[-1]
            self._give_up(self._refusal or Failure(words, details=details))
            return
        quick = time.monotonic() - self._started_at < _QUICK
        self._deaths = self._deaths + 1 if quick else 1
        log.warning("the worker ended with %s: %s", code, details)
        if self._deaths >= _DEATHS:
            words = self.tr("The worker stopped three times in a row.")
            self._give_up(Failure(words, details=details))
            return
        self._start()
        self._fail_all(
            Failure(
                self.tr("The worker stopped before it was done with this."),
                self.tr("It has been started again; try once more."),
                details,
            )
        )
        self.restarted.emit()

    def _give_up(self, failure: Failure) -> None:
        self._fail_all(failure)
        self.gave_up.emit(failure)

    def _fail_all(self, failure: Failure) -> None:
        asked, self._asked = self._asked, {}
        for _, failed in asked.values():
            failed(failure)

    def _drop_worker(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
            self._process = None

    def _end_worker(self) -> None:
        process, self._process = self._process, None
        self._go_on.stop()
        self._asked.clear()
        if process is not None:
            process.write(b'{"id": 0, "do": "quit"}\n')
            process.closeWriteChannel()
            _end(process)

    # Other processes, and threads

    def run(self, arguments: list[str], then: Callable[[str], None], failed: Failed) -> None:
        """Run the headless front end once; ``then`` gets what it printed."""
        process = self._new_process()
        self._others.append(process)

        def ended(code: int, _status: object = None) -> None:
            if process not in self._others:
                return
            output = _text(process.readAllStandardOutput())
            errors = _text(process.readAllStandardError()).strip() or process.errorString()
            self._others.remove(process)
            process.deleteLater()
            if code == 0:
                then(output)
            else:
                lines = errors.splitlines() or [self.tr("This could not be done.")]
                failed(Failure(lines[-1], details=errors))

        def never_began(error: QProcess.ProcessError) -> None:
            if error == QProcess.ProcessError.FailedToStart:
                ended(-1)

        process.finished.connect(ended)
        process.errorOccurred.connect(never_began)
        command = headless_command(*arguments)
        process.start(command[0], command[1:])

    def work(self, job: Callable[[], T], then: Callable[[T], None], failed: Failed) -> None:
        """Run ``job``, which touches no widget, on a thread of its own, one after another."""
        if self._threads is None:
            from concurrent.futures import ThreadPoolExecutor

            self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="window")

        def finished(future: "Future[T]") -> None:
            if not future.cancelled():
                self._work_done.emit((future, then, failed))

        self._threads.submit(job).add_done_callback(finished)

    def _deliver_work(self, delivery: "tuple[Future[Any], Callable[[Any], None], Failed]") -> None:
        future, then, failed = delivery
        error = future.exception()
        if error is None:
            then(future.result())
        elif isinstance(error, VaultloomError):
            failed(Failure(error.message, error.remedy))
        elif isinstance(error, OSError):
            words = say(
                "“{path}” could not be read or written: {why}.",
                path=error.filename or "",
                why=of_system(error),
            )
            failed(Failure(words))
        else:
            raise error


def _refused_by_system(error: OSError) -> Failure:
    why = of_system(error)
    path = error.filename or ""
    return Failure(say("“{path}” could not be read or written: {why}.", path=path, why=why))


def _text(data: QByteArray) -> str:
    return bytes(data.data()).decode("utf-8", "replace")


def _end(process: QProcess) -> None:
    """See a process off: with patience, then firmly. Nobody hears of it any more."""
    process.blockSignals(True)
    if process.state() == QProcess.ProcessState.NotRunning:
        return
    if not process.waitForFinished(PATIENCE):
        process.terminate()
        if not process.waitForFinished(1000):
            process.kill()
            process.waitForFinished(1000)
    process.deleteLater()
