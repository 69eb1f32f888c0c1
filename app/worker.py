"""The worker process: everything that the window asks for, as lines of JSON.

The window starts ``python -m app worker VAULT`` and talks to it over standard input and output,
one JSON object a line, UTF-8. Whatever happens here cannot block or crash the window; when the
worker ends unasked, the window starts another, which goes on where the last one was.

Requests carry an ``id`` and get exactly one answer with the same ``id``, in any order::

    {"id": 1, "do": "state"}
    {"id": 1, "result": {...}}
    {"id": 1, "error": {"message": "...", "remedy": "..."}}

=========== ============================ =====================================================
do          with                         result
=========== ============================ =====================================================
state                                    the whole state (below)
add         paths: [absolute path]       {"items": [item]}; files and folders are queued, compiling starts
compile                                  {"items": [item]}; what is new among the sources is queued, compiling starts
places                                   {"places": [place]}; what of the vault could be a source where it lies, or is
place       sources, documents,          {"items": [item]}; these become sources where they lie (documents: all but
            not_sources: [vault path]    the notes in a folder) or are none any more; what is new starts compiling
stop        item: id, [id] or null (all) {}; the source under way is given up cleanly, nothing half done stays
retry       item: id, [id] or null       {}; null is all that failed
clear                                    {}; finished items leave the queue's list
pause                                    {}; the source under way is finished, nothing more starts
resume                                   {}
move        items: [id], before: id      {}; what waits is compiled just before another, null: last
            or null
page        path: vault-relative,        {"path", "title", "kind", "html", "editable": bool,
            line: int, if wanted          "backlinks": [{"path", "title"}], "source": id of the source that a
                                          summary is of, or "", "apart": [name that can be told apart]}
source      page: path, note: label      {"path", "title", "place", "quote", "html", "anchor"}; what a note rests on
recompile   sources: [vault path]        {"items": [item]}; sources that are compiled already are queued once more, with
            or null                      the reader now chosen; null is all that the offer counts
undo                                     {"label": str, "changes": changes, "source": bool}; whether what is taken
                                          back came of a source, which then stays in raw/
redo                                     {"label": str, "changes": changes}; what was taken back last is done again,
                                          as long as nothing new was done since
history                                  {"undo": [past], "redo": [past]}; each in the order in which that would happen
lint                                     {"findings": [finding], "hidden": hidden}
owner_notes show: bool                   the same, from now on with the findings of the owner's own notes, or without
rules                                    {"rules": [rule]}; what findings come of
ignored                                  {"ignored": [{"code", "path", "what", "since", "words"}]}; what is shown no
                                         more, oldest first; path and what are "" where they are left open
preview     way: do, about: [str]        {"label": str, "changed": [page that changes]}; what a way of a
                                         finding would change, which may be nothing on pages
settle      way: do, about: [str]        {"label", "changes": changes, "page": path or "" (what was merged is
                                         on it)}; a way of a finding, done as one step
models      server: address or ""        {"server": server, "models": [model found], "suggested": [model to pull],
                                          "memory": bytes, "chosen": {"name", "server", "context"}}; "" is
                                          OLLAMA_HOST, or this machine
use_model   name, server, context        {"model": model}; kept in the settings of this device, and used from the
                                          next source on; "builtin" is the built-in reader
start_server server                      {}; once Ollama, which must be on this machine, answers
pull        name, server                 {"done": bool}; once all of the model is there, false where it was stopped
stop_pull                                {}
try_model   name, server, context        {"right": int, "of": int (passages), "tokens_a_second": float or 0 (unknown),
                                          "words", "ok": bool}
quit                                     {}; the worker ends once the answer is out
=========== ============================ =====================================================

``stop``, ``pause``, ``resume`` and ``move`` are done at once; those from ``models`` to ``try_model``,
which may take long, beside all else; all others between two sources, and while a model reads. A pause
lets the built-in reader finish its source; one that a model reads goes back to the line at once, and
loses none of the replies that came. A queue that was paused is so after a restart, unless it was
paused for want of a model: that is tried once more.

A line that is no request gets an error with the ``id`` null. At the end, by ``quit`` or because
the input ends, the source under way is put back: the next start goes on with it, and with all
that waits, unasked. Where the vault cannot be opened (it is not there, its rules cannot be
read), the worker says so in an event, and in one line on standard error, and ends with status 2.

The worker watches the vault from the start: sources that come, change or move in their places are
queued by themselves once nobody writes them any more, and changes of notes and pages are told.

Where another Vaultloom works in the vault, ``readonly`` says so: pages, findings and sources are shown
as they are, the queue is empty, and what would change something gets an error. Once the vault is free,
the worker says so, and another one may be started that works in it.

Events come unasked::

    {"event": "queue", "items": [item], "gone": [id], "order": [id] or null, "paused": bool,
     "left": seconds or null}
    {"event": "progress", "item": id, "stage": str, "done": int, "total": int, "left": seconds or null,
     "passages": bool}           done and total count passages that a model reads; else steps of a source
    {"event": "pages", "pages": [page], "gone": [path], "whole": bool, "undo": label or null,
     "redo": label or null}
    {"event": "findings", "findings": [finding], "hidden": hidden}
    {"event": "failed", "message", "remedy"}      the vault cannot be opened; the worker ends
    {"event": "free"}            the other Vaultloom has ended: start another worker to work in the vault
    {"event": "idle"}            nothing can be compiled now, or the queue is paused, and all is written
    {"event": "notice", "words": str}             what the person should know about the watching
    {"event": "model", "model": model}            another one was chosen, its server went or came back
    {"event": "waiting", "item": id, "words"}     a source waits for the server to be there again
    {"event": "offer", "offer": offer}            there are more or fewer sources to compile again
    {"event": "pull", "name", "done": bytes, "total": bytes (0 unknown), "word": the server's}

What changes is told as what changed, so that a source costs the same whether ten wait or a thousand.
``items`` are new ones, which stand at the end, or known ones that are other than before; ``order`` is
there when what waits was put in another order: all ids of those that wait. ``left`` is about how
long everything may still take, null while too little is known. ``pages`` are new or changed ones,
``gone`` those that are no more; when ``whole`` is true they are all pages that there are.

Shapes::

    state    {"vault": name, "path": absolute, "readonly": str or null (why), "pages": [page],
              "queue": [item], "paused": bool, "findings": [finding], "hidden": hidden, "undo": label or null,
              "redo": label or null, "model": model, "offer": offer}
    offer    {"sources": int, "reasons": [words], "seconds": about how long, or null}, or null where
              nothing is to be compiled again; "said" has a list for "reasons"
    model    who reads: {"name", "server": address or "", "words": one line for it,
              "state": "ready|waiting|unavailable", "problem": words or "", "remedy": words or ""}
    server   {"address", "kind": "ollama|openai", "words", "remedy",
              "way": "start|install|pull|choose|correct|give_key|look" (what to do next)}
    model    found: {"name", "size": bytes (0 unknown), "context": tokens (0 unknown), "parameters",
              "fit": "suits|tight|too_large|unknown", "words" (of the fit)}; to pull: {"name", "size",
              "words", "fit", "best": bool (to be offered first)}
    page     {"path", "title", "kind": "concept|entity|summary|comparison|index|overview|log|note",
              "gist", "statements": int, "voices": int, "disputed": bool, "aliases": [str]}
    page     that changes: {"path", "title", "becomes": "new|changed|gone", "places": [{"gone": [str] (lines
              that go), "came": [str] (those that come instead)}]}
    place    {"path", "notes": bool (its notes are sources too), "found": [[format, count]], "size": bytes,
              "beside": int (notes that stay notes), "chosen": bool (it is one)}
    item     {"id": str, "name": file name, "source": vault path or null,
              "status": "waiting|working|compiled|unchanged|duplicate|refused|failed|stopped",
              "stage": "copying|reading|extracting|writing|waiting" (for a model server) or null,
              "done": int, "total": int (steps, or passages as in the event "progress"), "passages": bool,
              "reason": str (words, for refused, failed, duplicate, and for what a source waits for),
              "reader": name of who read it or "", "pieces": int (that the model read),
              "failed_pieces": int (left to the built-in reader),
              "cost": {"calls", "prompt_tokens", "output_tokens", "seconds"} or null (no model was asked),
              "result": {"created": [path], "updated": [path], "removed": [path]} or null,
              "page": path of its summary page or null}
    hidden   {"ignored": int, "owner": int (on the owner's own notes)}; findings that are not sent
    rule     {"code", "rule" (its name), "severity" (at its worst), "says": what it finds in a line, "why": one
              sentence, "explanation": {part: text} in order, "before", "after": its example}
    finding  {"key": what names it until it is gone, "what": what of its file it is about or "",
              "code", "rule", "severity": "error|warning|info", "path", "line": int, "message",
              "fix": {"risk": "safe|review|show", "title"} or null,
              "also": [path] (other files that it is about; left out where there are none),
              "ways": [{"do", "title", "about": [str], "asks"}] (what the person can choose of, often none;
              "asks" is a question or "": its answer is added as the last of "about"),
              "claims": [{"statement", "quote", "source", "place", "date", "path", "note", "page"}] (the sides
              of a disagreement; left out where there is none)}
              All findings have three ways more: "fix" about their keys (any number, where they have a fix that
              is not only to show), "fix-safe" about nothing, "ignore" about a code, a path, and what (or the
              message): fewer of them mean a rule on a page, a rule everywhere; "heed" takes that back.
    past     {"label": str, "at": ISO 8601 or null (a step of old)}; a step that can be taken back or
              done again, and when it was done or taken back
    changes  of pages: {"created": [path], "updated": [path], "removed": [path], "kept": [path]}

Words with values in them come in English and, for other languages, taken apart: the object has
``"said": {field: {"template", "values"}}`` beside them (``app/saying.py``; a finding's ``title`` is
its fix's). Words without values are their own template.

A page's ``html`` is a fragment of the HTML that Qt's rich text understands. Its links are
``vault:<percent-encoded vault path>#<anchor>`` for what resolves, ``missing:<name>`` for what does
not, and ``https:`` for the web; footnote marks link to ``#fn-<label>`` and carry the quote as
their title. The ``line`` that was asked for begins at the id ``the-line``. Classes:
``callout callout-<type>``, ``footnotes``, ``missing``, ``properties``.
"""

