"""Work that an engine runs as tasks, here or elsewhere; what they find is kept at a URL."""

from coincide.project.tasks.clusters import keeping
from coincide.project.tasks.pairs import PairTasks, photos_digest
from coincide.project.tasks.tiles import TileTasks

__all__ = [
    "PairTasks",
    "TileTasks",
    "keeping",
    "photos_digest",
]
