"""Make a picture of what a command prints, for the documentation.

FORCE_COLOR=1 COLUMNS=110 coincide … | python -m tools.terminal_picture docs/images/NAME.webp
"""

import io
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tools.make_screenshots import save
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; display: inline-block; background: {background}; color: {foreground}; }}
pre {{ margin: 0; padding: 14px 18px; font: 14px/1.2 "DejaVu Sans Mono", monospace; }}
{stylesheet}</style><pre>{code}</pre>"""


def as_page(printed: str) -> str:
    """Return what was printed as a page that looks like a terminal."""
    text = Text.from_ansi("\n".join(line.rstrip() for line in printed.strip("\n").splitlines()))
    width = max(line.cell_len for line in text.split())
    console = Console(record=True, width=width, file=io.StringIO(), highlight=False)
    console.print(text)
    return console.export_html(theme=MONOKAI, code_format=PAGE, inline_styles=True)


def main(target: Path) -> None:
    """Take a picture of standard input."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1600, "height": 1200})
        page.set_content(as_page(sys.stdin.read()))
        save(page.locator("body").screenshot(), target)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
