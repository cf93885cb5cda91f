"""Make the plan of an album, carry it out, take it back; each owner's part with their own key."""

from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from coincide.errors import UsageError
from coincide.model import file_of, place_of
from coincide.model.places import url_of
from coincide.model.progress import StageProgress
from coincide.project.plans.plans import check_place, free_plan_path, put_plan, standing_event
from coincide.project.project import Project
from coincide.project.read.remotealbum import need_mirror
from coincide.project.solutions.status import quiet
from coincide.servers import address_of, open_album
from coincide.timeline import build_timeline
from coincide.writing.apply.filestatus import Standing
from coincide.writing.choices import Program, Target
from coincide.writing.plan.build import PlanOptions
from coincide.writing.served import (
    AlbumPlan,
    OpenAlbumPlan,
    album_plan_json,
    apply_album,
    build_album_plan,
    parse_album_plan,
    split_by_owner,
    undo_album,
)
from coincide.writing.served.carry import AlbumReport, verify_album
from coincide.writing.served.model import AssetStep


def check_no_files(to: Target, program: Program | None) -> None:
    """Raise UsageError where files are asked for: those of an album here are previews."""
    if to != "sidecar" or program is not None:
        raise UsageError(
            "Times of a remote album are changed on its server: there are no files to write."
        )


def plan_album(
    project: Project, options: PlanOptions, *, progress: StageProgress = quiet
) -> tuple[AlbumPlan, list[AlbumPlan]]:
    """Return the plan that puts an album where the latest solution has it.

    First the part of those whose keys are at hand; then one plan for each other owner.
    """
    check_no_files(options.to, options.program)
    mirror = need_mirror(project.sources)
    solution, event = standing_event(project, progress)
    url = url_of(place_of(mirror.address))
    album = open_album(url)
    address = address_of(url, album.id)  # by its id: a name may change before it is applied
    now = {asset.id: asset for asset in album.assets()}
    root = file_of(event.roots[0])
    assets = {
        root.joinpath(*file.parts): now[one.id]
        for file, one in mirror.by_file.items()
        if one.id in now
    }
    timeline = build_timeline(event, solution.offsets, solution.guesses)
    plan = build_album_plan(
        event, solution.offsets, timeline, assets, mirror.owners, address, options
    )
    return split_by_owner(structs.replace(plan, solution=solution.key), album.writable)


def save_album_plans(
    plan: AlbumPlan, others: list[AlbumPlan], project: Path, out: Path | None
) -> tuple[Path | None, list[Path]]:
    """Write the plans of an album; return where each is. Those without changes are not written."""
    path = out or free_plan_path(project)
    wanted = [(path, plan)] if plan.assets else []
    for other in others:
        (owner,) = other.owners.values()
        wanted.append((path.with_name(f"{path.stem}-{_in_a_name(owner)}.json"), other))
    for place, _ in wanted:
        check_place(place)
    for place, one in wanted:
        text = album_plan_json(one)
        parse_album_plan(text.encode())  # what could not be read back is not written
        put_plan(place, text)
    written = [place for place, _ in wanted]
    return (written[0], written[1:]) if plan.assets else (None, written)


def _in_a_name(owner: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in owner)[:60]


def apply_album_plan(
    opened: OpenAlbumPlan,
    *,
    progress: StageProgress = quiet,
    stop: Callable[[], bool] = lambda: False,
) -> AlbumReport:
    """Send what a plan says to its server; it needs neither project nor photos."""
    album = open_album(opened.plan.url)
    tell = _telling(progress, "write")
    return apply_album(opened, album, progress=tell, stop=stop)


def undo_album_plan(
    opened: OpenAlbumPlan,
    *,
    progress: StageProgress = quiet,
    stop: Callable[[], bool] = lambda: False,
) -> AlbumReport:
    """Give every asset the time that it had before a plan was applied."""
    album = open_album(opened.plan.url)
    return undo_album(opened, album, progress=_telling(progress, "undo"), stop=stop)


def verify_album_plan(opened: OpenAlbumPlan) -> tuple[tuple[AssetStep, Standing], ...]:
    """Say of each asset of a plan where it stands."""
    return verify_album(opened, open_album(opened.plan.url))


def _telling(progress: StageProgress, stage: str) -> Callable[[int, int], None]:
    return lambda done, total: progress(stage, done, total)
