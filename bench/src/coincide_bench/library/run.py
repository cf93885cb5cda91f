"""Simulated families by their seeds, and the table of what became of their photos."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
from scipy.stats import binomtest

from coincide_bench.figures.tables import Table
from coincide_bench.library.family import EvidenceFrom, draw_family
from coincide_bench.library.lives import LifeOptions
from coincide_bench.library.occasions import OccasionDraw
from coincide_bench.library.score import BY_CERTAINTY, LibraryScore, lone_events, scores_after
from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

Seeds = Literal["tune", "report"]
# what the real matcher found of real occasions, by seeds (coincide bench library --draws)
DRAWS = Path(__file__).parent / "draws.json"
# an interval of 95 % of a share of which none was seen ends at so much over the number
_RULE_OF_THREE = 3.0


@dataclass(frozen=True)
class LibraryRun:
    """What a run is of: so many families, whose evidence, how much of it shared."""

    families: int
    evidence: EvidenceFrom
    seeds: Seeds
    questions: tuple[int, ...] = (0,)
    first: int = 0  # the first of the seeds
    life: LifeOptions = field(default_factory=LifeOptions)


def load_draws(seeds: Seeds) -> tuple[OccasionDraw, ...]:
    """Return what the real matcher found, apart for tuning and for reporting."""
    documents = json.loads(DRAWS.read_text(encoding="utf-8"))[seeds]
    return tuple(OccasionDraw(**document) for document in documents)


def run_families(run: LibraryRun) -> Iterator[tuple[str, LibraryScore]]:
    """Yield scores by what was done: single events, and histories after so many answers."""
    draws = load_draws(run.seeds) if run.evidence == "real" else ()
    seeds = DEV_SEEDS if run.seeds == "tune" else REPORT_SEEDS
    for seed in seeds[run.first : run.first + run.families]:
        family = draw_family(run.life, run.evidence, draws, np.random.default_rng(seed))
        yield "single events", lone_events(family)
        counts = sorted(run.questions)
        for questions, score in zip(counts, scores_after(family, counts), strict=True):
            yield f"histories, {questions} answers", score


def total_of(scores: Sequence[tuple[str, LibraryScore]]) -> dict[str, LibraryScore]:
    """Return the sums over families, in the order they came."""
    totals = dict[str, LibraryScore]()
    for name, score in scores:
        totals[name] = totals.get(name, LibraryScore()) + score
    return totals


def library_table(totals: dict[str, LibraryScore], run: LibraryRun) -> Table:
    """Return the table of a run."""
    years = max((score.clock_years for score in totals.values()), default=0.0)
    return Table(
        title=f"{run.families} families, {years:.0f} clock-years, evidence {run.evidence}",
        caption="wrong: off by more than 5 min; harmed: a minute or more further off than before",
        header=("", "photos", "wrong", "mended", "harmed", "stretches", "of them wrong", "borders"),
        rows=tuple((name, *_cells(score)) for name, score in totals.items()),
    )


def _cells(score: LibraryScore) -> tuple[str, ...]:
    borders = (
        f"{score.borders_found / score.borders:.0%} of {score.borders}" if score.borders else ""
    )
    return (
        f"{score.photos:,}",
        f"{score.wrong / max(score.photos, 1):.1%}",
        f"{score.mended / max(score.wrong, 1):.1%}",
        f"{score.harmed / max(score.photos, 1):.3%}",
        f"{score.stretches:,}",
        _of(score.stretches_wrong, score.stretches),
        borders,
    )


def _of(count: int, number: int) -> str:
    """Write a count, and up to where its share may be if there was none."""
    if number and not count:
        return f"0 (< {_RULE_OF_THREE / number:.1%})"
    return f"{count}"


def with_shared(run: LibraryRun, shared: float) -> LibraryRun:
    """Return a run in which so many sessions are shared."""
    return replace(run, life=replace(run.life, shared=shared))


def waiting_table(totals: dict[str, LibraryScore]) -> Table:
    """Return the table of wrong photos that wait, by why: the most first."""
    kinds = {
        why: sum(score.waiting.counts.get(why, 0) for score in totals.values())
        for score in totals.values()
        for why in score.waiting.counts
    }
    names = [name for name, score in totals.items() if score.waiting.counts]
    rows = [
        (why, *(_share_of_wrong(totals[name], why) for name in names))
        for why in sorted(kinds, key=lambda why: -kinds[why])
        if kinds[why]
    ]
    return Table(
        title="wrong photos that are not corrected, by why",
        caption="of all wrong photos",
        header=("", *names),
        rows=tuple(rows),
    )


def _share_of_wrong(score: LibraryScore, why: str) -> str:
    return f"{score.waiting.counts.get(why, 0) / max(score.wrong, 1):.1%}"


def reliability_table(totals: dict[str, LibraryScore]) -> Table:
    """Return the table of how many stretches are right, by how certain they are called."""
    rows = [
        (name, *(_share(right, count) for right, count in _lots(score)))
        for name, score in totals.items()
        if sum(score.reliability.counts)
    ]
    return Table(
        title="stretches that are right, by how certain they are called",
        caption="right: most photos placed within 5 min; with intervals of 95 %",
        header=("", *(f"from {least:.1%}" for least in BY_CERTAINTY)),
        rows=tuple(rows),
    )


def _lots(score: LibraryScore) -> Iterator[tuple[int, int]]:
    yield from zip(score.reliability.right, score.reliability.counts, strict=True)


def _share(count: int, number: int) -> str:
    if not number:
        return "–"
    interval = binomtest(count, number).proportion_ci(method="wilson")
    return f"{count} of {number} ({interval.low:.1%} to {interval.high:.1%})"
