"""The look that all plots share, drawn by matplotlib: a white card with title, axes and legend.

The card is white on purpose: it reads the same on a light and on a dark page. Texts stay texts, so
that they can be searched and read aloud. The same figure is the same bytes.
"""

from collections.abc import Sequence
from io import StringIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH, HEIGHT = 8.6, 4.7  # inches
INK, FAINT, GRID = "#1f2933", "#52606d", "#e4e7eb"
# distinct to colour-blind eyes too (Okabe and Ito); dashes tell more than seven apart
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("-", "--", ":")
SHARES = [tick / 5 for tick in range(6)]


def new_chart(title: str, subtitle: str, x_label: str, y_label: str) -> tuple[Figure, Axes]:
    """Return an empty chart whose upright axis is a share, from 0 to 100 %."""
    figure = _card(title, subtitle, HEIGHT)
    axes = figure.add_axes((0.1, 0.14, 0.65, 0.68))
    axes.set_xlabel(x_label, size=9.5, color=INK, labelpad=7)
    axes.set_ylabel(y_label, size=9.5, color=INK, labelpad=9)
    axes.set_yticks(SHARES, labels=share_labels(SHARES))
    axes.set_ylim(0, 1)
    axes.grid(axis="y", color=GRID)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=9, labelcolor=FAINT, color=FAINT)
    axes.tick_params(axis="y", length=0)
    axes.spines[["left", "right", "top"]].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    return figure, axes


def words_card(title: str, words: str) -> Figure:
    """Return a card with a few words instead of a chart."""
    figure = _card(title, "", 0.9)
    figure.text(0.028, 0.16, words, size=11, color=FAINT)
    return figure


def share_labels(shares: Sequence[float]) -> list[str]:
    """Return shares as they are written along an axis."""
    return [f"{100 * share:.0f} %" for share in shares]


def line_style(number: int) -> dict[str, Any]:
    """Return how the line of that number is drawn."""
    colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
    return {"color": colour, "linestyle": dashes, "linewidth": 1.7}


def add_diagonal(axes: Axes, label: str) -> None:
    """Add dashes from corner to corner, with a word at their end."""
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, dashes=(4, 5), transform=axes.transAxes)
    axes.annotate(
        label, (1, 1), xytext=(-4, 5), textcoords="offset points", ha="right", size=9, color=FAINT
    )


def add_mark(axes: Axes, x: float, label: str) -> None:
    """Add an upright line of dashes, with a word on top."""
    axes.axvline(x, color=FAINT, linewidth=0.8, dashes=(4, 5))
    axes.annotate(
        label,
        (x, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, 5),
        textcoords="offset points",
        ha="center",
        size=9,
        color=FAINT,
    )


def add_legend(axes: Axes) -> None:
    """Name the lines beside the chart, in the order in which they were drawn."""
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(1.02, 1.02),
        frameon=False,
        fontsize=9.5,
        labelcolor=INK,
        handlelength=1.8,
    )


def svg_of(figure: Figure) -> str:
    """Return a figure as an SVG document, the same for the same figure."""
    text = StringIO()
    # no date, and a salt of our own: else matplotlib writes the hour, and draws ids at random
    told: dict[str, Any] = {"Title": figure.get_suptitle(), "Date": None, "Creator": None}
    with mpl.rc_context({"svg.hashsalt": "coincide-bench", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata=told)
    return text.getvalue()


def _card(title: str, subtitle: str, height: float) -> Figure:
    figure = Figure(figsize=(WIDTH, height), facecolor="white", edgecolor=GRID, linewidth=2)
    top = 0.26 / height  # inches from the upper edge
    place: dict[str, Any] = {"x": 0.028, "ha": "left", "va": "center"}
    figure.suptitle(title, y=1 - top, size=13, weight="bold", color=INK, **place)
    figure.text(y=1 - 1.95 * top, s=subtitle, size=9.5, color=FAINT, **place)
    return figure
