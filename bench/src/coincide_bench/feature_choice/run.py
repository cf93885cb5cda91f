"""Compare feature choices: every candidate on every trial, beside the default."""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.errors import ModelError
from coincide.features.backbones import open_backbone
from coincide.model import Floats
from coincide_bench.feature_choice.candidates import (
    CANDIDATES,
    DEFAULT,
    Candidate,
    Layer,
    vectors_of,
)
from coincide_bench.feature_choice.cost import seconds_per_photo, stored_bytes, vector_bytes
from coincide_bench.feature_choice.material import Trial, rendered_trials, split_trials
from coincide_bench.feature_choice.measures import Figures, measure
from coincide_bench.figures.aggregate import bootstrap_mean, gather, mean
from coincide_bench.figures.document import ALL, METRICS, Document, Result
from coincide_bench.figures.results import DECIMALS, build_document
from coincide_bench.suites.context import BenchContext

logger = logging.getLogger(__name__)

FIGURES = ("near_match", "chance", "auc", "sure")
GAINS = ("near_match", "auc", "sure")  # also compared with the default's, trial by trial


@dataclass(frozen=True)
class Measured:
    """What one candidate reached on one trial."""

    candidate: str
    suite: str
    event: str
    cluster: str
    seed: int
    figures: Figures


def choose_features(
    seeds: Sequence[int],
    context: BenchContext,
    *,
    candidates: Sequence[Candidate] = CANDIDATES,
) -> Document:
    """Measure all candidates whose networks are at hand; the default must be one of them."""
    usable = _usable(candidates)
    seconds = seconds_per_photo(usable)
    measured = list(_measure_all(seeds, usable, context))
    document = build_document([], seeds_kind="dev", seeds=seeds)
    return replace(document, results=tuple(_results(usable, measured, seconds)))


def _usable(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    missing = set()
    for name in sorted(set().union(*(candidate.backbones for candidate in candidates))):
        try:
            open_backbone(name)
        except ModelError as error:
            logger.warning("Candidates with %s are left out. %s", name, error)
            missing.add(name)
    return tuple(candidate for candidate in candidates if not candidate.backbones & missing)


def _measure_all(
    seeds: Sequence[int], candidates: Sequence[Candidate], context: BenchContext
) -> Iterator[Measured]:
    layers = sorted(
        {layer for candidate in candidates for layer, _ in candidate.layers}, key=_order
    )
    for trials in (split_trials(seeds, layers, context), rendered_trials(seeds, layers, context)):
        for trial in trials:
            yield from (_measure(candidate, trial) for candidate in candidates)


def _order(layer: Layer) -> tuple[str, str, str]:
    return (layer.backbone, layer.tap, layer.pooling)


def _measure(candidate: Candidate, trial: Trial) -> Measured:
    vectors = vectors_of(candidate, trial.layers, trial.starts)
    figures = measure(vectors, trial.times_s, trial.starts)
    return Measured(candidate.name, trial.suite, trial.event, trial.cluster, trial.seed, figures)


def _results(
    candidates: Sequence[Candidate], measured: Sequence[Measured], seconds: Mapping[str, float]
) -> Iterator[Result]:
    """Yield each candidate on each event, on each suite, and on all events."""
    by_candidate: dict[str, list[Measured]] = defaultdict(list)
    for one in measured:
        by_candidate[one.candidate].append(one)
    for candidate in candidates:
        # the same trials in the same order
        pairs = list(zip(by_candidate[candidate.name], by_candidate[DEFAULT], strict=True))
        cost = {"vector_bytes": vector_bytes(candidate), "stored_bytes": stored_bytes(candidate)}
        clock = {"photo": seconds[candidate.name], "photo_default": seconds[DEFAULT]}
        for suite, event in _strata(by_candidate[candidate.name]):
            chosen = [
                (own, default)
                for own, default in pairs
                if suite in (own.suite, ALL) and event in (own.event, ALL)
            ]
            result = _summarise(suite, event, chosen)
            yield replace(result, details={**result.details, **cost}, seconds=clock)


def _strata(measured: Sequence[Measured]) -> list[tuple[str, str]]:
    events = [(one.suite, one.event) for one in measured]
    return list(dict.fromkeys([*events, *((suite, ALL) for suite, _ in events), (ALL, ALL)]))


def _summarise(suite: str, event: str, pairs: Sequence[tuple[Measured, Measured]]) -> Result:
    """Return the means over events, and the gains over the default with their intervals."""
    own, default = [one for one, _ in pairs], [other for _, other in pairs]
    trials = gather(
        [f"{measured.suite} {measured.event}" for measured in own],
        [measured.cluster for measured in own],
        [measured.seed for measured in own],
    )
    details = {name: _rounded(mean(trials, _column(own, name))) for name in FIGURES}
    gains = {name: _column(own, name) - _column(default, name) for name in GAINS}
    details |= {f"{name}_gain": _rounded(mean(trials, gain)) for name, gain in gains.items()}
    return Result(
        suite=suite,
        event=event,
        method=own[0].candidate,
        subset="all",
        offsets=ALL,
        truth="known",
        metrics=dict.fromkeys(METRICS),
        interval={f"{name}_gain": bootstrap_mean(trials, gain) for name, gain in gains.items()},
        details={**details, "n_trials": len(own)},
    )


def _column(measured: Sequence[Measured], name: str) -> Floats:
    values = [getattr(one.figures, name) for one in measured]
    return np.array([np.nan if value is None else value for value in values])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
