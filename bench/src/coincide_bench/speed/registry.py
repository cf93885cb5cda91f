"""Measures of speed by name. To add one, write a module with a ``run`` and name it here."""

from collections.abc import Callable, Mapping

from coincide_bench.speed import (
    album,
    answers,
    clips,
    embedding,
    engines,
    grid,
    large,
    solving,
    whole_run,
    writing,
)
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell

Measure = Callable[[SpeedSettings, Tell], Measured]

MEASURES: Mapping[str, Measure] = {
    "embed": embedding.run,
    "whole-run": whole_run.run,
    "after-features": solving.run_after_features,
    "scale": solving.run_scale,
    "large": large.run,
    "answers": answers.run,
    "write": writing.run,
    "engines": engines.run,
    "album": album.run,
    "clips": clips.run,
    "grid": grid.run,
}
