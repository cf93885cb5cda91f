"""The light of the day: sun, sky and colours, from the hour alone."""

import math
from dataclasses import dataclass, replace

import numpy as np

from coincide.demo.draw.canvas import Colour, Tint
from coincide.demo.schedule.programme import MIDNIGHT_S
from coincide.model.times import HOUR_S

SUNSET_H = 20.15


@dataclass(frozen=True, slots=True)
class Light:
    """What the light is like at one time. Colours of the sky are as seen, tints multiply."""

    hour: float
    zenith: Colour
    horizon: Colour
    cloud: Colour
    ambient: Tint
    sun: float  # strength of direct sun, 0 to 1
    sun_height_deg: float
    # shadow of a thing one unit tall: so far to the right, and so far towards us
    shadow: tuple[float, float]

    @property
    def dark(self) -> float:
        """How far lamps are needed: 0 by day, 1 at night."""
        return float(np.clip((self.hour - 19.4) / 1.1, 0.0, 1.0))


# hour, zenith, horizon, clouds, ambient light, sun
_KEYS = np.array(
    [
        (14.0, 64, 138, 214, 196, 226, 242, 255, 255, 255, 1.00, 1.00, 0.98, 1.00),
        (16.5, 78, 148, 214, 212, 230, 236, 255, 254, 250, 1.00, 0.99, 0.95, 1.00),
        (18.0, 92, 148, 204, 240, 224, 190, 255, 246, 228, 1.02, 0.94, 0.84, 0.90),
        (19.2, 96, 128, 186, 255, 196, 128, 255, 220, 176, 1.00, 0.84, 0.70, 0.75),
        (19.9, 88, 94, 158, 255, 148, 88, 255, 176, 140, 0.86, 0.68, 0.64, 0.45),
        (20.3, 54, 60, 122, 232, 116, 96, 206, 128, 132, 0.66, 0.56, 0.66, 0.05),
        (20.7, 26, 34, 84, 122, 84, 118, 84, 78, 116, 0.50, 0.49, 0.66, 0.00),
        (21.2, 12, 18, 52, 44, 54, 98, 38, 46, 82, 0.42, 0.45, 0.64, 0.00),
        (22.0, 8, 13, 42, 30, 40, 80, 28, 36, 70, 0.40, 0.43, 0.62, 0.00),
    ]
)


def light_at(event_time_s: float) -> Light:
    """Return the light of a time of the day."""
    hour = (event_time_s - MIDNIGHT_S) / HOUR_S
    row = [float(np.interp(hour, _KEYS[:, 0], _KEYS[:, k])) for k in range(1, _KEYS.shape[1])]
    zenith, horizon, cloud = (_colour(row[k : k + 3]) for k in (0, 3, 6))
    height_deg = 8.2 * (SUNSET_H - hour)
    # the sun wanders to the right behind our shoulders, so shadows swing from right to left
    side = float(np.interp(hour, [14.0, 20.2], [0.9, -1.0]))
    reach = min(2.2, 1.0 / math.tan(math.radians(max(height_deg, 8.0))))
    return Light(
        hour=hour,
        zenith=zenith,
        horizon=horizon,
        cloud=cloud,
        ambient=(row[9], row[10], row[11]),
        sun=row[12],
        sun_height_deg=height_deg,
        shadow=(side * reach, 0.22 * reach),
    )


def indoors(light: Light) -> Light:
    """Return the light inside: less of the day, no sun, and warm lamps from the ceiling."""
    red, green, blue = light.ambient
    ambient = (0.50 * red + 0.46, 0.50 * green + 0.42, 0.50 * blue + 0.34)
    return replace(light, ambient=ambient, sun=0.0)


def _colour(values: list[float]) -> Colour:
    red, green, blue = (round(value) for value in values)
    return red, green, blue
