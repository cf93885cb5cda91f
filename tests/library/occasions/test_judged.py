"""A trial becomes an occasion, or none: by where it places clocks, and by its decoys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from coincide.library.events import SeenSession
from coincide.library.occasions import decoys, verdicts
from coincide.library.occasions.occasion import FoundOccasion
from coincide.library.occasions.trials import Moved
from coincide.library.occasions.windows import SessionWindow, windows_of
from coincide.library.photos import ClockId
from coincide.library.solve import Family, solve_library
from coincide.model import Device, Estimate, Placement
from coincide.model.times import DAY_S, HOUR_S
from coincide.project.options import SyncOptions
from tests.library.made import Days, camera_of, clock_of, phone_of

UTC_S = Days(n=8).utc_s(np.random.default_rng(1))


@dataclass(frozen=True)
class SolvedTrial:
    """What the solver is made to say: the camera's offset, and how likely it is."""

    sessions: Sequence[SessionWindow]
    offset_s: float
    probability: float

    @property
    def anchor_clock(self) -> ClockId:
        return next(one.clock.key for one in self.sessions if one.clock.is_phone)

    @property
    def others(self) -> Mapping[ClockId, float]:
        camera = next(one.clock.key for one in self.sessions if not one.clock.is_phone)
        return {camera: self.probability} if self.probability >= 0.2 else {}

    def weight_of(self, _clock: ClockId) -> float:
        return max(self.others.values(), default=0.0)

    @property
    def seen(self) -> Mapping[tuple[ClockId, int], SeenSession]:
        found = {}
        for one in self.sessions:
            to_event_s = 0.0 if one.clock.is_phone else self.offset_s
            estimate = Estimate(0.0, -16.45, 16.45, self.probability)
            placement = Placement(one.owner, estimate)
            found[one.key] = SeenSession(one.clock.key, one.session, to_event_s, placement)
        return found

    def pictures(self, _most: int) -> Mapping[tuple[ClockId, int], tuple[Path, ...]]:
        return {one.key: (Path("/a.jpg"),) for one in self.sessions}


def judge(
    monkeypatch: pytest.MonkeyPatch,
    offset_s: float,
    probability: float,
    decoy: float,
    days: Sequence[int] = (0, 1, 2, 9, 10, 11),
) -> FoundOccasion | None:
    """Return what is made of Anna's phone and Ben's camera on one day."""
    clocks = phone_of("Anna", UTC_S), camera_of("Ben", UTC_S, HOUR_S)
    windows = list(windows_of(solve_library(clocks, Family(home="Europe/Berlin"))))

    def solve_trial(
        _looks: object,
        sessions: Sequence[SessionWindow],
        _options: SyncOptions,
        moved: Moved | None = None,
    ) -> SolvedTrial:
        if moved is not None:
            assert moved.later_s % DAY_S == 0.0
            return SolvedTrial(sessions, offset_s, decoy)
        return SolvedTrial(sessions, offset_s, probability)

    monkeypatch.setattr(verdicts, "solve_trial", solve_trial)
    monkeypatch.setattr(decoys, "solve_trial", solve_trial)
    group = [n for n, one in enumerate(windows) if one.session == 5]
    looks = {n: np.eye(4, 8, dtype=np.float16) for n in range(len(windows))}
    return verdicts.judged(None, windows, group, days, looks)  # type: ignore[arg-type]


def test_what_the_solver_is_sure_of_is_an_occasion(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judge(monkeypatch, HOUR_S, 0.95, decoy=0.0)
    assert found is not None
    anna, ben = found.sessions
    assert (anna.clock.owner, ben.session, ben.n_photos) == ("Anna", 5, 12)
    assert ben.pictures == (Path("/a.jpg"),)
    (tie,) = found.ties
    assert (tie.offset_s, tie.sd_s) == (HOUR_S, pytest.approx(14.1, abs=0.1))
    assert tie.weight == pytest.approx(0.95)
    # the phone is known
    assert found.first_utc_s == pytest.approx(UTC_S[60], abs=5.0)
    assert found.last_utc_s == pytest.approx(UTC_S[71], abs=5.0)
    assert found.name.startswith("occasion 2020-02-08 ")


def test_what_another_day_shows_as_well_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge(monkeypatch, HOUR_S, 0.95, decoy=0.97) is None


def test_without_other_days_less_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judge(monkeypatch, HOUR_S, 0.95, decoy=0.0, days=())
    assert found is not None
    assert 0.6 < found.weight < 0.75
    assert judge(monkeypatch, HOUR_S, 0.65, decoy=0.0, days=()) is None


def test_a_place_where_no_clock_can_be_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge(monkeypatch, 40 * HOUR_S, 0.95, decoy=0.0) is None


@dataclass(frozen=True)
class DrawnTrial(SolvedTrial):
    """A stranger, who was there three days before, is placed there and leaves nobody a place."""

    @property
    def others(self) -> Mapping[ClockId, float]:
        strangers = [one.clock.key for one in self.sessions if one.owner == "Cleo"]
        return dict.fromkeys(strangers, 0.99) or super().others

    @property
    def seen(self) -> Mapping[tuple[ClockId, int], SeenSession]:
        moved = {one.key for one in self.sessions if one.owner == "Cleo"}
        return {
            key: replace(found, to_event_s=3 * DAY_S) if key in moved else found
            for key, found in super().seen.items()
        }


def test_who_was_there_on_another_day_is_left_out_and_the_others_are_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stranger = clock_of("Cleo", Device("Canon", "A2300", "9"), UTC_S + HOUR_S)
    clocks = phone_of("Anna", UTC_S), camera_of("Ben", UTC_S, HOUR_S), stranger
    windows = list(windows_of(solve_library(clocks, Family(home="Europe/Berlin"))))
    tried = list[set[str]]()

    def solve_trial(
        _looks: object,
        sessions: Sequence[SessionWindow],
        _options: SyncOptions,
        moved: Moved | None = None,
    ) -> DrawnTrial:
        if moved is None:
            tried.append({one.owner for one in sessions})
        return DrawnTrial(sessions, HOUR_S, 0.0 if moved is not None else 0.95)

    monkeypatch.setattr(verdicts, "solve_trial", solve_trial)
    monkeypatch.setattr(decoys, "solve_trial", solve_trial)
    group = [n for n, one in enumerate(windows) if one.session == 5]
    looks = {n: np.eye(4, 8, dtype=np.float16) for n in range(len(windows))}
    found = verdicts.judged(None, windows, group, (0, 1, 9), looks)  # type: ignore[arg-type]
    assert tried == [{"Anna", "Ben", "Cleo"}, {"Anna", "Ben"}, {"Anna", "Ben"}]
    assert found is not None
    assert {one.clock.owner for one in found.sessions} == {"Anna", "Ben"}
