"""The same picture in two files, told by pixels alone: one detector for all of the product."""

from coincide.features.same.compare import Sameness, compare_files, sameness
from coincide.features.same.options import SameOptions
from coincide.features.same.square import Square, square_of

__all__ = ["SameOptions", "Sameness", "Square", "compare_files", "sameness", "square_of"]
