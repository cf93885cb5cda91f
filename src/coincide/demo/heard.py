"""What a phone records of what is to be heard: distance, room, its own gain and its own noise."""

import numpy as np
from scipy.fft import next_fast_len

from coincide.demo.filming import Film
from coincide.demo.places import PLACES
from coincide.demo.plan import DemoPlan
from coincide.demo.sounds import RATE, heard_of
from coincide.model import Floats

SOUND_M_S = 343.0
# until an echo is a thousandth of what it was: in a hall, and under the sky
INSIDE_S, OUTSIDE_S = 1.1, 0.25
# how loud echoes are beside what comes straight from one metre away
INSIDE_WET, OUTSIDE_WET = 0.25, 0.05
HIGH_PASS_HZ = 120.0
LOUDNESS = 0.12  # what a phone's automatic gain aims at, of full scale


def record_sound(plan: DemoPlan, film: Film) -> Floats:
    """Return what a film's phone records, at ``RATE`` samples a second, within ±1.

    A pure function of programme, place, phone and seed: the moment sounds the same to all, each
    hears it from where it is.
    """
    seed = plan.options.seed
    moments = [moment.key for moment in plan.moments]
    key = film.shot.moment or ""
    inside = PLACES[film.shot.place].inside
    tail_s = INSIDE_S if inside else OUTSIDE_S
    before = round(tail_s * RATE)  # what was said before and still rings
    n_samples = round(film.length_s * RATE)
    start_s = film.event_time_s - film.distance_m / SOUND_M_S - before / RATE
    source = heard_of(key, (seed, 7, moments.index(key)), start_s, before + n_samples)
    rng = np.random.default_rng([film.seed, 2])
    echo = _echo(rng, tail_s, INSIDE_WET if inside else OUTSIDE_WET)
    heard = source / film.distance_m + _convolved(source, echo)
    return _phone(heard, np.random.default_rng([seed, 8, _number(plan, film)]), rng)[before:]


def _number(plan: DemoPlan, film: Film) -> int:
    return [gallery.name for gallery in plan.galleries].index(film.gallery.name)


def _echo(rng: np.random.Generator, tail_s: float, wet: float) -> Floats:
    """Return how a place answers a clap: noise that dies away, other at every spot."""
    times_s = np.arange(round(tail_s * RATE)) / RATE
    tail = rng.standard_normal(len(times_s)) * np.exp(-6.9 * times_s / tail_s)
    tail[: round(0.005 * RATE)] = 0.0  # walls are some metres away
    return np.asarray(wet * tail / np.sqrt((tail**2).sum()))


def _convolved(sound: Floats, echo: Floats) -> Floats:
    n = next_fast_len(len(sound) + len(echo) - 1, real=True)
    mixed = np.fft.irfft(np.fft.rfft(sound, n) * np.fft.rfft(echo, n), n)
    return np.asarray(mixed[: len(sound)])


def _phone(heard: Floats, device: np.random.Generator, rng: np.random.Generator) -> Floats:
    """Return sound as a phone keeps it: without rumble, evened out, with its noise, clipped."""
    noise = float(device.uniform(0.002, 0.008))
    evenness = float(device.uniform(0.5, 0.9))
    reach_s = float(device.uniform(0.3, 1.2))
    clear = heard - _smooth(heard, 1.0 / HIGH_PASS_HZ)
    level = np.sqrt(_smooth(clear**2, reach_s)) + 1e-4
    gained = clear * LOUDNESS / (level**evenness * LOUDNESS ** (1.0 - evenness))
    return np.asarray(np.tanh(gained + noise * rng.standard_normal(len(gained))))


def _smooth(values: Floats, reach_s: float) -> Floats:
    """Return the mean of what was just before, at every sample."""
    n = max(round(reach_s * RATE), 1)
    total = np.concatenate([np.zeros(1), np.cumsum(values)])
    ends = np.arange(1, len(values) + 1)
    starts = np.maximum(ends - n, 0)
    return np.asarray((total[ends] - total[starts]) / (ends - starts))
