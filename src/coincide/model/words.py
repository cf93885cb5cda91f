"""How sure, and within what, in words: once for the command line, the app and the report."""

import math

from coincide.model.certainty import CERTAIN, LIKELY
from coincide.model.offsets import SET_RIGHT, Contradicted, Estimate, Placement
from coincide.model.times import DAY_S, offset_in_words, span_in_words

# an interval of less than this to either side reads best as "±"
SMALL_S = 120.0


def how_sure(probability: float) -> str:
    """Say how sure an offset is.

    >>> how_sure(0.995), how_sure(0.871), how_sure(0.2)
    ('certain', 'likely (87 %)', 'unsure (20 %)')
    """
    if probability >= CERTAIN:
        return "certain"
    return f"{'likely' if probability >= LIKELY else 'unsure'} ({percent(probability)})"


def percent(probability: float) -> str:
    """Write a probability in per cent, never rounded up: the same figure wherever it is shown.

    >>> [percent(one) for one in (0.9996, 0.9978, 0.979, 0.004)]
    ['> 99.9 %', '99.7 %', '97 %', '< 1 %']
    """
    if probability > 0.999:
        return "> 99.9 %"
    if probability >= CERTAIN:
        return f"{math.floor(probability * 1000) / 10:.1f} %"
    if probability < 0.01:
        return "< 1 %"
    return f"{math.floor(probability * 100)} %"


def interval(estimate: Estimate | Contradicted) -> str:
    """Write the 90 % interval of an offset; of two sides that differ, "±" is the wider.

    >>> interval(Estimate(60.0, 52.0, 70.0)), interval(Estimate(0.0, -600.0, 3600.0))
    ('± 10 s', '-10 min 00 s to +1 h 00 min 00 s')
    >>> interval(Estimate(8e8, 8e8 - 110.0, 8e8 + 400.0))
    '110 s less to 7 min more'
    """
    less_s, more_s = estimate.offset_s - estimate.low_s, estimate.high_s - estimate.offset_s
    if max(less_s, more_s) < SMALL_S:
        return f"± {span_in_words(max(less_s, more_s))}"
    if abs(estimate.offset_s) >= DAY_S:  # of two times in days the difference is hard to see
        return f"{span_in_words(less_s)} less to {span_in_words(more_s)} more"
    return f"{offset_in_words(estimate.low_s)} to {offset_in_words(estimate.high_s)}"


def contradicted_in_words(told: Contradicted) -> str:
    """Say what the photos say where a person said otherwise.

    >>> contradicted_in_words(Contradicted(-3600.0, -3608.0, -3595.0, 120))
    '120 pairs of photos contradict what you said; without it they say -1 h 00 min 00 s, ± 8 s'
    """
    pairs = "1 pair of photos contradicts" if told.n_pairs == 1 else "photos contradict"
    if told.n_pairs > 1:
        pairs = f"{told.n_pairs} pairs of photos contradict"
    where = f"{offset_in_words(told.offset_s)}, {interval(told)}"
    return f"{pairs} what you said; without it they say {where}"


def open_in_words(placement: Placement, what: str) -> str:
    """Say why it is not known by how much the time of one of its photos or clips is off."""
    if placement.open_from is not None:
        return SET_RIGHT
    return f"its clock was set anew about here, and nothing tells before or after this {what}"
