"""All that the history of one clock is found from, and its digest."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from coincide.library.evidence import Known, PhoneTrack
from coincide.library.history.material import ClockHistory
from coincide.library.history.zones import Zones
from coincide.library.photos import Clock
from coincide.version import __version__

# raise it where the same photos get another history
_RECIPE = 1


@dataclass(frozen=True)
class HistoryInputs:
    """A clock's photos, where its owner and their phones were, and what is known besides."""

    clock: Clock
    zones: Zones
    track: PhoneTrack
    known: Known
    stated: Mapping[int, bool]

    @property
    def digest(self) -> str:
        """What tells these inputs from all others."""
        found = hashlib.blake2b(f"{__version__} {_RECIPE}".encode(), digest_size=16)
        photos, zones, track = self.clock.photos, self.zones, self.track
        columns = [getattr(photos, field.name) for field in fields(photos) if field.name != "row"]
        columns += [zones.seen_s, zones.zones_s, track.utc_s, track.latitude, track.longitude]
        for column in columns:
            found.update(f"{len(column)} ".encode())
            found.update(column.tobytes())
        known = sorted((session, list(several)) for session, several in self.known.items())
        device = self.clock.device
        rest = (device, list(self.clock.starts), zones.home, known, sorted(self.stated.items()))
        found.update(repr(rest).encode())
        return found.hexdigest()


# gives the history that was found from these inputs before, or finds it
HistoryKeeper = Callable[[HistoryInputs, Callable[[], ClockHistory]], ClockHistory]


def make_anew(_inputs: HistoryInputs, find: Callable[[], ClockHistory]) -> ClockHistory:
    """Find a history without keeping it."""
    return find()
