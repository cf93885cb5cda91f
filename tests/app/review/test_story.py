"""What a report opens with: sentences that are true, and nothing that a person hid."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.app.review.story import N_BEST, story_view
from coincide.demo import DemoOptions
from coincide.model import Estimate
from coincide.project import Project, quiet
from coincide.project.album.edits import hide
from tests.conftest import CopyDemo


@pytest.fixture
def party(copy_demo: CopyDemo, tmp_path: Path) -> Project:
    copy_demo(DemoOptions(n_galleries=4, n_photos=48), tmp_path / "party")
    project = Project.at(tmp_path / "party")
    project.sync()
    return project


@pytest.mark.slow
def test_it_tells_what_happened_and_shows_each_picture_once(party: Project) -> None:
    look = party.shown()
    story = story_view(look, quiet)
    photos = list(look.solution.event.photos)
    assert story.sentences[0] == f"{len(photos)} photos by 4 people, Saturday 23 August 2025."
    assert story.sentences[1].startswith("The clocks of 4 cameras were up to ")
    assert len(story.best) == N_BEST
    assert len(set(story.best)) == N_BEST
    people = {row: photos[row].path.parent for row in range(len(photos))}
    assert all(people[one] != people[other] for one, other in (x.rows for x in story.instants))


@pytest.mark.slow
def test_of_clocks_it_tells_no_more_than_is_known(party: Project) -> None:
    look = party.shown()
    offsets = look.solution.offsets
    anchor = offsets[offsets.anchor]
    others = [one for one in offsets.placements if one.gallery != offsets.anchor]

    def told(*placements: object) -> str:
        changed = replace(offsets, placements=(anchor, *placements))
        solution = replace(look.solution, offsets=changed)
        return story_view(replace(look, solution=solution), quiet).sentences[1]

    unplaced = [replace(one, estimate=None) for one in others]
    assert told(*unplaced) == "The clocks of 4 cameras could not be compared."
    off = [replace(one, estimate=Estimate(7200.0, 7190.0, 7210.0)) for one in others]
    assert "up to 2 h apart: here all of them are on one clock" in told(*off)
    two = told(off[0], *unplaced[1:])
    assert two.endswith("here 2 of them are on one clock, 1 of these for certain.")


@pytest.mark.slow
def test_what_is_hidden_is_not_shown(party: Project) -> None:
    story = story_view(party.shown(), quiet)
    photos = list(party.shown().solution.event.photos)
    gone = {*story.best, *(row for one in story.instants for row in one.rows)}
    party.say(hide([photos[row].key for row in gone]))
    after = story_view(party.shown(), quiet)
    assert not gone & {*after.best, *(row for one in after.instants for row in one.rows)}
