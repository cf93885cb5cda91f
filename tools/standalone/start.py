"""Where the standalone program begins."""

import multiprocessing
import os
import sys

# The bundle's own libraries stand here, for this process alone: it has read it already. Programs
# that we start, ExifTool and the browser, need those of the system.
LIBRARIES = "LD_LIBRARY_PATH"
# STANDALONE_FLAG of coincide.media.isolated.child: this process is to decode for another
WORKER = "--decoding-worker"


def main() -> None:
    """Run the command line, or the part of it that another process of ours asks for."""
    multiprocessing.freeze_support()
    for name in ("stdout", "stderr"):  # a program without a terminal has none
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    os.environ.pop(LIBRARIES, None)
    if before:
        os.environ[LIBRARIES] = before
    if sys.argv[1:2] == [WORKER]:
        from coincide.media.isolated.worker import main as work

        work(sys.argv[2:])
        return
    from coincide.__main__ import main as run

    sys.argv[1:] = arguments_of(sys.argv[1:])
    run()


def arguments_of(given: list[str]) -> list[str]:
    """Return what is asked for: a click alone opens the app, and so do photos dropped on it.

    A system may add a number of its own, as macOS did.
    """
    named = [one for one in given if not one.startswith("-psn_")]
    dropped = named and all(os.path.isabs(one) and os.path.exists(one) for one in named)  # noqa: PTH110, PTH117
    return ["app", *named] if dropped or not named else named


if __name__ == "__main__":
    main()
