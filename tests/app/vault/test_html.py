"""A page as HTML: what a reader sees, and that nothing hostile gets through."""

import re
import time
from html import unescape
from urllib.parse import unquote

import pytest

from app.vault.html import render

FILES = {
    "Note": "wiki/concepts/Note.md",
    "My Note.md": "a/My Note.md",
    "paper.pdf": "raw/paper.pdf",
    "语义化版本": "wiki/summaries/语义化版本.md",
}


def shown(markdown: str) -> str:
    return render(markdown, FILES.get)


def words(html: str) -> str:
    """What is left for the reader's eye, in one line."""
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


@pytest.mark.parametrize(
    ("link", "html"),
    [
        ("[[Note]]", '<a href="vault:wiki/concepts/Note.md">Note</a>'),
        ("[[Note|the note]]", '<a href="vault:wiki/concepts/Note.md">the note</a>'),
        ("[[Note]]s", '<a href="vault:wiki/concepts/Note.md">Note</a>s'),
        (
            "[[Note#What changed]]",
            '<a href="vault:wiki/concepts/Note.md#what%20changed">Note &gt; What changed</a>',
        ),
        ("[[Note#^B-1|x]]", '<a href="vault:wiki/concepts/Note.md#%5Eb-1">x</a>'),
        ("[[#Where|here]]", '<a href="#where">here</a>'),
        ("[[paper.pdf#page=3|p. 3]]", '<a href="vault:raw/paper.pdf#page%3D3">p. 3</a>'),
        ("[[Nowhere]]", '<a class="missing" href="missing:Nowhere">Nowhere</a>'),
        ("![[paper.pdf|300]]", '<a class="embed" href="vault:raw/paper.pdf">paper.pdf</a>'),
        ("[t](My%20Note.md)", '<a href="vault:a/My%20Note.md">t</a>'),
        ("[t](<My Note.md>)", '<a href="vault:a/My%20Note.md">t</a>'),
        ("[t](https://x.org/a_b_c)", '<a href="https://x.org/a_b_c">t</a>'),
        ("see https://x.org/a_b.", 'see <a href="https://x.org/a_b">https://x.org/a_b</a>.'),
        ("\\[\\[Note]]", "[[Note]]"),
        ("`[[Note]]`", "<code>[[Note]]</code>"),
        ("$[[Note]]$ a", '<code class="math">[[Note]]</code> a'),
    ],
)
def test_links_lead_where_obsidian_leads(link: str, html: str) -> None:
    """Each form of link gets the address that the protocol names, with the words that show."""
    assert shown(link) == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<iframe src='file:///etc/passwd'></iframe>\n\ntext",
        "[x](javascript:alert(1))",
        "[x](JavaScript:alert(1))",
        "[x](file:///etc/passwd)",
        "![x](https://tracker.example/pixel.png)",
        "![x](data:image/png;base64,AAAA)",
        "[x](data:text/html,hello)",
        "[x](fold:1)",
        "[x](obsidian://new?vault=v&content=c)",
        '<https://x.org/"onclick="a>',
        "[x][r]\n\n[r]: vbscript:a",
        '[["><script>]]',
        '```"><script>\n</pre><script>\n```',
        '> [!"><script>] <script>',
        'text[^"><script>]\n\n[^"><script>]: <script>',
    ],
)
def test_no_foreign_html_and_no_foreign_address(attack: str) -> None:
    """Whatever a note says, only our own elements and addresses come out."""
    html = shown(attack)

    assert not re.search(r"<(script|iframe|object|style|link|form)\b", html, re.IGNORECASE)
    for source in re.findall(r'src="([^"]*)"', html):
        assert source.startswith("icon:")
    for address in re.findall(r'href="([^"]*)"', html):
        assert re.match(r"(vault:|missing:|https?:|mailto:|#)", address), address
    assert not re.search(r"<[^>]*\son\w+=", html)


def test_properties_comments_and_block_ids_are_not_shown() -> None:
    """A reader sees the text, and links to a block still find it."""
    note = "---\nkind: concept\n---\n# T\n\nSeen %%not seen%% here. ^b-7\n\n%%\n- nor this\n%%\n"

    html = shown(note)

    assert words(html) == "T Seen here."
    assert '<p id="^b-7">' in html


def test_what_looks_hidden_in_code_stays() -> None:
    """Code keeps its marks, in a fence and in a line."""
    html = shown("`%%a%%` \n```\n%%b%% <!-- c --> ^d\n```\n")

    assert words(html) == "%%a%% %%b%% &lt;!-- c --&gt; ^d"


