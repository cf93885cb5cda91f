"""Options of pairs of galleries: which are compared, what they say, how they are merged."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, setting


@dataclass(frozen=True, slots=True)
class PairOptions:
    """What two galleries alone say of the offset between them: a few candidates."""

    cell_s: float = setting(
        30.0, BY_HAND, "offsets are kept in cells, so that what several pairs say can be added up"
    )
    neighbour_shares: tuple[tuple[int, float], ...] = setting(
        ((0, 1.0), (-1, 0.9), (1, 0.9), (-2, 0.6), (2, 0.6)),
        BY_HAND,
        "what one cell says, its neighbours so many cells on say almost, by such a share: offsets"
        " are not exact to a cell",
    )
    matches: int = setting(
        3,
        BY_HAND,
        "each photo's best matches in the other gallery, from which offsets are proposed",
    )
    least_vote: float = setting(
        0.05,
        BY_HAND,
        "a best match proposes its offset, by so much, even if it says nothing for it",
    )
    agree_cells: int = setting(
        2, BY_HAND, "matches that propose offsets within so many cells agree with each other"
    )
    own_votes: float = setting(
        0.5,
        BY_HAND,
        "a cell's own votes decide between neighbours that share theirs: they count so much more",
    )
    rhythm_candidates: int = setting(10, BY_HAND, "offsets that only the rhythm proposes")
    pause_s: float = setting(
        30.0, BY_HAND, "a shot after a pause of this length begins something: the rhythm's beats"
    )
    forget: float = setting(
        12.0, BY_HAND, "offsets that are this much unlikelier than the best are forgotten (nats)"
    )
    pinned_odds: float = setting(1e4, BY_HAND, "a pinned offset is not up for discussion")


@dataclass(frozen=True, slots=True)
class PartnerOptions:
    """Which galleries are worth comparing, where comparing all would take too long."""

    vote_directions: int = setting(96, BY_HAND, "directions that the votes look at")
    vote_sample: int = setting(4096, BY_HAND, "photos from which the directions are learned")
    votes: int = setting(12, BY_HAND, "each photo's best matches in other galleries, which vote")
    vote_tile: int = setting(2048, BY_HAND, "photos that vote at once: bounds memory")
    least_length: float = setting(1e-6, BY_HAND, "a photo of nothing has no direction")


@dataclass(frozen=True, slots=True)
class MergeOptions:
    """How galleries are put together, clearest first."""

    same_cells: int = setting(
        10, BY_HAND, "offsets within this many cells of each other are the same answer"
    )
    kept_candidates: int = setting(60, BY_HAND, "offsets kept for two clusters: bounds the work")
