"""Properties are read as Obsidian reads them, and written so that every reader agrees."""

import string
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from app.vault import frontmatter
from app.vault.scalars import simple_properties

# Strings that some reader of YAML takes for something else, or chokes on.
HOSTILE = [
    "", " ", "yes", "no", "on", "off", "true", "null", "~", "NaN", ".inf", "1e5", "1234e56",
    "0o17", "0123", "1_000", "12:30", "2024-01-15", "2024-02-30", "20240115103000123456", "-1e-3",
    "A: B", "a #b", "#foo", "- x", "@handle", "%x", "`x`", "*bold*", "&x", "!x", "=", "<<", "? x",
    "[[Note]]", "{{date}}", "{a: 1}", "[a, b]", 'Say "hi"', "it's", "C:\\Users", "\\alpha", "$&",
    "a\nb", "tab\there", " lead", "trail ", "---", "...", "---\nx", "\x85", "\u2028", "\u2029",
    "\ufeff", "\x7f", "\u200b", "e\u0301", "测试文档", "🎉", "C#", "a|b", ">", "key:", "\x00",
]  # fmt: skip


def _by_ruamel(block: str) -> object:
    """What a reader that shares nothing with ours sees."""
    return YAML(typ="safe", pure=True).load(block)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_string_comes_back_as_it_was(text: str) -> None:
    """As a value, as a list item and as a name, by our reader and by another of YAML 1.2."""
    properties = {"value": text, "items": [text, text], text or "empty": "as a name"}
    written = frontmatter.dump(properties)

    assert frontmatter.read(written + "Body\n").properties == properties
    assert _by_ruamel(written.removeprefix("---\n").removesuffix("---\n")) == properties


values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(-1e9, 1e9), st.text(max_size=20)
)


@given(
    st.dictionaries(
        st.one_of(st.text(min_size=1, max_size=8), st.sampled_from(["true", "no", "n", "null"])),
        st.one_of(values, st.lists(values, max_size=3)),
        max_size=4,
    )
)
@settings(max_examples=60, deadline=None)
def test_any_properties_come_back_as_they_were(properties: dict[str, object]) -> None:
    """Numbers, booleans and nothing as well as words, whatever the names."""
    note = frontmatter.read(frontmatter.dump(properties) + "Body\n")

    assert note.problem is None
    assert note.properties == properties
    assert note.body == "Body\n"


def test_properties_are_written_in_obsidians_own_shape() -> None:
    """Block lists by two, dates and numbers bare, nothing as nothing, no trailing blanks."""
    written = frontmatter.dump(
        {
            "id": "2v8xqd",
            "aliases": ["RTE", "2024"],
            "confidence": 0.65,
            "disputed": True,
            "created": date(2026, 11, 30),
            "read_at": datetime(2026, 11, 30, 10, 5),  # noqa: DTZ001 - Obsidian knows no zones
            "cover": None,
            "tags": [],
            "odd name": "x",
        }
    )

    assert written == (
        '---\nid: "2v8xqd"\naliases:\n  - "RTE"\n  - "2024"\nconfidence: 0.65\ndisputed: true\n'
        "created: 2026-11-30\nread_at: 2026-11-30T10:05:00\ncover:\ntags: []\n"
        '"odd name": "x"\n---\n'
    )


@pytest.mark.parametrize("value", [{"a": 1}, [["a"]], float("nan"), {1, 2}, b"x"])
def test_what_obsidian_cannot_show_is_not_written(value: object) -> None:
    """Maps, lists of lists and numbers that are none are a mistake of the caller."""
    with pytest.raises(TypeError):
        frontmatter.dump({"x": value})


