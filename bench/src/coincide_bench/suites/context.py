"""The suites by name: each yields the trials of some seeds."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from coincide.model.progress import StageProgress


@dataclass(frozen=True)
class BenchContext:
    """Where the material is. ``datasets`` is None where real photos are not at hand.

    ``cache`` keeps vectors and rendered events between runs. ``report`` admits the sets
    that nothing may be tuned on.
    """

    cache: Path
    datasets: Path | None
    report: bool
    progress: StageProgress


def default_cache() -> Path:
    """Return the folder for what is kept between runs: in the user's cache, never in a project."""
    return user_cache_path("coincide") / "bench"
