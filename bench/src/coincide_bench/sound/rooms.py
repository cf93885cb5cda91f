"""Rooms, where people stand in them, and what a phone makes of the sound that reaches it."""

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve, lfilter

from coincide.sound.options import RATE
from coincide_bench.sound.sources import Rng, Sound, add, levelled

SOUND_M_S = 343.0
EARS_M = 0.3  # nobody is nearer to what sounds
RUN_UP = 1024  # samples that the coder is late by


@dataclass(frozen=True)
class Room:
    """A room: its size, how long it rings, and how far from a source its ringing prevails."""

    size_m: tuple[float, float]
    ringing_s: float
    critical_m: float


@dataclass(frozen=True)
class Phone:
    """A phone in a room: its rate error, level, noise and coder; ``snr_db`` of what all hear."""

    place_m: tuple[float, float]
    snr_db: float
    rate_ppm: float
    clips: bool
    coded: bool
    rides_level: bool


def random_room(rng: Rng) -> Room:
    """Return a room, from a kitchen to a hall."""
    size = (float(rng.uniform(5, 30)), float(rng.uniform(5, 25)))
    return Room(size, float(rng.uniform(0.25, 1.4)), float(rng.uniform(0.8, 3.0)))


def random_place(room: Room, rng: Rng) -> tuple[float, float]:
    """Return a place in a room."""
    return float(rng.uniform(0, room.size_m[0])), float(rng.uniform(0, room.size_m[1]))


def random_phone(room: Room, snr_db: float, rng: Rng) -> Phone:
    """Return a phone somewhere in a room."""
    flags = rng.random(3)
    return Phone(
        place_m=random_place(room, rng),
        snr_db=snr_db,
        rate_ppm=float(rng.uniform(-50, 50)),
        clips=bool(flags[0] < 0.2),
        coded=bool(flags[1] < 0.7),
        rides_level=bool(flags[2] < 0.6),
    )


def heard(sound: Sound, room: Room, source_m: tuple[float, float], phone: Phone, rng: Rng) -> Sound:
    """Return a sound as it is at a phone: late by the way it goes, with echoes and ringing."""
    distance = max(float(np.hypot(*np.subtract(source_m, phone.place_m))), EARS_M)
    response = np.zeros(int((distance / SOUND_M_S + room.ringing_s) * RATE) + 2)
    first = distance / SOUND_M_S * RATE
    _tap(response, first, 1 / distance)
    for _ in range(5):
        late = rng.uniform(0.002, 0.035)
        _tap(response, first + late * RATE, rng.choice((-1, 1)) * rng.uniform(0.1, 0.5) / distance)
    t = np.arange(len(response) - int(first)) / RATE
    tail = rng.standard_normal(len(t)) * np.exp(-6.9 * t / room.ringing_s)
    response[int(first) :] += tail * (1 / room.critical_m) / np.sqrt(np.sum(tail**2))
    return np.asarray(fftconvolve(sound, response.astype(np.float32))[: len(sound)], np.float32)


def _tap(response: NDArray[np.float64], at: float, level: float) -> None:
    """Add one arrival, between two samples where it is there."""
    whole = int(at)
    if whole + 1 < len(response):
        response[whole] += level * (1 - (at - whole))
        response[whole + 1] += level * (at - whole)


def recorded(sound: Sound, phone: Phone, rng: Rng) -> Sound:
    """Return what a phone writes: with its own noise, level, rate and coder."""
    noisy = levelled(sound) + own_noise(len(sound), rng) * 10 ** (-phone.snr_db / 20)
    if phone.rides_level:
        noisy = _ridden(noisy)
    if phone.clips:
        limit = 1.6 * float(np.std(noisy))
        noisy = np.clip(noisy, -limit, limit)
    at = np.arange(int(len(noisy) / (1 + phone.rate_ppm * 1e-6))) * (1 + phone.rate_ppm * 1e-6)
    kept = np.interp(at, np.arange(len(noisy)), noisy)
    out = levelled(kept, 0.1)
    return coded(out) if phone.coded else out


def own_noise(n: int, rng: Rng) -> Sound:
    """Return what one phone alone hears: hiss, rumble, wind, hands, and a rustle near it."""
    hiss = levelled(rng.standard_normal(n))
    rumble = levelled(lfilter([1.0], [1.0, -0.97], rng.standard_normal(n)))
    gusts = np.repeat(rng.random(n // 4000 + 1), 4000)[:n] ** 3
    noise = rng.uniform(0.3, 1) * hiss + rng.uniform(0.1, 1) * rumble
    noise = noise + rng.uniform(0, 1.5) * gusts * levelled(rumble + 0.3 * hiss)
    for _ in range(int(n / RATE * rng.uniform(0, 0.5))):
        at, m = int(rng.integers(n)), int(rng.uniform(0.02, 0.3) * RATE)
        noise[at : at + m] += 3 * rng.standard_normal(len(noise[at : at + m]))
    return levelled(noise)


def _ridden(sound: NDArray[np.floating]) -> NDArray[np.float64]:
    power = lfilter([0.0004], [1.0, -0.9996], np.square(sound, dtype=np.float64))
    return np.asarray(sound / np.sqrt(power + 0.02 * float(np.mean(power)) + 1e-12) ** 0.7)


def coded(sound: Sound, bits: int = 24_000) -> Sound:
    """Return a sound after AAC, its delay taken off again as containers do."""
    import av

    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as out:
        stream = out.add_stream("aac", rate=RATE)
        stream.bit_rate, stream.layout = bits, "mono"
        frame = av.AudioFrame.from_ndarray(sound[None, :], format="fltp", layout="mono")
        frame.sample_rate = RATE
        out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    buffer.seek(0)
    out_sound = np.zeros_like(sound)
    with av.open(buffer, "r", format="mov") as back:
        for frame in back.decode(audio=0):
            add(out_sound, frame.to_ndarray()[0], round(float(frame.time or 0.0) * RATE) - RUN_UP)
    return out_sound