@pytest.mark.parametrize(
    ("block", "properties"),
    [
        ("a: yes", {"a": "yes"}),
        ("yes: 1", {"yes": 1}),
        ("d: 2024-01-15", {"d": "2024-01-15"}),
        ("d: 2024-02-30", {"d": "2024-02-30"}),
        ("t: 12:30:45", {"t": "12:30:45"}),
        ("n: 1_000", {"n": "1_000"}),
        ("z: 0123", {"z": 123}),
        ("o: 0o17", {"o": 15}),
        ("h: 1e5", {"h": 100000.0}),
        ("a: =", {"a": "="}),
        ("a: !x", {"a": None}),
        ("<<: 1", {"<<": 1}),
        ("tags:\n  - #foo", {"tags": [None]}),
        ("tags: [a, b]", {"tags": ["a", "b"]}),
        ("aliases: one", {"aliases": "one"}),
        ("b: [[Raw]]", {"b": [["Raw"]]}),
        ("a: |\n  two\n  lines", {"a": "two\nlines\n"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ('{"a": 1}', {"a": 1}),
        ("# only a comment", {}),
        ("", {}),
    ],
)
def test_values_are_those_that_obsidian_sees(block: str, properties: dict[str, object]) -> None:
    """YAML 1.2, in which dates and yes are words."""
    note = frontmatter.read(f"---\n{block}\n---\nBody")

    assert (note.properties, note.problem, note.body) == (properties, None, "Body")


@pytest.mark.parametrize(
    "block",
    [
        "title: Foo: bar",
        "a: 1\na: 2",
        "sources: x\nb: 1\nsources: y",
        "- @handle",
        "- a\n- b",
        "just words",
        'title: "C:\\Users"',
        'title: "He said "x""',
        "a: *nowhere",
        "a: &x [*x]",
        "a:\n\t- tab",
        "a: 1\n...\nb: 2",
        "a: " + "[" * 3000,
    ],
)
def test_what_obsidian_shows_as_an_error_is_a_problem_in_words(block: str) -> None:
    """No properties, a sentence that says why, the body unharmed."""
    note = frontmatter.read(f"---\n{block}\n---\nBody")

    assert note.properties == {}
    assert note.problem
    assert note.body == "Body"
    assert note.block == f"{block}\n"


def test_a_property_given_twice_is_named_with_its_line() -> None:
    """The line is that of the note, fences counted."""
    note = frontmatter.read("---\nsources: x\ntags:\nsources: y\n---\n")

    assert note.problem == 'The property "sources" is given twice, again in line 4.'


def test_a_template_is_told_from_broken_properties() -> None:
    """Obsidian reads {{date}} as an odd map; the other properties stand."""
    note = frontmatter.read('---\ncreated: {{date}}\ncategories:\n  - "[[Apps]]"\n---\n')

    assert note.properties["categories"] == ["[[Apps]]"]
    assert note.problem == "The properties are a template that is not filled in."


@pytest.mark.parametrize(
    "text",
    [
        "\n---\na: 1\n---\n",
        "```\n---\na: 1\n---\n```\n",
        " ---\na: 1\n---\n",
        "Text\n---\na: 1\n---\n",
        "---\na: 1\n",
        "----\na: 1\n---\n",
    ],
)
def test_a_block_that_is_not_the_very_first_thing_is_text(text: str) -> None:
    """Nor is one that nobody closed."""
    note = frontmatter.read(text)

    assert (note.properties, note.body, note.block) == ({}, text, None)


@pytest.mark.parametrize(
    "text", ["---\r\na: 1\r\n---\r\nBody\r\n", "\ufeff---\na: 1\n---\nBody\r\n"]
)
def test_windows_line_ends_and_a_byte_order_mark_do_not_hide_properties(text: str) -> None:
    """The body and its place are exact."""
    note = frontmatter.read(text)

    assert note.properties == {"a": 1}
    assert note.body == "Body\r\n"
    assert text[note.body_offset :] == note.body
    assert note.body_line == 4


def test_a_note_of_properties_alone_has_an_empty_body() -> None:
    """The closing fence may be the end of the file, and may have blanks after it."""
    assert frontmatter.read("---\na: 1\n---").properties == {"a": 1}
    assert frontmatter.read("---\na: 1\n---  \n").body == ""
    assert frontmatter.read("---\n---\nx").properties == {}


def test_a_clippers_unescaped_backslashes_are_recovered() -> None:
    """Line by line, the words between the quotes as they are."""
    block = (
        'title: "LaTeX \\alpha C:\\Users"\nsource: "https://e.org/p?a=1#f"\nauthor:\n'
        '  - "[[Jane Doe]]"\n  - "[[John Roe]]"\npublished: 2024-05-06\nempty:\n'
        'description: "It said \\"hi\\":\na test"\ntags:\n  - "clippings"\n'
    )

    assert frontmatter.read(f"---\n{block}---\n").problem
    assert frontmatter.recover(block) == {
        "title": "LaTeX \\alpha C:\\Users",
        "source": "https://e.org/p?a=1#f",
        "author": ["[[Jane Doe]]", "[[John Roe]]"],
        "published": "2024-05-06",
        "empty": None,
        "description": 'It said "hi": a test',
        "tags": ["clippings"],
    }


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_reading_and_recovering_never_fail(block: str) -> None:
    """Whatever stands between the fences."""
    note = frontmatter.read(f"---\n{block}\n---\nBody")

    assert note.problem is None or note.problem
    frontmatter.recover(block)


words = st.text(st.sampled_from(string.ascii_letters + "01 ,./()'-_:#\"\\é中"), max_size=8)
lines = st.one_of(
    st.builds("{}: {}".format, st.sampled_from("abc"), words),
    st.builds("{}:".format, st.sampled_from("abc")),
    st.builds("{}- {}".format, st.sampled_from(["", "  ", "    "]), words),
    st.builds('{}: "{}"'.format, st.sampled_from("abc"), words),
)


@given(st.lists(lines, max_size=5).map("\n".join))
@settings(max_examples=200, deadline=None)
def test_the_quick_way_reads_what_the_full_parser_reads(block: str) -> None:
    """Where it reads anything at all."""
    quick = simple_properties(block)

    if quick is not None and block:
        assert quick == frontmatter._loaded(block)


def test_pages_of_ours_take_the_quick_way() -> None:
    """Else a vault of 10,000 pages takes 20 seconds to open."""
    written = frontmatter.dump(
        {"id": "2v", "aliases": ["RTE"], "confidence": 0.65, "updated": date(2026, 11, 30)}
    )

    assert simple_properties(written.removeprefix("---\n").removesuffix("---\n")) is not None
