"""A simulated person: whose events, whose answers, and the tables of what becomes of photos."""

import json
from pathlib import Path

import numpy as np
import pytest

from coincide.model.hints import AnswerKind
from coincide.solver.joint import answers
from coincide.solver.joint.answers import MODEL, answer_odds
from coincide_bench.answers.model import fit
from coincide_bench.answers.record import read_record
from coincide_bench.mess import person
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.person import (
    SHOWN,
    TROUBLES,
    Asked,
    ask,
    event_table,
    names,
    person_document,
    person_table,
    run_person,
)
from coincide_bench.mess.run import Material
from coincide_bench.suites.realevents import EVENTS
from coincide_bench.wholeplan.figures import Figures, Judged
from tests.bench.mess.bases import tiny_base


def judged(**figures: int) -> Judged:
    return Judged(Figures(photos=40, judged=40, wrong=20, knowable=10, **figures), {}, (), "")


def test_events_have_several_cameras_and_some_are_kept_for_reports() -> None:
    tuned, reported = names(report=False), names(report=True)
    assert set(tuned) < set(reported)
    kept = {event.folder for event in EVENTS if event.report_only}
    assert set(reported) - set(tuned) <= kept
    assert set(TROUBLES) <= set(KINDS)


def test_the_solver_reads_answers_by_a_model_without_the_event_and_then_by_its_own() -> None:
    kind, apart_s = AnswerKind("about"), np.array([300.0])
    own = answer_odds(kind, apart_s)
    other = fit(pair for pair in read_record() if pair.event != "mongolia_2025")
    with person._solved_by(other):
        assert answers.MODEL is other
        assert answer_odds(kind, apart_s) != own
    assert answers.MODEL is MODEL
    assert answer_odds(kind, apart_s) == own


def test_photos_are_counted_after_each_number_of_answers() -> None:
    after = [judged(mended=min(2 * n, 12), mended_knowable=min(n, 6)) for n in range(11)]
    found = [Asked("walk", "hours-off", seed, tuple(after)) for seed in (1, 2)]
    table = person_table(found)
    assert [row[0] for row in table.rows] == [str(number) for number in SHOWN]
    assert [row[6] for row in table.rows] == ["0", "4", "12", "20", "24"]
    assert table.rows[-1][7:9] == ("60.0", "60.0")
    assert event_table(found).rows == (
        ("walk", "0 / 40", "4 / 40", "12 / 40", "20 / 40", "24 / 40"),
    )
    document = json.loads(json.dumps(person_document(found, "tune")))
    assert document["events"][1]["after"][10]["mended"] == 12
    assert person_table([]).rows == event_table([]).rows == ()


def test_events_that_are_not_at_hand_are_left_out(tmp_path: Path) -> None:
    assert list(run_person(Material(tmp_path, tmp_path, report=True), [0])) == []
    with pytest.raises(ValueError, match="photo sets"):
        list(run_person(Material(None, tmp_path, report=True), [0]))


def test_an_event_is_asked_about_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tiny_base(tmp_path / "photos", guests=False)
    monkeypatch.setattr(person, "real_base", lambda *_: base)
    material = Material(tmp_path, tmp_path / "cache", False, answers=2)
    found = ask(("tiny", 10_000, material, 0.5))
    assert len(found.by_answers) == 3
    assert found.trouble in TROUBLES
    first, *_, last = found.by_answers
    assert first.figures.judged == last.figures.judged == 48
    assert isinstance(first.galleries[0].name, str)
