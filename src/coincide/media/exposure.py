"""How bright the scene was, from the exposure that the camera found right for it."""

import math
import re
from collections.abc import Mapping

_TIME, _F_NUMBER = "Exif.Photo.ExposureTime", "Exif.Photo.FNumber"
# the same two as powers of two (APEX): t = 2^−Tv, N = 2^(Av / 2)
_TIME_VALUE, _APERTURE_VALUE = "Exif.Photo.ShutterSpeedValue", "Exif.Photo.ApertureValue"
# the first is PhotographicSensitivity by its newer name; it ends at 65535, which then stands
# for "more", and the other two tell how much
_ISO_TAGS = (
    "Exif.Photo.ISOSpeedRatings",
    "Exif.Photo.RecommendedExposureIndex",
    "Exif.Photo.StandardOutputSensitivity",
)
_ISO_FULL = 65535.0
EXPOSURE_TAGS = (_TIME, _F_NUMBER, _TIME_VALUE, _APERTURE_VALUE, *_ISO_TAGS)

# starlight is at −6 and sun on snow at 17: what lies well outside was not metered
_DARKEST_EV, _BRIGHTEST_EV = -10.0, 22.0

# rational as the standard has it, or decimal as some programs write it
_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:/(\d+))?(?:\s|$)")


def scene_ev_of(tags: Mapping[str, str]) -> float | None:
    """Return the exposure value at ISO 100: log2(N²/t) − log2(ISO/100), about 15 in full sun.

    None where a part of it is missing or makes no sense. What the photographer asked for
    on top of the meter (exposure compensation) is not undone.

    >>> sunny_16 = {_TIME: "1/100", _F_NUMBER: "16/1", "Exif.Photo.ISOSpeedRatings": "100"}
    >>> round(scene_ev_of(sunny_16), 2)
    14.64
    """
    time_value = _time_value(tags)
    aperture_value = _aperture_value(tags)
    iso = _iso(tags)
    if time_value is None or aperture_value is None or iso is None:
        return None
    scene_ev = time_value + aperture_value - math.log2(iso / 100.0)
    return scene_ev if _DARKEST_EV <= scene_ev <= _BRIGHTEST_EV else None


def _time_value(tags: Mapping[str, str]) -> float | None:
    time_s = _positive(tags, _TIME)
    return _number(tags, _TIME_VALUE) if time_s is None else -math.log2(time_s)


def _aperture_value(tags: Mapping[str, str]) -> float | None:
    f_number = _positive(tags, _F_NUMBER)
    # f/1, an APEX value of 0, is what phones write that do not know their aperture
    return _positive(tags, _APERTURE_VALUE) if f_number is None else 2.0 * math.log2(f_number)


def _iso(tags: Mapping[str, str]) -> float | None:
    found = [iso for tag in _ISO_TAGS if (iso := _positive(tags, tag)) is not None]
    return next((iso for iso in found if iso != _ISO_FULL), None)


def _positive(tags: Mapping[str, str], tag: str) -> float | None:
    number = _number(tags, tag)
    return number if number is not None and number > 0.0 else None


def _number(tags: Mapping[str, str], tag: str) -> float | None:
    """Return the first value of a tag; None for a division by zero.

    >>> _number({"a": "10/400 0/0"}, "a"), _number({"a": "1/0"}, "a")
    (0.025, None)
    """
    found = _NUMBER.match(tags.get(tag, ""))
    if found is None or (below := int(found[2] or 1)) == 0:
        return None
    return float(found[1]) / below
