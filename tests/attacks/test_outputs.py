"""Commands that are asked to write over a file of the user's, however much it looks like ours."""

from collections.abc import Callable
from pathlib import Path

import pytest

from coincide.project import Project
from coincide.storage.ledger import was_written
from coincide.storage.outputs import may_write, write_output, write_outputs
from tests.command import run_here
from tests.media_files import write_mp4
from tests.project.kept_projects import synced_event

Write = Callable[[Path], tuple[object, ...]]

# a command that writes a file, its ending, and what passed for an earlier result by its content
COMMANDS: dict[str, tuple[tuple[str, ...], str, bytes]] = {
    "album.pdf": (("album", "--out"), ".pdf", b"%PDF-1.7\n% my taxes"),
    "album.html": (("album", "--out"), ".html", b'<html><div id="album">my page</div>'),
    "album.json": (("album", "--out"), ".json", b'{"schema": "coincide.album/1", "mine": 1}'),
    "report": (("report", "--out"), ".html", b"<!doctype html><!-- a report of Coincide's -->me"),
    "metrics": (("sync", "--metrics-file"), ".jpg", b"\xff\xd8\xff\xe0 a photo"),
    "offsets": (("sync", "--json"), ".json", b'{"schema": "coincide.offsets/2", "mine": 1}'),
    "plan": (("plan", "--unsure", "--slight", "--out"), ".json", b'{"schema": "coincide.plan/1"}'),
    "table": (("plan", "--to", "table", "--out"), ".csv", b"path,mine\n"),
    "script": (("plan", "--to", "script", "--out"), ".args", b"# mine\n"),
    "clips": (("clips", "--unsure", "--to", "otio", "--out"), ".otio", b'{"mine": 1}'),
    "clips.edl": (("clips", "--unsure", "--to", "edl", "--out"), ".edl", b"TITLE: mine\n"),
    "shift": (("shift", "--out"), ".json", b'{"schema": "coincide.plan/1"}'),
}


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = synced_event(tmp_path_factory.mktemp("written"))
    write_mp4(folder / "ann" / "VID_20240504_140100.mp4", "2024-05-04T14:01:00")
    Project.at(folder).sync()
    return folder


def command(name: str, party: Path, out: Path) -> list[str | Path]:
    (verb, *options), _, _ = COMMANDS[name]
    more = ["+1h"] if verb == "shift" else []
    return [verb, party, *more, *options, out]


@pytest.mark.parametrize("name", COMMANDS)
def test_f17_a_file_of_the_users_is_not_written_over(
    party: Path, tmp_path: Path, name: str
) -> None:
    _, ending, mine = COMMANDS[name]
    out = tmp_path / f"mine{ending}"
    named = tmp_path / "mine-ann.edl" if ending == ".edl" else out  # one file a camera
    named.write_bytes(mine)
    done = run_here(*command(name, party, out))
    assert done.returncode in (2, 5, 7), done.stderr
    assert "Give another file" in done.stderr
    assert "delete" in done.stderr
    assert named.read_bytes() == mine
    assert [path.name for path in tmp_path.iterdir()] == [named.name]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_f17_what_coincide_wrote_is_replaced_until_somebody_changes_it(
    party: Path, tmp_path: Path, name: str
) -> None:
    _, ending, _ = COMMANDS[name]
    out = tmp_path / f"ours{ending}"
    for _ in range(2):
        done = run_here(*command(name, party, out))
        assert done.returncode == 0, done.stderr
    first = sorted(tmp_path.iterdir())[0]
    changed = first.read_bytes() + b"\n"
    first.write_bytes(changed)
    assert run_here(*command(name, party, out)).returncode in (2, 5, 7)
    assert first.read_bytes() == changed


def test_f17_no_file_of_a_folder_for_results_is_written_over(party: Path, tmp_path: Path) -> None:
    mine = {
        "offsets.json": b'{"schema": "coincide.offsets/2"}',
        "offsets.csv": b"gallery,photos,device,offset_s,offset,placed,mine\n",
        "timeline.csv": b"event_time,gallery,path,camera_time,mine\n",
        "costs.json": b'{"schema": "coincide.costs/1"}',
    }
    for name, data in mine.items():
        out = tmp_path / name.replace(".", "-")
        out.mkdir()
        (out / name).write_bytes(data)
        done = run_here("sync", party, "--out", out)
        assert done.returncode == 5, done.stderr
        assert (out / name).read_bytes() == data
        assert len([*out.iterdir()]) == 1


def test_f17_a_link_is_somebodys_wherever_it_leads(tmp_path: Path) -> None:
    ours = tmp_path / "ours.txt"
    write_output(ours, b"result")
    (tmp_path / "link.txt").symlink_to(ours)
    (tmp_path / "lost.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder").mkdir()
    assert may_write(ours)
    assert may_write(tmp_path / "new.txt")
    for name in ("link.txt", "lost.txt", "folder"):
        assert not may_write(tmp_path / name)


def test_f17_it_is_recorded_before_it_is_there_and_all_are_written_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import hashlib

    from coincide.storage import outputs

    digest = hashlib.sha256(b"one").hexdigest()
    monkeypatch.setattr(
        outputs, "write_own", lambda *_, **__: seen.append(was_written("output", [digest]))
    )
    seen: list[frozenset[str]] = []
    write_output(tmp_path / "one", b"one")
    assert seen == [{digest}]
    monkeypatch.undo()
    (tmp_path / "two").write_bytes(b"mine")
    with pytest.raises(Exception, match="two exists"):
        write_outputs({tmp_path / "three": b"3", tmp_path / "two": b"2"})
    assert not (tmp_path / "three").exists()


def test_f17_a_plan_of_somebody_else_is_left_in_the_project_folder(
    party: Path, tmp_path: Path
) -> None:
    from tests.project.kept_projects import copied

    event = copied(party, tmp_path / "party")
    planted = event / ".coincide" / "plan.json"
    planted.write_bytes(b'{\n "schema": "coincide.plan/1"}')
    for _ in range(2):
        done = run_here("plan", event, "--unsure", "--slight")
        assert done.returncode == 0, done.stderr
    assert planted.read_bytes() == b'{\n "schema": "coincide.plan/1"}'
    names = sorted(path.name for path in planted.parent.glob("plan*.json"))
    assert names == ["plan-2.json", "plan.json"]
