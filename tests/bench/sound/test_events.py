"""Whole events: what is drawn is possible, and what is found is judged by the truth."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from coincide.sound.model import Lag, Overheard
from coincide_bench.sound.bank import OVERLAPS_S, load_bank
from coincide_bench.sound.drawn import clips_of, drawn_ties
from coincide_bench.sound.evenings import Evening, draw_evening, rng_of
from coincide_bench.sound.events import (
    EveningRun,
    Found,
    make_event,
    make_look,
    solve_evening,
    true_times,
)
from coincide_bench.sound.suite import (
    ALL,
    PHOTOS,
    Part,
    PartRun,
    clip_table,
    event_table,
    kind_table,
    run_part,
    solve_part,
    tied_table,
)

SEED = 10_500


def exact_ties(evening: Evening) -> tuple[Overheard, ...]:
    """Return a certain tie for any two clips of members that overlap for long."""
    clips, ties = [one for one in clips_of(evening) if not one.filmer.stranger], []
    for nth, one in enumerate(clips):
        for other in clips[nth + 1 :]:
            lag_s = other.take.from_s - one.take.from_s
            shared_s = min(one.take.to_s, other.take.to_s) - max(one.take.from_s, other.take.from_s)
            if shared_s > 4 and one.filmer is not other.filmer:
                lag = Lag(lag_s, 0.03, 5.0, 12.0, 0.7, 0.0, max(0.0, lag_s), one.take.length_s)
                ties.append(Overheard(one.key, other.key, (lag,)))
    return tuple(ties)


def test_records_come_again_and_strangers_have_heard_some_of_them() -> None:
    evenings = [draw_evening(SEED + number) for number in range(10)]
    records = [[item.record for item in one.here if item.record is not None] for one in evenings]
    assert any(len(set(one)) < len(one) for one in records)
    shared = [
        {item.record for item in one.elsewhere if item.record is not None} & set(own)
        for one, own in zip(evenings, records, strict=True)
    ]
    assert any(shared)
    for one in evenings:
        assert 6 <= sum(not filmer.stranger for filmer in one.filmers) <= 8
        assert 1 <= sum(filmer.stranger for filmer in one.filmers) <= 2
        assert all(5 <= len(filmer.takes) <= 10 for filmer in one.filmers)
    assert draw_evening(SEED) == evenings[0] != evenings[1]


def test_one_camera_films_one_clip_at_a_time() -> None:
    for filmer in draw_evening(SEED).filmers:
        for one, after in zip(filmer.takes, filmer.takes[1:], strict=False):
            assert one.to_s < after.from_s


def test_headers_tell_whole_seconds_and_leave_start_or_end_open() -> None:
    evening = draw_evening(SEED)
    event, true_s = make_event(evening), true_times(evening)
    for filmer, gallery in zip(evening.filmers, event.galleries, strict=True):
        for photo in gallery.photos:
            assert photo.clip is not None
            began = {one.kind: one.start_s for one in photo.clip.readings}
            off_s = began[filmer.writes] - filmer.ahead_s - true_s[photo.key]
            assert -1.0 <= off_s <= 0.3
            assert len(began) == 2
    assert make_look(evening, event).shape[0] == event.n_photos


def test_drawn_ties_are_of_different_cameras_and_most_that_are_certain_are_right() -> None:
    evening = draw_evening(SEED)
    true_s, ties = true_times(evening), drawn_ties(evening)
    owner = {clip.key: clip.filmer.name for clip in clips_of(evening)}
    assert all(owner[tie.first] != owner[tie.second] for tie in ties)
    certain = [
        abs(true_s[tie.second] - true_s[tie.first] - lag.lag_s) < 0.5
        for tie in ties
        for lag in tie.lags
        if lag.certain
    ]
    assert len(certain) > 5
    assert np.mean(certain) > 0.9
    assert drawn_ties(evening) == ties


def test_the_bank_has_pairs_of_all_sounds_and_overlaps() -> None:
    bank = load_bank()
    assert {overlap_s for _, overlap_s in bank.moments} == set(OVERLAPS_S)
    rng = rng_of(1, "bank")
    assert bank.moment("talk", 1.0, rng) == ()
    of_talk = [lag for row in bank.moments["talk", 24.0] for lag in row if lag.certain]
    assert of_talk
    assert all(abs(lag.off_s) < 0.5 for lag in of_talk)
    assert 0 <= bank.chance < 1


def test_members_whose_clips_are_tied_are_within_a_second() -> None:
    evening = draw_evening(SEED)
    run = solve_evening(evening, exact_ties(evening))
    members = [one for one in run.found if not one.stranger]
    assert sum(one.within(1.0) for one in members) >= len(members) - 1
    assert not any(one.certain for one in run.found if one.stranger)
    assert run.n_wrong == 0
    assert json.loads(json.dumps(asdict(run)))["found"]  # as --json keeps it


def test_drawn_ties_can_be_kept_with_their_figures() -> None:
    evening = draw_evening(SEED)
    run = solve_evening(evening, drawn_ties(evening))
    assert json.loads(json.dumps(asdict(run)))["n_ties"] > 0


def test_without_ties_nobody_is_certain() -> None:
    run = solve_evening(draw_evening(SEED), ())
    # the anchor is where it is
    assert [one.name for one in run.found if one.certain] == ["member 0"]


def test_tables_tell_of_members_and_strangers() -> None:
    part = run_part("all", [SEED], 1, tell=lambda *_: None)
    assert ALL.usual_clocks
    row = event_table([part]).rows[0]
    assert row[2] == str(len(part.members))
    silent = PartRun("silent", part.runs)
    assert len(kind_table(replace(part, part="photos"), silent).rows) == 9


@pytest.mark.parametrize(
    ("part", "seed"),
    [
        ("minutes", 10_500),
        ("minutes", 35_505),
        ("minutes clocks", 22_512),
        ("minutes clocks", 39_509),
        ("minutes all", 22_512),
    ],
)
def test_who_films_the_same_minutes_is_never_against_several_certain_ties(
    part: Part, seed: int
) -> None:
    run = solve_part(part, seed)
    tied = [one for one in run.found if len(one.sure_off_s) > 1]
    assert len(tied) >= 2
    for one in tied:
        assert one.n_held == len(one.sure_off_s), (one.name, one.sure_off_s)
    assert not any(one.certain_and_wrong for one in run.found)


def test_a_table_tells_of_galleries_with_several_certain_ties() -> None:
    held, broken = (
        Found("a", False, 3, 2, True, 0.0, (), 1.0, True, (), off_s, beside)
        for off_s, beside in (((0.1, 0.4), True), ((0.1, 0.2, 7.0), False))
    )
    stranger = replace(held, name="c", stranger=True, sure_off_s=(None,))
    run = EveningRun(1, (held, broken, stranger), 5, 0, 0.1)
    (row,) = tied_table([PartRun("minutes", (run,))]).rows
    # galleries, tied, all ties held, most held, certain, certain and wrong
    assert row[1:] == ("3", "2", "1", "2", "3", "2")


def test_what_sound_joins_is_put_in_for_editors() -> None:
    run = solve_part("minutes", 10_500)
    found = run.exported
    assert found is not None
    assert found.n_clips >= found.all_right >= found.joined[0] > found.clocks[0]
    (row,) = clip_table([PartRun("minutes", (run,))]).rows
    assert row[1:3] == (str(found.n_clips), str(found.all_right))
    assert float(row[5]) > float(row[3])


def test_some_have_no_clip_and_some_have_one() -> None:
    n_clips = [len(one.takes) for one in draw_evening(SEED, PHOTOS).filmers]
    assert n_clips[1:5] == [0, 0, 1, 1]
