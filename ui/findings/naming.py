"""The words of rules and ways: what all findings of a rule have in common, and what choosing a way does."""

from PySide6.QtCore import QCoreApplication

_translate = QCoreApplication.translate


def rule_words(rule: str, otherwise: str = "") -> str:
    """What all findings of a rule have in common; ``otherwise`` is what the rule says of itself."""
    parts = (_of_links, _of_pages, _of_properties, _of_evidence, _of_knowledge)
    known = next((words for part in parts if (words := part(rule))), "")
    return known or otherwise.rstrip(".。") or rule.replace("-", " ").capitalize()


def _of_links(rule: str) -> str:
    return {
        "broken-link": _translate("Rule", "Links that lead nowhere"),
        "alias-as-target": _translate("Rule", "Links by another name"),
        "ambiguous-link": _translate("Rule", "Links that could mean several notes"),
        "needless-path": _translate("Rule", "Links with a needless path"),
        "table-pipe": _translate("Rule", "Links that break a table"),
        "self-link": _translate("Rule", "Links to their own page"),
        "unseen-file": _translate("Rule", "Links to files Obsidian does not show"),
    }.get(rule, "")


def _of_pages(rule: str) -> str:
    return {
        "orphan": _translate("Rule", "Pages no page leads to"),
        "unreachable": _translate("Rule", "Pages the index does not lead to"),
        "missing-page": _translate("Rule", "Pages that are missing"),
        "may-be-one": _translate("Rule", "Pages that may be one"),
        "too-thin": _translate("Rule", "Pages with little on them"),
        "over-long": _translate("Rule", "Pages that are very long"),
        "open-fence": _translate("Rule", "Code that is not closed"),
        "two-titles": _translate("Rule", "Pages with several titles"),
        "file-name": _translate("Rule", "Names that cannot be used everywhere"),
        "conflict-copy": _translate("Rule", "Copies your sync tool made"),
        "two-versions": _translate("Rule", "Merges that were not finished"),
        "deleted-page": _translate("Rule", "Pages you deleted"),
        "waiting-text": _translate("Rule", "Pages you edited"),
        "vanished-statements": _translate("Rule", "Statements that vanished"),
        "note-alike": _translate("Rule", "Notes with a page's name"),
    }.get(rule, "")


def _of_properties(rule: str) -> str:
    return {
        "unreadable-properties": _translate("Rule", "Properties that cannot be read"),
        "duplicate-property": _translate("Rule", "Properties given twice"),
        "wrong-type": _translate("Rule", "Properties of the wrong type"),
        "list-needed": _translate("Rule", "Properties that must be lists"),
        "deprecated-property": _translate("Rule", "Properties nothing reads any more"),
        "missing-property": _translate("Rule", "Properties that are missing"),
        "bad-tag": _translate("Rule", "Tags Obsidian does not take"),
        "link-in-words": _translate("Rule", "Links among the words of a property"),
    }.get(rule, "")


def _of_evidence(rule: str) -> str:
    return {
        "quote-not-in-source": _translate("Rule", "Quotes not found in their source"),
        "source-gone": _translate("Rule", "Sources that are gone"),
        "raw-file-changed": _translate("Rule", "Sources that changed"),
        "stale": _translate("Rule", "Pages that are out of date"),
        "unsourced-statement": _translate("Rule", "Statements of your own"),
        "weak-source": _translate("Rule", "Pages resting on one weak source"),
        "coverage-low": _translate("Rule", "Sources little is taken from"),
        "footnote-undefined": _translate("Rule", "Notes that are not there"),
        "footnote-unused": _translate("Rule", "Notes nothing refers to"),
    }.get(rule, "")


def _of_knowledge(rule: str) -> str:
    return {
        "contradiction": _translate("Rule", "Contradictions"),
        "differs": _translate("Rule", "Sources that differ"),
        "changed-over-time": _translate("Rule", "What changed over time"),
        "open-question": _translate("Rule", "Questions without an answer"),
        "gap": _translate("Rule", "Much named, little said"),
    }.get(rule, "")


def way_tip(do: str) -> str:
    """What choosing a way to settle a finding does."""
    return {
        "merge": _translate("Way", "One page with all that both say. Shows first what changes."),
        "keep-apart": _translate("Way", "Changes no page, and is never asked again."),
        "tell-apart": _translate("Way", "Two pages again. Shows first what changes."),
        "same-note": _translate(
            "Way", "What sources say stands beside your note. Shows first what changes."
        ),
        "other-note": _translate("Way", "Changes no page, and is never asked again."),
        "take-away": _translate(
            "Way",
            "Its statements go, and pages that rest on nothing else. Shows first what changes.",
        ),
        "keep-source": _translate("Way", "Changes no page; they stay though their source is gone."),
        "take-newer": _translate("Way", "Takes the place of your text. Shows first what changes."),
        "keep-mine": _translate(
            "Way", "Changes no page; asked again when sources say something else."
        ),
        "bring-back": _translate("Way", "They stand on the page again. Shows first what changes."),
        "stay-deleted": _translate("Way", "They stay away, also when sources are compiled again."),
        "stay-away": _translate("Way", "Changes no page, and is never asked again."),
        "recompile": _translate(
            "Way", "It waits like a new source; its pages follow when it is read."
        ),
        "holds": _translate("Way", "The other stays, shown as disputed. Shows first what changes."),
        "both-hold": _translate(
            "Way", "You say when or where each holds, and that is kept on the page."
        ),
        "changed": _translate(
            "Way", "The older value is shown as what held before. Shows first what changes."
        ),
        "not-same": _translate("Way", "Both stay as they are. Shows first what changes."),
        "leave-open": _translate("Way", "Asked again only when a new source speaks."),
        "heed": _translate("Way", "It is shown among the findings again."),
    }.get(do, _translate("Way", "Shows first what changes."))
