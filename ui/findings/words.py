"""A finding in the words that the window shows."""

import re
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt

from ui import language, text
from ui.findings.naming import rule_words
from ui.findings.values import Claim, Finding, Ignored, Rule, Way

_translate = QCoreApplication.translate

_QUOTED = re.compile(r"“[^”]*”")
_MARK = re.compile(r"\[\^[^\]\s]+\]|(?<=“)[-*] (?=\S)")
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")


def message_words(finding: Finding) -> str:
    """What is wrong; what it quotes of a page as it is read there, without the marks of notes and lists,
    and links by their words. A link that is not quoted is what is wrong, and is shown as it is written."""
    words = language.of(finding.message)
    return (
        _QUOTED.sub(lambda quoted: read_words(quoted[0]), words)
        if "[" in words
        else _unmarked(words)
    )


def read_words(words: str) -> str:
    """Words of a page as they are read there."""
    return _LINK.sub(r"\1", _unmarked(words))


def _unmarked(words: str) -> str:
    return _MARK.sub("", words) if "“" in words or "[" in words else words


def page_name(path: str) -> str:
    """The title of a page, as its file is called."""
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def page_names(finding: Finding) -> str:
    """The titles of the pages that a finding is about, in one line."""
    return text.listed(filter(None, map(page_name, finding.pages)))


def why_words(rule: Rule | None) -> str:
    """Why what a rule finds matters; nothing while the rule is not known."""
    return language.of(rule.why) if rule else ""


def finding_tip(finding: Finding, rule: Rule | None) -> str:
    """What hovering over a finding tells: why it matters, its code and where it is."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return "\n".join(
        filter(None, [why_words(rule), " · ".join(filter(None, [finding.code, place]))])
    )


def claim_place(claim: Claim) -> str:
    """Where in its source a side of a disagreement stands, and of when that is: “Losses · 2024-03-01”."""
    place = "" if claim.place == claim.source else claim.place
    return " · ".join(filter(None, [place, claim.date]))


def ignored_finding(ignored: Ignored, rules: dict[str, Rule]) -> Finding:
    """What is ignored as a finding, whose one way takes that back."""
    code, path, what = ignored.code, ignored.path, ignored.what
    known = rules.get(code)
    name, severity = (known.name, known.severity) if known else (code, "")
    since = _translate("Ignored", "Ignored since %1").replace("%1", _day(ignored.since))
    back = Way("heed", "", (code, path, what))
    return Finding(
        code,
        name,
        severity or "info",
        path,
        0,
        _what_is_ignored(ignored),
        since if ignored.since else "",
        ways=(back,),
        what=what,
        named=f"ignored {code} {path} {what}",
    )


def _what_is_ignored(ignored: Ignored) -> str:
    if ignored.what:
        return read_words(language.of(ignored.words) or ignored.what)
    if ignored.path:
        return _translate("Ignored", "All of this rule on this page")
    return _translate("Ignored", "All of this rule, everywhere")


def _day(when: str) -> str:
    """A day as the person's language writes it."""
    day = QDate.fromString(when[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat) if day.isValid() else when


def several_words(count: int) -> str:
    """How many findings are selected."""
    one, many = _translate("Several", "%1 selected"), _translate("Several", "%1 selected")
    return text.counted(count, one, many)


def hidden_words(ignored: int, own: int) -> tuple[str, str]:
    """How many findings are ignored, and how many of the person's own notes are not shown."""
    one, many = _translate("Hidden", "%1 ignored"), _translate("Hidden", "%1 ignored")
    mine = (
        _translate("Hidden", "%1 in your own notes"),
        _translate("Hidden", "%1 in your own notes"),
    )
    return (
        text.counted(ignored, one, many) if ignored else "",
        text.counted(own, *mine) if own else "",
    )


def haystack(finding: Finding) -> Iterable[str]:
    """All words by which a finding can be found."""
    yield message_words(finding)
    yield from finding.pages
    yield rule_words(finding.rule)
    yield finding.code
    for claim in finding.claims:
        yield from (claim.statement, claim.quote, claim.source)