def test_an_unclosed_comment_hides_nothing() -> None:
    """One stray mark does not swallow the page."""
    assert words(shown("10 %% of all\n\nand <!-- the rest")) == "10 %% of all and &lt;!-- the rest"


def test_a_horizontal_rule_at_the_top_is_no_properties_block() -> None:
    """Without a closing line the first one is only a rule."""
    assert words(shown("---\ntext\n")) == "text"


def test_footnotes_are_numbered_as_met_and_carry_their_quotes() -> None:
    """Marks count up in reading order through callouts too; the quote is the mark's title."""
    note = (
        "One.[^b-2]\n\n> [!warning] Two\n> - x[^a-1] y[^b-2]\n\nThree.[^c]\n\n"
        "[^a-1]: “Words of A.” [[Note|A, 1]]\n[^b-2]: “Words of B.” [[Note]]\n[^c]: “C.”\n"
    )

    html = shown(note)

    marks = re.findall(r'href="#fn-([^"]+)" title="([^"]+)">(\d+)<', html)
    assert marks == [
        ("b-2", "“Words of B.” Note", "1"),
        ("a-1", "“Words of A.” A, 1", "2"),
        ("b-2", "“Words of B.” Note", "1"),
        ("c", "“C.”", "3"),
    ]
    assert re.findall(r'<li id="fn-([^"]+)"', html) == ["b-2", "a-1", "c"]
    assert 'class="footnotes"' in html


def test_a_note_in_the_line_is_a_footnote() -> None:
    """With its own mark; in code it is code."""
    html = shown("One^[see [[Note]], p. 2] and `x^[y]`.")

    assert re.search(r'title="see Note, p. 2">1</a></sup> and <code>x\^\[y\]</code>', html)
    assert re.search(r'<li id="fn-inline-1">\s*<p>see <a href="vault:[^"]+">Note</a>', html)


def test_a_mark_without_a_note_stays_text() -> None:
    """As in Obsidian."""
    assert shown("x[^none]") == "<p>x[^none]</p>"


def test_a_callout_is_a_coloured_cell_with_its_title() -> None:
    """The kind is in the class, aliases of kinds included; the title may hold links."""
    html = shown("> [!caution|contradiction] Is it [[Note]]?\n> - yes\n>\n> Open.\n")

    assert '<td class="callout callout-warning">' in html
    assert '<img alt="warning" src="icon:callout-warning" /> Is it <a' in html
    assert words(html) == "Is it Note? yes Open."


def test_a_wide_table_gives_its_room_to_the_column_with_sentences() -> None:
    """A date gets less than half of it and is never broken; a narrow table is as wide as it must be."""
    sentence = "Words that go on and on, as those of a source do, until it ends somewhere else."
    html = shown(f"| Date | Words |\n|---|---|\n| 2022-05-31 | {sentence} |\n")
    date, words_ = (int(share) for share in re.findall(r'<th [^>]*width="(\d+)%"', html))
    assert date + words_ == 100
    assert 2 * date < words_
    assert html.count('class="short"') == 2
    assert "width" not in shown("| Date | Value |\n|---|---|\n| 2022 | 7 |\n")


def test_two_callouts_in_a_row_are_two() -> None:
    """As two disagreements on a page are; a blank line ends a quotation, a bare mark does not."""
    html = shown("> [!warning] One\n> a\n>\n> b\n\n> [!warning] Two\n> c\n\n> d")
    assert html.count('<td class="callout callout-warning">') == 2
    assert "[!" not in html
    assert words(html) == "One a b Two c d"


def test_a_folded_callout_is_marked_for_the_view() -> None:
    """Its title is a link, and the rest stands between marks."""
    html = shown("> [!abstract|left-out]- Left out: 7\n> - a\n> - b\n\nafter\n")

    assert '<a class="fold" href="fold:1">Left out: 7</a>' in html
    inside = html[html.index("<!--fold 1-->") : html.index("<!--/fold-->")]
    assert words(inside) == "a b"
    assert words(html[html.index("<!--/fold-->") :]) == "after"


def test_a_callout_without_a_title_is_called_by_its_kind() -> None:
    """As Obsidian does."""
    assert words(shown("> [!tip]\n> do it")) == "Tip do it"


def test_an_unknown_callout_looks_like_a_note() -> None:
    """And keeps its own title."""
    html = shown("> [!recipe]+ Soup\n> hot")

    assert "callout-note" in html
    assert words(html) == "Soup hot"


