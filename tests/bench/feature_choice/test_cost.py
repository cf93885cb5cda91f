import pytest

from coincide_bench.feature_choice.candidates import CANDIDATES
from coincide_bench.feature_choice.cost import seconds_per_photo, stored_bytes, vector_bytes

BY_NAME = {candidate.name: candidate for candidate in CANDIDATES}


def test_bytes_of_the_vector_and_of_what_is_stored() -> None:
    bytes_of = {name: (vector_bytes(one), stored_bytes(one)) for name, one in SMALL.items()}
    assert bytes_of == {
        "pooled": (2560, 2560),
        "GeM": (2560, 7 * 7 * 1280 * 2),
        "28x28 quarters": (4 * 40 * 2, 28 * 28 * 40 * 2),
        "28x28 VLAD": (256 * 40 * 2, 28 * 28 * 40 * 2),
        "pooled + 14x14 mean, centred": (2 * (1280 + 112), 2 * (1280 + 14 * 14 * 112)),
    }


SMALL = {
    name: BY_NAME[name]
    for name in (
        *("pooled", "GeM", "28x28 quarters", "28x28 VLAD"),
        "pooled + 14x14 mean, centred",
    )
}


@pytest.mark.slow
@pytest.mark.alone
def test_a_part_of_the_network_takes_less_time_than_the_whole() -> None:
    chosen = [BY_NAME[name] for name in ("pooled", "pooled, centred", "28x28 mean")]
    seconds = seconds_per_photo(chosen, n_images=8, rounds=7)
    assert 0 < seconds["28x28 mean"] < seconds["pooled"]
    # the same layers are timed once: what is done per event is not counted
    assert seconds["pooled, centred"] == seconds["pooled"]
