"""Events in memory whose photos show known scenes at known times; no files, no network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.model import Device, Event, Floats, Gallery, Indices, Photo, Singles
from coincide.model.explanation import Moment
from coincide.model.hints import AnswerKind, RowHints
from coincide.model.times import from_clock
from coincide.project.read.features import EventFeatures
from coincide.solver.evidence import EvidenceInputs

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
PHONE, CAMERA = Device("Apple", "iPhone 15"), Device("NIKON CORPORATION", "NIKON D80")
DIM = 48


@dataclass(frozen=True)
class Shots:
    """One gallery: which scenes it shows, when they were, and what its clock adds to that."""

    scenes: Sequence[int]
    times_s: Floats
    ahead_s: float = 0.0
    device: Device = CAMERA
    # what takes the clock to UTC, of a clock whose photos have GPS times
    to_utc_s: float | None = None
    trusted: bool = False


def afternoon(rng: np.random.Generator, n_scenes: int = 16) -> Floats:
    """Return the times of the scenes of four hours, unevenly spread."""
    return NOON_S + np.sort(rng.uniform(0.0, 14_400.0, n_scenes))


def seen_by(rng: np.random.Generator, at_s: Floats, **how: object) -> Shots:
    """Return a gallery of all scenes, each within a few seconds of its time."""
    times_s = np.round(at_s + rng.uniform(-8.0, 8.0, len(at_s)))
    return Shots(range(len(at_s)), times_s, **how)  # type: ignore[arg-type]


def make_event(galleries: Mapping[str, Shots]) -> Event:
    """Return an event in memory."""
    return Event(
        "party",
        tuple(Gallery(name, _photos(name, one), one.trusted) for name, one in galleries.items()),
    )


def _photos(name: str, shots: Shots) -> tuple[Photo, ...]:
    camera_s = np.asarray(shots.times_s) + shots.ahead_s
    to_utc_s = shots.to_utc_s
    return tuple(
        Photo(
            path=Path(f"/party/{name}/{number:03d}.jpg"),
            key=f"{name} {number}",
            camera_time_s=time_s,
            recorded_time_s=time_s,
            device=shots.device,
            # fresh fixes lag by a second or so, unlike each other
            gps_time_s=None if to_utc_s is None else time_s + to_utc_s - 0.2 * (number % 4),
        )
        for number, time_s in enumerate(camera_s.tolist())
    )


def make_vectors(rng: np.random.Generator, galleries: Mapping[str, Shots]) -> Singles:
    """Return one vector per photo: its scene's, a little of its gallery's, and noise."""
    n_scenes = 1 + max(max(one.scenes) for one in galleries.values())
    scenes = rng.normal(size=(n_scenes, DIM))
    parts = [
        scenes[list(one.scenes)]
        + 0.3 * rng.normal(size=DIM)
        + 0.25 * rng.normal(size=(len(one.scenes), DIM))
        for one in galleries.values()
    ]
    vectors: Singles = np.concatenate(parts).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def make_features(rng: np.random.Generator, galleries: Mapping[str, Shots]) -> EventFeatures:
    """Return an event as the solvers get it, with colours that say nothing."""
    event = make_event(galleries)
    colours = np.full((event.n_photos, 3), 3**-0.5, np.float32)
    return EventFeatures(event, ("pooled",), [make_vectors(rng, galleries)], colours, 0)


def make_material(features: EventFeatures) -> EvidenceInputs:
    """Return what the joint solver sees of an event."""
    return EvidenceInputs(
        features.event.table, {"look": np.asarray(features.arrays[0], np.float32)}
    )


def told(pair: tuple[int, int], *, same: bool) -> RowHints:
    """Return one answer as rows."""
    return said_of(pair, "same" if same else "different")


def said_of(pair: tuple[int, int], moment: Moment, *, named: bool = True) -> RowHints:
    """Return one answer as rows."""
    return RowHints({AnswerKind(moment, named): np.array([sorted(pair)])})


def answered(**rows: Indices) -> RowHints:
    """Return answers as rows, by what was said: ``answered(same=np.array([[0, 3]]))``."""
    kinds = {AnswerKind(moment, named=True): pairs for moment, pairs in rows.items()}  # type: ignore[arg-type]
    return RowHints(kinds)
