"""Work that an engine runs as tasks, here or elsewhere; what they find is kept at a URL."""

from coincide.project.solve.tasks.clusters import keeping
from coincide.project.solve.tasks.pairs import PairTasks, photos_digest
from coincide.project.solve.tasks.tiles import TileTasks

__all__ = [
    "PairTasks",
    "TileTasks",
    "keeping",
    "photos_digest",
]
