from collections.abc import Sequence

import pytest

from coincide.ingest.branches import BranchPhoto, are_related, join_branches, verdict
from coincide.ingest.scan import Source
from coincide.media.file import MediaFile
from tests.ingest.media import NOON, file


def shots(
    folder: str, first: int, times: Sequence[float], model: str = "iPhone 6", **record: object
) -> list[MediaFile]:
    return [
        file(
            f"{folder}/IMG_{first + k:04d}.jpg",
            NOON + time_s,
            make="Apple",
            model=model,
            **record,
        )
        for k, time_s in enumerate(times)
    ]


def joined(*branches: list[MediaFile]) -> dict[str, int]:
    sources = []
    for files in branches:
        way = files[0].path.parts[:-1]
        sources.append(Source("/".join(way), tuple(one.path for one in files), way=way))
    found = join_branches(sources, branches)
    return {s.name: len(f) for s, f in zip(found.sources, found.files, strict=True)}


EARLY = [60.0 * k for k in range(8)]
LATE = [3600.0 + time_s for time_s in EARLY]
BETWEEN = [time_s + 30.0 for time_s in EARLY]


def test_numbers_that_go_on_make_chapters_of_one_person() -> None:
    found = joined(shots("Anna/Garden", 100, EARLY), shots("Anna/Lake", 112, LATE))
    assert found == {"Anna": 16}


def test_numbers_that_take_turns_in_order_are_one_persons() -> None:
    chosen = shots("Anna/Prints nice", 101, [60.0, 3660.0])[:1]
    rest = shots("Anna/Lake", 100, [0.0]) + shots("Anna/Lake", 102, [120.0, 180.0, 240.0])
    more = [*chosen, *shots("Anna/Prints nice", 106, [400.0, 460.0])]
    assert joined(rest, more) == {"Anna": 7}


def test_the_same_serial_number_makes_one_person() -> None:
    a, b = shots("Eve/Garden", 100, EARLY, serial="7"), shots("Eve/Lake", 5000, EARLY, serial="7")
    assert joined(a, b) == {"Eve": 16}


@pytest.mark.parametrize("first", [300, 5000])
def test_phones_of_one_model_stay_apart(first: int) -> None:
    found = joined(shots("Rome/Anna", 100, EARLY), shots("Rome/Ben", first, BETWEEN))
    assert found == {"Rome/Anna": 8, "Rome/Ben": 8}


def test_other_models_stay_apart() -> None:
    found = joined(shots("Rome/Anna", 100, EARLY), shots("Rome/Ben", 108, LATE, "Pixel 6"))
    assert found == {"Rome/Anna": 8, "Rome/Ben": 8}


def test_one_device_that_contradicts_keeps_people_apart() -> None:
    a = shots("Rome/Anna", 100, EARLY) + shots("Rome/Anna", 100, EARLY, "Pixel 6")
    b = shots("Rome/Ben", 108, LATE) + shots("Rome/Ben", 7000, BETWEEN, "Pixel 6")
    assert joined(a, b) == {"Rome/Anna": 16, "Rome/Ben": 16}


def test_only_some_of_the_folders_may_be_one_persons() -> None:
    found = joined(
        shots("Rome/Garden", 100, EARLY),
        shots("Rome/Lake", 112, LATE),
        shots("Rome/Ben", 8000, BETWEEN),
    )
    assert found == {"Rome/Ben": 8, "Rome/Garden+Rome/Lake": 16}


def test_people_of_other_stems_are_left_alone() -> None:
    found = joined(shots("Anna", 100, EARLY), shots("Ben", 112, LATE))
    assert found == {"Anna": 8, "Ben": 8}


def test_a_counter_that_begins_again_between_folders_is_left_open() -> None:
    early = [BranchPhoto(time_s, 7000 + k, None) for k, time_s in enumerate(EARLY)]
    late = [BranchPhoto(time_s, 1 + k, None) for k, time_s in enumerate(LATE)]
    assert verdict(early, late) == "open"
    rolled = [BranchPhoto(time_s, (9995 + k) % 10_000, None) for k, time_s in enumerate(EARLY)]
    assert (
        verdict(rolled, [BranchPhoto(time_s, 5 + k, None) for k, time_s in enumerate(LATE)])
        == "one"
    )


def test_another_software_is_left_open() -> None:
    early = [BranchPhoto(time_s, 100 + k, "9.3.1") for k, time_s in enumerate(EARLY)]
    late = [BranchPhoto(time_s, 108 + k, "9.3.5") for k, time_s in enumerate(LATE)]
    assert verdict(early, late) == "open"


def test_who_may_be_one_by_name() -> None:
    def source(*way: str) -> Source:
        return Source("/".join(way), (), way=way)

    assert are_related(source("Rome", "Anna"), source("Rome", "Ben"))
    assert are_related(source("Gizeh", "Anna"), source("Luxor", "Anna"))
    assert are_related(source("Church"), source("Party"))
    assert not are_related(source("Anna"), source("Ben"))
    assert not are_related(source("Guests", "Anna"), source("Guests", "Ben"))
    assert not are_related(Source("event", ()), source("Anna"))
