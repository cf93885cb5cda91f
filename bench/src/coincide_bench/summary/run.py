"""What a summary tells of an event: shares of its chapters, people and cameras, by each choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.album import Album, make_album, summary
from coincide_bench.suites.splits import make_rng
from coincide_bench.summary.events import KnownStory

Rng = np.random.Generator
Choice = Callable[[Album, KnownStory, int, Rng], Sequence[int]]
# a random choice is drawn so often
_DRAWS = 20


@dataclass(frozen=True)
class Told:
    """Shares of an event's true chapters, of its people and its cameras that a choice shows."""

    chapters: float
    people: float
    cameras: float

    @property
    def mean(self) -> float:
        """All of them together."""
        return (self.chapters + self.people + self.cameras) / 3


def chosen(album: Album, story: KnownStory, n: int, _rng: Rng) -> Sequence[int]:
    """Return what the product chooses."""
    return summary(album, story.shots, n)


def at_random(_album: Album, story: KnownStory, n: int, rng: Rng) -> Sequence[int]:
    """Return any photos."""
    return [int(row) for row in rng.permutation(len(story.shots))[:n]]


def evenly_spaced(_album: Album, story: KnownStory, n: int, _rng: Rng) -> Sequence[int]:
    """Return photos with as many between them."""
    count = len(story.shots)
    return [int(row) for row in ((np.arange(min(n, count)) + 0.5) * count / min(n, count))]


def even_in_time(_album: Album, story: KnownStory, n: int, _rng: Rng) -> Sequence[int]:
    """Return photos with as much time between them, as far as there are any."""
    times_s = story.shots.event_time_s
    wanted = np.linspace(times_s[0], times_s[-1], n)
    return sorted({int(np.abs(times_s - time_s).argmin()) for time_s in wanted})


def largest_clusters(album: Album, _story: KnownStory, n: int, _rng: Rng) -> Sequence[int]:
    """Return one photo of each of the largest moments; then, again from the largest, further."""
    moments = [moment for chapter in album.chapters for moment in chapter.moments]
    moments.sort(key=lambda moment: (-len(moment.rows), moment.rows[0]))
    rounds = [
        moment.rows[(len(moment.rows) // 2 + turn) % len(moment.rows)]
        for turn in range(n)
        for moment in moments
        if turn < len(moment.rows)
    ]
    return rounds[:n]


CHOICES: Mapping[str, Choice] = {
    "summary": chosen,
    "random": at_random,
    "evenly spaced": evenly_spaced,
    "even in time": even_in_time,
    "largest clusters": largest_clusters,
}


def told_by(story: KnownStory, rows: Sequence[int]) -> Told:
    """Return what some photos tell of an event."""
    columns = (story.chapter, story.shots.person, story.shots.gallery)
    return Told(
        *(len(set(column[list(rows)].tolist())) / len(np.unique(column)) for column in columns)
    )


def tell(story: KnownStory, n: int, seed: int) -> dict[str, Told]:
    """Return what each choice of n photos tells; of random ones the mean."""
    album = make_album(story.shots)
    found = {}
    for name, choose in CHOICES.items():
        rng = make_rng(seed, "summary", name)
        draws = _DRAWS if name == "random" else 1
        told = [told_by(story, choose(album, story, n, rng)) for _ in range(draws)]
        found[name] = Told(
            *(
                float(np.mean([getattr(one, part) for one in told]))
                for part in ("chapters", "people", "cameras")
            )
        )
    return found


def n_lower(told: Sequence[Mapping[str, Told]], name: str) -> int:
    """Return how many shares, three of each event, are lower by the summary than by another."""
    return sum(
        getattr(mapping["summary"], part) < getattr(mapping[name], part) - 1e-9
        for mapping in told
        for part in ("chapters", "people", "cameras")
    )
