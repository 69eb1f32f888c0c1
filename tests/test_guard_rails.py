"""What no reviewer should have to look for: each rule of the house that a machine can check."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = Path(__file__).resolve().parent.parent
FORBIDDEN_BELOW_UI = ("PySide6", "shiboken6", "qtpy", "qtawesome", "ui")

# Other people's words, kept byte for byte; the lock's hashes hold no words.
THIRD_PARTY = ("resources/samples/", "tests/fixtures/", "requirements.lock")
PICTURES = (".png", ".ico", ".icns", ".pdf", ".epub", ".docx")

# Put together here, or this file would break its own rule.
REGISTRY_HOSTS = [
    "pypi" + ".org",
    "pypi.python" + ".org",
    "files.python" + "hosted.org",
    "deb.debian" + ".org",
    "security.debian" + ".org",
    "registry.npmjs" + ".org",
    "index.crates" + ".io",
]
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|Users|work|root|opt)/[A-Za-z0-9_.]")

LONGEST_FUNCTION = 60
EMPTY_NAMES = ("Manager", "Helper", "Helpers", "Util", "Utils", "Service")

IMPORT_ALL = """
import importlib, pkgutil, sys
top = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(top.__path__, top.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
loaded = {name.partition(".")[0] for name in sys.modules}
print(" ".join(sorted(loaded & set(sys.argv[2:]))))
"""


def loaded_by_importing_all_of(package: str, folder: Path) -> list[str]:
    """The forbidden packages that a fresh interpreter holds after importing every module."""
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, package, *FORBIDDEN_BELOW_UI],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def plant(folder: Path, files: dict[str, str]) -> None:
    """Write small files into ``folder``."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_importing_all_of_app_loads_no_qt() -> None:
    """The headless path, and the worker, never pay for Qt nor need its system libraries."""
    assert loaded_by_importing_all_of("app", PROJECT) == []


def test_a_leak_of_qt_is_seen_however_deep(tmp_path: Path) -> None:
    """The check above can fail: a leak through a third module in a room of a room is found."""
    plant(
        tmp_path,
        {
            "leaky/__init__.py": "",
            "leaky/room/__init__.py": "",
            "leaky/room/innocent.py": "import leaky_friend",
            "leaky_friend.py": "import PySide6.QtCore",
        },
    )
    assert loaded_by_importing_all_of("leaky", tmp_path) == ["PySide6", "shiboken6"]


def project_files() -> list[str]:
    """The files of the project, tracked or about to be, relative and with "/"."""
    if not (PROJECT / ".git").exists():
        pytest.skip("not a git work tree, so there is no telling the project's files from others")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        timeout=60,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    return [name for name in names if name and (PROJECT / name).is_file()]


def places_named_in(text: str) -> list[str]:
    """The registry hosts and paths of one machine that ``text`` names, with their lines."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        hosts = [host for host in REGISTRY_HOSTS if host in line.lower()]
        paths = [match.group() for match in MACHINE_PATH.finditer(line)]
        found += [f"line {number}: {place}" for place in hosts + paths]
    return found


def test_no_file_names_a_registry_or_a_path_of_somebodys_machine() -> None:
    """Packages come from wherever the machine's own settings say."""
    named = []
    for name in project_files():
        if name.startswith(THIRD_PARTY) or name.endswith(PICTURES):
            continue
        text = (PROJECT / name).read_text(encoding="utf-8", errors="replace")
        named += [f"{name}, {place}" for place in places_named_in(text)]
    assert named == []


def test_the_lock_names_no_place_at_all() -> None:
    """Nothing in it but names, versions, conditions and hashes."""
    text = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^\s*-(?!-hash=sha256:).*|^.*(?:://|@ ).*", text) == []


@pytest.mark.parametrize(
    "line",
    [
        f"--index-url=https://{REGISTRY_HOSTS[0]}/simple",
        "cd /" + "home/alex/vaultloom",
        "open('/" + "work/main/app')",
    ],
)
def test_a_place_that_is_named_is_seen(line: str) -> None:
    """The check above can fail."""
    assert places_named_in(line)


@pytest.mark.parametrize("line", ["~/work/x", "a/home/b", "https://example.org/work/1", "/tmp/x"])
def test_other_places_are_not_meant(line: str) -> None:
    """Paths inside a web address, relative paths and temporary ones belong to nobody."""
    assert places_named_in(line) == []


def test_every_dependency_is_locked_at_a_version_that_is_allowed() -> None:
    """``make lock`` was run after the last change of pyproject.toml."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    text = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    locked: dict[str, list[str]] = {}
    for name, version in re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", text):
        locked.setdefault(name, []).append(version)
    for requirement in map(Requirement, wanted):
        versions = locked.get(re.sub(r"[-_.]+", "-", requirement.name).lower(), [])
        assert versions, f"{requirement.name} is not locked"
        assert all(Version(version) in requirement.specifier for version in versions)


def complaints(folder: Path) -> Iterator[str]:
    """What breaks the rules of the house in the Python files below ``folder``, with places."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(folder.parent).as_posix()
        if not ast.get_docstring(tree):
            yield f"{place}: the module has no docstring"
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith(EMPTY_NAMES):
                yield f"{place}:{node.lineno}: {node.name} does not say what it is"
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                lines = node.end_lineno - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    yield f"{place}:{node.lineno}: {node.name} has {lines} lines"


@pytest.mark.parametrize("room", ["app", "ui"])
def test_modules_say_what_they_are_and_functions_stay_small(room: str) -> None:
    """A docstring a module, no class named for doing something or other, no endless function."""
    assert list(complaints(PROJECT / room)) == []


def test_what_breaks_the_rules_of_the_house_is_seen(tmp_path: Path) -> None:
    """The check above can fail, for each of its reasons."""
    long = "def f():\n" + "    print()\n" * LONGEST_FUNCTION
    plant(
        tmp_path, {"room/a.py": f"class NoteManager:\n    pass\n{long}", "room/b.py": '"""Fine."""'}
    )
    assert list(complaints(tmp_path / "room")) == [
        "room/a.py: the module has no docstring",
        "room/a.py:1: NoteManager does not say what it is",
        "room/a.py:3: f has 61 lines",
    ]
