"""Which question to ask a person: the two photos of which an answer would settle most.

A gallery is where it is if every block on its way to the anchor is (see ``confidence``). Each
block that is not certain is asked about by one of its photos and one of the rest: a pair that
would be of one moment at one of the block's likely places, and not at the others. The gain is
the mutual information of the answer and the place to within 300 s, once for each uncertain
gallery that hangs on the block: an uncertain bridge is worth more than an uncertain leaf. The
share of the place's entropy that an answer takes away, or the probability that it makes the place
certain, whichever is more, is the share of these galleries' photos that it is expected to mend, as
far as their clocks are off: by that questions are ordered.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Floats, Indices, Question
from coincide.model.explanation import Moment
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.model.times import DAY_S
from coincide.model.verdicts import is_certain as is_certain_to
from coincide.model.verdicts import leaves_doubt
from coincide.solver.joint.answers import ANSWERED, answer_chances
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import Posterior, posterior_of
from coincide.solver.joint.solve import JointSolution
from coincide.solver.joint.support import log_ratio

# likely places of a block at which pairs are looked for: where it is, and the best others
_MOST_PLACES = 4
# pairs of two galleries at each of these places, the most alike
_PAIRS_EACH = 4
# how near in time the photos of such a pair must be
_PAIRS_WITHIN_S = 60.0
# questions about one block, which the app shows as one: a person picks the pair that belongs
# together, and whoever cannot tell of the first may know the next
_PER_BLOCK = 5
# what an answer must tell (nats): a person's time is worth more than less
_LEAST_INFORMATION = 0.005
# or so many photos that it is expected to mend
_LEAST_MENDED = 1.0
# all answers but the last say something of time
_N_TELLING = ANSWERED.index("unclear")
# least chance of a place, which is divided by: that of one that nothing speaks for is 0
_LEAST_PLACE = 1e-300
# an answer about a place that is less open than a tossed coin mends no more photos for that
_OPEN_NATS = float(np.log(2))
# nobody minds a time that is off by less
_MATTERS_S = 60.0
# how likely a clock is right of which nothing is known
_BELIEVED = 0.5


@dataclass(frozen=True)
class _PhotoPairs:
    """Pairs of photos as rows, (n,) each; ``apart_s`` as placed, ``shows``: chance to be seen.

    A person can tell when two photos were taken only if they show the same thing.
    """

    photo_a: Indices
    photo_b: Indices
    apart_s: Floats
    shows: Floats


@dataclass(frozen=True)
class AnswersByPlace:
    """``place``: the chance of each place of a block, (p,), the last being anywhere else.

    ``answer``: the chances of the answers about each pair there, (answers, n, p).
    """

    place: Floats
    answer: Floats


def best_questions(solution: JointSolution, n: int | None = None) -> tuple[Question, ...]:
    """Return the ``n`` questions whose answers would help most, the most useful first.

    None: as many as the options say. Galleries of which somebody could not tell come after others.
    """
    board = solution.board
    most = board.options.most_questions if n is None else n
    connected = sorted(gallery for gallery, partners in board.partners.items() if partners)
    uncertain = {number for number in connected if not is_certain(solution, number)}
    singles = [(number,) for number in connected]
    asked: list[Question] = []
    for block in [*singles, *solution.blocks]:
        hanging = uncertain if board.anchor in block else uncertain.intersection(block)
        if hanging:
            asked += _about(solution, block, hanging)
    asked.sort(key=lambda one: (one.unclear, -one.mends, -one.gain, one.photo_a, one.photo_b))
    return tuple(_one_per_moment(board, asked))[:most]


def is_certain(solution: JointSolution, gallery: int) -> bool:
    """Return whether a gallery is placed, and that for certain."""
    return solution.offsets.placements[gallery].certain


def _about(
    solution: JointSolution, block: tuple[int, ...], hanging: Collection[int]
) -> list[Question]:
    """Return the best questions about one block; ``hanging``: galleries that depend on it."""
    board, table = solution.board, solution.board.evidence.table
    likely = posterior_of(board, block).as_calibrated()
    places_s = _places_s(likely, _MOST_PLACES)
    pairs = _joined(list(_photo_pairs(board, block, places_s)))
    answers = answers_by_place(likely, pairs.apart_s)
    nats = information(answers, pairs.shows)
    gains = len(hanging) * nats
    photos_off = sum(_photos_off(solution, gallery) for gallery in hanging)
    share = nats / max(place_entropy(likely), _OPEN_NATS)
    mends = photos_off * np.maximum(share, settling(answers, pairs.shows))
    galleries = table.gallery_of(pairs.photo_a)
    unclear = _times_unclear(board)
    best_first = np.lexsort((-gains, -mends))
    questions = [
        Question(
            table.names[galleries[i]],
            int(pairs.photo_a[i]),
            int(pairs.photo_b[i]),
            float(gains[i]),
            float(mends[i]),
            int(unclear[galleries[i]]),
        )
        for i in best_first
        if gains[i] >= _LEAST_INFORMATION or mends[i] >= _LEAST_MENDED
    ]
    return list(_one_per_moment(board, questions))[:_PER_BLOCK]


def _times_unclear(board: Board) -> Indices:
    """Return of how many pairs of photos with one of each gallery nobody could tell."""
    table, unclear = board.evidence.table, board.knowledge.hints.pairs("unclear")
    times: Indices = np.bincount(table.gallery_of(unclear.ravel()), minlength=table.n_galleries)
    return times


def _photos_off(solution: JointSolution, gallery: int) -> float:
    """Return how many photos of a gallery are expected to have wrong times."""
    board, table = solution.board, solution.board.evidence.table
    n_photos = int(table.starts[gallery + 1] - table.starts[gallery])
    estimate = solution.offsets.placements[gallery].estimate
    belief = board.knowledge.belief(gallery)
    if estimate is None or estimate.probability is None:
        return n_photos * (1 - (_BELIEVED if belief is None else belief.weight))
    right_s = board.right_s(gallery) or 0.0
    is_off = abs(estimate.offset_s - right_s) > _MATTERS_S
    return n_photos * (estimate.probability if is_off else 1 - estimate.probability)


def place_entropy(likely: Posterior) -> float:
    """Return the entropy of a block's place to within 300 s, in nats."""
    chance = np.append(_places(likely)[1].sum(axis=0), likely.anywhere)
    return float(-np.sum(chance * np.log(np.maximum(chance, np.finfo(float).tiny))))


