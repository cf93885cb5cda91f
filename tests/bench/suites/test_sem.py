"""The importer of the SEM layout, on a made-up miniature: three galleries and a video."""

from pathlib import Path

import numpy as np
import pytest
from scipy.signal import resample_poly

from coincide.errors import EventError
from coincide.model.times import to_event_time_s, to_text
from coincide.sound.options import RATE
from coincide_bench.event import BenchEvent
from coincide_bench.figures.metrics import score
from coincide_bench.methods import run_midpoints
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.sem import SemLayout, load_layout, load_truth, sem_event, sem_events
from tests.drawn import write_event
from tests.media.test_sound import RATE as FILMED
from tests.media.test_sound import write_clip
from tests.photo_files import write_photo
from tests.sound.sounds import murmur, noisy

VIDEO = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"
NAMES = ("1", "2", "10")


def silent(_stage: str, _done: int, _total: int) -> None: ...


def write_sem(folder: Path, truth: str, *, sign: str = "ahead") -> Path:
    """Write galleries 1, 2 and 10: clock 2 is 1 h ahead and 10 is 90 s behind; 19 is a video."""
    clocks = {"1": ("14", "00"), "2": ("15", "00"), "10": ("13", "30")}
    for name, (hour, second) in clocks.items():
        for n in range(3):
            minute = n if hour != "13" else n + 58
            hour_now = int(hour) + minute // 60
            time = f"2012:07:27 {hour_now:02d}:{minute % 60:02d}:{second}"
            # two devices and two zones in one folder: the task calls it one clock all the same
            zone = "+02:00" if n == 2 else "+01:00"
            write_photo(folder / name / f"{name}_{n}.JPG", time, model=f"M{n % 2}", zone=zone)
    (folder / "19").mkdir()
    (folder / "19" / "clip.mp4").write_bytes(VIDEO)
    (folder / "truth.csv").write_text(truth, encoding="utf-8")
    (folder / "sem.toml").write_text(f'truth = "truth.csv"\nsign = "{sign}"\n', encoding="utf-8")
    return folder


AHEAD = "gallery;offset\n1;0\n2;3600\n10;-90\n19;5\n"


def test_offsets_come_out_in_our_sign(tmp_path: Path) -> None:
    sem = sem_event(write_sem(tmp_path / "London", AHEAD))
    assert sem.anchor == "1"
    assert sem.truth == {"1": 0.0, "2": -3600.0, "10": 90.0, "19": -5.0}
    shown = {gallery.name: gallery.photos[0].camera_time_s for gallery in sem.event.galleries}
    moments = {to_text(to_event_time_s(shown[n], offset_s=sem.truth[n])) for n in NAMES}
    assert moments == {"2012-07-27 14:00:00"}


def test_the_other_sign_is_the_negative(tmp_path: Path) -> None:
    folder = write_sem(tmp_path / "London", "1;0\n2;-3600\n10;90\n19;-5\n", sign="add")
    assert sem_event(folder).truth == {"1": 0.0, "2": -3600.0, "10": 90.0, "19": -5.0}


def test_a_folder_is_one_clock_whatever_devices_it_names(tmp_path: Path) -> None:
    event = sem_event(write_sem(tmp_path / "London", AHEAD)).event
    assert {gallery.name: len(gallery.photos) for gallery in event.galleries} == dict.fromkeys(
        NAMES, 3
    )
    for gallery in event.galleries:
        times_s = [photo.camera_time_s for photo in gallery.photos]
        assert np.diff(times_s).tolist() == [60.0, 60.0]


def test_videos_are_skipped_but_their_gallery_still_counts(tmp_path: Path) -> None:
    sem = sem_event(write_sem(tmp_path / "NAMM", AHEAD))
    assert "19" in sem.truth
    assert "19" not in sem.event.table.names
    (skipped,) = sem.event.skipped
    assert skipped.path.name == "clip.mp4"
    assert "no movie header" in skipped.reason


