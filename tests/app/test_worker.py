"""The worker as the window meets it: a process, lines of JSON, and nothing that makes it hang."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.compiler.compile import opened
from app.compiler.queue import Status
from tests.promises.vaults import HARBOUR, OIL, SOURCES, compile_, made, new_vault, put

PROJECT = Path(__file__).parents[2]
Message = dict[str, Any]
PAGE = {"path", "title", "kind", "gist", "statements", "voices", "disputed", "aliases"}
ITEM = {"id", "name", "source", "status", "stage", "done", "total", "reason", "result", "page"}
ITEM |= {"reader", "pieces", "failed_pieces", "cost", "passages"}
OF_PAGE = {"source", "apart"}
FINDING = {"code", "rule", "severity", "path", "line", "message", "fix", "ways", "key", "what"}


class Window:
    """The window's end of a worker: asks, and keeps the events that come meanwhile."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._in, self._out = process, process.stdin, process.stdout
        self.events: list[Message] = []
        self._last = 0

    def write(self, line: bytes) -> None:
        """Send a line as it is."""
        self._in.write(line + b"\n")
        self._in.flush()

    def send(self, do: str, **fields: object) -> int:
        """Send a request; its id."""
        self._last += 1
        self.write(json.dumps({"id": self._last, "do": do, **fields}).encode())
        return self._last

    def answer(self, ident: int | None) -> Message:
        """Read up to the answer with this id."""
        while "event" in (message := self.read()):
            self.events.append(message)
        assert message["id"] == ident
        return message

    def ask(self, do: str, **fields: object) -> Message:
        """The result of a request."""
        message = self.answer(self.send(do, **fields))
        assert "error" not in message, message
        result: Message = message["result"]
        return result

    def fails(self, do: str, **fields: object) -> str:
        """Why a request could not be done."""
        error = self.answer(self.send(do, **fields))["error"]
        assert {"message", "remedy"} <= set(error) <= {"message", "remedy", "said"}
        return str(error["message"])

    def until(self, event: str) -> Message:
        """Read up to an event of this name."""
        while (message := self.read()).get("event") != event:
            self.events.append(message)
        self.events.append(message)
        return message

    def named(self, event: str) -> list[Message]:
        """The events of this name so far."""
        return [m for m in self.events if m["event"] == event]

    def queue(self) -> list[Message]:
        """The queue as the events so far have told it."""
        items: dict[str, Message] = {}
        for event in self.named("queue"):
            items |= {item["id"]: item for item in event["items"]}
            items = {ident: item for ident, item in items.items() if ident not in event["gone"]}
            if event["order"] is not None:
                waiting = iter(event["order"])
                line = [
                    next(waiting) if i["status"] == "waiting" else i["id"] for i in items.values()
                ]
                items = {ident: items[ident] for ident in line}
        return list(items.values())

    def pages(self) -> list[Message]:
        """The pages as the events so far have told them, by path."""
        pages: dict[str, Message] = {}
        for event in self.named("pages"):
            pages = {} if event["whole"] else pages
            pages |= {page["path"]: page for page in event["pages"]}
            pages = {path: page for path, page in pages.items() if path not in event["gone"]}
        return [pages[path] for path in sorted(pages)]

    def read(self) -> Message:
        """The next message."""
        line = self._out.readline()
        assert line.endswith(b"\n"), "the worker ended"
        message: Message = json.loads(line)
        return message


