from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coincide.errors import UsageError
from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.figures.document import Document
from coincide_bench.figures.plots import error_plot, overlap_plot, reliability_plot, write_plots
from coincide_bench.figures.results import build_document
from coincide_bench.figures.svg import BOTTOM, LEFT, RIGHT, TOP
from tests.bench.trials import answer, answer_truth, drawn_event, make_event, run

SVG = "{http://www.w3.org/2000/svg}"


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


def lines(text: str) -> list[list[tuple[float, float]]]:
    """Return the corners of every line, as shares of the plot's width and height."""
    found = []
    for line in ElementTree.fromstring(text).iter(f"{SVG}polyline"):
        pairs = [pair.split(",") for pair in line.attrib["points"].split()]
        found.append(
            [
                ((float(x) - LEFT) / (RIGHT - LEFT), (BOTTOM - float(y)) / (BOTTOM - TOP))
                for x, y in pairs
            ]
        )
    return found


def legend(text: str) -> list[str]:
    root = ElementTree.fromstring(text)
    return [e.text or "" for e in root.iter(f"{SVG}text") if float(e.attrib["x"]) > RIGHT + 50]


def test_errors_rise_to_the_share_that_was_placed(document: Document) -> None:
    text = error_plot(document, "splits")
    assert legend(text) == ["truth", "sure"]
    truth, sure_line = lines(text)
    assert {y for _, y in truth} == {1.0}
    assert sorted({round(y, 2) for _, y in sure_line}) == [0.0, 0.25, 0.5]
    assert sure_line[-1][1] == pytest.approx(0.5)  # the unplaced are never within


def test_reliability_is_stated_against_observed(document: Document) -> None:
    text = reliability_plot(document, "splits")
    assert legend(text) == ["sure, ECE 0.350"]
    (points,) = lines(text)
    assert points == [pytest.approx((0.6, 0.0), abs=1e-3), pytest.approx((0.9, 1.0), abs=1e-3)]


def test_without_confidence_the_plot_says_so(document: Document) -> None:
    silent = replace(document, results=document.select(method="truth"))
    assert "No method of this run states how sure it is" in reliability_plot(silent, "splits")


def test_precision_against_attendance(document: Document) -> None:
    text = overlap_plot(document, "splits")
    truth, sure_line = lines(text)
    assert [y for _, y in truth] == pytest.approx([1.0] * 3)
    assert [y for _, y in sure_line] == pytest.approx([0.25] * 3, abs=0.001)


def test_a_method_keeps_its_colour(document: Document) -> None:
    def colours(text: str) -> set[str]:
        return {e.attrib["stroke"] for e in ElementTree.fromstring(text).iter(f"{SVG}polyline")}

    alone = replace(document, results=document.select(method="sure"))
    assert colours(reliability_plot(document, "splits")) <= colours(error_plot(document, "splits"))
    assert len(colours(overlap_plot(document, "splits"))) == 2
    assert len(colours(error_plot(alone, "splits"))) == 1


def test_all_plots_are_written_and_the_same_twice(document: Document, tmp_path: Path) -> None:
    paths = write_plots(document, tmp_path / "new")
    assert [path.name for path in paths] == [
        "bench-reliability-splits.svg",
        "bench-errors-splits.svg",
        "bench-overlap-splits.svg",
    ]
    again = write_plots(document, tmp_path / "again")
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]


def test_a_suite_of_strangers_has_no_error_plot(tmp_path: Path) -> None:
    event = make_event({"a": 0.0}, strangers=2, name="camp")
    outcomes = run(iter([event]), answer_truth, "truth")
    paths = write_plots(build_document(outcomes, seeds_kind="dev", seeds=[0]), tmp_path)
    assert [path.name for path in paths] == ["bench-reliability-splits.svg"]


def test_a_folder_that_cannot_be_made_is_named(document: Document, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"Cannot write plots to .*file"):
        write_plots(document, tmp_path / "file")
