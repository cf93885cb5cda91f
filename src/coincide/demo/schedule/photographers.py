"""How people photograph: runs of photos at a moment, a detail in between, and their views."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from coincide.demo.schedule.cameras import CameraModel
from coincide.demo.schedule.plan import Orientation, PlannedShot, View
from coincide.demo.schedule.programme import PLACE_POSITIONS, ProgrammeMoment
from coincide.model import Position
from coincide.model.times import to_datetime

SUBJECTS = ("flowers", "plate", "portrait", "car", "cat", "shoes")
# of two photos of one camera: no name by the second may come twice
MIN_GAP_S = 2.0
PORTRAIT_SHARE = 0.3  # of a phone's photos
# how far a photographer's spot and aim lie from the middle, in units of the place
SPOT_SPREAD = 110.0
GPS_NOISE_DEG = 0.00004  # about 4 m
PLACE_SIZE = (2400.0, 1000.0)


@dataclass(frozen=True, slots=True)
class ShotTime:
    """When and where a photo is taken; at a moment, or of a private subject."""

    event_time_s: float
    place: str
    moment: ProgrammeMoment | None
    run: int
    subject: str | None = None


def draw_shot_times(
    rng: np.random.Generator,
    attended: list[ProgrammeMoment],
    n_shared: int,
    n_private: int,
    *,
    mean_run: float,
    time_spread: float,
) -> list[ShotTime]:
    """Return the times of all photos of a gallery, ascending.

    Every attended moment gets a photo at least, and private ones lie between the
    first and the last moment, so that those two alone make the gallery's span.
    """
    times = _draw_runs(rng, attended, n_shared, mean_run, time_spread)
    gaps = list(pairwise(attended))
    for nth in range(n_private):
        before, after = gaps[int(rng.integers(len(gaps)))]
        time_s = float(rng.uniform(before.end_s + 30, after.start_s - 30))
        subject = SUBJECTS[int(rng.integers(len(SUBJECTS)))]
        times.append(ShotTime(time_s, before.place, None, -1 - nth, subject))
    return _space_out(sorted(times, key=lambda time: time.event_time_s))


def _draw_runs(
    rng: np.random.Generator,
    attended: list[ProgrammeMoment],
    n_shared: int,
    mean_run: float,
    time_spread: float,
) -> list[ShotTime]:
    n_runs = max(len(attended), round(n_shared / mean_run))
    # all moments once, then again in random order: long moments deserve a second look
    order = list(range(len(attended)))
    order += rng.integers(len(attended), size=n_runs - len(attended)).tolist()
    sizes = 1 + rng.multinomial(n_shared - n_runs, np.full(n_runs, 1.0 / n_runs))
    times = []
    for run, (nth, size) in enumerate(zip(order, sizes.tolist(), strict=True)):
        moment = attended[nth]
        gaps_s = rng.uniform(2.5, 12.0, size).cumsum()
        room_s = max(moment.length_s - float(gaps_s[-1]) - 10.0, 1.0)
        share = 0.5 + time_spread * float(rng.uniform(-0.5, 0.5))
        start_s = moment.start_s + 5.0 + share * room_s
        times += [ShotTime(start_s + gap, moment.place, moment, run) for gap in gaps_s.tolist()]
    return times


def _space_out(times: list[ShotTime]) -> list[ShotTime]:
    spaced: list[ShotTime] = []
    for time in times:
        earliest_s = spaced[-1].event_time_s + MIN_GAP_S if spaced else time.event_time_s
        spaced.append(replace(time, event_time_s=max(time.event_time_s, earliest_s)))
    return spaced


def draw_shots(
    rng: np.random.Generator,
    times: list[ShotTime],
    camera: CameraModel,
    *,
    offset_s: float,
    view_spread: float,
    gps: bool,
) -> tuple[PlannedShot, ...]:
    """Return the shots of a gallery: views, names by the camera's own clock, positions."""
    number = int(rng.integers(3, 5000))
    shots = []
    aims: dict[int, tuple[View, Orientation]] = {}
    for time in times:
        if time.run not in aims:
            aims[time.run] = _draw_aim(rng, time, camera, view_spread)
        view, orientation = aims[time.run]
        # what a clock can show: phones write milliseconds, cameras whole seconds
        time_s = round(time.event_time_s, 3 if camera.phone else 0)
        # photos deleted on the spot leave gaps
        number += 1 + int(rng.random() < 0.15)
        shots.append(
            PlannedShot(
                event_time_s=time_s,
                place=time.place,
                moment=time.moment.key if time.moment else None,
                subject=time.subject,
                view=_waver(rng, view),
                orientation=orientation,
                file_name=_file_name(camera, number, time_s - offset_s),
                position=_draw_position(rng, time.place) if gps else None,
                seed=int(rng.integers(2**31)),
            )
        )
    return tuple(shots)


def _draw_aim(
    rng: np.random.Generator, time: ShotTime, camera: CameraModel, spread: float
) -> tuple[View, Orientation]:
    upright = camera.phone and rng.random() < PORTRAIT_SHARE
    orientation: Orientation = 1
    if upright:
        orientation = 6 if rng.random() < 0.8 else 8
    x, y = time.moment.focus if time.moment else (PLACE_SIZE[0] / 2, 520.0)
    # a detail is aimed at, whatever else: there is nothing beside it
    spot = float(np.clip(rng.normal(), -2, 2)) * (spread if time.moment else 0.25)
    closeness = float(rng.uniform(0.0, 1.0)) * min(spread, 1.0) + 0.5 * (1 - min(spread, 1.0))
    height = 900.0 - 290.0 * closeness if not upright else 960.0 - 160.0 * closeness
    view = View(
        x=x + SPOT_SPREAD * spot + 40 * float(rng.normal()) * spread,
        y=y - 20 + 20 * float(rng.normal()) * spread,
        height=height,
        roll_deg=1.2 * float(rng.normal()),
        keystone=float(np.clip(0.035 * rng.normal(), -0.08, 0.08)) * spread,
        stand=0.8 * spot,
    )
    return view, orientation


def _waver(rng: np.random.Generator, view: View) -> View:
    """Return the view a hand holds a few seconds later."""
    return replace(
        view,
        x=view.x + 22 * float(rng.normal()),
        y=view.y + 10 * float(rng.normal()),
        height=view.height * float(rng.uniform(0.95, 1.03)),
        roll_deg=view.roll_deg + 0.5 * float(rng.normal()),
    )


def _file_name(camera: CameraModel, number: int, camera_time_s: float) -> str:
    if camera.names == "phone":
        shown = to_datetime(camera_time_s)
        return f"IMG_{shown.year:04d}{shown:%m%d_%H%M%S}.jpg"
    if camera.names == "P101":
        return f"P101{number:04d}.JPG"
    return f"{camera.names}_{number:04d}.JPG"


def _draw_position(rng: np.random.Generator, place: str) -> Position:
    spot = PLACE_POSITIONS[place]
    north, east = rng.normal(0.0, GPS_NOISE_DEG, 2).tolist()
    return Position(round(spot.latitude_deg + north, 6), round(spot.longitude_deg + east, 6))
