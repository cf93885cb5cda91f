"""Text as Markdown: tables, code and docstrings."""

import inspect
import re
from collections.abc import Iterable, Sequence

MADE = "<!-- Made from the code by `make reference`: change the code, not this page. -->\n\n"


def page(title: str, *parts: str) -> str:
    """Return a generated page: its title, a warning not to edit it, and its parts."""
    return f"# {title}\n\n{MADE}" + "\n".join(part.strip("\n") + "\n" for part in parts if part)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; without rows, nothing."""
    lines = [f"| {' | '.join(map(cell, row))} |\n" for row in rows]
    if not lines:
        return ""
    return "".join([f"| {' | '.join(head)} |\n", "|---" * len(head) + "|\n", *lines])


def cell(text: str) -> str:
    """Return a text for one cell: on one line, and with no end of the cell inside."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split())) or " "


def code(text: object) -> str:
    """Return a text as code."""
    return f"`{text}`"


def prose(docstring: str | None) -> str:
    """Return a docstring as Markdown: its double backticks and roles are Sphinx's, not ours."""
    text = inspect.cleandoc(docstring or "")
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    text = text.replace("``", "`")
    text = re.sub(r"\bdocs/((?:[\w-]+/)?)([\w-]+)\.md\b", _link, text)
    return re.sub(r"(?m)((?:^>>> .*\n)(?:(?!\n).*\n?)*)", r"```python\n\1\n```", text).replace(
        "\n\n```\n", "\n```\n"
    )


def _link(found: re.Match[str]) -> str:
    """Return a link from the reference to a page that a docstring names."""
    folder, name = found.groups()
    return f"[{name.replace('-', ' ').capitalize()}](../{folder}{name}.md)"


def summary(docstring: str | None) -> str:
    """Return the first paragraph of a docstring, as Markdown."""
    return prose(docstring).split("\n\n", maxsplit=1)[0]


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter and ends with a full stop.

    >>> sentence("photos per shard")
    'Photos per shard.'
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
