"""Real recordings whose lags are known: a lecture, six recorders of a bird, cuts of one film."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.media.sound import read_sound
from coincide.sound.features import sound_features
from coincide.sound.options import FeatureOptions
from coincide.sound.ties import find_ties
from coincide.sound.verify import cut_blocks, verify

LECTURE = "audio_bbc_offset_finder"
RECORDERS = "audio_loca_2021"
CUTS = "video_align_by_sound"
# where the second and third recording begin on the first's time
LECTURE_LAGS_S = {"timbl_2.mp3": 12.254, "timbl_3.mp3": 12.23}
CUT_LAGS_S = {
    "full-44100Hz-stereo.mp4": 0.0,
    "3-secs-in.mp4": 3.0,
    "7-secs-in.mp4": 7.0,
    "full-with-prepad-sec-180.mp4": -180.0,
}
# when the call reaches each recorder, after the first of them
ARRIVALS_S = {3: 0.0, 4: 0.0325, 5: -0.002, 6: 0.0316, 7: -0.0086, 8: 0.024}
# the call is higher than anything that events are compared by
CALL_RATE = 22_050
CALL_BANDS = FeatureOptions(low_hz=7000.0, high_hz=10_000.0)


@dataclass(frozen=True)
class RealLag:
    """A lag as known and as found; None: not found."""

    name: str
    known_s: float
    found_s: float | None
    certain: bool | None

    @property
    def error_s(self) -> float | None:
        """How far off it is."""
        return None if self.found_s is None else self.found_s - self.known_s


def real_lags(datasets: Path) -> list[RealLag]:
    """Return all lags of the recordings at hand."""
    found = []
    if (datasets / LECTURE).is_dir():
        found += tied_lags(datasets / LECTURE, "timbl_1.mp3", LECTURE_LAGS_S)
    if (datasets / CUTS).is_dir():
        found += tied_lags(datasets / CUTS, "full.mp4", CUT_LAGS_S)
    if (datasets / RECORDERS).is_dir():
        found += recorder_lags(datasets / RECORDERS)
    return found


def tied_lags(folder: Path, first: str, lags_s: dict[str, float]) -> list[RealLag]:
    """Return the lags of some files to one, as ties tell them."""
    sounds = [read_sound(folder / name) for name in (first, *lags_s)]
    ties = {
        tie.second: tie
        for tie in find_ties(sounds, [sound_features(sound) for sound in sounds])
        if tie.first == 0
    }
    found = []
    for number, (name, known_s) in enumerate(lags_s.items(), 1):
        tie = ties.get(number)
        lag = None if tie is None else tie.lags[0]
        found.append(
            RealLag(
                name,
                known_s,
                None if lag is None else lag.lag_s,
                None if lag is None else lag.certain,
            )
        )
    return found


def recorder_lags(folder: Path) -> list[RealLag]:
    """Return when a bird's call reached each of six recorders, after the first.

    One second is too short for a tie; so pairs are looked at closer right away, and recorders are
    joined by those pairs that agree best.
    """
    numbers = tuple(ARRIVALS_S)
    sounds = [
        read_sound(folder / f"LOCA_2021_09_24_652_{number}.wav", rate=CALL_RATE)
        for number in numbers
    ]
    arrivals = _joined(sounds)
    return [
        RealLag(f"recorder {number}", ARRIVALS_S[number], float(arrival), None)
        for number, arrival in zip(numbers, arrivals, strict=True)
        if number != numbers[0]
    ]


def _joined(sounds: Sequence[np.ndarray[tuple[int], np.dtype[np.float32]]]) -> list[float]:
    """Return arrivals after the first's, along the best pairs that lead there."""
    pairs = {
        (i, j): verify(cut_blocks(a, b, 0.0, bands=CALL_BANDS, rate=CALL_RATE), rate=CALL_RATE)
        for i, a in enumerate(sounds)
        for j, b in enumerate(sounds)
        if i != j
    }
    arrivals = {0: 0.0}
    while len(arrivals) < len(sounds):
        i, j = max(
            ((i, j) for i, j in pairs if j in arrivals and i not in arrivals),
            key=lambda pair: pairs[pair].z,
        )
        arrivals[i] = arrivals[j] + pairs[i, j].lag_s
    return [arrivals[number] for number in range(len(sounds))]