import json
import math
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app import settings
from app.choosing.by_window import Choosing
from app.chosen_model import ChosenModel
from app.compiler.again import again, offer
from app.compiler.beside import looked_at
from app.compiler.compile import Compiler
from app.compiler.readers import reader_called
from app.compiler.standing import Status
from app.errors import VaultBusy, VaultloomError
from app.findings import Findings, ignored_here, rules_told
from app.history.lock import is_free
from app.lint.diagnostic import Way
from app.saying import beside, say
from app.settings import Settings
from app.settling import changed_pages, leads_to, preview, settle, step_label
from app.shapes import Answer, changed, changed_page, failure, pages, shown, steps
from app.showing import linked_from, source_of
from app.sources.settling import Patience
from app.telling import Output, Telling, look_again
from app.vault.hints import Hints
from app.vault.index import VaultIndex
from app.vault.resting import YOUNG
from app.vault.writing import Changes
from app.watching.watch import Noticed, Watch, follow

_TO_LOOK = "state page source lint rules ignored owner_notes places history models try_model"
LOOKS = frozenset(_TO_LOOK.split())
"""What can be asked where another Vaultloom works in the vault."""

FREE_EVERY = 2.0
"""Seconds between two looks whether the other has ended; one who closes it waits no longer."""

FIRST_LOOK = 1.0
"""Seconds until the vault is looked at, so that the window gets its first answers first."""


