"""The look of the plots: texts that can be read, on a white card, the same bytes for the same."""

from xml.etree import ElementTree

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from coincide_bench.figures import charts

SVG = "{http://www.w3.org/2000/svg}"
TITLE = "How <far> & wide?"


def drawn() -> Figure:
    figure, axes = charts.new_chart(TITLE, "sub", "time", "share")
    axes.set_xlim(0, 1)
    axes.plot([0.0, 0.5], [0.0, 1.0], label="one", **charts.line_style(0))
    axes.plot([0.0, 0.5], [1.0, 0.0], label="eight", **charts.line_style(len(charts.COLOURS)))
    charts.add_mark(axes, 0.25, "a quarter")
    charts.add_diagonal(axes, "even")
    charts.add_legend(axes)
    return figure


@pytest.fixture(scope="module")
def root() -> ElementTree.Element:
    return ElementTree.fromstring(charts.svg_of(drawn()))


def test_everything_that_is_named_can_be_read(root: ElementTree.Element) -> None:
    texts = {"".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")}
    expected = {"sub", "time", "share", "one", "eight", "a quarter", "even", "0 %", "100 %"}
    assert {TITLE, *expected} <= texts
    assert root.findtext(f"{SVG}title") == TITLE


def test_the_same_figure_is_the_same_bytes_without_a_date() -> None:
    text = charts.svg_of(drawn())
    assert text == charts.svg_of(drawn())
    assert "<dc:date>" not in text


def test_the_card_is_white_and_the_axis_goes_to_a_hundred(root: ElementTree.Element) -> None:
    figure = drawn()
    assert to_hex(figure.get_facecolor()) == "#ffffff"
    assert figure.axes[0].get_ylim() == (0, 1)
    assert "fill: #ffffff" in next(root.iter(f"{SVG}path")).attrib["style"]


def test_more_lines_than_colours_are_told_apart_by_dashes() -> None:
    one, eight = charts.line_style(0), charts.line_style(len(charts.COLOURS))
    assert one["color"] == eight["color"]
    assert one["linestyle"] != eight["linestyle"]


def test_a_card_of_words_is_lower_and_says_them() -> None:
    figure = charts.words_card("Title", "some words")
    assert figure.get_figheight() < charts.HEIGHT
    assert "some words" in charts.svg_of(figure)
