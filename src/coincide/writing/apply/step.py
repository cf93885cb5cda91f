"""One change to one file, who makes its new contents, and the names used on the way."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from coincide.errors import PlanError
from coincide.writing.apply.state import FileState

ORIGINALS = ".coincide-originals"
PART = ".coincide-part"
# names end at 255 bytes on nearly every file system; what we add to one takes up to 60
_LONGEST_NAME = 180


class MakeError(Exception):
    """The new contents of one file cannot be made; the others are not concerned."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Step:
    """Put new contents at ``target``, below ``root``, in place of ``before``.

    ``before`` None: nothing is there, the file is created. ``guards`` are other files that must
    still be what they were when the plan was made, such as the photo a sidecar belongs to.
    """

    number: int
    root: Path
    target: Path
    before: FileState | None
    guards: tuple[tuple[Path, FileState], ...] = ()
    label: str = ""

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.label or str(self.target)


class Maker(Protocol):
    """Whoever knows what the new contents are; the engine does not."""

    def make(self, step: Step, part: Path) -> None:
        """Write the new contents to ``part``, which does not exist yet, readable by us alone.

        Raise MakeError or OSError for this file, ExifToolError when no further file can be made.
        """

    def check(self, step: Step, part: Path) -> list[str]:
        """Read ``part`` back with another reader and return what differs; nothing is good."""


def part_path(step: Step, plan_id: str) -> Path:
    """Return where the new contents are written: beside the target, hidden."""
    return step.target.with_name(f".{_short(step.target.name)}.{plan_id}{PART}")


def torn_path(path: Path) -> Path:
    """Return where a copy is written before it has its name."""
    return path.with_name(_short(path.name) + PART)


def _short(name: str) -> str:
    encoded = os.fsencode(name)
    return name if len(encoded) <= _LONGEST_NAME else hashlib.sha256(encoded).hexdigest()[:32]


def kept_path(step: Step, plan_id: str) -> Path:
    """Return where the original of a replaced file is kept."""
    return step.target.parent / ORIGINALS / plan_id / step.target.name


def kept_fault(step: Step, plan_id: str) -> str | None:
    """Return why the place of a kept original cannot be used, if it cannot.

    It lies in the target's own folder, so no part of the way to it is a symbolic link.
    """
    kept = kept_path(step, plan_id)
    for path in (kept.parent.parent, kept.parent, kept):
        if path.is_symlink():
            return (
                f"{path} is a symbolic link, but originals are only kept in the folder of the"
                " file: remove the link"
            )
    return None


def check_steps(steps: Iterable[Step]) -> None:
    """Raise PlanError unless each step changes a file of its own below its root."""
    targets: set[Path] = set()
    numbers: set[int] = set()
    folders: set[tuple[Path, Path]] = set()
    for step in steps:
        if step.target in targets or step.number in numbers:
            raise PlanError(f"The plan changes {step.target} twice. Make the plan again.")
        targets.add(step.target)
        numbers.add(step.number)
        _check_name(step)
        folders.add((step.root, step.target.parent))
    for root, folder in folders:
        check_inside(root, folder)


def check_inside(root: Path, folder: Path) -> None:
    """Raise PlanError if a symbolic link leads a folder out of its root."""
    real, real_root = Path(os.path.realpath(folder)), Path(os.path.realpath(root))
    if not real.is_relative_to(real_root):
        raise PlanError(
            f"{folder} leads out of {root}, to {real}. Nothing was written there; add that folder"
            " to the event under its real path and make the plan again."
        )


def _check_name(step: Step) -> None:
    inside = step.root.is_absolute() and step.target.is_relative_to(step.root)
    parts = step.target.relative_to(step.root).parts if inside else ()
    ours = ORIGINALS in parts or PART in step.target.name
    if not parts or ours or ".." in step.target.parts or "\0" in str(step.target):
        raise PlanError(f"The plan would write {step.target}, which is not inside {step.root}.")
