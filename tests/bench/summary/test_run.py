"""Every choice is counted alike, and the product's tells most."""

import numpy as np
import pytest

from coincide.album import make_album
from coincide.demo import DemoOptions
from coincide_bench.summary.events import KnownStory, story_of
from coincide_bench.summary.run import CHOICES, n_lower, tell, told_by


@pytest.fixture(scope="module")
def story() -> KnownStory:
    return story_of(DemoOptions(n_galleries=8, n_photos=120, seed=3))


def test_all_photos_tell_all(story: KnownStory) -> None:
    told = told_by(story, range(len(story.shots)))
    assert told.mean == 1.0
    assert told_by(story, [0]).people == 1 / len(set(story.shots.person.tolist()))


def test_chapters_begin_where_people_go_elsewhere(story: KnownStory) -> None:
    assert (story.chapter[1:] >= story.chapter[:-1]).all()
    assert len(set(story.chapter.tolist())) > 8
    assert len(set(story.shots.person.tolist())) < len(set(story.shots.gallery.tolist()))


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_of_so_many_photos(story: KnownStory, name: str) -> None:
    rng = np.random.default_rng(1)
    rows = CHOICES[name](make_album(story.shots), story, 20, rng)
    assert len(set(rows)) == len(rows) <= 20
    assert all(0 <= row < len(story.shots) for row in rows)


def test_a_summary_tells_no_less_than_any_other_choice(story: KnownStory) -> None:
    told = tell(story, 20, seed=1)
    assert sum(n_lower([told], name) for name in CHOICES) == 0
    assert told["summary"].mean > max(told[name].mean for name in ("random", "largest clusters"))
