import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from coincide.ingest.bodies import Body, split_bodies
from coincide.ingest.options import IngestOptions
from coincide.model import Photo
from tests.ingest.clocks import series

OPTIONS = IngestOptions()
EVEN = [60.0 * k for k in range(0, 40, 2)]
ODD = [60.0 * k for k in range(1, 40, 2)]


def sizes(photos: list[Photo]) -> list[int]:
    return sorted(len(body.photos) for body in split_bodies(photos, OPTIONS))


def notes(bodies: list[Body]) -> str:
    return " ".join(note for body in bodies for note in body.notes)


def test_two_series_of_numbers_at_the_same_time_are_two_bodies() -> None:
    bodies = split_bodies(series(12, EVEN) + series(7321, ODD[:15]), OPTIONS)
    assert [len(body.photos) for body in bodies] == [20, 15]
    assert "by file numbering" in notes(bodies)


def test_three_series_are_three_bodies() -> None:
    third = [time_s + 30 for time_s in EVEN]
    assert sizes(series(12, EVEN) + series(3000, ODD) + series(7321, third)) == [20, 20, 20]


def test_two_software_versions_in_turn_are_two_bodies() -> None:
    bodies = split_bodies(series(100, EVEN, "9.3.5") + series(4000, ODD, "9.3.1"), OPTIONS)
    assert [len(body.photos) for body in bodies] == [20, 20]
    assert "by software version" in notes(bodies)


def test_near_numbers_of_two_phones_do_not_make_them_one() -> None:
    assert sizes(series(480, EVEN, "9.3.5") + series(500, ODD, "9.3.1")) == [20, 20]


def test_an_update_half_way_is_one_body() -> None:
    photos = series(100, EVEN[:10], "9.3.4") + series(110, EVEN[10:], "9.3.5")
    bodies = split_bodies(photos, OPTIONS)
    assert len(bodies) == 1
    assert "9.3.4, 9.3.5, but no clear sign of two devices" in notes(bodies)


def test_an_update_with_a_break_in_numbering_is_two_bodies() -> None:
    assert sizes(series(7000, EVEN[:10], "9.3.4") + series(12, EVEN[10:], "9.3.5")) == [10, 10]


def test_one_series_of_numbers_under_two_versions_is_one_body() -> None:
    photos = series(100, [60.0 * k for k in range(40)], "9.3.5")
    other = series(100, [60.0 * k for k in range(40)], "9.3.4")
    assert sizes(photos[::2] + other[1::2]) == [40]


def test_another_program_on_the_same_phone_is_no_other_body() -> None:
    assert sizes(series(100, EVEN, "9.3.5") + series(4000, ODD[:4], "9.3.1")) == [24]
    by_program = [
        *series(0, EVEN, "karate-user 6.0 MMB29M"),
        *(series(0, ODD, "Google", folder="by date")),
    ]
    renamed = [_renamed(photo, number) for number, photo in enumerate(by_program)]
    assert sizes(renamed) == [40]
    assert notes(split_bodies(renamed, OPTIONS)) == ""


def test_editors_are_no_software_of_a_camera() -> None:
    photos = series(100, EVEN, "Adobe Lightroom 6.1") + series(4000, ODD, "Adobe Lightroom 6.2")
    assert "software" not in notes(split_bodies(photos, OPTIONS))


def test_two_phones_in_long_bursts_are_two_bodies() -> None:
    first = [10.0 * k for k in range(120) if k // 30 % 2 == 0]
    second = [10.0 * k for k in range(120) if k // 30 % 2 == 1]
    assert sizes(series(12, first) + series(7321, second)) == [60, 60]


def test_near_series_in_turn_are_two_bodies_if_each_is_in_order() -> None:
    assert sizes(series(100, EVEN) + series(500, ODD)) == [20, 20]


def test_an_export_numbered_in_any_order_is_one_body() -> None:
    names = random.Random(1).sample(range(100, 600), 40)
    photos = [photo for k, n in enumerate(names) for photo in series(n, [60.0 * k])]
    bodies = split_bodies(photos, OPTIONS)
    assert [len(body.photos) for body in bodies] == [40]
    assert bodies[0].doubt == "its file numbers do not follow its times"


def test_versions_that_take_turns_are_asked_about_where_numbers_do_not_tell() -> None:
    named = [*series(1, EVEN[:4], "9.3.5"), *series(1, ODD[:4], "9.3.1", folder="y")]
    photos = [_renamed(photo, number) for number, photo in enumerate(named)]
    assert [body.doubt for body in split_bodies(photos, OPTIONS)] == [
        "its photos alternate between two software versions"
    ]
    updated = series(100, EVEN[:10], "9.3.4") + series(110, EVEN[10:], "9.3.5")
    assert [body.doubt for body in split_bodies(updated, OPTIONS)] == [""]


def test_a_few_stray_times_do_not_make_two_bodies() -> None:
    photos = series(100, EVEN) + series(2400, [5000.0 + t for t in EVEN])
    strays = series(2395, [70.0]) + series(2390, [130.0]) + series(95, [5500.0])
    assert sizes(photos + strays) == [43]


def test_a_counter_that_begins_again_is_one_body() -> None:
    assert sizes(series(9990, EVEN)) == [20]


def test_photos_that_fit_neither_body_are_kept_apart() -> None:
    stray = [_renamed(photo, 0) for photo in series(1, [90.0])]
    bodies = split_bodies(series(12, EVEN) + series(7321, ODD) + stray, OPTIONS)
    assert [len(body.photos) for body in bodies] == [20, 20, 1]
    assert "which of 2 devices" in notes(bodies)


def test_names_without_order_stay_together_and_it_is_said() -> None:
    photos = [photo for k, t in enumerate(EVEN) for photo in series(7919 * k % 10_000, [t])]
    bodies = split_bodies(photos, OPTIONS)
    assert len(bodies) == 1
    assert "file numbers do not follow" in notes(bodies)


SETS = st.lists(
    st.tuples(
        st.integers(0, 9999), st.floats(0, 1e5), st.sampled_from([None, "1.0", "1.1", "Google"])
    ),
    max_size=40,
)


@given(SETS, st.randoms(use_true_random=False))
def test_no_photo_is_lost_and_order_does_not_matter(
    rows: list[tuple[int, float, str | None]], rng: object
) -> None:
    photos = [
        photo
        for index, (number, time_s, software) in enumerate(rows)
        for photo in series(number, [time_s], software, folder=f"f{index}")
    ]
    bodies = split_bodies(photos, OPTIONS)
    assert sorted(photo.path for body in bodies for photo in body.photos) == sorted(
        photo.path for photo in photos
    )
    shuffled = list(photos)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert split_bodies(shuffled, OPTIONS) == bodies


def _renamed(photo: Photo, number: int) -> Photo:
    return replace(photo, path=photo.path.with_name(f"IMG_20240504_{120000 + number}.jpg"))
