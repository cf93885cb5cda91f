from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from coincide.errors import UsageError
from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.figures.charts import svg_of
from coincide_bench.figures.document import Document
from coincide_bench.figures.plots import error_plot, overlap_plot, reliability_plot, write_plots
from coincide_bench.figures.results import build_document
from tests.bench.trials import answer, answer_truth, drawn_event, make_event, run


def sure(event: BenchEvent) -> Offsets:
    """Answer one gallery right to 100 s, one an hour off, and leave the others unplaced."""
    first, second = list(event.truth)[1:3]
    true_s = {name: event.truth[name] - event.truth[event.anchor] for name in event.truth}
    placed = {first: true_s[first] + 100.0, second: true_s[second] + 3600.0}
    return answer(event, placed, probability={first: 0.9, second: 0.6}, width_s=50.0)


@pytest.fixture(scope="module")
def document() -> Document:
    names = [f"{place}/k5/a{share}" for place in ("walk", "lake") for share in (0.3, 0.6, 1.0)]
    events = [drawn_event(seed, name=name) for name in names for seed in range(4)]
    outcomes = [*run(iter(events), sure, "sure"), *run(iter(events), answer_truth, "truth")]
    return build_document(outcomes, seeds_kind="dev", seeds=range(4))


def curves(figure: Figure) -> dict[str, Line2D]:
    """Return the lines of a plot by their names, in the order of the legend."""
    (axes,) = figure.axes
    handles, names = axes.get_legend_handles_labels()
    return dict(zip(names, handles, strict=True))


def shares(line: Line2D) -> list[float]:
    return np.asarray(line.get_ydata(), np.float64).tolist()


def test_errors_rise_to_the_share_that_was_placed(document: Document) -> None:
    found = curves(error_plot(document, "splits"))
    assert list(found) == ["truth", "sure"]
    assert set(shares(found["truth"])) == {1.0}
    assert sorted(set(shares(found["sure"]))) == [0.0, 0.25, 0.5]
    assert shares(found["sure"])[-1] == 0.5  # the unplaced are never within
    errors_s = np.asarray(found["sure"].get_xdata())
    steps_s = errors_s[1:][np.diff(shares(found["sure"])) > 0]
    assert steps_s == pytest.approx([100.0, 3600.0], rel=0.05)


def test_reliability_is_stated_against_observed(document: Document) -> None:
    figure = reliability_plot(document, "splits")
    found = curves(figure)
    assert list(found) == ["sure, ECE 0.350"]
    line = found["sure, ECE 0.350"]
    assert np.asarray(line.get_xdata()) == pytest.approx([0.6, 0.9])
    assert shares(line) == pytest.approx([0.0, 1.0])
    (bars,) = figure.axes[0].collections
    (none_right, all_right) = [path.vertices[:, 1].tolist() for path in bars.get_paths()]
    assert none_right == pytest.approx([0.0, 0.138], abs=1e-3)  # Wilson's interval of 0 of 24
    assert all_right == pytest.approx([0.862, 1.0], abs=1e-3)


def test_without_confidence_the_plot_says_so(document: Document) -> None:
    silent = replace(document, results=document.select(method="truth"))
    figure = reliability_plot(silent, "splits")
    assert figure.axes == []
    assert "No method of this run states how sure it is" in svg_of(figure)


def test_precision_against_attendance(document: Document) -> None:
    found = curves(overlap_plot(document, "splits"))
    assert list(found) == ["truth", "sure"]
    assert shares(found["truth"]) == pytest.approx([1.0] * 3)
    assert shares(found["sure"]) == pytest.approx([0.25] * 3)
    middle = (np.asarray(found["truth"].get_xdata()) + np.asarray(found["sure"].get_xdata())) / 2
    assert middle == pytest.approx([0.3, 0.6, 1.0])


def test_a_method_keeps_its_colour(document: Document) -> None:
    def colours(figure: Figure) -> list[object]:
        return [line.get_color() for line in curves(figure).values()]

    by_errors = dict(zip(("truth", "sure"), colours(error_plot(document, "splits")), strict=True))
    assert by_errors["truth"] != by_errors["sure"]
    assert colours(reliability_plot(document, "splits")) == [by_errors["sure"]]
    assert colours(overlap_plot(document, "splits")) == list(by_errors.values())


def test_only_plots_that_a_page_shows_are_written(document: Document, tmp_path: Path) -> None:
    page = "![Errors](images/bench-errors-splits.svg) and again bench-errors-splits.svg"
    assert write_plots(document, tmp_path, page) == [tmp_path / "bench-errors-splits.svg"]
    assert [path.name for path in tmp_path.iterdir()] == ["bench-errors-splits.svg"]
    with pytest.raises(UsageError, match=r"shows bench-errors-real\.svg"):
        write_plots(document, tmp_path, "images/bench-errors-real.svg")


def test_all_plots_are_written_and_the_same_twice(document: Document, tmp_path: Path) -> None:
    paths = write_plots(document, tmp_path / "new")
    assert [path.name for path in paths] == [
        "bench-reliability-splits.svg",
        "bench-errors-splits.svg",
        "bench-overlap-splits.svg",
    ]
    again = write_plots(document, tmp_path / "again")
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]
    for path in paths:
        assert ElementTree.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_suite_of_strangers_has_no_error_plot(tmp_path: Path) -> None:
    event = make_event({"a": 0.0}, strangers=2, name="camp")
    outcomes = run(iter([event]), answer_truth, "truth")
    paths = write_plots(build_document(outcomes, seeds_kind="dev", seeds=[0]), tmp_path)
    assert [path.name for path in paths] == ["bench-reliability-splits.svg"]


def test_a_folder_that_cannot_be_made_is_named(document: Document, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"Cannot write plots to .*file"):
        write_plots(document, tmp_path / "file")
