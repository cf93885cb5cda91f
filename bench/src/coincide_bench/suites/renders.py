"""The rendered suite: demo events at several difficulties, drawn, embedded and thrown away.

Drawing 80 photos takes a quarter of a minute, so only the first few seeds are drawn: two
for development, three for a report. Hiding other offsets in the same photos would look
like more trials, but to a method that only compares times it is the same trial again.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

import coincide.demo
from coincide.demo import DemoOptions, DemoPlan, plan_event, render_event
from coincide.features.backbones import open_backbone
from coincide.features.options import EmbedOptions, VladOptions
from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.project.read.features import colour_key, feature_key
from coincide_bench.event import BenchEvent, recoverable_galleries
from coincide_bench.folders import load_known
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.vectors import MAP_TAP, VECTOR_TAP, plain_vectors

SUITE, GPS_SUITE = "rendered", "rendered-gps"
N_DEV, N_REPORT = 2, 3

DEFAULT = DemoOptions(n_galleries=5, n_photos=80)
DIFFICULTIES: Mapping[str, DemoOptions] = {
    # everybody photographs the height of everything, from much the same spot
    "easy": replace(DEFAULT, attendance=0.9, time_spread=0.2, view_spread=0.5, moment_share=0.95),
    "default": DEFAULT,
    # here and there, from all sides, with cameras that have little in common
    "hard": replace(
        DEFAULT,
        attendance=0.4,
        time_spread=1.0,
        view_spread=1.8,
        camera_spread=1.8,
        moment_share=0.65,
    ),
}


@dataclass(frozen=True)
class RenderedPhotos:
    """What is kept of a rendered event: its numbers, not its pictures.

    offset_s, starts: by gallery; all else by photo.
    """

    names: tuple[str, ...]
    offset_s: Floats
    starts: Indices
    camera_time_s: Floats
    position_deg: Floats
    scene_ev: Floats
    pooled: Singles
    vlad: Singles
    colour: Singles


COLUMNS = [field.name for field in fields(RenderedPhotos) if field.name != "names"]


def rendered_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the rendered events of the first seeds, positions left out."""
    yield from _events(SUITE, seeds, context)


def rendered_gps_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the same events with the positions that some of the phones write."""
    yield from _events(GPS_SUITE, seeds, context)


def _events(suite: str, seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    drawn = seeds[: N_REPORT if context.report else N_DEV]
    n_done, n_all = 0, len(drawn) * len(DIFFICULTIES)
    for seed in drawn:
        for number, (name, options) in enumerate(DIFFICULTIES.items()):
            # difficulties must not share a programme: they are trials of their own
            chosen = replace(options, seed=seed * len(DIFFICULTIES) + number)
            yield rendered_event(chosen, context, suite=suite, name=f"{suite}/{name}", seed=seed)
            n_done += 1
            context.progress("render", n_done, n_all)


def rendered_event(
    options: DemoOptions, context: BenchContext, *, suite: str, name: str, seed: int
) -> BenchEvent:
    """Return one demo event as a trial, with the clocks it was rendered with."""
    photos = rendered_photos(options, context)
    position_deg = photos.position_deg
    if suite != GPS_SUITE:
        position_deg = np.full_like(position_deg, np.nan)
    anchor = photos.names[0]
    return BenchEvent(
        suite=suite,
        name=name,
        cluster=f"{name}/{seed}",
        seed=seed,
        offsets_kind="recorded",
        table=PhotoTable(
            names=photos.names,
            starts=photos.starts,
            camera_time_s=photos.camera_time_s,
            position_deg=position_deg,
            scene_ev=photos.scene_ev,
        ),
        features={"pooled": photos.pooled, "vlad": photos.vlad, "colour": photos.colour},
        anchor=anchor,
        truth=dict(zip(photos.names, photos.offset_s.tolist(), strict=True)),
        truth_kind="known",
        recoverable=recoverable_galleries(photos.names, _moments(plan_event(options)), anchor),
    )


def _moments(plan: DemoPlan) -> dict[str, frozenset[int]]:
    number = {moment.key: nth for nth, moment in enumerate(plan.moments)}
    return {
        gallery.name: frozenset(number[key] for key in gallery.moments)
        for gallery in plan.galleries
    }


def rendered_photos(options: DemoOptions, context: BenchContext) -> RenderedPhotos:
    """Return a rendered event's numbers, from the cache where they are."""
    names = tuple(gallery.name for gallery in plan_event(options).galleries)
    path = _cache_path(context.cache, options)
    kept = load_kept(path, COLUMNS)
    if kept is not None:
        return RenderedPhotos(names=names, **kept)
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
        made = _render(Path(folder), options, names, context)
    keep(path, {name: getattr(made, name) for name in COLUMNS})
    return made


def _render(
    folder: Path, options: DemoOptions, names: tuple[str, ...], context: BenchContext
) -> RenderedPhotos:
    render_event(folder / "event", options)
    known = load_known(folder / "event")
    table = known.event.table
    if table.names != names:
        raise RuntimeError(f"rendered galleries {table.names}, planned {names}")
    # vectors go to a folder that is removed with the pictures: they are kept here, once
    vectors = plain_vectors(list(known.event.photos), replace(context, cache=folder / "cache"))
    return RenderedPhotos(
        names=names,
        offset_s=np.array([known.truth[name] for name in names]),
        starts=table.starts,
        camera_time_s=table.camera_time_s,
        position_deg=table.position_deg,
        scene_ev=table.scene_ev,
        pooled=vectors.pooled.astype(np.float32),
        vlad=vectors.vlad.astype(np.float32),
        colour=vectors.colour.astype(np.float32),
    )


# The cache


def _cache_path(cache: Path, options: DemoOptions) -> Path:
    """Return a path that changes with the options, the renderer's code and the features."""
    backbone = open_backbone(EmbedOptions().backbone)
    what = [repr(options), repr(VladOptions()), renderer_digest()]
    what += [feature_key(backbone, backbone.tap(name)) for name in (VECTOR_TAP, MAP_TAP)]
    what += [colour_key(backbone.preprocess), *COLUMNS]
    return kept_path(cache / "rendered", what)


def renderer_digest() -> str:
    """Return a digest of the renderer's source: any change to it may change the pictures."""
    digest = hashlib.sha256()
    for folder in coincide.demo.__path__:
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