def _places(likely: Posterior) -> tuple[Floats, Floats]:
    """Return the shifts of a block, (n,), and the mass of each by its place, (n, places).

    Places within 300 s are one.
    """
    shift_s = np.concatenate([likely.near_s, likely.other_s])
    mass = np.concatenate([likely.at_mode * likely.local, likely.other])
    _, place = np.unique(np.round(shift_s / (2 * RIGHT_WITHIN_S)), return_inverse=True)
    member: Floats = np.equal.outer(place, np.arange(place.max() + 1)) * mass[:, None]
    return shift_s, member


def answers_by_place(likely: Posterior, apart_s: Floats) -> AnswersByPlace:
    """Return what would be answered about each pair, by where the block is."""
    shift_s, member = _places(likely)
    chance = np.append(member.sum(axis=0), likely.anywhere)
    apart = np.abs(apart_s[:, None] + shift_s)
    answers = answer_chances(apart.ravel()).reshape(len(ANSWERED), *apart.shape)
    at_each = (answers @ member) / np.maximum(chance[:-1], _LEAST_PLACE)
    # of all that is left a pair is near at hardly any
    far = answer_chances(np.array([DAY_S / 2]))
    left = np.broadcast_to(far[:, None], (*at_each.shape[:2], 1))
    return AnswersByPlace(chance, np.concatenate([at_each, left], axis=2))


def information(answers: AnswersByPlace, shows: Floats) -> Floats:
    """Return how much an answer about each pair tells of a block's place, in nats, (n,).

    I = H(Σ p q) − Σ p H(q): p the chance of a place, q those of the answers there, H the entropy
    of an answer. Of a pair that does not show the same thing nobody can tell.
    """
    chance, at_each = answers.place, answers.answer
    nats: Floats = _entropy(at_each @ chance) - _entropy(at_each) @ chance
    return shows * nats


