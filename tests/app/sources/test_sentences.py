"""Where sentences end, in several languages."""

import pytest

from app.sources.readers.markdown import read
from app.sources.sentences import split


def _cut(text: str) -> list[str]:
    return [s.text for s in split(read(text.encode(), "x.md")) if s.label.isdigit()]


@pytest.mark.parametrize(
    "sentences",
    [
        # abbreviations, initials, numbers, addresses
        ["Dr. Smith and J. R. Jones met Mr. Potato.", "They left at 5 p.m. yesterday."],
        ["It uses e.g. tags, i.e. names, vs. numbers.", "Then it stops."],
        ["The U.S. Government paid.", "SPI, Inc., a New York company, agreed."],
        ["It is sold by Acme Inc. in Berlin.", "Acme Inc. The end was near."][:1],
        ["He lives in the U.S.", "He likes it."],
        ["It has lists, tables, etc.", "Nothing else."],
        ["See No. 5 and Fig. 2 for this.", "No. Not that one."][:1],
        ["Versions 1.0.0 and 2.1.0 exist.", "Version 3.0.0 does not."],
        ["It is at version 3.1.0.", "Since then nothing changed."],
        ["See https://example.org/a.b?c=d. for more.", "Or README.md and setup.py."][:1],
        ["Read README.md or setup.py first.", "Then run it."],
        ["It goes on... in this case.", "Then it ends..."],
        ["Release 1.3.x and libc6 are fine.", "sid contains packages."],
        # quotation marks and brackets
        ['We call it "hell."', "The bigger it grows, the worse it is."],
        ["They left (read his manifesto. It is long.) and came back.", "So it was."],
        ["It was founded.", "(There is also a printout of it.)", "At that time it was new."],
        ["See “What is it? And why?” for more.", "Then go on."],
        ["Ian (!), but not Deb, prefers it.", "So it is."],
        ["Is it so?", "Yes!", "It is."],
        ["It was measured.[1]", "Others agree.[2][3]"],
        # inline code is never cut
        ['Run `git tag v1. -m "A. B"` now.', "Then push."],
        # German
        ["Am 3. Mai 2019 kam z.B. die 2. Auflage.", "Sie war bzw. ist gut."],
        ["Das gilt usw. für alle.", "Es ist Version 2.0.0.", "Die nächste folgt."],
        ["Sie fand vom 23. - 31. August 2014 statt.", "Das DebCamp begann am 24. – 28. Juli."],
        ["Benannt nach »Mr. Potato Head« aus »Toy Story«.", "Es war »neu«.", "Sie half."],
        ["Der als »1.0« verkaufte Stand sei alt.", "Um das »klar« zu sagen, hieß es »1.1«."],
        # captions and numbers of papers
        ["Figure 1.1. World-wide distribution of developers."],
        ["Abbildung 2. Die Lampen im Hafen."],
        ["Include Docket No. FAA-2020-0686 in it.", "It is Rule No. 1.", "Nothing else is."],
        # French
        ["Elle est « gelée ».", "« Stable » est prête, dit-on."],
        ["M. Dupont dit « oui. » et part.", "Il revient, p.ex. demain."],
        # Chinese and Japanese
        ["这并不是新的想法。", "实际上，你可能已经做了！", "真的吗？", "是的。"],
        ["他说：“你好。”", "然后他走了。"],
        ["参见“这是什么？怎么用？”了解更多；也可以不看。", "完。"],
        ["版本（例如 1.0.0。没有别的。）必须递增。", "完。"],
        ["「そうですか？」と言った。", "とにかく、終わりです。"],
        ["Linux 是内核（1991 年。）！", "完。"],
    ],
)
def test_sentences(sentences: list[str]) -> None:
    """Joined by blanks (or nothing, in Chinese and Japanese), they come apart again."""
    gap = "" if sentences[0][0] > "⺀" else " "
    assert _cut(gap.join(sentences)) == sentences


def test_semicolons_do_not_end_a_sentence() -> None:
    """Neither full width nor half."""
    assert _cut("One; two; three.") == ["One; two; three."]
    assert _cut("一；二；三。") == ["一；二；三。"]


def test_cells_hang_on_the_heads_of_their_columns() -> None:
    """An empty cell does not shift them."""
    document = read(b"| Month | Mean | Note |\n|---|---|---|\n| June | | dry |\n", "x.md")
    cells = {s.text: s for s in split(document)}
    assert cells["June"].lead_in == cells["Month"].label
    assert cells["dry"].lead_in == cells["Note"].label
    assert cells["Month"].lead_in == ""


def test_sections_nest() -> None:
    """A heading closes those of its own level and below."""
    document = read(b"# A\n\n## B\n\n### C\n\none\n\n## D\n\ntwo\n", "x.md")
    sections = {s.text: s.section for s in split(document)}
    assert sections["one"] == ("A", "B", "C")
    assert sections["two"] == ("A", "D")
    assert sections["D"] == ("A",)


def test_a_paragraph_that_ends_does_not_lead_in() -> None:
    """Items after a whole sentence hang on nothing, after one that says "following" they do."""
    document = read(b"It is done.\n\n- one\n\ntext\n\nThe following are there.\n\n- two\n", "x.md")
    lead_ins = {s.text: s.lead_in for s in split(document)}
    assert lead_ins["one"] == ""
    assert lead_ins["two"] != ""
