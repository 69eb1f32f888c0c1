"""How the faults come into the world that rules on evidence and knowledge find; see ``planting``."""

import re

from app.ledger.files import source_path
from tests.app.lint.planting import Ground, Planted, planting, source_of

_NOTE = re.compile(r"^\[\^(?P<label>[\w-]+)\]: “(?P<quote>.*)” \[\[.*$", re.MULTILINE)


def note_on(g: Ground, path: str) -> re.Match[str]:
    """One of the definitions of footnotes on a page."""
    return g.luck.choice(list(_NOTE.finditer(g.text(path))))


def thing_of(path: str) -> str:
    """The thing that a page is on."""
    return path.rpartition("/")[2].removesuffix(".md").lower()


def summary_of(g: Ground, source: str) -> str:
    """Where the summary of a source lies."""
    cache = g.compiler.ledger.cache
    record = cache.source_by(path=source)
    page = cache.pages.summary_of(record.id) if record else None
    return page.path if page else ""


@planting("VL036", "first")
def missing_page(g: Ground) -> Planted:
    for number in range(3):
        g.put(
            f"raw/room {number}.md",
            f"# Remarks on room {number}\n\nIn winter number {number} they sent for the RNLI. Nobody in house"
            f" {number} had heard of the RNLI. Yet by {number} all looked for the RNLI.\n",
        )
    return Planted("VL036", "", "RNLI")  # on the summary of whichever has the first id


@planting("VL037")
def too_thin(g: Ground) -> Planted:
    name = g.name("Empty")
    g.put(
        f"wiki/concepts/{name}.md",
        f'---\nid: "e{g.fresh}"\nkind: "concept"\ncreated: 2026-11-01\nupdated: 2026-11-01\n---\n# {name}\n\n'
        "## Related\n[[Journal]]\n",
    )
    g.add(g.page(), f"See [[{name}]].")
    return Planted("VL037", f"wiki/concepts/{name}.md")


@planting("VL038")
def over_long(g: Ground) -> Planted:
    path = g.page()
    lines = "\n".join(f"- Lamp number {n} was lit.[^own]" for n in range(30))
    g.add(path, f"{lines}\n\n[^own]: I saw it.")
    return Planted("VL038", path, "statements")


@planting("VL050")
def quote_not_in_source(g: Ground) -> Planted:
    path = g.page()
    note, text = note_on(g, path), g.text(path)
    quote = g.luck.choice(["It is not so.", note["quote"].rpartition(" ")[0] + " never"])
    g.put(path, text.replace(f"“{note['quote']}” [[", f"“{quote}” [[", 1))
    return Planted("VL050", path, note["label"])


@planting("VL051")
def raw_file_changed(g: Ground) -> Planted:
    source = source_of(thing_of(g.page()))
    g.put(source, f"{g.text(source)}\nOne more was seen in spring.\n")
    return Planted("VL051", summary_of(g, source), source)


@planting("VL052")
def stale(g: Ground) -> Planted:
    source = source_of(thing_of(g.page()))
    record = g.compiler.ledger.cache.source_by(path=source)
    assert record is not None
    path = source_path(record.id)
    g.put(path, re.sub(r'"version": \d+', '"version": 1', g.text(path), count=1))
    g.compiler.ledger.refresh()
    return Planted("VL052", summary_of(g, source), source)


@planting("VL053")
def unsourced_statement(g: Ground) -> Planted:
    path, words = g.page(), f"{g.name('The lamp')} was never lit at noon."
    before = "## Related" if "## Related" in g.text(path) else "[^"
    at = g.text(path).index(f"\n{before}")
    g.put(path, f"{g.text(path)[:at].rstrip()}\n\n{words}\n{g.text(path)[at:]}")
    return Planted("VL053", path, words)


@planting("VL054", "first")
def weak_source(g: Ground) -> Planted:
    g.put(
        "raw/on bells.md",
        "# Bell of the Bishop Rock\n\n"
        "The Bishop Rock Bell is reportedly a bell that was cast in 1858 for the lighthouse keepers.\n",
    )
    return Planted("VL054", "wiki/entities/Bishop Rock Bell.md")


@planting("VL055", "first")
def coverage_low(g: Ground) -> Planted:
    said = (
        "came late",
        "went early",
        "stood for an hour",
        "was seen from afar",
        "was heard at night",
    )
    lines = " ".join(
        f"It {words} {when}." for words in said for when in ("once", "twice", "again", "then")
    )
    g.put("raw/on tides.md", f"# Notes on tides\n\n## Remarks\n\n{lines}\n")
    return Planted("VL055", "wiki/summaries/Notes on tides.md", "raw/on tides.md")


@planting("VL056")
def footnote_undefined(g: Ground) -> Planted:
    path = g.page()
    note = note_on(g, path)
    g.put(path, g.text(path).replace(f"{note[0]}\n", "", 1))
    return Planted("VL056", path, note["label"])


@planting("VL057")
def footnote_unused(g: Ground) -> Planted:
    path = g.page()
    g.add(path, "[^mine]: Told by the keeper.")
    return Planted("VL057", path, "mine")


@planting("VL062", "first")
def open_question(g: Ground) -> Planted:
    g.put("purpose.md", "# Purpose\n\n## Questions\n\n- Who painted the church windows?\n")
    return Planted("VL062", "purpose.md", "Who painted the church windows?")


@planting("VL063", "first")
def gap(g: Ground) -> Planted:
    when = ("At dusk", "At dawn", "In May", "In June", "By night", "By day", "At noon", "At sea")
    lines = " ".join(f"{each} they wrote to Trinity House." for each in (*when, "Then", "Again"))
    g.put("raw/on houses.md", f"# Remarks on keepers\n\n{lines}\n")
    return Planted("VL063", "wiki/summaries/Remarks on keepers.md", "Trinity House")
