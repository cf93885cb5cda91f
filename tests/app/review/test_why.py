"""What a result rests on, from the solution that is held; and an event held in memory."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide import project as pipeline
from coincide.app.review import views
from coincide.app.review.shapes import SkippedFile, to_bytes
from coincide.model.hints import Hints, Pin
from coincide.project import Choices, Held, Merge, Rename, Solution, SyncResult, UserInput
from coincide.project.options import SyncOptions
from coincide.project.solutions import why
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.solutions import solution_of
from coincide.project.solve.featurecache import arranged
from coincide.project.solve.run import Work
from coincide.project.solve.sync import hold, solve
from coincide.project.userinput import changes
from coincide.storage.objectstore import open_store


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture(scope="module")
def held(embedded: Path) -> Held:
    event = pipeline.load_found_event(embedded)
    with open_store(embedded / ".coincide") as store:
        return hold(event, Work(store, SyncOptions(), quiet), warm=True)


def solve_held(held: Held, choices: Choices) -> SyncResult:
    """Solve by what is in memory, as an answer does."""
    return solve(held, held.event(choices), Work(None, held.options, quiet))


def seen(result: SyncResult) -> Solution:
    return solution_of(result, Inputs(*"abcdef"), None)


@pytest.fixture(scope="module")
def solved(held: Held) -> SyncResult:
    return solve_held(held, Choices.empty)


def test_a_held_event_is_solved_as_a_sync_does(embedded: Path, solved: SyncResult) -> None:
    synced = pipeline.sync(pipeline.load_event(embedded))
    assert solved.offsets == synced.offsets
    assert solved.why == synced.why
    assert solved.event == synced.event


@pytest.mark.usefixtures("decode_here")
def test_nothing_is_read_to_solve_again(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_again(*_: object) -> None:
        raise AssertionError("a photo was opened")

    monkeypatch.setattr("coincide.media.pictures.upright.open_picture", not_again)
    monkeypatch.setattr("coincide.features.images.open_picture", not_again)
    monkeypatch.setattr(Path, "read_bytes", not_again)
    first = solve_held(held, Choices.empty)
    renamed = Choices((Rename("ann", "Zoe"),))
    again = solve_held(held, renamed)
    assert again.event.table.names == ("Zoe", "bob", "cyd")
    assert again.offsets["bob"].placed == first.offsets["bob"].placed


def test_features_follow_their_photos(held: Held) -> None:
    event = held.event(Choices((Merge("cyd", "ann"), Rename("bob", "a"))))
    moved = arranged(held.features, event)
    was = {one.path: row for row, one in enumerate(held.features.event.photos)}
    for row, photo in enumerate(event.photos):
        assert np.array_equal(moved.colours[row], held.features.colours[was[photo.path]])
        assert np.array_equal(moved.arrays[0][row], held.features.arrays[0][was[photo.path]])


def test_pairs_are_of_the_gallery_and_another_and_say_how_far_apart(solved: SyncResult) -> None:
    table = solved.event.table
    times_s = [one.event_time_s for one in views.entries_of(seen(solved))]
    for name in table.names:
        pairs = why.pairs_of(solved, name)
        assert 0 < len(pairs) <= why.MOST_PAIRS
        assert [pair.score for pair in pairs] == sorted([p.score for p in pairs], reverse=True)
        for pair in pairs:
            mine, theirs = table.gallery_of(np.array([pair.mine, pair.theirs])).tolist()
            assert table.names[mine] == name
            assert table.names[theirs] == pair.other != name
            apart_s = abs((times_s[pair.mine] or 0.0) - (times_s[pair.theirs] or 0.0))
            assert pair.apart_s == pytest.approx(apart_s, abs=0.5)


def test_the_offset_found_is_the_highest_peak(solved: SyncResult) -> None:
    offset_s = solved.offsets["bob"].offset_s
    assert offset_s is not None
    anywhere = why.strength_of(solved, "bob")
    assert 0 < len(anywhere.peaks) <= why.N_PEAKS
    assert anywhere.peaks[0].offset_s == pytest.approx(offset_s, abs=20.0)
    scores = [peak.score for peak in anywhere.peaks]
    assert scores == sorted(scores, reverse=True)
    near = why.strength_of(solved, "bob", offset_s + 100.0, 600.0)
    assert near.offset_s[0] == pytest.approx(offset_s - 200.0)
    assert near.offset_s[-1] == pytest.approx(offset_s + 400.0)
    assert near.peaks[0].offset_s == pytest.approx(offset_s, abs=20.0)
    assert near.score.max() == pytest.approx(near.peaks[0].score)


def test_profiles_are_in_event_time_whatever_the_anchor_is_pinned_to(
    held: Held, embedded: Path
) -> None:
    project = embedded / ".coincide"
    pipeline.change_said(
        project, lambda said: replace(said, hints=Hints(pins=(Pin("ann", 500.0),)))
    )
    try:
        by_ann = replace(held, options=replace(held.options, anchor="ann"))
        moved = solve_held(by_ann, Choices.empty)
    finally:
        pipeline.undo_said(project)
    offset_s = moved.offsets["bob"].offset_s
    assert offset_s is not None
    assert why.strength_of(moved, "bob").peaks[0].offset_s == pytest.approx(offset_s, abs=20.0)


def test_edges_are_between_galleries_once_each(solved: SyncResult) -> None:
    edges = why.edges_of(solved)
    assert [(edge.a, edge.b) for edge in edges] == [(0, 1), (0, 2), (1, 2)]
    assert all(edge.n_links > 0 and edge.strength > 0 for edge in edges)
    shown = json.loads(to_bytes(views.graph_view(seen(solved), edges)))["edges"]
    assert set(shown[0]) == {"a", "b", "n_links", "strength", "disagreement_s"}
    assert shown[0]["strength"] == round(edges[0].strength, 3)


def test_what_moved_is_told_and_nothing_else(solved: SyncResult) -> None:
    offsets = solved.offsets
    assert views.moves_view(offsets, offsets) == ()
    assert views.moves_view(None, offsets) == ()
    bob = offsets["bob"]
    assert bob.estimate is not None
    away = replace(bob, estimate=replace(bob.estimate, offset_s=bob.estimate.offset_s + 9.0))
    placements = tuple(away if one is bob else one for one in offsets.placements)
    (move,) = views.moves_view(replace(offsets, placements=placements), offsets)
    assert move.gallery == "bob"
    assert move.to_s is not None
    assert move.from_s == pytest.approx(move.to_s + 9.0)


def test_the_layout_changes_when_rows_mean_other_photos(held: Held) -> None:
    event = held.features.event
    same = views.layout_of(held.event(Choices.empty))
    assert views.layout_of(event) == same
    renamed = changes.rename(event, "ann", "zoe")(UserInput())
    assert views.layout_of(held.event(renamed.choices)) != same


def test_answers_hold_no_nan_and_survive_any_name() -> None:
    skipped = SkippedFile("é", "it is called a\udcff")
    assert to_bytes(skipped) == '{"name":"é","reason":"it is called a\\udcff"}'.encode()
    for bad in (np.nan, np.inf):
        with pytest.raises(ValueError, match="JSON"):
            views.strength_view(why.Strength(np.array([0.0]), np.array([bad]), ()))


def test_solving_again_finds_what_a_cold_start_finds(embedded: Path, held: Held) -> None:
    steps = (Rename("ann", "Zoe"), Merge("bob", "cyd"))
    for n_steps in (0, 1, 2, 0):
        choices = Choices(steps[:n_steps])
        cold = Held(held.features, held.backbone, held.options)
        warm, first = solve_held(held, choices), solve_held(cold, choices)
        assert warm.offsets == first.offsets
        assert warm.why == first.why
    again = solve_held(held, Choices.empty)
    assert again.trace is not None
    assert warm.trace is not None
    assert again.trace.solution.board.evidence is warm.trace.solution.board.evidence
