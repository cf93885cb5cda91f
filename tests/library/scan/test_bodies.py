"""Bodies and owners by keys."""

from coincide.library.scan.bodies import BodyKey, is_by_person, owner_of
from coincide.model import Device


def test_a_body_is_the_same_however_its_tags_are_written() -> None:
    assert BodyKey.of(Device("NIKON", "Nikon D90", "1")) == BodyKey.of(
        Device("Nikon", "NIKON d90", "1")
    )
    assert BodyKey.of(Device("Nikon", "D90", "1")) != BodyKey.of(Device("Nikon", "D90", "2"))
    assert not BodyKey.of(Device()).is_known
    assert BodyKey.of(Device("Apple", "iPhone 12")).is_phone


def test_only_the_outermost_folder_names_the_owner() -> None:
    assert owner_of(["Anna", "Rome"]) == "Anna"
    assert owner_of(["2019", "Anna"]) == ""
    assert owner_of(["Photos"]) == ""


def counts(*rows: tuple[str, str, int]) -> list[tuple[str, str, int]]:
    return [
        (BodyKey("make", model, serial).text, owner, n)
        for model, owner, n in rows
        for serial in [model[5:]]
    ]


def test_a_library_by_event_is_nobodys() -> None:
    assert not is_by_person(counts(*((f"canon{1}", f"Place{i}", 10) for i in range(20))))
    assert not is_by_person(counts(("canon", "Anna", 10)))
    assert is_by_person(
        counts(("canon1", "Anna", 100), ("nikon", "Ben", 100), ("canon1", "Ben", 5))
    )


def test_two_people_may_have_one_model() -> None:
    same = [("phone", "Anna", 100), ("phone", "Ben", 100)]
    assert not is_by_person(counts(*same))
    assert is_by_person(counts(*same, ("canon1", "Anna", 50)))
