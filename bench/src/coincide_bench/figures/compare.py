"""Say which differences between two runs, or two methods, are beyond noise.

Trials with the same seeds are the same deals and are compared one by one; otherwise the
two sets of trials are compared event by event. Both ask what other seeds of these very
events would give. Whether a method is at least as good on *other* events is another
question, answered for pairs alone, by resampling the events.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.errors import UsageError
from coincide.model import Floats
from coincide_bench.figures.aggregate import Interval, at_least_as_good, bootstrap_mean, gather
from coincide_bench.figures.document import ALL, Document, PerSeed
from coincide_bench.figures.groups import members, occasion_of
from coincide_bench.figures.outcome import Subset
from coincide_bench.figures.significance import Contrast, contrast_paired, contrast_unpaired

HEADLINE = ("P_1800", "H_1800", "H_300")

# one event with one kind of offsets
Stratum = tuple[str, str]


@dataclass(frozen=True)
class Difference:
    """Method b against method a on one suite and figure; positive: b is higher.

    ``event``: the one occasion it is about, or "all". ``over_events`` is the 95 % interval
    over other events of the kind, for paired trials; of one event, over other seeds.
    ``n_left_out``: events that only one of the two has.
    """

    suite: str
    subset: str
    metric: str
    method_a: str
    method_b: str
    mean_a: float
    mean_b: float
    contrast: Contrast
    over_events: Interval | None
    paired: bool
    n_events: int
    n_trials: int
    n_left_out: int
    event: str = ALL

    @property
    def at_least_as_good(self) -> bool | None:
        """Whether b loses less than 0.02 to a, events and all; None where that cannot be said."""
        return at_least_as_good(self.over_events)


@dataclass(frozen=True, slots=True)
class Scope:
    """What is compared: which galleries, offsets and events, and whether event by event.

    ``events``: "all", or a group such as "all/long/a0.6". ``by_event`` keeps all deals of one
    set together, and asks what other deals of it would give.
    """

    subset: Subset = "all"
    offsets: str = ALL
    events: str = ALL
    by_event: bool = False
    metrics: tuple[str, ...] = HEADLINE


def compare(
    a: Document,
    b: Document,
    *,
    method_a: str | None = None,
    method_b: str | None = None,
    scope: Scope = Scope(),
) -> tuple[Difference, ...]:
    """Return the differences of every suite, method and figure that both documents have.

    Without ``method_a`` every method is compared with itself; ``method_b`` is ``method_a``
    unless named. At 5 % a row, one row of twenty is marked by chance alone.
    """
    return _differences(a, b, _method_pairs(a, b, method_a, method_b), scope)


def compare_within(
    document: Document, method: str, *, scope: Scope = Scope()
) -> tuple[Difference, ...]:
    """Return how one method differs from every other of the same run; positive: it is higher."""
    others = sorted({result.method for result in document.results} - {method})
    if not others:
        raise UsageError("The result file holds one method only: there is nothing to compare.")
    # names the methods there are, where this is none of them
    _method_pairs(document, document, method, None)
    return _differences(document, document, [(other, method) for other in others], scope)


def _differences(
    a: Document, b: Document, methods: Sequence[tuple[str, str]], scope: Scope
) -> tuple[Difference, ...]:
    differences = [
        difference
        for one, other in methods
        for suite in sorted({r.suite for r in a.results} & {r.suite for r in b.results})
        for difference in _compare_suite(
            _leaves(a, suite, one, scope),
            _leaves(b, suite, other, scope),
            _Row(suite, scope.subset, one, other),
            scope,
        )
    ]
    if not differences:
        raise UsageError(
            "The two result files have no event in common on which these methods ran."
            " Run the same suites, and name the methods if they differ."
        )
    return tuple(differences)


@dataclass(frozen=True)
class _Row:
    suite: str
    subset: str
    method_a: str
    method_b: str
    event: str = ALL


def _method_pairs(
    a: Document, b: Document, method_a: str | None, method_b: str | None
) -> list[tuple[str, str]]:
    methods_a, methods_b = ({result.method for result in side.results} for side in (a, b))
    for wanted, known in ((method_a, methods_a), (method_b or method_a, methods_b)):
        if wanted is not None and wanted not in known:
            raise UsageError(f"No results of {wanted!r}; there are: {', '.join(sorted(known))}.")
    if method_a is None:
        if method_b is not None:
            raise UsageError(f"Against which method should {method_b!r} be compared?")
        return [(method, method) for method in sorted(methods_a & methods_b)]
    return [(method_a, method_b or method_a)]


def _leaves(document: Document, suite: str, method: str, scope: Scope) -> dict[Stratum, PerSeed]:
    """Return the trials of each event and kind of offsets."""
    among = members(document, suite, scope.events) if scope.events != ALL else None
    return {
        (result.event, result.offsets): result.per_seed
        for result in document.select(suite=suite, method=method, subset=scope.subset)
        if result.per_seed is not None
        and scope.offsets in (ALL, result.offsets)
        and (among is None or result.event in among)
    }


def _compare_suite(
    a: Mapping[Stratum, PerSeed], b: Mapping[Stratum, PerSeed], row: _Row, scope: Scope
) -> list[Difference]:
    if not scope.by_event:
        return _compare_strata(a, b, row, scope.metrics)
    return [
        difference
        for occasion in sorted({occasion_of(event) for event, _ in a.keys() & b.keys()})
        for difference in _compare_strata(
            {key: trials for key, trials in a.items() if occasion_of(key[0]) == occasion},
            {key: trials for key, trials in b.items() if occasion_of(key[0]) == occasion},
            replace(row, event=occasion),
            scope.metrics,
        )
    ]


def _compare_strata(
    a: Mapping[Stratum, PerSeed],
    b: Mapping[Stratum, PerSeed],
    row: _Row,
    metrics: Sequence[str],
) -> list[Difference]:
    shared = sorted(a.keys() & b.keys())
    paired = all(set(a[key].seed) == set(b[key].seed) for key in shared)
    differences = []
    for metric in metrics:
        strata = [_sides(key, a[key], b[key], metric, paired=paired) for key in shared]
        used = [stratum for stratum in strata if len(stratum.a) and len(stratum.b)]
        if not used:
            continue
        differences.append(
            Difference(
                **vars(row),
                metric=metric,
                mean_a=float(np.mean([stratum.a.mean() for stratum in used])),
                mean_b=float(np.mean([stratum.b.mean() for stratum in used])),
                contrast=_contrast(used, paired=paired),
                over_events=_over_events(used) if paired else None,
                paired=paired,
                n_events=len(used),
                n_trials=sum(min(len(stratum.a), len(stratum.b)) for stratum in used),
                n_left_out=len(a.keys() ^ b.keys()),
            )
        )
    return differences


@dataclass(frozen=True)
class _Sides:
    """The trials of both in one stratum; of paired ones, entry i of both is the same deal."""

    key: Stratum
    a: Floats
    b: Floats
    seed: tuple[int, ...]
    cluster: tuple[str, ...]


def _sides(key: Stratum, a: PerSeed, b: PerSeed, metric: str, *, paired: bool) -> _Sides:
    values_a, values_b = _by_seed(a, metric), _by_seed(b, metric)
    cluster = dict(zip(a.seed, a.cluster, strict=True))
    if paired:
        both = sorted(values_a.keys() & values_b.keys())
        values_a = {seed: values_a[seed] for seed in both}
        values_b = {seed: values_b[seed] for seed in both}
    return _Sides(
        key,
        np.array(list(values_a.values())),
        np.array(list(values_b.values())),
        tuple(values_a),
        tuple(cluster[seed] for seed in values_a),
    )


def _by_seed(trials: PerSeed, metric: str) -> dict[int, float]:
    """Return the figure of each trial that has it."""
    values = trials.figures.get(metric, ())
    return {
        seed: value
        for seed, value in zip(trials.seed, values, strict=bool(values))
        if value is not None
    }


def _contrast(strata: Sequence[_Sides], *, paired: bool) -> Contrast:
    if paired:
        return contrast_paired([stratum.b - stratum.a for stratum in strata])
    return contrast_unpaired([(stratum.a, stratum.b) for stratum in strata])


def _over_events(strata: Sequence[_Sides]) -> Interval | None:
    trials = gather(
        ["/".join(stratum.key) for stratum in strata for _ in stratum.seed],
        [cluster for stratum in strata for cluster in stratum.cluster],
        [seed for stratum in strata for seed in stratum.seed],
    )
    return bootstrap_mean(trials, np.concatenate([stratum.b - stratum.a for stratum in strata]))
