"""Callbacks that long work calls after each step: (done, total), or (stage, done, total)."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
StageProgress = Callable[[str, int, int], None]
