"""Kinds of trouble, each a few steps of ``mess.trouble``: to add one, name it and its steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock
from coincide_bench.mess import copies, special
from coincide_bench.mess.event import Base
from coincide_bench.mess.photos import Case
from coincide_bench.mess.special import YEAR_S
from coincide_bench.mess.trouble import (
    CAMERA_HOURS_OFF,
    CAMERA_OFF,
    Step,
    a_camera,
    a_phone,
    after_middle,
    ahead,
    any_clock,
    apart,
    before_middle,
    cameras_only,
    compose,
    each,
    either,
    every,
    exactly,
    first_camera,
    follow,
    guests,
    on,
    pin,
    reset,
    same_model,
    shift,
    shift_others,
    start,
    told,
    with_,
    wrong,
)

# "several days": an event that lasts over a night; "guests": photos of another event at hand
Needs = Literal["any", "several days", "guests"]


@dataclass(frozen=True)
class Kind:
    """A kind of trouble: what happened, in plain words, and the steps that make it."""

    name: str
    what: str
    steps: tuple[Step, ...]
    needs: Needs = "any"

    def make(self, base: Base, rng: np.random.Generator) -> Case:
        """Write the trouble into an event."""
        return compose(self.steps, base, rng)


def fits(kind: Kind, base: Base) -> bool:
    """Tell whether a kind of trouble can happen at an event."""
    if kind.needs == "guests":
        return bool(base.guests)
    days = {shot.truth.wall_s // DAY_S for shot in base.shots}
    return kind.needs == "any" or len(days) > 1


def _pinned(factor: float) -> tuple[Step, ...]:
    return (start(), on(a_camera), either(HOUR_S), shift, pin(factor))


CLOCKS = (
    Kind("hours-off", "a camera is left on another zone's time",
         (start(), wrong(2, 10, HOUR_S), on(a_camera), shift)),
    Kind("summer-time", "a camera has missed the change to summer time",
         (start(), on(a_camera), either(HOUR_S), shift)),
    Kind("minutes-off", "a camera is set some minutes wrong",
         (start(), wrong(3 * 60, 45 * 60), on(a_camera), shift)),
    Kind("two-cameras-off", "two cameras are wrong, each in its own way",
         (start(n_cameras=2), special.two_cameras_off)),
    Kind("set-an-hour", "a camera an hour off is set right in the middle",
         (either(HOUR_S), start(), on(a_camera), before_middle, shift)),
    Kind("set-a-zone", "a camera on another zone is set right in the middle",
         (wrong(2, 10, HOUR_S), start(), on(a_camera), before_middle, shift)),
    Kind("set-minutes", "a camera minutes off is set right in the middle",
         (wrong(4, 40, MINUTE_S), start(), on(a_camera), before_middle, shift)),
    Kind("battery-died", "a camera's clock begins again at an epoch in the middle",
         (start(), on(a_camera), after_middle, reset(), shift)),
    Kind("reset-set-right", "a camera begins at an epoch and is set right later",
         (start(), on(a_camera), before_middle, reset(), shift)),
    Kind("reset-before", "a camera began again at an epoch before the event",
         (start(), on(a_camera), reset(), shift)),
    Kind("am-for-pm", "a camera is twelve hours off: a.m. for p.m.",
         (start(), on(a_camera), either(12 * HOUR_S), shift)),
    Kind("twelve-hour-face", "a camera writes a 12-hour clock: it knows no afternoon",
         (start(), on(a_camera), each(special.twelve_hour_face))),
    Kind("day-month-swapped", "a camera's date has day and month swapped",
         (start(), on(a_camera), special.day_and_month_swapped, shift)),
    Kind("wrong-year", "a camera's year is one or two wrong",
         (start(), wrong(1, 3, YEAR_S), on(a_camera), shift)),
    Kind("phone-by-hand", "a phone is set minutes fast by hand",
         (start(), ahead(4 * 60, 12 * 60), on(a_phone), each(with_(gps_s=None)), shift)),
    Kind("first-by-name-reset", "of cameras alone, the first by name is reset to 2006",
         (cameras_only, on(a_camera), reset(from_clock(2006, 1, 1, 0, 0, 0)), shift,
          each(with_(folder="Aaron")))),
    Kind("cameras-alone", "of cameras alone one is right, and a device may lie in several parts",
         (cameras_only, special.busiest_cameras, special.all_but_one_wrong, special.one_in_parts)),
)  # fmt: skip
ZONES = (
    Kind("zones-tagged", "phones cross a zone and say so, cameras stay on home time",
         (start(), special.tagged(tags=True), special.longest_pause, wrong(1, 9, HOUR_S), follow)),
    Kind("zones-untagged", "phones cross a zone and do not say so, cameras stay on home time",
         (start(), special.tagged(tags=False), special.longest_pause, wrong(1, 9, HOUR_S), follow)),
    Kind("summer-time-night", "clocks change in a night of the event: phones do, cameras do not",
         (start(), special.a_night, either(HOUR_S), follow), "several days"),
    Kind("group-on-home-time", "most clocks are wrong alike, one phone is right",
         (start(n_cameras=2), on(a_phone), wrong(1, 9, HOUR_S), shift_others,
          every(special.offline))),
)  # fmt: skip
METADATA = (
    Kind("nothing-wrong", "every clock is right", (start(),)),
    Kind("dates-without-times", "a gallery's photos have dates and no times",
         (start(), on(a_camera), each(told(lambda shown_s: shown_s - shown_s % DAY_S)))),
    Kind("one-second", "all photos of a gallery say one and the same time",
         (start(), on(any_clock), special.one_second)),
    Kind("export-date", "an editor gave a camera's photos the export's date",
         (start(), on(a_camera), copies.exported)),
    Kind("exports-beside", "exports with the export's date lie beside their originals",
         (start(), on(a_camera), copies.exported_beside)),
    Kind("stale-gps", "a phone repeats one GPS fix for hours",
         (start(), *CAMERA_HOURS_OFF, on(a_phone), special.stale_fix)),
    Kind("copied-gps", "a wrong camera's GPS times were computed from its clock",
         (start(), on(a_camera), wrong(2, 9, HOUR_S), shift, each(special.computed_fix))),
    Kind("invented-gps", "a camera's photos were put on a map by hand",
         (start(), *CAMERA_HOURS_OFF, on(a_camera), special.invented_fix)),
    Kind("numbers-roll-over", "a wrong camera's numbers begin again at 0001",
         (start(), *CAMERA_HOURS_OFF, on(a_camera), special.roll_over)),
    Kind("numbers-roll-over-right", "a right camera's numbers begin again at 0001",
         (start(), on(a_camera), special.roll_over_half)),
    Kind("no-device-tags", "a camera's photos name no device, and are minutes off",
         (start(), on(a_camera), wrong(5, 50, MINUTE_S), shift, each(special.bare))),
)  # fmt: skip
COPIES = (
    Kind("copies-of-another", "photos of one person lie in another's folder too, same model",
         (start(), copies.two_clocks, copies.in_anothers_folder)),
    Kind("edited-copies", "resized and edited copies lie in another's folder",
         (start(), copies.two_clocks, copies.edited)),
    Kind("messenger-tags", "a messenger's copies, made smaller, have kept their tags",
         (start(), *CAMERA_OFF, copies.shared)),
    Kind("messenger-bare", "a messenger's copies have lost all their tags",
         (start(), *CAMERA_OFF, copies.forwarded)),
    Kind("scans-screenshots", "scans, screenshots and forwards lie among the photos",
         (start(), *CAMERA_OFF, on(a_phone), copies.scans_and_screenshots)),
    Kind("takeout", "a phone's photos come from Google Takeout, with JSON beside them",
         (start(), *CAMERA_OFF, on(a_phone), copies.takeout)),
)  # fmt: skip
FOLDERS = (
    Kind("nested-folders", "people's folders lie in others, two phones are of one model",
         (start(), same_model, either(HOUR_S), shift, every(special.nested))),
    Kind("day-then-person", "folders are days, and in these people",
         (start(), same_model, either(HOUR_S), shift, every(special.day_first))),
    Kind("person-then-day", "folders are people, and in these days",
         (start(), same_model, wrong(5, 90, MINUTE_S), shift, every(special.day_last))),
    Kind("two-phones-one-folder", "two phones of one model lie in one folder",
         (start(), same_model, wrong(10, 200, MINUTE_S), shift, special.shared_folder)),
    Kind("all-in-one-folder", "all photos lie in one folder",
         (start(), on(first_camera), wrong(1, 9, HOUR_S), shift, every(with_(folder="")))),
)  # fmt: skip
STRANGERS = (
    Kind("stranger", "a folder of another event lies beside the others",
         (start(), *CAMERA_HOURS_OFF, exactly(0.0), guests), "guests"),
    Kind("stranger-of-the-day", "a folder is of the same day and of another place",
         (start(), special.same_day, guests), "guests"),
    Kind("another-day", "one camera was there on another day",
         (start(), on(a_camera), special.another_day), "several days"),
    Kind("one-photo", "a gallery has one photo", (start(n_cameras=2), special.one_photo)),
    Kind("camera-alone", "a wrong camera shares no moment with anybody",
         (start(), on(a_camera), apart, wrong(5, 50, MINUTE_S), shift)),
    Kind("phones-share-nothing", "a right phone shares no moment with anybody",
         (start(), on(a_phone), apart)),
    Kind("no-gps", "an event has lost its GPS tags; a camera is 15 minutes off",
         (start(), every(with_(gps_s=None, position=None, zone_s=None)), on(a_camera),
          exactly(-905.0), shift)),
    Kind("wrong-pin", "a person said +1 h where −1 h is right", _pinned(1.0)),
    Kind("right-pin", "a person said −1 h where −1 h is right", _pinned(-1.0)),
)  # fmt: skip
KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (*CLOCKS, *ZONES, *METADATA, *COPIES, *FOLDERS, *STRANGERS)
}
