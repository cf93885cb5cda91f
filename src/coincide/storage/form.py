"""What every storage does: list, read and write bytes by place."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from coincide.model.places import Place
from coincide.storage.ownfiles import MOST_BYTES

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ListedObject:
    """A file or object as it is listed; ``version`` changes whenever its content does."""

    path: Place
    size: int
    version: str


class Storage(Protocol):
    """Bytes by place. Whatever stays wrong is an OSError. Safe to share between threads."""

    def list(self, folder: Place) -> list[ListedObject]:
        """Return all files below a folder, by path; none where there is no such folder."""

    def read(self, path: Place, *, end: int | None = None, most: int = MOST_BYTES) -> bytes:
        """Return a file's bytes, or those before ``end``.

        On a disk of this machine more than ``most`` bytes are refused.
        """

    def write(self, path: Place, data: bytes) -> None:
        """Write a file: under its name it is whole or not there."""

    def delete(self, path: Place) -> None:
        """Delete a file, if it is there."""

    def delete_folder(self, folder: Place) -> None:
        """Delete a folder with all that is in it, if it is there."""

    def exists(self, path: Place) -> bool:
        """Tell whether there is anything of that name, be it a file or not."""

    def is_file(self, path: Place) -> bool:
        """Tell whether there is a file of that name: no folder, nor a link to anything."""

    def at_hand(self, path: Place) -> AbstractContextManager[Path]:
        """Have a file on this machine's disks, under its own name, for as long as it is used."""

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield the results of some requests in order, several under way where that is faster."""
