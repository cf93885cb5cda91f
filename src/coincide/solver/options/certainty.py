"""Options of how sure a placement is, who is an outlier, what is told, and what is asked."""

from dataclasses import dataclass

from coincide.solver.options.moves import Steps
from coincide.solver.options.setting import BY_HAND, setting


@dataclass(frozen=True, slots=True)
class ConfidenceOptions:
    """The posterior of a block's shift."""

    mode_s: float = setting(
        900.0,
        BY_HAND,
        "one answer: what lies within this of the best place is the same answer, only less exact",
    )
    near_steps: Steps = setting(
        ((60.0, 5.0), (300.0, 20.0), (900.0, 75.0)),
        BY_HAND,
        "shifts looked at around the best place, in seconds: fine near by, coarse further off",
    )
    n_anywhere: int = setting(
        32,
        BY_HAND,
        "shifts spread over everything possible, to see what no offset in particular would score",
    )
    anywhere_points: int = setting(
        33, BY_HAND, "points among which what is left of the probability is spread, for an interval"
    )
    head_start: float = setting(
        1.5,
        BY_HAND,
        "a gallery may be of another event; the anchor and the blocks on the way to it are of this"
        " one, and need that much less to be believed (log-odds)",
    )
    cells_each: float = setting(
        3.0, BY_HAND, "a proposed offset stands for its own cell and its neighbours"
    )
    least_doubt: float = setting(
        1e-6, BY_HAND, "no posterior is nearer to 0 or 1 than this: log-odds within reason"
    )


@dataclass(frozen=True, slots=True)
class OutlierOptions:
    """Which galleries may not belong: they are placed last, and asked about nobody."""

    inlier_probability: float = setting(
        0.95, BY_HAND, "who is asked must be this sure (P(|error| ≤ 300 s)) …"
    )
    inlier_share: float = setting(0.6, BY_HAND, "… as long as this share of the galleries is")
    outlier_rounds: int = setting(
        3, BY_HAND, "an outlier misleads the search for others: this often more are looked for"
    )
    outlier_moves: int = setting(
        2, BY_HAND, "how often an outlier is moved: to its place, then there to the second"
    )
    oddness: float = setting(
        1.15,
        BY_HAND,
        "a gallery is odd when it is this much less like the others than they are among themselves:"
        " of the galleries that belong one in thirty is, of those from other places nine in ten",
    )
    photos_seen: int = setting(48, BY_HAND, "photos of each gallery that are looked at …")
    panel: int = setting(32, BY_HAND, "… and galleries that each is compared with")
    least_unlikeness: float = setting(
        0.2,
        BY_HAND,
        "galleries of one event are hardly less unlike: beside copies of one folder all would be"
        " odd",
    )
    least_length: float = setting(1e-6, BY_HAND, "a photo of nothing has no direction")


@dataclass(frozen=True, slots=True)
class DoubtOptions:
    """When a reason is given why a placement is not certain."""

    doubt_share: float = setting(
        0.1, BY_HAND, "another place, or none at all, is named as a reason from this probability on"
    )
    sharp_share: float = setting(
        0.9,
        BY_HAND,
        "where less than this share of the best place's probability is within 300 s, what the"
        " photos show goes on for minutes",
    )
    least_seen: float = setting(
        0.7,
        BY_HAND,
        "what is certain with all that is usual of such clocks must be so likely by pictures and"
        " measured clocks alone …",
    )
    least_links: int = setting(
        1, BY_HAND, "… and by so many pairs of one moment, unless the clock itself was measured"
    )
    measured_within_s: float = setting(
        60.0,
        BY_HAND,
        "where pictures leave a clock so near to what satellites told of it, that is what counts",
    )


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Which photos and which kinds of evidence speak for a placement, or against it."""

    supports: float = setting(
        1.5,
        BY_HAND,
        "a pair speaks for an offset when its likeness is this much likelier near in time (nats) …",
    )
    supports_within_s: float = setting(300.0, BY_HAND, "… and it is as near as this by it")
    contradicts: float = setting(2.5, BY_HAND, "it contradicts one when it is this much …")
    contradicts_beyond_s: float = setting(1800.0, BY_HAND, "… and yet further apart than this")
    agree_within_s: float = setting(
        150.0, BY_HAND, "contradicting pairs agree when the places they name are so near …"
    )
    least_agreeing: int = setting(6, BY_HAND, "… which so many photos must …")
    agreeing_share: float = setting(
        0.5, BY_HAND, "… and so many beside those that speak for where a gallery is …"
    )
    agree_no_further_s: float = setting(
        43_200.0,
        BY_HAND,
        "… no further away than this: another day at the same place looks alike, too",
    )
    most_links: int = setting(200, BY_HAND, "links told of a gallery, the best first")
    links_per_pair: int = setting(
        40, BY_HAND, "links of two galleries that are looked at closer, the most alike"
    )
    basis_gain: float = setting(
        1.0, BY_HAND, "a kind of evidence is named when it says this much more for here (nats) …"
    )
    basis_span_s: float = setting(
        3600.0, BY_HAND, "… than for elsewhere: at least so much around, however short the event"
    )


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """Which question to ask a person."""

    most_questions: int = setting(10, BY_HAND, "questions that are told, the most useful first")
    most_places: int = setting(
        4,
        BY_HAND,
        "likely places of a block at which pairs are looked for: where it is, and the best others",
    )
    pairs_each: int = setting(4, BY_HAND, "the most alike pairs of two galleries at each of them …")
    pairs_within_s: float = setting(60.0, BY_HAND, "… and how near in time they must be")
    per_block: int = setting(
        3,
        BY_HAND,
        "questions about one block: whoever cannot answer the first may know the next",
    )
    least_information: float = setting(
        0.005, BY_HAND, "nats; a person's time is worth more than less"
    )
    least_place: float = setting(
        1e-300, BY_HAND, "a place that nothing speaks for must not divide by nothing"
    )
    least_answer: float = setting(
        1e-12, BY_HAND, "no answer is nearer to sure than this: the entropy stays a number"
    )
