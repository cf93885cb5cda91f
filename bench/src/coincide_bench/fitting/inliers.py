"""Fit what inliers say about time, on links of real photos dealt to virtual cameras.

    python -m coincide_bench.fitting.inliers DATASETS_DIR

Prints the table of ``coincide.features.verify.run``, and what it and its bound were made from:
three sets of people on the move, and an aerial survey that flies over the same fields again
and again, which shows how far inliers mislead where a place is seen twice.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from coincide.errors import EventError
from coincide.features.verify import VerifyOptions, pair_keys, verify_key, verify_links
from coincide.features.verify.run import REVISITED, InlierTable
from coincide.model import Floats, Indices, Links, Photo, Singles
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.photosets import SPLITS, SplitSet, load_split
from coincide_bench.suites.splits import Deal, deal_name, deal_photos, make_rng, open_set
from coincide_bench.suites.vectors import render_photo
from coincide_bench.suites.virtual_cameras import CAMERAS, RECIPE

Flags = NDArray[np.bool_]

DEVELOPMENT = ("jiuzhaigou_2016", "newyork_2021", "europe_2019")
REVISITING = "odm_seneca_2013"
SEEDS = range(10_000, 10_003)
K, ATTENDANCE = 5, 0.6
N_BEST = 3
NEAR_S, OTHER_S = 300.0, 1800.0
# the survey lasts 19 minutes: beyond this its plane is on another line
REVISIT_S = 300.0
# below 8 a fundamental matrix is not looked for; from 15 on no link at another time is left
LEAST = (0, 8, 9, 10, 11, 12, 15, 25)
SURE = 15


@dataclass(frozen=True)
class VerifiedMatches:
    """Links of one deal: seconds between the photos in truth, cosine, inliers."""

    gap_s: Floats
    similarity: Floats
    n_inliers: Floats


@dataclass(frozen=True)
class DealtPhotos:
    """The photos of a deal, gallery by gallery: true times, (n,), and pooled vectors, (n, D)."""

    photos: tuple[Photo, ...]
    cameras: tuple[int, ...]
    gallery: Indices
    times_s: Floats
    pooled: Singles


def split_set(name: str) -> SplitSet:
    """Return a set of one camera's photos by name."""
    return next(split for split in SPLITS if split.name == name)


def dealt_photos(wanted: SplitSet, seed: int, context: BenchContext) -> DealtPhotos:
    """Return one deal of a set to five galleries, as the suite of splits deals it."""
    dealt, photos = open_set(wanted, context), load_split(context, wanted)
    if dealt is None or photos is None:
        raise EventError(f"The photo set {wanted.folder} is not at hand: name its folder.")
    deal = deal_photos(
        dealt.runs, K, ATTENDANCE, make_rng(seed, deal_name(wanted.name, K, ATTENDANCE))
    )
    rows, cameras, gallery = _columns(deal)
    return DealtPhotos(
        photos=tuple(photos[row] for row in rows.tolist()),
        cameras=tuple(cameras.tolist()),
        gallery=gallery,
        times_s=dealt.times_s[rows],
        pooled=dealt.vectors.pooled[rows, cameras].astype(np.float32),
    )


def _columns(deal: Deal) -> tuple[Indices, Indices, Indices]:
    sizes = [len(rows) for rows in deal.rows]
    return (
        np.concatenate(deal.rows),
        np.repeat(np.array(deal.cameras, np.int64), sizes),
        np.repeat(np.arange(len(sizes)), sizes),
    )


def top_matches(pooled: Singles, gallery: Indices, n_best: int = N_BEST) -> Links:
    """Return each photo's most similar photos in every other gallery; a pair only once."""
    cosines = pooled @ pooled.T
    numbers = np.unique(gallery)
    pairs: list[Indices] = []
    for other in numbers:
        columns, rows = np.flatnonzero(gallery == other), np.flatnonzero(gallery != other)
        best = np.argsort(-cosines[np.ix_(rows, columns)], axis=1, kind="stable")[:, :n_best]
        both = np.stack([np.repeat(rows, best.shape[1]), columns[best].ravel()])
        pairs.append(np.sort(both, axis=0))
    photo_a, photo_b = np.unique(np.concatenate(pairs, axis=1), axis=1)
    return Links(photo_a, photo_b, cosines[photo_a, photo_b].astype(np.float64))


def verified_matches(
    dealt: DealtPhotos, context: BenchContext, options: VerifyOptions = VerifyOptions()
) -> VerifiedMatches:
    """Return the best matches of a deal, verified on its renderings; counts are kept."""
    links = top_matches(dealt.pooled, dealt.gallery)
    gap_s = np.abs(dealt.times_s[links.photo_a] - dealt.times_s[links.photo_b])
    names = [f"{RECIPE} {CAMERAS[camera]}" for camera in dealt.cameras]
    path = kept_path(
        context.cache / "verify", [verify_key(options), *names, *pair_keys(dealt.photos, links)]
    )
    kept = load_kept(path, ["n_inliers"])
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
            rendered = render_dealt(dealt, Path(folder))
            kept = {"n_inliers": verify_links(rendered, links, options, progress=context.progress)}
        keep(path, kept)
    return VerifiedMatches(gap_s, links.similarity, kept["n_inliers"])


