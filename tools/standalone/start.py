"""Where the standalone program begins."""

import multiprocessing
import os

# The bundle's own libraries stand here, for this process alone: it has read it already. Programs
# that we start, ExifTool and the browser, need those of the system.
LIBRARIES = "LD_LIBRARY_PATH"


def main() -> None:
    """Run the command line, or the part of it that another process of ours asks for."""
    multiprocessing.freeze_support()
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    os.environ.pop(LIBRARIES, None)
    if before:
        os.environ[LIBRARIES] = before
    from coincide.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
