"""From folders of photos to an event: one gallery per clock, a reason for each file left out."""

from coincide.ingest.event import is_event_file, make_event, read_event
from coincide.media.record import FileRecord, MetadataCache

__all__ = ["FileRecord", "MetadataCache", "is_event_file", "make_event", "read_event"]
