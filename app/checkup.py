"""What is wrong in an open vault, and mending what is safe to mend, through the one gate."""

from collections import defaultdict
from collections.abc import Iterable

from app.compiler.compile import Compiler
from app.ledger.pages import PageRow
from app.lint.checking import check
from app.lint.diagnostic import Finding, Fix, Risk, Severity
from app.lint.fixing import apply
from app.saying import said, say
from app.vault.index import VaultIndex
from app.vault.writing import Changes, Write, digest, read


def findings(compiler: Compiler) -> list[Finding]:
    """Everything that is wrong in the vault, by file and line."""
    sources = (source.path for source in compiler.ledger.cache.sources())
    gone = [path for path in sources if not (compiler.root / path).is_file()]
    of_ledger = [*waiting_texts(compiler), *gone_sources(compiler, gone)]
    return check(VaultIndex.scan(compiler.root, compiler.vault.folders), of_ledger)


def waiting_texts(compiler: Compiler) -> list[Finding]:
    """A finding for each page that its owner edited while sources have something new for it."""
    return [
        Finding(
            code="VL003",
            rule="waiting-text",
            severity=Severity.INFO,
            path=page.path,
            line=1,
            message=_waits(page),
            fix=Fix("Show the newer text", Risk.SHOW),
        )
        for page in compiler.ledger.cache.pages.waiting()
    ]


def gone_sources(compiler: Compiler, gone: Iterable[str]) -> list[Finding]:
    """A finding for each of these sources, on its summary page: nothing of it was taken away."""
    found = []
    for path in sorted(gone):
        source = compiler.ledger.cache.source_by(path=path)
        page = compiler.ledger.cache.pages.summary_of(source.id) if source else None
        if page:
            message = say(
                "Its source “{path}” is gone. What rests on it stays; its quotes cannot be shown.",
                path=path,
            )
            found.append(Finding("VL006", "source-gone", Severity.WARNING, page.path, 1, message))
    return found


def _waits(page: PageRow) -> str:
    if page.gone:
        return say(
            "You deleted “{title}”, so it stays away; your sources have something for it.",
            title=page.title,
        )
    return say(
        "You edited “{title}”, so it stays as it is; newer text from your sources waits.",
        title=page.title,
    )


def mend(compiler: Compiler, found: list[Finding]) -> Changes:
    """Apply the safe fixes among ``found`` as one step of the journal."""
    by_path: dict[str, list[Fix]] = defaultdict(list)
    for finding in found:
        if finding.fix and finding.fix.risk is Risk.SAFE:
            by_path[finding.path].append(finding.fix)
    writes = []
    for path, fixes in sorted(by_path.items()):
        disk = read(compiler.root / path)
        if disk is None:
            continue
        text, applied = apply(disk.decode(), fixes, {Risk.SAFE})
        if applied:
            writes.append(Write(path, digest(disk), text.encode()))
    return compiler.journal.commit(said("fix what is safe to fix"), writes) if writes else Changes()
