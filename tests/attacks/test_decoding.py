"""Files that fill memory or take for ever, beside honest ones: F10 to F13 of the review.

Each bomb is read, embedded or shown as users do. What is measured is what the worker processes
have resident, all together, sampled every hundredth of a second.
"""

import hashlib
import os
import resource
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.app.review.pictures import photo_jpeg
from coincide.features.backbones import Preprocess
from coincide.features.frames import decode_frames
from coincide.features.images import DECODE_ERRORS, Pixels, decode
from coincide.media.descriptions import Descriptions, said_inside
from coincide.media.isolated.limits import DEADLINE_S, Limits, default_limits
from coincide.media.isolated.pool import Pool
from coincide.media.isolated.task import the_pool
from coincide.media.record import FileRecord
from coincide.media.records import read_file, read_files
from coincide.media.sound import SOUND_RATE, read_sound
from coincide.media.tagreader import all_tags
from tests.attacks import bombs, slowly
from tests.attacks.watched import MOST_BYTES, watched
from tests.photo_files import exif_bytes, write_photo

PREPROCESS = Preprocess(mean=(127.0, 127.0, 127.0), std=(128.0, 128.0, 128.0))
MB = 1_000_000


@pytest.fixture
def honest(tmp_path: Path) -> list[Path]:
    """Photos that lie beside the bombs."""
    return [write_photo(tmp_path / f"honest{number}.jpg") for number in range(4)]


def read_beside(honest: list[Path], bad: list[Path]) -> list[FileRecord]:
    """Read bombs and honest photos in turns; return the bombs' records."""
    mixed = [path for pair in zip(bad, honest, strict=False) for path in pair]
    records = read_files([*mixed, *bad[len(honest) :]])
    assert [records[path].reason for path in honest[: len(bad)]] == [None] * min(
        len(honest), len(bad)
    )
    return [records[path] for path in bad]


@pytest.mark.parametrize(
    ("suffix", "brand"), [(".heic", b"heic"), (".avif", b"avif"), (".cr3", b"crx ")]
)
def test_f10_boxes_in_boxes(tmp_path: Path, honest: list[Path], suffix: str, brand: bytes) -> None:
    bad = []
    for number in range(4):
        bad.append(tmp_path / f"nest{number}{suffix}")
        bad[-1].write_bytes(bombs.nested_boxes(1000, 8_500_000, brand))
    with watched() as cost:
        records = read_beside(honest, bad)
    assert all("broken" in (record.reason or "") for record in records)
    assert cost.most_bytes < MOST_BYTES
    assert cost.seconds < DEADLINE_S


def test_f10_boxes_in_boxes_are_refused_whoever_asks(tmp_path: Path) -> None:
    path = tmp_path / "a.heic"
    path.write_bytes(bombs.nested_boxes(1000, 8_500_000))
    with watched() as cost:
        with pytest.raises(ValueError, match="more than 32 boxes in one another"):
            all_tags(path)
        assert said_inside(path) == Descriptions()
    assert cost.most_bytes < MOST_BYTES


def test_f10_boxes_that_are_too_large_to_copy(tmp_path: Path) -> None:
    """Thirty levels are few enough, and of 60 MB still too much for exiv2, which copies each."""
    path = tmp_path / "a.heic"
    path.write_bytes(bombs.nested_boxes(30, 60 * MB))
    with watched() as cost, pytest.raises(ValueError, match="needs more memory"):
        all_tags(path)
    assert cost.most_bytes < MOST_BYTES


@pytest.mark.parametrize("compressed", [False, True])
def test_f11_long_lists_in_xmp(tmp_path: Path, honest: list[Path], compressed: bool) -> None:
    bad = [tmp_path / "list.png"]
    bad[0].write_bytes(bombs.png_with_xmp(6_000_000, compressed=compressed))
    with watched() as cost:
        (record,) = read_beside(honest, bad)
    assert record.reason is not None
    assert record.recorded_time_s is None
    assert cost.most_bytes < MOST_BYTES
    assert cost.seconds < DEADLINE_S


def test_f11_items_of_lists_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "list.png"
    path.write_bytes(bombs.png_with_xmp(900_000))  # 8 MB
    assert "more than 50000 elements" in (read_file(path).reason or "")
    path.write_bytes(bombs.png_with_xmp(10_000))
    assert "elements" not in (read_file(path).reason or "")


