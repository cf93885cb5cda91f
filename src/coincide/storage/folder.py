"""A project folder as names and bytes: what a storage does, with errors that name the folder."""

import logging
from collections.abc import Sequence

from coincide.errors import StoreError
from coincide.model.places import Place
from coincide.storage.form import Listed, Storage
from coincide.storage.ownfiles import MOST_BYTES

logger = logging.getLogger(__name__)


class ProjectFolder:
    """The files of a project. Where it is open for reading only, nothing in it is ever changed."""

    def __init__(self, folder: Place, storage: Storage, *, readonly: bool) -> None:
        self.folder, self.storage, self.readonly = folder, storage, readonly

    def _listed(self, kind: str, suffix: str) -> Sequence[Listed]:
        """Return the files in a folder of the project whose names end so, by path."""
        try:
            listed = self.storage.list(self.folder / kind)
        except OSError as error:
            raise self._unusable(error) from error
        return [one for one in listed if one.path.name.endswith(suffix)]

    def _read(self, path: Place, end: int | None = None, most: int = MOST_BYTES) -> bytes:
        try:
            return self.storage.read(path, end=end, most=most)
        except OSError as error:
            raise self._unusable(error) from error

    def _write(self, path: Place, data: bytes) -> None:
        self._check_writable()
        try:
            self.storage.write(path, data)
        except OSError as error:
            raise self._unusable(error) from error

    def _delete(self, path: Place) -> None:
        self._check_writable()
        try:
            self.storage.delete(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _delete_folder(self, folder: Place) -> None:
        self._check_writable()
        try:
            self.storage.delete_folder(folder)
        except OSError as error:
            raise self._unusable(error) from error

    def _check_writable(self) -> None:
        if self.readonly:
            raise StoreError(f"The project folder {self.folder} is open for reading only.")

    def _unusable(self, error: Exception) -> StoreError:
        return StoreError(
            f"Cannot use the project folder {self.folder}: {error}. Check that it can be"
            " written to, or name another one with --project."
        )
