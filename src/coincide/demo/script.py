"""The script of the day: from options to a plan of every photo. Pure and cheap, no drawing."""

import numpy as np

from coincide.demo.attendance import draw_attendance
from coincide.demo.cameras import Camera, draw_camera
from coincide.demo.clocks import draw_offset_s
from coincide.demo.options import DemoOptions, check_options
from coincide.demo.plan import DemoPlan, GalleryPlan
from coincide.demo.programme import Moment, draw_moments
from coincide.demo.shooting import ShotTime, draw_shot_times, draw_shots

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
    attended: list[Moment],
) -> GalleryPlan:
    rng = np.random.default_rng([options.seed, 1, nth])
    phone = phones[nth]
    nth_of_kind = phones[:nth].count(phone)
    camera = draw_camera(rng, phone=phone, nth_of_kind=nth_of_kind, spread=options.camera_spread)
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
    return GalleryPlan(name, camera, offset_s, shots)


def _offset_s(
    rng: np.random.Generator,
    camera: Camera,
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