@pytest.mark.slow
def test_f12_large_pngs_in_a_run(tmp_path: Path) -> None:
    """Four PNGs of 249.6 megapixels, and what ``coincide sync`` makes of a folder with them."""
    for person in ("Ida", "Maya"):
        for number in range(3):
            time_text = f"2024:05:04 14:0{number}:00"
            write_photo(tmp_path / "event" / person / f"{number}.jpg", time_text, size=(320, 240))
    frame = bombs.black_png(exif=exif_bytes("2024:05:04 14:05:00").removeprefix(b"Exif\0\0"))
    for number in range(4):
        (tmp_path / "event" / "Ida" / f"bomb{number}.png").write_bytes(frame)
    command = [sys.executable, "-m", "coincide", "sync", str(tmp_path / "event")]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with watched(run.pid) as cost:
        out = run.communicate(timeout=300)[0]
    assert run.returncode == 0, out
    assert out.count("needs more memory than Coincide allows") >= 1
    assert "bomb0.png" in out
    assert cost.n_samples > 10
    assert 0 < cost.most_bytes < MOST_BYTES
    assert cost.most_own_bytes < MOST_BYTES


@pytest.mark.slow
def test_f12_large_pictures_that_fit_are_decoded_one_at_a_time(tmp_path: Path) -> None:
    """120 megapixels take more than the share of a worker: four of them, and all are read."""
    path = tmp_path / "large.png"
    path.write_bytes(bombs.black_png(11_000, depth=8))
    assert default_limits().task_bytes < 11_000**2 * 8 < default_limits().shared_bytes
    with watched() as cost:
        found = _at_once(lambda: decode(path, PREPROCESS), 4)
    assert [one.shape for one in found] == [(224, 224, 3)] * 4
    assert all((one == 255).all() for one in found)  # transparent, on white
    assert cost.most_bytes < MOST_BYTES


def test_f12_files_with_holes(tmp_path: Path, honest: list[Path]) -> None:
    bad = [bombs.write_with_hole(tmp_path / f"hole{number}.jpg", 1 << 30) for number in range(6)]
    with watched() as cost:
        records = read_beside(honest, bad)
    assert all("holes" in (record.reason or "") for record in records)
    assert cost.most_bytes < 500 * MB
    assert cost.seconds < DEADLINE_S


def test_f12_frames_of_films(tmp_path: Path, honest: list[Path]) -> None:
    frame = bombs.black_png()
    bad = [bombs.write_film_of(tmp_path / f"film{number}.mov", frame) for number in range(2)]
    side = bombs.LARGE_PX
    told = bad[1].read_bytes().replace(struct.pack(">HH", side, side), struct.pack(">HH", 640, 640))
    bad[1].write_bytes(
        told.replace(struct.pack(">II", side << 16, side << 16), struct.pack(">II", 640 << 16, 480))
    )
    with watched() as cost:
        records = read_beside(honest, bad)
        assert records[0].reason == "frames of 250 megapixels are too large for a film"
        for path in bad:
            for look in (
                lambda path=path: decode(path, PREPROCESS),
                lambda path=path: decode_frames(path, PREPROCESS, 2.0, 60),
            ):
                with pytest.raises(DECODE_ERRORS):
                    look()
            assert photo_jpeg(path, 256) is None
    assert cost.most_bytes < MOST_BYTES
    assert cost.seconds < 3 * DEADLINE_S


def test_f13_scans_of_a_progressive_jpeg(tmp_path: Path, honest: list[Path]) -> None:
    bad = [tmp_path / "scans.jpg", tmp_path / "few.jpg"]
    bad[0].write_bytes(bombs.progressive_jpeg(4000, 1000))
    bad[1].write_bytes(bombs.progressive_jpeg(400, 100))
    with watched() as cost:
        many, few = read_beside(honest, bad)
    assert "more than 200 scans" in (many.reason or "")
    assert few.reason is None
    assert cost.seconds < DEADLINE_S


@pytest.mark.slow
def test_f13_a_photo_takes_at_most_20_s(tmp_path: Path, honest: list[Path]) -> None:
    """As many scans as are allowed, over 100 megapixels: some 70 s, were it not ended."""
    path = tmp_path / "slow.jpg"
    path.write_bytes(bombs.progressive_jpeg(10_000, 199, noise=4))
    the_pool().close()  # whose workers have used some already
    before_s = _processor_s()
    with watched() as cost, pytest.raises(ValueError, match="took longer than 20 s to decode"):
        decode(path, PREPROCESS)
    # on a machine that does nothing else the two are one
    assert _processor_s() - before_s < DEADLINE_S + 3
    assert DEADLINE_S <= cost.seconds < 3 * DEADLINE_S + 5
    assert cost.most_bytes < MOST_BYTES
    assert decode(honest[0], PREPROCESS).shape == (224, 224, 3)