@dataclass
class Worker:
    """Answers requests about one vault; the vault is touched by one thread only, in turn."""

    compiler: Compiler
    session: Telling
    output: Output
    died: Callable[[], None] = lambda: os._exit(1)
    patience: Patience | None = None

    def __post_init__(self) -> None:
        """Start the thread that does the work, with what waits from the last time."""
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._offered: Answer | None = None
        self.model = ChosenModel(self.compiler.reader, self._tell_model)
        self.session.model, self.session.others = self.model, self._meanwhile
        self._watch = self._new_watch()
        self._findings = Findings(self.compiler, lambda: self._watch.gone)
        self._said_lost = False
        self._said_free = False
        self._held = self.compiler.vault.is_held
        self._choosing = Choosing(self._answer, self.output.send, self._read_by)
        self._thread = threading.Thread(target=self._work, name="vault")
        self._thread.start()
        self.model.start()

    def close(self) -> None:
        """Put back what is under way and end."""
        self.model.close()
        self._choosing.close()
        self.session.ending.set()
        self._jobs.put(None)
        self._thread.join()
        self._watch.close()

    def handle(self, request: Answer) -> bool:
        """Take one request; False when the worker is to end."""
        ident, do = request.get("id"), str(request.get("do"))
        if do == "quit":
            self.close()
            self.output.send({"id": ident, "result": {}})
            return False
        if self._held and do not in LOOKS:
            vault = self.compiler.vault
            self.refuse(ident, VaultBusy(vault.readonly or "", remedy=vault.way_out))
            return True
        if at_once := getattr(self, f"now_{do}", None):
            at_once(request)
            self.output.send({"id": ident, "result": {}})
            return True
        if self._choosing.takes(request):
            return True
        action = getattr(self, f"do_{do}", None)
        if action is None:
            self.refuse(ident, VaultloomError(say("The worker cannot “{do}”.", do=do)))
            return True
        self._jobs.put(lambda: self._answer(ident, action, request))
        return True

    def _new_watch(self) -> Watch:
        hints = Hints(self.compiler.root, lambda: self._jobs.put(look_again))
        return Watch(self.compiler, hints, patience=self.patience, first=FIRST_LOOK)

    def _work(self) -> None:
        """Do jobs in turn; an error that nobody foresaw ends the process, and the window starts
        another: one that lived on without this thread would never answer again."""
        try:
            self._idle()
            while (job := self._next_job()) is not None:
                job()
                self._idle()
        except Exception:  # noqa: BLE001 - a background job is one of the three edges
            traceback.print_exc()
            self.died()

    def _next_job(self) -> Callable[[], None] | None:
        """The next job; to look at the vault, if that is due before somebody asks for something."""
        try:
            return self._jobs.get(timeout=self._rest())
        except queue.Empty:
            return self._look if self._watch.wait() == 0 else self._see_if_free

    def _rest(self) -> float:
        least = FREE_EVERY if self._held else YOUNG if self.compiler.is_behind else math.inf
        return min(self._watch.wait(), least)

    def _see_if_free(self) -> None:
        """Say once that the vault is free; who is told starts another worker, and ends this one. In a
        vault that is ours there is nothing to say."""
        if self._held and not self._said_free and is_free(self.compiler.root):
            self._said_free = True
            self.output.send({"event": "free"})

    def _idle(self) -> None:
        """Compile what waits, a source at a time, so that requests get their turn in between."""
        while self._jobs.empty() and not self.session.must_end():
            item = self._watch.next()
            if item is None:
                break
            done = self.compiler.one(item)
            self._watch.compiled(done)
            self.session.queue_changed()
            if self._watch.next() is None:  # nothing can be compiled, or the queue is paused
                self._finish()
            elif self._watch.wait() == 0:
                self._look(with_notes=False)
        if not self._is_wanted():
            self._take_up()
        if not self._is_wanted() and self.compiler.introduce_next(self._is_wanted):
            self._jobs.put(look_again)  # one page at a time: whoever asks comes before the next

    def _take_up(self) -> None:
        """Bring pages up to date that were left alone, once they may be written."""
        try:
            self.compiler.take_up()
        except VaultloomError as error:  # the disk refuses; the next time will do
            _complain(error)

    def _is_wanted(self) -> bool:
        """Whether there is something to do that goes before introductions."""
        if self.session.must_end() or self.compiler.queue.paused or self._watch.next() is not None:
            return True
        return any(job is not look_again for job in tuple(self._jobs.queue))

    def _meanwhile(self) -> None:
        """What is asked for and noticed while a model reads, on the thread of the vault: nothing of
        the source is being changed then. What ends the worker waits for the source to be given up."""
        if self.compiler.ledger.cache.is_changing:
            return
        try:
            while not self.session.must_end() and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    return
                job()
            if not self.session.must_end() and self._watch.wait() == 0:
                self._look()
        except Exception:  # noqa: BLE001 - see _work; it is no failure of the source under way
            traceback.print_exc()
            self.died()

    def _tell_model(self) -> None:
        """Tell how things stand with the model; what it makes stale is reckoned on the vault's thread."""
        self.output.send({"event": "model", "model": self.model.as_json()})
        self._jobs.put(self._tell_offer)

    def _tell_offer(self) -> None:
        offered = self._offer()
        if offered != self._offered:
            self._offered = offered
            self.output.send({"event": "offer", "offer": offered})

    def _offer(self) -> Answer | None:
        found = None if self.compiler.vault.readonly else offer(self.compiler)
        return found.as_json() if found else None

    def _look(self, *, with_notes: bool = True) -> None:
        """See what happened in the vault, and tell it; notes wait until nothing is compiled."""
        noticed = self._watch.turn(with_notes=with_notes)
        self._said_lost = self._tell_lost(noticed.lost)
        for words in noticed.said:
            self._notice(words)
        if noticed.queued:
            self.session.queue_changed()
        self._findings.changed(noticed.touched)
        if self._held and noticed.touched:
            self.compiler.ledger.refresh()
            self.session.pages_changed()
        elif changed_pages := self._of_pages(noticed):
            self.session.pages_changed(changed_pages)
        self._follow(noticed)
        if noticed.touched or noticed.gone or noticed.back:
            self.output.send({"event": "findings", **self._findings.told()})

    def _follow(self, noticed: Noticed) -> None:
        """Bring pages up to date with what others did to files; an item under way does so itself."""
        try:
            changes = follow(self.compiler, noticed)
            self._findings.changed((*changes.created, *changes.updated, *changes.removed))
        except VaultloomError as error:  # the disk refuses; the next time will do
            _complain(error)

    def _tell_lost(self, words: str) -> bool:
        if words and not self._said_lost:
            self._notice(words)
        return bool(words)

    def _notice(self, words: str) -> None:
        self.output.send({"event": "notice", "words": words, **beside(words=words)})

    def _of_pages(self, noticed: Noticed) -> list[str]:
        """What somebody changed of what the window shows of the pages."""
        ours = f"{self.compiler.vault.folders.wiki}/"
        return [path for path in noticed.changed if path.startswith(ours)]

    def _finish(self) -> None:
        try:
            self.compiler.when_idle()
        except VaultloomError as error:  # the disk refuses; the next time will do
            _complain(error)
        self._tell_findings()
        self._tell_offer()
        self.output.send({"event": "idle"})

    def _tell_findings(self, changes: Changes | None = None) -> None:
        self.output.send({"event": "findings", **self._found(changes)})

    def _found(self, changes: Changes | None = None) -> Answer:
        """What is wrong now, whether it was noticed yet or not, after a step of ours with ``changes``: a
        page that we took away is gone, and not only away as one may be that somebody else writes."""
        self._findings.changed(self._watch.look_at_notes())
        if changes is not None:
            self._findings.changed((*changes.created, *changes.updated, *changes.removed))
        return self._findings.told()

    def _answer(self, ident: object, action: Callable[[Answer], Answer], request: Answer) -> None:
        try:
            self.output.send({"id": ident, "result": action(request)})
        except VaultloomError as error:
            self.refuse(ident, error)
        except Exception as error:  # noqa: BLE001 - a background job is one of the three edges
            what = f"{type(error).__name__}: {error}"
            words = say("Something unexpected happened: {what}", what=what)
            self.refuse(ident, VaultloomError(words, remedy="Please report this."))

    def _read_by(self, chosen: Settings) -> None:
        """Have the sources read by who was chosen, from the next one on; on a thread of the choosing."""
        self.compiler.read_with(reader_called(chosen, self.compiler.vault))

    def refuse(self, ident: object, error: VaultloomError) -> None:
        """Answer a request with why it could not be done."""
        self.output.send({"id": ident, "error": failure(error)})

    # -- what is done at once, while a source is compiled

    def now_stop(self, request: Answer) -> None:
        """Give up what is under way, and take what waits out of the line."""
        queue_ = self.compiler.queue
        items = _ids(request.get("item"))
        both = queue_.with_status(Status.WAITING, Status.WORKING)
        self.session.stopped |= {i.id for i in both} if items is None else items
        self._jobs.put(lambda: self._stop_waiting(items))

    def _stop_waiting(self, items: set[str] | None) -> None:
        self.compiler.queue.stop(items)
        self.session.queue_changed()
        self._tell_offer()  # what was to be compiled again is offered once more

    def now_pause(self, _request: Answer) -> None:
        """Start nothing more."""
        self.compiler.queue.pause()
        self.session.queue_changed()

    def now_resume(self, _request: Answer) -> None:
        """Go on with what waits."""
        self.compiler.queue.pause(paused=False)
        self.session.queue_changed()
        self.model.look()
        self._jobs.put(look_again)

    def now_move(self, request: Answer) -> None:
        """Compile some that wait before others."""
        before = request.get("before")
        items = _ids(request.get("items")) or set()
        self.compiler.queue.move(list(items), None if before is None else str(before))
        self.session.queue_changed()

    # -- what can be asked

    def do_state(self, _request: Answer) -> Answer:
        """The whole state."""
        compiler, labels = self.compiler, steps(self.compiler)
        self._offered = self._offer()
        return {
            "vault": compiler.root.name,
            "path": str(compiler.root),
            "readonly": compiler.vault.readonly,
            "pages": pages(compiler),
            "queue": [self.session.as_far_as_it_is(i) for i in compiler.queue.items()]
            if not self._held
            else [],
            "paused": compiler.queue.paused,
            **self._found(),
            **labels,
            "model": self.model.as_json(),
            "offer": self._offered,
            **beside(readonly=compiler.vault.readonly, **labels),
        }

    def do_recompile(self, request: Answer) -> Answer:
        """Queue sources that were compiled once more, all that the offer counts if none is named."""
        named = request.get("sources")
        paths = [str(path) for path in named] if isinstance(named, list) else None
        items = again(self.compiler, paths)
        self._tell_offer()
        return {"items": [i.as_json() for i in items]}

    def do_add(self, request: Answer) -> Answer:
        """Queue files and folders."""
        paths = request.get("paths")
        items = self.compiler.add([Path(str(p)) for p in paths] if isinstance(paths, list) else [])
        return {"items": [i.as_json() for i in items]}

    def do_compile(self, _request: Answer) -> Answer:
        """Queue what is new among the sources."""
        return {"items": [i.as_json() for i in self.compiler.scan()]}

    def do_places(self, _request: Answer) -> Answer:
        """What of the vault could be a source where it lies, or is one."""
        return {"places": [place.as_json() for place in self.compiler.placing.possible()]}

    def do_place(self, request: Answer) -> Answer:
        """Make folders and files sources where they lie, or take that back, and queue what is new."""
        named = (request.get(name) for name in ("sources", "documents", "not_sources"))
        self.compiler.place(
            *([Path(str(p)) for p in v] if isinstance(v, list) else [] for v in named)
        )
        return self.do_compile(request)

    def do_retry(self, request: Answer) -> Answer:
        """Queue items once more."""
        items = _ids(request.get("item"))
        failed = self.compiler.queue.with_status(Status.FAILED)
        self.session.stopped -= {i.id for i in failed} if items is None else items
        if items is None or items:
            self.compiler.retry(*(items or ()))
        return {}

    def do_clear(self, _request: Answer) -> Answer:
        """Drop finished items."""
        self.compiler.queue.clear()
        self.session.queue_changed()
        return {}

    def do_page(self, request: Answer) -> Answer:
        """One page, ready to be shown."""
        path = str(request.get("path"))
        index = self._findings.index() or VaultIndex(self.compiler.root)
        links = linked_from(self.compiler, index, path)
        line = request.get("line")
        page = shown(self.compiler, path, line if isinstance(line, int) else 0)
        return {**page, "backlinks": links}

    def do_source(self, request: Answer) -> Answer:
        """The source that a footnote leads to, its quote marked."""
        return source_of(self.compiler, str(request.get("note")))

    def do_undo(self, _request: Answer) -> Answer:
        """Take back the last step."""
        source = bool(self.compiler.undo_source())
        label, changes = self.compiler.undo()
        self._tell_findings(changes)  # and who links to whom, before a page is asked for
        told = {"label": label, "changes": changed(self.compiler, changes), "source": source}
        return {**told, **beside(label=label)}

    def do_redo(self, _request: Answer) -> Answer:
        """Do again what was taken back last."""
        label, changes = self.compiler.redo()
        self._tell_findings(changes)
        told = {"label": label, "changes": changed(self.compiler, changes)}
        return {**told, **beside(label=label)}

    def do_history(self, _request: Answer) -> Answer:
        """What can be taken back and done again."""
        return self.compiler.history().as_json()

    def do_preview(self, request: Answer) -> Answer:
        """What a way of a finding would change."""
        way, found = _way(request), self._findings.shown()
        pages = changed_pages(self.compiler, preview(self.compiler, way, found))
        label = step_label(self.compiler, way, found)
        told = {"label": label, "changed": [changed_page(page) for page in pages]}
        return {**told, **beside(label=label)}

    def do_settle(self, request: Answer) -> Answer:
        """A way of a finding, done."""
        way = _way(request)
        changes = settle(self.compiler, way, self._findings.shown())
        self.session.pages_changed(())  # what changes no page is a step as well, and has a name
        self._tell_findings(changes)
        label, page = self.compiler.undo_label() or "", leads_to(self.compiler, way)
        told = {"label": label, "changes": changed(self.compiler, changes), "page": page}
        return {**told, **beside(label=label)}

    def do_lint(self, _request: Answer) -> Answer:
        """What is wrong."""
        return self._found()

    def do_owner_notes(self, request: Answer) -> Answer:
        """Tell what is wrong with the owner's own notes as well, or no more."""
        self._findings.shows_owners = bool(request.get("show"))
        return self._found()

    def do_rules(self, _request: Answer) -> Answer:
        """The rules that findings come of."""
        return {"rules": rules_told()}

    def do_ignored(self, _request: Answer) -> Answer:
        """What the person wants to see no more."""
        return {"ignored": ignored_here(self.compiler, self._findings.all())}


