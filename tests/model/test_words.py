import pytest

from coincide.model.offsets import Contradicted
from coincide.model.words import contradicted_in_words


@pytest.mark.parametrize(
    ("n_pairs", "who"),
    [
        (0, "photos contradict"),
        (1, "1 pair of photos contradicts"),
        (2, "2 pairs of photos contradict"),
    ],
)
def test_who_contradicts_is_said_as_far_as_it_is_known(n_pairs: int, who: str) -> None:
    words = contradicted_in_words(Contradicted(60.0, 50.0, 70.0, n_pairs))
    assert words == f"{who} what you said; without it they say +1 min 00 s, ± 10 s"
