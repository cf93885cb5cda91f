"""Arrangements in memory, for the writers."""

from fractions import Fraction
from pathlib import Path

from coincide.writing.clips import Arrangement, ClipTrack, PlacedClip

NTSC = Fraction(30000, 1001)


def clip(
    name: str,
    start_s: Fraction | str,
    duration_s: Fraction | str,
    *,
    rate: Fraction = NTSC,
    folder: Path = Path("/event/ä ö"),
    n_channels: int = 2,
    timecode_s: Fraction = Fraction(0),
    notes: tuple[str, ...] = (),
) -> PlacedClip:
    """Return a clip that lies ``start_s`` after the beginning."""
    return PlacedClip(
        path=folder / name,
        start_s=Fraction(start_s),
        duration_s=Fraction(duration_s),
        rate=rate,
        size_px=(1920, 1080),
        sample_rate=48_000 if n_channels else None,
        n_channels=n_channels,
        timecode_s=timecode_s,
        notes=notes,
    )


PARTY = Arrangement(
    "party & more",
    Fraction(1_755_960_000),
    (
        ClipTrack(
            "Ada", (clip("a1.mp4", 0, "30.03"), clip("a2.mp4", "61.2345", "4.5")), ("Right.",)
        ),
        ClipTrack(
            'Ben <"Canon">',
            (
                clip(
                    "b1.MOV",
                    "3.333",
                    20,
                    rate=Fraction(25),
                    n_channels=0,
                    timecode_s=Fraction(3600),
                    notes=("Begins at 15:00:03.333.",),
                ),
            ),
            ("Its clock drifts by +12.0 ppm.",),
        ),
    ),
    ("It begins at 15:00:00.",),
)
