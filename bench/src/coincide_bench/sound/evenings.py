"""Whole events by sound: a programme in which records come again, and who filmed what of it."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from coincide.model import Device, ReadingKind
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock

Rng = np.random.Generator

EVENING_S = 3600.0
DOORS_S = from_clock(2024, 5, 4, 20, 0, 0)
LENGTHS_S = {
    "talk": (60.0, 240.0),
    "song": (120.0, 240.0),
    "band": (120.0, 240.0),
    "announced": (30.0, 90.0),
    "applause": (15.0, 40.0),
}
SHARES = {"talk": 0.3, "song": 0.4, "band": 0.1, "announced": 0.1, "applause": 0.1}
# of all records: those that were played before, and of another event's those that are ours too
AGAIN, SHARED = 0.35, 0.5
# what all film: people start within seconds of each other when the cake comes
N_HIGHLIGHTS, HIGHLIGHT_SD_S, AT_HIGHLIGHTS = 10, 12.0, 0.6
CLIP_S = (6.0, 75.0)
# who writes what into headers, and how often that is what the maker usually writes
PHONE = Device("Google", "Pixel 7")
CAMERA = Device("Canon", "Canon EOS R6")
USUAL: dict[Device, ReadingKind] = {PHONE: "end", CAMERA: "start"}
AS_USUAL, ONE_IN_CAMERAS = 0.75, 0.2


def rng_of(seed: int, *names: object) -> Rng:
    """Generator of its own for each use: no two draws share any noise by accident."""
    return np.random.default_rng([seed, *(zlib.crc32(str(name).encode()) for name in names)])


@dataclass(frozen=True)
class Item:
    """A part of a programme; ``record``: its number where it may be played again, else None."""

    what: str
    from_s: float
    length_s: float
    record: int | None = None


@dataclass(frozen=True)
class Take:
    """A clip (or a photo, of no length) by true time."""

    from_s: float
    length_s: float

    @property
    def to_s(self) -> float:
        """When it ends."""
        return self.from_s + self.length_s


@dataclass(frozen=True)
class Filmer:
    """A camera at an event: what its clock adds to true time, what its headers tell, its takes."""

    name: str
    stranger: bool
    device: Device
    ahead_s: float
    writes: ReadingKind
    snr_db: float
    takes: tuple[Take, ...]
    photos: tuple[Take, ...] = ()


@dataclass(frozen=True)
class Evening:
    """An event, and another from which strangers came; programmes by true time."""

    seed: int
    here: tuple[Item, ...]
    elsewhere: tuple[Item, ...]
    filmers: tuple[Filmer, ...]

    def programme(self, filmer: Filmer) -> tuple[Item, ...]:
        """Return what was played where somebody filmed."""
        return self.elsewhere if filmer.stranger else self.here


@dataclass(frozen=True)
class Plan:
    """How large an event is, and what its clocks are like."""

    phones: tuple[int, int] = (6, 8)
    strangers: tuple[int, int] = (1, 2)
    clips: tuple[int, int] = (5, 10)
    # photos of each, besides clips
    photos: tuple[int, int] = (0, 0)
    # whether clocks are as phones' are, or anything
    usual_clocks: bool = False
    evening_s: float = EVENING_S
    n_highlights: int = N_HIGHLIGHTS
    # of the members: without any clip, and cameras with a single one
    without_clips: int = 0
    with_one_clip: int = 0


def draw_evening(seed: int, plan: Plan = Plan()) -> Evening:
    """Return an event of a seed."""
    rng = rng_of(seed, "evening", plan)
    here = tuple(_programme(rng, DOORS_S, plan.evening_s, known=0))
    records = 1 + max((item.record or 0 for item in here), default=0)
    away_s = rng.integers(-20, 21) * DAY_S + rng.uniform(-3, 3) * HOUR_S
    elsewhere = tuple(_programme(rng, DOORS_S + away_s, plan.evening_s, known=records))
    n_members, n_strangers = (_between(span, rng) for span in (plan.phones, plan.strangers))
    moments = {one: _highlights(items, plan, rng) for one, items in ((0, here), (1, elsewhere))}
    filmers = []
    for number in range(n_members + n_strangers):
        stranger = number >= n_members
        n_clips = _between(plan.clips, rng)
        if not stranger and number > 0:
            n_clips = 0 if number <= plan.without_clips else n_clips
            of_one = plan.without_clips < number <= plan.without_clips + plan.with_one_clip
            n_clips = 1 if of_one else n_clips
        items = elsewhere if stranger else here
        filmers.append(_filmer(number, items, moments[int(stranger)], n_clips, plan, rng))
    return Evening(seed, here, elsewhere, tuple(filmers))


def _between(span: tuple[int, int], rng: Rng) -> int:
    return int(rng.integers(span[0], span[1] + 1))


def _programme(rng: Rng, from_s: float, length_s: float, *, known: int) -> Iterator[Item]:
    """Yield what is played; ``known``: so many records of another event may be played too."""
    at_s, played, fresh = from_s, list[int](), known
    lengths: dict[int, float] = {}
    while at_s < from_s + length_s:
        what = str(rng.choice(list(SHARES), p=list(SHARES.values())))
        item_s, record = float(rng.uniform(*LENGTHS_S[what])), None
        if what == "song":
            if played and rng.random() < AGAIN:
                record = int(rng.choice(played))
            elif known and rng.random() < SHARED:
                record = int(rng.integers(known))
            else:
                record, fresh = fresh, fresh + 1
            played.append(record)
            item_s = lengths.setdefault(record, item_s)
        yield Item(what, at_s, item_s, record)
        at_s += item_s


def _highlights(items: tuple[Item, ...], plan: Plan, rng: Rng) -> list[float]:
    drawn_s = rng.uniform(30, plan.evening_s - 60, plan.n_highlights)
    return [items[0].from_s + float(one_s) for one_s in drawn_s]


def _filmer(
    number: int, items: tuple[Item, ...], moments: list[float], n_clips: int, plan: Plan, rng: Rng
) -> Filmer:
    first_s, last_s = items[0].from_s, items[0].from_s + plan.evening_s
    device = CAMERA if rng.random() < ONE_IN_CAMERAS else PHONE
    usual = USUAL[device]
    other: ReadingKind = "start" if usual == "end" else "end"
    takes: list[Take] = []
    while len(takes) < n_clips:
        length_s = float(np.clip(rng.lognormal(np.log(20), 0.6), *CLIP_S))
        if rng.random() < AT_HIGHLIGHTS:
            at_s = float(rng.choice(moments)) + rng.normal(0, HIGHLIGHT_SD_S) - length_s / 4
        else:
            at_s = rng.uniform(first_s, last_s - length_s)
        take = Take(max(float(at_s), first_s), length_s)
        # one camera films one clip at a time
        if all(take.to_s + 2 < other.from_s or other.to_s + 2 < take.from_s for other in takes):
            takes.append(take)
    shots_s = rng.uniform(first_s, last_s, _between(plan.photos, rng)).tolist()
    return Filmer(
        name=f"{'stranger' if items[0].from_s != DOORS_S else 'member'} {number}",
        stranger=bool(items[0].from_s != DOORS_S),
        device=device,
        ahead_s=_usual_error_s(device, rng) if plan.usual_clocks else _any_error_s(rng),
        writes=usual if rng.random() < AS_USUAL else other,
        snr_db=float(rng.uniform(3, 20)),
        takes=tuple(sorted(takes, key=lambda one: one.from_s)),
        photos=tuple(Take(at_s, 0.0) for at_s in sorted(shots_s)),
    )


def _any_error_s(rng: Rng) -> float:
    return float(rng.uniform(-3, 3) * HOUR_S)


def _usual_error_s(device: Device, rng: Rng) -> float:
    """Return how far ahead a clock is: phones set themselves mostly, cameras are set by hand."""
    chance = rng.random()
    right, hours = (0.88, 0.94) if device is PHONE else (0.3, 0.6)
    near_s = 1.0 if device is PHONE else 60.0
    if chance < right:
        return float(rng.normal(0, near_s))
    if chance < hours:
        return float(rng.choice((-1, 1, 2)) * HOUR_S + rng.normal(0, near_s))
    return float(rng.uniform(-90, 90) * MINUTE_S)
