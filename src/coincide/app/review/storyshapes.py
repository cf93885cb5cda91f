"""What a report's first page is told."""

from msgspec import Struct


class StoryInstant(Struct, frozen=True):
    """What two people photographed at one instant: rows by time, and seconds between them."""

    rows: tuple[int, int]
    apart_s: int
    within_s: int  # how well that is known, ± so many seconds


class StoryView(Struct, frozen=True):
    """What a report opens with."""

    sentences: tuple[str, ...]  # what happened
    instants: tuple[StoryInstant, ...]  # the best first
    best: tuple[int, ...]  # rows that tell the event, by time
