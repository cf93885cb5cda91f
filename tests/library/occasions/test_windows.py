"""When sessions may have been."""

import numpy as np
import pytest

from coincide.library.occasions.windows import windows_of
from coincide.library.solve import Family, TimeAnswer, solve_library
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, phone_of, zone_of_home


def test_a_known_clock_has_one_window_and_another_any_zone() -> None:
    utc_s = Days(n=6).utc_s(np.random.default_rng(1))
    camera = camera_of("Ben", utc_s[:48], -HOUR_S)
    solved = solve_library([phone_of("Anna", utc_s), camera], Family(home="Europe/Berlin"))
    windows = {one.key: one for one in windows_of(solved)}
    phone = next(one.clock for one in solved if one.clock.is_phone)
    known, open_ = windows[phone.key, 2], windows[camera.key, 2]
    first_s, last_s = utc_s[24], utc_s[35]
    ((low_s, high_s),) = known.spans
    assert known.sure
    assert low_s < first_s < last_s < high_s
    assert high_s - low_s < last_s - first_s + HOUR_S
    assert not open_.sure
    assert open_.spans[0][0] < first_s - 12 * HOUR_S
    assert open_.spans[-1][1] > last_s + 13 * HOUR_S
    assert known.meets(open_)
    assert not windows[phone.key, 4].meets(open_)


def test_a_clock_years_behind_may_be_where_an_answer_has_it() -> None:
    utc_s = Days(n=4).utc_s(np.random.default_rng(1))
    camera = camera_of("Ben", utc_s, 4000 * 86400.0)
    at = float(camera.photos.time_s[0])
    true_s = utc_s[0] + float(zone_of_home(utc_s[:1])[0])
    answer = TimeAnswer(camera.key, 0, at, true_s, 60.0)
    (solved,) = solve_library([camera], Family(answers=(answer,), home="Europe/Berlin"))
    *_, last = windows_of([solved])
    assert any(low_s < utc_s[-12] < high_s for low_s, high_s in last.spans)


def test_a_session_begins_where_its_clock_says() -> None:
    utc_s = Days(n=3).utc_s(np.random.default_rng(1))
    solved = solve_library([camera_of("Ben", utc_s, HOUR_S)], Family(home="Europe/Berlin"))
    windows = list(windows_of(solved))
    assert [one.shown_s for one in windows] == [float(s) for s in utc_s[::12] - HOUR_S]
    assert [one.n_photos for one in windows] == [12, 12, 12]
    # a clock that shows winter time is right
    assert windows[0].usual_s == pytest.approx((utc_s[0] + utc_s[11]) / 2 - 2 * HOUR_S)