def settling(answers: AnswersByPlace, shows: Floats) -> Floats:
    """Return the probability that an answer about each pair makes a block's place certain, (n,)."""
    if is_certain_to(float(answers.place.max())):  # then it is not the block's place that is open
        return np.zeros(len(shows))
    joint = answers.answer[:_N_TELLING] * answers.place
    answered = joint.sum(axis=2)
    likeliest = joint.max(axis=2) / np.maximum(answered, _LEAST_PLACE)
    certain: Floats = shows * np.sum(np.where(leaves_doubt(1 - likeliest), 0.0, answered), axis=0)
    return certain


def _entropy(chances: Floats) -> Floats:
    """Return the entropy in nats of answers with these chances, (answers, …)."""
    entropy: Floats = -np.sum(scipy.special.xlogy(chances, chances), axis=0)
    return entropy


def _places_s(likely: Posterior, most: int) -> Floats:
    """Return the likeliest shifts of a block, where it is being the first."""
    best = np.argsort(-likely.other, kind="stable")[: most - 1]
    return np.concatenate([[0.0], likely.other_s[best]])


def _photo_pairs(board: Board, block: tuple[int, ...], places_s: Floats) -> Iterator[_PhotoPairs]:
    """Yield the most alike pairs of a block and the rest that are near at each place."""
    for gallery in board.representatives(block):
        for other in board.partners[gallery]:
            if other not in block:
                yield _between(board, gallery, other, places_s)


def _between(board: Board, gallery: int, other: int, places_s: Floats) -> _PhotoPairs:
    table = board.evidence.table
    own, theirs = table.rows(gallery), table.rows(other)
    own_s = table.camera_time_s[own] + board.offset_s[gallery]
    theirs_s = table.camera_time_s[theirs] + board.offset_s[other]
    apart_s = own_s[:, None] - theirs_s[None, :]
    ratio = log_ratio(board, gallery, other)
    chosen: set[int] = set()
    for shift_s in places_s:
        fits = np.flatnonzero(np.abs(apart_s + shift_s).ravel() <= _PAIRS_WITHIN_S)
        best = np.argsort(-ratio.ravel()[fits], kind="stable")[:_PAIRS_EACH]
        chosen.update(fits[best].tolist())
    i, j = np.divmod(np.array(sorted(chosen), dtype=np.int64), ratio.shape[1])
    # p(likeness | near) is of pairs that show the same thing, and of others that are like any
    # two: the larger the ratio, the likelier is the first
    unseen = (1 - board.options.evidence.partner) * np.exp(-ratio[i, j])
    return _PhotoPairs(own.start + i, theirs.start + j, apart_s[i, j], np.maximum(1 - unseen, 0.0))


def _joined(parts: Sequence[_PhotoPairs]) -> _PhotoPairs:
    no_rows, nothing = np.zeros(0, np.int64), np.zeros(0)
    return _PhotoPairs(
        np.concatenate([no_rows, *(part.photo_a for part in parts)]),
        np.concatenate([no_rows, *(part.photo_b for part in parts)]),
        np.concatenate([nothing, *(part.apart_s for part in parts)]),
        np.concatenate([nothing, *(part.shows for part in parts)]),
    )


def _one_per_moment(board: Board, questions: Sequence[Question]) -> Iterator[Question]:
    """Yield the questions that are not about two bursts that were asked about already."""
    hints = board.knowledge.hints
    known = np.concatenate([hints.pairs(*get_args(Moment)), hints.rejected]).tolist()
    for question in questions:
        pair = [question.photo_a, question.photo_b]
        if not any(_same_moments(board, pair, other) for other in known):
            known.append(pair)
            yield question


def _same_moments(board: Board, one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether two pairs of photos are of the same two bursts, in any order."""
    table, burst_s = board.evidence.table, board.options.evidence.burst_s
    one_rows, other_rows = np.sort(one), np.sort(other)
    apart_s = np.abs(table.camera_time_s[one_rows] - table.camera_time_s[other_rows])
    same = table.gallery_of(one_rows) == table.gallery_of(other_rows)
    return bool(np.all(same & (apart_s <= burst_s)))
