"""One answer to whose clock is right, as a person gives it who knows."""

from collections.abc import Sequence

from coincide.project import Project
from coincide.project.changes import trust
from coincide_bench.wholeplan.known import KnownFile
from coincide_bench.wholeplan.looked import Looked


def right_clock(files: Sequence[KnownFile], looked: Looked) -> str | None:
    """Return which of the clocks asked about is right; None where not just one of a pair is.

    Of several pairs the first counts of which a person can say so.
    """
    wrong = {file.path: file.wrong for file in files}
    held = {gallery.name: gallery.files for gallery in looked.galleries}
    for dispute in looked.disputes:
        asked = dispute.reference, dispute.rival
        right = [name for name in asked if not any(wrong.get(path, True) for path in held[name])]
        if len(right) == 1:
            return right[0]
    return None


def say_right(project: Project, gallery: str) -> None:
    """Say that a gallery's clock is right."""
    project.say(trust(project.read(keep=False), gallery, trusted=True))
