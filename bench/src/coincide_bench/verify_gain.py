"""What verification adds: telling links of one moment from others, with and without it.

    python -m coincide_bench.verify_gain DATASETS_DIR

Of each photo's three most similar photos in every other gallery, which were taken within
three minutes? Similarity alone ranks them; so does similarity and inliers together. The
table of the evidence is fitted anew for each set, on the others: no photo helps itself. The
aerial survey, which is in no fit, shows what verification costs where places are seen again.
Development sets only.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import rankdata

from coincide.features.verify import VerifyOptions, inlier_log_ratio
from coincide.features.verify.features import local_features
from coincide.features.verify.match import count_inliers
from coincide.features.verify.pictures import read_grey
from coincide.features.verify.run import FITTED, InlierTable
from coincide.model import Floats
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.verify_fit import (
    DEVELOPMENT,
    REVISITING,
    SEEDS,
    DealtPhotos,
    dealt_photos,
    fit_table,
    render_dealt,
    set_matches,
    split_set,
    top_matches,
    verified_matches,
)

Flags = NDArray[np.bool_]

NEAR_S = 180.0
# photos of one camera seconds apart are alike as photos of two cameras never are
BURST_S = 10.0
# enough for a mean cost within a few per cent
N_TIMED = 60


@dataclass(frozen=True)
class Scores:
    """How well a ranking puts near links first: area under the ROC, average precision."""

    auc: float
    average_precision: float


@dataclass(frozen=True)
class VerifyGain:
    """One deal: the links, those near in time, and both rankings of them."""

    n_links: int
    n_near: int
    similarity: Scores
    both: Scores


@dataclass(frozen=True)
class VerifyCost:
    """Processor time, all cores together, in milliseconds."""

    photo_ms: float
    pair_ms: float


def verify_gain(
    name: str, seed: int, context: BenchContext, *, table: InlierTable = FITTED
) -> VerifyGain:
    """Return what verification adds on one deal of one set."""
    dealt = dealt_photos(split_set(name), seed, context)
    matches = verified_matches(dealt, context)
    is_near = matches.gap_s <= NEAR_S
    evidence = similarity_slope(dealt) * matches.similarity
    evidence_of_both = evidence + inlier_log_ratio(matches.n_inliers, table)
    return VerifyGain(
        n_links=len(is_near),
        n_near=int(is_near.sum()),
        similarity=scores(matches.similarity, is_near),
        both=scores(evidence_of_both, is_near),
    )


def similarity_slope(dealt: DealtPhotos) -> float:
    """Return the nats that one unit of cosine is worth, from pairs inside each gallery.

    A logistic fit of "near in time" on the cosine, as a method may do it too: inside a
    gallery the clock is one, so the truth is known.
    """
    i, j = np.triu_indices(len(dealt.gallery), 1)
    gap_s = np.abs(dealt.times_s[i] - dealt.times_s[j])
    inside = (dealt.gallery[i] == dealt.gallery[j]) & (gap_s >= BURST_S)
    i, j, is_near = i[inside], j[inside], gap_s[inside] <= NEAR_S
    cosine = np.einsum("id,id->i", dealt.pooled[i], dealt.pooled[j]).astype(np.float64)
    centred = cosine - cosine.mean()

    def loss(point: Floats) -> float:
        log_odds = point[0] + point[1] * centred
        return float(np.mean(np.logaddexp(0.0, np.where(is_near, -log_odds, log_odds))))

    found = minimize(loss, np.array([-2.0, 5.0]), method="BFGS")
    return max(0.0, float(found.x[1]))


def scores(ranking: Floats, is_near: Flags) -> Scores:
    """Return both scores of a ranking; of links that tie, neither is first.

    >>> scores(np.array([3.0, 2.0, 1.0]), np.array([True, False, True]))
    Scores(auc=0.5, average_precision=0.8333333333333333)
    """
    n_near, n_other = int(is_near.sum()), int((~is_near).sum())
    if n_near == 0 or n_other == 0:
        return Scores(float("nan"), float("nan"))
    ranks = rankdata(ranking)
    auc = (ranks[is_near].sum() - n_near * (n_near + 1) / 2) / (n_near * n_other)
    _, tie = np.unique(-ranking, return_inverse=True)
    n_found = np.cumsum(np.bincount(tie, weights=is_near))
    precision = n_found / np.cumsum(np.bincount(tie))
    found_here = np.diff(n_found, prepend=0.0)
    return Scores(float(auc), float(np.sum(found_here * precision) / n_near))


def measure_cost(name: str, seed: int, context: BenchContext) -> VerifyCost:
    """Return what a photo's features and a pair cost, on renderings of one deal."""
    dealt, options = dealt_photos(split_set(name), seed, context), VerifyOptions()
    links = top_matches(dealt.pooled, dealt.gallery)
    pairs = list(zip(links.photo_a.tolist(), links.photo_b.tolist(), strict=True))[:N_TIMED]
    rows = sorted({row for pair in pairs for row in pair})
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
        photos = render_dealt(dealt, Path(folder))
        local_features(read_grey(photos[0].file, options.long_side_px))  # loads OpenCV
        start = time.process_time()
        features = {
            row: local_features(read_grey(photos[row].file, options.long_side_px)) for row in rows
        }
        photo_s = (time.process_time() - start) / len(rows)
    start = time.process_time()
    for row_a, row_b in pairs:
        count_inliers(features[row_a], features[row_b])
    return VerifyCost(1e3 * photo_s, 1e3 * (time.process_time() - start) / len(pairs))


def report(gains: Sequence[VerifyGain]) -> str:
    """Write the mean scores over the deals of one set."""
    parts = [f"{sum(g.n_near for g in gains)} of {sum(g.n_links for g in gains)} links near"]
    for label, field in (("AUC", "auc"), ("average precision", "average_precision")):
        alone, both = (
            np.array([getattr(getattr(gain, which), field) for gain in gains])
            for which in ("similarity", "both")
        )
        better = int(np.sum(both > alone))
        parts.append(
            f"{label} {alone.mean():.3f} → {both.mean():.3f} (better in {better}/{len(gains)})"
        )
    return "; ".join(parts)


def main(datasets: Path) -> None:
    """Measure and tell."""
    context = BenchContext(default_cache(), datasets, report=False, progress=lambda *_: None)
    sets = {name: set_matches(name, context) for name in DEVELOPMENT}
    for name in DEVELOPMENT:
        table = fit_table([sets[other] for other in DEVELOPMENT if other != name])
        gains = [verify_gain(name, seed, context, table=table) for seed in SEEDS]
        sys.stdout.write(f"{name}: {report(gains)}\n")
        cost = measure_cost(name, SEEDS[0], context)
        sys.stdout.write(
            f"  processor time: {cost.photo_ms:.0f} ms a photo, {cost.pair_ms:.1f} ms a pair\n"
        )
    survey = [verify_gain(REVISITING, seed, context) for seed in SEEDS[:1]]
    sys.stdout.write(f"{REVISITING}: {report(survey)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
