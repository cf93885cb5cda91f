"""The command line: parse, call, print. Only here does the program exit."""

import logging
import sys
import warnings

from PIL import Image

from coincide.cli.app import app
from coincide.cli.tables import shown
from coincide.config import IngestOptions
from coincide.errors import CoincideError

__all__ = ["main"]


def main() -> None:
    """Run the command line; a user's mistake ends with its message and exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")  # file names may be any bytes
    _settle_pillow()
    try:
        app()
    except CoincideError as error:
        print(f"coincide: {shown(error)}", file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("\ncoincide: stopped; what was computed is kept.", file=sys.stderr)  # noqa: T201
        sys.exit(130)


def _settle_pillow() -> None:
    """Set what is Pillow's for the whole process, and so not a library's business.

    Photos up to our own limit are decoded, and broken files are reported by us alone.
    """
    Image.MAX_IMAGE_PIXELS = IngestOptions().max_pixels
    logging.getLogger("PIL").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"PIL\.")
