"""A compiled page merged with what a person made of it."""

import pytest

from app.vault.merging import Merged, Offer, lost, merge, standing, taken

HEAD = """---
id: "2v8xqd"
aliases:
  - "RTE"
confidence: 0.65
updated: 2026-11-30
tags:
  - "wiki/concept"
---
"""
LOSSES = """## Losses
- Pumps take 4 percent.[^p9a-9]
- Heat takes 2 percent.[^p9a-11]
- Rust takes 1 percent.[^p9a-12]
"""
RELATED = "## Related\n[[Flow battery]] · [[Peak shaving]]\n"
NOTES = """
[^k3f-1]: “out” [[raw]]
[^k3f-2]: “in” [[raw]]
[^p9a-9]: “pumps” [[raw]]
[^p9a-11]: “heat” [[raw]]
[^p9a-12]: “rust” [[raw]]
"""
LEAD = "What comes back out.[^k3f-1] What goes in.[^k3f-2]\n"
BASE = f"{HEAD}# Efficiency\n\n{LEAD}\n{LOSSES}\n{RELATED}{NOTES}"
NEW = (
    BASE.replace("- Heat", "- Wind takes 3 percent.[^p9a-10]\n- Heat")
    .replace("[^p9a-11]: ", "[^p9a-10]: “wind” [[raw]]\n[^p9a-11]: ")
    .replace("0.65", "0.7")
)
WIND = "- Wind takes 3 percent.[^p9a-10]\n"


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A text with words replaced; each must be there."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