def test_folders_without_media_and_loose_photos_are_no_galleries(tmp_path: Path) -> None:
    folder = write_sem(tmp_path / "London", AHEAD)
    (folder / "ground truth").mkdir()
    (folder / "ground truth" / "clusters.txt").write_text("1")
    (folder / "__MACOSX" / "1").mkdir(parents=True)
    write_photo(folder / "__MACOSX" / "1" / "a.jpg")
    loose = write_photo(folder / "poster.jpg", "2012:07:27 14:00:00")
    sem = sem_event(folder)
    assert set(sem.truth) == {*NAMES, "19"}
    assert [left_out.path for left_out in sem.event.skipped if "beside" in left_out.reason] == [
        loose
    ]


def test_offsets_are_against_the_anchor_that_is_named(tmp_path: Path) -> None:
    folder = write_sem(tmp_path / "London", AHEAD)
    sem = sem_event(folder, SemLayout(folder / "truth.csv", "ahead", "2"))
    assert sem.truth == {"1": 3600.0, "2": 0.0, "10": 3690.0, "19": 3595.0}


def test_the_reference_may_be_missing_from_the_truth_but_no_other(tmp_path: Path) -> None:
    folder = write_sem(tmp_path / "London", "2;3600\n10;-90\n19;5\n")
    assert sem_event(folder).truth["1"] == 0.0
    (folder / "truth.csv").write_text("2;3600\n10;-90\n")
    with pytest.raises(EventError, match=r"truth\.csv has no offset for gallery 19"):
        sem_event(folder)


@pytest.mark.parametrize(
    "text",
    [
        "1;0\n2;3600.5\n10;-90\n",
        "1;0;\r\n2;3600,5;\r\n10;-90;\r\n",
        "\ufeffgallery,offset (s)\n1,0\n2,3600.5\n10,-90\n",
        "# made by hand\n\n1\t0\n2\t+3600.5\n10\t-90\n",
        "1 0\n2   3600.5\n10 -90",
        '"user_01";"00:00:00"\n"user_02";"1:00:00.5"\n"user_10";"-00:01:30"\n',
    ],
)
def test_the_variants_of_the_truth_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "offsets.txt"
    path.write_bytes(text.encode())
    assert load_truth(path, NAMES) == {"1": 0.0, "2": 3600.5, "10": -90.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1;0\n2;soon\n", 'line 2: "soon" is no offset'),
        ("1;0\n\n2;1:75:00\n", 'line 3: "1:75:00" is no offset'),
        ("1;0\n2;nan\n", 'line 2: "nan" is no offset'),
        ("1;0\n2;5;7\n", "line 2: expected a gallery and its offset"),
        ("1;0\n2\n", "line 2: expected a gallery and its offset"),
        ("1;0\n7;5\n", 'line 2: "7" is no gallery'),
        ("1;0\n2;5\n2;6\n", "line 3: a second offset for gallery 2"),
    ],
)
def test_a_malformed_truth_names_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "offsets.txt"
    path.write_text(text)
    with pytest.raises(EventError) as caught:
        load_truth(path, NAMES)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_a_number_that_two_galleries_share_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "offsets.txt"
    path.write_text("user 1;0\n")
    with pytest.raises(EventError, match="may mean 1 or 01"):
        load_truth(path, ("1", "01"))


def test_an_unreadable_truth_is_named(tmp_path: Path) -> None:
    path = tmp_path / "offsets.txt"
    with pytest.raises(EventError, match=r"offsets\.txt"):
        load_truth(path, NAMES)
    path.write_bytes("1;0\nré;5".encode("latin-1"))
    with pytest.raises(EventError, match=r"offsets\.txt"):
        load_truth(path, NAMES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('truth = "a.csv"\n', "sign must be"),
        ('truth = "a.csv"\nsign = "minus"\n', "sign must be"),
        ('sign = "add"\n', "truth must be given as text"),
        ('truth = 5\nsign = "add"\n', "truth must be given as text"),
        ('truth = "a.csv"\nsign = "add"\nanchor = 1\n', "anchor must be given as text"),
        ('truth = "a.csv"\nsign = "add"\nunit = "s"\n', "unknown key unit"),
        ("truth\n", "Cannot read"),
    ],
)
def test_a_malformed_layout_says_what_to_write(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "sem.toml").write_text(text)
    with pytest.raises(EventError, match=message) as caught:
        load_layout(tmp_path)
    assert "sem.toml" in str(caught.value)


