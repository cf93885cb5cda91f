"""Events in object storage: read and embedded shard by shard, each photo fetched once."""

from coincide.pipeline.remote.clusters import keeping
from coincide.pipeline.remote.embed import ObjectEmbedder, fetch_decoded
from coincide.pipeline.remote.events import Reading, load_objects_event
from coincide.pipeline.remote.job import look_of
from coincide.pipeline.remote.pairs import PairTasks, photos_digest
from coincide.pipeline.remote.tiles import TileTasks

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
