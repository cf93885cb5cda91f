"""Where pairs come from: real photo sets and rendered events, some to tune on, others to report."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.demo import DemoOptions, plan_event, render_event
from coincide.ingest import read_event
from coincide.model import Photo
from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS
from coincide_bench.suites.rendered import renderer_digest

Purpose = Literal["dev", "report"]
# apart for ever, as the seeds are: what is tuned on the one is reported on the other
SETS: Mapping[Purpose, tuple[str, ...]] = {
    "dev": ("california_2016", "jiuzhaigou_2016", "met_2017", "odm_seneca_2013", "yulefest_2022"),
    "report": (
        *("annapurna_2017", "europe_2019", "gt_places_2016", "mongolia_2025", "newyork_2021"),
        *("nubes_2021", "studytrip_2018", "tasmania_2018", "travelblog_2011"),
    ),
}
# sets whose phones were on network time: photos of two of them can be of one moment
ONE_CLOCK = ("gt_places_2016",)
# sets that have pictures twice, renamed: what is of one second there is no burst
COPIED = ("california_2016",)
# sets of bursts, where photos of one camera within a minute are of one scene; elsewhere seconds
BURSTS, BURST_S, NEAR_S = ("annapurna_2017", "nubes_2021"), 60.0, 10.0
RENDERED = DemoOptions(n_galleries=4, n_photos=72, n_phones=2)


@dataclass(frozen=True)
class Taken:
    """A photo: by which camera, and when by its clock, or by one clock for all; its tags."""

    path: Path
    camera: str
    time_s: float
    photo: Photo | None = None


@dataclass(frozen=True)
class Source:
    """The photos of one set or event; a burst's are at most so far apart; None: it has none."""

    name: str
    photos: tuple[Taken, ...]
    one_clock: bool
    burst_s: float | None


def sources(
    purpose: Purpose, datasets: Path | None, cache: Path, tell: Callable[[str], None]
) -> Iterator[Source]:
    """Yield what pairs are made from: a rendered event, and the real sets that are at hand."""
    seed = (DEV_SEEDS if purpose == "dev" else REPORT_SEEDS)[0]
    tell(f"rendered {seed}")
    yield rendered(seed, cache / "samepicture" / f"{seed}-{renderer_digest()[:16]}")
    for name in SETS[purpose] if datasets is not None else ():
        if datasets is not None and (datasets / name).is_dir():
            tell(name)
            yield real(datasets / name)


def rendered(seed: int, folder: Path, options: DemoOptions = RENDERED) -> Source:
    """Return a rendered event, rendering it if it is not there."""
    chosen = DemoOptions(options.n_galleries, options.n_photos, seed, n_phones=options.n_phones)
    if not (folder / "truth.json").exists():
        render_event(folder, chosen)
    photos = tuple(
        Taken(folder / gallery.name / shot.file_name, gallery.name, shot.event_time_s)
        for gallery in plan_event(chosen).galleries
        for shot in gallery.shots
    )
    return Source(f"rendered {seed}", photos, one_clock=True, burst_s=NEAR_S)


def real(folder: Path) -> Source:
    """Return a real set, by the times that its cameras wrote."""
    photos = tuple(
        Taken(photo.file, gallery.name, photo.recorded_time_s, photo)
        for gallery in read_event([folder]).galleries
        for photo in gallery.photos
    )
    burst_s = BURST_S if folder.name in BURSTS else None if folder.name in COPIED else NEAR_S
    return Source(folder.name, photos, folder.name in ONE_CLOCK, burst_s)