@pytest.mark.parametrize(
    ("note", "html"),
    [
        ("intro:\n- a\n- b", "<p>intro:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("- a\n  - b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
        ("- a\n\t- b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
        ("1) a\n2) b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        ("a 1986.\nb", "<p>a 1986.<br />\nb</p>"),
        ("in\n1986. It", "<p>in<br />\n1986. It</p>"),
        ("#tag", '<p><span class="tag">#tag</span></p>'),
        ("# About C#", '<h1 id="about c">About C#</h1>'),
        ("a ==b== ~~c~~", "<p>a <mark>b</mark> <del>c</del></p>"),
        ("snake_case_word", "<p>snake_case_word</p>"),
        ("$5 and $6", "<p>$5 and $6</p>"),
        ("a <no suffix> b", "<p>a &lt;no suffix&gt; b</p>"),
        ("\\# \\| \\~ \\^", "<p># | ~ ^</p>"),
    ],
)
def test_blocks_are_read_as_obsidian_reads_them(note: str, html: str) -> None:
    """Where the package is stricter than Obsidian, Obsidian's reading holds."""
    assert shown(note) == html


def test_tasks_begin_with_a_box() -> None:
    """The box is a picture that the view draws, its state also said in words."""
    html = shown("- [ ] write\n- [x] read\n")

    assert '<img alt="[ ]" src="icon:task-open" />' in html
    assert '<img alt="[x]" src="icon:task-done" />' in html


def test_tables_keep_pipes_in_cells() -> None:
    """An escaped pipe is a pipe, in code and in links; no blank line is needed before."""
    html = shown("text\n| a | b |\n|---|---|\n| `x\\|y` | [[Note\\|n]] |\n")

    assert "<code>x|y</code>" in html
    assert '<a href="vault:wiki/concepts/Note.md">n</a>' in html
    assert "<p>text</p>" in html


def test_fenced_code_in_a_list_in_a_quote_is_code() -> None:
    """A fence counts wherever it stands, and closes only with its own marks."""
    html = shown("> - a\n>   ````\n>   ```\n>   [[x]]\n>   ````\n> - b\n")

    assert '<pre class="code">```\n[[x]]</pre>' in html
    assert words(html) == "a ``` [[x]] b"


@pytest.mark.parametrize(
    ("link", "heading"),
    [
        ("What changed", "## What changed"),
        ('C the "good" parts v2', '## C#: the "good" parts | v2'),
        ("Caret Ranges 1.2.3", "## Caret Ranges `^1.2.3`"),
        ("Parent#Details", "## Details"),
        ("^ABC-1", "text ^abc-1"),
    ],
)
def test_a_link_and_its_heading_have_the_same_anchor(link: str, heading: str) -> None:
    """Headings are compared without punctuation and case, as Obsidian compares them."""
    html = shown(f"[[#{link}]]\n\n{heading}")

    href = re.search(r'href="#([^"]+)"', html)
    place = re.search(r'<(?:h2|p) id="([^"]+)"', html)
    assert href
    assert place
    assert unquote(href[1]) == unescape(place[1])


def test_a_very_long_note_is_cut_and_says_so() -> None:
    """The window never has to lay out five megabytes."""
    html = shown("word and more words\n\n" * 60_000)

    assert len(html) < 1_000_000
    assert html.endswith('<p class="cut">…</p>')


@pytest.mark.parametrize(
    "note",
    [
        "[" * 20_000,
        "[[" * 20_000,
        "![" * 20_000,
        "[a](" * 20_000,
        "<!-- " * 20_000 + "-->" + "<!-- " * 20_000,
        "%% " * 20_001,
        "^[a " * 20_000,
        "`" * 20_001 + " ` " * 10_000,
        ">" * 5_000 + " x",
        "\n".join("  " * level + "- x" for level in range(600)),
        "- " * 20_000 + "x",
        "1. " * 20_000 + "x",
        "x[^1] " * 5_000 + "\n\n[^1]: y",
        "*a " * 20_000,
        "```\n" * 10_001,
        "| a | b |\n|---|---|\n" + "| x | y |\n" * 9_000,
        "\0\x02\x03" * 500,
    ],
    ids=lambda note: repr(note[:12]),
)
def test_hostile_text_takes_no_longer_than_a_long_page(note: str) -> None:
    """Every search has an end, and so has every nesting."""
    started = time.process_time()

    html = shown(note)

    assert time.process_time() - started < 8
    assert html.count("<table") <= 5_000 or "```" in note
