"""The default demo event, end to end: the figures the project promises on it."""

from pathlib import Path

import pytest

from coincide.demo import DemoOptions
from coincide.errors import EventError
from coincide.project import sync
from coincide.project.options import SyncOptions
from coincide_bench.demo_seeds import score_methods
from coincide_bench.folders import KnownEvent, load_known
from coincide_bench.learning import learn_from_events
from coincide_bench.paper_table import paper_table
from tests.conftest import CopyDemo

pytestmark = pytest.mark.slow


def silent(_stage: str, _done: int, _total: int) -> None: ...


@pytest.fixture(scope="module")
def known(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> KnownEvent:
    return load_known(copy_demo(DemoOptions(), tmp_path_factory.mktemp("demo") / "event"))


def test_the_event_is_not_trivial_and_the_papers_method_solves_it(known: KnownEvent) -> None:
    scores = score_methods(known, SyncOptions())
    assert known.event.n_photos == 200
    assert len(known.event.galleries) == 8
    assert scores["midpoints"].precision <= 0.5
    assert scores["paper"].precision == 1.0
    assert scores["paper"].accuracy > 0.8


def test_the_twelve_configurations_of_the_papers_table(known: KnownEvent) -> None:
    backbone, rows = paper_table([known], SyncOptions(method="paper"), progress=silent)
    assert backbone.name == "efficientnet-lite0"
    layers = ("logits", "56x56", "28x28", "14x14", "7x7", "fusion")
    expected = [(layer, links) for layer in layers for links in ("coverage", "exact")]
    assert [(row.layer, row.approach) for row in rows] == expected
    assert all(0.0 <= row.scores[0].precision <= 1.0 for row in rows)
    assert len({row.scores[0].harmonic_mean for row in rows}) > 4  # they are not all one


def test_nothing_in_the_event_folder_changes_but_the_project_folder(known: KnownEvent) -> None:
    folder = known.event.galleries[0].photos[0].path.parents[1]
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.[jJ]*")}
    sync(known.event)
    after = {path: path.stat().st_mtime_ns for path in folder.rglob("*.[jJ]*")}
    outside = {path for path in after if ".coincide" not in path.parts}
    assert outside == {path for path in before if ".coincide" not in path.parts}
    assert all(after[path] == before[path] for path in outside)


def test_weights_can_be_learned_from_it(known: KnownEvent) -> None:
    weights, n_edges = learn_from_events([known], SyncOptions(), progress=silent)
    assert n_edges == 28
    assert weights.delta > 0


def test_an_event_without_truth_says_so(known: KnownEvent, tmp_path: Path) -> None:
    folder = known.event.galleries[0].photos[0].path.parents[1]
    (tmp_path / "copy").mkdir()
    for gallery in sorted(folder.iterdir())[:3]:
        if gallery.is_dir() and not gallery.name.startswith("."):
            (tmp_path / "copy" / gallery.name).symlink_to(gallery)
    with pytest.raises(EventError, match=r"truth\.json"):
        load_known(tmp_path / "copy")
