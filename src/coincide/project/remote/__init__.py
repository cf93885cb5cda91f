"""Events in object storage: read and embedded shard by shard, each photo fetched once."""

from coincide.project.remote.clusters import keeping
from coincide.project.remote.embed import ObjectEmbedder, fetch_decoded
from coincide.project.remote.events import Reading, load_objects_event
from coincide.project.remote.job import look_of
from coincide.project.remote.pairs import PairTasks, photos_digest
from coincide.project.remote.tiles import TileTasks

__all__ = [
    "ObjectEmbedder",
    "PairTasks",
    "Reading",
    "TileTasks",
    "fetch_decoded",
    "keeping",
    "load_objects_event",
    "look_of",
    "photos_digest",
]
