"""A clip: a stretch of its camera's clock, and what the time in its header may mean.

Some devices write when recording began, some when it ended, some when the file was saved; some
in UTC, some what their clock shows. The clips of one device were written in one way, so that is
one choice per device, and a clip alone says only what is possible.
"""

from dataclasses import dataclass
from typing import Literal

# what a time is told in: the clock face of where the camera was, or UTC
ClockFace = Literal["local", "utc"]
# the moment a header's time is of; "saved": an export or an upload, at any time after the end
ReadingKind = Literal["start", "end", "saved"]


@dataclass(frozen=True, slots=True)
class HeaderReading:
    """One thing that a clip's time may mean, and when the clip then began.

    ``start_s`` is told in ``clock``. Where the time is of saving, it is the latest start there
    can be. ``log_prior`` is in nats, by who made the device and how the file is named; those of
    one clip are of probabilities that add up to one.
    """

    kind: ReadingKind
    clock: ClockFace
    start_s: float
    log_prior: float


@dataclass(frozen=True, slots=True)
class Clip:
    """How long a video is, whether it has sound, and what its time may mean, likeliest first.

    ``duration_s`` is None where the file does not tell, as of a recording that was cut short.
    ``unread``: why the exact times in it cannot be read; empty where they can, or are none.
    """

    duration_s: float | None
    sound: bool
    readings: tuple[HeaderReading, ...] = ()
    unread: str = ""


# who measured it: the satellite receiver of a GoPro, a recorded track that passes where the photo
# was taken, a film's timecode, the codes of a clock page (coincide clock) that the photo shows, a
# clock on a wall that it shows, or somebody who knows
ExactSource = Literal["gpmf", "gpx", "timecode", "clock-code", "clock-photo", "person"]


@dataclass(frozen=True, slots=True)
class ExactTime:
    """When a photo was taken, or a clip began: ``utc_s`` ± ``sd_s``, a standard deviation.

    ``local``: the source knows no zone. Then ``utc_s`` is what a clock on the wall of the event
    showed, counted as if it were UTC. Where a source knows no date, it is the one that comes
    nearest to the camera's own time. ``zone_s`` is how far ahead of UTC the source itself was set,
    which a clock page tells.
    """

    utc_s: float
    sd_s: float
    source: ExactSource
    local: bool = False
    zone_s: int | None = None