def _way(request: Answer) -> Way:
    about = request.get("about")
    listed = about if isinstance(about, list) else []
    return Way(str(request.get("way")), "", tuple(str(each) for each in listed))


def _ids(value: object) -> set[str] | None:
    """An id, or a list of them, as a set; None for none."""
    if value is None:
        return None
    return {str(each) for each in value} if isinstance(value, list) else {str(value)}


def serve(vault: Path, source: BinaryIO, sink: BinaryIO, patience: Patience | None = None) -> int:
    """Answer requests from ``source`` on ``sink`` until it ends or asks to quit."""
    output = Output(sink)
    session = Telling(output)
    sys.stdout = sys.stderr  # nothing else may write between the lines
    try:
        with looked_at(vault, session) as compiler:
            session.compiler = compiler
            compiler.read_with(reader_called(settings.load(), compiler.vault))
            worker = Worker(compiler, session, output, patience=patience)
            try:
                _answer_all(worker, source)
            finally:
                worker.close()
    except VaultloomError as error:
        output.send({"event": "failed", **failure(error)})
        _complain(error)
        return 2
    return 0


def _complain(error: VaultloomError) -> None:
    sys.stderr.write(" ".join(str(error).split()) + "\n")


def _answer_all(worker: Worker, source: BinaryIO) -> None:
    """Answer line after line, until there is none or one asks to quit."""
    for line in source:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
        except ValueError:  # no JSON, or no UTF-8
            request = None
        if not isinstance(request, dict):
            worker.refuse(None, VaultloomError("A line that is no request was passed over."))
        elif not worker.handle(request):
            return
