"""Backbones and methods of others: found by their packages' entry points, run when asked for.

Finding reads what packages say of themselves and runs nothing of theirs, so a package that is
broken harms nobody who does not ask for what it adds. A method that is still being worked on can
be one Python file, asked for by its path.
"""

import hashlib
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Literal

from coincide.errors import CoincideError, PluginError, UsageError

Kind = Literal["backbone", "method", "server"]
GROUPS: dict[Kind, str] = {
    "backbone": "coincide.backbones",
    "method": "coincide.methods",
    "server": "coincide.servers",
}


@dataclass(frozen=True)
class FileEntry:
    """A function of a Python file: what an entry point is to a package."""

    path: Path
    value: str

    def load(self) -> object:
        """Run the file, once for each state of it, and return its function.

        It becomes a module like any other, so dataclasses and pickles in it work.
        """
        code = self.path.read_bytes()
        digest = hashlib.sha256(bytes(self.path.resolve()) + b"\0" + code).hexdigest()
        name = f"coincide_file_{digest}"
        if name not in sys.modules:
            module = ModuleType(name)
            module.__file__ = str(self.path)
            sys.modules[name] = module
            try:
                exec(compile(code, self.path, "exec"), module.__dict__)
            except BaseException:
                del sys.modules[name]
                raise
        return getattr(sys.modules[name], self.value, None)


@dataclass(frozen=True)
class Added:
    """A backbone or a method that another package, or a file, adds under a name."""

    kind: Kind
    name: str
    package: str
    entry: EntryPoint | FileEntry

    @property
    def full_name(self) -> str:
        """The name, with the package it is of; a file's folder is nobody else's business."""
        return self.name if isinstance(self.entry, FileEntry) else f"{self.name} of {self.package}"

    def fault(self, what: str) -> PluginError:
        """Return an error that names the package or the file: ``what`` goes on after the name."""
        if isinstance(self.entry, FileEntry):
            return PluginError(f"The {self.kind} in {self.entry.path} {what}. Fix that file.")
        return PluginError(
            f"The {self.kind} {self.name!r} of the package {self.package} {what}. Fix that"
            f" package, or remove it with: pip uninstall {self.package}"
        )

    def load(self) -> Callable[..., object]:
        """Import what the entry point names; raise PluginError unless it can be called."""
        try:
            loaded: object = self.entry.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's module does
            raise self.fault(f"cannot be imported ({self._told(error)})") from error
        if not callable(loaded):
            raise self.fault(f"lacks its function {self.entry.value}")
        return loaded

    def call(self, function: Callable[..., object], argument: object) -> object:
        """Call the package's function; what it raises becomes an error that names the package.

        Errors of our own tree are the package's messages to the user, and stay as they are.
        """
        try:
            return function(argument)
        except CoincideError:
            raise
        except (Exception, SystemExit) as error:  # whatever a stranger's code does
            raise self.fault(f"failed ({self._told(error)})") from error

    def _told(self, error: BaseException) -> str:
        """Return an error in one line, with the place in the code that raised it."""
        words = f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0]
        if isinstance(error, SyntaxError):
            return words  # which name the place themselves
        frames = list(traceback.extract_tb(error.__traceback__))
        if isinstance(self.entry, FileEntry):  # its author looks for the line there, not in numpy
            path = str(self.entry.path)
            frames = [frame for frame in frames if frame.filename == path] or frames
        return f"{words}, at {frames[-1].filename}:{frames[-1].lineno}" if frames else words


def find_added(kind: Kind) -> tuple[Added, ...]:
    """Return what other packages add, by name; nothing of theirs is imported."""
    found = [
        Added(kind, entry.name, _package(entry), entry)
        for entry in entry_points(group=GROUPS[kind])
    ]
    return tuple(sorted(found, key=lambda added: (added.name, added.package)))


def choose_added(kind: Kind, name: str) -> Added | None:
    """Return what goes by that name, None where nothing does; two packages are one too many."""
    named = [added for added in find_added(kind) if added.name == name]
    if len(named) > 1:
        packages = " and ".join(added.package for added in named)
        raise PluginError(
            f"The {kind} {name!r} is added by several packages: {packages}. Remove all but one."
        )
    return named[0] if named else None


def is_python_file(name: str) -> bool:
    """Tell whether a method's name is the path of a Python file."""
    return name.lower().endswith(".py")


def added_in_file(kind: Kind, path: Path, function: str) -> Added:
    """Return what a function of a Python file adds, under the file's name; it is not run yet."""
    if not path.is_file():
        raise UsageError(f"There is no file {path} with a {kind}.")
    return Added(kind, path.name, path.name, FileEntry(path, function))


def names_with_added(kind: Kind, ours: tuple[str, ...]) -> str:
    """Return all names there are, ours first, for a message."""
    others = {added.name for added in find_added(kind)} - set(ours)
    return ", ".join([*ours, *sorted(others)])


def _package(entry: EntryPoint) -> str:
    names = entry.dist.metadata.get_all("Name") if entry.dist is not None else None
    return names[0] if names else entry.value
