"""What a plan says is sent, read back and taken back, whatever the server does meanwhile."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs

from coincide.errors import ChangedError, PlanError, ServerError, WriteError
from coincide.servers import AssetTime, Connection, RemoteAlbum, zoned_text
from coincide.servers.immich import open_immich
from coincide.writing.served import (
    AlbumPlan,
    AssetChange,
    OpenAlbumPlan,
    album_plan_json,
    apply_album,
    open_album_plan,
    parse_album_plan,
    split_by_owner,
    undo_album,
    verify_album,
)
from coincide.writing.served.carry import album_plan_state, is_album_plan
from coincide.writing.served.patience import Patience
from tests.album_server import TITLE, Server, key_of, running, server_of
from tests.drawn import write_event

SHIFT_S, ZONE_S = 3725.0, 7200
QUICK = Patience(first_s=0.01, longest_s=0.05, resend_s=(0.3, 0.6), give_up_s=1.5, quiet_s=0.1)
OWNERS = {"Anna": ["a"], "Ben": ["b"]}
N = 31  # more than one batch


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = write_event(tmp_path / "photos", {"a": 17, "b": 14})
    with running(server_of(folder, OWNERS)) as state:
        state.lag_s = 0.05
        yield state


def opened(server: Server, *names: str) -> RemoteAlbum:
    keys = tuple(key_of(server, name) for name in names or ("Anna", "Ben"))
    return open_immich(Connection("immich+http", f"http://127.0.0.1:{server.port}", TITLE, keys))


def plan_of(server: Server) -> AlbumPlan:
    album = opened(server)
    changes = []
    for asset in album.assets():
        local_s = asset.time.local_s + SHIFT_S
        changes.append(
            AssetChange(
                asset.id,
                asset.owner,
                asset.name,
                asset.checksum,
                zoned_text(asset.time),
                asset.time.zone,
                zoned_text(AssetTime(local_s, local_s - ZONE_S)),
                SHIFT_S,
                "gallery",
                "why",
            )
        )
    return AlbumPlan(
        event="trip",
        address=server.url,
        owners=dict(album.owners),
        anchor=None,
        event_time="anchor",
        galleries=(),
        notes=(),
        assets=tuple(changes),
        left=(),
    )


def saved(plan: AlbumPlan, path: Path) -> OpenAlbumPlan:
    path.write_text(album_plan_json(plan), encoding="utf-8")
    return open_album_plan(path)


@pytest.fixture
def plan(server: Server, tmp_path: Path) -> OpenAlbumPlan:
    return saved(plan_of(server), tmp_path / "plan.json")


def assert_moved(server: Server, before: dict, ids: set[str] | None = None) -> None:
    for asset_id, (local, utc) in server.times().items():
        was_local, was_utc = before[asset_id]
        if ids is None or asset_id in ids:
            assert local == was_local + timedelta(seconds=SHIFT_S)
            assert utc == was_local + timedelta(seconds=SHIFT_S - ZONE_S)
        else:
            assert (local, utc) == (was_local, was_utc)


def test_applied_and_undone(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    album = opened(server)
    report = apply_album(plan, album, patience=QUICK)
    assert (report.done, report.already, report.failed) == (N, 0, ())
    assert_moved(server, before)
    assert album_plan_state(plan) == "applied"
    assert {state for _, state in verify_album(plan, album)} == {"new"}
    assert apply_album(plan, album, patience=QUICK).already == N
    assert server.puts() == N
    assert undo_album(plan, album, patience=QUICK).done == N
    assert server.times() == before
    assert album_plan_state(plan) == "undone"
    assert apply_album(plan, album, patience=QUICK).done == N  # and again
    assert_moved(server, before)


def test_lost_updates_are_sent_again(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    server.faults.lost = 5
    report = apply_album(plan, opened(server), patience=QUICK)
    assert report.done == N
    assert_moved(server, before)
    assert server.puts() >= N + 5
    server.faults.lost = 3
    assert undo_album(plan, opened(server), patience=QUICK).done == N
    assert server.times() == before


def test_a_server_that_never_says_it_is_reported(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    server.faults.lost = 10_000
    report = apply_album(plan, opened(server), patience=QUICK)
    assert report.done == 0
    assert "still has the old time" in report.failed[0].reason
    assert server.times() == before
    server.faults.lost = 0
    assert apply_album(plan, opened(server), patience=QUICK).done == N
    assert_moved(server, before)


def test_nothing_is_sent_where_one_asset_changed(server: Server, plan: OpenAlbumPlan) -> None:
    one = list(server.assets.values())[20]
    one.local += timedelta(minutes=1)
    one.utc += timedelta(minutes=1)
    with pytest.raises(ChangedError, match=r"1 of 31 photos .* \(changed\)"):
        apply_album(plan, opened(server), patience=QUICK)
    assert server.puts() == 0


def test_another_original_or_zone_is_a_change_too(server: Server, plan: OpenAlbumPlan) -> None:
    first, second, *_ = server.assets.values()
    first.data += b"edited"
    second.zone = "UTC+0"
    with pytest.raises(ChangedError, match="2 of 31"):
        apply_album(plan, opened(server), patience=QUICK)
    assert server.puts() == 0


def test_what_changes_during_the_run_is_left(server: Server, plan: OpenAlbumPlan) -> None:
    before, last = server.times(), plan.steps[-1].change.id

    def meddle(done: int, _total: int) -> None:
        held = server.assets[last]
        if held.local == before[last][0]:
            held.local += timedelta(hours=5)
            held.utc += timedelta(hours=5)

    report = apply_album(plan, opened(server), progress=meddle, patience=QUICK)
    assert (report.done, len(report.failed)) == (N - 1, 1)
    assert "changed on the server in the meantime" in report.failed[0].reason
    assert server.assets[last].n_puts == 0


def test_undo_leaves_what_others_changed(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    apply_album(plan, opened(server), patience=QUICK)
    other = server.assets[plan.steps[3].change.id]
    other.local += timedelta(hours=1)
    other.utc += timedelta(hours=1)
    theirs = (other.local, other.utc)
    report = undo_album(plan, opened(server), patience=QUICK)
    assert (report.done, len(report.failed)) == (N - 1, 1)
    assert server.times() == before | {other.id: theirs}
    assert album_plan_state(plan) == "partly"


@pytest.mark.parametrize("status", [500, 429, 503])
def test_passing_faults_change_nothing(server: Server, plan: OpenAlbumPlan, status: int) -> None:
    before = server.times()
    server.faults.answers = [("PUT", status), ("GET /api/assets", status), ("PUT", status)]
    assert apply_album(plan, opened(server), patience=QUICK).done == N
    assert_moved(server, before)


def test_a_refused_asset_is_named_and_the_rest_goes_on(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    server.faults.answers = [(f"PUT .*{plan.steps[2].change.id}", 403)]
    report = apply_album(plan, opened(server), patience=QUICK)
    assert (report.done, [one.step.number for one in report.failed]) == (N - 1, [2])
    assert "planned 403" in report.failed[0].reason
    assert apply_album(plan, opened(server), patience=QUICK).done == 1
    assert_moved(server, before)


def test_a_key_that_is_gone_stops_the_run_and_it_goes_on(
    server: Server, plan: OpenAlbumPlan
) -> None:
    before, album = server.times(), opened(server)
    server.faults.answers = [(f"PUT .*{plan.steps[26].change.id}", 401)]
    with pytest.raises(WriteError, match=r"does not know this key.*24 photos are done"):
        apply_album(plan, album, patience=QUICK)
    assert album_plan_state(plan) == "partly"
    report = apply_album(plan, album, patience=QUICK)
    assert report.done + report.already == N
    assert_moved(server, before)


def test_a_server_that_goes_down_and_comes_back(
    server: Server, plan: OpenAlbumPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide.servers.client.WAIT_S", 0.001)
    before, album = server.times(), opened(server)
    server.faults.limit = 60
    with pytest.raises(WriteError, match="continue with 'coincide apply"):
        apply_album(plan, album, patience=QUICK)
    server.faults.limit = None
    assert not apply_album(plan, album, patience=QUICK).failed
    assert_moved(server, before)
    server.faults.limit = 60
    with pytest.raises(WriteError, match="continue with 'coincide undo"):
        undo_album(plan, album, patience=QUICK)
    server.faults.limit = None
    assert not undo_album(plan, album, patience=QUICK).failed
    assert server.times() == before


def test_stopped_it_goes_on(server: Server, plan: OpenAlbumPlan) -> None:
    before = server.times()
    asked = iter([False, True])
    report = apply_album(plan, opened(server), stop=lambda: next(asked), patience=QUICK)
    assert (report.stopped, report.done) == (True, 24)
    assert apply_album(plan, opened(server), patience=QUICK).already == 24
    assert_moved(server, before)


def test_each_owner_applies_their_own_part(server: Server, tmp_path: Path) -> None:
    before, whole = server.times(), plan_of(server)
    anna = next(one for one, name in server.names.items() if name == "Anna")
    hers, (his,) = split_by_owner(whole, [anna])
    assert {one.owner for one in hers.assets} == {anna}
    assert list(his.owners.values()) == ["Ben"]
    first, second = saved(hers, tmp_path / "plan.json"), saved(his, tmp_path / "plan-Ben.json")
    with pytest.raises(ServerError, match="Only Ben may change"):
        apply_album(second, opened(server, "Anna"), patience=QUICK)
    assert apply_album(first, opened(server, "Anna"), patience=QUICK).done == 17
    assert_moved(server, before, {one.id for one in hers.assets})
    assert apply_album(second, opened(server, "Ben"), patience=QUICK).done == 14
    assert_moved(server, before)


def test_a_damaged_plan_is_refused(server: Server, tmp_path: Path) -> None:
    whole = plan_of(server)
    twice = structs.replace(whole, assets=(whole.assets[0], whole.assets[0]))
    nowhere = structs.replace(whole, address="https://example.org/album")
    foreign = structs.replace(whole, owners={})
    for bad, words in (
        (twice, "twice"),
        (nowhere, "is not an album"),
        (foreign, "nobody has the id"),
    ):
        with pytest.raises(PlanError, match=words):
            parse_album_plan(album_plan_json(bad).encode())
    text = album_plan_json(whole).replace(whole.assets[0].id, "../admin", 1)
    with pytest.raises(PlanError, match="damaged"):
        parse_album_plan(text.encode())
    assert not is_album_plan(tmp_path / "none.json")


DRIVER = """
import sys
from pathlib import Path
from coincide.servers import Connection
from coincide.servers.immich import open_immich
from coincide.writing.served import apply_album, open_album_plan, undo_album
from coincide.writing.served.patience import Patience
command, plan, base, *keys = sys.argv[1:]
album = open_immich(Connection("immich+http", base, "Our trip", tuple(keys)))
run = apply_album if command == "apply" else undo_album
print("ready", flush=True)
run(open_album_plan(Path(plan)), album, patience=Patience(first_s=0.02, quiet_s=0.3))
"""


def _killed(server: Server, plan: OpenAlbumPlan, command: str, wait_s: float) -> bool:
    """Start a run as a process of its own and kill it; False where it ended by itself before."""
    keys = [key_of(server, name) for name in OWNERS]
    base = f"http://127.0.0.1:{server.port}"
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, command, str(plan.path), base, *keys],
        stdout=subprocess.PIPE,
        env=os.environ,
    )
    assert process.stdout is not None
    with process.stdout as out:
        assert out.readline() == b"ready\n"
        time.sleep(wait_s)
        process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("command", ["apply", "undo"])
def test_killed_twenty_times_it_ends_as_uninterrupted(
    server: Server, plan: OpenAlbumPlan, command: str
) -> None:
    server.lag_s, server.faults.delay_s = 0.3, 0.004
    before, n_killed = server.times(), 0
    if command == "undo":
        apply_album(plan, opened(server), patience=QUICK)
    while n_killed < 20 and _killed(server, plan, command, 0.32 + 0.03 * n_killed):
        n_killed += 1
    assert n_killed >= 3
    run = apply_album if command == "apply" else undo_album
    assert not run(plan, opened(server), patience=QUICK).failed
    if command == "apply":
        assert_moved(server, before)
    else:
        assert server.times() == before
