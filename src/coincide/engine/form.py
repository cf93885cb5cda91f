"""What every engine does: run a task on many items and give the results in their order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, Self, TypeVar

S = TypeVar("S")
I = TypeVar("I")  # noqa: E741
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

EngineName = Literal["local", "ray"]

# A task is a function of a module, called with what all items share and with one item. It may be
# run more than once, anywhere and at the same time: it depends on its arguments and on objects
# that do not change, and what it writes is named by that.
Task = Callable[[S, I], R]


@dataclass(frozen=True, slots=True)
class Done(Generic[R_co]):
    """A task's result, what it took, and how often it was begun again."""

    value: R_co
    cpu_s: float = 0.0
    retries: int = 0


class Engine(Protocol):
    """Somewhere to run tasks; a context manager."""

    @property
    def in_process(self) -> bool:
        """Whether tasks run in this process, so that its own cost contains theirs."""

    def map(
        self, task: Callable[[S, I], R], shared: S, items: Sequence[I], *, cpus: int = 1
    ) -> Iterator[Done[R]]:
        """Yield ``task(shared, item)`` in the order of items, a bounded number under way."""

    def __enter__(self) -> Self:
        """Return the engine itself."""

    def __exit__(self, *_: object) -> None:
        """Let go of what the engine holds."""
