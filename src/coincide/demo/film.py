"""A film of some seconds with its sound, as a phone writes it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from coincide.demo.draw.people import Cast
from coincide.demo.filmplan import Film
from coincide.demo.scene import draw_moment, light_of, paint_backdrop, photograph
from coincide.demo.schedule.cameras import develop
from coincide.demo.schedule.plan import DemoPlan
from coincide.demo.sounds import RATE
from coincide.errors import UsageError
from coincide.media.pictures.video import NEEDS_AV, has_av
from coincide.model import Floats

if TYPE_CHECKING:
    from av.container import OutputContainer
from scipy.fft import next_fast_len

from coincide.demo.places import PLACES
from coincide.demo.sounds import heard_of

# what QuickTime names a device by, whoever made it
KEYS = "com.apple.quicktime."
FRAMES_PER_S = 15
# of x264: half the time of its default, or a fifth; at this bit rate nobody sees what it costs
PRESET, QUICK_PRESET = "veryfast", "ultrafast"
BITS_PER_S = 1_200_000
# people are drawn anew this often; in between the hand moves
DRAWN_EVERY_S = 2.0
# the share of a drawing that a frame shows; the rest is there to move over
SHOWN = 0.85


def _size_px(plan: DemoPlan) -> tuple[int, int]:
    return (640, 360) if plan.options.scale == 1.0 else (480, 270)


def check_films() -> None:
    """Raise UsageError where films cannot be made on this machine."""
    if not has_av():
        raise UsageError(f"A demo event with videos {NEEDS_AV}")


def write_film(path: Path, plan: DemoPlan, cast: Cast, film: Film) -> None:
    """Write an MP4 of what a phone saw and heard, with its time in the header."""
    import av

    created = datetime.fromtimestamp(film.header_s, UTC)
    drawn = list(_drawings(plan, cast, film))
    device = film.gallery.camera.device
    tags = {"make": device.make, "model": device.model, "software": device.software}
    with av.open(
        str(path), "w", format="mp4", options={"movflags": "use_metadata_tags"}
    ) as container:
        container.metadata["creation_time"] = f"{created:%Y-%m-%dT%H:%M:%SZ}"
        container.metadata.update({f"{KEYS}{name}": text or "" for name, text in tags.items()})
        _add_streams(container, plan, drawn, record_sound(plan, film), film)


def _add_streams(
    container: "OutputContainer",
    plan: DemoPlan,
    drawn: Sequence[Image.Image],
    sound: Floats,
    film: Film,
) -> None:
    import av

    # what browsers play; with a key frame each second, so that they find their place at once
    size_px, quick = _size_px(plan), plan.options.scale < 1.0
    options = {"preset": QUICK_PRESET if quick else PRESET}
    picture = container.add_stream("libx264", rate=FRAMES_PER_S, options=options)
    picture.gop_size = FRAMES_PER_S
    picture.width, picture.height = size_px
    picture.pix_fmt = "yuv420p"
    picture.bit_rate = BITS_PER_S // 2 if quick else BITS_PER_S
    picture.thread_count = 1  # the same bytes on any machine
    heard = container.add_stream("aac", rate=RATE, layout="mono")
    heard.bit_rate = 64_000
    for frame in _frames(drawn, size_px, round(film.length_s * FRAMES_PER_S)):
        container.mux(picture.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
    container.mux(picture.encode())
    samples = av.AudioFrame.from_ndarray(
        sound.astype(np.float32)[None], format="fltp", layout="mono"
    )
    # with a time of its own, or the encoder's delay would be taken for sound
    samples.sample_rate, samples.time_base, samples.pts = RATE, Fraction(1, RATE), 0
    container.mux(heard.encode(samples))
    container.mux(heard.encode())


def _drawings(plan: DemoPlan, cast: Cast, film: Film) -> Iterator[Image.Image]:
    """Yield what is to be seen, every few seconds, with a little more around it."""
    shot = replace(film.shot, event_time_s=film.event_time_s)
    backdrop = paint_backdrop(plan, shot)
    width, height = _size_px(plan)
    drawn_px = round(width / SHOWN), round(height / SHOWN)
    for number in range(ceil(film.length_s / DRAWN_EVERY_S)):
        now = replace(shot, event_time_s=film.event_time_s + number * DRAWN_EVERY_S)
        canvas = draw_moment(plan, cast, now, backdrop)
        # every drawing is metered alike: a film keeps its exposure
        rng = np.random.default_rng([film.seed, 1])
        picture = photograph(plan, canvas, now.view, drawn_px)
        yield develop(picture, film.gallery.camera.look, rng, dark=light_of(now).dark)


def _frames(
    drawn: Sequence[Image.Image], size_px: tuple[int, int], n_frames: int
) -> Iterator[np.ndarray]:
    for number in range(n_frames):
        scene = drawn[min(int(number / FRAMES_PER_S / DRAWN_EVERY_S), len(drawn) - 1)]
        yield np.asarray(_frame(scene, size_px, number / max(n_frames - 1, 1)))


def _frame(scene: Image.Image, size_px: tuple[int, int], progress: float) -> Image.Image:
    """Return what is seen after a share of the film, from the left to the right of a drawing."""
    width, height = size_px
    left = round(progress * (scene.width - width))
    top = (scene.height - height) // 2
    return scene.crop((left, top, left + width, top + height))


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
