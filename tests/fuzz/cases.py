"""A case: one damaged file, the same for the same seed and number."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import Seed

# how often each kind is taken; media is where the formats are
_KINDS = ("media",) * 14 + ("sidecar",) * 3 + ("plan",) * 2 + ("journal",)
# names that make a reader expect another format
_SUFFIXES = (".jpg", ".png", ".tif", ".dng", ".nef", ".cr3", ".heic", ".mp4", ".mov", ".arw")


@dataclass(frozen=True)
class Case:
    """A damaged file: what it was made of, how, and its bytes."""

    number: int
    kind: str
    origin: str
    mutation: str
    suffix: str
    data: bytes


def make_case(seeds: Sequence[Seed], seed: int, number: int) -> Case:
    """Return the damaged file of a number."""
    rng, (origin, partner) = _chosen(seeds, seed, number)
    kind = origin.kind
    data, mutation = mutated(rng, kind, origin.data, partner.data)
    suffix = PurePath(origin.name).suffix
    if kind == "media" and rng.random() < 0.1:
        suffix = rng.choice(_SUFFIXES)
    return Case(number, kind, origin.name, mutation, suffix, data)


def sound_cases(seeds: Sequence[Seed], seed: int, number: int) -> list[Case]:
    """Return the files that the damaged file of a number was made of, as they are."""
    return [
        Case(number, one.kind, one.name, "none", PurePath(one.name).suffix, one.data)
        for one in _chosen(seeds, seed, number)[1]
    ]


def _chosen(
    seeds: Sequence[Seed], seed: int, number: int
) -> tuple[random.Random, tuple[Seed, Seed]]:
    rng = random.Random(f"{seed}:{number}")
    kind = rng.choice(_KINDS)
    alike = [one for one in seeds if one.kind == kind]
    return rng, (rng.choice(alike), rng.choice(alike if number % 5 else seeds))
