"""Steps that one kind of trouble alone needs."""

from dataclasses import replace

import numpy as np

from coincide.model import Position
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock, to_datetime
from coincide_bench.mess.photos import MessPhoto
from coincide_bench.mess.trouble import (
    Scene,
    Step,
    a_camera,
    after_middle,
    clocks,
    day_of,
    each,
    every,
    of_clock,
    pick,
    reset,
    shift,
    told,
    with_,
    wrong,
)

YEAR_S = 365 * DAY_S
NIGHT_S = 2 * HOUR_S
# the counter goes from 9999 to 0001 among the photos
LAST_NUMBER = 9999
# an event of cameras alone has so many of them at most, those of most photos
N_CAMERAS, N_COPIES = 3, 6


# Clocks


def twelve_hour_face(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    """Show the face of a 12-hour clock: 14:05 becomes 02:05."""
    late_s = 12 * HOUR_S if to_datetime(photo.shown_s).hour > 12 else 0.0
    return replace(photo, told_s=photo.shown_s - late_s, shown_s=photo.shown_s - late_s)


def day_and_month_swapped(scene: Scene) -> Scene:
    """Err as a clock whose date was set with day and month swapped, some days before the event."""
    first = to_datetime(min(photo.shown_s for photo in scene.mine))
    # a day that is a month too
    before = next(
        (d for d in range(25) if (first.day - d) in range(1, 13) and first.day - d != first.month),
        first.day - 1,
    )
    day = first.day - before
    swapped_s = from_clock(first.year, day if day <= 12 else 1, min(first.month, 28), 0, 0, 0)
    return replace(scene, by_s=swapped_s - from_clock(first.year, first.month, day, 0, 0, 0))


def two_cameras_off(scene: Scene) -> Scene:
    """Let two cameras be off, each by its own error."""
    for clock in (clocks(scene.photos, phone=False) or [a_camera(scene.photos, scene.rng)])[:2]:
        scene = shift(wrong(3 * 60, 8 * 3600)(replace(scene, clock=clock)))
    return scene


# Cameras alone


def busiest_cameras(scene: Scene) -> Scene:
    """Keep the photos of the busiest cameras."""
    mine = [photo for photo in scene.photos if not photo.phone]
    counts = {clock: sum(photo.clock == clock for photo in mine) for clock in clocks(mine)}
    busiest = sorted(counts, key=lambda clock: -counts[clock])[:N_CAMERAS]
    return replace(scene, photos=tuple(photo for photo in mine if photo.clock in busiest))


def all_but_one_wrong(scene: Scene) -> Scene:
    """Let all clocks but one come into trouble, each into its own."""
    right = pick(clocks(scene.photos), scene.rng)
    for clock in clocks(scene.photos):
        if clock != right:
            trouble = _TROUBLES[int(scene.rng.integers(len(_TROUBLES)))]
            scene = shift(trouble(replace(scene, clock=clock)))
    return scene


def one_in_parts(scene: Scene) -> Scene:
    """Split the photos of one device, or leave them."""
    split = _SPLITS[int(scene.rng.integers(len(_SPLITS)))]
    return split(replace(scene, clock=pick(clocks(scene.photos), scene.rng)))


def _in_folders(photo: MessPhoto, scene: Scene) -> MessPhoto:
    """Put a third of a device's photos, without serial numbers, into a further folder."""
    folder = f"{photo.folder} 2" if scene.rng.random() < 1 / 3 else photo.folder
    return replace(_unnumbered(photo, scene), folder=folder)


def _unnumbered(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    return replace(photo, gear=replace(photo.gear, serial=None))


def _with_copies(scene: Scene) -> Scene:
    """Put copies of some of a device's photos into another person's folder."""
    scene = each(_unnumbered)(scene)
    folder = next(photo.folder for photo in scene.photos if photo.clock != scene.clock)
    picked = scene.rng.permutation(len(scene.mine))[:N_COPIES].tolist()
    made = [replace(scene.mine[at], folder=folder, copy_of=scene.mine[at]) for at in picked]
    return replace(scene, photos=(*scene.photos, *made))


def _in_stretches(scene: Scene) -> Scene:
    """Put a device's clock back by hours in the middle: what follows is a stretch of its own."""
    back_s = -float(scene.rng.integers(1, 4)) * HOUR_S
    return shift(replace(after_middle(scene), by_s=back_s))


_TROUBLES: tuple[Step, ...] = (
    reset(),
    wrong(1, 4, YEAR_S),
    wrong(20, 300, DAY_S),
    wrong(1, 10, HOUR_S),
    wrong(3, 50, MINUTE_S),
)
_SPLITS: tuple[Step, ...] = (lambda scene: scene, each(_in_folders), _with_copies, _in_stretches)


# Zones


def tagged(*, tags: bool) -> Step:
    """Let phones write the zone of the place, or nobody."""
    return every(
        lambda photo, _scene: replace(
            photo, zone_s=photo.shot.truth.zone_s if tags and photo.phone else None
        )
    )


def longest_pause(scene: Scene) -> Scene:
    """Let what follows begin in the longest pause that has photos on either side."""
    times_s = np.sort([photo.at_s for photo in scene.photos])
    inner = np.arange(len(times_s) // 5, 4 * len(times_s) // 5)
    at = inner[int(np.argmax(times_s[inner + 1] - times_s[inner]))]
    return replace(scene, since_s=float((times_s[at] + times_s[at + 1]) / 2))


def a_night(scene: Scene) -> Scene:
    """Let what follows begin in a night of the event."""
    nights = sorted({day_of(photo) for photo in scene.photos})[1:]
    night_s = float(scene.rng.choice(nights)) * DAY_S + NIGHT_S
    return replace(scene, since_s=night_s - (scene.photos[0].shot.truth.zone_s or 0))


def offline(photo: MessPhoto, scene: Scene) -> MessPhoto:
    """Return a photo of a phone that has neither network nor fix, and writes no zone."""
    if photo.clock == scene.clock:
        return photo
    gear = replace(photo.gear, naming="android") if photo.gear.naming == "pixel" else photo.gear
    return replace(photo, gear=gear, gps_s=None, position=None, zone_s=None)


# Metadata


def one_second(scene: Scene) -> Scene:
    """Give all photos of the clock the time of one of them."""
    at_s = float(scene.rng.choice([photo.shown_s for photo in scene.mine]))
    return each(told(lambda _: at_s))(scene)


def stale_fix(scene: Scene) -> Scene:
    """Let the clock repeat one GPS fix from before its photos."""
    fix_s = min(photo.at_s for photo in scene.mine) - float(scene.rng.integers(60, 4 * 3600))
    return each(with_(gps_s=fix_s))(scene)


def computed_fix(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    """Give a photo the GPS time that its clock's time computes to."""
    return replace(photo, gps_s=photo.shown_s - (photo.shot.truth.zone_s or 0))


def invented_fix(scene: Scene) -> Scene:
    """Put the clock's photos on a map by hand: one place, at one time."""
    pinned_s = max(p.at_s for p in scene.photos) + float(scene.rng.integers(1, 30)) * DAY_S
    number = iter(range(len(scene.photos)))
    return each(
        lambda photo, _scene: replace(
            photo, gps_s=pinned_s + float(next(number)), position=Position(48.2082, 16.3738)
        )
    )(scene)


def roll_over(scene: Scene) -> Scene:
    """Let the clock's numbers begin again somewhere in the middle."""
    n_photos = len(scene.mine)
    before = int(scene.rng.integers(n_photos // 4, max(3 * n_photos // 4, 2)))
    return replace(scene, numbers={scene.clock: LAST_NUMBER - before})


def roll_over_half(scene: Scene) -> Scene:
    """Let the clock's numbers begin again in the middle."""
    return replace(scene, numbers={scene.clock: LAST_NUMBER - len(scene.mine) // 2})


def bare(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    """Take all tags of the device off a photo."""
    gear = replace(photo.gear, make="", model="", serial=None, software=None)
    return replace(photo, gear=gear, software=None)


# Folders


def nested(photo: MessPhoto, scene: Scene) -> MessPhoto:
    """Put the two chosen clocks into one folder, and all others into another."""
    above = "Guests" if photo.clock in (scene.clock, scene.other) else "Others"
    return replace(photo, folder=f"{above}/{photo.folder}")


def _day(photo: MessPhoto) -> str:
    return f"{to_datetime(photo.shot.truth.wall_s):%Y-%m-%d}"


def day_first(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    """Put a photo into a folder of its day, and there into its own."""
    return replace(photo, folder=f"{_day(photo)}/{photo.folder}")


def day_last(photo: MessPhoto, _scene: Scene) -> MessPhoto:
    """Put a photo into a folder of its day within its own."""
    return replace(photo, folder=f"{photo.folder}/{_day(photo)}")


def shared_folder(scene: Scene) -> Scene:
    """Put the clock's photos into the other's folder."""
    folder = of_clock(scene.photos, scene.other)[0].folder
    return each(with_(folder=folder))(scene)


# Strangers


def same_day(scene: Scene) -> Scene:
    """Err so that the guests were elsewhere on the first day of the event."""
    first_s = min(photo.shot.truth.wall_s for photo in scene.photos)
    theirs_s = min(guest.truth.wall_s for guest in scene.base.guests)
    return replace(scene, by_s=first_s - theirs_s + float(scene.rng.integers(0, int(3 * HOUR_S))))


def another_day(scene: Scene) -> Scene:
    """Keep the clock's photos of its busiest day, and the others' of all other days."""
    held = {
        day: sum(day_of(photo) == day for photo in scene.mine)
        for day in sorted({day_of(photo) for photo in scene.photos})
    }
    chosen = max(held, key=lambda day: held[day])
    kept = (p for p in scene.photos if (day_of(p) == chosen) == (p.clock == scene.clock))
    return replace(scene, photos=tuple(kept))


def one_photo(scene: Scene) -> Scene:
    """Leave one photo of the last camera; it and another camera are off."""
    cameras = clocks(scene.photos, phone=False) or clocks(scene.photos)
    mine = of_clock(scene.photos, cameras[-1])
    kept = mine[int(scene.rng.integers(len(mine)))]
    photos = tuple(p for p in scene.photos if p.clock != cameras[-1] or p is kept)
    scene = replace(scene, photos=photos)
    for clock in cameras[:2]:
        scene = shift(wrong(1, 9, HOUR_S)(replace(scene, clock=clock)))
    return scene
