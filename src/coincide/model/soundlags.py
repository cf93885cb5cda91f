"""What was heard: clips of two galleries whose sounds tell how far apart they began."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeardLag:
    """One way in which two clips may have heard the same.

    ``apart_s``: how much later the second began than the first, to ± ``sd_s``; ``nats``: how much
    the sounds say for that, against their having nothing in common.
    """

    apart_s: float
    sd_s: float
    nats: float


@dataclass(frozen=True, slots=True)
class HeardTie:
    """All that the sounds of two clips say, the likeliest lag first; clips as rows of the table.

    ``begins_s``: where in the first clip the sound begins that both have: what is heard there
    counts once, however many heard it. ``sure``: sound alone vouches for the first lag;
    ``told``: a person does.
    """

    photo_a: int
    photo_b: int
    lags: tuple[HeardLag, ...]
    begins_s: float = 0.0
    sure: bool = False
    told: bool = False
