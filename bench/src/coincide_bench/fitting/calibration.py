"""The knots of the calibration: fitted, held against those in use, and against none."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from coincide.model import Floats
from coincide_bench.fitting.confidence import Stated
from coincide_bench.fitting.folds import FitScore, by_fold, score
from coincide_bench.fitting.monotone import Knots, fit_knots


@dataclass(frozen=True)
class Compared:
    """What is stated of all galleries, source by source, (n,) each: by a way of calibrating."""

    sources: tuple[str, ...]
    right: Floats
    chances: Mapping[str, Floats]

    def scores(self) -> dict[str, FitScore]:
        """Return the score of each way."""
        return {way: score(chance, self.right) for way, chance in self.chances.items()}

    def of_sources(self) -> dict[str, dict[str, float]]:
        """Return of each source how many galleries it has, and the log loss of each way."""
        where = np.array(self.sources)
        return {
            source: {"galleries": n}
            | {
                way: round(score(chance[where == source], self.right[where == source]).log_loss, 4)
                for way, chance in self.chances.items()
            }
            for source, n in sorted(Counter(self.sources).items())
        }


def compare(stated: Stated, refit: Knots, in_use: Knots) -> Compared:
    """Hold a refit against the knots in use: on what it was made from, and on sources left out."""
    parts = by_source(stated)
    joined = [np.concatenate(columns) for columns in zip(*parts.values(), strict=True)]
    log_odds, right = joined
    return Compared(
        sources=tuple(name for name, (odds, _) in parts.items() for _ in odds),
        right=right,
        chances={
            "uncalibrated": 1 / (1 + np.exp(-log_odds)),
            "in_use": in_use.chance(log_odds),
            "in_sample": refit.chance(log_odds),
            "held_out": by_fold(parts, _fit),
        },
    )


def by_source(stated: Stated) -> dict[str, tuple[Floats, Floats]]:
    """Return log-odds and what came true, source by source."""
    where = np.array(stated.source)
    return {
        source: (stated.log_odds[where == source], stated.right[where == source])
        for source in sorted(set(stated.source))
    }


def _fit(others: Sequence[tuple[Floats, Floats]]) -> Callable[[tuple[Floats, Floats]], Floats]:
    log_odds, right = (np.concatenate(columns) for columns in zip(*others, strict=True))
    knots = fit_knots(log_odds, right)
    return lambda part: knots.chance(part[0])


def calibrate(stated: Stated, in_use: Knots) -> tuple[Knots, dict[str, Any]]:
    """Return the knots to use from now on, and how they were found.

    The refit is taken only where its log loss on sources left out is less than that of the knots
    in use, which may have seen all of them.
    """
    refit = fit_knots(stated.log_odds, stated.right)
    compared = compare(stated, refit, in_use)
    scores = compared.scores()
    is_better = scores["held_out"].log_loss < scores["in_use"].log_loss
    return refit if is_better else in_use, {
        "galleries": len(stated.right),
        "events": len(set(stated.event)),
        "scores": {way: rounded(values) for way, values in scores.items()},
        "log_loss_of_sources": compared.of_sources(),
        "adopted": is_better or refit == in_use,
        "refit": asdict(refit),
        "intervals_hold": round(float(np.nanmean(stated.held)), 4),
    }


def rounded(one: FitScore) -> dict[str, float]:
    """Return a score as it is recorded."""
    return {name: round(value, 4) for name, value in asdict(one).items()}
