"""Fit what is fitted, and write it down: ``coincide.solver.parameters``, from development events.

    python -m coincide_bench.fit DATASETS            # fit, print, write the module
    python -m coincide_bench.fit DATASETS --check    # is the module of the photos at hand?

Four fits in ``fitting``: the table of likeness near and far (``likeness``), the calibration of the
posterior (``confidence``), how often real clocks are right (``rates``), whose rates stay by hand,
and what an answer says of a distance in time (``answers.model``).
A refit replaces the numbers in use only where it is better on sources that it has not seen. What
takes long is kept in the user's cache, so that to fit again takes seconds.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from coincide.model import Floats
from coincide.solver.evidence.usual import UsualTable
from coincide.solver.joint.answers import AnswerModel
from coincide_bench.answers import model
from coincide_bench.answers.record import read_record
from coincide_bench.fitting import confidence, likeness
from coincide_bench.fitting import rates as clock_rates
from coincide_bench.fitting.calibration import calibrate, rounded
from coincide_bench.fitting.document import PATH, Fitted, in_use, module_text, rounded_table
from coincide_bench.fitting.material import FitMaterial, material_at
from coincide_bench.suites.context import BenchContext, default_cache

# a bin with fewer of the far pairs tells of no difference between two tables
_LEAST_FAR = 1e-3


def recipes() -> tuple[str, ...]:
    """Return all suites and seeds that are drawn."""
    return (*likeness.recipes(), *confidence.recipes())


def fit_all(context: BenchContext, material: FitMaterial, now: Fitted) -> Fitted:
    """Return all numbers to use from now on; those of ``now`` where a refit is no better."""
    digest = material.digest(())
    counts = likeness.development_counts(context, digest)
    look, of_look = fit_likeness(counts, now.look)
    rows = [*confidence.development_rows(context, digest)]
    knots, of_knots = calibrate(confidence.stated_of(rows), now.knots)
    rates = clock_rates.fit_rates(context, digest)
    answers, of_answers = fit_answers()
    record = {
        "made_by": "python -m coincide_bench.fit",
        "data": material.digest(recipes()),
        "photos": material.n_photos,
        "sets": dict(material.sets),
        "recipes": recipes(),
        "likeness": of_look,
        "calibration": of_knots,
        "rates": rates,
        "answers": of_answers,
    }
    return Fitted(look, knots, answers, record)


def fit_answers() -> tuple[AnswerModel, dict[str, Any]]:
    """Return what answers say of a distance in time, and how it was found: from the record."""
    pairs = read_record()
    found = model.scores(pairs)
    return model.fit(pairs), {
        "pairs": len(pairs),
        "events": len({pair.event for pair in pairs}),
        "answers": sum(len(pair.answers) for pair in pairs),
        "log_loss": {way: round(loss, 4) for way, loss in asdict(found).items()},
    }


def fit_likeness(
    counts: Mapping[str, Floats], now: UsualTable
) -> tuple[UsualTable, dict[str, Any]]:
    """Return the table to use from now on, and how it was found; ``counts`` by source."""
    refit = rounded_table(likeness.table_of([*counts.values()], now.edges, now.scales_s))
    again = {"in_use": now, "in_sample": refit}
    ways = {"uncalibrated": np.zeros_like(now.log_ratio)}
    ways |= {way: table.log_ratio for way, table in again.items()}
    stated = {
        way: np.tile(likeness.stated_by(log_ratio), len(counts)) for way, log_ratio in ways.items()
    }
    stated["held_out"] = likeness.held_out(counts)
    scores = {way: likeness.scored(counts, chance) for way, chance in stated.items()}
    often = now.far >= _LEAST_FAR
    off = float(np.abs(refit.log_ratio - now.log_ratio)[:, often].max())
    is_better = scores["held_out"].log_loss < scores["in_use"].log_loss
    return refit if is_better else now, {
        "sources": sorted(counts),
        "pairs": int(sum(found[-2:].sum() for found in counts.values())),
        "scores": {way: rounded(values) for way, values in scores.items()},
        "refit_differs_by_nats": round(off, 2),
        "adopted": is_better or off == 0.0,
    }


def check(material: FitMaterial, record: Mapping[str, Any]) -> list[str]:
    """Return what is no longer as it was when the numbers were fitted, a line each."""
    problems = [
        f"{name}: other photos"
        for name, digest in material.sets.items()
        if record["sets"].get(name) != digest
    ]
    if tuple(record["recipes"]) != recipes():
        problems.append("other suites or seeds are drawn")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was found and write it; or only check."""
    parser = argparse.ArgumentParser(prog="python -m coincide_bench.fit")
    parser.add_argument("datasets", type=Path, help="folder of the real photo sets")
    parser.add_argument("--check", action="store_true", help="only hold the digest against them")
    parser.add_argument("--to", type=Path, default=PATH, help="where the module is written")
    chosen = parser.parse_args(arguments)
    material, now = material_at(chosen.datasets), in_use()
    if chosen.check:
        return _say_check(material, now.record)
    context = BenchContext(default_cache(), chosen.datasets, False, _Watch())
    found = fit_all(context, material, now)
    chosen.to.write_text(module_text(found), encoding="utf-8")
    for name in ("likeness", "calibration", "rates", "answers"):
        sys.stdout.write(f"{name}: {found.record[name]}\n")
    return 0


def _say_check(material: FitMaterial, record: Mapping[str, Any]) -> int:
    problems = check(material, record)
    absent = sorted(set(record["sets"]) - set(material.sets))
    lines = [f"not at hand, so not checked: {', '.join(absent)}"] if absent else []
    lines += problems or [f"{len(material.sets)} sets are those of the fit"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if problems else 0


class _Watch:
    """Progress as lines: how long each stage has taken so far."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()

    def __call__(self, stage: str, done: int, total: int) -> None:
        if done == total:
            sys.stderr.write(f"{stage}: done after {time.monotonic() - self._began_s:.0f} s\n")


if __name__ == "__main__":
    sys.exit(main())
