"""What can never be evidence: pages that Vaultloom compiled, answers that it filed, its editions."""

from app.errors import SourceRefused
from app.saying import say
from app.sources.edition import KIND as EDITION
from app.vault.frontmatter import read
from app.vault.rules import PLURALS

_BEGINS = (b"---", b"\xef\xbb\xbf---")


def refuse_own_pages(name: str, content: bytes) -> None:
    """Raise SourceRefused for a note that says in its properties that Vaultloom made it.

    That is a page with an id, a kind of page and its tag, or an edition of another source,
    wherever the file lies and however it got there.
    """
    if not name.lower().endswith(".md") or not content.startswith(_BEGINS):
        return
    properties = read(content.decode("utf-8", "replace")).properties
    kind, tags = properties.get("kind"), properties.get("tags")
    is_page = kind in PLURALS and isinstance(tags, list) and f"wiki/{kind}" in tags
    is_edition = kind == EDITION and {"original", "sha256"} <= properties.keys()
    if is_edition or (is_page and "id" in properties):
        raise SourceRefused(
            say(
                "“{name}” was made by Vaultloom from other sources and proves nothing by itself.",
                name=name,
            ),
            remedy="Drop the sources that it rests on.",
        )
