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
from app.vault.pointing import placed, pointed

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
        self.own = False
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
            **self.told_findings(),
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
        marked = pointed(text, request["line"]) if request.get("line") else text
        return {
            "path": request["path"],
            "title": path.stem,
            "kind": self.kind(path),
            "html": placed(render(marked, self.resolve)),
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
        return self.told_findings()

    def do_rules(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {"rules": self.kept("rules", [])}

    def do_owner_notes(self, request: dict[str, Any]) -> dict[str, Any]:
        self.own = request["show"]
        self.tell_findings()
        return {}

    def do_ignored(self, _request: dict[str, Any]) -> dict[str, Any]:
        return {"ignored": self.kept("ignored", [])}

    def do_preview(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["way"] in ("fix", "fix-safe"):
            fixed = self.meant(request["way"], request["about"])
            return {"label": "fix what is wrong", "changed": [_fixed(each) for each in fixed]}
        label = f"{request['way']} {', '.join(request['about'])}"
        found: dict[str, Any] = self.ways().get(request["way"], {"label": label, "changed": []})
        return found

    def do_settle(self, request: dict[str, Any]) -> dict[str, Any]:
        told, settled = self.do_preview(request), (request["way"], request["about"])
        gone = self.meant(*settled)
        if not gone and settled[0] not in ("heed", "ignore"):
            raise LookupError("That is not there any more.")
        self.keep("findings", [each for each in self.findings() if each not in gone])
        self.ignore(*settled, gone)
        self.undo.append((core.read(told, "label"), []))
        self.tell_pages()
        changes: dict[str, list[str]] = {"created": [], "updated": [], "removed": [], "kept": []}
        for page in told["changed"]:
            changes["removed" if page["becomes"] == "gone" else "updated"].append(page["path"])
        said = {"said": told["said"]} if "said" in told else {}
        return {"label": told["label"], "changes": changes, "page": "", **said}

    def meant(self, way: str, about: list[str]) -> list[dict[str, Any]]:
        """The findings that a way settles."""
        found = self.findings()
        if way == "fix-safe":
            return [each for each in found if (each.get("fix") or {}).get("risk") == "safe"]
        if way == "fix":
            return [each for each in found if _key(each) in about]
        if way == "ignore":
            parts = ("code", "path", "what")
            return [
                e
                for e in found
                if all(a in ("", e.get(p)) for a, p in zip(about, parts, strict=True))
            ]
        ways = [(each, [(w["do"], w["about"]) for w in each.get("ways", ())]) for each in found]
        if way == "newer-holds":
            return [each for each in found if each.get("what") in about]
        given = (way, about[:-1])
        return [e for e, own in ways if (way, about) in own or given in own]

    def ignore(self, way: str, about: list[str], gone: list[dict[str, Any]]) -> None:
        """Keep what is ignored, or give it back."""
        kept = self.kept("ignored", [])
        if way == "ignore":
            names = dict(zip(("code", "path", "what"), about, strict=True))
            words = gone[0]["message"] if about[2] else ""
            kept.append({**names, "words": words, "since": "2026-11-30T10:00:00Z", "held": gone})
        elif way == "heed":
            back = [e for e in kept if [e["code"], e["path"], e["what"]] == about]
            self.keep("findings", self.findings() + [f for e in back for f in e.get("held", ())])
            kept = [each for each in kept if each not in back]
        self.keep("ignored", kept)

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
        found: list[dict[str, Any]] = self.kept("findings", [])
        return found

    def told_findings(self) -> dict[str, Any]:
        """As they are told: those of notes of the person's own only where they are asked for."""
        found = [{**each, "key": _key(each)} for each in self.findings()]
        own = [each for each in found if not each["path"].startswith("wiki/")]
        shown = [each for each in found if self.own or each not in own]
        hidden = {"ignored": len(self.kept("ignored", [])), "owner": 0 if self.own else len(own)}
        return {"findings": shown, "hidden": hidden}

    def ways(self) -> dict[str, Any]:
        found: dict[str, Any] = self.kept("ways", {})
        return found

    def kept(self, name: str, otherwise: Any) -> Any:
        """What a file of the vault's folder of ours holds."""
        kept = self.vault / ".vaultloom" / f"{name}.json"
        return json.loads(kept.read_text("utf-8")) if kept.exists() else otherwise

    def keep(self, name: str, what: Any) -> None:
        kept = self.vault / ".vaultloom" / f"{name}.json"
        kept.write_text(json.dumps(what, ensure_ascii=False), encoding="utf-8")

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
        self.tell_findings()

    def tell_findings(self) -> None:
        say({"event": "findings", **self.told_findings()})


def _key(finding: dict[str, Any]) -> str:
    return f"{finding['code']} {finding['path']} {finding.get('what') or finding['message']}"


def _fixed(finding: dict[str, Any]) -> dict[str, Any]:
    """A page that a fix changes."""
    title = finding["path"].rsplit("/", 1)[-1].removesuffix(".md")
    what = finding.get("what") or "this"
    place = {
        "gone": [f"What is said of [[{what}]] here."],
        "came": [f"What is said of {what} here."],
    }
    return {"path": finding["path"], "title": title, "becomes": "changed", "places": [place]}


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    ScriptedWorker(Path(sys.argv[-1])).run()
