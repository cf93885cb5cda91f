"""Measures of speed by name. To add one, write a module with a ``run`` and name it here."""

from collections.abc import Callable, Mapping

from coincide_bench.speed import (
    album,
    answers,
    clips,
    engines,
    grid,
    large,
    solve,
    vectors,
    whole_run,
    write,
)
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell

Measure = Callable[[SpeedSettings, Tell], Measured]

MEASURES: Mapping[str, Measure] = {
    "embed": vectors.run,
    "whole-run": whole_run.run,
    "after-features": solve.run_after_features,
    "scale": solve.run_scale,
    "large": large.run,
    "answers": answers.run,
    "write": write.run,
    "engines": engines.run,
    "album": album.run,
    "clips": clips.run,
    "grid": grid.run,
}
