"""A simulated family as the product sees it: clocks with photos, and occasions between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.library.photos import Clock, ClockId, ClockPhotos, session_starts
from coincide.library.scan.bodies import BodyKey
from coincide.library.solve import Family, Tie
from coincide.model import Device, Floats
from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.library.lives import CameraLife, LifeOptions, Person, draw_camera, draw_person
from coincide_bench.library.occasions import OccasionDraw

# evidence of occasions: drawn by the shares below, or by what the real matcher found of real photos
EvidenceFrom = Literal["drawn", "real"]
# of shared sessions so many have evidence of so many nats, and a false peak beside it
_STRONG, _STRONG_NATS, _SPREAD_NATS = 0.6, 5.0, 2.5
_WEAK, _WEAK_NATS = 0.3, 1.0
_FALSE, _FALSE_NATS = 0.25, 1.5
_SD_S = 20.0
# of sessions that nobody shared so many look like another occasion: the same sofa
_SOFA = 0.1
# no occasion is believed more than this, as in the product
_MOST = 0.97
# of a phone's photos so many have a fresh fix
_FIXED = 0.7
# of outdoor sessions in the daytime so many photos are of broad daylight
_BRIGHT = 0.3


@dataclass(frozen=True)
class Simulated:
    """A family, and the truth of each camera's photos: what must be added to read UTC."""

    clocks: tuple[Clock, ...]
    family: Family
    truth: Mapping[ClockId, Floats]
    people: tuple[Person, ...]


def draw_family(
    options: LifeOptions,
    evidence: EvidenceFrom,
    draws: Sequence[OccasionDraw],
    rng: np.random.Generator,
) -> Simulated:
    """Return a family with its evidence."""
    people = tuple(draw_person(f"Person {i}", options, rng) for i in range(options.people))
    phones = [_phone(person, rng) for person in people]
    clocks, truth, ties = list(phones), dict[ClockId, Floats](), list[Tie]()
    for number, person in enumerate(people):
        for body in range(options.cameras_each):
            life = draw_camera(person, options, rng)
            camera, due_s = _camera(person, body, life, rng)
            clocks.append(camera)
            truth[camera.key] = due_s
            others = [*phones[:number], *phones[number + 1 :]]
            ties += _ties(camera, due_s, others, options, (evidence, draws), rng)
    return Simulated(tuple(clocks), Family(tuple(ties)), truth, people)


def _phone(person: Person, rng: np.random.Generator) -> Clock:
    utc_s = person.phone_s
    zone_s, (latitude, longitude) = person.zone_s(utc_s), person.place(utc_s)
    fixed = rng.uniform(size=len(utc_s)) < _FIXED
    gps_s = np.where(fixed, utc_s - rng.integers(0, 4, len(utc_s)), np.nan)
    return _clock(
        person, Device("Apple", "iPhone 12"), utc_s + zone_s, zone_s, gps_s, latitude, longitude
    )


def _camera(
    person: Person, body: int, life: CameraLife, rng: np.random.Generator
) -> tuple[Clock, Floats]:
    """Return a camera as files show it, and what its photos are due, in its order."""
    shown_s = np.round(life.utc_s - life.to_utc_s)
    none = np.full(len(shown_s), np.nan)
    day = np.abs((life.utc_s + person.zone_s(life.utc_s)) % DAY_S - 13 * HOUR_S) < 4 * HOUR_S
    bright = day & (rng.uniform(size=len(shown_s)) < _BRIGHT)
    device = Device("Nikon", "D90", f"{person.name} {body}")
    clock = _clock(person, device, shown_s, none, none, none, none, np.where(bright, 13.0, 8.0))
    return clock, life.to_utc_s[clock.photos.row.astype(np.int64)]


