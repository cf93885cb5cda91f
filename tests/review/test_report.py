"""The report: one file, nothing fetched, and nothing in its bytes that was not to be told."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from coincide.errors import UsageError
from coincide.model import Position
from coincide.pipeline import load_event
from coincide.review import report, static
from coincide.review.report import write_report
from tests.photo_files import exif_bytes, gps_tags

SERIAL = "SN-0047110815"
COMMENT = b"bought by Ida in Uppsala"
INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>T</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg/%3E">
<link rel="modulepreload" href="/assets/a.js">
<script type="module" crossorigin src="./assets/a.js"></script>
<link rel="stylesheet" href="/assets/a.css"></head><body><div id="app"></div></body></html>
"""
SCRIPT = 'const a = "</script><!-- <script>"; document.title = `${a}`;'


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event whose photos hold positions, serial numbers and comments; one is unusable."""
    folder = tmp_path_factory.mktemp("secret-place") / "party"
    rng = np.random.default_rng(1)
    for number, person in enumerate(("ann", "bob")):
        (folder / person).mkdir(parents=True)
        for n in range(6):
            scene = np.random.default_rng(n).integers(0, 255, (8, 10, 3))
            noisy = np.clip(scene + rng.normal(0, 6, scene.shape), 0, 255).astype(np.uint8)
            exif = exif_bytes(
                f"2024:05:04 14:{n:02d}:00",
                model=f"M{number}",
                serial=f"{SERIAL}{number}",
                gps=gps_tags((59, 51, 31.25), (17, 38, 41.75)),
            )
            picture = Image.fromarray(noisy).resize((320, 240), Image.Resampling.BICUBIC)
            picture.save(folder / person / f"IMG_{n}.jpg", exif=exif, comment=COMMENT)
    (folder / "ann" / "broken.jpg").write_bytes(b"no photo")
    return folder


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A front end as the build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "a.js").write_text(SCRIPT, encoding="utf-8")
    (folder / "assets" / "a.css").write_text("body{margin:0}", encoding="utf-8")
    monkeypatch.setattr(static, "FOLDER", folder)
    return folder


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="coincide-data">(.*?)</script>', page)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_by_default_it_tells_no_place_no_serial_number_no_folder(
    folder: Path, built: Path, tmp_path: Path
) -> None:
    event = load_event(folder)
    photos = list(event.photos)
    assert photos[0].device.serial == f"{SERIAL}0"
    assert isinstance(photos[0].position, Position)
    out = tmp_path / "out.html"
    size = write_report([folder], out, progress=quiet)
    page = out.read_bytes()
    assert len(page) == size
    pictures = b"".join(
        base64.b64decode(found)
        for found in re.findall(rb"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", page)
    )
    secrets = [SERIAL.encode(), COMMENT, str(folder).encode(), b"secret-place", b"ann/", b"59.85"]
    secrets += [b"17.64", b"GPS", b"Exif", b"latitude", b".coincide"]
    for secret in secrets:
        assert secret not in page, secret
        assert secret not in pictures, secret
    skipped = data_in(page.decode())["event"]["skipped"]
    assert [one["name"] for one in skipped] == ["broken.jpg"]


def test_details_are_kept_when_asked_for(folder: Path, built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    write_report([folder], out, details=True, progress=quiet)
    page = out.read_text(encoding="utf-8")
    details = data_in(page)["details"]
    assert details["serial"] == {"ann": f"{SERIAL}0", "bob": f"{SERIAL}1"}
    assert details["path"][0] == str(folder / "ann" / "IMG_0.jpg")
    assert details["position"][0] == pytest.approx([59.8587, 17.6449], abs=1e-3)
    assert data_in(page)["event"]["skipped"][0]["name"] == "ann/broken.jpg"


def test_it_holds_all_it_needs_and_fetches_nothing(
    folder: Path, built: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.html"
    write_report([folder], out, progress=quiet)
    page = out.read_text(encoding="utf-8")
    data = data_in(page)
    assert data["mode"] == "report"
    assert [one["name"] for one in data["event"]["galleries"]] == ["ann", "bob"]
    assert set(data["evidence"]) == {"ann", "bob"}
    assert data["graph"]["edges"]
    assert [*data["sprites"]] == ["0"]
    assert set(data["large"]) == {str(row) for row in range(12)}
    assert "charset" in page[:1024]
    outside = page.replace(json.dumps(data), "")
    assert not re.search(r'(src|href)="(?!data:)', outside)
    assert "http" not in re.sub(r"http-equiv", "", re.sub(r'"data:[^"]*"', "", outside))
    # the policy allows this very script and style, and no other
    script = re.findall(r'<script type="module">(.*?)</script>', page)
    style = re.findall(r"<style>(.*?)</style>", page)
    assert (len(script), len(style)) == (1, 1)
    for text in (*script, *style):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page[:1024]
    assert script[0].replace("\\x3C", "<") == SCRIPT


def test_larger_pictures_are_added_while_they_fit(
    folder: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.html"
    whole = write_report([folder], out, progress=quiet)
    monkeypatch.setattr(report, "MOST_BYTES", whole - 20_000)
    size = write_report([folder], out, progress=quiet)  # over our own earlier one
    assert size <= whole - 20_000
    data = data_in(out.read_text(encoding="utf-8"))
    assert 0 < len(data["large"]) < 12
    strongest = data["evidence"]["ann"]["pairs"][0]["rows"]
    assert {str(row) for row in strongest} <= set(data["large"])


def test_names_cannot_break_out_of_the_data(folder: Path, built: Path) -> None:
    page = report._inlined(INDEX, {"name": "</script><script>alert(1)</script>"})
    assert page.count("<script") == 2
    assert data_in(page)["name"] == "</script><script>alert(1)</script>"


def test_another_file_is_never_written_over(folder: Path, built: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.html"
    mine.write_text("<!doctype html>mine", encoding="utf-8")
    with pytest.raises(UsageError, match="no report"):
        write_report([folder], mine, progress=quiet)
    assert mine.read_text(encoding="utf-8") == "<!doctype html>mine"


def test_without_a_built_front_end_it_says_how_to_build_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "FOLDER", tmp_path / "nothing")
    with pytest.raises(UsageError, match="make web"):
        write_report([folder], tmp_path / "out.html", progress=quiet)
    assert "make web" in static.live_page("token")
    assert "token" not in static.live_page("token")


def test_the_live_page_has_the_token_and_only_built_files(built: Path) -> None:
    assert '<head><meta name="coincide-token" content="t-o_k">' in static.live_page("t-o_k")
    found = static.asset("assets/a.js")
    assert found is not None
    assert found[1] == "text/javascript"
    (built / "out").symlink_to(built.parent)
    for name in ("../out", "index.html", "assets", "", "assets/none.js", "out/static/index.html"):
        assert static.asset(name) is None
    (built.parent / "outside.js").write_text("1", encoding="utf-8")
    assert static.asset("out/outside.js") is None
    assert static.asset("../outside.js") is None
