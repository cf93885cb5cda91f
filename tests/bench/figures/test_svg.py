from xml.etree import ElementTree

import pytest

from coincide_bench.figures.svg import (
    BOTTOM,
    COLOURS,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axis,
    Chart,
    Line,
    Point,
    draw_card,
    draw_chart,
)

SVG = "{http://www.w3.org/2000/svg}"
CHART = Chart(
    title="How <far> & wide?",
    subtitle="sub",
    x=Axis("time", 1.0, 100.0, ((1.0, "1"), (10.0, "10")), logarithmic=True),
    y=Axis("share", 0.0, 1.0, ((0.0, "0 %"), (1.0, "100 %"))),
    lines=(
        Line("one", (Point(1.0, 0.0), Point(10.0, 0.5, 0.25, 0.75, 4.0), Point(1000.0, 1.0)), 0),
        Line("eight", (Point(1.0, 1.0),), len(COLOURS)),
    ),
    marks=((10.0, "ten"),),
    diagonal="even",
)


@pytest.fixture(scope="module")
def root() -> ElementTree.Element:
    return ElementTree.fromstring(draw_chart(CHART))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_everything_that_is_named_can_be_read(root: ElementTree.Element) -> None:
    expected = {"How <far> & wide?", "sub", "time", "share", "one", "eight", "ten", "even", "100 %"}
    assert expected <= set(texts(root))
    assert root.findtext(f"{SVG}title") == "How <far> & wide?"


def test_points_are_where_the_axes_say(root: ElementTree.Element) -> None:
    line = root.findall(f"{SVG}polyline")[0]
    corners = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    assert corners == [
        (LEFT, BOTTOM),
        ((LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2),
        (RIGHT, TOP),  # beyond the axis: at its end
    ]
    (circle,) = root.findall(f"{SVG}circle")
    assert float(circle.attrib["cx"]) == (LEFT + RIGHT) / 2


def test_an_interval_is_an_upright_bar(root: ElementTree.Element) -> None:
    bars = [
        element.attrib
        for element in root.findall(f"{SVG}line")
        if element.attrib["stroke"] == COLOURS[0] and element.attrib["x1"] == element.attrib["x2"]
    ]
    height = BOTTOM - TOP
    assert [(float(bar["y1"]), float(bar["y2"])) for bar in bars] == [
        (BOTTOM - height / 4, BOTTOM - 3 * height / 4)
    ]


def test_more_lines_than_colours_are_told_apart_by_dashes(root: ElementTree.Element) -> None:
    one, eight = root.findall(f"{SVG}polyline")
    assert one.attrib["stroke"] == eight.attrib["stroke"]
    assert "stroke-dasharray" in eight.attrib
    assert "stroke-dasharray" not in one.attrib


def test_the_card_is_white_and_nothing_lies_outside_it(root: ElementTree.Element) -> None:
    card = root.find(f"{SVG}rect")
    assert card is not None
    assert card.attrib["fill"] == "#ffffff"
    for element in root.iter(f"{SVG}text"):
        assert 0 <= float(element.attrib["x"]) <= WIDTH
        assert 0 <= float(element.attrib["y"]) <= HEIGHT


def test_a_card_of_words() -> None:
    root = ElementTree.fromstring(draw_card("Title", ["one line", "another"]))
    assert {"Title", "one line", "another"} <= set(texts(root))
    assert int(root.attrib["height"]) < HEIGHT