@contextmanager
def window(vault: Path) -> Iterator[Window]:
    """A window on a vault; its worker is ended afterwards, however the test went."""
    command = [sys.executable, "-m", "app", "worker", str(vault)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=PROJECT) as process:
        try:
            yield Window(process)
        finally:
            process.kill()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A new vault."""
    return new_vault(tmp_path / "vault")


def test_from_a_dropped_file_to_pages_that_can_be_shown(vault: Path) -> None:
    """One session through all that can be asked, in the shapes that the protocol gives."""
    with window(vault) as seen:
        state = seen.ask("state")
        assert (state["vault"], state["path"]) == ("vault", str(vault.resolve()))
        assert (state["pages"], state["queue"], state["undo"], state["readonly"]) == (
            [],
            [],
            None,
            None,
        )
        assert state["model"] == {
            "name": "builtin",
            "words": "Built-in reader",
            "server": "",
            "state": "ready",
            "problem": "",
            "remedy": "",
        }
        assert state["offer"] is None

        (item,) = seen.ask("add", paths=[str(p) for p in put(vault, {"harbour.md": HARBOUR})])[
            "items"
        ]
        assert set(item) == ITEM
        assert (item["name"], item["source"]) == ("harbour.md", "raw/harbour.md")
        seen.until("idle")

        stages = [e["stage"] for e in seen.named("progress")]
        assert stages == ["reading", "extracting", "writing"]
        assert {e["item"] for e in seen.named("progress")} == {item["id"]}
        statuses = [i["status"] for e in seen.named("queue") for i in e["items"]]
        assert statuses.index("waiting") < statuses.index("working") < statuses.index("compiled")
        (done,) = seen.queue()
        assert done["page"] in done["result"]["created"]
        assert done["result"]["removed"] == []
        assert (done["reader"], done["cost"]) == ("builtin", None)

        shown = seen.named("pages")[-1]
        assert all(set(page) == PAGE for page in seen.pages())
        assert {page["kind"] for page in seen.pages()} >= {
            "concept",
            "entity",
            "summary",
            "index",
            "log",
        }
        assert shown["undo"] == "compile “Harbour lamps”"
        assert all(
            set(f) - {"said", "also"} == FINDING for f in seen.named("findings")[-1]["findings"]
        )

        page = seen.ask("page", path="wiki/concepts/Wick.md")
        assert set(page) == {"path", "title", "kind", "html", "editable", "backlinks", *OF_PAGE}
        assert (page["title"], page["kind"]) == ("Wick", "concept")
        assert "#fn-" in page["html"]

        past = seen.ask("history")
        assert [set(each) - {"said"} for each in past["undo"]] == [{"label", "at"}]
        assert past["redo"] == []

        undone = seen.ask("undo")
        assert undone["label"] == "compile “Harbour lamps”"
        assert "wiki/concepts/Wick.md" in undone["changes"]["removed"]
        told = {path for paths in undone["changes"].values() for path in paths}
        assert not [path for path in told if path.count("/") != 2]  # no index, log or file of ours
        state = seen.ask("state")
        assert state["queue"][0]["status"] == "stopped"
        assert (state["undo"], state["redo"]) == (None, "compile “Harbour lamps”")
        assert seen.named("pages")[-1]["redo"] == state["redo"]

        redone = seen.ask("redo")
        assert redone["label"] == undone["label"]
        assert redone["changes"]["created"] == undone["changes"]["removed"]
        state = seen.ask("state")
        assert (state["queue"][0]["status"], state["redo"]) == ("compiled", None)
        assert state["undo"] == "compile “Harbour lamps”"
        seen.ask("undo")
        assert seen.ask("clear") == {}
        assert seen.ask("state")["queue"] == []
        assert set(seen.ask("lint")) == {"findings", "hidden"}
        assert seen.ask("quit") == {}
        assert seen.process.wait(60) == 0


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"\xff\xfe",
        *(
            pytest.param(line, marks=pytest.mark.long)
            for line in (b"[1, 2]", b'"state"', b"7", b"null", b"{}")
        ),
    ],
)
def test_a_line_that_is_no_request_is_answered_and_passed_over(vault: Path, line: bytes) -> None:
    """The next one is taken as if nothing had been."""
    with window(vault) as seen:
        seen.write(line)
        assert "error" in seen.answer(None)
        seen.write(b"")
        assert seen.ask("state")["vault"] == "vault"


def test_what_cannot_be_done_is_said_in_words(vault: Path) -> None:
    """Unknown requests, pages that are not there or lead out of the vault, nothing to undo."""
    with window(vault) as seen:
        assert "dance" in seen.fails("dance")
        assert "_work" in seen.fails("_work")
        assert "gone.md" in seen.fails("page", path="wiki/gone.md")
        assert "leads out" in seen.fails("page", path="../../secret.md")
        assert "nothing to take back" in seen.fails("undo")
        assert "nothing to do again" in seen.fails("redo")
        assert seen.ask("retry", item="i99") == {}
        assert seen.ask("stop", item="i99") == {}
        (item,) = seen.ask("add", paths=[str(vault / "not there.md")])["items"]
        assert (item["status"], item["source"]) == ("refused", None)
        assert "not there" in item["reason"]
        assert item["said"]["reason"]["values"]["name"] == "not there.md"


def test_requests_are_answered_while_a_topic_compiles(vault: Path) -> None:
    """Between two sources, not after all of them."""
    many = {f"{n}.md": HARBOUR.replace("140", str(n)) for n in range(200, 206)}
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, many)])
        seen.until("progress")
        state = seen.ask("state")
        open_ = [i for i in state["queue"] if i["status"] in {"waiting", "working"}]
        assert len(open_) >= 3


def test_stopping_takes_a_source_out_and_retrying_takes_it_in(vault: Path) -> None:
    """Nothing half done stays; the others go on; numbers of items are not given twice."""
    with window(vault) as seen:
        items = seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])["items"]
        seen.ask("stop", item=items[2]["id"])
        seen.until("idle")
        assert [i["status"] for i in seen.queue()] == [
            "compiled",
            "compiled",
            "stopped",
        ]
        assert not list((vault / "wiki/texts").glob("winter*"))
        seen.ask("retry", item=items[2]["id"])
        seen.until("idle")
        assert seen.queue()[2]["status"] == "compiled"
        seen.ask("stop", item=None)
        seen.ask("clear")
        (item,) = seen.ask(
            "add", paths=[str(p) for p in put(vault, {"more.md": OIL + "\nMore oil.\n"})]
        )["items"]
        assert item["id"] not in {i["id"] for i in items}
        seen.until("idle")
        assert seen.queue()[0]["status"] == "compiled"


def test_stopping_all_leaves_the_queue_with_nothing_open(vault: Path) -> None:
    """Whatever was under way is done whole or not at all."""
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])
        seen.ask("stop", item=None)
        statuses = [i["status"] for i in seen.ask("state")["queue"]]
        assert set(statuses) <= {"stopped", "compiled"}
        assert statuses[-1] == "stopped"


def test_what_is_told_piece_by_piece_is_the_whole(vault: Path) -> None:
    """After any compile, refusal and undo, the events make the very state that is asked for."""
    with window(vault) as seen:
        files = put(vault, SOURCES | {"empty.md": "  \n"})
        seen.ask("add", paths=[str(p) for p in files])
        seen.until("idle")
        state = seen.ask("state")
        assert seen.queue() == state["queue"]
        assert seen.pages() == sorted(state["pages"], key=lambda page: page["path"])
        seen.ask("undo")
        seen.ask("clear")
        state = seen.ask("state")
        assert seen.queue() == state["queue"] == []
        assert seen.pages() == sorted(state["pages"], key=lambda page: page["path"])


def test_a_source_is_told_as_what_it_changed(vault: Path) -> None:
    """Not as all pages and the whole queue: those cost more with every source."""
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])
        seen.until("idle")
        seen.events.clear()
        lone = "# Tide tables\n\nA tide table is a list that tells when the water is high.\n"
        seen.ask("add", paths=[str(p) for p in put(vault, {"tide.md": lone})])
        seen.until("idle")
        assert {i["name"] for e in seen.named("queue") for i in e["items"]} == {"tide.md"}
        told = {page["path"] for page in seen.pages()}
        assert any(path.endswith("/Tide table.md") for path in told)
        assert "wiki/concepts/Wick.md" not in told


@pytest.mark.long
def test_a_pause_lets_the_source_under_way_be_finished(vault: Path) -> None:
    """It is kept over a restart; what waits can be put in order meanwhile, and then goes on."""
    with window(vault) as seen:
        seen.ask("pause")
        items = seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])["items"]
        seen.ask("resume")
        seen.until("progress")
        seen.ask("pause")
        assert seen.named("queue")[-1]["paused"] is True
        seen.until("idle")
        assert [i["status"] for i in seen.queue()] == ["compiled", "waiting", "waiting"]
        seen.ask("move", items=[items[2]["id"]], before=items[1]["id"])
        assert seen.named("queue")[-1]["order"] == [items[2]["id"], items[1]["id"]]
        seen.ask("quit")
    with window(vault) as seen:
        state = seen.ask("state")
        assert state["paused"] is True
        assert [i["name"] for i in state["queue"]] == ["harbour.md", "winter.txt", "oil.md"]
        seen.ask("resume")
        seen.until("idle")
        assert [i["name"] for i in seen.queue()] == ["winter.txt", "oil.md"]
        assert {i["status"] for i in seen.queue()} == {"compiled"}


def test_time_left_is_null_for_the_first_sources(vault: Path) -> None:
    """Nothing is known of how long they take here."""
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])
        seen.until("idle")
        assert {e["left"] for e in seen.named("progress")} == {None}


def test_several_are_stopped_and_tried_again_at_once(vault: Path) -> None:
    """By their ids; an empty list is nobody."""
    with window(vault) as seen:
        seen.ask("pause")
        items = seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])["items"]
        ids = [item["id"] for item in items]
        seen.ask("stop", item=ids[:2])
        seen.ask("stop", item=[])
        assert [i["status"] for i in seen.ask("state")["queue"]] == [
            "stopped",
            "stopped",
            "waiting",
        ]
        seen.ask("retry", item=[])
        seen.ask("retry", item=None)
        assert [i["status"] for i in seen.ask("state")["queue"]] == [
            "stopped",
            "stopped",
            "waiting",
        ]
        seen.ask("retry", item=ids[:2])
        seen.ask("resume")
        seen.until("idle")
        assert {i["status"] for i in seen.ask("state")["queue"]} == {"compiled"}


@pytest.mark.long
def test_closing_the_window_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """What was under way and what waited is compiled by the next start, unasked."""
    vault, twin = new_vault(tmp_path / "vault"), new_vault(tmp_path / "twin")
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])
        seen.until("progress")
        seen.ask("quit")
        assert seen.process.wait(60) == 0
    with opened(vault) as compiler:
        assert {i.status for i in compiler.queue.items()} <= {Status.WAITING, Status.COMPILED}
        assert compiler.queue.next() is not None
    with window(vault) as seen:
        seen.until("idle")
    compile_(twin, SOURCES)
    assert made(vault).keys() == made(twin).keys()


def test_the_end_of_the_input_is_the_end(vault: Path) -> None:
    """A window that died leaves no worker behind, and the item under way is not blamed for it."""
    with window(vault) as seen:
        seen.ask("add", paths=[str(p) for p in put(vault, SOURCES)])
        seen.until("progress")
        assert seen.process.stdin is not None
        assert seen.process.stdout is not None
        seen.process.stdout.close()
        seen.process.stdin.close()
        seen.process.wait(60)
    with opened(vault) as compiler:
        assert {i.status for i in compiler.queue.items()} <= {Status.WAITING, Status.COMPILED}


def test_a_second_worker_is_told_who_works_there(vault: Path) -> None:
    """In the state; the first is not disturbed."""
    with window(vault) as first:
        first.ask("state")
        with window(vault) as second:
            words = second.ask("state")["readonly"]
            assert second.ask("quit") == {}
        assert words == f"Another Vaultloom (process {first.process.pid}) is working in “vault”."
        assert first.ask("state")["vault"] == "vault"


def test_a_folder_that_is_no_vault_is_said_to_be_none(tmp_path: Path) -> None:
    """In one line that a person understands."""
    with window(tmp_path / "nowhere") as seen:
        assert seen.process.stderr is not None
        words = seen.process.stderr.read().decode().splitlines()
        assert (seen.process.wait(60), len(words)) == (2, 1)
        assert "no folder" in words[0]


def test_sources_that_lie_in_the_vault_can_be_chosen(vault: Path) -> None:
    """Shown with what is there; what is chosen is compiled; what cannot be is refused."""
    (vault / "Clippings").mkdir()
    (vault / "Clippings/Oil.md").write_text(OIL)
    with window(vault) as seen:
        (place,) = seen.ask("places")["places"]
        size = len(OIL.encode())
        assert place == {
            "path": "Clippings",
            "notes": True,
            "found": [["note", 1]],
            "size": size,
            "beside": 0,
            "chosen": False,
        }
        assert "proves nothing" in seen.fails("place", sources=["wiki"])
        (item,) = seen.ask("place", sources=["Clippings"], documents=[])["items"]
        assert item["source"] == "Clippings/Oil.md"
        seen.until("idle")
        assert seen.named("queue")[-1]["items"][0]["status"] == "compiled"
        assert seen.ask("places")["places"][0]["chosen"] is True
        assert seen.ask("place", not_sources=["Clippings"])["items"] == []
        assert seen.ask("places")["places"][0]["chosen"] is False


def test_a_way_is_previewed_then_settled_as_one_step(vault: Path) -> None:
    """What would change comes page by page, and nothing is written before it is settled."""
    guild = "The Lamp Guild is a society. The Lamp Guild has 9 boats. It keeps lamps.\n"
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": guild})
    about = ["Harbour Lamp Society", "Lamp Guild"]
    with window(vault) as seen:
        before = made(vault)
        told = seen.ask("preview", way="merge", about=about)
        assert made(vault) == before
        label = "merge “Lamp Guild” into “Harbour Lamp Society”"
        assert told["label"] == label
        becomes = {page["title"]: page["becomes"] for page in told["changed"]}
        assert becomes["Harbour Lamp Society"] == "changed"
        assert becomes["Lamp Guild"] == "gone"
        came = [line for page in told["changed"] for p in page["places"] for line in p["came"]]
        assert any(line.startswith("- The Lamp Guild has 9 boats.") for line in came)
        done = seen.ask("settle", way="merge", about=about)
        assert done["label"] == label
        assert {page["title"] for page in seen.pages()} >= {"Harbour Lamp Society"}
        assert seen.named("pages")[-1]["undo"] == label
        shown = seen.ask("page", path=done["page"])
        assert (shown["title"], shown["apart"]) == ("Harbour Lamp Society", ["Lamp Guild"])
        gone = done["changes"]["removed"]
        assert len(gone) == 1
        found = seen.named("findings")[-1]["findings"]
        assert not [each for each in found if each["path"] in gone]


def test_what_changes_no_page_is_a_step_too(vault: Path) -> None:
    """Its preview is empty, and undo has its name."""
    compile_(vault, {"harbour.md": HARBOUR, "oil.md": OIL})
    about = ["Harbour Lamp Society", "Kerosene"]
    with window(vault) as seen:
        assert seen.ask("preview", way="keep-apart", about=about)["changed"] == []
        done = seen.ask("settle", way="keep-apart", about=about)
        assert done["changes"] == {"created": [], "updated": [], "removed": [], "kept": []}
        assert seen.named("pages")[-1]["undo"] == done["label"]


def test_a_summary_says_of_which_source_it_is_and_what_goes_with_it(vault: Path) -> None:
    """Pages only: what goes to the trash, and the ledger's files, are nobody's reading."""
    compile_(vault, {"harbour.md": HARBOUR})
    with window(vault) as seen:
        (summary,) = (p for p in seen.ask("state")["pages"] if p["kind"] == "summary")
        source = seen.ask("page", path=summary["path"])["source"]
        told = seen.ask("preview", way="take-away", about=[source])
        assert {page["becomes"] for page in told["changed"]} == {"gone"}
        assert all(page["path"].startswith("wiki/") for page in told["changed"])
        done = seen.ask("settle", way="take-away", about=[source])
        assert done["changes"]["created"] == []
        assert summary["path"] in done["changes"]["removed"]


def test_what_is_not_shown_is_counted_and_can_be_asked_for(vault: Path) -> None:
    """The owner's own notes, and what they ignore; both can be looked at and taken back."""
    compile_(vault, {"harbour.md": HARBOUR})
    (vault / "mine.md").write_text("[[nowhere]] [[Wick]]")
    page = vault / "wiki/concepts/Wick.md"
    page.write_text(page.read_text() + "\nMine: [[elsewhere]], [[mine]].\n")
    with window(vault) as seen:
        state = seen.ask("state")
        assert [f["what"] for f in state["findings"]] == ["elsewhere"]
        assert state["hidden"] == {"ignored": 0, "owner": 1}
        shown = seen.ask("owner_notes", show=True)
        assert {f["what"] for f in shown["findings"]} == {"elsewhere", "nowhere"}
        assert shown["hidden"]["owner"] == 0
        (found,) = state["findings"]
        about = [found["code"], found["path"], found["what"]]
        assert seen.ask("preview", way="ignore", about=about)["changed"] == []
        seen.ask("settle", way="ignore", about=about)
        told = seen.named("findings")[-1]
        assert ([f["what"] for f in told["findings"]], told["hidden"]["ignored"]) == (
            ["nowhere"],
            1,
        )
        (kept,) = seen.ask("ignored")["ignored"]
        assert [kept["code"], kept["path"], kept["what"]] == about
        seen.ask("settle", way="heed", about=about)
        assert seen.ask("ignored") == {"ignored": []}
        assert seen.ask("owner_notes", show=False)["hidden"] == {"ignored": 0, "owner": 1}
        (vault / "mine.md").write_text("---\ntag: a\n---\n[[Wick]]")
        assert "nothing that is safe" in seen.fails("settle", way="fix-safe", about=[])


