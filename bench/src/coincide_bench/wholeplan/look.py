"""Run an event as a user would, and read back what was found and what would be written.

``coincide sync`` with its defaults, then the plan that ``coincide plan`` makes: sidecars, and
nothing that is not certain. The plan is never carried out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from coincide.errors import NothingToSyncError
from coincide.media.metadata import parse_zoned_time
from coincide.model import (
    Dispute,
    Event,
    FindingKind,
    Gallery,
    Offsets,
    Photo,
    Place,
    Placement,
    file_of,
)
from coincide.model.devices import is_phone
from coincide.model.times import offset_in_words
from coincide.model.verdicts import CERTAIN, is_sure_to
from coincide.model.words import basis_in_words, how_sure, reasons_in_words
from coincide.project import Project, plan_solution
from coincide.project.solutions.solutions import Solution
from coincide.solver.clocks import GpsClock, check_by_gps
from coincide.solver.clocks.words import UNSEEN_S
from coincide.timeline.localtime import LocalTime, local_time
from coincide.writing.plan import Plan, PlanOptions
from coincide_bench.wholeplan.lines import whole_answer
from coincide_bench.wholeplan.words import WORSE_S, Told

WRITTEN_TAG = "XMP-exif:DateTimeOriginal"


@dataclass(frozen=True, slots=True)
class LookedFile:
    """What a program makes of one file: what it reads, finds and would write.

    ``found``: the time found for it, certain or not, and ``harm`` what is stated of writing that.
    """

    before: Told | None
    certain: Told | None = None
    written: Told | None = None
    found: Told | None = None
    harm: float | None = None


@dataclass(frozen=True, slots=True)
class LookedGallery:
    """What was said of one clock, in words. ``files``: its photos in order, a main file each.

    ``jumps``: (photo, step). ``confirmed``: a phone that its GPS times confirm;
    ``moved_confirmed``: and that is put elsewhere all the same. ``right``: the stated probability
    that its clock is right. ``rule``: the only finding that keeps an offset from being written of
    which the evidence is certain.
    """

    name: str
    files: tuple[PurePosixPath, ...]
    state: str
    offset: str
    reason: str
    jumps: tuple[tuple[int, float], ...] = ()
    confirmed: bool = False
    moved_confirmed: bool = False
    right: float | None = None
    rule: FindingKind | None = None


@dataclass(frozen=True)
class Looked:
    """All files of an event by path below its folder, its clocks, and how much was asked.

    ``lines``: the whole answer in numbers, to compare with another version's.
    """

    files: Mapping[PurePosixPath, LookedFile]
    galleries: tuple[LookedGallery, ...]
    n_questions: int
    anchor: str
    disputes: tuple[Dispute, ...] = ()
    lines: tuple[str, ...] = ()


def look(folder: Path, project: Project | None = None) -> Looked:
    """Sync an event, make its default plan, and return what becomes of each file."""
    opened = project or Project.at(folder)
    try:
        solution = opened.sync().solution
    except NothingToSyncError:
        return _nothing(opened.read(keep=False), folder)
    plan = plan_solution(opened, PlanOptions())
    event, offsets = solution.event, solution.offsets
    local = local_time(event, offsets, solution.timeline)
    files: dict[PurePosixPath, LookedFile] = {}
    galleries = []
    for gallery in event.galleries:
        said = _said(gallery, solution, local)
        placement = offsets[gallery.name]
        certain = is_certain(placement, offsets)
        for row, photo in enumerate(gallery.photos):
            now = Told(photo.recorded_time_s, photo.zone_s)
            # nothing is claimed of photos that wait: nobody knows which side of a step they are on
            claimed = certain and not placement.leaves_open(row)
            at = said.get(photo)
            found = LookedFile(now, at if claimed else None, found=at, harm=placement.harm_at(row))
            files |= dict.fromkeys(_paths(photo, folder), found)
        galleries.append(_gallery(gallery, solution, plan, said, folder))
    files |= {below(timeless.path, folder): LookedFile(None) for timeless in event.timeless}
    for path, told in _written(plan, folder):
        files[path] = replace(files[path], written=told)
    why = solution.why
    return Looked(
        files,
        tuple(galleries),
        0 if why is None else len(why.questions),
        offsets.anchor,
        () if why is None else why.disputes,
        whole_answer(solution, plan),
    )


def is_certain(placement: Placement, offsets: Offsets) -> bool:
    """Tell whether a gallery's times are called certain; of a plain anchor nothing is claimed.

    Nor is anything where it is said that nothing tells whose clock is right: certain is then only
    how far two clocks are apart.
    """
    if not placement.certain or placement.whose_clock is not None:
        return False
    return placement.gallery != offsets.anchor or offsets.event_time == "true"


def _said(gallery: Gallery, solution: Solution, local: LocalTime) -> dict[Photo, Told]:
    """Return the time that was found for each photo of a gallery, as it would be written."""
    follows = gallery.name in local.following
    said = {}
    for entry in solution.timeline:
        if entry.gallery == gallery.name and entry.event_time_s is not None:
            shift_s = entry.event_time_s - entry.photo.camera_time_s
            at = local.of(entry.photo, shift_s, follows=follows)
            said[entry.photo] = Told(at.time_s, at.zone_s)
    return said


def _written(plan: Plan, folder: Path) -> Iterator[tuple[PurePosixPath, Told]]:
    """Yield the files that the plan gives a time, and which."""
    for change in plan.files:
        for tag in change.changes:
            told = parse_zoned_time(tag.new or "") if tag.tag == WRITTEN_TAG else None
            if told is not None:
                yield below(plan.where(change.photo), folder), Told(*told)


def _gallery(
    gallery: Gallery, solution: Solution, plan: Plan, said: Mapping[Photo, Told], folder: Path
) -> LookedGallery:
    placement = solution.offsets[gallery.name]
    decided = next(item for item in plan.galleries if item.name == gallery.name)
    clock = _confirmed_clock(gallery)
    return LookedGallery(
        name=gallery.name,
        files=tuple(below(photo.path, folder) for photo in gallery.photos),
        state=state_of(placement, solution.offsets),
        offset="–" if placement.offset_s is None else offset_in_words(placement.offset_s),
        reason=_reason(placement, f"{decided.state}: {decided.why}"),
        jumps=tuple((jump.row, jump.step_s) for jump in placement.jumps),
        confirmed=clock is not None,
        moved_confirmed=clock is not None and _is_moved(clock, said),
        right=placement.right,
        rule=_only_rule(placement),
    )


def _only_rule(placement: Placement) -> FindingKind | None:
    """Return the only kind of finding against an offset that the evidence is certain of."""
    if placement.estimate is None or not is_sure_to(placement.estimate.probability, CERTAIN):
        return None
    kinds = {finding.kind for finding in placement.verdict.against}
    if placement.whose_clock is not None:
        kinds.add(FindingKind.WHOSE_CLOCK)
    return kinds.pop() if len(kinds) == 1 else None


def state_of(placement: Placement, offsets: Offsets) -> str:
    """Return how sure a gallery's place is said to be, in a word."""
    if placement.estimate is None:
        return "unplaced"
    if placement.gallery == offsets.anchor and offsets.event_time == "anchor":
        return "the anchor"
    if is_certain(placement, offsets):
        return "certain"
    return how_sure(placement.verdict)


