"""Where the photos want a gallery that a person placed, by the board its pin was solved on."""

from collections.abc import Iterator
from dataclasses import replace

from coincide.solver.joint.board import Board, choose_partners
from coincide.solver.joint.pairs import pair_candidates
from coincide.solver.joint.refine import move


def wanted_shift_s(board: Board, gallery: int, *, least_s: float) -> float | None:
    """Return by how much the photos would move a pinned gallery; None where they leave it.

    Cheap, and a sign only: the others are where the pin had them, and how sure it is is not asked.
    """
    if gallery == board.anchor or gallery not in board.members or len(board.members) < 2:
        return None
    free = _freed(board, gallery)
    for block in _blocks(free, gallery):
        moved = replace(free, offset_s=free.offset_s.copy())
        move(moved, block)
        move(moved, block)  # a place that is proposed in cells is found to the second from there
        shift_s = float(moved.offset_s[gallery] - board.offset_s[gallery])
        if abs(shift_s) > least_s:
            return shift_s
    return None


def _freed(board: Board, gallery: int) -> Board:
    """Return the board as if nothing had been said of where a gallery is."""
    a, b = min(board.anchor, gallery), max(board.anchor, gallery)
    own = pair_candidates(board.evidence, board.knowledge, a, b, board.options)
    candidates = {**board.candidates, (a, b): own, (b, a): own.reversed()}
    outliers, most = frozenset(board.outliers), board.options.max_partners
    partners = choose_partners(candidates, board.members, outliers, most)
    return replace(board, candidates=candidates, partners=partners, fixed=frozenset())


def _blocks(board: Board, gallery: int) -> Iterator[tuple[int, ...]]:
    """Yield the gallery alone, then with those that may only be where they are because of it.

    Those that have most to say to it; and all that nobody said anything of, whom a wrong pin may
    have taken away from the anchor.
    """
    yield (gallery,)
    told = {board.anchor, *dict(board.knowledge.hints.pinned)}
    loose = [
        member for member in board.members if member not in told and board.partners.get(member)
    ]
    near = [number for number in loose if board.partners[number][0] == gallery]
    for others in (near, loose):
        if others:
            yield tuple(sorted((gallery, *others)))
