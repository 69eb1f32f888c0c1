"""The main points of a source: what its summary says, part by part."""

from collections import defaultdict
from collections.abc import Sequence

from app.compiler.builtin.roles import kind_of_statement
from app.compiler.builtin.subjects import Choice
from app.compiler.lexicon import words_of
from app.compiler.wording import stand_alone, word_count
from app.ledger.records import Claim, Point, Role
from app.sources.document import BlockKind, Reading, Sentence

POINTS_AT_MOST = 24
A_PART_AT_MOST = 4
A_LONE_PART_AT_MOST = 12  # where a text has but one part or two


def parts_of(reading: Reading) -> dict[int, str]:
    """The part that each block belongs to: the outermost headings that divide the text into two or more."""
    sections = {s.block: s.section for s in reading.sentences}
    depth = part_depth(list(sections.values()))
    return {
        block: section[depth] if len(section) > depth else "" for block, section in sections.items()
    }


def part_depth(sections: Sequence[tuple[str, ...]]) -> int:
    """The depth of the outermost headings that divide a text into two parts or more; 0 if none do."""
    for depth in range(4):
        if len({section[depth] for section in sections if len(section) > depth}) >= 2:
            return depth
    return 0


def main_points(reading: Reading, choice: Choice, claims: list[Claim], short: str) -> list[Point]:
    """At most 24 statements, at most four a part, in reading order; every part that has one gets one."""
    part = parts_of(reading)
    language = reading.document.language
    back_matter = {*words_of("en").back_matter, *words_of(language).back_matter}
    best_claim = _plain_statements(reading, short) | _best_claims(claims)
    scored: dict[str, list[tuple[float, Sentence]]] = defaultdict(list)
    for sentence in reading.sentences:
        if (
            sentence.kind is not BlockKind.FIELD  # the summary's header shows it
            and sentence.label in best_claim
            and part[sentence.block].casefold() not in back_matter
        ):
            scored[part[sentence.block]].append(
                (_worth(sentence, best_claim[sentence.label], choice), sentence)
            )
    share = A_PART_AT_MOST if len(scored) > 2 else A_LONE_PART_AT_MOST
    best = {p: sorted(c, key=lambda x: (-x[0], x[1].start))[:share] for p, c in scored.items()}
    first = [entries[0] for entries in best.values()]
    rest = sorted((e for c in best.values() for e in c[1:]), key=lambda x: (-x[0], x[1].start))
    chosen = [s for worth, s in (first + rest)[:POINTS_AT_MOST] if worth > 0]
    return [
        Point(part[s.block], s.label, best_claim[s.label])
        for s in sorted(chosen, key=lambda s: s.start)
    ]


def _plain_statements(reading: Reading, short: str) -> dict[str, Claim]:
    """The sentences that can stand alone, whatever they speak of."""
    found = {}
    for sentence in reading.sentences:
        if sentence.kind not in {BlockKind.PARAGRAPH, BlockKind.QUOTE} and not (
            sentence.kind is BlockKind.ITEM and not sentence.lead_in
        ):
            continue
        worded = stand_alone(sentence.text, reading.document.language, short)
        if worded:
            role = Role.FIGURE if kind_of_statement(worded.text) is Role.FIGURE else Role.MENTIONS
            found[sentence.label] = Claim("", (sentence.label,), worded.text, role, worded.form)
    return found


def _best_claims(claims: list[Claim]) -> dict[str, Claim]:
    best: dict[str, Claim] = {}
    order = list(Role)
    for claim in claims:
        label = claim.evidence[0]
        if label not in best or order.index(claim.role) < order.index(best[label].role):
            best[label] = claim
    return best


def _worth(sentence: Sentence, claim: Claim, choice: Choice) -> float:
    size = word_count(claim.text)
    worth = {
        Role.DEFINES: 4.0,
        Role.RULE: 3.0,
        Role.FIGURE: 2.5,
        Role.SAYS: 2.0,
        Role.MENTIONS: 1.0,
    }[claim.role]
    worth += 1.5 * sentence.opens + min(len(choice.mentions.get(sentence.label, ())), 3) * 0.4
    worth += 0.5 * bool(claim.items)
    if size > 35:
        worth -= (size - 35) / 5
    return worth - 2.0 * (size < 5)


def gist(reading: Reading, claims: list[Claim], choice: Choice, short: str) -> Claim | None:
    """The sentence that says what the source is about: the definition of its own subject, else the
    first definition near its start that a paragraph opens with, else its first statement."""
    best = _best_claims(claims)
    about = {
        c.evidence[0]: c for c in claims if c.slot == choice.own and choice.own and not c.items
    }
    for role in (Role.DEFINES, Role.SAYS):
        for sentence in reading.sentences[:80]:
            claim = about.get(sentence.label)
            if claim and claim.role is role and word_count(claim.text) <= 45:
                return claim
    for sentence in reading.sentences[:40]:
        claim = best.get(sentence.label)
        if (
            claim
            and claim.role is Role.DEFINES
            and sentence.opens
            and not claim.items
            and word_count(claim.text) <= 45
        ):
            return claim
    for sentence in reading.sentences:
        if sentence.kind is BlockKind.PARAGRAPH and (
            worded := stand_alone(sentence.text, reading.document.language, short)
        ):
            return best.get(sentence.label) or Claim(
                "", (sentence.label,), worded.text, Role.SAYS, worded.form
            )
    return None
