"""The command line: parse, call, print. Only here does the program exit."""

import sys

from coincide.app.cli.app import app
from coincide.app.cli.output.group import INTERRUPTED, tell_interrupted
from coincide.app.cli.output.tables import shown
from coincide.errors import CoincideError, StoreError
from coincide.media.process import MAX_PIXELS, settle_process

__all__ = ["main"]


def main() -> None:
    """Run the command line; a user's mistake ends with its message and exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")  # file names may be any bytes
    settle_process(MAX_PIXELS)
    try:
        app(prog_name="coincide")  # completion goes by this name, whatever started us
    except CoincideError as error:
        print(f"coincide: {shown(error)}", file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)
    except OSError as error:
        _tell_fault(error)
        sys.exit(StoreError.exit_code)
    except KeyboardInterrupt:  # before a command began
        tell_interrupted()
        sys.exit(INTERRUPTED)


def _tell_fault(error: OSError) -> None:
    """Say what is wrong with a disk; raise what is no fault of one."""
    from coincide.storage.faults import in_words, stops

    if not (stops(error) or isinstance(error, PermissionError)):
        raise error
    where = "" if error.filename is None else f"{error.filename}: "
    print(f"coincide: {shown(where)}{in_words(error)}.", file=sys.stderr)  # noqa: T201
