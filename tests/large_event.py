"""Large events that are synced: all that a person would wait for is done beforehand."""

import shutil
from pathlib import Path

import coincide
import coincide_bench
from coincide import project as pipeline
from coincide_bench.speed.large_folder import write_large_event
from coincide_bench.speed.solve import sized_event
from tests.once import made_once, name_of

# whatever decides about an event that was synced
SOURCES = (Path(coincide.__file__).parent, Path(coincide_bench.__file__).parent, Path(__file__))


def copy_synced(kept: Path, n_photos: int, n_galleries: int, to: Path) -> Path:
    """Copy a large event that is synced, which takes minutes and is kept for the next run."""
    name = name_of((n_photos, n_galleries), *SOURCES)

    def make(folder: Path) -> None:
        for path in kept.glob("synced-*"):  # of other sources, and large
            if path.is_dir():
                shutil.rmtree(path)
                path.with_name(f"{path.name}.made").unlink(missing_ok=True)
        simulated = sized_event(n_photos, 1, n_galleries)
        pipeline.Project.at(write_large_event(folder, simulated)).sync()

    return Path(shutil.copytree(made_once(kept / f"synced-{name}", make), to))