def render_dealt(dealt: DealtPhotos, folder: Path) -> list[Photo]:
    """Write each photo as its gallery's virtual camera takes it."""
    return [
        render_photo(photo, cameras=[CAMERAS[camera]], folder=folder)[0]
        for photo, camera in zip(dealt.photos, dealt.cameras, strict=True)
    ]


def fit_table(
    sets: Sequence[VerifiedMatches],
    *,
    least: Sequence[int] = LEAST,
    revisited: float = REVISITED,
) -> InlierTable:
    """Return the log ratio of each bin, as ``coincide.features.verify.run`` defines it.

    ``sets``: all links of one set of photos each. Monotone by weighted isotonic regression.
    """
    near = np.mean([_shares(matches, matches.gap_s <= NEAR_S, least) for matches in sets], axis=0)
    other = np.mean([_shares(matches, matches.gap_s > OTHER_S, least) for matches in sets], axis=0)
    raw = np.log(near / ((1.0 - revisited) * other + revisited * near))
    fitted = isotonic_regression(raw, weights=near + other).x
    return InlierTable(tuple(least), tuple(round(float(value), 3) for value in fitted))


def _shares(matches: VerifiedMatches, chosen: Flags, least: Sequence[int]) -> Floats:
    seen = matches.n_inliers[chosen]
    bins = np.searchsorted(least, seen[~np.isnan(seen)], side="right") - 1
    counts = np.bincount(bins, minlength=len(least)) + 0.5
    shares: Floats = counts / counts.sum()
    return shares


def revisited_share(sets: Sequence[VerifiedMatches], survey: VerifiedMatches) -> float:
    """Return how often links at another time show the same place, against near links.

    ε of ``coincide.features.verify.run``, with every set as likely as the survey.
    """
    cuts = [(matches, OTHER_S) for matches in sets] + [(survey, REVISIT_S)]
    near = np.mean([_share_sure(cut, cut.gap_s <= NEAR_S) for cut, _ in cuts])
    other = np.mean([_share_sure(cut, cut.gap_s > other_s) for cut, other_s in cuts])
    return float(other / near)


def _share_sure(matches: VerifiedMatches, chosen: Flags) -> float:
    return float(np.mean(matches.n_inliers[chosen] >= SURE))


def joined(parts: Sequence[VerifiedMatches]) -> VerifiedMatches:
    """Return the links of several deals of one set as one."""
    return VerifiedMatches(
        np.concatenate([part.gap_s for part in parts]),
        np.concatenate([part.similarity for part in parts]),
        np.concatenate([part.n_inliers for part in parts]),
    )


def set_matches(name: str, context: BenchContext, seeds: Sequence[int] = SEEDS) -> VerifiedMatches:
    """Return the verified links of all deals of one set."""
    wanted = split_set(name)
    return joined(
        [verified_matches(dealt_photos(wanted, seed, context), context) for seed in seeds]
    )


def report(sets: dict[str, VerifiedMatches], *, other_s: float, least: Sequence[int]) -> str:
    """Write, for each set, how many near and other links reach each number of inliers."""
    lines = []
    for name, values in sets.items():
        near, other = (
            values.n_inliers[values.gap_s <= NEAR_S],
            values.n_inliers[values.gap_s > other_s],
        )
        lines.append(f"{name}: {len(near)} near links, {len(other)} beyond {other_s:.0f} s")
        for least_n in least:
            shares = np.mean(near >= least_n), np.mean(other >= least_n)
            lines.append(f"  {least_n:4d} inliers and more: {shares[0]:.4f} {shares[1]:.4f}")
    return "\n".join(lines) + "\n"


def main(datasets: Path) -> None:
    """Fit and tell."""

    def tell(stage: str, done: int, total: int) -> None:
        if done == total:
            sys.stderr.write(f"{stage}: {total}\n")

    context = BenchContext(default_cache(), datasets, report=False, progress=tell)
    sets = {name: set_matches(name, context) for name in DEVELOPMENT}
    survey = set_matches(REVISITING, context, SEEDS[:1])
    sys.stdout.write(report(sets, other_s=OTHER_S, least=LEAST))
    sys.stdout.write(report({REVISITING: survey}, other_s=REVISIT_S, least=LEAST))
    fitted = list(sets.values())
    sys.stdout.write(f"seen again: {revisited_share(fitted, survey):.3f}\n{fit_table(fitted)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
