"""The base that lists the pages of a vault: what Obsidian's help says of bases, held against it.

The words that it may use are those of the help's pages "Bases syntax", "Functions" and "Views"
(obsidianmd/obsidian-help, read on 2026-11-30); ``columnSize`` is what Obsidian itself writes.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML

from app.paths import vault_template
from tests.promises.page_checks import _PROPERTIES as OF_PAGES

BASE = YAML(typ="safe", pure=True).load(
    (vault_template() / "wiki/Pages.base").read_text(encoding="utf-8")
)
VIEWS = {view["name"]: view for view in BASE["views"]}
GLOBAL = {"if", "list", "date", "number", "min", "max", "link", "now", "today", "duration"}
METHODS = {"hasTag", "inFolder", "hasLink", "hasProperty", "contains", "isEmpty", "length"}
OF_FILES = {"file.name", "file.ext", "file.folder", "file.path", "file.size", "file.mtime"}
OF_A_VIEW = {"type", "name", "filters", "groupBy", "order", "sort", "limit", "columnSize"}


def expressions(filters: Any) -> Iterator[str]:
    """The statements of a filter, whichever way they are joined."""
    if isinstance(filters, str):
        yield filters
    else:
        assert len(filters) == 1
        assert set(filters) <= {"and", "or", "not"}
        for each in next(iter(filters.values())):
            yield from expressions(each)


def everything_said() -> list[str]:
    """All filters and formulas."""
    views = [f for view in BASE["views"] if "filters" in view for f in expressions(view["filters"])]
    return [*expressions(BASE["filters"]), *BASE["formulas"].values(), *views]


def properties_named() -> set[str]:
    """All properties that columns, groups and orders name."""
    named = set(BASE["properties"])
    for view in BASE["views"]:
        named |= {
            *view["order"],
            *view.get("columnSize", {}),
            *(s["property"] for s in view["sort"]),
        }
        named |= {view["groupBy"]["property"]} if "groupBy" in view else set()
    return named


def test_it_has_the_views_that_a_vault_needs() -> None:
    """All by kind comes first, which is what opens."""
    assert list(VIEWS) == [
        *("All by kind", "Disputed", "Least certain", "Newest"),
        *("Concepts", "Entities", "Comparisons", "Summaries"),
    ]


@pytest.mark.parametrize("view", BASE["views"], ids=lambda v: v["name"])
def test_a_view_holds_what_obsidian_knows(view: dict[str, Any]) -> None:
    """Its keys, its kind, directions in capitals, a name that a link can end in."""
    assert set(view) <= OF_A_VIEW
    assert view["type"] == "table"
    directions = [s["direction"] for s in view["sort"]]
    directions += [view["groupBy"]["direction"]] if "groupBy" in view else []
    assert set(directions) <= {"ASC", "DESC"}
    assert not re.search(r"[#|^:\[\]%]", view["name"])
    assert view["order"][0] == "file.name"


def test_it_names_only_what_pages_have() -> None:
    """A column for a property that no page has would be empty for ever."""
    types = json.loads((vault_template() / ".obsidian/types.json").read_text())["types"]
    for name in properties_named():
        bare = name.removeprefix("note.")
        formula = name.removeprefix("formula.") in BASE["formulas"] and name.startswith("formula.")
        assert formula or name in OF_FILES or (bare in OF_PAGES and bare in types), name


def test_it_uses_only_documented_functions_and_known_words() -> None:
    """An expression that cannot be read makes Obsidian show an error instead of pages."""
    for said in everything_said():
        bare = re.sub(r'"[^"]*"', '""', said)
        methods = set(re.findall(r"\.(\w+)\b", re.sub(r"\d\.\d", "0", bare)))
        calls = set(re.findall(r"(?<![.\w])(\w+)\(", bare))
        words = set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", bare)) - calls
        assert methods <= METHODS | {"ext"}, said
        assert calls <= GLOBAL, said
        assert words <= {*OF_PAGES, "file", "null", "true"}, said
        assert bare.count("(") == bare.count(")"), said


def test_it_finds_pages_by_their_tag_whatever_their_folder_is_called() -> None:
    """The rules may rename the folders of the pages; each page bears the tag of its kind."""
    assert 'file.hasTag("wiki")' in expressions(BASE["filters"])
    assert not any("inFolder" in said for said in everything_said())
