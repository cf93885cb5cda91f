"""Exact times: when a photo was taken, by something other than its camera's clock."""

from dataclasses import dataclass
from typing import Literal

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
