"""offsets.json: what a person is told beside the offsets, and what it never says."""

import json
from dataclasses import replace
from typing import Literal

import msgspec
import pytest

from coincide.model import Contradicted, Dispute, Explanation, OverruledAnswer
from coincide.timeline import offsets_json
from coincide.timeline.document import GalleryResult
from tests.timeline.test_timeline import EVENT, OFFSETS, changed


def test_answers_that_are_outweighed_name_both_files() -> None:
    why = Explanation(overruled=(OverruledAnswer(1, 3, 5400.0, "about"),))
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1", why=why))
    assert document["overruled"] == [{"photos": ["a2", "b2"], "apart_s": 5400.0, "moment": "about"}]


def test_disputes_name_both_clocks_and_what_either_answer_moves() -> None:
    why = Explanation(disputes=(Dispute("ann", "bob", 3600.0, (2, 5)),))
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1", why=why))
    assert document["disputes"] == [{"clocks": ["ann", "bob"], "off_s": 3600.0, "moves": [2, 5]}]
    assert json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))["disputes"] == []


@pytest.mark.parametrize("event_time", ["anchor", "true"])
def test_it_says_whose_time_event_time_is(event_time: Literal["anchor", "true"]) -> None:
    offsets = replace(OFFSETS, event_time=event_time)
    assert json.loads(offsets_json(EVENT, offsets, photos="d1"))["event_time"] == event_time


@pytest.mark.parametrize("confirmed", [False, True])
def test_what_photos_say_against_a_person_is_told(confirmed: bool) -> None:
    against = replace(Contradicted(-3600.0, -3605.0, -3590.0, 7), confirmed=confirmed)
    document = json.loads(offsets_json(EVENT, changed(contradicted=against), photos="d1"))
    assert document["galleries"]["bob"]["contradicted"] == {
        "offset_s": -3600.0,
        "interval_s": [-3605.0, -3590.0],
        "n_pairs": 7,
        "confirmed": confirmed,
    }


@pytest.mark.parametrize(
    ("gallery", "key", "value"),
    [
        ("zoe", "offset_s", 12.0),
        ("zoe", "interval_s", [0.0, 20.0]),
        ("zoe", "drift_ppm", 3.0),
        ("zoe", "placed", True),
        ("bob", "offset_s", None),
        ("bob", "interval_s", None),
        ("bob", "placed", False),
    ],
)
def test_an_offset_and_its_interval_are_told_of_placed_galleries_alone(
    gallery: str, key: str, value: object
) -> None:
    told = json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))["galleries"][gallery]
    assert msgspec.convert(told, GalleryResult).placed is told["placed"]
    with pytest.raises(msgspec.ValidationError, match="placed without an offset"):
        msgspec.convert({**told, key: value}, GalleryResult)
