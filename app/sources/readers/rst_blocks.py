"""The blocks of a docutils tree, in reading order."""

from docutils import nodes

from app.sources.document import BlockKind, MarkKind
from app.sources.manuscript import Manuscript, Passage, introduces

_MARKS: dict[type[nodes.Node], MarkKind] = {
    nodes.emphasis: MarkKind.EMPHASIS,
    nodes.title_reference: MarkKind.EMPHASIS,
    nodes.strong: MarkKind.STRONG,
}
_SKIPPED = (
    nodes.comment,
    nodes.target,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.image,
    nodes.raw,
    nodes.pending,
    nodes.label,
    nodes.meta,
    nodes.transition,
    nodes.decoration,
)
_CODE = (nodes.literal_block, nodes.doctest_block, nodes.math_block)
_NUMBERLESS = ("[#]_", "[*]_")  # what is left of a note's mark when its note is missing
_LETTERS = {"loweralpha": "a", "upperalpha": "A"}


def write_down(tree: nodes.document, manuscript: Manuscript) -> str:
    """Write every block of the tree; returns the heading that stands over the whole document."""
    return _Walk(manuscript, tree).all()


class _Walk:
    def __init__(self, manuscript: Manuscript, tree: nodes.document) -> None:
        self._manuscript = manuscript
        self._tree = tree
        self._before: int | None = None
        self._depth = 0  # of list items
        self._level = 1  # of the next heading

    def all(self) -> str:
        sections = [child for child in self._tree.children if isinstance(child, nodes.section)]
        prose = any(_has_words(child) for child in self._tree.children if child not in sections)
        single = len(sections) == 1 and not prose
        self._level = 1 if single else 2
        self._children(self._tree, None)
        return sections[0][0].astext() if single and len(sections[0]) else ""

    def _children(self, node: nodes.Element, parent: int | None) -> None:
        for child in node.children:
            if isinstance(child, nodes.Element) and not isinstance(child, _SKIPPED):
                self._block(child, parent)

    def _block(self, node: nodes.Element, parent: int | None) -> None:
        if isinstance(node, nodes.section):
            self._section(node)
        elif isinstance(node, nodes.title | nodes.subtitle):
            self._title(node)
        elif isinstance(node, nodes.paragraph | nodes.rubric | nodes.caption | nodes.attribution):
            self._before = self._add(BlockKind.PARAGRAPH, node, parent)
        elif isinstance(node, _CODE):
            above = self._before if self._before is not None else parent
            self._manuscript.add_code(node.astext(), parent=above)
        elif isinstance(node, nodes.bullet_list | nodes.enumerated_list):
            self._list(node, parent)
        elif isinstance(node, nodes.table):
            self._table(node)
        elif isinstance(node, nodes.line):
            self._before = self._add(BlockKind.PARAGRAPH, node, parent)
        elif isinstance(node, nodes.footnote | nodes.citation):
            self._children(node, None)
            self._before = None
        elif isinstance(node, nodes.topic) and "contents" in node.get("classes", ()):
            return
        else:
            self._other(node, parent)

    def _other(self, node: nodes.Element, parent: int | None) -> None:
        if isinstance(node, nodes.definition_list | nodes.option_list):
            for item in node.children:
                self._term(item, parent)
            self._before = None
        elif isinstance(node, nodes.field_list):
            for item in node.children:
                self._field(item)
            self._before = None
        elif isinstance(node, nodes.block_quote):
            self._quote(node, parent)
        else:
            self._children(node, parent)

    def _section(self, node: nodes.section) -> None:
        self._level += 1
        self._before = None
        self._children(node, None)
        self._level -= 1
        self._before = None

    def _title(self, node: nodes.Element) -> None:
        if isinstance(node.parent, nodes.section):
            level = min(self._level - 1, 6)
            self._manuscript.add(BlockKind.HEADING, _passage(node), level=level)
        else:
            self._add(BlockKind.PARAGRAPH, node, None)
        self._before = None

    def _add(self, kind: BlockKind, node: nodes.Element, parent: int | None) -> int | None:
        return self._manuscript.add(kind, _passage(node), parent=parent)

    def _list(self, node: nodes.Element, parent: int | None) -> None:
        before = self._before
        leads = before is not None and introduces(self._manuscript.text_of(before))
        above = before if leads else parent
        for number, item in enumerate(node.children):
            if isinstance(item, nodes.list_item):
                self._item(item, above, _marker(node, number))
        self._before = None

    def _item(self, item: nodes.list_item, above: int | None, marker: str) -> None:
        index: int | None = None
        self._before = None
        for child in item.children:
            if not isinstance(child, nodes.Element) or isinstance(child, _SKIPPED):
                continue
            if index is None and isinstance(child, nodes.paragraph):
                index = self._before = self._manuscript.add(
                    BlockKind.ITEM, _passage(child), level=self._depth, marker=marker, parent=above
                )
                continue
            self._depth += 1
            self._block(child, above if index is None else index)
            self._depth -= 1

    def _term(self, item: nodes.Node, parent: int | None) -> None:
        if not isinstance(item, nodes.Element):
            return
        names = [child for child in item.children if not isinstance(child, nodes.Text)]
        index: int | None = None
        for child in names:
            if isinstance(child, nodes.term | nodes.option_group):
                index = self._add(BlockKind.TERM, child, parent)
            elif isinstance(child, nodes.definition | nodes.description):
                self._before = None
                self._children(child, index)

    def _field(self, item: nodes.Node) -> None:
        if not isinstance(item, nodes.field):
            return
        name, body = item[0].astext(), item[1]
        words = Passage(f"{name}: ")
        if isinstance(body, nodes.Element) and body.astext().strip():
            _fill(words, body)
            self._manuscript.add(BlockKind.FIELD, words)

    def _quote(self, node: nodes.Element, parent: int | None) -> None:
        for child in node.children:
            if isinstance(child, nodes.paragraph):
                self._before = self._add(BlockKind.QUOTE, child, parent)
            elif isinstance(child, nodes.Element) and not isinstance(child, _SKIPPED):
                self._block(child, parent)

    def _table(self, node: nodes.Element) -> None:
        header: int | None = None
        for title in node.findall(nodes.title):
            self._add(BlockKind.PARAGRAPH, title, None)
        for row in node.findall(nodes.row):
            cells = [_passage(cell) for cell in row.children if isinstance(cell, nodes.entry)]
            is_header = header is None and isinstance(row.parent, nodes.thead)
            index = self._manuscript.add_row(
                cells, parent=None if is_header else header, header=is_header
            )
            header = index if is_header else header
        self._before = None


