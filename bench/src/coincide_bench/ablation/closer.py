"""The joint method with a closer look at the links that matter, on dealt photos.

Features and links of a photo cost a tenth of a second and more, so only some deals are
looked at: those of five galleries at attendance 0.6, which are the deals that
:mod:`coincide_bench.verify_fit` can render again, of the first seeds.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from coincide.features.verify import (
    VerifyOptions,
    inlier_log_ratio,
    pair_keys,
    verify_key,
    verify_links,
)
from coincide.model import Floats, Links, Offsets
from coincide.solver.evidence import VerifiedPairs
from coincide.solver.joint import solve_joint, telling_links
from coincide_bench.event import BenchEvent
from coincide_bench.figures.groups import occasion_of
from coincide_bench.methods import material_of
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.splits import deal_name, split_events
from coincide_bench.suites.virtual_cameras import CAMERAS, RECIPE
from coincide_bench.verify_fit import (
    ATTENDANCE,
    DealtPhotos,
    K,
    dealt_photos,
    render_dealt,
    split_set,
)

SUITE = "splits-verified"
N_SEEDS = 2


def closer_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the deals of the splits that are looked at closer, as a suite of their own."""
    for event in split_events(seeds[:N_SEEDS], context):
        dealt = deal_name(occasion_of(event.name), K, ATTENDANCE)
        if event.name == dealt and event.offsets_kind == "continuous":
            yield replace(event, suite=SUITE)


def run_closer(event: BenchEvent, context: BenchContext) -> Offsets:
    """Solve, look closer at the links that the solution hangs on, and solve again."""
    material = material_of(event)
    links = telling_links(solve_joint(material, anchor=event.anchor))
    dealt = dealt_photos(split_set(occasion_of(event.name)), event.seed, context)
    if not np.array_equal(dealt.pooled, event.features["pooled"]):
        raise ValueError(f"{event.name} of seed {event.seed} was dealt in another way")
    verified = VerifiedPairs(
        np.column_stack([links.photo_a, links.photo_b]),
        inlier_log_ratio(count_closer(dealt, links, context)),
    )
    return solve_joint(replace(material, verified=verified), anchor=event.anchor).offsets


def count_closer(
    dealt: DealtPhotos,
    links: Links,
    context: BenchContext,
    options: VerifyOptions = VerifyOptions(),
) -> Floats:
    """Return the inliers of some links of a deal, from its renderings; counts are kept."""
    names = [f"{RECIPE} {CAMERAS[camera]}" for camera in dealt.cameras]
    what = [verify_key(options), *names, *pair_keys(dealt.photos, links)]
    path = kept_path(context.cache / "verify", what)
    kept = load_kept(path, ["n_inliers"])
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
            rendered = render_dealt(dealt, Path(folder))
            kept = {"n_inliers": verify_links(rendered, links, options, progress=context.progress)}
        keep(path, kept)
    return kept["n_inliers"]
