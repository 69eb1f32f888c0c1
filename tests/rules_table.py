"""The table of rules in README.md, made of what the rules say of themselves.

``python -m tests.rules_table`` writes it there; a test fails while it is another.
"""

from pathlib import Path

from app.lint.registry import RULES

README = Path(__file__).resolve().parents[1] / "README.md"
HEAD = "| code | rule | what it finds | at its worst |\n|---|---|---|---|\n"


def table() -> str:
    """The table, its last line end included."""
    rows = sorted(RULES, key=lambda rule: rule.code)
    lines = (f"| {r.code} | `{r.name}` | {r.says.rstrip('.')} | {r.severity} |\n" for r in rows)
    return HEAD + "".join(lines)


def shown(readme: str) -> str:
    """The table in a text; "" where it has none."""
    start = readme.find(HEAD)
    end = readme.find("\n\n", start)
    return readme[start : end + 1] if start >= 0 else ""


def main() -> None:
    """Put it into README.md."""
    text = README.read_text(encoding="utf-8")
    README.write_text(text.replace(shown(text), table()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
