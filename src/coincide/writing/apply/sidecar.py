"""Make sidecars, and read them back with exiv2, which had no part in writing them."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import UNSET

from coincide.media.descriptions import said_inside
from coincide.media.tagreader import all_tags, read_named
from coincide.writing.apply.disk import write_new
from coincide.writing.apply.step import MakeError, Step
from coincide.writing.plan.model import FileChange
from coincide.writing.plan.vocabulary import XMP_TIMES
from coincide.writing.plan.xmp import edit_sidecar


class SidecarMaker:
    """Makes the sidecars of a plan's entries, by the number of their step."""

    def __init__(self, changes: Mapping[int, FileChange], photos: Mapping[int, Path]) -> None:
        self.changes = changes
        self.photos = photos

    def make(self, step: Step, part: Path) -> None:
        """Write the sidecar with its new times; every other byte of an old one stays."""
        old = self._base(step)
        values = {tag.tag: tag.new for tag in self.changes[step.number].changes if tag.new}
        try:
            new = edit_sidecar(old, values)
        except ValueError as error:
            raise MakeError(f"its sidecar cannot be changed: {error}") from error
        write_new(part, new)

    def check(self, step: Step, part: Path) -> list[str]:
        """Return what differs from the plan, and what else has changed."""
        planned = {XMP_TIMES[tag.tag]: tag.new for tag in self.changes[step.number].changes}
        try:
            found = read_named(part.read_bytes(), planned)
            differs = [
                f"{name} reads {found.get(name)!r} instead of {value!r}"
                for name, value in planned.items()
                if found.get(name) != value
            ]
            return differs + self._others(step, part, planned)
        except ValueError as error:
            return [f"it cannot be read back: {error}"]

    def _others(self, step: Step, part: Path, planned: Mapping[str, str | None]) -> list[str]:
        """Return the properties that changed though no one planned it.

        Of a sidecar exiv2 makes up EXIF and IPTC tags too, from the properties that are there.
        """
        base = self._base(step)
        if base is None:
            return []
        before, after = (
            {tag for tag in all_tags(data) if tag[0].startswith("Xmp.") and tag[0] not in planned}
            for data in (base, part.read_bytes())
        )
        return [f"{name} has changed" for name, _ in sorted(before ^ after)]

    def _base(self, step: Step) -> bytes | None:
        """Return what the times are put into: the old sidecar, or what is said in the photo."""
        if step.before is not None:
            return step.target.read_bytes()
        carries = self.changes[step.number].carries
        if carries is UNSET:
            return None
        said = said_inside(self.photos[step.number])
        if said.names != carries:
            raise MakeError("the metadata inside its photo differs from what the plan found")
        return said.xmp
