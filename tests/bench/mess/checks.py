"""What must be seen of every kind of trouble in its files."""

from collections.abc import Callable

import pytest

from coincide_bench.mess.photos import CAMERA_S
from coincide_bench.wholeplan.truth import knowable_files
from tests.bench.mess.bases import DAY_S, HOUR_S, ZONE
from tests.bench.mess.made import Made


def near(values: list[float], *expected_s: float, within_s: float = CAMERA_S + 1) -> bool:
    return all(min(abs(value - one) for one in expected_s) <= within_s for value in values)


def whole_hours(values: list[float]) -> bool:
    return all(abs((value + 1800) % 3600 - 1800) <= CAMERA_S + 1 for value in values)


def off_by(*expected_s: float) -> Callable[[Made], bool]:
    def check(made: Made) -> bool:
        return bool(made.errors_s) and near(made.errors_s, *expected_s)

    return check


def one_clock(check: Callable[[Made], bool], *, whole: bool = True) -> Callable[[Made], bool]:
    """Return a check that the trouble is one clock's, all of it or a part."""

    def of_one(made: Made) -> bool:
        (clock,) = made.wrong_clocks
        n_all = sum(file.clock == clock for file in made.files)
        return check(made) and (len(made.wrong) == n_all) == whole

    return of_one


def hours(made: Made) -> bool:
    return whole_hours(made.errors_s) and all(abs(one) > 1800 for one in made.errors_s)


def minutes(made: Made) -> bool:
    return all(abs(one) + CAMERA_S >= 180 and abs(one) < HOUR_S for one in made.errors_s)


def days(made: Made) -> bool:
    return all(abs(one) > DAY_S for one in made.errors_s)


def years_ago(made: Made) -> bool:
    return all(one < -8 * 365 * DAY_S for one in made.errors_s)


def none_wrong(made: Made) -> bool:
    return not made.wrong


def all_knowable(made: Made) -> bool:
    return {file.path for file in made.wrong} <= knowable_files(made.files)


def none_knowable(made: Made) -> bool:
    return bool(made.wrong) and not knowable_files(made.files)


def same_second(made: Made) -> bool:
    return len({file.told for file in made.files if file.clock in made.wrong_clocks}) == 1


def midnights(made: Made) -> bool:
    return all(file.told is not None and file.told.time_s % DAY_S == 0 for file in made.wrong)


def gps_of(made: Made, clock: str) -> list[float]:
    photos = [made.photo(file) for file in made.files if file.clock == clock]
    return [photo.gps_time_s for photo in photos if photo.gps_time_s is not None]


def a_gps_repeats(made: Made) -> bool:
    clocks = {file.clock for file in made.files}
    return any(len(gps_of(made, one)) > 5 and len(set(gps_of(made, one))) == 1 for one in clocks)


def gps_follows_the_clock(made: Made) -> bool:
    return all(
        made.photo(file).gps_time_s == pytest.approx(made.photo(file).recorded_time_s - ZONE)
        for file in made.wrong
    )


def gps_of_another_day(made: Made) -> bool:
    late = [
        file
        for file in made.files
        if file.gps_s is not None and file.truth and file.gps_s > file.truth.instant_s + DAY_S / 2
    ]
    return len({file.clock for file in late}) == 1 and len(late) == 12


def numbers_begin_again(made: Made) -> bool:
    stems = {file.path.stem for file in made.files}
    return any(stem.endswith("9999") for stem in stems) and any(
        stem.endswith("0001") for stem in stems
    )


def originals_tell(made: Made) -> bool:
    copies = [file for file in made.files if file.original is not None]
    wrong = {file.path for file in copies if file.wrong}
    return bool(copies) and wrong <= knowable_files(made.files)


def identical_elsewhere(made: Made) -> bool:
    copies = [file for file in made.files if file.original is not None]
    return len(copies) == 12 and all(
        file.path.parts[0] != file.original.parts[0]
        and (made.folder / file.path).read_bytes() == (made.folder / file.original).read_bytes()
        for file in copies
        if file.original is not None
    )


