"""Apply or undo saved steps in processes of their own, which a test may kill.

``python -m tests.writing.apply.driver`` reads orders as JSON lines and answers each with an exit
code. It forks for each order, because starting Python takes longer than what is to be killed.
``python -m tests.writing.apply.driver '{…}'`` carries out one order itself.

An order's ``without`` takes a flush away, to see that the tests notice; without ``links`` it acts
as a disk that has none.
"""

import errno
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace, TracebackType

import coincide.writing.apply.engine
import coincide.writing.apply.journal
import coincide.writing.apply.undo
from coincide.writing.apply import disk
from coincide.writing.apply.journal import Journal, open_journal
from coincide.writing.apply.lock import hold
from coincide.writing.apply.step import ORIGINALS
from tests.writing.apply.trees import PLAN_ID, PLAN_SHA256, TextMaker, load_steps

REPOSITORY = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "tests.writing.apply.driver"]


@dataclass(frozen=True)
class Order:
    """Apply or undo what is in a folder: ``steps``, ``plan.json.journal`` and ``tree``.

    It is killed ``kill_after_s`` after so many batches, whatever else the machine has to do.
    """

    verb: str
    folder: str
    batch: int = 64
    without: str = ""
    kill_after_batches: int = 0
    kill_after_s: float | None = None


class Driver:
    """A process that carries out orders; a context manager."""

    def __enter__(self) -> "Driver":
        self._process = subprocess.Popen(
            COMMAND, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def __call__(self, order: Order) -> bool:
        """Carry out an order; tell whether it came to its end, and fail if it did so badly."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asdict(order)), file=self._process.stdin, flush=True)
        code = int(self._process.stdout.readline())
        assert code in (0, -signal.SIGKILL), f"{order} ended with {code}"
        return code == 0


def open_for_test(path: Path, root: Path, *, write: bool = True) -> Journal:
    return open_journal(path, plan_sha256=PLAN_SHA256, plan_id=PLAN_ID, roots=[root], write=write)


def carry_out(order: Order, tell: Callable[[int, int], object] = lambda *_: None) -> None:
    """Apply or undo, with nothing left undone; ``tell`` is called after each batch."""
    take_away(order.without)
    folder = Path(order.folder)
    steps = load_steps(folder / "steps")
    root, path = folder / "tree", folder / "plan.json.journal"
    with hold([root], path), open_for_test(path, root) as journal:
        if order.verb == "apply":
            report = coincide.writing.apply.engine.run(
                steps, TextMaker(), journal, batch=order.batch, progress=tell
            )
            assert not report.failed, report.failed
            assert not report.left, report.left
        else:
            undone = coincide.writing.apply.undo.run(
                journal, steps, batch=order.batch, progress=tell
            )
            assert not undone.left, undone.left


def take_away(what: str) -> None:
    """Do without some flushes, or without links: a list with commas."""
    fsync_folder = disk.fsync_folder
    unflushed = SimpleNamespace(flush=lambda _fd: None, fsync_folder=fsync_folder)
    for name in what.split(",") if what else ():
        if name == "parts":
            disk.fsync_file = lambda _path: None
        elif name == "folders":
            disk.fsync_folder = lambda path: fsync_folder(path) if ORIGINALS in str(path) else None
        elif name == "kept":
            disk.fsync_folder = lambda path: None if ORIGINALS in str(path) else fsync_folder(path)
        elif name == "journal":
            coincide.writing.apply.journal.disk = unflushed
        else:
            assert name == "links"
            os.link = _no_links


def _no_links(source: object, path: object, **_: object) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(source), None, str(path))


def serve() -> None:
    for line in sys.stdin:
        order = Order(**json.loads(line))
        batches, telling = os.pipe()
        child = os.fork()
        if child == 0:
            carry_out_and_exit(order, telling)
        os.close(telling)
        if order.kill_after_s is not None:
            for _ in range(order.kill_after_batches):
                os.read(batches, 1)  # returns at once when the child has ended
            time.sleep(order.kill_after_s)
            os.kill(child, signal.SIGKILL)  # not yet waited for, so the number is still its own
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        os.close(batches)


def carry_out_and_exit(order: Order, telling: int) -> None:
    code = 1
    try:
        carry_out(order, lambda *_: os.write(telling, b"."))
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        carry_out(Order(**json.loads(sys.argv[1])))
    else:
        serve()
