"""The style of a page's text, from the theme's colours and the reader's text size."""

from ui.theme import Tokens

SERIFS = (
    "Source Serif 4", "Noto Serif", "Georgia", "Cambria", "Liberation Serif", "DejaVu Serif",
    "Source Han Serif SC", "Noto Serif CJK SC", "Songti SC", "SimSun", "serif",
)  # fmt: skip
"""Typefaces with serifs, the first that is there; those for Chinese come after."""

_CALLOUTS = {
    "note": ("info", "pencil-line"),
    "abstract": ("info", "clipboard-text"),
    "info": ("info", "info"),
    "todo": ("info", "check-circle"),
    "tip": ("good", "flame"),
    "success": ("good", "check"),
    "question": ("warning", "question"),
    "warning": ("warning", "warning"),
    "failure": ("error", "x"),
    "danger": ("error", "warning-octagon"),
    "bug": ("error", "bug"),
    "example": ("accent", "list-bullets"),
    "quote": ("secondary", "quotes"),
}


def icon_of(name: str, tokens: Tokens) -> tuple[str, str] | None:
    """The glyph and colour of an ``icon:`` picture in a page."""
    if name.startswith("callout-"):
        token, glyph = _CALLOUTS.get(name.removeprefix("callout-"), _CALLOUTS["note"])
        return glyph, str(getattr(tokens, token))
    tasks = {"task-open": ("square", tokens.secondary), "task-done": ("check-square", tokens.good)}
    return tasks.get(name)


def style_sheet(tokens: Tokens, size: int, *, serif: bool = False) -> str:
    """CSS in the part of the language that Qt's rich text knows."""
    small = max(size - 2, 10)
    family = "font-family: " + ", ".join(f"'{name}'" for name in SERIFS) + ";" if serif else ""
    rules = f"""
    body, p, li, td, th, h1, h2, h3, h4, h5, h6 {{ {family} }}
    body, p, li, td, th {{ font-size: {size}px; color: {tokens.text}; line-height: {round(size * 1.55)}px;
                        -qt-line-height-type: minimum; }}
    p {{ margin-top: 0; margin-bottom: {size - 3}px; }}
    h1 {{ font-size: {size + 9}px; font-weight: 600; margin-top: 4px; margin-bottom: 14px; }}
    h2 {{ font-size: {size + 2}px; font-weight: 600; margin-top: 26px; margin-bottom: 10px; }}
    h3, h4, h5, h6 {{ font-size: {size}px; font-weight: 600; margin-top: 18px;
                      margin-bottom: 6px; }}
    ul, ol {{ margin-top: 0; margin-bottom: {size - 3}px; }}
    li ul, li ol {{ margin-bottom: 0; }}
    li {{ margin-top: 2px; margin-bottom: 4px; }}
    li p {{ margin-bottom: 4px; }}
    a {{ color: {tokens.accent}; text-decoration: none; }}
    a.missing {{ color: {tokens.secondary}; text-decoration: underline; }}
    a.footnote-ref {{ font-size: {size}px; }}
    a.footnote-backref {{ font-size: {small}px; }}
    code {{ font-family: monospace; font-size: {size - 2}px; background-color: {tokens.code}; }}
    pre {{ font-family: monospace; font-size: {size - 2}px; margin: 0; white-space: pre-wrap; }}
    mark {{ background-color: {tokens.wash(tokens.warning)}; }}
    span.quoted, span.quoted code {{ background-color: {tokens.quoted}; }}
    del {{ text-decoration: line-through; }}
    hr {{ background-color: {tokens.hairline}; }}
    span.tag {{ color: {tokens.secondary}; }}
    .task-done {{ color: {tokens.secondary}; text-decoration: line-through; }}
    p.backlinks {{ font-size: {small}px; color: {tokens.secondary}; margin-top: 20px; }}
    p.backlinks a {{ font-size: {small}px; }}
    p.cut {{ color: {tokens.secondary}; }}
    img {{ vertical-align: middle; }}
    table.table {{ border-collapse: collapse; margin-top: 8px; margin-bottom: {size}px; }}
    table.table th {{ font-weight: 600; padding: 6px 14px 6px 6px;
                      border-bottom: 1px solid {tokens.secondary}; }}
    table.table td {{ padding: 6px 14px 6px 6px; border-bottom: 1px solid {tokens.hairline}; }}
    td.short, th.short {{ white-space: nowrap; }}
    td.code {{ background-color: {tokens.code}; padding: 10px 14px; }}
    table.code {{ margin-top: 8px; margin-bottom: {size}px; }}
    table.quote, table.callout {{ margin-top: 8px; margin-bottom: {size}px; }}
    td.quote {{ border-left: 3px solid {tokens.hairline}; padding: 2px 14px; }}
    td.callout {{ padding: 10px 14px; }}
    p.callout-title {{ font-weight: 600; margin-bottom: 6px; }}
    a.fold {{ font-weight: 600; }}
    .footnotes a {{ font-size: {small}px; }}
    .footnotes p, .footnotes li {{ font-size: {small}px; color: {tokens.secondary};
                                   margin-bottom: 3px; }}
    """
    return rules + "\n".join(_callout(kind, tokens) for kind in _CALLOUTS)


def _callout(kind: str, tokens: Tokens) -> str:
    colour = str(getattr(tokens, _CALLOUTS[kind][0]))
    return f"""
    td.callout-{kind} {{ background-color: {tokens.wash(colour)};
                         border-left: 3px solid {colour}; }}
    p.callout-title-{kind} {{ color: {colour}; }}
    p.callout-title-{kind} a.fold {{ color: {colour}; }}
    """
