"""One answer to whose clock is right, as a person gives it who knows."""

from collections.abc import Sequence

from coincide.project import Project
from coincide.project.changes import trust
from coincide_bench.wholeplan.known import KnownFile
from coincide_bench.wholeplan.looked import Looked


def right_clock(files: Sequence[KnownFile], looked: Looked) -> str | None:
    """Return which of the two clocks asked about first is right; None where not just one is."""
    if not looked.disputes:
        return None
    wrong = {file.path: file.wrong for file in files}
    asked = looked.disputes[0].reference, looked.disputes[0].rival
    held = {one.name: one.files for one in looked.galleries}
    right = [name for name in asked if not any(wrong.get(path, True) for path in held[name])]
    return right[0] if len(right) == 1 else None


def say_right(project: Project, gallery: str) -> None:
    """Say that a gallery's clock is right."""
    project.say(trust(project.read(keep=False), gallery, trusted=True))
