"""Every text that a person may see has a translation that loses none of its values.

``python -m tests.test_translations`` adds what is missing to the catalogues, with an empty
translation to be filled in, and takes out what is said no more.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from app.llm import answer
from app.llm.machine import Fit, every_model
from app.llm.pulling import REASONS
from app.saying import BETWEEN, NEXT, SYSTEM
from app.sources.kinds import WORDS

PROJECT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted((PROJECT / "resources" / "translations").glob("*.json"))
WINDOW = PROJECT / "ui"
CORE = PROJECT / "app"

PLACES = re.compile(r"\{\w+\}|%\d")
TRANSLATED = ("tr", "_translate", "translate", "QT_TRANSLATE_NOOP")
SAYING = ("say", "said", "sentences", "Failure", "Finding", "Fix", "Arrival", "_is", "_refused",
          "_unreadable", "_finding", "_checked", "_Refused", "word", "names", "Trouble", "Standing", "Way")  # fmt: skip
ERRORS = ("VaultloomError", "SourceRefused", "VaultProblem", "VaultBusy", "NotOurs",
          "RulesUnreadable", "NothingToUndo", "ModelUnavailable")  # fmt: skip
NAMED = ("remedy", "message", "reason", "title", "allowed")
"""Arguments by name that hold words for a person, whatever is called with them."""

SHOWN = ("setText", "setToolTip", "setAccessibleName", "setPlaceholderText", "setWindowTitle",
         "addAction", "QLabel", "QPushButton", "tell", "say", "setAccessibleDescription")  # fmt: skip
"""Calls that put words before a person; a literal among their words is not translated."""

COMMAND_LINE = (
    "__main__.py",
    "by_command.py",
    "options.py",
    "demo.py",
    "going_back.py",
    "names_by_command.py",
)
"""Modules whose words only the command line prints; it speaks English."""

NO_WORDS = re.compile(
    r"VL\d+|orphan|source|merge|holds|changed|contradiction|[a-z]+(-[a-z]+)+|Vaultloom|.*[\[*|].*"
)
"""Literals among them that are no words: codes, names of rules, patterns."""


@cache
def modules(room: Path) -> list[tuple[Path, ast.Module]]:
    paths = sorted(room.rglob("*.py"))
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def words_in(node: ast.expr, names: dict[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """The literals that an argument may be: itself, either side of an if, what a name stands for."""
    if (isinstance(node, ast.Constant) and isinstance(node.value, str)) or isinstance(
        node, ast.JoinedStr
    ):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from (*words_in(node.body, names), *words_in(node.orelse, names))
    elif isinstance(node, ast.Name):
        for value in names.get(node.id, []):
            if not isinstance(value, ast.Name):
                yield from words_in(value, names)


def assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What is assigned to each plain name of a module, in whatever function."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def is_core_say(node: ast.Call) -> bool:
    """The core's ``say``, not a method of that name."""
    return isinstance(node.func, ast.Name) and node.func.id == "say"


def arguments(node: ast.Call) -> list[ast.expr]:
    """The arguments of a call that hold words for a person."""
    ours = called(node) in (*SAYING, *ERRORS)
    return [*(node.args if ours else []), *(k.value for k in node.keywords if k.arg in NAMED)]


@cache
def core_words() -> list[tuple[str, ast.expr]]:
    return list(_core_words())


def _core_words() -> Iterator[tuple[str, ast.expr]]:
    for path, tree in modules(CORE):
        if path.name in COMMAND_LINE:
            continue
        names = assigned(tree)
        for node in ast.walk(tree):
            rule = path.name == "rules.py" and isinstance(node, ast.Call)
            if isinstance(node, ast.Call):
                said = node.args if rule and called(node) == "ValueError" else arguments(node)
                for argument in said:
                    for each in words_in(argument, names):
                        yield f"{path.relative_to(PROJECT)}:{each.lineno}", each


def is_sentence(words: str) -> bool:
    """Whether a literal is words at all: not a path, a code, a pattern or a mark."""
    return bool(re.search(r"[A-Za-z]{2}", PLACES.sub("", words))) and not NO_WORDS.fullmatch(words)


def words_of_models() -> Iterator[str]:
    """What is said of models from tables, not where it is made."""
    yield from (text for pair in answer.WORDS.values() for text in pair if text)
    yield from (text for _, *pair in REASONS for text in pair)
    yield from (fit.value for fit in Fit)
    yield from (model.words for model in every_model())


