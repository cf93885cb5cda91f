"""When two pictures are one: every number, its unit, its reason and where it comes from.

Set on development sets, reported on others (docs/adr/0033-answered-studies.md).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SameOptions:
    """How two pictures are laid over each other, and how far apart one picture's files can be.

    Pixels are those of the grey squares that are compared. ``k`` is how much of what a part shows
    differs in the middle of all parts: what compressing and scaling do to a picture everywhere.
    Each limit grows with it: of a clean copy little is allowed, of a bad one more.
    """

    # by hand: a pixel is a 128th of the width, and alignment is good to some hundredths of one
    side_px: int = 128
    rough_px: int = 48  # by hand: as small as still finds the window of a cut
    # by hand: 90 % and some room; pictures that are cut further are others' views as often
    least_left: float = 0.87
    # by hand: what seems to lack no more of a side than this lacks nothing
    whole: float = 0.005
    # by hand: nobody cuts off less of a side: what lacks less, and is not whole, is another shot
    least_cut: float = 0.015
    # copies of the development sets stay above 0.94
    least_rough: float = 0.85
    # by hand: levels of grey below which a camera or an edit has cut off what was there
    dark: float = 6.0
    # by hand: the same, above which
    bright: float = 247.0
    part_px: int = 16  # by hand: a face in a group of ten is about as large
    # by hand: levels of grey that a part must vary by to show anything
    least_detail: float = 2.0
    least_parts: int = 6  # those with the most, where fewer vary by as much
    # This and all below: between what the 1,152 copies and the 1,010 others of the development
    # sets show. How far a picture may be turned, beside k: a hand turns, a copy does not
    turned_px: float = 0.12
    outside_px: float = 0.18  # how far it may reach beyond the other, beside k
    moved_px: float = 0.25  # how far a part may have moved, beside k
    per_k_px: float = 0.6  # what k adds to each of these
    # how much more a part may differ than the middle of all do
    most_odd: float = 4.5
    odd_levels: float = 1.0  # levels of grey by which any part may differ
    most_k: float = 0.5  # a copy's parts are no worse than this
    # how little a part may be like its own, 1 less its correlation, beside three times k²
    unlike: float = 0.2
    all_unlike: float = 0.18  # and how little all parts together may be
