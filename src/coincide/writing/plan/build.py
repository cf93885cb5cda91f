"""From a timeline to a plan: every file of every gallery that moves, tag by tag."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from msgspec import UNSET, structs

from coincide.errors import UsageError
from coincide.model import Event, Gallery, Offsets, Timeline, file_of
from coincide.model.progress import Progress
from coincide.model.times import DAY_S
from coincide.solver.clocks.zones import zone_name
from coincide.timeline.localtime import BY_HAND, LocalTime, local_time
from coincide.writing.choices import Applied, Program, Target
from coincide.writing.plan.copies import changes_in_copies
from coincide.writing.plan.decide import Caution, decide
from coincide.writing.plan.model import FileChange, GalleryPlan, LeftAlone, Place, Plan
from coincide.writing.plan.newtimes import Wanted, left_by_zone, wanted_files
from coincide.writing.plan.programs import NOTES
from coincide.writing.plan.targets import (
    Files,
    LeftAloneError,
    changes_in_file,
    changes_in_sidecar,
    outdated_sidecar,
)

# photos that are further from everybody else's are of another occasion
FAR_OFF_S = DAY_S

Found = tuple[list[FileChange], list[LeftAlone]]


@dataclass(frozen=True)
class PlanOptions:
    """What to plan."""

    to: Target = "sidecar"  # where corrected times go
    # the program that is to read the sidecars, which decides their names; None: any
    program: Program | None = None
    caution: Caution = field(default_factory=Caution)
    zone: str | None = None  # the place's zone by name, where no tag tells it
    guessed: bool = False  # write times that only a photo's look tells, too
    out: Path | None = None  # the new folder of copies
    # the galleries to move, and no others; empty: all that may be
    only: frozenset[str] = frozenset()

    @property
    def applied(self) -> Applied:
        """What applying it would do; a text tells what to do to the files themselves."""
        match self.to:
            case "script" | "table":
                return "file"
            case applied:
                return applied


def build_plan(
    event: Event,
    offsets: Offsets,
    timeline: Timeline,
    files: Files,
    options: PlanOptions = PlanOptions(),
    *,
    progress: Progress | None = None,
) -> Plan:
    """Return what would be written to put an event's files on one clock."""
    aims = aims_of(event, offsets, timeline, options)
    if options.to == "copies":
        changes, left = changes_in_copies(aims.wanted, files, progress)
    else:
        changes, left = _changes(aims, files, options, progress)
    return Plan(
        event=event.name,
        to=options.applied,
        program=options.program,
        roots=(*files.roots, *([options.out] if options.out is not None else [])),
        project=None if event.project is None else file_of(event.project).absolute(),
        anchor=None if offsets.method == BY_HAND else offsets.anchor,
        event_time=offsets.event_time,
        galleries=aims.galleries,
        files=tuple(changes),
        left=(*left, *timeless_of(event, timeline)),
        notes=(*_notes(aims.local, options), *_far_off(aims, timeline), *_carried(changes)),
    )


@dataclass(frozen=True)
class Aims:
    """What an event's files are to say, whatever they are written to."""

    local: LocalTime
    galleries: tuple[GalleryPlan, ...]
    wanted: tuple[Wanted, ...]


def aims_of(event: Event, offsets: Offsets, timeline: Timeline, options: PlanOptions) -> Aims:
    """Return what becomes of each gallery, and what each of its files is to say."""
    local = local_time(event, offsets, timeline, zone=options.zone)
    _check_only(event, options.only)
    found = [decide(gallery, offsets, options.caution) for gallery in event.galleries]
    followed = (
        _moved_with_place(gallery, plan, offsets, local)
        for gallery, plan in zip(event.galleries, found, strict=True)
    )
    standing = {plan.name: plan for plan in followed if plan is not None}
    decided = tuple(_asked(standing.get(item.name, item), options.only) for item in found)
    every = wanted_files(event, offsets, timeline, decided, local, standing)
    if local.seen and not options.caution.slight:
        every = (left_by_zone(item, offsets) for item in every)
    wanted = [item for item in every if _is_asked(item.gallery, options.only)]
    if options.guessed:
        wanted = [
            replace(item, state="moved") if item.state == "guessed" else item for item in wanted
        ]
    return Aims(local, decided, tuple(wanted))


def _moved_with_place(
    gallery: Gallery, plan: GalleryPlan, offsets: Offsets, local: LocalTime
) -> GalleryPlan | None:
    """Return a plan for a clock that is seen to be right, and missed a change of the place's zone.

    None of all others.
    """
    if plan.state != "right" or not offsets[gallery.name].certain:
        return None
    if gallery.name in local.following:
        return None
    n_after = sum(local.stood_still(photo) for photo in gallery.photos)
    if not n_after:
        return None
    why = f"the local zone changed but its clock did not: {n_after} of its photos are corrected"
    return structs.replace(plan, state="moved", shift_s=0.0, why=why)


def _check_only(event: Event, only: frozenset[str]) -> None:
    """Raise UsageError for a gallery that there is not."""
    names = event.table.names
    for name in sorted(only - set(names)):
        raise UsageError(f"There is no gallery {name!r}; there are: {', '.join(names)}.")


def _is_asked(name: str, only: frozenset[str]) -> bool:
    return not only or name in only


def _asked(plan: GalleryPlan, only: frozenset[str]) -> GalleryPlan:
    """Return what to do with a gallery, which is nothing where only others were asked for.

    It is not "right" then: nobody looked.
    """
    if _is_asked(plan.name, only) or not plan.moved:
        return plan
    return structs.replace(plan, state="unsure", shift_s=0.0, why="excluded by --only")


