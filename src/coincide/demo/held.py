"""Draw what people hold, in a frame at the hand with the person's height as unit."""

from collections.abc import Callable

from coincide.demo.canvas import Canvas
from coincide.demo.poses import Held


def _glass(canvas: Canvas) -> None:
    canvas.line([(0.0, 0.01), (0.0, -0.05)], (240, 244, 250), 0.008)
    bowl = [(-0.02, -0.05), (-0.026, -0.13), (0.026, -0.13), (0.02, -0.05)]
    canvas.polygon(bowl, (245, 214, 120), 0.9)
    canvas.polygon(
        [(-0.026, -0.13), (-0.028, -0.15), (0.028, -0.15), (0.026, -0.13)], (250, 250, 250)
    )


def _bouquet(canvas: Canvas) -> None:
    canvas.polygon([(-0.02, 0.1), (0.02, 0.1), (0.05, 0.0), (-0.05, 0.0)], (96, 148, 90))
    spots = ((-0.05, -0.02), (0.0, -0.06), (0.05, -0.02), (-0.025, 0.01), (0.025, 0.0), (0, -0.02))
    colours = ((244, 140, 150), (255, 244, 240), (240, 190, 110), (226, 100, 130))
    for nth, (x, y) in enumerate(spots):
        canvas.ellipse(x, y, 0.034, 0.034, colours[nth % 4])
        canvas.ellipse(x, y, 0.012, 0.012, (255, 230, 150))


def _sparkler(canvas: Canvas) -> None:
    canvas.line([(0.0, 0.0), (0.05, -0.14)], (120, 110, 100), 0.008)
    canvas.glowing().glow(0.05, -0.14, 0.16, (255, 220, 150), 0.9)
    for dx, dy in ((0.05, -0.02), (-0.04, -0.03), (0.01, -0.06), (0.03, 0.04), (-0.03, 0.03)):
        spark = [(0.05, -0.14), (0.05 + dx, -0.14 + dy)]
        canvas.glowing().line(spark, (255, 244, 200), 0.006)


def _cone(canvas: Canvas) -> None:
    canvas.polygon([(-0.025, -0.05), (0.025, -0.05), (0.0, 0.05)], (214, 160, 96))
    canvas.ellipse(-0.012, -0.065, 0.026, 0.026, (250, 190, 200))
    canvas.ellipse(0.014, -0.07, 0.026, 0.026, (244, 236, 214))
    canvas.ellipse(0.0, -0.095, 0.024, 0.024, (150, 100, 76))


def _knife(canvas: Canvas) -> None:
    canvas.polygon([(-0.008, 0.0), (0.008, 0.0), (0.004, 0.15), (-0.012, 0.13)], (226, 232, 240))
    canvas.line([(0.0, -0.05), (0.0, 0.0)], (70, 50, 44), 0.02)


def _guitar(canvas: Canvas) -> None:
    canvas.line([(0.03, 0.0), (-0.26, 0.13)], (92, 60, 40), 0.022)
    canvas.ellipse(-0.20, 0.105, 0.065, 0.07, (206, 132, 66))
    canvas.ellipse(-0.285, 0.14, 0.085, 0.09, (206, 132, 66))
    canvas.ellipse(-0.225, 0.115, 0.028, 0.028, (70, 42, 30))


def _fiddle(canvas: Canvas) -> None:
    canvas.line([(0.0, 0.0), (-0.12, 0.06)], (70, 44, 30), 0.016)
    canvas.ellipse(-0.12, 0.06, 0.04, 0.03, (168, 84, 42))
    canvas.ellipse(-0.165, 0.08, 0.045, 0.036, (168, 84, 42))


def _sticks(canvas: Canvas) -> None:
    canvas.line([(0.0, 0.0), (0.0, 0.13)], (220, 190, 150), 0.012)


def _stick(canvas: Canvas) -> None:
    canvas.line([(0.0, 0.0), (0.3, -0.02)], (96, 70, 50), 0.01)
    canvas.ellipse(0.3, -0.02, 0.022, 0.018, (255, 246, 232))


_DRAWERS: dict[Held, Callable[[Canvas], None]] = {
    "glass": _glass,
    "bouquet": _bouquet,
    "sparkler": _sparkler,
    "cone": _cone,
    "knife": _knife,
    "guitar": _guitar,
    "fiddle": _fiddle,
    "sticks": _sticks,
    "stick": _stick,
}


def draw_held(canvas: Canvas, held: Held) -> None:
    """Draw what a hand at the frame's zero holds."""
    _DRAWERS[held](canvas)
