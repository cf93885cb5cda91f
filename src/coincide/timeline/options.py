"""When a photo without a time is believed to be a copy, or of a moment; see docs/timeline.md."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GuessOptions:
    """The thresholds were set on three sets of photos and reported on a fourth."""

    # a copy is looked for among so many most similar photos, if they are similar at all
    candidates: int = 5
    least_similarity: float = 0.4
    # correlations from which two pictures are one: as high as 98 of 100 copies allow. Photos
    # taken five seconds or more apart stayed below 0.98 and 0.85
    same_grey: float = 0.98
    same_edges: float = 0.92
    # two pictures that are one as much, but lie further apart in time than this: which is it?
    same_moment_s: float = 300.0
    clear_edges: float = 0.02
    # a moment is that of so many most similar photos, those within a burst counted once
    look_alikes: int = 15
    burst_s: float = 30.0
    # how much less the less similar count: by this power of their similarity
    power: float = 6.0
    colour_share: float = 0.5
    # the most similar must be as similar as this,
    least_alike: float = 0.5
    # and most of them must agree: this share of their weight lies within half an hour
    agreement: float = 0.8
    agreement_s: float = 1800.0
    # none is given where half of them lie further apart than this; none is sharper than that
    widest_s: float = 3600.0
    sharpest_s: float = 300.0
    # the day that a name tells, and so many days before and after: photos are passed on later
    days_around: int = 1
