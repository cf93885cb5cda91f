"""What pages are told of clips: their lengths, their sounds' shapes, and which heard the same."""

import numpy as np

from coincide.app.review import shapes
from coincide.model import Offsets
from coincide.project import Solution
from coincide.project.clips.ties import HeardPair
from coincide.project.judge.clockquestions import is_settled

# how far phases agree beyond chance, in words; from so many standard deviations on
_CLEARLY, _WELL = 12.0, 6.5


def clips_view(solution: Solution) -> tuple[shapes.ClipView, ...]:
    """Return the clips of an event by row."""
    return tuple(
        shapes.ClipView(
            row,
            None if photo.clip.duration_s is None else round(photo.clip.duration_s, 3),
            photo.clip.sound,
            solution.shapes.get(photo.key, ""),
        )
        for row, photo in enumerate(solution.event.photos)
        if photo.clip is not None
    )


def heard_view(solution: Solution) -> tuple[shapes.HeardView, ...]:
    """Return the clips that heard the same, in the order of their rows."""
    return tuple(
        shapes.HeardView(
            rows=(pair.photo_a, pair.photo_b),
            lag_s=round(pair.lag_s, 3),
            apart_s=None if pair.apart_s is None else round(pair.apart_s, 3),
            how=in_words(pair),
            sure=pair.sure,
            supports=pair.supports,
            contradicts=pair.contradicts,
            reasons=pair.reasons,
            answer=pair.answer,
        )
        for pair in solution.heard
    )


def in_words(pair: HeardPair) -> str:
    """Say how well two clips agree.

    >>> in_words(HeardPair(0, 1, 2.0, 2.0, 9.4, 15.0, True))
    'they share 9 s of sound, which matches clearly'
    """
    if pair.answer == "heard":
        return "you heard it"
    levels = ((_CLEARLY, "clearly"), (_WELL, "well"))
    how = next((word for least, word in levels if pair.z >= least), "a little")
    return f"they share {pair.shared_s:.0f} s of sound, which matches {how}"


def sound_questions(solution: Solution) -> tuple[shapes.SoundQuestion, ...]:
    """Return which ties to ask a person about: none that is sure, and only where it helps."""
    offsets, names = solution.offsets, solution.event.table.names
    asked = []
    for one in solution.heard:
        if one.sure or one.answer is not None:
            continue
        numbers = solution.event.table.gallery_of(np.array([one.photo_a, one.photo_b])).tolist()
        open_ = [names[number] for number in numbers if not _is_known(offsets, names[number])]
        if open_:
            asked.append((one, open_[0]))
    asked.sort(key=lambda pair: (-pair[0].z, pair[0].photo_a, pair[0].photo_b))
    return tuple(
        shapes.SoundQuestion(gallery, (one.photo_a, one.photo_b), round(one.lag_s, 3), _why(one))
        for one, gallery in asked
    )


def _is_known(offsets: Offsets, gallery: str) -> bool:
    return gallery == offsets.anchor or is_settled(offsets[gallery])


def _why(pair: HeardPair) -> str:
    doubt = f", but {pair.reasons[0]}" if pair.reasons else ""
    return f"{in_words(pair)}{doubt}"
