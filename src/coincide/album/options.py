"""Numbers of the album, each with its reason and where it comes from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AlbumOptions:
    """How an event is parted. Evidence for a border is in nats: above 0 there is one."""

    # Fitted all together, on development sets (docs/adr/0033-answered-studies.md):
    # evidence of a pause of an hour, before anything else speaks
    border_bias: float = 0.329
    # evidence when a pause is e times as long: nobody photographs while all go elsewhere
    pause_weight: float = 1.93
    # the same beside the rhythm of all cameras around it: some photograph by the second, some by
    # the hour
    rhythm_weight: float = 0.425
    # evidence when nothing looks alike instead of as alike as photos of one minute do
    look_weight: float = 3.346
    # alike by this share of that speaks neither way
    look_even: float = 0.436
    # evidence when people are e times as far from where they were
    place_weight: float = 2.709
    # metres at which a place is neither the same nor another
    place_even_m: float = 64.916
    # evidence of each step of exposure by which it is brighter or darker
    light_weight: float = 0.683
    # steps of exposure that speak neither way
    light_even_ev: float = 2.731
    # evidence against a border for each e times that the smaller side has fewer photos than
    # `few_photos`: a chapter is not one stray photo
    few_weight: float = 0.79
    # photos that are enough for a chapter
    few_photos: float = 6.274

    # by hand, never fitted: shots nearer than this to each other are never parted
    run_gap_s: float = 150.0
    # by hand, never fitted: so few photos in the middle of a pause do not end it
    stray_photos: int = 2
    # by hand, never fitted: the Earth is not seen closer by GPS in a pocket
    place_noise_m: float = 30.0
    # by hand, never fitted: photos of one minute that are no more alike, as a cosine beside what
    # the event's have in common, tell nothing by their look: all of it looks the same
    look_least: float = 0.1
    # by hand, never fitted: gaps around, on each side, that tell the rhythm
    rhythm_shots: int = 10
    # by hand, never fitted: shots that come faster are one press of the button
    burst_s: float = 5.0
    # by hand, never fitted: people slept; the next chapter is of another day
    night_s: float = 5 * 3600.0
    # by hand, never fitted: so long a pause is a night if it was four in the morning in it
    sleep_s: float = 3 * 3600.0
    # by hand, never fitted: a clock that is known to half an hour tells nights
    night_sd_s: float = 1800.0
    # by hand, never fitted: fewer photos have no heading, but go with the chapter beside them
    fewest_photos: int = 3
    # by hand, never fitted: clocks that are known worse make no border
    sure_sd_s: float = 150.0
    # by hand, never fitted: a photo of such a clock is in a chapter that holds so much of the
    # probability, as an estimate's interval does; else nobody knows where it belongs
    open_share: float = 0.9
    # by hand, never fitted: shots further apart than this are of two moments
    moment_gap_s: float = 90.0
    # by hand, never fitted: unless they look the same; then they may be so far apart
    moment_same_gap_s: float = 300.0
    # by hand, never fitted: how alike, as a cosine, is the same
    moment_alike: float = 0.8
    # by hand, never fitted: a moment that lasts longer is parted at its longest pauses
    moment_most_s: float = 600.0
    # by hand, never fitted: so many of the fullest moments may show their chapter
    cover_moments: int = 12
    # by hand, never fitted: so many photos of the fullest may; each is looked at for it
    cover_shots: int = 6
    # by eye: what it is worth to a cover that faces are seen, beside how well it came out, 0 to 1
    cover_faces: float = 0.4
    # by eye: the same, that several people photographed its moment
    cover_people: float = 0.15
    # by eye: the same, that nothing else in its chapter was photographed as often
    cover_full: float = 0.2
    # by eye: the same, that two people photographed it at one instant
    cover_instant: float = 0.12


@dataclass(frozen=True, slots=True)
class QualityOptions:
    """What makes one photo of several stand for them; the weights add up to one."""

    # by hand, never fitted: a face that is out of focus is worse than one a little dark
    sharp_weight: float = 0.4
    # by hand, never fitted: of black, of white, of contrast, and how far the middle is from grey
    exposed_weight: float = 0.3
    # by eye: a grey day is shown by less of its photos than a bright one
    colour_weight: float = 0.15
    # by hand, never fitted: of copies of one picture all else is about the same
    size_weight: float = 0.15
    # by eye: levels of grey by which the edges of a photo vary that is neither sharp nor not
    sharp_levels: float = 12.0
    # by eye: share of edges that another blur leaves; from the one a photo is sharp, to the other
    not_blurred: float = 0.3
    # by eye: share of edges that it leaves in a photo that is blurred throughout
    blurred: float = 0.5
    # by eye: levels of grey by which a photo varies that is not dull
    contrast_levels: float = 50.0
    # by eye: levels of colour of a photo that is neither colourful nor not
    colour_levels: float = 30.0
    # by hand: as much black and white together is as bad as it gets
    most_cut: float = 0.5
    # by hand: pixels of a photo that is too small to stand for anything
    small_px: float = 300_000.0
    doublings: float = 6.0  # the best is so many times twice as large
    # by eye: a face of this share of the picture is large
    large_face: float = 0.02
    # by eye: so many faces are two thirds of as many as count
    some_faces: float = 2.0
    # pixels of the long side that is looked at: what is finer is noise as often as it is sharp
    long_side_px: int = 384


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """Which shots show the same, beside the pictures that are one by their pixels."""

    # by hand: photos of one camera further apart than this are of no burst
    burst_gap_s: float = 5.0
    # by hand: rough grey values from which photos of a burst are near-identical
    burst_grey: float = 0.9
    # by hand: shots of two people further apart than this, and than their clocks are known to,
    alike_gap_s: float = 30.0
    # are of no one moment; however badly clocks are known, never further than this
    alike_most_s: float = 120.0
    # by hand: grey values, and looks about the mean of all, from which shots of two people are
    # near-identical
    alike_grey: float = 0.85
    alike_look: float = 0.7  # the same, of their looks
    # by hand: each shot is compared with so many that look most like it,
    candidates: int = 4
    # if they are as alike as this, about the mean of all: copies of one set, cut, coloured and
    # sent, stayed above 0.5, and among the first three
    candidate_look: float = 0.4
    # similarities that are computed at most; beyond, only times are gone by
    most_alike: int = 400_000_000


@dataclass(frozen=True, slots=True)
class InstantOptions:
    """Which shots of two people show one thing at one instant.

    Set by eye on 136 pairs of five real sets, all that two people took within a minute.
    """

    # seconds apart by the event's clock, at most; what is photographed later is another instant
    near_s: float = 15.0
    # a clock that is known worse than this tells nothing of seconds, whatever a photo shows
    most_sd_s: float = 90.0
    # looks about the mean of all, below which nobody looks closer
    least_look: float = 0.05
    # points of the one that lie in the other as one scene has them: at another thing up to 14 did
    least_points: int = 20
    # looks so alike, and no further apart than that, need no points: a statue from two sides
    sure_look: float = 0.5
    # seconds apart, at most, of what needs no points
    sure_near_s: float = 5.0
    # by hand: each shot is compared with so many that look most like it
    candidates: int = 3
    # by hand: so many pairs are looked at closer in all, those that look most alike
    most_pairs: int = 400
    # by hand: so much worth is it to be a second nearer, beside looks from 0 to 1
    second_worth: float = 0.03
    # by hand, seconds: what is nearer to a better instant is a second look at one scene, and comes
    # after the first look at every other
    scene_s: float = 600.0


@dataclass(frozen=True, slots=True)
class SummaryOptions:
    """What the photos of a summary are to tell; each part's weight beside the others'.

    Tuned on development events (docs/adr/0033-answered-studies.md).
    """

    # a first photo of each chapter; further ones count less and less
    chapter_weight: float = 4.0
    person_weight: float = 3.0  # of each person who photographed
    camera_weight: float = 3.0  # of each camera
    # of each of n stretches of the event: whatever borders of chapters nobody found
    time_weight: float = 3.0
    pause_s: float = 1200.0  # by hand: of a pause no more than this counts
    # how well the photos that are not chosen are shown by one that is, by look and time
    shown_weight: float = 2.0
    # by eye: how well it came out, 0 to 1
    worth_weight: float = 5.0
    # by eye: below this it came out badly, and is taken where there is little else
    bad_worth: float = 0.45
    # by eye: how much that speaks against it
    bad_weight: float = 6.0
    # by eye: how often its moment was photographed, beside the one that was most often
    moment_weight: float = 1.0
    # by eye: that faces are seen, before any is chosen
    face_weight: float = 3.0
    # by eye: with so many of all chosen, faces add no more: places and things belong to it as well
    face_share: float = 0.5
    # by eye: what shows the whole album belongs into its summary
    cover_weight: float = 3.0
    # by eye: what a chapter of one photo counts beside the largest one
    small_chapter: float = 0.4
    # by eye, as a cosine about the mean of all: what is as alike shows the same thing, and is not
    # taken twice while there is anything else
    same_look: float = 0.65
    # by hand: shots further apart than this show each other not at all
    near_s: float = 1800.0