def _reason(placement: Placement, decided: str) -> str:
    basis = () if placement.estimate is None else (basis_in_words(placement.estimate.basis),)
    jumps = (
        f"set anew before photo {jump.row + 1}: {offset_in_words(jump.step_s)}"
        for jump in placement.jumps
    )
    words = (*basis, *reasons_in_words(placement), *jumps, placement.error, f"plan {decided}")
    return "; ".join(word for word in words if word)


def _confirmed_clock(gallery: Gallery) -> GpsClock | None:
    """Return a phone's clock of which its own GPS times say that it is right."""
    clock = check_by_gps(gallery) if is_phone(gallery.device) else None
    if not isinstance(clock, GpsClock) or clock.error_s is None:
        return None
    return clock if abs(clock.error_s) < UNSEEN_S else None


def _is_moved(clock: GpsClock, said: Mapping[Photo, Told]) -> bool:
    """Tell whether photos of a clock that GPS confirms are put elsewhere, as instants."""
    for photo, told in said.items():
        own_s = clock.zone_s if photo.zone_s is None else photo.zone_s
        zones = (told.zone_s, own_s)
        shift_s = told.time_s - photo.recorded_time_s
        if None not in zones:
            shift_s -= (told.zone_s or 0) - (own_s or 0)
        if abs(shift_s) > WORSE_S:
            return True
    return False


def _nothing(event: Event, folder: Path) -> Looked:
    """Return an event of one clock: nothing is compared, nothing is written."""
    told = {
        path: LookedFile(Told(photo.recorded_time_s, photo.zone_s))
        for photo in event.photos
        for path in _paths(photo, folder)
    }
    timeless = {below(item.path, folder): LookedFile(None) for item in event.timeless}
    galleries = tuple(
        LookedGallery(
            gallery.name,
            tuple(below(photo.path, folder) for photo in gallery.photos),
            "alone",
            "–",
            "one clock alone: nothing to compare it with",
        )
        for gallery in event.galleries
    )
    return Looked(told | timeless, galleries, 0, galleries[0].name)


def _paths(photo: Photo, folder: Path) -> list[PurePosixPath]:
    return [below(path, folder) for path in (photo.path, *(c.path for c in photo.companions))]


def below(path: Place, folder: Path) -> PurePosixPath:
    """Return the path of a file below an event's folder."""
    return PurePosixPath(file_of(path).relative_to(folder.resolve()).as_posix())
