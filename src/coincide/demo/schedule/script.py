"""The script of the day: from options to a plan of every photo. Pure and cheap, no drawing."""

from collections.abc import Callable

import numpy as np

from coincide.demo.schedule.attendance import draw_attendance
from coincide.demo.schedule.cameras import CameraModel, draw_camera
from coincide.demo.schedule.options import DemoOptions, check_options
from coincide.demo.schedule.photographers import ShotTime, draw_shot_times, draw_shots
from coincide.demo.schedule.plan import DemoPlan, PhotographerPlan
from coincide.demo.schedule.programme import ProgrammeMoment, draw_moments
from coincide.model.times import DAY_S, HOUR_S, from_clock

# fmt: off
NAMES = (
    "Ada", "Anton", "Bea", "Bruno", "Carla", "Cosmo", "Dario", "Dora",
    "Elias", "Emma", "Fabian", "Flora", "Gina", "Gustav", "Hanna", "Hugo",
    "Ida", "Ivo", "Jana", "Jonas", "Kim", "Klara", "Lena", "Linus",
    "Maya", "Milo", "Nina", "Noah", "Olga", "Oskar", "Paula", "Pia",
    "Quentin", "Rosa", "Rudi", "Selma", "Simon", "Tara", "Theo", "Uma",
    "Valentin", "Vera", "Willa", "Xaver", "Yara", "Zoe",
)
# fmt: on

# photos of a run, on average: people press the button two to five times
MEAN_RUN = 3.2


def plan_event(options: DemoOptions) -> DemoPlan:
    """Return the plan of an event; the same options give the same plan."""
    check_options(options)
    rng = np.random.default_rng([options.seed, 0])
    moments = draw_moments(rng)
    names = sorted(rng.permutation(NAMES)[: options.n_galleries].tolist())
    sizes = draw_sizes(rng, options)
    attended = draw_attendance(
        rng,
        moments,
        [_n_moments_at_most(size, options) for size in sizes],
        attendance=options.attendance,
    )
    phones = _draw_phones(rng, options)
    # spans are drawn one after the other around the anchor: shuffled, so that names tell nothing
    order = [0, *(1 + rng.permutation(options.n_galleries - 1)).tolist()]
    galleries = [
        _plan_gallery(options, nth, name, phones, sizes[who], [moments[m] for m in attended[who]])
        for nth, (name, who) in enumerate(zip(names, order, strict=True))
    ]
    return DemoPlan(options, moments, tuple(galleries))


def draw_sizes(rng: np.random.Generator, options: DemoOptions) -> list[int]:
    """Return the photos of each gallery: uneven, at least three, exact in total."""
    weights = rng.uniform(0.6, 1.5, options.n_galleries)
    spare = options.n_photos - 3 * options.n_galleries
    edges = np.round(np.cumsum(weights) / weights.sum() * spare).astype(int)
    return [3 + int(n) for n in np.diff(edges, prepend=0)]


def n_private(n_photos: int, options: DemoOptions) -> int:
    """Return how many photos of a gallery are private; three at least are of moments."""
    return min(round(n_photos * (1.0 - options.moment_share)), n_photos - 3)


def _n_moments_at_most(n_photos: int, options: DemoOptions) -> int:
    n_shared = n_photos - n_private(n_photos, options)
    # two photos of each or more, but a few moments even of a handful of photos
    return min(n_shared, max(5, round(n_shared / 2)))


def _draw_phones(rng: np.random.Generator, options: DemoOptions) -> list[bool]:
    """Tell which galleries are made with phones; the anchor is one, because its clock is right."""
    n_others = options.n_galleries - 1
    if options.n_phones is None:
        others = np.arange(n_others) % 2 == 1
    else:
        others = np.arange(n_others) < options.n_phones - 1
    return [options.n_phones != 0, *rng.permutation(others).tolist()]


def _plan_gallery(
    options: DemoOptions,
    nth: int,
    name: str,
    phones: list[bool],
    size: int,
    attended: list[ProgrammeMoment],
) -> PhotographerPlan:
    rng = np.random.default_rng([options.seed, 1, nth])
    phone = phones[nth]
    nth_of_kind = phones[:nth].count(phone)
    camera = draw_camera(
        rng,
        phone=phone,
        nth_of_kind=nth_of_kind,
        spread=options.camera_spread,
        scale=options.scale,
    )
    private = n_private(size, options)
    times = draw_shot_times(
        rng,
        attended,
        size - private,
        private,
        mean_run=MEAN_RUN,
        time_spread=options.time_spread,
    )
    offset_s = _offset_s(rng, camera, nth, phones, times)
    shots = draw_shots(
        rng,
        times,
        camera,
        offset_s=offset_s,
        view_spread=options.view_spread,
        gps=phone and nth_of_kind < options.n_gps,
    )
    return PhotographerPlan(name, camera, offset_s, shots)


def _offset_s(
    rng: np.random.Generator,
    camera: CameraModel,
    nth: int,
    phones: list[bool],
    times: list[ShotTime],
) -> float:
    if nth == 0:
        return 0.0
    return draw_offset_s(
        rng,
        phone=camera.phone,
        nth_of_kind=phones[1:nth].count(camera.phone),
        first_s=times[0].event_time_s,
    )


# a dead battery sends the clock back to one of these
RESET_DATES_S = (
    from_clock(2000, 1, 1, 0, 0, 0),
    from_clock(1970, 1, 1, 0, 0, 0),
    from_clock(2006, 1, 1, 0, 0, 0),
)

ClockError = Callable[[np.random.Generator, float], float]


def _sign(rng: np.random.Generator) -> int:
    return int(rng.choice((-1, 1)))


def forgotten_hour(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that missed the change to or from summer time."""
    del first_s
    return _sign(rng) * HOUR_S + float(rng.integers(-45, 46))


def wrong_zone(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock still set for a journey, several hours off."""
    del first_s
    return _sign(rng) * float(rng.integers(2, 10)) * HOUR_S + float(rng.integers(-20, 21))


def badly_set(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that is minutes slow or fast."""
    del first_s
    return _sign(rng) * float(rng.integers(150, 2700))


def wrong_day(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock with the wrong date, and not quite the right time."""
    del first_s
    return _sign(rng) * float(rng.integers(1, 40)) * DAY_S + float(rng.integers(-900, 901))


def reset(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that began at some year's first midnight, before its photos."""
    started_s = float(rng.choice(RESET_DATES_S))
    ran_s = float(rng.integers(5 * 60, 30 * 3600))
    return round(first_s) - (started_s + ran_s)


# a phone asks the network for the time, and is at worst told the wrong zone or set by hand
PHONE_ERRORS: tuple[ClockError, ...] = (wrong_zone, badly_set, forgotten_hour)
CAMERA_ERRORS: tuple[ClockError, ...] = (forgotten_hour, reset, badly_set, wrong_day, wrong_zone)


def draw_offset_s(
    rng: np.random.Generator, *, phone: bool, nth_of_kind: int, first_s: float
) -> float:
    """Return offset_s of a wrong clock, in whole seconds.

    ``first_s`` is the event time of the gallery's first photo. Counting through
    the kinds with ``nth_of_kind`` keeps them varied in a small event.
    """
    errors = PHONE_ERRORS if phone else CAMERA_ERRORS
    return errors[nth_of_kind % len(errors)](rng, first_s)
