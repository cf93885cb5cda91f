"""What every project folder keeps, wherever it lies: vectors, documents, and what a person said."""

import gzip
import json
import logging
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from coincide.errors import StoreError
from coincide.model.places import Place
from coincide.storage.vectors import VectorStore

logger = logging.getLogger(__name__)

VERSION = "1"
MAX_HINT_STATES = 100  # steps of undo; each is a whole document, so there is an end to them
DOCUMENT = ".json.gz"


class ProjectStore(VectorStore, ABC):
    """An open project folder. Safe to share between threads; close it when done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Let go of the folder; what was saved is kept."""

    # Documents by kind and name, each written whole; reading makes nothing

    def document_names(self, kind: str) -> list[str]:
        """Return the names of all documents of a kind, sorted."""
        return [listed.path.name[: -len(DOCUMENT)] for listed in self._listed(kind, DOCUMENT)]

    def load_document(self, kind: str, name: str) -> dict[str, Any] | None:
        """Return one document, None where there is none that is whole."""
        path = self._document(kind, name)
        try:
            data = self.storage.read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from error
        return unpack(data, path)

    def load_documents(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield all documents of a kind, by name; a damaged one is left out, and made again."""
        paths = [listed.path for listed in self._listed(kind, DOCUMENT)]
        for path, data in zip(paths, self.storage.each(self._read, paths), strict=True):
            document = unpack(data, path)
            if document is None:
                logger.warning("Damaged document %s is ignored", path)
            else:
                yield document

    def save_document(self, kind: str, name: str, document: dict[str, Any]) -> None:
        """Save a document; the same one is always the same bytes."""
        data = gzip.compress(json.dumps(document, sort_keys=True).encode(), mtime=0)
        self._write(self._document(kind, name), data)

    def delete_document(self, kind: str, name: str) -> None:
        """Delete a document, if it is there."""
        self._delete(self._document(kind, name))

    def _document(self, kind: str, name: str) -> Place:
        return self.folder / kind / f"{name}{DOCUMENT}"

    # What a person said: one document per change, numbered from 1; the last one counts

    @abstractmethod
    def load_hints(self) -> dict[str, Any] | None:
        """Return the latest document of hints, if there is one."""

    @abstractmethod
    def save_hints(self, document: dict[str, Any]) -> None:
        """Add a document of hints to those before it; the oldest, and all undone, are let go."""

    @abstractmethod
    def undo_hints(self) -> bool:
        """Put the latest document of hints aside; False if what was before it is not known."""

    @abstractmethod
    def redo_hints(self) -> bool:
        """Bring the document back that was put aside last; False if there is none."""

    @abstractmethod
    def can_undo_hints(self) -> tuple[bool, bool]:
        """Return whether there is a document of hints to undo, and one to bring back."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Let nobody else say anything until the block ends, where that can be had."""

    @abstractmethod
    def load_plan_paths(self) -> list[Path]:
        """Return where the plans lie that were ever applied, in the order of their paths."""


# text: so many bytes in any case, beyond that so many per packed byte, and never more than the last
_TEXT_BYTES, _TEXT_PER_BYTE, _MOST_TEXT_BYTES = 64 << 20, 32, 2 << 30
# values, likewise: one takes up to a hundred bytes of memory
_VALUES, _VALUES_PER_BYTE = 4_000_000, 4
# JSON packed with gzip, as documents and solutions are kept; unpacking is bounded.
#
# A few megabytes of gzip may unpack to gigabytes, and a byte of JSON may become a hundred in
# memory. Documents of ours hold content hashes, which do not compress: their text is about five
# times as long as the file, and holds less than one value per byte of the file.

_GZIP = 16 + zlib.MAX_WBITS


def unpack(data: bytes, name: object) -> dict[str, Any] | None:
    """Return a packed document; None where it is damaged.

    Raises StoreError, naming it, for one that unpacks to more than any document of ours.
    """
    most = min(max(_TEXT_BYTES, _TEXT_PER_BYTE * len(data)), _MOST_TEXT_BYTES)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(data, most)
        if unpacking.unconsumed_tail:
            raise _too_large(name)
        if not unpacking.eof or unpacking.unused_data:
            return None
        if sum(map(text.count, (b",", b"[", b"{"))) > max(_VALUES, _VALUES_PER_BYTE * len(data)):
            raise _too_large(name)
        document = json.loads(text)
    except (ValueError, RecursionError, zlib.error):
        return None
    return document if isinstance(document, dict) else None


def _too_large(name: object) -> StoreError:
    return StoreError(
        f"{name} unpacks to far more than Coincide ever writes. Delete it, and run coincide sync"
        " again."
    )
