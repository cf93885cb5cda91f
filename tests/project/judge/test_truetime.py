"""Phones whose zone tags differ at the same moments."""

from dataclasses import replace

from coincide.model import Gallery
from coincide.model.times import DAY_S, HOUR_S
from coincide.project.judge.truetime import zone_conflicts
from tests.solver.clocks.galleries import NOON_S, gallery


def tagged(name: str, *zones_s: int | None, first_s: float = NOON_S) -> Gallery:
    """Return photos an hour apart, each in a zone, taken at the same instants whatever it is."""
    instants_s = [first_s + n * HOUR_S for n in range(len(zones_s))]
    plain = gallery([(at_s, None) for at_s in instants_s], name=name)
    photos = [
        replace(photo, recorded_time_s=at_s + (zone_s or 0), zone_s=zone_s)
        for photo, at_s, zone_s in zip(plain.photos, instants_s, zones_s, strict=True)
    ]
    return replace(plain, photos=tuple(photos))


def test_tags_that_differ_at_the_same_moments_are_a_conflict() -> None:
    pair = [tagged("a", 32400, 32400, 32400), tagged("b", 28800, 28800, first_s=NOON_S + 60.0)]
    assert zone_conflicts(pair) == {frozenset(("a", "b"))}


def test_tags_that_are_equal_or_absent_are_none() -> None:
    assert not zone_conflicts([tagged("a", 3600, 3600), tagged("b", 3600, first_s=NOON_S + 60.0)])
    assert not zone_conflicts([tagged("a", 3600, 3600), tagged("b", None, first_s=NOON_S + 60.0)])


def test_a_journey_is_none() -> None:
    """Both followed the place, the second phone one photo later."""
    ann = tagged("a", 3600, 3600, 3600, 32400, 32400, 32400)
    ben = tagged("b", 3600, 3600, 3600, 3600, 32400, 32400, first_s=NOON_S + 60.0)
    assert not zone_conflicts([ann, ben])


def test_other_days_are_none() -> None:
    apart = tagged("b", 28800, 28800, first_s=NOON_S + 2 * DAY_S)
    assert not zone_conflicts([tagged("a", 32400, 32400), apart])
