import random

from coincide.ingest.galleries import Person, build_galleries
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Source
from coincide.model import Device, Gallery, Photo
from tests.ingest.clocks import photo, series

OPTIONS = IngestOptions()
CANON = Device("Canon", "Canon EOS 40D")
SERIAL = Device("Canon", "Canon EOS 40D", "77")


def person(name: str, *photos: Photo, flat: bool = False, **source: bool) -> Person:
    return Person(Source(name, (), **source), photos, flat=flat)


def galleries(*people: Person) -> dict[str, Gallery]:
    return {gallery.name: gallery for gallery in build_galleries(people, OPTIONS).galleries}


def test_one_clock_takes_the_name_of_its_folder() -> None:
    found = galleries(person("ben", photo("b", 0)), person("anna", photo("a", 0)))
    assert list(found) == ["anna", "ben"]


def test_several_clocks_take_the_name_of_their_device_too() -> None:
    found = galleries(person("anna", photo("a", 0), photo("b", 0, CANON)))
    assert list(found) == ["anna · Apple iPhone 6", "anna · Canon EOS 40D"]


def test_a_flat_folder_is_named_by_device_alone() -> None:
    found = galleries(person("event", photo("a", 0), photo("b", 0, CANON), flat=True))
    assert list(found) == ["apple-iphone-6", "canon-eos-40d"]


def test_devices_of_one_model_are_numbered() -> None:
    even, odd = [float(t) for t in range(0, 40, 2)], [float(t) for t in range(1, 40, 2)]
    photos = series(12, even) + series(7321, odd)
    assert list(galleries(person("event", *photos, flat=True))) == [
        "apple-iphone-6-1",
        "apple-iphone-6-2",
    ]
    assert list(galleries(person("anna", *photos))) == [
        "anna · Apple iPhone 6 1",
        "anna · Apple iPhone 6 2",
    ]


def test_one_body_in_two_folders_is_one_clock() -> None:
    found = galleries(
        person("ben", photo("b", 2, SERIAL), photo("c", 1)), person("anna", photo("a", 1, SERIAL))
    )
    assert list(found) == ["anna+ben", "ben"]
    assert [p.path.name for p in found["anna+ben"].photos] == ["a", "b"]
    assert found["anna+ben"].notes == (
        "the same device, by its serial number, in the photos of anna and ben",
    )


def test_a_few_photos_in_anothers_folder_go_with_their_phone_by_its_file_numbers() -> None:
    anna = series(12, [float(60 * n) for n in range(12)])
    strays, mine = [anna[4], anna[7]], [one for n, one in enumerate(anna) if n not in (4, 7)]
    found = galleries(person("anna", *mine), person("ben", *strays, photo("b", 5, CANON)))
    assert {name: len(gallery.photos) for name, gallery in found.items()} == {"anna": 12, "ben": 1}
    note = "the same device, by its file numbers, in the photos of anna and ben"
    assert note in found["anna"].notes
    # another phone of that model counts other numbers
    others = series(7321, [250.0, 430.0])
    apart = galleries(person("anna", *anna), person("ben", *others, photo("b", 5, CANON)))
    assert len(apart["anna"].photos) == 12


def test_one_clock_as_declared_is_not_split() -> None:
    found = galleries(person("anna", photo("a", 0), photo("b", 1, CANON), one_clock=True))
    assert [len(gallery.photos) for gallery in found.values()] == [2]


def test_trust_goes_with_the_clock() -> None:
    found = galleries(person("anna", photo("a", 0), trusted=True), person("ben", photo("b", 0)))
    assert (found["anna"].trusted, found["ben"].trusted) == (True, False)


def test_photos_are_by_camera_time_then_key() -> None:
    found = galleries(person("anna", photo("a", 5), photo("b", 1, key="z"), photo("c", 1, key="y")))
    assert [p.path.name for p in found["anna"].photos] == ["c", "b", "a"]


def test_the_order_of_people_does_not_matter() -> None:
    people = [
        person("anna", photo("a1", 0), photo("a2", 5, SERIAL)),
        person("ben", photo("b1", 0), photo("b2", 3, SERIAL)),
        person("cleo", photo("c1", 9, CANON)),
        person("anna+ben", photo("d1", 9, CANON)),
    ]
    expected = build_galleries(people, OPTIONS).galleries
    for seed in range(10):
        random.Random(seed).shuffle(people)
        assert build_galleries(people, OPTIONS).galleries == expected
    assert len({gallery.name for gallery in expected}) == len(expected)
