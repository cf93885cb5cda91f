"""Films and forwarded copies are planned from what was photographed."""

from dataclasses import replace

import pytest

from coincide.demo import DemoOptions, plan_event
from coincide.demo.companions import GONE_EVERY, plan_forwarded
from coincide.demo.filmplan import plan_films
from coincide.errors import UsageError

OPTIONS = DemoOptions(4, 60, seed=2, n_phones=3, n_films=3, n_forwarded=9)


def test_what_lies_beside_changes_nothing_of_the_photos() -> None:
    plain = replace(OPTIONS, n_films=0, n_forwarded=0, raw=True)
    assert plan_event(OPTIONS).galleries == plan_event(plain).galleries
    assert plan_films(plan_event(plain)) == plan_forwarded(plan_event(plain)) == ()


@pytest.mark.parametrize("n_phones", [0, 1, 3, 4])
def test_as_many_phones_as_asked_for_and_the_first_clock_is_right(n_phones: int) -> None:
    galleries = plan_event(DemoOptions(4, 40, n_phones=n_phones)).galleries
    assert sum(gallery.camera.phone for gallery in galleries) == n_phones
    assert galleries[0].offset_s == 0.0
    assert all(gallery.offset_s != 0.0 for gallery in galleries[1:])
    assert galleries[0].camera.phone == (n_phones > 0)


def test_copies_are_numbered_as_sent_which_is_not_the_order_of_their_times() -> None:
    sent = plan_forwarded(plan_event(OPTIONS))
    assert [one.file_name for one in sent] == [
        f"IMG-20250823-WA{number:04d}.jpg" for number in range(1, 10)
    ]
    times_s = [one.shot.event_time_s for one in sent]
    assert times_s != sorted(times_s)
    assert len({(one.gallery, one.shot.file_name) for one in sent}) == 9
    assert sum(not one.original_kept for one in sent) == 9 // GONE_EVERY


def test_more_than_there_is_cannot_be_had() -> None:
    with pytest.raises(UsageError, match="60 cannot be forwarded"):
        plan_forwarded(plan_event(replace(OPTIONS, n_forwarded=60)))
    with pytest.raises(UsageError, match="not 100"):
        plan_films(plan_event(replace(OPTIONS, n_films=100)))
    with pytest.raises(UsageError, match="time for 0 films"):
        plan_films(plan_event(replace(OPTIONS, n_phones=0)))


@pytest.mark.parametrize(
    "wrong", [{"n_phones": 5}, {"n_phones": -1}, {"n_films": -1}, {"n_forwarded": -2}]
)
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        plan_event(replace(OPTIONS, **wrong))  # type: ignore[arg-type]
