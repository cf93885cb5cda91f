"""The events of the suite: by sound alone, with all there is, with photos, and very large."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

import numpy as np

from coincide.solver.options import JointOptions
from coincide.sound.model import Overheard
from coincide_bench.figures.tables import NONE, Table, share
from coincide_bench.sound.drawn import drawn_ties
from coincide_bench.sound.evenings import Evening, Plan, draw_evening, rng_of
from coincide_bench.sound.events import EveningRun, Found, solve_evening
from coincide_bench.sound.export import Exported

Part = Literal[
    "sound",
    "all",
    "photos",
    "silent",
    "minutes",
    "minutes clocks",
    "minutes all",
    "large",
]
# seeds of events that nothing else of the benchmark has
FIRST = 500
# of a camera whose clock nobody knows errors are as large as its interval: they would hide all else
MOST_S = 10.0
# a gallery is told so exactly that it is one of those that must be right to half a second
EXACT_S = 1.0
SOUND_ALONE = Plan()
ALL = Plan(photos=(8, 16), usual_clocks=True)
PHOTOS = replace(ALL, photos=(20, 35), without_clips=2, with_one_clip=2)
# everybody films the same few minutes, and nothing but that
MINUTES = Plan(phones=(3, 6), strangers=(0, 1), clips=(2, 4), n_highlights=3)
MINUTES_S = (240.0, 480.0)
LARGE = Plan(
    phones=(95, 95),
    strangers=(5, 5),
    clips=(20, 20),
    usual_clocks=True,
    evening_s=4 * 3600.0,
    n_highlights=60,
)
_WITHOUT_CLOCKS: tuple[Part, ...] = ("sound", "minutes")
_WITHOUT_PICTURES: tuple[Part, ...] = (*_WITHOUT_CLOCKS, "minutes clocks", "large")
# as people run it: no clock is named to which the others are brought
_CHOOSING: tuple[Part, ...] = ("minutes clocks", "minutes all")
WORDS: dict[Part, str] = {
    "sound": "by sound alone",
    "all": "sound, pictures, clocks",
    "photos": "photos and clips",
    "silent": "the same, not listening",
    "minutes": "the same few minutes, by sound alone",
    "minutes clocks": "the same few minutes, sound and clocks",
    "minutes all": "the same few minutes, pictures too",
    "large": "100 phones, 2,000 clips",
}


@dataclass(frozen=True)
class PartRun:
    """All events of a part."""

    part: Part
    runs: tuple[EveningRun, ...]

    @property
    def members(self) -> list[Found]:
        """All galleries that belong."""
        return [placed for run in self.runs for placed in run.found if not placed.stranger]

    @property
    def strangers(self) -> list[Found]:
        """All that do not."""
        return [placed for run in self.runs for placed in run.found if placed.stranger]


def run_part(
    part: Part,
    seeds: Sequence[int],
    n_events: int,
    *,
    tell: Callable[[str, int, int], None],
    joint: JointOptions = JointOptions(),
) -> PartRun:
    """Draw, tie and solve the events of a part."""
    runs = []
    for number in range(n_events):
        seed = seeds[number % len(seeds)] + FIRST + 1000 * number
        runs.append(solve_part(part, seed, joint=joint))
        tell(WORDS[part], number + 1, n_events)
    return PartRun(part, tuple(runs))


def solve_part(part: Part, seed: int, *, joint: JointOptions = JointOptions()) -> EveningRun:
    """Draw, tie and solve one event of a part."""
    evening, overheard = _drawn(part, seed)
    return solve_evening(
        evening,
        () if part == "silent" else overheard,
        pictures=part not in _WITHOUT_PICTURES,
        clocks=part not in _WITHOUT_CLOCKS,
        joint=joint,
        anchored=part not in _CHOOSING,
    )


def _drawn(part: Part, seed: int) -> tuple[Evening, tuple[Overheard, ...]]:
    minutes = replace(MINUTES, evening_s=float(rng_of(seed, "minutes").uniform(*MINUTES_S)))
    plans: dict[Part, Plan] = {
        "sound": SOUND_ALONE,
        "minutes": minutes,
        "minutes clocks": replace(minutes, usual_clocks=True),
        "minutes all": replace(minutes, usual_clocks=True),
        "all": ALL,
        "photos": PHOTOS,
        "silent": PHOTOS,
        "large": LARGE,
    }
    evening = draw_evening(seed, plans[part])
    return evening, drawn_ties(evening)


def event_table(parts: Sequence[PartRun]) -> Table:
    """Return where members and strangers are, by part."""
    header = (
        *(
            "events",
            "number",
            "members",
            "placed within 1 s %",
            "certain %",
            "of these: within 1 s",
        ),
        *(
            "0.5 s",
            "0.25 s",
            "furthest",
            "in their interval %",
            "known to 1 s: within 0.5 s",
            "clips: median",
            "furthest",
            "strangers certain",
            "seconds",
        ),
    )
    caption = (
        "Clocks beside where most members' are. Known to 1 s: whose interval, of 90 %, reaches no"
        " further to either side on average. Clips: the start of each that sound has placed,"
        " of members that are certain."
    )
    rows = tuple((WORDS[part.part], *_cells(part)) for part in parts)
    return Table("Whole events", header, rows, caption)


def _cells(part: PartRun) -> Iterator[str]:
    members, strangers = part.members, part.strangers
    certain = [member for member in members if member.certain]
    errors = [abs(placed.error_s) for placed in certain if placed.error_s is not None]
    clips = [abs(error) for placed in certain for error in placed.clip_errors_s]
    yield str(len(part.runs))
    yield str(len(members))
    yield share(sum(member.within(1.0) for member in members) / len(members))
    yield share(len(certain) / len(members))
    for limit_s in (1.0, 0.5, 0.25):
        yield (
            share(sum(placed.within(limit_s) for placed in certain) / len(certain))
            if certain
            else NONE
        )
    yield f"{max(errors):.2f} s" if errors else NONE
    yield share(sum(placed.inside for placed in certain) / len(certain)) if certain else NONE
    exact = [
        placed for placed in certain if placed.reach_s is not None and placed.reach_s <= EXACT_S
    ]
    yield f"{sum(placed.within(0.5) for placed in exact)} of {len(exact)}"
    yield f"{median(clips):.2f} s" if clips else NONE
    yield f"{max(clips):.2f} s" if clips else NONE
    yield f"{sum(stranger.certain for stranger in strangers)} of {len(strangers)}"
    yield f"{sum(run.seconds for run in part.runs):.0f}"


def tied_table(parts: Sequence[PartRun]) -> Table:
    """Return where galleries are that sound vouches for by two ties or more, by part."""
    header = (
        *("events", "galleries", "tied", "all ties within 0.5 s", "most of them"),
        *("certain", "certain and wrong"),
    )
    caption = (
        "Tied: galleries with two or more ties that sound vouches for; then of how many the result"
        " has all of these ties within half a second, and more than half of them. Wrong: of"
        " another event, or, beside the clock it is told against, outside its interval and more"
        " than half a second off."
    )
    rows = tuple((WORDS[part.part], *_tied_cells(part)) for part in parts)
    return Table("Galleries with several certain ties", header, rows, caption)


def _tied_cells(part: PartRun) -> Iterator[str]:
    found = [*part.members, *part.strangers]
    tied = [placed for placed in found if len(placed.sure_off_s) > 1]
    yield str(len(found))
    yield str(len(tied))
    yield str(sum(placed.n_held == len(placed.sure_off_s) for placed in tied))
    yield str(sum(2 * placed.n_held > len(placed.sure_off_s) for placed in tied))
    yield str(sum(placed.certain for placed in found))
    yield str(sum(placed.certain_and_wrong for placed in found))


def clip_table(parts: Sequence[PartRun]) -> Table:
    """Return how many clips `coincide clips` puts in by default, by part."""
    header = (
        *("events", "clips", "of these right", "put in by clocks %", "wrong"),
        *("with what sound joins %", "wrong"),
    )
    caption = (
        "Clips of members; right: within a second of where they belong beside the others, if all"
        " that is placed is put in. Then how many of these `coincide clips` puts in, and how many"
        " others: of clocks that are certain, and with clips that certain sounds join."
    )
    rows = tuple(
        (WORDS[part.part], *_clip_cells([run.exported for run in part.runs if run.exported]))
        for part in parts
    )
    return Table("Clips for editors", header, rows, caption)


def _clip_cells(runs: Sequence[Exported]) -> Iterator[str]:
    n_right = sum(run.all_right for run in runs)
    yield str(sum(run.n_clips for run in runs))
    yield str(n_right)
    for put_in in ([run.clocks for run in runs], [run.joined for run in runs]):
        yield share(sum(right for right, _ in put_in) / n_right) if n_right else NONE
        yield str(sum(wrong for _, wrong in put_in))


def kind_table(photos: PartRun, silent: PartRun) -> Table:
    """Return what listening does to galleries with no clip, with one, and with several."""
    groups: dict[str, Callable[[Found], bool]] = {
        "no clip": lambda one: one.n_clips == 0,
        "one clip": lambda one: one.n_clips == 1,
        "more clips": lambda one: one.n_clips > 1,
    }
    rows = []
    for words, is_in in groups.items():
        for name, part in (("listening", photos), ("not", silent)):
            group = [member for member in part.members if is_in(member)]
            errors = [abs(placed.error_s) for placed in group if placed.error_s is not None]
            tied = [placed for placed in group if placed.n_tied]
            rows.append(
                (
                    f"{words}, {name}",
                    str(len(group)),
                    share(sum(placed.certain for placed in group) / max(len(group), 1)),
                    f"{median(errors):.2f} s" if errors else NONE,
                    f"{sum(placed.within(1.0) for placed in tied)} of {len(tied)}",
                )
            )
        rows.append((f"{words}, the difference", *_difference(photos, silent, is_in), NONE))
    header = ("galleries with", "number", "certain %", "median error", "tied: within 1 s")
    caption = (
        "The difference: of each gallery's error listening and not, no more than 10 s of each, the"
        " mean ± its standard error; then how many are worse and better by half a second."
    )
    return Table("Events of photos and clips", header, tuple(rows), caption)


def _difference(
    photos: PartRun, silent: PartRun, is_in: Callable[[Found], bool]
) -> tuple[str, str, str]:
    """Return of how many galleries, who is worse and better, and the mean difference."""
    more_s = np.array(
        [
            min(abs(one.error_s), MOST_S) - min(abs(other.error_s), MOST_S)
            for one, other in zip(photos.members, silent.members, strict=True)
            if is_in(one) and one.error_s is not None and other.error_s is not None
        ]
    )
    if not len(more_s):
        return "0", NONE, NONE
    worse, better = int((more_s > 0.5).sum()), int((more_s < -0.5).sum())
    spread_s = float(more_s.std() / len(more_s) ** 0.5)
    told = f"{more_s.mean():+.2f} ± {spread_s:.2f} s"
    return str(len(more_s)), f"{worse} worse, {better} better", told
