"""Compiled pages as Vaultloom writes them, out of a few values, and what a person may do to them."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

HEADINGS = ("Form", "Order", "Use")
LABELS = tuple(f"k3f-{n}" for n in range(1, 13))
PLACES = ("lead", "loose", *HEADINGS, "table", "dispute")
WORDS = (
    "Pumps take power",
    "A wick soaks up oil",
    "The lamp is lit at dusk",
    "灯芯吸油",
    "`a|b` is one",
)


@dataclass(frozen=True)
class Model:
    """A page: each label with its place and its words, some counts, and the links below."""

    says: dict[str, tuple[str, str]] = field(default_factory=dict)
    left: int = 3
    related: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The page as it would be generated."""
        parts = [self._lead(), self._table(), self._dispute(), self._list("loose")]
        parts += [f"## {h}\n{found}" for h in HEADINGS if (found := self._list(h))]
        if self.related:
            parts.append("## Related\n" + " · ".join(f"[[{name}]]" for name in self.related))
        parts.append(
            f"> [!abstract|left-out]- Left out: {self.left} of the 99 sentences that name it\n"
            f"> - SemVer ({self.left}): [[semver#Form|Form]] {self.left}"
        )
        parts.append(
            "\n".join(f"[^{label}]: “The sentence {label}.” [[raw]]" for label, _ in self._all)
        )
        return self._head() + "# Lamps\n\n" + "\n\n".join(p for p in parts if p) + "\n"

    @property
    def _all(self) -> list[tuple[str, tuple[str, str]]]:
        order = {place: n for n, place in enumerate(PLACES)}
        return sorted(self.says.items(), key=lambda e: (order[e[1][0]], e[0]))

    def statement(self, label: str) -> str:
        """The words and the mark of a statement, as they stand on the page."""
        words = self.says[label][1].replace("|", "\\|") if self.at(label) == "table" else ""
        return f"{words or self.says[label][1]} {label}.[^{label}]"

    def at(self, label: str) -> str:
        """Where a statement stands."""
        return self.says[label][0]

    def _of(self, place: str) -> list[str]:
        return [self.statement(label) for label, (where, _) in self._all if where == place]

    def _lead(self) -> str:
        return " ".join(self._of("lead"))

    def _list(self, place: str) -> str:
        return "\n".join(f"- {said}" for said in self._of(place))

    def _table(self) -> str:
        rows = [f"| x | {said} |" for said in self._of("table")]
        return "\n".join(["| | SemVer |", "|---|---|", *rows]) if rows else ""

    def _dispute(self) -> str:
        lines = [f"> - {said}" for said in self._of("dispute")]
        title = "> [!warning|contradiction] Which of these holds?"
        return "\n".join([title, *lines, ">", "> Open."]) if lines else ""

    def _head(self) -> str:
        listed = "".join(f'  - "{alias}"\n' for alias in self.aliases)
        aliases = f"aliases:\n{listed}" if listed else ""
        return f'---\nid: "2v8xqd"\n{aliases}confidence: 0.{self.left}\ntags:\n  - "wiki/concept"\n---\n'


MODELS = st.builds(
    Model,
    says=st.dictionaries(
        st.sampled_from(LABELS), st.tuples(st.sampled_from(PLACES), st.sampled_from(WORDS))
    ),
    left=st.integers(1, 9),
    related=st.lists(st.sampled_from("ABCD"), unique=True).map(tuple),
    aliases=st.lists(st.sampled_from(("Wick", "Öl", "yes", "1.0")), unique=True).map(tuple),
)

OWN = (
    "My own line {n}.",
    "- my own item {n}",
    "  - nested {n}",
    "## My heading {n}",
    "> my quote {n}",
    "| my | row {n} |",
    "I doubt this {n}.[^k3f-3]",
    "\nMy paragraph {n}.\n",
    "<div>mine {n}</div>",
    "$$\nx = {n}\n$$",
    "```\ncode {n}\n```",
    "[^mine{n}]: my note",
    "***{n}***",
    "    indented {n}",
    "1. numbered {n}",
    "%% comment {n} %%",
    "own: property {n}",
)

EDITS = st.lists(
    st.tuples(
        st.sampled_from(("add", "delete", "reword", "move")), st.integers(0, 99), st.integers(0, 99)
    ),
    max_size=6,
)
Edit = tuple[str, int, int]


def edited(text: str, edits: list[Edit]) -> tuple[str, list[str]]:
    """``text`` with lines added, deleted, reworded and moved, and the lines that were added."""
    lines = text.split("\n")
    added = []
    for number, (what, first, second) in enumerate(edits):
        at = first % len(lines)
        if what == "add":
            line = OWN[second % len(OWN)].format(n=f"n{number}")
            lines[at:at] = line.split("\n")
            added += [each for each in line.split("\n") if f"n{number}" in each]
        elif what == "delete" and len(lines) > 1:
            del lines[at]
        elif what == "reword":
            lines[at] = lines[at].replace(".[^", f", I think{number}.[^", 1)
        elif what == "move":
            lines.insert(second % len(lines), lines.pop(at))
    return "\n".join(lines), [line for line in added if line in lines]
