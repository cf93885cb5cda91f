"""A library of two people on three Sundays, of which some were found to be occasions."""

from pathlib import Path

from coincide.app.cli.libraries.options import store_folder
from coincide.library.occasions.occasion import FoundOccasion, OccasionSession
from coincide.library.occasions.shelf import save_occasions
from coincide.library.openlibrary import open_library
from coincide.model.times import HOUR_S, from_clock
from tests.library.on_disk import shot

# noon UTC, 13:00 or 14:00 by the clocks of Berlin
FIRST_S = from_clock(2021, 4, 4, 12, 0, 0)
DEVICES = {
    "Anna": {"make": "Google", "model": "Pixel 4", "zone": "+02:00"},
    "Ben": {"make": "NIKON CORPORATION", "model": "NIKON D750", "serial": "7"},
}


def write_party(folder: Path) -> None:
    """Write photos of Anna's phone and Ben's camera, an hour behind, on three Sundays."""
    for week in range(3):
        for i in range(4):
            utc_s = FIRST_S + week * 7 * 86400.0 + i * 600.0
            where = folder / "Anna" / f"PXL_{week}{i}.jpg"
            shot(where, utc_s, utc_s + 2 * HOUR_S, fix=True, **DEVICES["Anna"])
            where = folder / "Ben" / "2021" / f"DSC_{week}{i}.jpg"
            shot(where, utc_s, utc_s + HOUR_S, fix=False, **DEVICES["Ben"])


def keep_occasion(folder: Path, week: int, weight: float = 0.97) -> None:
    with open_library([folder], store_folder) as opened:
        sessions = tuple(
            OccasionSession(
                *(clock.key, week, float(clock.first_s[week]), 4, ()),
                # of the phone in UTC; Ben's camera is an hour behind the clocks on the walls
                to_event_s=0.0 if clock.is_phone else -HOUR_S,
                sd_s=5.0,
                weight=weight,
            )
            for clock in opened.clocks
        )
        with opened.store.transaction():
            found = FoundOccasion(f"occasion {week}", sessions, None, None, weight)
            save_occasions(opened.store, [found])
