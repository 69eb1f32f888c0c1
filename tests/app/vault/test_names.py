"""Names that every file system can take and Obsidian can link to."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault.names import LONGEST, fold, safe_file_name, safe_stem, unique_stem

# Everything that a rule is about, and some that none is.
hostile = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            '#^[]|%:*?"<>\\/. -_~$\t\n\u200b\u200d\u00a0\u202eée\u0301C1中ทั้🎉\ufe0f\u20e3'
        ),
        st.characters(exclude_categories=()),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("测试文档", "测试文档"),
        ("ทดสอบไทยล้วน", "ทดสอบไทยล้วน"),
        ("feat: x", "feat - x"),
        ("TCP/IP", "TCP - IP"),
        ("AC/DC: live?", "AC - DC - live"),
        ("C#", "C Sharp"),
        ("F# for fun", "F Sharp for fun"),
        ("C++", "C++"),
        ("C", "C"),
        ("What?", "What"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("LPT¹", "_LPT¹"),
        ("Console", "Console"),
        ("...x", "x"),
        (" trailing dots... ", "trailing dots"),
        ("Foo [draft]", "Foo (draft)"),
        ('the "good" parts | v2', "the good parts - v2"),
        ("100%% sure", "100% sure"),
        ("10:30 on 12/05", "10-30 on 12-05"),
        ("std::string", "std - string"),
        ("#1984", "1984"),
        ("Ship it 🚀", "Ship it"),
        ("1️⃣ First", "1 First"),
        ("no\u00a0break\u200bspace\u202e", "no breakspace"),
        ("two\nlines", "two lines"),
        ("wait... what", "wait… what"),
        ("Version 1.2.3", "Version 1.2.3"),
        ("paper.pdf", "paper pdf"),
        ("Node.js", "Node.js"),
        ("cafe\u0301", "café"),
    ],
)
def test_a_title_becomes_a_stem_that_still_reads_like_it(title: str, stem: str) -> None:
    """What breaks links and file systems goes; letters of every script stay."""
    assert safe_stem(title) == stem


@pytest.mark.parametrize("title", ["🎉🎊!!!", "", "???", "...", "\u0301", "\ud800", "[[]]", "CON:"])
def test_a_stem_is_never_empty(title: str) -> None:
    """Where nothing is left to read there is a short hash, or what is left."""
    stem = safe_stem(title)

    assert stem
    assert stem == safe_stem(title)
    assert not stem.startswith(".")


def test_titles_that_leave_nothing_get_different_stems() -> None:
    """Two notes named by emoji only do not become one file."""
    assert safe_stem("🎉") != safe_stem("🎊")


def test_a_long_title_is_cut_between_characters_and_told_apart() -> None:
    """At most 180 bytes, no half character, and two long titles with one start stay two."""
    long = "ที่" * 100
    other = long + "นี่"

    assert len(safe_stem(long).encode()) <= LONGEST
    assert safe_stem(long) != safe_stem(other)
    head, _, digest = safe_stem(long).rpartition("-")
    assert head == "ที่" * (len(head) // 3)
    assert len(digest) == 6


@given(hostile)
@settings(max_examples=150)
def test_every_stem_is_safe_and_stays_itself(title: str) -> None:
    """Whatever the title: no forbidden character, no hidden file, no device, and idempotent."""
    stem = safe_stem(title)

    assert safe_stem(stem) == stem
    assert unicodedata.is_normalized("NFC", stem)
    assert not set(stem) & set('#^[]|:*?"<>\\/\t\n\u00a0\u200b\u202e')
    assert "%%" not in stem
    assert 0 < len(stem.encode()) <= LONGEST
    assert stem == stem.strip(" .")
    assert fold(stem) not in {"con", "prn", "aux", "nul"}


@given(hostile, st.sampled_from(["", ".md", ".MD", ".pdf", ".tar.gz", ".", ".x y"]))
@settings(max_examples=100)
def test_every_file_name_is_safe_and_stays_itself(name: str, extension: str) -> None:
    """The same for dropped files, extension included."""
    safe = safe_file_name(name + extension)

    assert safe_file_name(safe) == safe
    assert not set(safe) & set('#^[]|:*?"<>\\/\t\n\u00a0\u200b\u202e')
    assert len(safe.encode()) <= LONGEST
    assert safe == safe.strip(" .")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("paper.pdf", "paper.pdf"),
        ("paper.docx", "paper.docx"),
        ("NOTES.MD", "NOTES.md"),
        ("archive.tar.gz", "archive.tar.gz"),
        ("README", "README"),
        (".bashrc", "bashrc"),
        ("con.txt", "_con.txt"),
        ("C#.md", "C Sharp.md"),
        ("a:b?.html", "a - b.html"),
        ("Mr. Smith", "Mr. Smith"),
        ("x.pdf.md", "x pdf.md"),
    ],
)
def test_a_dropped_file_keeps_its_extension(name: str, kept: str) -> None:
    """paper.pdf and paper.docx stay two files, and what is no extension is a name."""
    assert safe_file_name(name) == kept


def test_an_emoji_only_file_keeps_its_extension() -> None:
    """A hash stands for the name."""
    assert safe_file_name("🎉.md").startswith("untitled-")
    assert safe_file_name("🎉.md").endswith(".md")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Unix", "unix"), ("café", "cafe\u0301"), ("a\u00a0b", "a b"), ("Straße", "STRASSE")],
)
def test_names_that_a_disk_or_a_link_cannot_tell_apart_fold_alike(one: str, other: str) -> None:
    """Case, normal form and the kind of a space do not count."""
    assert fold(one) == fold(other)


@given(st.text(max_size=20))
@settings(max_examples=100)
def test_folding_is_done_once(name: str) -> None:
    """A folded name folds to itself."""
    assert fold(fold(name)) == fold(name)


def test_a_taken_name_gets_a_number_from_one() -> None:
    """Obsidian's own suffix, and case does not make a name free."""
    assert unique_stem("Note", set()) == "Note"
    assert unique_stem("Note", {"note"}) == "Note 1"
    assert unique_stem("NOTE", {"note", "note 1"}) == "NOTE 2"


def test_a_number_does_not_make_a_name_too_long() -> None:
    """The longest stem gives way for its number."""
    stem = "x" * LONGEST

    assert len(unique_stem(stem, {stem}).encode()) == LONGEST
