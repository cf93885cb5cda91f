from dataclasses import replace
from pathlib import Path

from coincide.ingest.copies import part_copies
from coincide.media.file import MediaFile
from tests.ingest.media import NOON, file


def parted(**people: list[MediaFile]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the paths each person keeps, and the copies by key."""
    found = part_copies(list(people.values()), list(people))
    kept = {
        name: [one.path.as_posix() for one in files]
        for name, files in zip(people, found.files, strict=True)
    }
    assert {one.role for some in found.copies.values() for one in some} <= {"copy"}
    return kept, {key: [one.path.as_posix() for one in some] for key, some in found.copies.items()}


def test_a_copy_in_one_folder_moves_with_the_first() -> None:
    kept, copies = parted(anna=[file("b.jpg", key="k"), file("a.jpg", key="k")])
    assert kept == {"anna": ["a.jpg"]}
    assert copies == {"k": ["b.jpg"]}


def test_a_photo_sent_to_others_stays_with_whose_device_it_is() -> None:
    own = [file(f"z{number}.jpg", number, model="iPhone") for number in range(5)]
    got = file("anna/got.jpg", 9, key="k", model="iPhone")
    sent = file("zoe/sent.jpg", 9, key="k", model="iPhone")
    kept, copies = parted(anna=[got, file("anna/own.jpg", 0)], zoe=[*own, sent])
    assert kept["anna"] == ["anna/own.jpg"]
    assert kept["zoe"][-1] == "zoe/sent.jpg"
    assert copies == {"k": ["anna/got.jpg"]}


def test_tags_before_names_and_names_before_nothing() -> None:
    """The same bytes under several names: the one whose name tells its time is kept."""
    names = ("IMG-20240504-WA0001.jpg", "IMG_20240504_140000.jpg", "a.jpg")
    files = [file(name, None, key="k") for name in names]
    kept, copies = parted(anna=files)
    assert kept == {"anna": ["IMG_20240504_140000.jpg"]}
    assert copies == {"k": ["IMG-20240504-WA0001.jpg", "a.jpg"]}


def test_copies_without_any_time_stay_for_themselves() -> None:
    kept, copies = parted(anna=[file("a.jpg", None, key="k")], ben=[file("b.jpg", None, key="k")])
    assert kept == {"anna": ["a.jpg"], "ben": ["b.jpg"]}
    assert copies == {}


def test_the_order_of_people_does_not_matter() -> None:
    anna, ben = [file("anna/1.jpg", key="k")], [file("ben/1.jpg", key="k")]
    one = part_copies([anna, ben], ["anna", "ben"])
    other = part_copies([ben, anna], ["ben", "anna"])
    assert one.files == other.files[::-1]
    assert one.copies == other.copies
    assert one.copies["k"][0].path == Path("ben/1.jpg")


def phone(folder: str, first: int, times: list[float], **record: object) -> list[MediaFile]:
    return [
        file(f"{folder}/IMG_{first + k:04d}.jpg", NOON + time_s, model="iPhone", **record)
        for k, time_s in enumerate(times)
    ]


def sent(files: list[MediaFile], folder: str) -> list[MediaFile]:
    return [replace(one, path=Path(folder) / one.path.name) for one in files]


def test_numbers_tell_whose_a_photo_is_where_two_have_such_a_phone() -> None:
    """Most of Anna's photos were sent to Ben, who has more of his own."""
    anna = phone("anna", 100, [60.0 * k for k in range(10)])
    ben = phone("ben", 7000, [60.0 * k + 30 for k in range(20)])
    got = sent(anna[1:9], "ben")
    kept, copies = parted(anna=anna, ben=[*ben, *got])
    assert (len(kept["anna"]), len(kept["ben"])) == (10, 20)
    assert sorted(path for some in copies.values() for path in some) == [
        one.path.as_posix() for one in got
    ]


def test_what_nothing_tells_is_nobodys() -> None:
    def named(folder: str, seconds: range) -> list[MediaFile]:
        return [
            file(f"{folder}/IMG_20240504_1400{k:02d}.jpg", NOON + k, model="Pixel") for k in seconds
        ]

    anna, ben = named("anna", range(10)), named("ben", range(20, 40))
    found = part_copies([anna, [*ben, *sent(anna[:4], "ben")]], ["anna", "ben"])
    assert [len(files) for files in found.files] == [6, 20]
    assert {whom: len(files) for whom, files in found.nobodys.items()} == {(0, 1): 4}
    assert [len(some) for some in found.copies.values()] == [1, 1, 1, 1]


def test_who_sent_all_photos_on_may_have_taken_them() -> None:
    """Anna has nothing that Ben has not: by his clock alone hers would never be seen."""
    anna = [file(f"anna/IMG_20240504_1400{k:02d}.jpg", NOON + k, model="Pixel") for k in range(5)]
    ben = [file(f"ben/IMG_20240504_1500{k:02d}.jpg", NOON + k, model="Pixel") for k in range(20)]
    got = sent(anna, "ben")
    found = part_copies([anna, [*ben, *got]], ["anna", "ben"])
    assert [len(files) for files in found.files] == [0, 20]
    assert {whom: len(files) for whom, files in found.nobodys.items()} == {(0, 1): 5}
    # whoever has a device of their own was sent these
    other = part_copies([[*anna, file("anna/own.jpg", NOON)], [*ben, *got]], ["anna", "ben"])
    assert ([len(files) for files in other.files], other.nobodys) == ([1, 25], {})
    # and a folder that lies there twice is one
    twice = part_copies([anna, got], ["anna", "ben"])
    assert ([len(files) for files in twice.files], twice.nobodys) == ([5, 0], {})
