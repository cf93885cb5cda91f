"""When a photo without a time is a copy, or of a moment; docs/how-it-works.md tells it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GuessOptions:
    """The thresholds were set on three sets of photos and reported on a fourth."""

    # a copy is looked for among so many most similar photos
    candidates: int = 5
    least_similarity: float = 0.4  # if they are similar at all: by as much as this
    # no copy is told where pictures that are as much one lie further apart in time than this
    same_moment_s: float = 300.0
    clear_edges: float = 0.02  # as much one: their edges agree to within this
    # a moment is that of so many most similar photos, those within a burst counted once
    look_alikes: int = 15
    burst_s: float = 30.0  # how long a burst is
    # how much less the less similar count: by this power of their similarity
    power: float = 6.0
    colour_share: float = 0.5  # the weight of colours, beside 1 of the look
    # the most similar must be as similar as this,
    least_alike: float = 0.5
    # and most of them must agree: this share of their weight lies within agreement_s
    agreement: float = 0.8
    agreement_s: float = 1800.0  # half an hour: about one part of a programme
    # none is given where half of them lie further apart than this
    widest_s: float = 3600.0
    sharpest_s: float = 300.0  # none is said to be sharper than this
    # so many different photos of one folder at one moment show a place, and no moment
    crowd: int = 3
    # the day that a name tells, and so many days before and after: photos are passed on later
    days_around: int = 1
    # a clip shows a photo if so many points agree: twice as many as chance ever gave
    least_points: int = 24
    # and none of another moment shows as much of it as this share
    as_much: float = 0.8
    # none is said to be sharper in a clip than this: of 86 photos placed in clips of two rendered
    # events 74 lay within it, one a second further, the rest at another hour, which the look
    # rules out. What is filmed for some seconds goes on for minutes, and looks the same
    sharpest_in_clip_s: float = 180.0
