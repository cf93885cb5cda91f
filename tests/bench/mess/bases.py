"""Tiny events to write trouble into: pictures are coloured squares."""

from pathlib import Path

from coincide_bench.mess.event import CAMERAS, PHONES, Base, Shot
from coincide_bench.wholeplan.words import Truth
from tests.photo_files import write_photo

NOON_S = 1_718_020_800.0  # 2024-06-10 12:00 by the clock on the wall
HOUR_S, DAY_S = 3600.0, 86400.0
ZONE = 7200
GEAR = {"a": PHONES[0], "b": CAMERAS[0], "c": PHONES[3], "d": CAMERAS[1]}


def tiny_base(folder: Path, *, guests: bool = True) -> Base:
    """Return two days of four devices that are always together."""
    shots = []
    for number, owner in enumerate(GEAR):
        for row in range(12):
            at_s = NOON_S + DAY_S * (row // 6) + 900.0 * (row % 6) + 10.0 * number
            path = write_photo(folder / owner / f"{row}.jpg", seed=100 * number + row)
            shots.append(Shot(path, owner, Truth(at_s, ZONE, 2.0), scene_ev=8.0 + row / 4))
    found = []
    for row in range(30 if guests else 0):
        path = write_photo(folder / "guest" / f"{row}.jpg", seed=9000 + row)
        found.append(Shot(path, "guest", Truth(NOON_S - 40 * DAY_S + 600.0 * row, ZONE, 2.0)))
    shots.sort(key=lambda shot: shot.truth.instant_s)
    return Base("tiny", GEAR, tuple(shots), tuple(found))
