"""Two compiled pages that may be on one thing.

What it does
    Finds two pages whose names are alike, or short for each other, where neither sources nor a model say
    whether they are one.

Why it matters
    If they are one thing, half of what sources say of it stands on either page, and nobody finds the
    other half. Two things on one page would be worse, so that nothing is merged in doubt.

Example
    == raw/harrow.md
    # Harrow report

    The Harrow line is an aerial ropeway of 4.2 kilometres between Orrin and Maud Pass.
    The Harrow line was opened in 1931 by the Fenner Works. The Harrow line has no night service.
    == raw/north.md
    # Notes on the north

    The northern cableway is a ropeway that runs 4.2 kilometres from Orrin up to Maud Pass.
    It was built by the Fenner Works and has 31 towers. The northern cableway is painted green.
    $ vaultloom compile --model MODEL (which cannot tell whether they are one)

Use instead
    $ vaultloom settle merge

Fix safety
    There is none by itself. Merging can be undone, and taken apart later; "Keep apart" ends the
    question.
"""

from collections.abc import Iterable, Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.saying import said, say

CODE = "VL009"
NAME = "may-be-one"
SEVERITY = Severity.INFO
WHY = said("If they are one thing, half of what your sources say of it stands on either page.")
SCOPE = Scope.SUBJECT


def candidates(checked: Checked) -> Iterable[str]:
    """The slots of which is open whether they are one with another."""
    pairs = checked.cache.verdicts.open_names() if checked.cache else ()
    return {slot for pair in pairs for slot in pair}


def check(checked: Checked, of: str) -> Iterator[Finding]:
    """A finding for each pair that is open in which this subject is the first."""
    for pair in checked.known.open_pairs(of):
        words = {"title": pair.title, "other": pair.other_title}
        ways = (
            Way("merge", say("Merge into “{title}”", title=pair.title), (pair.one, pair.other)),
            Way(
                "merge", say("Merge into “{title}”", title=pair.other_title), (pair.other, pair.one)
            ),
            Way("keep-apart", "Keep apart", (pair.one, pair.other)),
        )
        message = say("“{title}” and “{other}” may be one thing.", **words)
        yield Finding(
            code=CODE,
            rule=NAME,
            severity=SEVERITY,
            path=pair.path,
            line=1,
            message=message,
            ways=ways,
            also=(pair.other_path,),
            what=" ".join(sorted((pair.one, pair.other))),
        )
