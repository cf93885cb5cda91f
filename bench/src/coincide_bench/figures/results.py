"""From the outcomes of trials to the flat list of results, with intervals."""

import os
import platform
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from coincide import __version__
from coincide.model import Floats, Indices
from coincide_bench.figures.aggregate import (
    Interval,
    Trials,
    bootstrap_mean,
    bootstrap_quantiles,
    bootstrap_share,
    gather,
    mean,
    quantile,
)
from coincide_bench.figures.calibration import Calibration, ReliabilityBin, calibrate
from coincide_bench.figures.document import ALL, METRICS, Document, PerSeed, Result, SeedsKind
from coincide_bench.figures.groups import groups_of, is_event
from coincide_bench.figures.metrics import TRIAL_FIGURES, counted_errors_s, trial_figures
from coincide_bench.figures.outcome import SUBSETS, GalleryOutcome, Outcome, Subset
from coincide_bench.figures.shares import SHARES, trial_counts

QUANTILES = {"median_error_s": 0.5, "p90_error_s": 0.9}
DECIMALS = 6  # beyond any meaning, and above the noise of another summation order
# what can change a figure
PACKAGES = ("numpy", "scipy", "onnxruntime", "pillow")


def build_document(
    outcomes: Sequence[Outcome], *, seeds_kind: SeedsKind, seeds: Sequence[int]
) -> Document:
    """Return the document of a run: every event, kind of offsets and subset, and their totals."""
    confident = {
        outcome.method
        for outcome in outcomes
        if any(gallery.probability is not None for gallery in outcome.galleries)
    }
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.suite, outcome.method].append(outcome)
    results = [
        summarise(
            trials, event=event, offsets=offsets, subset=subset, confident=method in confident
        )
        for (_, method), group in sorted(groups.items())
        for event, offsets, trials in _strata(group)
        for subset in SUBSETS
    ]
    return Document(
        versions={"coincide": __version__, "python": platform.python_version()}
        | {package: version(package) for package in PACKAGES},
        machine={
            "cores": os.cpu_count() or 1,
            "processor": platform.processor() or platform.machine(),
            "system": platform.system(),
        },
        seeds_kind=seeds_kind,
        seeds=tuple(seeds),
        results=tuple(results),
    )


def summarise(
    outcomes: Sequence[Outcome], *, event: str, offsets: str, subset: Subset, confident: bool
) -> Result:
    """Return the result of one method on some trials of one suite.

    ``event`` and ``offsets`` name what the trials have in common, or "all". ``confident``:
    whether the method states probabilities, here or elsewhere.
    """
    pool = _pool(outcomes, subset, confident=confident)
    calibration = calibrate(pool.galleries)
    figures = _figures(pool, calibration)
    single = is_event(event) and offsets != ALL
    return Result(
        suite=pool.outcomes[0].suite,
        event=event,
        method=pool.outcomes[0].method,
        subset=subset,
        offsets=offsets,
        truth="/".join(sorted({outcome.truth_kind for outcome in pool.outcomes})),
        metrics={name: figures[name] for name in METRICS},
        interval=_intervals(pool),
        details={name: value for name, value in figures.items() if name not in METRICS},
        reliability=_rounded_bins(calibration),
        seconds=_stage_seconds(pool.outcomes),
        per_seed=_per_seed(pool) if single else None,
        errors_s=_sorted_errors(pool.galleries) if single else None,
    )


@dataclass(frozen=True)
class _Pool:
    """Trials side by side; ``error_s`` and ``error_unit`` of each gallery with a true offset.

    ``columns``: each figure of each trial, (T,). ``counts``: hits and cases of each share, (2, T).
    """

    outcomes: tuple[Outcome, ...]
    galleries: tuple[GalleryOutcome, ...]
    trials: Trials
    columns: Mapping[str, Floats]
    counts: Mapping[str, Floats]
    error_s: Floats
    error_unit: Indices


def _pool(outcomes: Sequence[Outcome], subset: Subset, *, confident: bool) -> _Pool:
    outcomes = sorted(outcomes, key=lambda o: (o.event, o.offsets_kind, o.seed))
    trials = gather(
        [outcome.event for outcome in outcomes],
        [outcome.cluster for outcome in outcomes],
        [outcome.seed for outcome in outcomes],
    )
    per_trial_s = [counted_errors_s(outcome, subset) for outcome in outcomes]
    return _Pool(
        outcomes=tuple(outcomes),
        galleries=tuple(gallery for outcome in outcomes for gallery in outcome.of(subset)),
        trials=trials,
        columns=_columns(outcomes, subset, confident),
        counts=_counts(outcomes, subset),
        error_s=np.array([error for errors in per_trial_s for error in errors], np.float64),
        error_unit=np.repeat(trials.unit, [len(errors) for errors in per_trial_s]),
    )


def _figures(pool: _Pool, calibration: Calibration | None) -> dict[str, float | None]:
    n_trials = len(pool.outcomes)
    figures = {name: mean(pool.trials, column) for name, column in pool.columns.items()}
    figures |= {name: quantile(pool.error_s, level) for name, level in QUANTILES.items()}
    figures |= _confidence_figures(calibration)
    figures |= {
        name: hits.sum() / cases.sum() if cases.any() else None
        for name, (hits, cases) in pool.counts.items()
    }
    figures["seconds"] = sum(sum(o.seconds.values()) for o in pool.outcomes) / n_trials
    figures["span_s"] = quantile(np.array([o.span_s for o in pool.outcomes]), 0.5)
    counts = {SHARES[name]: int(cases.sum()) for name, (_, cases) in pool.counts.items()}
    counts |= {
        "n_trials": n_trials,
        "n_galleries": len(pool.galleries),
        "n_events": len({outcome.event for outcome in pool.outcomes}),
        "n_clusters": len({outcome.cluster for outcome in pool.outcomes}),
    }
    return {name: _rounded(value) for name, value in figures.items()} | counts


