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
compile                                  {"items": [item]}; what is new in raw/ is queued, compiling starts
stop        item: id or null (all)       {}; the source under way is given up cleanly, nothing half done stays
retry       item: id                     {}
clear                                    {}; finished items leave the queue's list
page        path: vault-relative         {"path", "title", "kind", "html", "editable": bool}
undo                                     {"label": str, "changes": changes}
lint                                     {"findings": [finding]}
quit                                     {}; the worker ends once the answer is out
=========== ============================ =====================================================

Events come unasked::

    {"event": "queue", "items": [item]}           the whole queue, whenever any of it changed
    {"event": "progress", "item": id, "stage": str, "done": int, "total": int}
    {"event": "pages", "pages": [page], "undo": label or null}    after a change of pages
    {"event": "findings", "findings": [finding]}
    {"event": "idle"}                             the queue is empty and all is written

Shapes::

    state    {"vault": name, "path": absolute, "readonly": str or null (why), "pages": [page],
              "queue": [item], "findings": [finding], "undo": label or null,
              "model": {"name": "builtin", "words": "Built-in reader"}}
    page     {"path", "title", "kind": "concept|entity|summary|comparison|index|overview|log|note",
              "gist", "statements": int, "voices": int, "disputed": bool, "aliases": [str]}
    item     {"id": str, "name": file name, "source": raw path or null,
              "status": "waiting|working|compiled|unchanged|duplicate|refused|failed|stopped",
              "stage": "copying|reading|extracting|writing" or null, "done": int, "total": int,
              "reason": str (words, for refused, failed, duplicate),
              "result": {"created": [path], "updated": [path], "removed": [path]} or null,
              "page": path of its summary page or null}
    finding  {"code", "rule", "severity": "error|warning|info", "path", "line": int, "message",
              "fix": {"risk": "safe|review|show", "title"} or null}
    changes  {"created": [path], "updated": [path], "removed": [path], "kept": [path]}

A page's ``html`` is a fragment of the HTML that Qt's rich text understands. Its links are
``vault:<percent-encoded vault path>#<anchor>`` for what resolves, ``missing:<name>`` for what does
not, and ``https:`` for the web; footnote marks link to ``#fn-<label>`` and carry the quote as
their title. Classes: ``callout callout-<type>``, ``footnotes``, ``missing``, ``properties``.
"""
