"""The figures of an event: what the default plan does to its photos, and what was said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import PurePosixPath

from coincide.model.times import HOUR_S
from coincide_bench.wholeplan.look import Looked, LookedFile, LookedGallery
from coincide_bench.wholeplan.truth import KnownFile, knowable_files
from coincide_bench.wholeplan.words import WRONG_S, Chance, Verdict, judge

# a jump counts as the true one this many photos from its place
WITHIN_PHOTOS = 3
# a step this near a whole hour may be a zone that was crossed
HOUR_WITHIN_S = 60.0


@dataclass(frozen=True)
class Figures:
    """Counts of photos, unless it says otherwise; figures of events add up.

    ``judged``: photos whose truth is known. ``hour_steps``: jumps by whole hours where a trip
    crosses zones, listed and not counted. ``confirmed``: phones that their GPS times confirm.
    """

    photos: int = 0
    judged: int = 0
    wrong: int = 0
    knowable: int = 0
    harmed: int = 0
    mended: int = 0
    mended_knowable: int = 0
    moved: int = 0
    left_alone: int = 0
    certain: int = 0
    certain_wrong: int = 0
    jumps: int = 0
    false_jumps: int = 0
    hour_steps: int = 0
    confirmed: int = 0
    confirmed_moved: int = 0
    questions: int = 0

    def __add__(self, other: "Figures") -> "Figures":
        names = [field.name for field in fields(self)]
        return Figures(*(getattr(self, name) + getattr(other, name) for name in names))


def total(figures: Iterable[Figures]) -> Figures:
    """Return the sum of some figures."""
    return reduce(add, figures, Figures())


@dataclass(frozen=True)
class Judged:
    """An event's figures, the verdict on each photo, and what was said of each clock.

    ``lines``: the whole answer in numbers, to compare with another version's.
    """

    figures: Figures
    verdicts: Mapping[PurePosixPath, Verdict]
    galleries: tuple[LookedGallery, ...]
    anchor: str
    lines: tuple[str, ...] = ()

    @property
    def harms(self) -> tuple[Chance, ...]:
        """P(harm) as stated of each photo that would move, and whether that would harm it."""
        return tuple(
            verdict.chance for verdict in self.verdicts.values() if verdict.chance is not None
        )

    @property
    def clocks_right(self) -> tuple[Chance, ...]:
        """P(its clock is right) as stated of each clock, and whether all its photos are right."""
        chances = []
        for gallery in self.galleries:
            judged = [self.verdicts[path] for path in gallery.files if path in self.verdicts]
            if gallery.right is not None and judged:
                chances.append(Chance(gallery.right, not any(verdict.wrong for verdict in judged)))
        return tuple(chances)


def judge_event(
    files: Sequence[KnownFile], looked: Looked, *, crosses_zones: bool = False
) -> Judged:
    """Hold what a program found and would write against the truth of every file."""
    knowable = knowable_files(files)
    verdicts = {}
    for file in files:
        if file.truth is not None:
            found = looked.files.get(file.path, LookedFile(None))
            verdicts[file.path] = judge(
                file.told,
                file.truth,
                written=found.written,
                certain=found.certain,
                knowable=file.path in knowable,
                found=found.found,
                harm=found.harm,
            )
    by_path = {file.path: file for file in files}
    jumps = [
        _kind_of_jump(by_path, gallery, jump, crosses_zones=crosses_zones)
        for gallery in looked.galleries
        for jump in gallery.jumps
    ]
    figures = _counted(len(files), list(verdicts.values())) + Figures(
        jumps=len(jumps),
        false_jumps=jumps.count("false"),
        hour_steps=jumps.count("hours"),
        confirmed=sum(gallery.confirmed for gallery in looked.galleries),
        confirmed_moved=sum(gallery.moved_confirmed for gallery in looked.galleries),
        questions=looked.n_questions,
    )
    return Judged(figures, verdicts, looked.galleries, looked.anchor, looked.lines)


def _counted(n_files: int, verdicts: Sequence[Verdict]) -> Figures:
    fates = [verdict.fate for verdict in verdicts]
    return Figures(
        photos=n_files,
        judged=len(verdicts),
        wrong=sum(verdict.wrong for verdict in verdicts),
        knowable=sum(verdict.knowable for verdict in verdicts),
        harmed=fates.count("harmed"),
        mended=fates.count("mended"),
        mended_knowable=sum(verdict.fate == "mended" and verdict.knowable for verdict in verdicts),
        moved=fates.count("moved"),
        left_alone=fates.count("left alone"),
        certain=sum(verdict.certain for verdict in verdicts),
        certain_wrong=sum(verdict.certain_wrong for verdict in verdicts),
    )


def _kind_of_jump(
    by_path: Mapping[PurePosixPath, KnownFile],
    gallery: LookedGallery,
    jump: tuple[int, float],
    *,
    crosses_zones: bool,
) -> str:
    """Say whether a clock really was set anew there: "true", "false", "hours" or "unknown"."""
    row, step_s = jump
    near = gallery.files[max(row - 1 - WITHIN_PHOTOS, 0) : row + 1 + WITHIN_PHOTOS]
    known = [by_path[path] for path in near if path in by_path]
    offsets_s = [offset_s for file in known if (offset_s := _to_true_s(file)) is not None]
    if any(abs(after - before) > WRONG_S for before, after in pairwise(offsets_s)):
        return "true"
    whole_s = abs((step_s + HOUR_S / 2) % HOUR_S - HOUR_S / 2)
    if crosses_zones and whole_s <= HOUR_WITHIN_S:
        return "hours"
    return "false" if offsets_s else "unknown"


def _to_true_s(file: KnownFile) -> float | None:
    """Return what takes a photo's clock to true time, as one clock for the whole event."""
    if file.truth is None or file.told is None:
        return None
    zone_s = 0 if file.told.zone_s is None or file.truth.zone_s is None else file.told.zone_s
    return file.truth.instant_s - (file.told.time_s - zone_s)
