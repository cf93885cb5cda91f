"""From the tags of a photo to its record: what exiv2 found, in our own words."""

from coincide.media import metadata
from coincide.media.exposure import scene_ev_of
from coincide.media.record import FileRecord


def tagged_record(tags: metadata.Tags) -> FileRecord:
    """Return what a photo's tags say; of its file and its pixels they say nothing."""
    capture = metadata.capture_of(tags)
    latitude_deg, longitude_deg = metadata.position_of(tags) or (None, None)
    return FileRecord(
        reason=capture.reason,
        recorded_time_s=capture.time_s,
        zone_s=capture.zone_s,
        time_from=capture.time_from,
        gps_time_s=metadata.gps_time_of(tags),
        latitude_deg=latitude_deg,
        longitude_deg=longitude_deg,
        make=metadata.name_of(tags, "Exif.Image.Make"),
        model=metadata.name_of(tags, "Exif.Image.Model"),
        serial=metadata.serial_of(tags),
        software=metadata.name_of(tags, "Exif.Image.Software"),
        orientation=metadata.orientation_of(tags),
        scene_ev=scene_ev_of(tags),
        content_id=tags.get(metadata.CONTENT_ID),
    )
