"""The same picture in two files: found by tags and pixels, and counted once."""

from coincide.project.copies.find import Compare, find_copies
from coincide.project.copies.fold import Originals, fold_copies, fold_like
from coincide.project.copies.squares import compare_files

__all__ = [
    "Compare",
    "Originals",
    "compare_files",
    "find_copies",
    "fold_copies",
    "fold_like",
]
