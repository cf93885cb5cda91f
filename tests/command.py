"""The command line in this process: what it prints and how it ends, as a shell would see it.

Starting Python, and all that a command imports, takes longer than most commands do. Where the
process itself is what a test is about, start one.
"""

import io
import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from PIL import Image

from coincide.app.cli import main


def run_here(*arguments: str | Path) -> CompletedProcess[str]:
    """Run ``coincide`` with these arguments; a warning is an error, a bug is raised."""
    command = ["coincide", *map(str, arguments)]
    told, beside = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    code: int | str | None = 0
    with _settled_as_before(), redirect_stdout(told), redirect_stderr(beside):
        try:
            with patch.object(sys, "argv", command):
                main()
        except SystemExit as ended:
            code = ended.code
    assert isinstance(code, int), code
    return CompletedProcess(command, code, _text(told), _text(beside))


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def _settled_as_before() -> Iterator[None]:
    """Take back what the command line settles for its whole process."""
    most_pixels, pillow = Image.MAX_IMAGE_PIXELS, logging.getLogger("PIL")
    level = pillow.level
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            yield
        finally:
            Image.MAX_IMAGE_PIXELS = most_pixels
            pillow.setLevel(level)
