import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.media.video.clock import video_clock
from coincide.media.video.readings import header_readings
from coincide.model import Clip, Device, HeaderReading
from coincide.model.times import from_clock
from coincide.solver.clocks import PlacedClip, Settled, settle_reading

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
ZONE_S = 7200
PIXEL, SONY, GOPRO = Device("Google", "Pixel 8"), Device("Sony", "ILCE-7M3"), Device("GoPro")
APPLE = Device("Apple", "iPhone 13")
# true start after noon UTC, and length
CLIPS = [(0.0, 12.0), (300.0, 95.0), (900.0, 31.0), (4000.0, 7.0)]


def filmed(
    device: Device,
    means: tuple[str, str],
    clips: list[tuple[float, float]] = CLIPS,
    *,
    error_s: float = 0.0,
    sigma_s: float = 0.3,
    seed: int = 0,
) -> list[PlacedClip]:
    """Return clips of a device whose headers mean something, placed with some noise."""
    rng, placed = np.random.default_rng(seed), []
    for at_s, length_s in clips:
        header_s = NOON_S + at_s - error_s + (length_s if means[0] == "end" else 0.0)
        header_s = math.floor(header_s + (ZONE_S if means[1] == "local" else 0))
        clock = video_clock(header_s, duration_s=length_s, device=device)
        assert clock is not None
        found = header_readings(clock, header_s, duration_s=length_s, device=device)
        true_s = NOON_S + ZONE_S + at_s + rng.normal(0.0, sigma_s)
        placed.append(PlacedClip(Clip(length_s, True, found), true_s, sigma_s))
    return placed


def best(settled: Settled) -> tuple[str, str, float]:
    first = settled.shares[0]
    return first.kind, first.clock, first.probability


@pytest.mark.parametrize("error_s", [0.0, 1234.5])
@pytest.mark.parametrize("device", [PIXEL, SONY, GOPRO, Device()])
@pytest.mark.parametrize("kind", ["start", "end"])
def test_clips_of_different_length_tell_start_from_end(
    device: Device, kind: str, error_s: float
) -> None:
    face = "local" if device == GOPRO else "utc"
    settled = settle_reading(filmed(device, (kind, face), error_s=error_s), zone_s=ZONE_S)
    told = sum(share.probability for share in settled.shares if share.kind == kind)
    assert told > 0.99


def test_one_clip_leaves_it_to_the_maker() -> None:
    settled = settle_reading(filmed(PIXEL, ("start", "utc"), CLIPS[1:2]), zone_s=ZONE_S)
    kind, face, probability = best(settled)
    assert (kind, face) == ("end", "utc")
    assert probability == pytest.approx(0.85, abs=0.03)


def test_clips_of_one_length_leave_it_to_the_maker() -> None:
    same = [(at_s, 20.0) for at_s, _ in CLIPS]
    settled = settle_reading(filmed(PIXEL, ("start", "utc"), same), zone_s=ZONE_S)
    assert best(settled)[0] == "end"


def test_a_clock_that_is_known_settles_it_by_one_clip() -> None:
    one = filmed(PIXEL, ("start", "utc"), CLIPS[1:2])
    assert best(settle_reading(one, zone_s=ZONE_S, offset_sd_s=2.0))[0] == "start"


@pytest.mark.parametrize("face", ["utc", "local"])
@pytest.mark.parametrize("device", [SONY, GOPRO])
def test_a_clock_that_is_known_tells_utc_from_local_time(device: Device, face: str) -> None:
    clips = filmed(device, ("start", face))
    settled = settle_reading(clips, zone_s=ZONE_S, offset_sd_s=60.0)
    assert best(settled)[:2] == ("start", face)
    assert best(settled)[2] > 0.99


def test_where_the_zone_is_unknown_any_may_be() -> None:
    settled = settle_reading(filmed(SONY, ("start", "utc")), offset_sd_s=60.0)
    assert best(settled)[:2] == ("start", "utc")


def test_an_iphones_clips_that_were_saved_later() -> None:
    clips = filmed(APPLE, ("start", "utc"))
    sent = [
        PlacedClip(one.clip, (one.start_s or 0.0) - 5000.0 * (n + 1), 0.3)
        for n, one in enumerate(clips)
    ]
    settled = settle_reading(sent, zone_s=ZONE_S, offset_sd_s=2.0)
    assert best(settled)[:2] == ("saved", "utc")
    assert settled.starts_s == (None,) * 4


def test_a_wrong_tie_does_not_turn_it() -> None:
    clips = filmed(PIXEL, ("start", "utc"))
    wrong = PlacedClip(clips[1].clip, (clips[1].start_s or 0.0) + 700.0, 0.3)
    settled = settle_reading([clips[0], wrong, *clips[2:]], zone_s=ZONE_S, offset_sd_s=5.0)
    assert best(settled)[0] == "start"


def test_clips_that_are_not_placed_begin_by_the_same_meaning() -> None:
    clips = filmed(PIXEL, ("start", "utc"))
    unplaced = PlacedClip(clips[3].clip)
    settled = settle_reading([*clips[:3], unplaced], zone_s=ZONE_S)
    assert settled.starts_s == tuple(NOON_S + at_s for at_s, _ in CLIPS)


def test_what_one_clip_alone_may_mean_is_unlikely() -> None:
    odd = PlacedClip(Clip(5.0, True, (HeaderReading("saved", "utc", NOON_S, 0.0),)))
    settled = settle_reading([*filmed(PIXEL, ("end", "utc")), odd], zone_s=ZONE_S)
    assert best(settled)[:2] == ("end", "utc")


def test_no_clip_at_all() -> None:
    assert settle_reading([]) == Settled((), ())
    nothing = [PlacedClip(Clip(None, sound=False))]
    assert settle_reading(nothing) == Settled((), (None,))


@given(seed=st.integers(0, 1000), shift_s=st.floats(-1e6, 1e6))
@settings(max_examples=20, deadline=None)
def test_a_common_shift_of_true_times_changes_nothing_if_nothing_is_known(
    seed: int, shift_s: float
) -> None:
    clips = filmed(PIXEL, ("end", "utc"), seed=seed)
    moved = [PlacedClip(one.clip, (one.start_s or 0.0) + shift_s, one.sigma_s) for one in clips]
    one, other = (settle_reading(some, zone_s=ZONE_S) for some in (clips, moved))
    assert best(one)[:2] == best(other)[:2]
    assert best(one)[2] == pytest.approx(best(other)[2], abs=0.01)
