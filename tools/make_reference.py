"""Write docs/reference/: commands, API, settings, errors, formats, addresses, from the code.

Run from the repository, with everything installed that development needs:
``python -m tools.make_reference``, or ``make reference``.
"""

from collections.abc import Callable
from pathlib import Path

from tools.reference.api import api_page
from tools.reference.cli import cli_page
from tools.reference.errors import errors_page
from tools.reference.formats import FORMATS, file_name, formats_page, schema_text
from tools.reference.options import options_page
from tools.reference.review import review_page

PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "api.md": api_page,
    "options.md": options_page,
    "errors.md": errors_page,
    "formats/index.md": formats_page,
    "review-api.md": review_page,
}
FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"


def main() -> None:
    """Write every file, and remove schemas of formats that are no more."""
    made = texts()
    for name, text in made.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    for path in (FOLDER / "formats").glob("*.schema.json"):
        if f"formats/{path.name}" not in made:
            path.unlink()
    print(f"wrote {len(made)} files to {FOLDER}")


def texts() -> dict[str, str]:
    """Return what is written, by path below docs/reference."""
    pages = {name: make() for name, make in PAGES.items()}
    schemas = {name: schema_text(FORMATS[name].schema()) for name in FORMATS}
    return pages | {f"formats/{file_name(name)}": text for name, text in schemas.items()}


if __name__ == "__main__":
    main()
