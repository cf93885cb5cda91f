"""One film of everybody's clips: all angles beside each other, one sound, names, no empty hours."""

from coincide.writing.clips.grid.film import film_of, upright_px
from coincide.writing.clips.grid.scenes import (
    SIZE_PX,
    AudioSpan,
    Cell,
    Grid,
    GridFilm,
    Scene,
    grid_cells,
    grid_film,
)

__all__ = [
    "SIZE_PX",
    "AudioSpan",
    "Cell",
    "Grid",
    "GridFilm",
    "Scene",
    "film_of",
    "grid_cells",
    "grid_film",
    "upright_px",
]
