"""A disk whose plug is pulled at its n-th call; as for a killed process, nothing works after."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

from app.vault.writing import Disk

P = ParamSpec("P")


class Killed(BaseException):
    """The process is gone."""


class Plug(Disk):
    """A disk that dies at its n-th call, before it, or in the middle of writing.

    ``fuse`` is the number of calls that still work. Nothing is forced to the platter: what is
    tested is the order of the calls, and a test of a thousand kills should not wear out a disk.
    """

    def __init__(self, fuse: int | None = None) -> None:
        super().__init__()
        self.calls = 0
        self._fuse = fuse

    def write(self, path: Path, content: bytes, mode: int | None) -> None:
        if self._last_call():
            path.write_bytes(content[: len(content) // 2])
        self._use()
        path.unlink(missing_ok=True)
        path.write_bytes(content)
        if mode is not None:
            path.chmod(mode)

    def replace(self, source: Path, target: Path) -> None:
        self._use()
        super().replace(source, target)

    def place(self, source: Path, target: Path) -> None:
        self._use()
        super().place(source, target)

    def remove(self, path: Path) -> None:
        self._use()
        super().remove(path)

    def sync(self, folder: Path) -> None:
        self._use()
        assert folder.is_dir()

    def _last_call(self) -> bool:
        return self._fuse is not None and self.calls == self._fuse

    def _use(self) -> None:
        if self._fuse is not None and self.calls >= self._fuse:
            raise Killed
        self.calls += 1


def killed(run: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Run until the plug is pulled; whether it was."""
    try:
        run(*args, **kwargs)
    except Killed:
        return True
    return False


def snapshot(vault: Path) -> dict[str, bytes]:
    """All files of the vault, temporary ones included."""
    found = {}
    for folder, _, names in os.walk(vault):
        for name in names:
            path = Path(folder, name)
            found[path.relative_to(vault).as_posix()] = path.read_bytes()
    return found
