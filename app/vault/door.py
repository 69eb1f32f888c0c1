"""python-frontmatter's door to YAML 1.2: it finds the properties, ``app.vault.frontmatter`` reads them."""

import re
from collections.abc import Callable
from typing import Any

import frontmatter
from frontmatter.default_handlers import BaseHandler


class _Handler(BaseHandler):
    FM_BOUNDARY = re.compile(r"^---[ \t]*(?:\n|\Z)", re.MULTILINE)
    START_DELIMITER = END_DELIMITER = "---"

    def __init__(self, read: Callable[[str], dict[str, Any]]) -> None:
        super().__init__()
        self._read = read

    def load(self, fm: str) -> dict[str, Any]:
        return self._read(fm)


def parsed(text: str, read: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """The properties at the front of ``text``, what is between their fences read by ``read``."""
    properties, _ = frontmatter.parse(text, handler=_Handler(read))
    return properties
