"""Which photos are one picture by what is written of them; what pixels say is given here."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.features.same import Sameness
from coincide.model import Device, Event, Gallery, Photo, Position, Singles, TimeSource
from coincide.project.copies import are_two_shots, find_copies

PHONE = Device("Apple", "iPhone 6", None, "9.3")
ONE, ALMOST, OTHER = Sameness(1.0, 0.99, 0.6), Sameness(0.98, 0.93, 0.9), Sameness(0.6, 0.3, 99)
LIGHTER = Sameness(0.95, 0.8, 1.2)


def photo(
    path: str,
    time_s: float = 100.0,
    device: Device = PHONE,
    *,
    width: int = 4000,
    time_from: TimeSource = "exif",
) -> Photo:
    return Photo(
        Path(path),
        path,
        time_s,
        time_s,
        device,
        position=Position(1.0, 2.0) if device == PHONE else None,
        width_px=width,
        height_px=width * 3 // 4,
        time_from=time_from,
    )


def no_look() -> Singles:
    raise AssertionError("nobody needs to know what these look like")


def found(*galleries: Sequence[Photo], same: Sameness = ONE, alike: bool = False) -> dict[str, str]:
    """Return the copies; where ``alike``, all photos look alike but for some of another camera."""
    others = [photo(f"dan/{n}.jpg", 1e5 * n, Device("D", "D")) for n in range(1, 9)]
    event = Event("e", tuple(Gallery(f"g{n}", tuple(one)) for n, one in enumerate(galleries)))
    if alike:
        event = replace(event, galleries=(*event.galleries, Gallery("z", tuple(others))))

    def look() -> Singles:
        n_alike = event.n_photos - len(others)
        rows = np.zeros((event.n_photos, 9), np.float32)
        rows[:n_alike, 8] = 1.0
        rows[n_alike:, :8] = np.eye(8)
        return rows

    copies = find_copies(event, look if alike else no_look, lambda _a, _b: same)
    return {str(copy): str(original) for copy, original in copies.items()}


def test_a_smaller_one_of_the_same_second_is_a_copy_of_the_larger() -> None:
    small = photo("ben/IMG_0001.jpg", width=1600)
    assert found([photo("anna/IMG_0001.jpg")], [small]) == {"ben/IMG_0001.jpg": "anna/IMG_0001.jpg"}
    renamed = photo("ben/received_77.jpg", width=1600)
    assert found([photo("anna/IMG_0001.jpg"), renamed]) == {
        "ben/received_77.jpg": "anna/IMG_0001.jpg"
    }


def test_pixels_decide() -> None:
    pair = [photo("anna/IMG_0001.jpg")], [photo("ben/got.jpg", width=1600)]
    assert found(*pair, same=ALMOST) != {}
    assert found(*pair, same=LIGHTER) == {}
    assert found(*pair, same=OTHER) == {}


@pytest.mark.parametrize(
    "pair",
    [
        (photo("anna/IMG_0001.jpg"), photo("ben/IMG_0001.jpg", width=1600)),
        (photo("anna/IMG_0001.jpg", 100.25), photo("ben/got.jpg", 100.25, width=1600)),
    ],
)
def test_one_shot_by_all_that_is_written_may_look_quite_another(pair: tuple[Photo, Photo]) -> None:
    assert len(found(pair[:1], pair[1:], same=LIGHTER)) == 1
    assert found(pair[:1], pair[1:], same=OTHER) == {}


def test_an_edited_copy_of_one_second_in_anothers_folder_need_not_fit_to_the_pixel() -> None:
    edited = Sameness(0.98, 0.95, 1.4)
    pair = photo("anna/IMG_0001.jpg"), photo("ben/copy 2.jpg", width=1600)
    assert len(found(pair[:1], pair[1:], same=edited)) == 1
    assert found(pair, same=edited) == {}
    later = replace(pair[1], recorded_time_s=101.0)
    assert found(pair[:1], [later], same=edited) == {}


def test_the_next_photo_of_a_burst_is_no_copy() -> None:
    assert found([photo("anna/IMG_0001.jpg"), photo("anna/IMG_0002.jpg")]) == {}
    assert found([photo("anna/IMG_0001.jpg")], [photo("ben/IMG_0002.jpg", width=1600)]) == {}
    assert found([photo("anna/hike 1.jpg"), photo("anna/hike 2.jpg")]) == {}
    assert found([photo("anna/hike 1.jpg", 100.2), photo("anna/hike 2.jpg", 100.9)]) == {}
    assert found([photo("anna/hike (1).jpg"), photo("anna/hike (2).jpg")]) == {}
    names = ("anna/IMG_20240504_140000.jpg", "ben/IMG_20240504_140001.jpg")
    assert found([photo(names[0])], [photo(names[1])]) == {}


def test_a_duplicate_beside_its_original_is_one_to_the_last_digit() -> None:
    pair = [photo("anna/hike (3).jpg"), photo("anna/hike (13).jpg")]
    assert len(found(pair, same=Sameness(0.99998, 0.9997, 0.1))) == 1


def test_a_phone_numbers_what_it_was_sent_anew() -> None:
    sent = photo("ben/IMG_7777.jpg", 100.25, width=1600)
    assert found([photo("anna/IMG_0001.jpg", 100.25)], [sent]) != {}


def test_two_devices_take_no_copies_of_each_other() -> None:
    pixel = Device("Google", "Pixel 6")
    assert found([photo("anna/a.jpg")], [photo("ben/b.jpg", device=pixel)]) == {}
    bodies = [Device("Canon", "Canon R5", serial) for serial in ("1", "2")]
    assert found([photo("anna/a.jpg", device=bodies[0])], [photo("b.jpg", device=bodies[1])]) == {}


def test_one_without_a_device_has_the_time_of_what_it_looks_like() -> None:
    export = photo("ben/IMG-1.jpg", 9e6, Device(), width=800)
    pair = [photo("anna/IMG_0001.jpg")], [export]
    assert found(*pair, alike=True) == {"ben/IMG-1.jpg": "anna/IMG_0001.jpg"}
    assert found(*pair, alike=True, same=LIGHTER) == {}


def test_an_export_with_its_own_date_is_a_copy_by_its_name() -> None:
    export = photo("out/IMG_0001-edited.jpg", 9e6, Device("Apple", "iPhone 6", None, "Adobe X"))
    assert found([photo("anna/IMG_0001.jpg"), export], alike=True) == {
        "out/IMG_0001-edited.jpg": "anna/IMG_0001.jpg"
    }


def test_counters_that_begin_again_make_no_copies() -> None:
    assert found([photo("a/IMG_0001.jpg"), photo("b/IMG_0001.jpg", 9e6)]) == {}


def test_the_copy_of_a_copy_goes_to_the_original() -> None:
    galleries = [
        [photo("anna/IMG_0001.jpg")],
        [photo("ben/IMG_0001.jpg", width=1600)],
        [photo("cleo/IMG_0001.jpg", width=800)],
    ]
    assert set(found(*galleries).values()) == {"anna/IMG_0001.jpg"}
    assert len(found(*galleries)) == 2


def test_a_thousand_photos_of_one_second_are_not_compared() -> None:
    assert found([photo(f"anna/x{n}.jpg") for n in range(1000)]) == {}


@pytest.mark.parametrize(("far_s", "n_copies"), [(10.0, 1), (4000.0, 0)])
def test_pictures_from_a_tripod_name_no_original(far_s: float, n_copies: int) -> None:
    tripod = [photo("anna/IMG_0001.jpg"), photo("anna/IMG_0002.jpg", 100.0 + far_s)]
    export = photo("ben/z.jpg", 9e6, Device(), width=800)
    assert len(found(tripod, [export], alike=True)) == n_copies


def test_what_cameras_wrote_tells_two_shots_whatever_is_seen() -> None:
    first = photo("anna/DSC00188.jpg")
    assert are_two_shots(first, photo("anna/DSC00189.jpg"))
    assert are_two_shots(first, photo("ben/got.jpg", device=Device("Sony", "A7")))
    assert not are_two_shots(first, photo("ben/DSC00188.jpg"))
    assert not are_two_shots(first, photo("ben/got.jpg", device=Device()))


def test_a_phone_that_numbered_what_it_was_sent_took_no_second() -> None:
    first = photo("anna/IMG_0001.jpg", 100.25)
    assert not are_two_shots(first, photo("ben/IMG_0777.jpg", 100.25))
    assert are_two_shots(first, photo("ben/IMG_0777.jpg", 100.5))