def _clock(
    person: Person,
    device: Device,
    shown_s: Floats,
    zone_s: Floats,
    gps_s: Floats,
    latitude: Floats,
    longitude: Floats,
    ev: Floats | None = None,
) -> Clock:
    """Return a clock; its body counts its photos."""
    n = len(shown_s)
    none = np.full(n, np.nan)
    written_s = np.full(n, 4e9)
    columns = (shown_s, zone_s, gps_s, latitude, longitude, none if ev is None else ev, none)
    photos = ClockPhotos.of(np.column_stack([*columns, np.arange(n), written_s]).tolist())
    key = ClockId(BodyKey.of(device).text, "" if device.serial else person.name)
    starts = session_starts(photos.time_s)
    return Clock(key, f"{person.name} · {device.label}", person.name, device, photos, starts)


def _ties(
    camera: Clock,
    due_s: Floats,
    others: Sequence[Clock],
    options: LifeOptions,
    source: tuple[EvidenceFrom, Sequence[OccasionDraw]],
    rng: np.random.Generator,
) -> list[Tie]:
    """Return occasions of a camera with other people's phones, true ones and look-alikes."""
    found = list[Tie]()
    for session in range(camera.n_sessions):
        shared = rng.uniform() < options.shared
        phone = others[int(rng.integers(len(others)))]
        true_s = float(due_s[camera.starts[session]])
        utc_s = float(camera.photos.time_s[camera.starts[session]]) + true_s
        there = _session_near(phone, utc_s)
        for number, (off_s, sd_s, weight) in enumerate(_peaks(shared, source, rng)):
            name = f"{camera.key.text} {session} {number}"
            offset_s = true_s + off_s
            tie = Tie(
                name, camera.key, session, phone.key, there, offset_s, sd_s, min(weight, _MOST)
            )
            found.append(tie)
    return found


def _session_near(phone: Clock, utc_s: float) -> int:
    """Return the session of a phone that is nearest; its owner is at the occasion."""
    starts = phone.photos.time_s - phone.photos.zone_s
    return int(np.argmin(np.abs(starts[np.array(phone.starts[:-1])] - utc_s)))


def _peaks(
    shared: bool,
    source: tuple[EvidenceFrom, Sequence[OccasionDraw]],
    rng: np.random.Generator,
) -> list[tuple[float, float, float]]:
    """Return what a matcher makes of a session: (off by, standard deviation, weight)."""
    evidence, draws = source
    if evidence == "real":
        pool = [draw for draw in draws if draw.shared == shared]
        if not shared and rng.uniform() >= _SOFA:
            return []
        draw = pool[int(rng.integers(len(pool)))]
        off_s = draw.error_s if shared else _anywhere_s(rng)
        return [(off_s, max(draw.sd_s, 1.0), draw.probability)]
    if not shared:
        return [_false(rng)] if rng.uniform() < _SOFA else []
    peaks, kind = list[tuple[float, float, float]](), rng.uniform()
    if kind < _STRONG:
        peaks.append((rng.normal(0, _SD_S), _SD_S, _weight(rng.normal(_STRONG_NATS, _SPREAD_NATS))))
    elif kind < _STRONG + _WEAK:
        peaks.append((rng.normal(0, _SD_S), _SD_S, _weight(_WEAK_NATS)))
    if rng.uniform() < _FALSE:
        peaks.append(_false(rng))
    return peaks


def _false(rng: np.random.Generator) -> tuple[float, float, float]:
    return _anywhere_s(rng), _SD_S, _weight(_FALSE_NATS)


def _anywhere_s(rng: np.random.Generator) -> float:
    """Return where a look-alike is found: within a day, at a whole hour as often as not."""
    if rng.uniform() < 0.5:
        return float(rng.choice([-3, -2, -1, 1, 2, 3]) * HOUR_S + rng.normal(0, 60.0))
    return float(rng.uniform(-DAY_S, DAY_S))


def _weight(nats: float) -> float:
    """Return the weight of a reading that speaks with so many nats for its offset."""
    most = DAY_S / (_SD_S * np.sqrt(2 * np.pi))
    return float(np.clip((np.exp(min(nats, 8.0)) - 1.0) / (most - 1.0), 0.0, 1.0))
