"""What the time in a video's header may mean, with who made the device as the prior.

From real files: Pixel, Samsung and OnePlus write UTC when recording ends (one Pixel when it
began); Sony's XAVC tells the start; an iPhone's own key is right, while its header may tell when
the clip was saved; Canon's G15 writes UTC, with the zone in its tags; GoPro's HERO5 UTC at the
start, its Max local time; Nikon's Z30 local time. Shares are by hand from these few: enough to
begin with, and little enough that a handful of clips says otherwise.

How it is settled: the clips of one device share one meaning. Where some of them are placed by
sound or by pictures, the distance from header to true start is the same for clips of any length
if headers tell the start, and grows with the length if they tell the end. One clip tells
nothing, as the clock's own error is not known; two of different length do. See
``solver.clocks.readings``.
"""

import math
from collections.abc import Mapping

from coincide.media.video.clock import VideoClock, zone_between
from coincide.model import ClockFace, Device, HeaderReading, ReadingKind

Shares = Mapping[tuple[ReadingKind, ClockFace], float]

_APPLE: Shares = {("start", "utc"): 0.55, ("saved", "utc"): 0.4, ("end", "utc"): 0.05}
_ANDROID: Shares = {("end", "utc"): 0.85, ("start", "utc"): 0.13, ("saved", "utc"): 0.02}
_GOPRO: Shares = {("start", "local"): 0.6, ("start", "utc"): 0.38, ("end", "local"): 0.02}
_CANON: Shares = {("start", "local"): 0.78, ("start", "utc"): 0.17, ("end", "local"): 0.05}
_CAMERA: Shares = {("start", "local"): 0.87, ("start", "utc"): 0.08, ("end", "local"): 0.05}
_SONY: Shares = {("start", "utc"): 0.6, ("start", "local"): 0.35, ("end", "utc"): 0.05}
_UNKNOWN: Shares = {
    **{("start", "utc"): 0.4, ("end", "utc"): 0.25, ("start", "local"): 0.2},
    **{("saved", "utc"): 0.1, ("end", "local"): 0.05},
}
# a date with its zone, as Apple and Sony write, and a camera's own tags tell the start
_SAID_START, _SAID_END = 0.97, 0.03
# what ExifTool finds in streams: of camcorders the start, of some programs the end
_FOUND_START, _FOUND_END = 0.9, 0.1
# a name tells when recording began; where only one of the header's ends fits that
_FITS, _FITS_NOT = 0.98, 0.02


def header_readings(
    clock: VideoClock,
    container_time_s: float | None,
    *,
    duration_s: float | None = None,
    device: Device = Device(),
) -> tuple[HeaderReading, ...]:
    """Return what a video's time may mean, the likeliest first: that is what ``clock`` says."""
    length_s = duration_s or 0.0
    if clock.witness == "name" and container_time_s is not None:
        return _by_name(clock, container_time_s, length_s)
    if clock.witness == "maker" and container_time_s is not None:
        return _readings(container_time_s, length_s, _of_maker(clock, device))
    start, end = _said(clock)
    shares: Shares = {("start", clock.clock): start, ("end", clock.clock): end}
    return _readings(clock.recorded_time_s, length_s, shares)


def _said(clock: VideoClock) -> tuple[float, float]:
    return (_FOUND_START, _FOUND_END) if clock.witness == "tool" else (_SAID_START, _SAID_END)


def _of_maker(clock: VideoClock, device: Device) -> Shares:
    """Return the shares of a maker; UTC for certain, and not Apple's, is another phone's."""
    make = (device.make or "").lower()
    if clock.clock == "local":
        return _GOPRO if "gopro" in make else _CANON if "canon" in make else _CAMERA
    if clock.zone_s == 0:
        return _APPLE if make == "apple" else _ANDROID
    return _SONY if "sony" in make else _UNKNOWN


def _readings(time_s: float, length_s: float, shares: Shares) -> tuple[HeaderReading, ...]:
    ordered = sorted(shares.items(), key=lambda item: -item[1])
    return tuple(
        HeaderReading(kind, face, time_s - (0.0 if kind == "start" else length_s), math.log(share))
        for (kind, face), share in ordered
    )


def _by_name(
    clock: VideoClock, container_time_s: float, length_s: float
) -> tuple[HeaderReading, ...]:
    """Return both meanings of the header: the start is the name's, whichever is true."""
    named_s = clock.recorded_time_s
    at_start = zone_between(named_s, container_time_s) is not None
    at_end = zone_between(named_s, container_time_s - length_s) is not None
    likely, unlikely = (1 / 2, 1 / 2) if at_start == at_end else (_FITS, _FITS_NOT)
    first: ReadingKind = "start" if at_start else "end"
    other: ReadingKind = "end" if at_start else "start"
    return (
        HeaderReading(first, clock.clock, named_s, math.log(likely)),
        HeaderReading(other, clock.clock, named_s, math.log(unlikely)),
    )
