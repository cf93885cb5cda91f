"""The record: what readers answered about pairs whose distance in time is known.

Three vision-language models, as readers who were not there, saw two pictures of each pair and
nothing else: no names, no tags, not each other's answers. People who were at an event know more.
"""

from importlib.resources import files
from typing import Literal

import msgspec

from coincide.solver.joint.answers import Answered

Order = Literal["before", "after", "-"]


class AnsweredPair(msgspec.Struct, frozen=True, kw_only=True):
    """A pair by event and sha256 of its files, how much later the second is, and what was said.

    ``answers`` and ``orders``: one of each reader. ``orders``: whether the second photo was taken
    before or after the first.
    """

    event: str
    photos: tuple[str, str]
    later_s: float
    exact_s: float
    similarity: float
    answers: tuple[Answered, ...]
    orders: tuple[Order, ...]


def read_record() -> tuple[AnsweredPair, ...]:
    """Return all pairs that were answered, in the order in which they were shown."""
    data = files(__package__).joinpath("record.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[AnsweredPair, ...])
