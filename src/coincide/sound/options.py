"""Options of sound: each number with why it is that, and where it comes from.

Numbers that nobody changes are constants beside their use.
"""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, choice, setting

# samples a second at which all sound is compared: speech and most of music lie below 4 kHz
RATE = 8000
PPM = 1e-6


@dataclass(frozen=True, slots=True)
class FeatureOptions:
    """What is kept of a clip's sound to search by: its log spectrum, frame by frame."""

    window_s: float = setting(
        0.128, BY_HAND, "long enough to tell tones apart in a room that rings"
    )
    hop_s: float = setting(0.02, BY_HAND, "finer than the 0.1 s to which verifying needs the lag")
    low_hz: float = setting(150.0, BY_HAND, "below are wind, hands and rumble")
    high_hz: float = setting(3500.0, BY_HAND, "above, coders of telephones leave nothing")
    n_kept: int = setting(48, BY_HAND, "cosines over the bands that are kept: the shape, no grain")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How lags at which two clips may have heard the same are found among all pairs."""

    least_z: float = setting(5.0, BY_HAND, "candidates: standard deviations above other lags")
    per_clip: int = setting(40, BY_HAND, "lags verified of each piece, best first: bounds time")
    piece_tile: int = setting(32, BY_HAND, "pieces compared at once with as many: bounds memory")


@dataclass(frozen=True, slots=True)
class TieOptions:
    """When sound vouches for a lag, and how much it says where it does not."""

    certain_z: float = setting(6.5, BY_HAND, "phases of unrelated sound agree to 5.5 at most")
    certain_sum: float = setting(14.0, BY_HAND, "and so much together with the spectra's agreement")
    certain_s: float = setting(
        3.0, BY_HAND, "what is shorter may be a single sound: a clap, a chord"
    )
    music: float = setting(
        0.13, BY_HAND, "how alike a clip is to itself later: beyond, it is music"
    )
    music_likeness: float = setting(
        0.605, BY_HAND, "of 190 records played again one is so alike, of songs at one moment 3 in 4"
    )


@dataclass(frozen=True, slots=True)
class SoundOptions:
    """All options of sound."""

    features: FeatureOptions = choice(FeatureOptions(), "what is searched by")
    search: SearchOptions = choice(SearchOptions(), "which lags are looked at")
    tie: TieOptions = choice(TieOptions(), "what is certain")
