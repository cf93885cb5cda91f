"""Photos that can be looked at but have no time: they are kept, and placed by their look later."""

from coincide.media.file import MediaFile
from coincide.media.filenames import time_from_name
from coincide.model import Clip, Timeless
from coincide.model.times import DAY_S

NO_TIME = "no capture time"


def timeless_of(file: MediaFile, owner: str) -> Timeless:
    """Return a file without a time, with the reason, and the day that its name tells."""
    named = time_from_name(file.path.name)
    day_s = None if named is None else named.time_s - named.time_s % DAY_S
    reason, record = file.record.reason or NO_TIME, file.record
    clip = Clip(record.duration_s, record.sound) if record.media == "video" else None
    return Timeless(file.path, file.key, owner, reason, day_s, clip)
