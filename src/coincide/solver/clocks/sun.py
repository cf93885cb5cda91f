"""By day or by night: photos of broad daylight were not taken while the sun was down.

The sun's height follows from a place and a UTC time, by the low-precision formulas of the
Astronomical Almanac: to a tenth of a degree, which is half a minute. Only what is as bright as a
scene outdoors by day tells anything; what is dark may be indoors at any time.
"""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats
from coincide.model.times import DAY_S, from_clock

# the instant that the formulas count from
_J2000_S = from_clock(2000, 1, 1, 12, 0, 0)
# degrees: the sun's mean longitude then, and by how much it grows a day
_LONGITUDE, _LONGITUDE_A_DAY = 280.460, 0.9856474
# degrees: how far the Earth is along its ellipse, likewise
_ANOMALY, _ANOMALY_A_DAY = 357.528, 0.9856003
# degrees: by how much the ellipse brings the sun forward, and the same of half a year
_FORWARD, _FORWARD_TWICE = 1.915, 0.020
# degrees: how much the Earth's axis leans
_LEANS = 23.439
# degrees: where Greenwich looks to at that instant, and by how much it turns a day
_TURNED, _TURNS_A_DAY = 280.4606, 360.9856474
# exposure value at ISO 100: an overcast day in the open; a stage, a shop window have 8 to 10
DAYLIGHT_EV = 12.0
# degrees: below that nothing is lit by the sun, whatever the weather and the horizon
_DOWN_DEG = -4.0
# flashes, the moon, positions that were set by hand: so many of such photos are by night
_BY_NIGHT = 0.02


@dataclass(frozen=True)
class Daylight:
    """Photos of broad daylight, (n,) each: when they were in UTC if event time is true; where."""

    utc_s: Floats
    latitude_deg: Floats
    longitude_deg: Floats

    def log_odds(self, times_s: Floats) -> Floats:
        """Return the log-odds of true time being so much later, (m,): bounded below.

        The share of photos that the sun was down for counts, and not their number: all of them
        are of one afternoon.
        """
        height = sun_height_deg(
            self.utc_s[:, None] + times_s, self.latitude_deg[:, None], self.longitude_deg[:, None]
        )
        in_the_dark = np.mean(height < _DOWN_DEG, axis=0)
        odds: Floats = np.log(1 - (1 - _BY_NIGHT) * in_the_dark)
        return odds


def sun_height_deg(utc_s: Floats, latitude_deg: Floats, longitude_deg: Floats) -> Floats:
    """Return how high the sun stands over the horizon, in degrees; less than 0: it is down."""
    days = (utc_s - _J2000_S) / DAY_S
    anomaly = np.radians(_ANOMALY + _ANOMALY_A_DAY * days)
    longitude = np.radians(
        _LONGITUDE
        + _LONGITUDE_A_DAY * days
        + _FORWARD * np.sin(anomaly)
        + _FORWARD_TWICE * np.sin(2 * anomaly)
    )
    leans = np.radians(_LEANS)
    declination = np.arcsin(np.sin(leans) * np.sin(longitude))
    ascension = np.arctan2(np.cos(leans) * np.sin(longitude), np.cos(longitude))
    turned = np.radians(_TURNED + _TURNS_A_DAY * days + longitude_deg) - ascension
    latitude = np.radians(latitude_deg)
    height: Floats = np.degrees(
        np.arcsin(
            np.sin(latitude) * np.sin(declination)
            + np.cos(latitude) * np.cos(declination) * np.cos(turned)
        )
    )
    return height