def timeless_of(event: Event, timeline: Timeline) -> Iterator[LeftAlone]:
    """Yield the photos of which not even their look tells when they were taken."""
    told = {guess.photo.path for guess in timeline.guesses}
    for photo in event.timeless:
        if photo.path not in told:
            yield LeftAlone(str(photo.path), f"no evidence of when it was taken: {photo.reason}")


def _changes(aims: Aims, files: Files, options: PlanOptions, progress: Progress | None) -> Found:
    changes: list[FileChange] = []
    left: list[LeftAlone] = []
    moving = {gallery.name for gallery in aims.galleries if gallery.moved}
    for done, want in enumerate(aims.wanted):
        if want.state == "guessed":
            why = f"its time is only estimated ({want.why}): --guessed writes it anyway"
            left.append(LeftAlone(str(want.path), why))
        elif want.state != "moved" and want.gallery in moving:
            left.append(LeftAlone(str(want.path), want.why))
        elif want.state == "moved":
            try:
                change = _change(want, files, options)
            except LeftAloneError as why_left:
                left.append(LeftAlone(str(want.path), str(why_left)))
            else:
                if change is None:
                    left.append(LeftAlone(str(want.path), _stays(want)))
                else:
                    changes.append(change)
                left += _outdated(want, files, options)
        if progress is not None:
            progress(done + 1, len(aims.wanted))
    return _one_writer(changes, left, files)


def _stays(want: Wanted) -> str:
    """Say why a file of a gallery that moves is not changed."""
    if want.photo is None or want.photo.zone_s is None:
        return "its time is right already"
    zone = zone_name(want.photo.zone_s)
    return f"its time is right if local time was {zone}, as the zone tags of others indicate"


def _change(want: Wanted, files: Files, options: PlanOptions) -> FileChange | None:
    if options.to == "sidecar":
        return changes_in_sidecar(want, files, options.program)
    return changes_in_file(want, files)


def _outdated(want: Wanted, files: Files, options: PlanOptions) -> Iterator[LeftAlone]:
    """Yield a photo's sidecar that would hide what is written into the photo."""
    path = None if options.to == "sidecar" else outdated_sidecar(want, files)
    if path is not None:
        why = "a sidecar has the old time, which many programs prefer to the photo's own"
        yield LeftAlone(str(path), f"{why}: make a plan with --to sidecar as well")


def _one_writer(changes: Sequence[FileChange], left: Sequence[LeftAlone], files: Files) -> Found:
    """Return changes by what they write; one sidecar of two photos says one time, or is left."""
    by_place: dict[Place, list[FileChange]] = {}
    for change in sorted(changes, key=lambda change: (change.writes.root, change.writes.path)):
        by_place.setdefault(change.writes, []).append(change)
    one_each: list[FileChange] = []
    both = list(left)
    for place, same in by_place.items():
        if len({change.changes for change in same}) == 1:
            one_each.append(same[0])
            continue
        names = " and ".join(change.photo.path.name for change in same)
        path = files.roots[place.root].joinpath(*place.path.parts)
        both.append(LeftAlone(str(path), f"it is the sidecar of {names}, whose times differ"))
    return one_each, both


def _far_off(aims: Aims, timeline: Timeline) -> Iterator[str]:
    """Tell of photos that move though they are of days on which nobody else took photos.

    A clock is off for them as well, unless it was set since: who has a whole roll in a folder
    should know that it moves.
    """
    times_s = dict[str, list[float]]()
    for entry in timeline:
        if entry.event_time_s is not None:
            times_s.setdefault(entry.gallery, []).append(entry.event_time_s)
    spans_s = {name: (own_s[0], own_s[-1]) for name, own_s in times_s.items()}  # in order
    for plan in aims.galleries:
        others_s = [span_s for name, span_s in spans_s.items() if name != plan.name]
        if not plan.moved or not others_s:
            continue
        first_s = min(first for first, _ in others_s) - FAR_OFF_S
        last_s = max(last for _, last in others_s) + FAR_OFF_S
        n_far = sum(not first_s <= time_s <= last_s for time_s in times_s.get(plan.name, ()))
        if n_far:
            photos = "1 photo moves" if n_far == 1 else f"{n_far} photos move"
            yield (
                f"Of {plan.name} {photos} although they are more than a day from"
                " anybody else's: its clock is assumed to have been off then, too."
            )


def _carried(changes: Sequence[FileChange]) -> Iterator[str]:
    n_carried = sum(change.carries is not UNSET for change in changes)
    if n_carried:
        n_sidecars = (
            "1 new sidecar repeats" if n_carried == 1 else f"{n_carried} new sidecars repeat"
        )
        yield (
            f"{n_sidecars} the metadata inside the photo (ratings, keywords, titles, faces),"
            " because programs read only the sidecar if there is one."
        )


def _notes(local: LocalTime, options: PlanOptions) -> tuple[str, ...]:
    notes = []
    if options.program is not None and options.to == "sidecar":
        notes.append(NOTES[options.program])
    if local.base_s is None and local.named is None:
        notes.append(
            "The time zone is unknown, so times are written without one. Give it with --zone, as"
            " in --zone Europe/Berlin."
        )
    if local.seen:
        notes.append(
            "The time zone changes during the event; each time is in the zone that applied then."
        )
    return tuple(notes)
