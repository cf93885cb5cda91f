"""What one photo of a clock page was taken with: screen, camera, light; drawn at random."""

from dataclasses import dataclass

import numpy as np

# width and height in pixels, of phones, tablets, laptops and televisions
_SCREENS = ((1080, 2340), (750, 1334), (1536, 2048), (1440, 900), (1366, 768), (1920, 1080))
# of cameras, phones, and of what messengers leave of their photos; with how often each is drawn
_FRAMES = ((4032, 3024), (4000, 3000), (3024, 4032), (6000, 4000), (2048, 1536), (1600, 1200))
_FRAME_SHARES = (0.3, 0.15, 0.2, 0.1, 0.15, 0.1)
_REFRESH_HZ = (60.0, 60.0, 60.0, 90.0, 120.0)
# seconds; the last is a hand-held camera indoors at its slowest
_EXPOSURE_S = (1 / 2000, 1 / 8)


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a clock page was photographed.

    ``share``: the width of one code over that of the frame. Lengths are in pixels of the frame,
    angles in degrees. ``readout_s``: from the first row of the camera's sensor to the last.
    ``pixel_gap``: the share of a screen's pixel that is dark.
    """

    screen: tuple[int, int]
    frame: tuple[int, int]
    share: float
    dark_page: bool
    refresh_hz: float
    exposure_s: float
    readout_s: float
    pixel_gap: float
    turn_deg: float
    tilt_deg: tuple[float, float]
    blur_px: float
    motion_px: float
    motion_deg: float
    stops: float
    glare: float
    noise: float
    quality: int


def draw_conditions(rng: np.random.Generator) -> Conditions:
    """Draw the conditions of one photo: most ordinary, some bad, few good."""
    frame = _FRAMES[int(rng.choice(len(_FRAMES), p=_FRAME_SHARES))]
    share = float(np.exp(rng.uniform(np.log(0.05), np.log(0.6))))
    wide = share * frame[0]
    short, long = _EXPOSURE_S
    exposure_s = float(np.exp(rng.uniform(np.log(short), np.log(long))))
    # a hand moves some pixels in a hundredth of a second; a blur that eats whole modules is no
    # photo of a clock
    module_px = wide / 25
    return Conditions(
        screen=_SCREENS[int(rng.integers(len(_SCREENS)))],
        frame=frame,
        share=share,
        dark_page=bool(rng.random() < 0.4),
        refresh_hz=_REFRESH_HZ[int(rng.integers(len(_REFRESH_HZ)))],
        exposure_s=exposure_s,
        readout_s=float(rng.uniform(0.004, 0.03)),
        pixel_gap=float(rng.uniform(0.05, 0.3)),
        turn_deg=float(rng.normal(0, 12) + rng.choice([0, 0, 0, 90, 180])),
        tilt_deg=(float(rng.uniform(-35, 35)), float(rng.uniform(-35, 35))),
        blur_px=float(min(abs(rng.normal(0, 1.2)) + 0.4, 0.45 * module_px)),
        motion_px=float(min(abs(rng.normal(0, 300)) * exposure_s, 0.8 * module_px)),
        motion_deg=float(rng.uniform(0, 180)),
        stops=float(rng.uniform(-2.0, 1.5)),
        glare=float(max(rng.normal(0, 0.12), 0)),
        noise=float(rng.uniform(0.005, 0.05)),
        quality=int(rng.integers(60, 96)),
    )
