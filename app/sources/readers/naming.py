"""A source's name as a title, where it says no better one."""

from pathlib import PurePath

from app.sources.tidying import one_line


def stem(name: str) -> str:
    """The file's name without folder and extension; never empty."""
    file = PurePath(name.replace("\\", "/")).name
    return one_line(PurePath(file).stem) or one_line(file) or "Untitled"
