"""Part events by each method and each kind of clocks, and judge what comes out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.album import Shots
from coincide.album.chapters import find_chapters
from coincide.album.make import headed
from coincide.model import Floats, Indices
from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.chapters.baselines import by_gaps, by_time_and_place
from coincide_bench.chapters.material import KnownChapters
from coincide_bench.chapters.measures import Borders, Table, match_borders
from coincide_bench.chapters.truth import DAY_ENDS_S

CLOCKS = ("found", "true")
# so few photos are no chapter to anybody
FEW = 3
# nobody photographed for so long, or for so long with four in the morning between
NIGHT_S, SLEEP_S = 5 * HOUR_S, 3 * HOUR_S
Method = Callable[[Shots], Indices]
OURS, HEADINGS, GAPS, PLACE = "ours", "ours, headings", "gaps", "time + place"


def by_headings(shots: Shots) -> Indices:
    """Return the chapters that have headings: stops of a photo or two go with one beside them."""
    return headed(shots, find_chapters(shots))


METHODS: Mapping[str, Method] = {
    OURS: find_chapters,
    HEADINGS: by_headings,
    GAPS: by_gaps,
    PLACE: by_time_and_place,
}


@dataclass(frozen=True)
class Judged:
    """What one method made of one event by some clocks.

    ``n_few``: chapters of fewer than three photos; ``n_over_night``: chapters with a night inside;
    ``n_open``: photos in no chapter.
    """

    event: str
    group: str
    method: str
    clocks: str
    table: Table
    borders: Borders
    n_chapters: int
    n_open: int
    n_few: int
    n_over_night: int


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
        n_few=int((np.unique(numbers[numbers >= 0], return_counts=True)[1] < FEW).sum()),
        n_over_night=sum(
            _is_over_night(shots, numbers == number) for number in set(numbers[numbers >= 0])
        ),
    )


def _is_over_night(shots: Shots, inside: NDArray[np.bool_]) -> bool:
    """Tell whether nobody of a chapter photographed for five hours, or for three before morning."""
    times_s, local_s = (column[inside] for column in (shots.event_time_s, local_times_s(shots)))
    gaps_s = np.diff(times_s) - shots.length_s[inside][:-1]
    slept = np.diff(np.floor((local_s - DAY_ENDS_S) / DAY_S)) > 0
    return bool(((gaps_s >= NIGHT_S) | (slept & (gaps_s >= SLEEP_S))).any())


def local_times_s(shots: Shots) -> Floats:
    """Return the local times of shots; their event times where nobody knows."""
    return shots.event_time_s if shots.local_time_s is None else shots.local_time_s


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