def smaller_pictures(made: Made) -> bool:
    copies = [file for file in made.files if file.original is not None]
    return bool(copies) and all(
        (made.folder / file.path).read_bytes() != (made.folder / file.original).read_bytes()
        for file in copies
        if file.original is not None
    )


def no_time_at_all(made: Made) -> bool:
    return {str(one.path.parent.name) for one in made.event.timeless} == {"WhatsApp Images"}


def drawn_among_photos(made: Made) -> bool:
    names = [file.path.name for file in made.files]
    return (
        sum(name.startswith("Scan_") for name in names) == 6
        and 1 <= sum(name.startswith("Screenshot_") for name in names) <= 6
        and len(made.event.timeless) == 5
    )


def json_beside(made: Made) -> bool:
    described = list(made.folder.rglob("*.json"))
    told = [photo for photo in made.event.photos if photo.time_from == "takeout"]
    return len(described) == 12 and len(told) == 6


def deep(made: Made) -> bool:
    return all(len(file.path.parts) == 3 for file in made.files)


def one_model(made: Made) -> bool:
    models = [gallery.device.model for gallery in made.event.galleries]
    return len({file.clock for file in made.files}) == 4 and "Redmi Note 8" in models


def two_in_one(made: Made) -> bool:
    folders: dict[str, set[str]] = {}
    for file in made.files:
        folders.setdefault(file.path.parts[0], set()).add(file.clock)
    return sorted(len(clocks) for clocks in folders.values()) == [1, 1, 2]


def flat(made: Made) -> bool:
    return all(len(file.path.parts) == 1 for file in made.files)


def stranger_is_right(made: Made) -> bool:
    theirs = [file for file in made.files if file.clock == "Zoe"]
    return len(theirs) == 25 and not any(file.wrong for file in theirs)