def _intervals(pool: _Pool) -> dict[str, Interval | None]:
    means = {name: bootstrap_mean(pool.trials, column) for name, column in pool.columns.items()}
    shares = {
        name: bootstrap_share(pool.trials, hits, cases)
        for name, (hits, cases) in pool.counts.items()
    }
    levels = list(QUANTILES.values())
    quantiles = bootstrap_quantiles(pool.error_unit, pool.error_s, levels)
    intervals = means | shares | dict(zip(QUANTILES, quantiles, strict=True))
    return {name: _rounded_interval(value) for name, value in intervals.items()}


def _strata(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, str, list[Outcome]]]:
    """Yield every event, group and kind of offsets with its trials, and each pooled as "all"."""
    kinds = sorted({outcome.offsets_kind for outcome in outcomes})
    of_event: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in sorted(outcomes, key=lambda o: o.event):
        of_event[outcome.event].append(outcome)
    for event, among in (of_event | _totals(_countable(outcomes))).items():
        for kind in (*kinds, ALL):
            trials = [outcome for outcome in among if kind in (ALL, outcome.offsets_kind)]
            if trials:
                yield event, kind, trials


def _totals(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Return the trials of all events, and of each group of them."""
    spans_s: dict[str, list[float]] = defaultdict(list)
    for outcome in outcomes:
        spans_s[outcome.event].append(outcome.span_s)
    # by the event, not by the trial: a deal of a long event may happen to be short
    groups = {
        event: groups_of(event, quantile(np.array(spans), 0.5) or 0.0)
        for event, spans in spans_s.items()
    }
    totals: dict[str, list[Outcome]] = {ALL: list(outcomes)}
    for group in sorted({group for of_event in groups.values() for group in of_event}):
        totals[f"{ALL}/{group}"] = [o for o in outcomes if group in groups[o.event]]
    return totals


def _countable(outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    """Keep inferred truth out of a suite's total, unless the suite has nothing else."""
    known = [outcome for outcome in outcomes if outcome.truth_kind != "inferred"]
    return known or outcomes


def _columns(outcomes: Sequence[Outcome], subset: Subset, confident: bool) -> dict[str, Floats]:
    """Return each figure of each trial, (T,), NaN where a trial has none."""
    rows = [trial_figures(outcome, subset, confident=confident) for outcome in outcomes]
    return {
        name: np.array([np.nan if row[name] is None else row[name] for row in rows], np.float64)
        for name in TRIAL_FIGURES
    }


def _counts(outcomes: Sequence[Outcome], subset: Subset) -> dict[str, Floats]:
    """Return hits and cases of each share in each trial, (2, T)."""
    rows = [trial_counts(outcome, subset) for outcome in outcomes]
    return {name: np.array([row[name] for row in rows], np.float64).T for name in SHARES}


def _confidence_figures(calibration: Calibration | None) -> dict[str, float | None]:
    if calibration is None:
        return dict.fromkeys(("ece", "ece_by_chance", "brier_skill"))
    return {
        "ece": calibration.ece,
        "ece_by_chance": calibration.ece_by_chance,
        "brier_skill": calibration.brier_skill,
    }


def _stage_seconds(outcomes: Sequence[Outcome]) -> dict[str, float]:
    stages = dict.fromkeys(stage for outcome in outcomes for stage in outcome.seconds)
    return {
        stage: round(sum(o.seconds.get(stage, 0.0) for o in outcomes) / len(outcomes), DECIMALS)
        for stage in stages
    }


def _per_seed(pool: _Pool) -> PerSeed:
    seeds = tuple(outcome.seed for outcome in pool.outcomes)
    if len(set(seeds)) < len(seeds):
        first = pool.outcomes[0]
        raise ValueError(f"{first.suite} dealt {first.event} twice with one seed")
    figures = {
        name: tuple(None if np.isnan(v) else round(v, DECIMALS) for v in column.tolist())
        for name, column in pool.columns.items()
    }
    return PerSeed(seeds, tuple(outcome.cluster for outcome in pool.outcomes), figures)


def _sorted_errors(galleries: Sequence[GalleryOutcome]) -> tuple[float | None, ...]:
    """Return the errors to 0.1 s, ascending, unplaced galleries as None behind them."""
    errors_s = [gallery.error_s for gallery in galleries if not gallery.stranger]
    placed = sorted(round(error, 1) for error in errors_s if error is not None)
    return (*placed, *[None] * (len(errors_s) - len(placed)))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)


def _rounded_interval(interval: Interval | None) -> Interval | None:
    if interval is None:
        return None
    return Interval(round(interval.low, DECIMALS), round(interval.high, DECIMALS))


def _rounded_bins(calibration: Calibration | None) -> tuple[ReliabilityBin, ...]:
    bins: Iterable[ReliabilityBin] = () if calibration is None else calibration.bins
    return tuple(
        ReliabilityBin(round(b.stated, DECIMALS), round(b.right, DECIMALS), b.n_galleries)
        for b in bins
    )
