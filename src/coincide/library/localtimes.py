"""When sessions were, by the clocks on the walls of their places."""

import numpy as np

from coincide.library.solve import Solved
from coincide.model import Floats


def local_of(solved: Solved) -> Floats:
    """Return when each session began, by the time of its place; where unknown, what it showed."""
    error_s = solved.history.to_utc_s + solved.zone_s
    found: Floats = solved.clock.first_s + np.where(np.isnan(error_s), 0.0, error_s)
    if solved.clock.is_phone:  # its sessions are told in UTC
        tags_s = solved.clock.photos.zone_s[np.array(solved.clock.starts[:-1], dtype=np.int64)]
        return np.where(np.isnan(tags_s), found, solved.clock.first_s)
    return found