def texts_of_core() -> dict[str, str]:
    """Each text of the core that the window may show, and where it is said."""
    found = dict.fromkeys((BETWEEN, NEXT, *SYSTEM), "app/saying.py")
    found |= dict.fromkeys(WORDS, "app/sources/kinds.py")
    found |= dict.fromkeys(words_of_models(), "app/llm")
    for place, node in core_words():
        if isinstance(node, ast.Constant) and is_sentence(str(node.value)):
            found.setdefault(str(node.value), place)
    return found


def translations_asked() -> Iterator[tuple[str, ast.expr]]:
    """The argument of every call that asks Qt for a translation."""
    for path, tree in modules(WINDOW):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in TRANSLATED and node.args:
                place = f"{path.relative_to(PROJECT)}:{node.lineno}"
                words = node.args[0 if called(node) == "tr" else min(1, len(node.args) - 1)]
                yield place, words


def texts_of_window() -> dict[str, str]:
    """Each text of the window, and where it is said."""
    found: dict[str, str] = {}
    for place, node in translations_asked():
        if isinstance(node, ast.Constant):
            found.setdefault(str(node.value), place)
    for path, tree in modules(WINDOW):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (called(node) == "Failure" or is_core_say(node)):
                for words in node.args:
                    if isinstance(words, ast.Constant) and is_sentence(str(words.value)):
                        found.setdefault(str(words.value), f"{path.name}:{node.lineno}")
    return found


@cache
def texts() -> dict[str, str]:
    return texts_of_core() | texts_of_window()


def catalogue(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_there_is_a_catalogue_for_chinese() -> None:
    """English needs none: its texts are the keys."""
    assert [path.stem for path in CATALOGUES] == ["zh_CN"]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_has_a_translation(path: Path) -> None:
    """A new one is added with ``python -m tests.test_translations`` and then filled in."""
    known = catalogue(path)
    assert {words: place for words, place in texts().items() if not known.get(words)} == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_no_translation_is_of_what_nobody_says(path: Path) -> None:
    """What is said no more goes out with it."""
    assert sorted(set(catalogue(path)) - set(texts())) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_keep_every_value(path: Path) -> None:
    """Each place for a name or a number is there as often as in English."""
    differing = {
        words: translation
        for words, translation in catalogue(path).items()
        if sorted(PLACES.findall(words)) != sorted(PLACES.findall(translation))
    }
    assert differing == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_catalogues_are_in_order(path: Path) -> None:
    """Sorted, one text a line, so that two who add something do not meet."""
    assert path.read_text(encoding="utf-8") == in_order(catalogue(path))


def test_chinese_is_written_as_chinese_is() -> None:
    """Its own marks, no space between its characters, one word for one thing."""
    han = r"[\u4e00-\u9fff]"
    wrong = {}
    for english, chinese in catalogue(CATALOGUES[0]).items():
        if re.search(rf"{han}[,.;:?!]|{han} {han}|“.*\"|\.\.\.", chinese):
            wrong[english] = chinese
        if re.search("保险库|文件库|引用文|链结|档案|資|軟", chinese):
            wrong[english] = chinese
    assert wrong == {}


def test_values_are_put_into_words_where_they_can_be_taken_out_again() -> None:
    """No f-string among the words of the core: ``say`` keeps template and values apart."""
    assert [place for place, node in core_words() if isinstance(node, ast.JoinedStr)] == []


def test_what_is_translated_stands_in_the_source() -> None:
    """``tr`` of a variable would be found by nobody; the table of actions is the exception."""
    unknown = [
        place
        for place, node in translations_asked()
        if not isinstance(node, ast.Constant)
        and not place.startswith(("ui/actions.py", "ui/language.py", "ui/text.py"))
    ]
    assert unknown == []


def test_the_window_shows_no_words_that_are_not_translated() -> None:
    """A literal may stand in ``tr`` only, or in a failure, which is translated when it is shown."""
    bare = []
    for path, tree in modules(WINDOW):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in SHOWN and not is_core_say(node):
                for words in [*node.args, *(k.value for k in node.keywords)]:
                    plain = isinstance(words, ast.Constant) and isinstance(words.value, str)
                    if plain and is_sentence(words.value):  # type: ignore[attr-defined]
                        bare.append(f"{path.relative_to(PROJECT)}:{node.lineno}")
    assert bare == []


def in_order(known: dict[str, str]) -> str:
    """A catalogue as its file has it."""
    return json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def bring_up_to_date() -> None:
    """Add what is missing, take out what is said no more."""
    for path in CATALOGUES:
        known = catalogue(path)
        path.write_text(
            in_order({words: known.get(words, "") for words in texts()}), encoding="utf-8"
        )


if __name__ == "__main__":
    bring_up_to_date()
