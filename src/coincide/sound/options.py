"""Options of sound: each number with why it is that, and where it comes from."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PHYSICAL, choice, setting

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
    smooth_s: float = setting(
        0.1, BY_HAND, "power is averaged so long: finer grain is the room's, other for each phone"
    )
    n_bands: int = setting(96, BY_HAND, "bands, evenly on a log scale: more tell nothing more")
    low_hz: float = setting(150.0, BY_HAND, "below are wind, hands and rumble")
    high_hz: float = setting(3500.0, BY_HAND, "above, coders of telephones leave nothing")
    highpass_s: float = setting(2.0, BY_HAND, "slower changes are the level's and the room's")
    n_kept: int = setting(48, BY_HAND, "cosines over the bands that are kept: the shape, no grain")
    floor: float = setting(1e-3, BY_HAND, "of the median power: what is below is as good as silent")
    least_bins: float = setting(1.5, PHYSICAL, "a band is no narrower than the window can tell")
    frames_at_once: int = setting(2048, BY_HAND, "frames transformed at once: bounds memory")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How lags at which two clips may have heard the same are found among all pairs."""

    piece_s: float = setting(30.0, BY_HAND, "longer clips are cut to such pieces: bounds memory")
    least_overlap_s: float = setting(2.0, BY_HAND, "less sound in common is never enough")
    least_z: float = setting(5.0, BY_HAND, "candidates: standard deviations above other lags")
    per_pair: int = setting(4, BY_HAND, "lags kept of each two pieces")
    per_clip: int = setting(40, BY_HAND, "lags verified of each piece, best first: bounds time")
    lag_apart_s: float = setting(0.2, BY_HAND, "nearer lags are one")
    piece_tile: int = setting(32, BY_HAND, "pieces compared at once with as many: bounds memory")


@dataclass(frozen=True, slots=True)
class PhaseOptions:
    """How a candidate is looked at closer: by the phases of both sounds, block by block."""

    block_s: float = setting(0.512, BY_HAND, "longer than a room's echoes, shorter than a phrase")
    block_hop_s: float = setting(0.256, BY_HAND, "blocks overlap by half: each sample counts once")
    reach_s: float = setting(0.09, BY_HAND, "how far from the candidate's lag the true one may be")
    most_ppm: float = setting(110.0, PHYSICAL, "two quartzes, each of up to 55 ppm")
    n_wrong: int = setting(8, BY_HAND, "ways to pair blocks wrongly, to see what chance gives")
    wrong_s: float = setting(1.5, BY_HAND, "blocks so far apart have nothing in common")
    most_s: float = setting(60.0, BY_HAND, "more overlap than this adds time, not certainty")
    n_groups: int = setting(16, BY_HAND, "of blocks, between which drift is looked for")


@dataclass(frozen=True, slots=True)
class RepetitionOptions:
    """How sound that comes again is noticed."""

    beat_s: float = setting(0.4, BY_HAND, "nearer to itself every sound is alike")
    least_self_s: float = setting(3.0, BY_HAND, "fewer seconds of a clip are like itself by chance")
    ring_s: float = setting(0.5, BY_HAND, "lags of three clips that add up to less agree")
    proof_z: float = setting(
        6.5, BY_HAND, "two clips of one camera that agree so far have a sound that comes again"
    )
    proof_share: float = setting(
        0.5, BY_HAND, "a tie that rests on such sound for more of its stretch is not certain"
    )


@dataclass(frozen=True, slots=True)
class TieOptions:
    """When sound vouches for a lag, and how much it says where it does not."""

    least_blocks: int = setting(6, BY_HAND, "fewer blocks cannot be paired wrongly for comparison")
    certain_z: float = setting(6.5, BY_HAND, "phases of unrelated sound agree to 5.5 at most")
    certain_sum: float = setting(14.0, BY_HAND, "and so much together with the spectra's agreement")
    certain_s: float = setting(
        3.0, BY_HAND, "what is shorter may be a single sound: a clap, a chord"
    )
    same_s: float = setting(0.15, BY_HAND, "lags this near are one: echoes")
    rival: float = setting(0.7, BY_HAND, "another lag with so much of the agreement: a loop")
    music: float = setting(
        0.13, BY_HAND, "how alike a clip is to itself later: beyond, it is music"
    )
    music_likeness: float = setting(
        0.605, BY_HAND, "of 190 records played again one is so alike, of songs at one moment 3 in 4"
    )
    like_kept: int = setting(24, BY_HAND, "cosines that likeness is told by: the coarse shape")
    sigma_s: float = setting(
        0.03, PHYSICAL, "the sound's way: ten metres from one phone to the other"
    )
    nats_per_z: float = setting(0.5, BY_HAND, "far less than the normal's z: rooms are not normal")
    chance_z: float = setting(5.0, BY_HAND, "what chance gives says nothing")
    most_nats: float = setting(
        5.0, BY_HAND, "one pair never says more: odds of 150, what is wrong beyond all measures"
    )
    most_music_nats: float = setting(2.0, BY_HAND, "what may have been played twice says little")


@dataclass(frozen=True, slots=True)
class SoundOptions:
    """All options of sound."""

    features: FeatureOptions = choice(FeatureOptions(), "what is searched by")
    search: SearchOptions = choice(SearchOptions(), "which lags are looked at")
    phases: PhaseOptions = choice(PhaseOptions(), "how closely")
    repetition: RepetitionOptions = choice(RepetitionOptions(), "what comes again")
    tie: TieOptions = choice(TieOptions(), "what is certain")