def _has_words(node: nodes.Node) -> bool:
    return not isinstance(node, _SKIPPED) and bool(node.astext().strip())


def _marker(node: nodes.Element, number: int) -> str:
    if not isinstance(node, nodes.enumerated_list):
        return ""
    count = int(node.get("start", 1)) + number
    first = _LETTERS.get(node.get("enumtype", "arabic"))
    return chr(ord(first) + count - 1) if first and 1 <= count <= 26 else str(count)


def _passage(node: nodes.Element) -> Passage:
    passage = Passage()
    _fill(passage, node)
    return passage


def _fill(passage: Passage, node: nodes.Element) -> None:
    """Put in the words of a paragraph; what stands for nothing but a number is left out."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            passage.add(child.astext())
        elif isinstance(child, nodes.literal):
            passage.code(child.astext())
        elif isinstance(child, nodes.footnote_reference | nodes.citation_reference):
            _reference(passage, child)
        elif isinstance(child, nodes.problematic) and child.astext() in _NUMBERLESS:
            passage.drop_blank()
        elif isinstance(child, nodes.Element) and not isinstance(child, _SKIPPED):
            _inline(passage, child)


def _inline(passage: Passage, node: nodes.Element) -> None:
    start = passage.length
    if not isinstance(node, nodes.TextElement):
        passage.add("\n")
    _fill(passage, node)
    if isinstance(node, nodes.reference):
        passage.mark(start, MarkKind.LINK, str(node.get("refuri", "")))
    elif type(node) in _MARKS:
        passage.mark(start, _MARKS[type(node)])


def _reference(passage: Passage, node: nodes.Element) -> None:
    """A note's name or number as the source has it: "[distutils]" for ``[#distutils]_``."""
    name = node.rawsource.strip("[]_#* \t")
    if name:
        passage.add(f"[{name}]")
    else:
        passage.drop_blank()