def of_two_days(made: Made) -> bool:
    by_clock: dict[str, set[float]] = {}
    for file in made.files:
        if file.truth is not None:
            by_clock.setdefault(file.clock, set()).add(file.truth.wall_s // DAY_S)
    alone = [clock for clock, found in by_clock.items() if found != set.union(*by_clock.values())]
    return none_wrong(made) and all(len(by_clock[clock]) == 1 for clock in alone)


def a_single_photo(made: Made) -> bool:
    clocks = [file.clock for file in made.files]
    return 1 in {clocks.count(clock) for clock in set(clocks)}


def no_satellites(made: Made) -> bool:
    return all(file.gps_s is None for file in made.files) and near(made.errors_s, -905.0)


def first_by_name(made: Made) -> bool:
    first = min(file.path.parts[0] for file in made.files)
    return {file.path.parts[0] for file in made.wrong} == {first}


def no_phone(made: Made) -> bool:
    return bool(made.wrong) and not any(photo.phone for photo in made.case.photos)


def zone_tags_differ(made: Made) -> bool:
    tags = {file.told.zone_s for file in made.files if file.told is not None}
    return len(tags - {None}) == 2


def no_zone_tags(made: Made) -> bool:
    return {file.told.zone_s for file in made.files if file.told is not None} == {None}


def cameras_after_a_change(made: Made) -> bool:
    zones = {file.truth.zone_s for file in made.files if file.truth is not None}
    gear = {photo.clock: photo.phone for photo in made.case.photos}
    return len(zones) == 2 and made.wrong_clocks == {one for one in gear if not gear[one]}


def all_but_one(made: Made) -> bool:
    right = {file.clock for file in made.files} - made.wrong_clocks
    return len(right) == 1 and len(set(map(round, made.errors_s))) <= 3 * 2 and hours(made)


def unnamed_device(made: Made) -> bool:
    return all(made.photo(file).device.model is None for file in made.wrong)


def pinned_the_other_way(made: Made) -> bool:
    (offset_s,) = made.case.pins.values()
    return near(made.errors_s, offset_s)


def pinned_right(made: Made) -> bool:
    (offset_s,) = made.case.pins.values()
    return near(made.errors_s, -offset_s)


CHECKS: dict[str, tuple[Callable[[Made], bool], ...]] = {
    "hours-off": (one_clock(hours), all_knowable),
    "summer-time": (one_clock(off_by(HOUR_S, -HOUR_S)), all_knowable),
    "minutes-off": (one_clock(minutes), all_knowable),
    "two-cameras-off": (lambda made: len(made.wrong_clocks) == 2, all_knowable),
    "set-an-hour": (one_clock(off_by(HOUR_S, -HOUR_S), whole=False), all_knowable),
    "set-a-zone": (one_clock(hours, whole=False),),
    "set-minutes": (one_clock(minutes, whole=False),),
    "battery-died": (one_clock(years_ago, whole=False), all_knowable),
    "reset-set-right": (one_clock(years_ago, whole=False), all_knowable),
    "reset-before": (one_clock(years_ago), all_knowable),
    "am-for-pm": (one_clock(off_by(12 * HOUR_S, -12 * HOUR_S)),),
    "twelve-hour-face": (one_clock(off_by(-12 * HOUR_S), whole=False),),
    "day-month-swapped": (one_clock(days), all_knowable),
    "wrong-year": (one_clock(days), all_knowable),
    "phone-by-hand": (one_clock(minutes), lambda made: all(f.gps_s is None for f in made.wrong)),
    "first-by-name-reset": (one_clock(years_ago), first_by_name),
    "cameras-alone": (no_phone,),
    "zones-tagged": (cameras_after_a_change, zone_tags_differ),
    "zones-untagged": (cameras_after_a_change, no_zone_tags),
    "summer-time-night": (cameras_after_a_change, off_by(HOUR_S, -HOUR_S)),
    "group-on-home-time": (all_but_one, all_knowable),
    "nothing-wrong": (none_wrong,),
    "dates-without-times": (one_clock(midnights), none_knowable),
    "one-second": (same_second, lambda made: len(made.errors_s) >= 10),
    "export-date": (one_clock(days), none_knowable),
    "exports-beside": (days, originals_tell, smaller_pictures),
    "stale-gps": (a_gps_repeats, hours),
    "copied-gps": (one_clock(hours), gps_follows_the_clock),
    "invented-gps": (gps_of_another_day, hours),
    "numbers-roll-over": (numbers_begin_again, hours),
    "numbers-roll-over-right": (numbers_begin_again, none_wrong),
    "no-device-tags": (one_clock(minutes), unnamed_device),
    "copies-of-another": (identical_elsewhere, off_by(HOUR_S)),
    "edited-copies": (smaller_pictures, minutes),
    "messenger-tags": (smaller_pictures, originals_tell),
    "messenger-bare": (no_time_at_all, originals_tell),
    "scans-screenshots": (drawn_among_photos,),
    "takeout": (json_beside,),
    "nested-folders": (deep, one_model, off_by(HOUR_S, -HOUR_S)),
    "day-then-person": (deep, one_model, off_by(HOUR_S, -HOUR_S)),
    "person-then-day": (deep, one_model),
    "two-phones-one-folder": (two_in_one, one_model),
    "all-in-one-folder": (flat, hours),
    "stranger": (stranger_is_right, hours),
    "stranger-of-the-day": (stranger_is_right, none_wrong),
    "another-day": (of_two_days,),
    "one-photo": (a_single_photo, hours),
    "camera-alone": (one_clock(minutes), none_knowable),
    "phones-share-nothing": (none_wrong,),
    "no-gps": (no_satellites,),
    "wrong-pin": (pinned_the_other_way, all_knowable),
    "right-pin": (pinned_right, all_knowable),
}