def test_f13_a_film_with_a_hole_of_terabytes(tmp_path: Path, honest: list[Path]) -> None:
    bad = [bombs.write_hollow_film(tmp_path / "hole.mp4"), tmp_path / "hole.mkv"]
    bad[1].write_bytes(b"\x1a\x45\xdf\xa3" + bytes(60))
    os.truncate(bad[1], 5 << 30)
    with watched() as cost:
        records = read_beside(honest, bad)
    assert all("holes" in (record.reason or "") for record in records)
    assert cost.seconds < DEADLINE_S


HOUR_S = 3600


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of an hour: a frame each second, small, and sound."""
    path = tmp_path_factory.mktemp("films") / "hour.mov"
    rng = np.random.default_rng(0)
    with av.open(str(path), "w", format="mov") as container:
        container.metadata["creation_time"] = "2024-05-04T12:00:00Z"
        picture = container.add_stream("libx264", rate=1, options={"preset": "ultrafast"})
        picture.width, picture.height, picture.pix_fmt, picture.gop_size = 160, 120, "yuv420p", 30
        heard = container.add_stream("pcm_s16le", rate=SOUND_RATE, layout="mono")
        for number in range(HOUR_S):
            pixels = np.full((120, 160, 3), number % 200 + 20, np.uint8)
            pixels[:, : number % 150] //= 2
            container.mux(picture.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
            noise = rng.integers(-3000, 3000, (1, SOUND_RATE), dtype=np.int16)
            sound = av.AudioFrame.from_ndarray(noise, format="s16", layout="mono")
            sound.sample_rate, sound.pts = SOUND_RATE, number * SOUND_RATE
            sound.time_base = Fraction(1, SOUND_RATE)
            container.mux(heard.encode(sound))
        container.mux(picture.encode())
        container.mux(heard.encode())
    return path


@pytest.mark.slow
def test_f13_an_honest_film_of_an_hour_is_read(hour: Path) -> None:
    with watched() as cost:
        record = read_file(hour)
        times_s, squares = decode_frames(hour, PREPROCESS, 2.0, 60)
        sound = read_sound(hour)
    assert record.reason is None
    assert record.duration_s == pytest.approx(HOUR_S, abs=2)
    assert record.viewable
    assert len(times_s) == len(squares) == 60
    assert times_s[-1] > 0.95 * HOUR_S
    assert len(sound) == pytest.approx(HOUR_S * SOUND_RATE, rel=0.01)
    assert cost.most_bytes < MOST_BYTES


@pytest.fixture
def hurried() -> Iterator[Pool]:
    """Workers with a deadline of two seconds: what takes longer by far stands for an hour."""
    pool = Pool(Limits(1, deadline_s=2.0))
    yield pool
    pool.close()


def run(pool: Pool, task: Callable[..., object], *args: object, **options: object) -> object:
    return pool.run((task.__module__, task.__name__), args, options)


@pytest.mark.slow
def test_f13_a_film_is_read_as_long_as_frames_come(hour: Path, hurried: Pool) -> None:
    """Thirty frames that take a third of a second each: ten seconds, five times the deadline."""
    began_s = time.monotonic()
    assert run(hurried, slowly.read_frames, hour, 30, 0.33) == 30
    assert time.monotonic() - began_s > 4 * hurried.limits.deadline_s
    with pytest.raises(ValueError, match="took longer than 2 s"):
        run(hurried, slowly.read_frames, hour, 30, 4.0)


@pytest.mark.slow
def test_f13_a_slow_disk_is_progress_and_a_hole_is_none(tmp_path: Path, hurried: Pool) -> None:
    path = tmp_path / "a.mp4"
    data = np.random.default_rng(0).bytes(12 << 20)
    path.write_bytes(data)
    began_s = time.monotonic()
    assert run(hurried, slowly.read_key, path, 0.6) == hashlib.sha256(data).hexdigest()
    assert time.monotonic() - began_s > 3 * hurried.limits.deadline_s
    with pytest.raises(ValueError, match="took longer than 2 s"):
        run(hurried, slowly.read_key, path, 0.01, zeros=True)


def _processor_s() -> float:
    """Return the processor time of all workers that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _at_once(work: Callable[[], Pixels], n: int) -> list[Pixels]:
    with ThreadPoolExecutor(n) as threads:
        return [one.result() for one in [threads.submit(work) for _ in range(n)]]
