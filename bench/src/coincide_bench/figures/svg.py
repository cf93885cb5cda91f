"""Draw charts as SVG: a white card with a title, two axes, lines, and a legend beside them.

The card is white on purpose: it reads the same on a light and on a dark page.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 72, 640, 84, 404  # the plot's box inside the card
INK, FAINT, GRID = "#1f2933", "#52606d", "#e4e7eb"
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
# distinct to colour-blind eyes too (Okabe and Ito); dashes tell more than seven apart
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("", "7 4", "2 3")


@dataclass(frozen=True)
class Axis:
    """A range with its ticks, each a value and its text."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Return how far along the axis a value is, from 0 to 1; beyond the ends, the end."""
        low, high, at = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return (at - low) / (high - low)


@dataclass(frozen=True)
class Point:
    """A value, and from where to where it may be; ``size`` in px, 0 for a bend of a line."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    size: float = 0.0


@dataclass(frozen=True)
class Line:
    """Points joined in order, named in the legend, in the style of a number."""

    name: str
    points: tuple[Point, ...]
    style: int


@dataclass(frozen=True)
class Chart:
    """What is drawn. ``marks`` are upright lines with a text; ``diagonal`` runs between corners."""

    title: str
    subtitle: str
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    marks: tuple[tuple[float, str], ...] = ()
    diagonal: str = ""


def draw_chart(chart: Chart) -> str:
    """Return the chart as an SVG document."""
    parts = [
        *_heading(chart.title, chart.subtitle),
        *_axes(chart),
        *(part for line in chart.lines for part in _line(chart, line)),
        *_legend(chart.lines),
    ]
    return _document(chart.title, parts)


def draw_card(title: str, lines: Sequence[str]) -> str:
    """Return a card with a few words instead of a chart."""
    words = [
        _text(24, 66 + 24 * number, line, size=15, colour=FAINT)
        for number, line in enumerate(lines)
    ]
    return _document(title, [*_heading(title, ""), *words], height=66 + 24 * len(lines))


def _document(title: str, parts: Sequence[str], *, height: int = HEIGHT) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' width="{WIDTH}" height="{height}" font-family="{FONT}">'
    )
    card = (
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10"'
        f' fill="#ffffff" stroke="{GRID}"/>'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", card, *parts, "</svg>"]) + "\n"


def _heading(title: str, subtitle: str) -> list[str]:
    return [
        _text(24, 34, title, size=18, weight=600),
        _text(24, 57, subtitle, size=13, colour=FAINT),
    ]


def _axes(chart: Chart) -> list[str]:
    parts = []
    for value, text in chart.y.ticks:
        y = _y(chart, value)
        parts.append(_stroke(LEFT, y, RIGHT, y, GRID))
        parts.append(_text(LEFT - 10, y + 4, text, size=12, colour=FAINT, anchor="end"))
    for value, text in chart.x.ticks:
        x = _x(chart, value)
        parts.append(_stroke(x, BOTTOM, x, BOTTOM + 5, FAINT))
        parts.append(_text(x, BOTTOM + 21, text, size=12, colour=FAINT, anchor="middle"))
    for value, text in chart.marks:
        x = _x(chart, value)
        parts.append(_stroke(x, TOP, x, BOTTOM, FAINT, dash="3 4"))
        parts.append(_text(x, TOP - 7, text, size=12, colour=FAINT, anchor="middle"))
    if chart.diagonal:
        parts.append(_stroke(LEFT, BOTTOM, RIGHT, TOP, FAINT, dash="3 4"))
        parts.append(_text(RIGHT - 6, TOP - 7, chart.diagonal, size=12, colour=FAINT, anchor="end"))
    parts.append(_stroke(LEFT, BOTTOM, RIGHT, BOTTOM, FAINT))
    middle_x, middle_y = (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2
    parts.append(_text(middle_x, BOTTOM + 45, chart.x.label, size=13, anchor="middle"))
    turned = f' transform="rotate(-90 22 {middle_y:g})"'
    parts.append(_text(22, middle_y, chart.y.label, size=13, anchor="middle", extra=turned))
    return parts


def _line(chart: Chart, line: Line) -> list[str]:
    colour, dash = _style(line.style)
    at = [(_x(chart, point.x), _y(chart, point.y), point) for point in line.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in at)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    parts = [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.2"'
        f' stroke-linejoin="round"{dashed}/>'
    ]
    for x, y, point in at:
        if point.low is not None and point.high is not None:
            parts.append(
                _stroke(x, _y(chart, point.low), x, _y(chart, point.high), colour, wide=1.4)
            )
        if point.size:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{point.size:g}" fill="{colour}"/>')
    return parts


def _legend(lines: Sequence[Line]) -> list[str]:
    parts = []
    for number, line in enumerate(lines):
        y = TOP + 14 + 24 * number
        colour, dash = _style(line.style)
        parts.append(_stroke(RIGHT + 22, y - 4, RIGHT + 46, y - 4, colour, dash=dash, wide=2.6))
        parts.append(_text(RIGHT + 54, y, line.name, size=13))
    return parts


def _style(number: int) -> tuple[str, str]:
    return COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]


def _x(chart: Chart, value: float) -> float:
    return LEFT + (RIGHT - LEFT) * chart.x.share(value)


def _y(chart: Chart, value: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * chart.y.share(value)


def _stroke(
    x1: float, y1: float, x2: float, y2: float, colour: str, *, dash: str = "", wide: float = 1.0
) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"'
        f' stroke-width="{wide:g}"{dashed}/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: int,
    colour: str = INK,
    anchor: str = "start",
    weight: int = 400,
    extra: str = "",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"'
        f' text-anchor="{anchor}" font-weight="{weight}"{extra}>{escape(text)}</text>'
    )
