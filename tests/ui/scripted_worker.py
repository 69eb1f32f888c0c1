"""A stand-in for the worker: it speaks the whole protocol over a folder of Markdown pages.

``python scripted_worker.py VAULT``. It compiles nothing: a source becomes a summary and a
concept page that say that they were made. File names steer it: ``crash…`` ends the
process; an empty file is refused, and one that says ``(hold)`` stays at its fourth passage.
A file ``.vaultloom/server.json`` in the vault says what it knows of a model server: what
``models`` answers by address, and with ``holds`` that a pull stays where it is until it is stopped.
"""

import json
import os
import queue
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

from app import saying as core
from app.saying import beside
from app.vault.html import render

FOLDERS = {
    "concepts": "concept",
    "entities": "entity",
    "summaries": "summary",
    "comparisons": "comparison",
}
PASSAGES = 9
BUILTIN = {"name": "builtin", "words": "Built-in reader", "server": "", "state": "ready"}


class ScriptedWorker:
    """State of one vault, kept as long as the process lives."""

    def __init__(self, vault: Path) -> None:
        self.vault = vault
        self.items: list[dict[str, Any]] = []
        self.sources: dict[str, Path] = {}
        self.undo: list[tuple[str, list[Path]]] = []
        self.redo: list[tuple[str, dict[Path, str]]] = []
        self.paused = False
        self.reader = dict(BUILTIN)
        self.pulling: dict[str, Any] | None = None
        self.requests: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def run(self) -> None:
        threading.Thread(target=self.listen, daemon=True).start()
        while (request := self.requests.get()) is not None:
            answer: dict[str, Any] = {"id": request["id"]}
            try:
                answer["result"] = getattr(self, "do_" + request["do"])(request)
                if answer["result"] is None:  # it is answered later
                    continue
            except LookupError as error:
                answer["error"] = {"message": str(error.args[0]), "remedy": "Choose another."}
            say(answer)
            if request["do"] == "quit":
                return
            self.compile()

    def listen(self) -> None:
        for line in sys.stdin:
            self.requests.put(json.loads(line))
        self.requests.put(None)

    # What can be asked

    def do_state(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {
            "vault": self.vault.name,
            "path": str(self.vault),
            "readonly": None,
            "pages": self.pages(),
            "queue": self.items,
            "paused": self.paused,
            "findings": self.findings(),
            "undo": self.undo_label(),
            "redo": self.redo_label(),
            **beside(undo=self.undo_label(), redo=self.redo_label()),
            "model": self.reader,
        }

    def do_add(self, request: dict[str, Any]) -> dict[str, Any]:
        new: list[dict[str, Any]] = []
        for dropped in map(Path, request["paths"]):
            for path in sorted(dropped.rglob("*.*")) if dropped.is_dir() else [dropped]:
                item: dict[str, Any] = {
                    "id": str(len(self.items) + len(new) + 1),
                    "name": path.name,
                    "source": f"raw/{path.name}",
                    "status": "waiting",
                    "stage": None,
                    "done": 0,
                    "total": 0,
                    "reason": "",
                    "result": None,
                    "page": None,
                }
                self.sources[item["id"]] = path
                new.append(item)
        self.items += new
        self.tell_queue()
        return {"items": new}

    def do_compile(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {"items": []}

    def do_places(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {"places": []}

    def do_place(self, request: dict[str, Any]) -> dict[str, Any]:
        return self.do_add({"paths": [str(self.vault / path) for path in request["sources"]]})

    def do_stop(self, request: dict[str, Any]) -> dict[str, Any]:
        for item in self.items:
            named = request["item"] is None or item["id"] in request["item"]
            if item["status"] in ("waiting", "working") and named:
                item.update(
                    status="stopped", stage=None, reason="Stopped. Nothing of it was written."
                )
        self.tell_queue()
        return {}

    def do_retry(self, request: dict[str, Any]) -> dict[str, Any]:
        for item in self.items:
            failed = request["item"] is None and item["status"] == "failed"
            if failed or item["id"] in (request["item"] or ()):
                item.update(status="waiting", reason="", done=0, total=0)
                source = self.sources[item["id"]]
                source.write_text(source.read_text("utf-8").replace("(hold)", ""), "utf-8")
        return {}

    def do_recompile(self, _request: dict[str, Any]) -> dict[str, Any]:
        again = [item for item in self.items if item["status"] == "compiled"]
        for item in again:
            item.update(status="waiting", result=None, done=0, total=0)
        say({"event": "offer", "offer": None})
        self.tell_queue()
        return {"items": again}

    def do_clear(self, _request: dict[str, Any]) -> dict[str, Any]:
        gone = [i["id"] for i in self.items if i["status"] not in ("waiting", "working")]
        self.items = [item for item in self.items if item["id"] not in gone]
        self.tell_queue(gone=gone)
        return {}

    def do_pause(self, _request: dict[str, Any]) -> dict[str, Any]:
        self.paused = True
        self.tell_queue()
        return {}

    def do_resume(self, _request: dict[str, Any]) -> dict[str, Any]:
        self.paused = False
        self.tell_queue()
        return {}

    def do_move(self, request: dict[str, Any]) -> dict[str, Any]:
        waiting = [item["id"] for item in self.items if item["status"] == "waiting"]
        rest = [ident for ident in waiting if ident not in request["items"]]
        place = rest.index(request["before"]) if request["before"] in rest else len(rest)
        order = [*rest[:place], *request["items"], *rest[place:]]
        by_id, left = {item["id"]: item for item in self.items}, iter(order)
        self.items = [
            by_id[next(left)] if item["status"] == "waiting" else item for item in self.items
        ]
        self.tell_queue(order=order)
        return {}

    def do_page(self, request: dict[str, Any]) -> dict[str, Any]:
        path = self.vault / request["path"]
        if not path.is_file():
            raise LookupError(f"There is no page “{request['path']}”.")
        text = path.read_text(encoding="utf-8")
        return {
            "path": request["path"],
            "title": path.stem,
            "kind": self.kind(path),
            "html": render(text, self.resolve),
            "editable": True,
            "backlinks": [
                {"path": other.relative_to(self.vault).as_posix(), "title": other.stem}
                for other in sorted(self.vault.glob("wiki/*/*.md"))
                if f"[[{path.stem}" in other.read_text(encoding="utf-8") and other != path
            ],
        }

    def do_source(self, request: dict[str, Any]) -> dict[str, Any]:
        text = (self.vault / request["page"]).read_text(encoding="utf-8")
        note = text.partition(f"[^{request['note']}]: ")[2].partition("\n")[0]
        if not note.startswith("“"):
            raise LookupError("This note is none that Vaultloom wrote.")
        quote = note[1:].partition("”")[0]
        other = "<p>Words of the source that nobody quotes.</p>" * 60
        marked = f'<p>Before it. <span class="quoted" id="quote">{quote}</span></p>'
        return {
            "path": "raw/source.md",
            "title": "Kestrel Ridge pilot report",
            "place": "Losses",
            "quote": quote,
            "html": f"<h1>Kestrel Ridge pilot report</h1>{other}{marked}{other}",
            "anchor": "quote",
        }

    def do_undo(self, _request: dict[str, Any]) -> dict[str, Any]:
        if not self.undo:
            raise LookupError("There is nothing to undo.")
        label, made = self.undo.pop()
        self.redo.append((label, {path: path.read_text(encoding="utf-8") for path in made}))
        for path in made:
            path.unlink()
        self.tell_pages()
        removed = [path.relative_to(self.vault).as_posix() for path in made]
        changes = {"created": [], "updated": [], "removed": removed, "kept": []}
        return {"label": label, "changes": changes, "source": True, **beside(label=label)}

    def do_redo(self, _request: dict[str, Any]) -> dict[str, Any]:
        if not self.redo:
            raise LookupError("There is nothing to do again.")
        label, made = self.redo.pop()
        for path, text in made.items():
            path.write_text(text, encoding="utf-8")
        self.undo.append((label, list(made)))
        self.tell_pages()
        created = [path.relative_to(self.vault).as_posix() for path in made]
        changes = {"created": created, "updated": [], "removed": [], "kept": []}
        return {"label": label, "changes": changes, **beside(label=label)}

    def do_lint(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {"findings": self.findings()}

    def do_preview(self, request: dict[str, Any]) -> dict[str, Any]:
        label = f"{request['way']} {', '.join(request['about'])}"
        found: dict[str, Any] = self.ways().get(request["way"], {"label": label, "changed": []})
        return found

    def do_settle(self, request: dict[str, Any]) -> dict[str, Any]:
        told, settled = self.do_preview(request), (request["way"], request["about"])
        left = [
            each
            for each in self.findings()
            if settled not in [(way["do"], way["about"]) for way in each.get("ways", ())]
        ]
        if len(left) == len(self.findings()):
            raise LookupError("That is not there any more.")
        kept = self.vault / ".vaultloom" / "findings.json"
        kept.write_text(json.dumps(left, ensure_ascii=False), encoding="utf-8")
        self.undo.append((core.read(told, "label"), []))
        self.tell_pages()
        changes: dict[str, list[str]] = {"created": [], "updated": [], "removed": [], "kept": []}
        for page in told["changed"]:
            changes["removed" if page["becomes"] == "gone" else "updated"].append(page["path"])
        said = {"said": told["said"]} if "said" in told else {}
        return {"label": told["label"], "changes": changes, "page": "", **said}

    def do_quit(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {}

    # Who reads

    def do_models(self, request: dict[str, Any]) -> dict[str, Any]:
        known = self.server()
        address = request["server"]
        nobody = {"way": "look", "words": "No model server answers there.", "remedy": ""}
        standing = known.get("servers", {}).get(address, nobody)
        able = standing["way"] in ("choose", "pull")
        chosen = {"name": self.reader["name"], "server": self.reader.get("server", "")}
        return {
            "server": {
                "address": address or "http://127.0.0.1:11434",
                "kind": "ollama",
                **standing,
            },
            "models": known.get("models", []) if standing["way"] == "choose" else [],
            "suggested": known.get("suggested", []) if able else [],
            "memory": 16_000_000_000,
            "chosen": {**chosen, "context": self.reader.get("context", 8192)},
        }

    def do_use_model(self, request: dict[str, Any]) -> dict[str, Any]:
        name, server = request["name"], request["server"]
        if name == "builtin":
            self.reader = dict(BUILTIN)
        else:
            words = core.say("{name} · Ollama", name=name)
            told = {"name": name, "words": words, **beside(words=words), "state": "ready"}
            self.reader = {**told, "server": server, "context": request["context"]}
        return {"model": self.reader}

    def do_start_server(self, _request: dict[str, Any]) -> dict[str, Any]:
        known = self.server()
        if known.get("starts") is False:
            raise LookupError("Ollama did not start.")
        known["servers"][""] = {"way": "choose", "words": "It has 3 models.", "remedy": ""}
        self.keep_server(known)
        return {}

    def do_pull(self, request: dict[str, Any]) -> dict[str, Any] | None:
        known, name = self.server(), request["name"]
        if name not in [model["name"] for model in known.get("suggested", [])]:
            raise LookupError("The Ollama library has no model of this name.")
        for done in (0, 300_000_000, 1_200_000_000):
            say(
                {
                    "event": "pull",
                    "name": name,
                    "done": done,
                    "total": 2_500_000_000,
                    "word": "pulling",
                }
            )
        if known.get("holds"):
            self.pulling = request
            return None
        found = next(model for model in known["suggested"] if model["name"] == name)
        known.setdefault("models", []).append({"context": 40_960, "parameters": "4.0B", **found})
        known["servers"][""] = {"way": "choose", "words": "It has one model.", "remedy": ""}
        self.keep_server(known)
        return {"done": True}

    def do_stop_pull(self, _request: dict[str, Any]) -> dict[str, Any]:
        if self.pulling:
            say({"id": self.pulling["id"], "result": {"done": False}})
        self.pulling = None
        return {}

    def do_try_model(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["name"] == "llama3.3:70b":
            words = "The machine at {server} has too little memory for {model}: it needs 47 GB."
            words = core.say(words, server="http://127.0.0.1:11434", model=request["name"])
            return {
                "right": 0,
                "of": 3,
                "tokens_a_second": 0,
                "ok": False,
                "words": words,
                **beside(words=words),
            }
        words = "Reads 3 of 3 sample passages, 41 tokens a second."
        return {"right": 3, "of": 3, "tokens_a_second": 41.0, "ok": True, "words": words}

    def server(self) -> dict[str, Any]:
        kept = self.vault / ".vaultloom" / "server.json"
        found: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        return found

    def keep_server(self, known: dict[str, Any]) -> None:
        kept = self.vault / ".vaultloom" / "server.json"
        kept.write_text(json.dumps(known), encoding="utf-8")

    # What it does by itself

    def compile(self) -> None:
        """Work the queue down, unless a source holds it up or something is asked."""
        while self.requests.empty() and not self.paused:
            waiting = [item for item in self.items if item["status"] in ("waiting", "working")]
            if not waiting or waiting[0]["status"] == "working":
                return
            self.compile_one(waiting[0])
            if len(waiting) == 1:
                say({"event": "idle"})

    def compile_one(self, item: dict[str, Any]) -> None:
        source = self.sources[item["id"]]
        item.update(status="working", stage="reading")
        self.tell_queue()
        if not source.read_bytes().strip():
            words = core.say("“{name}” is empty.", name=source.name)
            item.update(status="refused", stage=None, reason=words, **beside(reason=words))
            self.tell_queue()
            return
        if source.name.startswith("crash"):
            os._exit(3)
        held = "(hold)" in source.read_text(encoding="utf-8", errors="replace")
        passages = 4 if held else PASSAGES
        for done in range(passages + 1):
            item.update(stage="extracting", done=done, total=PASSAGES)
            say({"event": "progress", "item": item["id"], "stage": "extracting"}
                | {"done": done, "total": PASSAGES})  # fmt: skip
        if passages == PASSAGES:
            self.write(item, source)

    def write(self, item: dict[str, Any], source: Path) -> None:
        title = source.stem.strip("_-")
        raw = self.vault / "raw" / source.name
        raw.parent.mkdir(exist_ok=True)
        shutil.copyfile(source, raw)
        made = {
            f"wiki/summaries/{title} (summary).md": f"# {title}\n\nWhat *{title}* says.\n",
            f"wiki/concepts/{title}.md": f"# {title}\n\nFrom [[{title} (summary)]].\n",
        }
        for name, text in made.items():
            path = self.vault / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        item.update(
            status="compiled",
            stage=None,
            source=f"raw/{source.name}",
            page=next(iter(made)),
            result={"created": list(made), "updated": ["wiki/index.md"], "removed": []},
        )
        self.redo.clear()
        self.undo.append(
            (core.say("compile “{title}”", title=title), [self.vault / name for name in made])
        )
        self.tell_pages()
        self.tell_queue()

    # What it knows

    def pages(self) -> list[dict[str, Any]]:
        return [self.page(path) for path in sorted(self.vault.glob("wiki/**/*.md"))]

    def page(self, path: Path) -> dict[str, Any]:
        text = path.read_text(encoding="utf-8")
        return {
            "path": path.relative_to(self.vault).as_posix(),
            "title": path.stem,
            "kind": self.kind(path),
            "gist": "",
            "statements": text.count("[^") // 2,
            "voices": 1,
            "disputed": "disputed: true" in text,
            "aliases": [],
        }

    def kind(self, path: Path) -> str:
        if path.parent.name in FOLDERS:
            return FOLDERS[path.parent.name]
        return path.stem if path.stem in ("index", "overview", "log") else "note"

    def resolve(self, target: str) -> str | None:
        name = target.rsplit("/", 1)[-1].removesuffix(".md") + ".md"
        found = next(iter(self.vault.glob(f"**/{name}")), None) if name != ".md" else None
        return found.relative_to(self.vault).as_posix() if found else None

    def findings(self) -> list[dict[str, Any]]:
        kept = self.vault / ".vaultloom" / "findings.json"
        found: list[dict[str, Any]] = json.loads(kept.read_text("utf-8")) if kept.exists() else []
        return found

    def ways(self) -> dict[str, Any]:
        kept = self.vault / ".vaultloom" / "ways.json"
        found: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        return found

    def undo_label(self) -> str | None:
        return self.undo[-1][0] if self.undo else None

    def redo_label(self) -> str | None:
        return self.redo[-1][0] if self.redo else None

    def tell_queue(self, gone: list[str] | None = None, order: list[str] | None = None) -> None:
        told = {"items": self.items, "gone": gone or [], "order": order, "paused": self.paused}
        say({"event": "queue", "left": None, **told})

    def tell_pages(self) -> None:
        undo, redo = self.undo_label(), self.redo_label()
        told = {"pages": self.pages(), "gone": [], "whole": True, "undo": undo, "redo": redo}
        say({"event": "pages", **beside(undo=undo, redo=redo), **told})
        say({"event": "findings", "findings": self.findings()})


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    ScriptedWorker(Path(sys.argv[-1])).run()
