"""Code, weights and servers that a project folder names: used only if the user confirmed them.

A file that a command or a call names is confirmed by that, and recorded in the ledger with its
content hash. A path that comes from the project folder is opened only if the ledger has it with
the content that the file has now.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from coincide.errors import UntrustedError
from coincide.features.backbones.registry import is_model_file
from coincide.model import Place
from coincide.plugins import is_python_file
from coincide.project.options import SyncOptions
from coincide.storage import ledger
from coincide.storage.ownfiles import open_descriptor

if TYPE_CHECKING:
    _ConcretePath = Path
else:  # before Python 3.12 only the class of this system can be derived from
    _ConcretePath = type(Path())


CodeOption = Literal["method", "backbone", "weights"]
_CHUNK_BYTES = 1 << 20
# a model is one protobuf message of at most 2 GB; larger files are not hashed
_MOST_BYTES = 1 << 32


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A file that would be run or loaded, and the option that names it.

    ``sha256`` is of the file itself: weights that an ONNX file keeps beside it are numbers.
    """

    option: CodeOption
    path: Path
    sha256: str

    @property
    def what(self) -> str:
        """What the ledger knows it by."""
        return f"{self.path} sha256:{self.sha256}"

    @property
    def trusted(self) -> bool:
        """Whether the user confirmed this file with this content."""
        return ledger.is_trusted("code", self.what)


def mark_stored(options: SyncOptions, origin: Place) -> SyncOptions:
    """Return options of a project folder, their paths of code and weights marked as stored."""
    embed, method, weights = options.embed, options.method, options.embed.weights
    if is_python_file(method):
        method = StoredText(method, origin)
    backbone = embed.backbone
    if is_model_file(backbone):
        backbone = StoredText(backbone, origin)
    if weights is not None:
        weights = stored_path(weights, origin)
    return replace(options, method=method, embed=replace(embed, backbone=backbone, weights=weights))


def settled(options: SyncOptions) -> SyncOptions:
    """Return options that may be used: files named from the root, and all of them confirmed."""
    embed = options.embed
    method, backbone = options.method, embed.backbone
    if is_python_file(method):
        method = absolute_text(method)
    if is_model_file(backbone):
        backbone = absolute_text(backbone)
    weights = None if embed.weights is None else absolute_path(embed.weights)
    embed = replace(embed, backbone=backbone, weights=weights)
    options = replace(options, method=method, embed=embed)
    require_code(options)
    return options


def require_code(options: SyncOptions) -> None:
    """Raise UntrustedError if options lead to a stored file that the user did not confirm.

    What is not stored was named by the user just now: that is recorded as a confirmation.
    """
    for option, value in _named_files(options):
        _require(option, value)


def require_method(method: str) -> None:
    """Do as ``require_code`` for a method alone, right before it is run."""
    if is_python_file(method):
        _require("method", method)


def stored_code(options: SyncOptions) -> tuple[CodeFile, ...]:
    """Return the files that a project's own options would run or load, as they are now."""
    found = (_read(option, value) for option, value in _named_files(options))
    return tuple(file for file in found if file is not None)


def _named_files(options: SyncOptions) -> Iterator[tuple[CodeOption, str | Path]]:
    if is_python_file(options.method):
        yield "method", options.method
    if is_model_file(options.embed.backbone):
        yield "backbone", options.embed.backbone
    if options.embed.weights is not None:
        yield "weights", options.embed.weights


def _require(option: CodeOption, value: str | Path) -> None:
    found = _read(option, value)
    if found is None:  # whoever opens it says that it is not there
        return
    if found.trusted:
        return
    if not isinstance(value, StoredText | StoredPath):
        ledger.trust("code", found.what)
        return
    origin = "the project folder" if value.origin is None else f"the project folder {value.origin}"
    kind = "Python code" if option == "method" else "a network's weights"
    raise UntrustedError(
        f"{found.path} is {kind} that only {origin} names, and you have not confirmed it with its"
        " current content. It was not run. If you know what it does, give it again with"
        f" --{option}, or confirm it with: coincide trust EVENT. To sync without it: coincide sync"
        " EVENT --defaults."
    )


def _read(option: CodeOption, value: str | Path) -> CodeFile | None:
    """Return a file with its content hash; None where it is not there.

    What is no regular file, or cannot be read, is refused: its content cannot be confirmed.
    """
    path = Path(os.path.realpath(Path(value).expanduser()))
    try:
        return CodeFile(option, path, _sha256(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UntrustedError(
            f"{path} cannot be used with --{option}: {reason}. Give another file."
        ) from error


def _sha256(path: Path) -> str:
    digest, n_bytes = hashlib.sha256(), 0
    with os.fdopen(open_descriptor(path), "rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            n_bytes += len(chunk)
            if n_bytes > _MOST_BYTES:
                raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
            digest.update(chunk)
    return digest.hexdigest()


# Values that only a project folder states: nobody named them in this process.
#
# A project folder may have been made by somebody else. The paths of code and weights that are
# read from it therefore carry a type of their own, which tells them from those that a user typed.
# They compare equal to plain texts and paths, and survive `dataclasses.replace`.


class StoredText(str):
    """A text of a project folder; ``origin`` is that folder."""

    origin: Place | None

    def __new__(cls, text: str, origin: Place | None = None) -> "StoredText":
        """Return a text that remembers where it was read."""
        made = super().__new__(cls, text)
        made.origin = origin
        return made


class StoredPath(_ConcretePath):
    """A path of a project folder; ``origin`` is that folder."""

    origin: Place | None = None

    def __repr__(self) -> str:
        """Return what a plain path shows: digests are made from it."""
        return repr(Path(self))


def stored_path(path: Path, origin: Place | None) -> StoredPath:
    """Return a path that remembers where it was read."""
    made = StoredPath(path)
    made.origin = origin
    return made


def absolute_text(text: str) -> str:
    """Return the absolute path that a text means; a stored one stays a stored one."""
    path = str(Path(text).expanduser().absolute())
    return StoredText(path, text.origin) if isinstance(text, StoredText) else path


def absolute_path(path: Path) -> Path:
    """Return a path as an absolute one; a stored one stays a stored one."""
    whole = path.expanduser().absolute()
    return stored_path(whole, path.origin) if isinstance(path, StoredPath) else whole
