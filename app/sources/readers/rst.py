"""reStructuredText: documents, Python enhancement proposals, parts of manuals.

Read by docutils with its doors shut: no files are included, nothing raw is passed on, roles and
directives that it does not know give their words, and nothing is printed. A text that docutils
cannot read is read as plain text, and said so.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, Parser, directives, roles, states
from docutils.parsers.rst.languages import en
from docutils.utils import SystemMessage

from app.sources.decoding import decode
from app.sources.document import BlockKind, Document, Metadata
from app.sources.manuscript import Manuscript
from app.sources.readers import text as plain
from app.sources.readers.naming import stem
from app.sources.readers.rst_blocks import write_down
from app.sources.tidying import clean, one_line

FORMAT = "rst"
_LARGEST = 1_500_000  # characters; docutils reads some 100 kB a second
_OPENERS = "*`|_:"
_MOST_OPENERS = 2_000  # in one paragraph
_FIELD = re.compile(r"([A-Z][A-Za-z0-9-]{1,30}):(?:[ \t]+(.*))?$")
_FEWEST_FIELDS = 3
_DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([A-Za-z][\w:.+-]*?)::", re.M)
_ROLE = re.compile(r":([A-Za-z][\w.+:-]{0,60}):`|`:([A-Za-z][\w.+:-]{0,60}):")
_TEXT_ROLES = frozenset(("ref", "doc", "term", "numref", "any", "abbr", "dfn", "guilabel"))
_ADDRESS = re.compile(r"\s*<[^<>]*>|\s*\([^()]*@[^()]*\)")
_DROPPED = frozenset(
    [
        *("toctree", "index", "only", "include", "literalinclude", "raw", "image", "highlight"),
        *("currentmodule", "module", "meta", "contents", "tabularcolumns", "sectionauthor"),
    ]
)
_CODE = frozenset(
    [
        *("code-block", "sourcecode", "code", "parsed-literal", "productionlist", "testcode"),
        *("doctest", "testoutput", "prompt", "ipython", "graphviz", "mermaid", "math"),
    ]
)
_SETTINGS = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": False,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "sectsubtitle_xform": False,
    "syntax_highlight": "none",
    "smart_quotes": False,
    "line_length_limit": 10_000_000,
}


def read(data: bytes, name: str) -> Document:
    """A reStructuredText file as a document. Raises SourceRefused where there are no words."""
    decoded = decode(data)
    text = clean(decoded.text)
    tree = None if _too_much(text) else _tree(text[_header_end(text) :])
    if tree is None:
        said = "It could not be read as reStructuredText; it was read as plain text."
        return plain.read_text(text, name, decoded.encoding, (*decoded.recovered, said))
    manuscript = Manuscript()
    fields = _fields(text[: _header_end(text)])
    for key, value in fields:
        manuscript.add(BlockKind.FIELD, f"{key}: {value}")
    heading = write_down(tree, manuscript)
    about = _metadata(fields)
    return manuscript.document(
        name=name,
        metadata=about,
        title=_title(fields) or one_line(heading) or stem(name),
        format=FORMAT,
        encoding=decoded.encoding,
        recovered=decoded.recovered,
    )


def _too_much(text: str) -> bool:
    """Whether docutils would take minutes: it looks for the end of each mark anew."""
    if len(text) > _LARGEST:
        return True
    return any(
        sum(map(chunk.count, _OPENERS)) > _MOST_OPENERS
        for chunk in text.split("\n\n")
        if len(chunk) > _MOST_OPENERS
    )


def _header_end(text: str) -> int:
    """Where the fields at the top ("Status: Final") end; 0 if there are none.

    PEP 1: a header in the style of RFC 2822, up to the first empty line.
    """
    start = len(text) - len(text.lstrip("\n"))
    end = text.find("\n\n", start)
    head = text[start : end if end >= 0 else len(text)].split("\n")
    fields = sum(1 for line in head if _FIELD.match(line))
    others = [line for line in head if not _FIELD.match(line) and not line[:1].isspace()]
    enough = fields >= _FEWEST_FIELDS or head[0].startswith("PEP:")
    return (end if end >= 0 else len(text)) if enough and not others else 0


def _fields(header: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for line in header.strip("\n").split("\n"):
        field = _FIELD.match(line)
        if field:
            found.append((field.group(1), (field.group(2) or "").strip()))
        elif found:
            key, value = found[-1]
            found[-1] = (key, f"{value} {line.strip()}".strip())
    return [(key, value) for key, value in found if value]


def _metadata(fields: Sequence[tuple[str, str]]) -> Metadata:
    named = {key.lower(): value for key, value in reversed(fields)}
    authors = _ADDRESS.sub("", named.get("author", "")).split(",")
    return Metadata(
        title=named.get("title", ""),
        authors=tuple(author.strip() for author in authors if author.strip()),
        date=named.get("created") or named.get("date", ""),
        fields=tuple(fields),
    )


def _title(fields: Sequence[tuple[str, str]]) -> str:
    named = dict(reversed(fields))
    title = named.get("Title", "")
    return f"PEP {named['PEP']}: {title}" if title and "PEP" in named else title


def _role(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: states.Inliner,
    options: Mapping[str, Any] | None = None,
    content: Sequence[str] = (),
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """A role that docutils does not know: what Sphinx would show of it, at best."""
    words = _shown(nodes.unescape(text))
    as_text = " " in words or name.lower() in _TEXT_ROLES
    kind = nodes.inline if as_text else nodes.literal
    return [kind(rawtext, words)], []


def _shown(text: str) -> str:
    """What Sphinx shows for "words <target>", "~package.name" and "!name"."""
    words, opened, _ = text.partition("<")
    if opened and words.strip():
        return words.strip()
    return text.lstrip("~!")


class _Kept(Directive):
    """A directive that docutils does not know: its words are read as text."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Its argument as a paragraph, if it is more than a name, then its content."""
        box = nodes.container()
        argument = " ".join(self.arguments)
        if " " in argument:
            words, _ = self.state.inline_text(argument, self.lineno)
            box += nodes.paragraph(argument, "", *words)
        if any(line.strip() for line in self.content):
            self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


class _AsCode(_Kept):
    """A directive whose content is code."""

    def run(self) -> list[nodes.Node]:
        """Its content as a block of code, options at its top left out."""
        lines = list(self.content)
        while lines and re.match(r":[\w-]+:", lines[0]):
            lines.pop(0)
        code = "\n".join(lines)
        return [nodes.literal_block(code, code)] if code.strip() else []


class _Left(_Kept):
    """A directive that shows nothing of its own."""

    def run(self) -> list[nodes.Node]:
        """Nothing."""
        return []


def _tree(text: str) -> nodes.document | None:
    for name in {found.lower() for found in _DIRECTIVE.findall(text)}:
        _register(name)
    for before, after in set(_ROLE.findall(text)):
        if (before or after).lower() not in en.roles:
            roles.register_local_role((before or after).lower(), cast("Any", _role))
    try:
        return publish_doctree(text, parser=Parser(), settings_overrides=dict(_SETTINGS))
    except (
        SystemMessage,
        RecursionError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        AssertionError,
        NotImplementedError,
    ):  # fmt: skip - what docutils raises on text that it was never tried on
        return None


def _register(name: str) -> None:
    if name in _DROPPED:
        directives.register_directive(name, _Left)
    elif name in _CODE:
        directives.register_directive(name, _AsCode)
    elif name not in en.directives:
        directives.register_directive(name, _Kept)
