"""What the scripted worker knows of a model server: one that runs, one without a model, and so on."""

import json
from pathlib import Path
from typing import Any

MODELS = [
    {"name": "qwen3:4b", "size": 2_497_293_931, "context": 40_960, "parameters": "4.0B",
     "fit": "suits", "words": "suits this machine"},
    {"name": "gemma3:12b", "size": 8_149_190_253, "context": 131_072, "parameters": "12.2B",
     "fit": "tight", "words": "may be slow beside other programs"},
    {"name": "llama3.3:70b", "size": 42_520_413_916, "context": 131_072, "parameters": "70.6B",
     "fit": "too_large", "words": "needs more memory than this machine has"},
]  # fmt: skip
SUGGESTED = [
    {"name": "qwen3:1.7b", "size": 1_400_000_000, "fit": "suits", "best": False,
     "words": "small and quick; picks sentences, names things less well"},
    {"name": "qwen3:4b", "size": 2_500_000_000, "fit": "suits", "best": True,
     "words": "a good choice for a laptop; many languages"},
    {"name": "qwen3:8b", "size": 5_200_000_000, "fit": "tight", "best": False,
     "words": "reads better, takes twice the time"},
]  # fmt: skip

READY = {"way": "choose", "words": "It has 3 models.", "remedy": ""}
NO_MODEL = {"way": "pull", "words": "It is running and has no model yet.",
            "remedy": "Pull one to begin."}  # fmt: skip
NOT_RUNNING = {"way": "start", "words": "No model server answers at http://127.0.0.1:11434.",
               "remedy": "Start Ollama, or carry on without a model."}  # fmt: skip
NOT_INSTALLED = {"way": "install", "words": "Ollama is not installed on this machine.",
                 "remedy": "Get it from https://ollama.com/download."}  # fmt: skip
WRONG = {"way": "correct", "address": "http://printer:631",
         "words": "There is no model server of the expected kind at http://printer:631: it is a web server.",
         "remedy": "Correct the address (OLLAMA_HOST)."}  # fmt: skip
NO_KEY = {"way": "give_key", "kind": "openai", "address": "http://cluster/v1",
          "words": "The model server at http://cluster/v1 refuses: status 401.",
          "remedy": "Give the key that it wants in the environment, or choose another server."}  # fmt: skip
OTHER = {"way": "choose", "address": "http://gpu:11434", "words": "It has 3 models.", "remedy": ""}


def make_server(vault: Path, here: dict[str, str], **more: Any) -> None:
    """Have the worker of ``vault`` find this at this machine's own server, and others elsewhere."""
    servers = {"": here, "printer:631": WRONG, "http://cluster/v1": NO_KEY, "gpu:11434": OTHER}
    known = {"servers": servers, "suggested": SUGGESTED, **more}
    if here["way"] in ("choose", "start"):
        known.setdefault("models", MODELS)
    kept = vault / ".vaultloom" / "server.json"
    kept.write_text(json.dumps(known), encoding="utf-8")
