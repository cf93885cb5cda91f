"""Why a result is as it is: what speaks against it, and what to ask a person."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """Do two photos, rows of a PhotoTable, show the same moment? ``photo_a`` is of ``gallery``.

    ``gain``: by how many nats the answer is expected to make places surer, over all galleries.
    ``mends``: how many photos of wrong times the answer is expected to get the right ones for.
    """

    gallery: str
    photo_a: int
    photo_b: int
    gain: float
    mends: float = 0.0


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Photos of two galleries that look like one moment but are far apart in the result.

    ``n_pairs`` of them; the most alike are rows ``photo_a`` and ``photo_b``, ``apart_s`` apart.
    """

    gallery_a: str
    gallery_b: str
    n_pairs: int
    photo_a: int
    photo_b: int
    apart_s: float


@dataclass(frozen=True, slots=True)
class OverruledAnswer:
    """Two photos, rows, that a person said show the same moment, and the result has apart."""

    photo_a: int
    photo_b: int
    apart_s: float


@dataclass(frozen=True, slots=True)
class WithoutEffect:
    """Exact times, or what a person knows of them, that change nothing here, and why.

    ``photo``: the key of the photo that it is about; empty: it is about the gallery's clock.
    """

    gallery: str
    reason: str
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two clocks of which the pictures tell how they differ, and nothing tells which is right.

    ``off_s``: what the rival's clock is ahead by, if the reference's is right. ``moves``: how many
    photos are moved if the reference is right, and if the rival is. ``right``: how likely each is.
    """

    reference: str
    rival: str
    off_s: float
    moves: tuple[int, int] = (0, 0)
    right: tuple[float, float] = (0.5, 0.5)


@dataclass(frozen=True)
class Explanation:
    """What speaks against a result, and what to ask a person, the most telling first.

    ``n_hints_missing``: hints that were given but say nothing of the photos that are there.
    ``overruled``: answers that all the rest outweighs. ``disputes``: whose clock to ask about.
    ``without_effect``: exact times that change nothing.
    """

    contradictions: tuple[Contradiction, ...] = ()
    questions: tuple[Question, ...] = ()
    n_hints_missing: int = 0
    overruled: tuple[OverruledAnswer, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    without_effect: tuple[WithoutEffect, ...] = ()
