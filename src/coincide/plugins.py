"""Backbones and methods of other packages: found by their entry points, run when asked for.

Finding reads what packages say of themselves and runs nothing of theirs, so a package that is
broken harms nobody who does not ask for what it adds.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Literal

from coincide.errors import CoincideError, PluginError

Kind = Literal["backbone", "method"]
GROUPS: dict[Kind, str] = {"backbone": "coincide.backbones", "method": "coincide.methods"}


@dataclass(frozen=True)
class Added:
    """A backbone or a method that another package adds under a name."""

    kind: Kind
    name: str
    package: str
    entry: EntryPoint

    def fault(self, what: str) -> PluginError:
        """Return an error that names the package: ``what`` goes on after the name."""
        return PluginError(
            f"The {self.kind} {self.name!r} of the package {self.package} {what}. Mend that"
            f" package, or remove it with: pip uninstall {self.package}"
        )

    def load(self) -> Callable[..., object]:
        """Import what the entry point names; raise PluginError unless it can be called."""
        try:
            loaded: object = self.entry.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's module does
            raise self.fault(f"cannot be imported ({_told(error)})") from error
        if not callable(loaded):
            raise self.fault(f"is not a function: {self.entry.value}")
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
            raise self.fault(f"failed ({_told(error)})") from error


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


def names_with_added(kind: Kind, ours: tuple[str, ...]) -> str:
    """Return all names there are, ours first, for a message."""
    others = {added.name for added in find_added(kind)} - set(ours)
    return ", ".join([*ours, *sorted(others)])


def _package(entry: EntryPoint) -> str:
    names = entry.dist.metadata.get_all("Name") if entry.dist is not None else None
    return names[0] if names else entry.value


def _told(error: BaseException) -> str:
    """Return an error in one line, with the place in the code that raised it."""
    words = f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0]
    frames = traceback.extract_tb(error.__traceback__)
    return f"{words}, at {frames[-1].filename}:{frames[-1].lineno}" if frames else words
