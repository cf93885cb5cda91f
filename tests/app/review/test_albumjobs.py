"""An album is written from the app: offered, refused, made, stopped, as on the command line."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from coincide.app.review import albumjobs
from coincide.app.review.answers import AlbumMade, AlbumOffer, Started
from tests.app.review.conftest import Live, serving
from tests.app.review.listening import Listener
from tests.app.review.test_shapes import fits
from tests.command import run_here


def offered(live: Live) -> dict[str, str]:
    return {one["form"]: one["path"] for one in live.get("/api/album/offer")["forms"]}


def refusal(live: Live, **body: Any) -> str:
    answer = live.client.post("/api/album/make", json=body)
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


def test_each_form_has_a_place_beside_the_photos(live: Live) -> None:
    home = live.folder.parent
    assert offered(live) == {
        "site": f"{home}/party album",
        "one-file": f"{home}/party album.html",
        "pdf": f"{home}/party storyboard.pdf",
        "book": f"{home}/party book.pdf",
        "film": f"{home}/party.mp4",
        "folders": f"{home}/party by chapters",
        "json": f"{home}/party album.json",
    }
    (home / "party album").mkdir()
    (home / "party album" / "mine.txt").touch()
    (home / "party storyboard.pdf").write_text("mine")
    assert offered(live)["site"] == f"{home}/party 2 album"
    assert offered(live)["pdf"] == f"{home}/party 2 storyboard.pdf"


def test_where_photos_are_all_that_may_be_seen_nothing_is_offered(folder: Path) -> None:
    with serving([folder], [folder]) as alone:
        assert set(offered(alone).values()) == {""}
        said = refusal(alone, out=str(folder.parent / "album"))
        assert "There is no such folder below" in said


def test_an_album_is_written_as_the_command_line_writes_it(live: Live, tmp_path: Path) -> None:
    page = Listener(live)
    out = Path(offered(live)["site"])
    wishes = {"title": " Our  day ", "who": True, "originals": "stripped", "best": 5}
    started = live.client.post("/api/album/make", json={"out": str(out), **wishes})
    assert fits(started.content, Started).job > 0
    page.wait_until("job", lambda job: job["what"] == "album" and job["state"] == "done")
    assert live.settled()["jobs"] == []
    offer = fits(live.client.get("/api/album/offer").content, AlbumOffer)
    assert offer.made == AlbumMade(
        form="site", path=str(out / "index.html"), n_shown=5, notes=(), changed=()
    )
    kinds = [kind for kind, data in page.news if kind == "made" or data.get("what") == "album"]
    assert kinds[-2:] == ["made", "job"]  # where it is, is told before it ends
    assert {data["stage"] for kind, data in page.news if kind == "job"} >= {"pictures"}

    written = tmp_path / "album"
    done = run_here(
        *("album", live.folder, "--out", written, "--title", "Our day", "--who"),
        *("--originals", "stripped", "--best", "5"),
    )
    assert done.returncode == 0, done.stderr
    assert contents(out) == contents(written)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("form", ["one-file", "pdf", "folders", "json"])
def test_every_form_is_written_and_again(live: Live, form: str) -> None:
    out = Path(offered(live)[form])
    for _ in range(2):
        live.post("/api/album/make", out=str(out), form=form)
        assert live.settled()["jobs"] == []
    assert offered(live)[form] == str(out)
    assert out.is_dir() == (form == "folders")
    if form == "json":
        assert json.loads(out.read_text())["title"] == "party"


def test_what_the_command_line_refuses_is_refused_in_its_words(live: Live) -> None:
    home = live.folder.parent
    (home / "mine.pdf").write_text("mine")
    (home / "mine").mkdir()
    (home / "mine" / "a.txt").touch()
    for form, name, options in (
        ("site", "party/album", ()),
        ("folders", "party", ()),
        ("site", "mine", ()),
        ("site", "mine.pdf", ()),
        ("pdf", "mine", ()),
        ("pdf", "mine.pdf", ()),
        ("pdf", "new.pdf", ("--originals", "as-is")),
        ("one-file", "new.html", ("--originals", "stripped")),
    ):
        wish = {"originals": options[1]} if options else {}
        said = refusal(live, out=str(home / name), form=form, **wish)
        done = run_here("album", live.folder, "--out", home / name, "--as", form, *options)
        assert done.returncode == 2
        assert said in " ".join(done.stderr.split()), done.stderr
    assert live.get("/api/state")["jobs"] == []
    assert (home / "mine.pdf").read_text() == "mine"


def test_nothing_is_written_outside_the_roots_or_through_a_link(live: Live, tmp_path: Path) -> None:
    home = live.folder.parent
    (home / "link").symlink_to(tmp_path)
    (home / "away.pdf").symlink_to(tmp_path / "away.pdf")
    for out in (tmp_path / "album", home / "link" / "album", home / ".." / "album", "album"):
        assert "There is no such folder below" in refusal(live, out=str(out))
    assert "is not a valid name for" in refusal(live, out=str(home / "away.pdf"), form="pdf")
    for odd in ({"form": "leaflet"}, {"best": 0}, {"originals": "all"}, {"who": 1}, {"title": 3}):
        body = {"out": str(home / "album"), **odd}
        assert live.client.post("/api/album/make", json=body).status_code == 422, odd
    assert not (tmp_path / "album").exists()


def test_one_that_is_stopped_goes_on_where_it_was(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Path(offered(live)["site"])
    reached, go_on = threading.Event(), threading.Event()
    true_write = albumjobs.write_album

    def slowly(*given: Any, progress: Any, **wishes: Any) -> Any:
        def waiting(stage: str, done: int, total: int) -> None:
            if stage == "pictures" and done == 3:
                reached.set()
                assert go_on.wait(30)
            progress(stage, done, total)

        return true_write(*given, progress=waiting, **wishes)

    monkeypatch.setattr(albumjobs, "write_album", slowly)
    job = live.post("/api/album/make", out=str(out))["job"]
    assert reached.wait(30)
    assert live.post("/api/stop", job=job)["stopped"]
    go_on.set()
    (stopped,) = live.settled()["jobs"]
    assert (stopped["state"], stopped["error"]) == (
        "stopped",
        "Stopped. Finished work is kept.",
    )
    assert not (out / "index.html").exists()
    assert live.get("/api/album/offer")["made"] is None
    made = {path: path.stat().st_mtime_ns for path in (out / "pictures").iterdir()}

    live.post("/api/album/make", out=str(out))
    assert live.settled()["jobs"] == []
    assert (out / "index.html").is_file()
    kept = [path for path, time_ns in made.items() if path.stat().st_mtime_ns == time_ns]
    assert len(kept) >= 3  # but for those that were being made


def test_a_disk_that_does_not_take_it_is_told(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(albumjobs, "write_album", full)
    live.post("/api/album/make", out=offered(live)["site"])
    (job,) = live.settled()["jobs"]
    assert job["error"].endswith("party album could not be written (No space left on device).")
