"""What an editor gets of an event: which clips `coincide clips` puts in, and which lie right."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from coincide.media.video.streams import Streams
from coincide.model import Place
from coincide.project.films.editors import vouched_ties
from coincide.project.solve.run import SyncResult
from coincide.writing.clips import arrange
from coincide.writing.clips.soundgroups import ClipTie
from coincide_bench.sound.evenings import Evening

# so near to where it belongs beside the others a clip lies right: headers tell whole seconds
RIGHT_S = 1.0


@dataclass(frozen=True)
class Exported:
    """How many clips of members there are, and of these that lie right and wrong.

    ``all_right``: with everything that is placed; then by default: by clocks alone, as it was
    before sound joined clips, and with what sound joins.
    """

    n_clips: int
    all_right: int
    clocks: tuple[int, int]
    joined: tuple[int, int]


def exported(evening: Evening, result: SyncResult) -> Exported:
    """Return what is put in of a result, and how it lies."""
    ties = vouched_ties(result.event, result.heard)
    everything, clocks, joined = (
        _judged(evening, result, tied, unsure=unsure)
        for tied, unsure in ((ties, True), ((), False), (ties, False))
    )
    n_clips = sum(len(filmer.takes) for filmer in evening.filmers if not filmer.stranger)
    return Exported(n_clips, everything[0], clocks, joined)


def _judged(
    evening: Evening, result: SyncResult, ties: Iterable[ClipTie], *, unsure: bool
) -> tuple[int, int]:
    """Return how many clips are put in that lie right, and how many that do not."""
    made = arrange(
        *(result.event, result.offsets, result.timeline, streams_of(evening, result)),
        unsure=unsure,
        ties=ties,
    ).clips
    if made is None:
        return 0, 0
    true_s = {
        f"/{filmer.name} clip {number}.mp4": take.from_s
        for filmer in evening.filmers
        if not filmer.stranger
        for number, take in enumerate(filmer.takes)
    }
    errors = [
        float(made.begins_s + clip.start_s) - true_s[str(clip.path)]
        for clip in made.clips
        if str(clip.path) in true_s
    ]
    middle_s = median(errors) if errors else 0.0
    n_right = sum(abs(error - middle_s) <= RIGHT_S for error in errors)
    return n_right, len(made.clips) - n_right


def streams_of(evening: Evening, result: SyncResult) -> dict[Place, Streams]:
    """Return streams for the clips of an event that has no files."""
    length_s = {
        f"{filmer.name} clip {number}": take.length_s
        for filmer in evening.filmers
        for number, take in enumerate(filmer.takes)
    }
    return {
        photo.path: Streams(
            *(Fraction(0), Fraction(round(length_s[photo.key] * 25), 25), Fraction(25)),
            *((1920, 1080), 48_000, 2),
        )
        for photo in result.event.photos
        if photo.key in length_s
    }