EDITS = {
    "reworded": (("Heat takes 2", "Heat, I think, takes 2"),),
    "reworded in a paragraph": (("What goes in.", "What goes in, all of it."),),
    "deleted in a paragraph": ((" What goes in.[^k3f-2]", ""), ("[^k3f-2]: “in” [[raw]]\n", "")),
    "deleted": (("- Rust takes 1 percent.[^p9a-12]\n", ""), ("[^p9a-12]: “rust” [[raw]]\n", "")),
    "a paragraph of one's own": (("## Losses", "Not so sure.\n\n## Losses"),),
    "an item of one's own": (("- Rust", "- Paint peels.\n- Rust"),),
    "a nested item of one's own": (("- Rust", "  - in winter\n- Rust"),),
    "a callout of one's own": (("## Related", "> [!tip] Ask.\n> Twice.\n\n## Related"),),
    "a heading of one's own": (("## Related", "## Gains\nNone.\n\n## Related"),),
    "moved": (
        ("- Rust takes 1 percent.[^p9a-12]\n", ""),
        ("What comes", "- Rust takes 1 percent.[^p9a-12]\n\nWhat comes"),
    ),
    "another title": (("# Efficiency", "# Effizienz"),),
    "another heading": (("## Losses", "## What is lost"),),
    "a link taken away": ((" · [[Peak shaving]]", ""),),
    "notes": (("[^p9a-12]: “rust” [[raw]]\n", "[^p9a-12]: “rust” [[raw]]\n\n## Notes\nAsk.\n"),),
    "a property": (("confidence", "mood: good # today\nconfidence"),),
    "a definition": (("“heat”", "“heat” (mine)"),),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_stays_and_what_is_new_arrives(edit: str) -> None:
    """The same edit made in the new text is what comes out, and nothing is left to be offered."""
    theirs = changed(BASE, *EDITS[edit])
    assert merge(BASE, theirs, NEW) == Merged(changed(NEW, *EDITS[edit]))


def test_where_both_changed_a_statement_theirs_stands_and_ours_is_offered() -> None:
    """With both texts, as they stand in the files."""
    theirs = changed(BASE, ("takes 2", "takes 5"))
    new = changed(NEW, ("Heat takes 2 percent.[^p9a-11]", "Heat takes up to 2 percent.[^p9a-11]"))
    merged = merge(BASE, theirs, new)
    assert merged.text == changed(NEW, ("takes 2", "takes 5"))
    ours, here = "- Heat takes up to 2 percent.[^p9a-11]", "- Heat takes 5 percent.[^p9a-11]"
    assert merged.offers == (Offer("losses", here, ours),)
    assert taken(merged.text, merged.offers[0], new) == new


def test_what_is_taken_brings_the_notes_that_it_needs() -> None:
    """A second voice may stand in ours only."""
    theirs = changed(BASE, ("takes 2", "takes 5"))
    new = (
        changed(BASE, ("2 percent.[^p9a-11]", "2 percent.[^p9a-11][^q-1]"))
        + "[^q-1]: “two” [[q]]\n"
    )
    merged = merge(BASE, theirs, new)
    assert "[^q-1]" not in merged.text
    assert taken(merged.text, merged.offers[0], new) == new


def test_a_reworded_statement_that_no_source_says_any_more_stays_and_may_be_taken_away() -> None:
    """It is the person's by now; its definition stays with it."""
    theirs = changed(BASE, ("takes 2", "takes 5"))
    new = changed(
        BASE, ("- Heat takes 2 percent.[^p9a-11]\n", ""), ("[^p9a-11]: “heat” [[raw]]\n", "")
    )
    merged = merge(BASE, theirs, new)
    assert merged.text == theirs
    assert merged.offers == (Offer("losses", "- Heat takes 5 percent.[^p9a-11]", ""),)
    assert taken(theirs, merged.offers[0], new) == new


def test_an_offer_holds_until_theirs_or_ours_is_another() -> None:
    """And is not lost when nothing changes."""
    offer = Offer("losses", "- Heat takes 5 percent.[^p9a-11]", "- Heat takes 2 percent.[^p9a-11]")
    theirs = changed(BASE, ("takes 2", "takes 5"))
    assert standing([offer], [], theirs, BASE) == (offer,)
    assert standing([offer], [], BASE, BASE) == ()
    assert standing([offer], [], theirs, changed(BASE, ("takes 2", "takes 3"))) == ()
    newer = Offer("losses", offer.theirs, "- Heat takes 3 percent.[^p9a-11]")
    assert standing([offer], [newer], theirs, theirs) == (newer,)


def test_a_deleted_statement_stays_away_though_ours_has_other_words_now() -> None:
    """Known by its mark; in a list, a paragraph or a table, wherever it would come."""
    theirs = changed(BASE, *EDITS["deleted"])
    new = changed(
        NEW, ("- Rust takes 1 percent.[^p9a-12]\n", ""), ("What comes", "Rust![^p9a-12] What comes")
    )
    assert "p9a-12" not in merge(BASE, theirs, new).text
    row = "| | A |\n|---|---|\n| Loss | Rust takes 1.[^p9a-12] |\n| Gain | Sun gives 2.[^s-1] |\n\n"
    new = changed(NEW, ("- Rust takes 1 percent.[^p9a-12]\n", ""), ("## Losses", row + "## Losses"))
    merged = merge(BASE, theirs, new + "[^s-1]: “sun” [[raw]]\n").text
    assert "p9a-12" not in merged
    assert "| Gain | Sun gives 2.[^s-1] |" in merged


def test_a_deleted_statement_stays_away_from_a_table_that_was_moved() -> None:
    """Also where a person deleted the title, so that all below it stands elsewhere."""
    rows = "| | A |\n|---|---|\n| Form | x[^a-1] |\n"
    base = f"# T\n\n{rows}\n- y[^a-2]\n"
    new = f"# T\n\n{rows}| Use | y[^a-2] |\n"
    assert "a-2" not in merge(base, changed(base, ("# T\n\n", ""), ("- y[^a-2]\n", "")), new).text


def test_what_a_person_wrote_in_a_section_that_goes_stays_under_its_heading() -> None:
    """Before what follows it."""
    theirs = changed(BASE, ("- Rust", "- Paint peels.\n- Rust"))
    new = changed(BASE, (LOSSES + "\n", ""))
    assert "\n\n## Losses\n- Paint peels.\n\n## Related\n" in merge(BASE, theirs, new).text


def test_links_that_obsidian_rewrote_are_no_edit() -> None:
    """A page that was renamed is the same page."""

    def canonical(name: str) -> str:
        return "Flow battery" if name == "Redox battery" else name

    theirs = BASE.replace("[[Flow battery]]", "[[Redox battery]]")
    new = changed(NEW, ("[[Flow battery]] · ", "[[Flow battery]] · [[Zinc]] · "))
    assert merge(BASE, theirs, new, canonical) == Merged(new)
    assert merge(BASE, theirs, NEW.replace("[[Flow", "[[Redox"), canonical).text == NEW.replace(
        "[[Flow", "[[Redox"
    )


def test_properties_that_obsidian_wrote_anew_are_no_edit() -> None:
    """No quotes, flow lists, another order of a list."""
    head = '---\nid: 2v8xqd\naliases: [RTE]\nconfidence: 0.650\nupdated: 2026-11-30\ntags: ["wiki/concept"]\n---\n'
    assert merge(BASE, BASE.replace(HEAD, head), NEW) == Merged(NEW)


PROPERTIES = [
    ('aliases:\n  - "RTE"\n', "aliases:\n  - mine\n  - RTE\n", "aliases:\n  - mine\n  - RTE\n"),
    ('aliases:\n  - "RTE"\n', "", ""),
    ('aliases:\n  - "RTE"\n', "aliases: []\n", 'aliases:\n  - "Eff"\n'),
    ('tags:\n  - "wiki/concept"\n', "tags:\n  - energy\n", "tags:\n  - energy\n"),
    ('id: "2v8xqd"\n', "# mine\nid: 2v8xqd\n", "# mine\nid: 2v8xqd\n"),
    ("---\nid", "---\nof: {a: [1, 2]}\nid", "---\nof: {a: [1, 2]}\nid"),
]


@pytest.mark.parametrize(("old", "edit", "kept"), PROPERTIES)
def test_a_property_that_a_person_set_stays_and_others_follow(
    old: str, edit: str, kept: str
) -> None:
    """Lists by their items, all else by key; the smallest edit of what is there."""
    theirs = changed(BASE, (old, edit))
    new = changed(NEW, ('  - "RTE"\n', '  - "RTE"\n  - "Eff"\n'))
    merged = merge(BASE, theirs, new)
    expected = changed(theirs, ("0.65", "0.7"))
    if "- RTE" in edit or '- "RTE"' in theirs:
        line = "  - RTE\n" if "- RTE" in edit else '  - "RTE"\n'
        expected = changed(expected, (line, line + '  - "Eff"\n'))
    elif edit == "aliases: []\n":
        expected = changed(expected, (edit, kept))
    assert merged.text.split("# Eff")[0] == expected.split("# Eff")[0]
    assert merged.offers == ()


def test_properties_of_theirs_that_cannot_be_read_stay_and_ours_are_offered() -> None:
    """Nothing is guessed."""
    theirs = changed(BASE, ('id: "2v8xqd"', "id: [2v8xqd"))
    merged = merge(BASE, theirs, NEW)
    assert merged.text == changed(theirs, ("- Heat", WIND + "- Heat")).replace(
        "[^p9a-11]: ", "[^p9a-10]: “wind” [[raw]]\n[^p9a-11]: "
    )
    assert [o.where for o in merged.offers] == ["properties"]


def test_a_property_that_both_changed_is_offered() -> None:
    """Theirs stands."""
    merged = merge(BASE, changed(BASE, ("0.65", "1")), NEW)
    assert merged.offers == (Offer("properties", "confidence: 1", "confidence: 0.7"),)
    assert taken(merged.text, merged.offers[0], NEW) == NEW


def test_what_came_from_another_device_deletes_nothing() -> None:
    """Theirs was generated there from other sources; the new text is from all of them."""
    elsewhere = changed(BASE, ("- Pumps take 4 percent.[^p9a-9]\n", "- Sun gives 2.[^s-1]\n"))
    elsewhere = changed(elsewhere, ("[^p9a-9]: “pumps” [[raw]]", "[^s-1]: “sun” [[raw]]"))
    new = changed(BASE, ("- Heat", "- Sun gives 2.[^s-1]\n- Heat")) + "[^s-1]: “sun” [[raw]]\n"
    assert merge(BASE, elsewhere, new).text == new


def test_a_table_that_obsidian_padded_is_merged_by_row() -> None:
    """A row that is new arrives in it, one that was deleted stays away, a cell stays reworded."""
    rows = ["| | A | B |", "|---|---|---|", "| Form | x[^a-1] | y[^b-1] |", "| Use | u[^a-2] | — |"]
    base = "# T\n\n" + "\n".join(rows) + "\n"
    new = "# T\n\n" + "\n".join([*rows, "| Order | o[^a-3] | — |"]) + "\n"
    theirs = "# T\n\n|      | A         | B       |\n| ---- | --------- | ------- |\n| Form | x, so[^a-1] | y[^b-1] |\n"
    assert merge(base, theirs, new).text == theirs + "| Order | o[^a-3] | — |\n"


def test_the_statements_that_are_lost_are_known_by_their_marks() -> None:
    """Reworded or moved is not lost."""
    theirs = changed(BASE, ("Heat takes", "It takes"), ("- Rust takes 1 percent.[^p9a-12]\n", ""))
    assert [unit.text for unit in lost(BASE, theirs)] == ["- Rust takes 1 percent.[^p9a-12]"]


def test_what_is_brought_back_comes_where_it_was() -> None:
    """In a list, a paragraph, and a table."""
    theirs = changed(BASE, *EDITS["deleted"], *EDITS["deleted in a paragraph"])
    assert merge(BASE, theirs, BASE, restoring={"p9a-12", "k3f-2"}).text == BASE
    table = "# T\n\n| | A |\n|---|---|\n| Form | x[^a-1] |\n| Use | y[^a-2] |\n"
    theirs = changed(table, ("| Form | x[^a-1] |\n", ""))
    assert merge(table, theirs, table, restoring={"a-1"}).text == table


def test_an_open_fence_swallows_nothing_that_is_new() -> None:
    """What follows it is code and stays below."""
    theirs = changed(BASE, ("- Rust", "```\n- Rust"))
    merged = merge(BASE, theirs, NEW).text
    assert merged.index(WIND) < merged.index("```\n- Rust")
    assert merged.endswith(theirs[theirs.index("```") :])


def numbered(*words: str) -> str:
    """A page of statements, numbered in order."""
    said = "".join(f"- {word}.[^a-{n}]\n" for n, word in enumerate(words, 1))
    quoted = "".join(f"[^a-{n}]: “{w} stands there.” [[a]]\n" for n, w in enumerate(words, 1))
    return f"# T\n\n{said}\n{quoted}"


def test_a_mark_never_comes_to_rest_on_another_sentence() -> None:
    """A sentence put in before renumbers all others of a source; edits and deletions follow theirs."""
    base, new = numbered("One", "Two", "Three"), numbered("Zero", "One", "Two", "Three")
    theirs = changed(base, ("- Two.", "- Two, I think."), ("- One.[^a-1]\n", ""))
    assert merge(base, theirs, new) == Merged(
        changed(
            new,
            ("- Two.", "- Two, I think."),
            ("- One.[^a-2]\n", ""),
            ("[^a-2]: “One stands there.” [[a]]\n", ""),
        )
    )


def test_a_reworded_statement_keeps_the_quote_that_it_rests_on() -> None:
    """Though its sentence is gone and another bears its label."""
    base, new = numbered("One", "Two"), numbered("A great many boats, and a harbour,")
    merged = merge(base, changed(base, ("- One.", "- One, yes.")), new).text
    assert "- One, yes.[^a-1-old]" in merged
    assert "[^a-1-old]: “One stands there.” [[a]]" in merged
    assert "- A great many boats, and a harbour,.[^a-1]" in merged
