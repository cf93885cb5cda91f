"""The project folder in object storage: the same things as in a folder, as objects.

Layout below ``<project>/``::

    version                   the layout's number
    records/<digest>.json.gz  what a shard of photos held, by path, size and version
    vectors/<feature>/<digest>.safetensors
    solved/<digest>.json.gz   parts of a solve, by all that they depend on
    hints/<number>.json       what a person said; the last one counts
    offsets.json …            the latest result

Every object is written whole under its final name, and what is there is found by listing: there
is nothing that two writers could disagree about. Objects cannot be locked, so two people who
say something at the same moment may overwrite each other; nothing computed ever is.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.model.places import Place, Url
from coincide.storage.objects import Objects
from coincide.storage.projectstore import MAX_HINT_STATES, VERSION, ProjectStore
from coincide.storage.store import Store


class ObjectStore(ProjectStore):
    """An open project folder in object storage."""

    def __init__(
        self, folder: Url, objects: Objects | None = None, *, readonly: bool = False
    ) -> None:
        self.objects = objects or Objects(folder, root=folder)
        super().__init__(folder, self.objects, readonly=readonly)
        self._is_new = False
        self._check_ours()

    def close(self) -> None:
        """Let go of the folder; what was saved is kept."""

    def load_hints(self) -> dict[str, Any] | None:
        """Return the latest document of hints, if there is one."""
        paths = self._numbered("hints")
        return json.loads(self._read(paths[-1])) if paths else None

    def save_hints(self, document: dict[str, Any]) -> None:
        """Add a document of hints to those before it; the oldest, and all undone, are let go."""
        self._add("hints", json.dumps(document).encode())
        for path in self._numbered("undone"):
            self._delete(path)

    def undo_hints(self) -> bool:
        """Put the latest document of hints aside; False if what was before it is not known."""
        return self.can_undo_hints()[0] and self._move_last("hints", "undone")

    def redo_hints(self) -> bool:
        """Bring the document back that was put aside last; False if there is none."""
        return self._move_last("undone", "hints")

    def can_undo_hints(self) -> tuple[bool, bool]:
        """Return whether there is a document of hints to undo, and one to bring back."""
        said = [int(path.stem) for path in self._numbered("hints")]
        return bool(said) and (said[-1] == 1 or len(said) > 1), bool(self._numbered("undone"))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do as a store in a folder does, which keeps others from writing; here nothing can."""
        yield

    def load_plan_paths(self) -> list[Path]:
        """Return none: what lies in object storage is never written to."""
        return []

    def _numbered(self, kind: str) -> list[Place]:
        return [listed.path for listed in self._listed(kind, ".json")]

    def _add(self, kind: str, data: bytes) -> None:
        there = self._numbered(kind)
        number = int(there[-1].stem) + 1 if there else 1
        self._write(self.folder / kind / f"{number:08d}.json", data)
        for path in there[: max(len(there) + 1 - MAX_HINT_STATES, 0)]:
            self._delete(path)

    def _move_last(self, kind: str, to: str) -> bool:
        paths = self._numbered(kind)
        if paths:
            self._add(to, self._read(paths[-1]))
            self._delete(paths[-1])
        return bool(paths)

    def _write(self, path: Place, data: bytes) -> None:
        if self._is_new:
            super()._write(self.folder / "version", f"{VERSION}\n".encode())
            self._is_new = False
        super()._write(path, data)

    def _check_ours(self) -> None:
        """Refuse a folder that holds anything else, or that another version laid out."""
        path = self.folder / "version"
        try:
            found = self.objects.read(path).decode("utf-8", errors="replace").strip()
        except FileNotFoundError:
            if self._listed("", ""):
                raise StoreError(
                    f"{self.folder} is not a project folder and not empty. Give another with"
                    " --project."
                ) from None
            self._is_new = True  # reading makes no project folder
            return
        except OSError as error:
            raise self._unusable(error) from error
        if found != VERSION:
            raise StoreError(
                f"The project folder {self.folder} has layout {found}; this version reads"
                f" {VERSION}. Give another with --project."
            )


def open_store(place: Place, *, readonly: bool = False) -> ProjectStore:
    """Open a project folder, wherever it is.

    For reading only, nothing of it is made or changed; one that is not there is empty.
    """
    if isinstance(place, Url):
        return ObjectStore(place, readonly=readonly)
    return Store(place, readonly=readonly)
