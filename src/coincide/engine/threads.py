"""A pool of threads that Ctrl-C ends: tasks that have not begun are dropped."""

from concurrent.futures import ThreadPoolExecutor
from types import TracebackType


class Threads(ThreadPoolExecutor):
    """A pool that runs all tasks to the end, unless its block is left by an exception."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.shutdown(wait=True, cancel_futures=kind is not None)
