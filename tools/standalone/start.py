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
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    os.environ.pop(LIBRARIES, None)
    if before:
        os.environ[LIBRARIES] = before
    if sys.argv[1:2] == [WORKER]:
        from coincide.media.isolated.worker import main as work

        work(sys.argv[2:])
        return
    from coincide.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