def test_a_missing_layout_and_a_missing_anchor_say_so(tmp_path: Path) -> None:
    folder = write_sem(tmp_path / "London", AHEAD)
    with pytest.raises(EventError, match='has no gallery "3", only 1, 2, 10, 19'):
        sem_event(folder, SemLayout(folder / "truth.csv", "ahead", "3"))
    with pytest.raises(EventError, match="reference gallery 19 has no usable photo"):
        sem_event(folder, SemLayout(folder / "truth.csv", "ahead", "19"))
    (folder / "sem.toml").unlink()
    with pytest.raises(EventError, match=r"sem\.toml"):
        sem_event(folder)


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> BenchEvent:
    root = tmp_path_factory.mktemp("datasets")
    folder = write_event(root / "sem" / "NAMM15", {"1": 4, "2": 5, "10": 4})
    (folder / "19").mkdir()
    (folder / "19" / "clip.mp4").write_bytes(VIDEO)
    (folder / "truth.txt").write_text("1;0\n2;30\n10;0\n19;7\n")
    (folder / "sem.toml").write_text('truth = "truth.txt"\nsign = "ahead"\n')
    context = BenchContext(root / "cache", root, report=True, progress=silent)
    (event,) = sem_events([0], context)
    return event


def test_a_data_set_becomes_one_trial(trial: BenchEvent) -> None:
    assert (trial.suite, trial.name, trial.cluster) == ("sem", "NAMM15", "NAMM15")
    assert (trial.anchor, trial.offsets_kind, trial.truth_kind) == ("1", "recorded", "known")
    assert trial.table.names == ("1", "10", "2")
    assert trial.truth == {"1": 0.0, "2": -30.0, "10": 0.0, "19": -7.0}
    assert trial.recoverable == {"2", "10"}
    assert not trial.strangers
    assert trial.span_s == 240.0


def test_its_vectors_are_those_of_its_photos(trial: BenchEvent) -> None:
    assert {name: array.shape for name, array in trial.features.items()} == {
        "vlad": (13, 256 * 40),
        "pooled": (13, 1280),
        "colour": (13, 84),
    }
    for name in ("vlad", "pooled"):
        array = trial.features[name]
        assert array.dtype == np.float32
        likeness = array[:4] @ array[4:8].T  # photo n of "1" and of "10" show one pattern
        assert list(likeness.argmax(axis=1)) == [0, 1, 2, 3]


def test_a_method_runs_on_it(trial: BenchEvent) -> None:
    offsets = run_midpoints(trial)
    assert score(offsets, trial.truth).errors_s == {"2": 0.0, "10": 0.0}


def test_without_data_it_says_where_to_put_them(tmp_path: Path) -> None:
    for datasets, message in ((None, "datasets folder"), (tmp_path, r"sem\.toml")):
        context = BenchContext(tmp_path / "cache", datasets, report=True, progress=silent)
        with pytest.raises(EventError, match=message):
            next(sem_events([0], context))


def test_clips_are_asked_by_what_they_show_and_have_heard(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "sem" / "London", {"1": 4, "2": 4})
    # both heard one programme; the second clip began 4.5 s into the first, by a clock 30 s ahead
    programme = murmur(40.0, seed=1)
    for name, from_s, time in (("1", 5.0, "120000"), ("2", 9.5, "120034")):
        heard = programme[round(from_s * RATE) : round((from_s + 12.0) * RATE)]
        loud = resample_poly(noisy(heard, int(name)), FILMED // 100, RATE // 100)
        write_clip(folder / name / f"VID_20240504_{time}.mp4", loud.astype(np.float32))
    (folder / "truth.txt").write_text("1;0\n2;29.5\n")
    (folder / "sem.toml").write_text('truth = "truth.txt"\nsign = "ahead"\n')
    (event,) = sem_events(
        [0], BenchContext(tmp_path / "cache", tmp_path, report=True, progress=silent)
    )
    assert event.table.n_photos == 10
    assert event.frames is not None
    assert len(np.unique(event.frames.clip)) == 2
    (tie,) = event.heard
    assert tie.lags[0].apart_s == pytest.approx(4.5, abs=0.05)
    begun_s = event.table.camera_time_s[[tie.photo_a, tie.photo_b]]
    assert begun_s[1] - begun_s[0] + event.truth["2"] == pytest.approx(4.5)