def test_fixes_are_ways_and_the_page_is_looked_at_again_at_once(vault: Path) -> None:
    """By the keys of their findings, several in one step, or all that are safe."""
    compile_(vault, {"harbour.md": HARBOUR})
    (vault / "mine.md").write_text("---\ntag: a\n---\nOn a [[wiki/concepts/Wick|wick]].\n")
    with window(vault) as seen:
        found = seen.ask("owner_notes", show=True)["findings"]
        assert {f["rule"]: f["fix"]["risk"] for f in found if f["fix"]} == {
            "deprecated-property": "safe",
            "needless-path": "safe",
        }
        keys = [f["key"] for f in found if f["fix"]]
        (page,) = seen.ask("preview", way="fix", about=keys)["changed"]
        assert page["path"] == "mine.md"
        assert seen.ask("settle", way="fix", about=keys)["changes"]["updated"] == ["mine.md"]
        assert [f["rule"] for f in seen.named("findings")[-1]["findings"]] == ["orphan"]
        seen.ask("undo")
        assert {f["key"] for f in seen.named("findings")[-1]["findings"]} >= set(keys)
        seen.ask("settle", way="fix-safe", about=[])
        assert [f["rule"] for f in seen.named("findings")[-1]["findings"]] == ["orphan"]


def test_the_rules_explain_themselves(vault: Path) -> None:
    """With an example, before and after."""
    with window(vault) as seen:
        rules = {rule["code"]: rule for rule in seen.ask("rules")["rules"]}
        assert rules["VL001"]["rule"] == "broken-link"
        assert rules["VL001"]["why"].endswith(".")
        assert "![[Fig]]" in rules["VL001"]["before"]
        assert "![[Fig.png]]" in rules["VL001"]["after"]


def test_a_way_that_is_none_is_said_to_be_none(vault: Path) -> None:
    with window(vault) as seen:
        assert (
            seen.fails("preview", way="burn", about=[]) == "“burn” is no way to settle a finding."
        )
