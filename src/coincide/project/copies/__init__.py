"""The same picture in two files: found by tags and pixels, and counted once."""

from coincide.project.copies.find import find_copies
from coincide.project.copies.fold import Originals, fold_copies, fold_like
from coincide.project.copies.rules import are_two_shots

__all__ = [
    "Originals",
    "are_two_shots",
    "find_copies",
    "fold_copies",
    "fold_like",
]
