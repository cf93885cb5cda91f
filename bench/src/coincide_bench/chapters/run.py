"""Part events by each method and each kind of clocks, and judge what comes out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.album import Shots
from coincide.album.chapters import find_chapters
from coincide.model import Floats, Indices
from coincide_bench.chapters.baselines import by_gaps, by_time_and_place
from coincide_bench.chapters.material import KnownChapters
from coincide_bench.chapters.measures import Borders, Table, match_borders

CLOCKS = ("found", "true")
Method = Callable[[Shots], Indices]
OURS, GAPS, PLACE = "ours", "gaps", "time + place"
METHODS: Mapping[str, Method] = {OURS: find_chapters, GAPS: by_gaps, PLACE: by_time_and_place}


@dataclass(frozen=True)
class Judged:
    """What one method made of one event by some clocks; ``n_open``: photos in no chapter."""

    event: str
    group: str
    method: str
    clocks: str
    table: Table
    borders: Borders
    n_chapters: int
    n_open: int


def judge(event: KnownChapters, method: Method, clocks: str, name: str = "") -> Judged:
    """Part an event and compare it with the truth."""
    columns = event.columns
    shots, rows = columns.shots(clocks)
    numbers = method(shots)
    found = np.full(len(columns.true_s), -1, dtype=np.int64)
    found[rows] = numbers
    counted = columns.counted
    # the clock that a sync brings all to may be off as a whole
    ahead_s = float(np.median(columns.true_s[rows] - shots.event_time_s))
    borders_s = border_times(shots, numbers) + ahead_s
    return Judged(
        event=event.name,
        group=event.group,
        method=name,
        clocks=clocks,
        table=Table.of(columns.chapter[counted], found[counted]),
        borders=match_borders(borders_s, event.pauses_s),
        n_chapters=len(set(numbers.tolist()) - {-1}),
        n_open=int((found[counted] < 0).sum()),
    )


def border_times(shots: Shots, numbers: Indices) -> Floats:
    """Return when one chapter ends and the next begins: half-way between their photos."""
    sure = numbers >= 0
    times_s, of = shots.event_time_s[sure], numbers[sure]
    last_s, first_s = (
        np.array([pick(times_s[of == number]) for number in range(of.max(initial=-1) + 1)])
        for pick in (np.max, np.min)
    )
    return np.array((last_s[:-1] + first_s[1:]) / 2)


def judge_all(events: Sequence[KnownChapters]) -> list[Judged]:
    """Judge every method on every event, by both kinds of clocks."""
    return [
        judge(event, method, clocks, name)
        for event in events
        for clocks in CLOCKS
        for name, method in METHODS.items()
    ]
