"""Draw people: stylised, but each one recognisable.

A figure is drawn in a frame where the ground is y = 0 and the person one unit tall.
"""

import math
from collections.abc import Callable

from coincide.demo.draw.canvas import Canvas, Point, darker, lighter, mix
from coincide.demo.draw.heads import draw_head
from coincide.demo.draw.people import PersonLook
from coincide.demo.draw.poses import Held, Pose

SHOULDER_Y, SHOULDER_X = -0.765, 0.098
WAIST_Y, WAIST_X = -0.56, 0.078
HIP_Y, HIP_X = -0.46, 0.09
HEAD_Y = -0.885
UPPER_ARM, LOWER_ARM = 0.165, 0.15

Bend = Callable[[float, float], Point]


def draw_person(canvas: Canvas, person: PersonLook, pose: Pose) -> None:
    """Draw one person, feet at the frame's zero."""
    slope = math.tan(math.radians(pose.lean))

    low = 0.16 if pose.seated else -pose.lift

    def bend(x: float, y: float) -> Point:
        return x - slope * y, y + low

    # an arm raised high or held out belongs before the body, a hanging one behind
    _draw_arm(canvas, person, pose, bend, side=-1)
    if not pose.seated:
        _draw_legs(canvas, person, pose, bend)
    _draw_body(canvas, person, pose, bend)
    x, y = bend(0.0, SHOULDER_Y - 0.02)
    canvas.limb([(x, y + 0.03), (x, y - 0.03)], darker(person.skin, 0.12), 0.06)
    if pose.back:
        _draw_arm(canvas, person, pose, bend, side=1)
    x, y = bend(0.0, HEAD_Y)
    # a child's head is larger for its size
    draw_head(canvas.frame(x, y, 0.112 if person.height > 0.8 else 0.138), person, pose)
    if not pose.back:
        _draw_arm(canvas, person, pose, bend, side=1)


def _arm(pose: Pose, bend: Bend, side: int) -> tuple[Point, Point, Point]:
    upper, lower = pose.left if side < 0 else pose.right
    a, b = math.radians(upper), math.radians(lower)
    x0, y0 = side * SHOULDER_X * 0.92, SHOULDER_Y + 0.02
    x1, y1 = x0 + side * UPPER_ARM * math.sin(a), y0 + UPPER_ARM * math.cos(a)
    x2, y2 = x1 + side * LOWER_ARM * math.sin(b), y1 + LOWER_ARM * math.cos(b)
    return bend(x0, y0), bend(x1, y1), bend(x2, y2)


def _draw_arm(canvas: Canvas, person: PersonLook, pose: Pose, bend: Bend, *, side: int) -> None:
    shoulder, elbow, hand = _arm(pose, bend, side)
    held = pose.held_left if side < 0 else pose.held_right
    sleeve = darker(person.top, 0.12 if side < 0 else 0.06)
    bare = person.outfit in ("dress", "gown", "skirt")
    canvas.limb([elbow, hand], sleeve if person.outfit == "suit" else person.skin, 0.043)
    canvas.limb([shoulder, elbow], person.skin if bare else sleeve, 0.052)
    if bare:
        canvas.ellipse(*shoulder, 0.038, 0.04, person.top)
    if held:
        draw_held(canvas.frame(*hand, 1.0, flip=side < 0), held)
    canvas.ellipse(*hand, 0.027, 0.027, person.skin)


def _draw_legs(canvas: Canvas, person: PersonLook, pose: Pose, bend: Bend) -> None:
    if person.outfit == "gown":
        for side in (-1, 1):
            canvas.ellipse(side * 0.05, -pose.lift - 0.01, 0.04, 0.018, darker(person.accent, 0.3))
        return
    bare = person.outfit in ("dress", "skirt")
    cloth = person.skin if bare else person.bottom
    for side, angle in ((-1, pose.legs[0]), (1, pose.legs[1])):
        turn = math.radians(angle)
        hip = bend(side * 0.042, HIP_Y)
        foot = (hip[0] + 0.43 * math.sin(turn) + side * 0.008, -0.02 - pose.lift)
        knee = ((hip[0] + foot[0]) / 2 + 0.01 * side, (hip[1] + foot[1]) / 2)
        canvas.limb([hip, knee, foot], darker(cloth, 0.08 if side < 0 else 0.0), 0.066)
        shoe = darker(person.accent, 0.25) if bare else (52, 36, 32)
        canvas.ellipse(foot[0] + 0.018 * (pose.turn + side * 0.4), foot[1], 0.045, 0.022, shoe)


def _draw_body(canvas: Canvas, person: PersonLook, pose: Pose, bend: Bend) -> None:
    if person.outfit in ("dress", "gown", "skirt") and not pose.seated:
        _draw_skirt(canvas, person, pose, bend)
    bottom = WAIST_Y if person.outfit in ("dress", "gown", "skirt") else HIP_Y
    half = WAIST_X if bottom == WAIST_Y else HIP_X
    outline = [
        (-0.045, SHOULDER_Y - 0.02),
        (0.045, SHOULDER_Y - 0.02),
        (SHOULDER_X + 0.012, SHOULDER_Y + 0.02),
        (half, bottom),
        (-half, bottom),
        (-SHOULDER_X - 0.012, SHOULDER_Y + 0.02),
    ]
    canvas.polygon([bend(*point) for point in outline], person.top)
    _draw_pattern(canvas, person, bend, (SHOULDER_Y + 0.01, bottom), (SHOULDER_X, half))
    shadow = [bend(0.03, SHOULDER_Y), bend(SHOULDER_X + 0.01, SHOULDER_Y + 0.02)]
    shadow += [bend(half, bottom), bend(half * 0.45, bottom)]
    canvas.polygon(shadow, (20, 14, 40), 0.14)
    if pose.back:
        return
    if person.outfit == "suit":
        _draw_collar(canvas, person, bend)
    elif person.outfit == "shirt":
        for side in (-1, 1):
            brace = [bend(side * 0.055, SHOULDER_Y), bend(side * 0.05, HIP_Y)]
            canvas.line(brace, darker(person.bottom, 0.1), 0.016)
    else:
        canvas.line([bend(-WAIST_X, WAIST_Y), bend(WAIST_X, WAIST_Y)], person.accent, 0.026)


def _draw_collar(canvas: Canvas, person: PersonLook, bend: Bend) -> None:
    opening = [bend(-0.042, SHOULDER_Y - 0.02), bend(0.042, SHOULDER_Y - 0.02)]
    canvas.polygon([*opening, bend(0.0, SHOULDER_Y + 0.15)], (250, 248, 242))
    tie = [bend(-0.014, SHOULDER_Y), bend(0.014, SHOULDER_Y), bend(0.017, SHOULDER_Y + 0.1)]
    canvas.polygon([*tie, bend(0, SHOULDER_Y + 0.135), bend(-0.017, -0.665)], person.accent)
    for side in (-1, 1):
        lapel = [bend(side * 0.045, SHOULDER_Y - 0.02), bend(side * 0.062, SHOULDER_Y + 0.05)]
        canvas.polygon([*lapel, bend(0.0, SHOULDER_Y + 0.16)], lighter(person.top, 0.1))
    canvas.line([bend(0, -0.6), bend(0, HIP_Y)], darker(person.top, 0.35), 0.006)
    canvas.ellipse(*bend(-0.062, -0.68), 0.016, 0.016, person.accent)


def _draw_skirt(canvas: Canvas, person: PersonLook, pose: Pose, bend: Bend) -> None:
    long = person.outfit == "gown"
    hem, half = (-0.012, 0.20) if long else (-0.24, 0.155)
    swing = 0.05 * math.sin(math.radians(4 * (pose.lean + pose.legs[0])))
    cloth = person.bottom if person.outfit == "skirt" else person.top
    x0, y0 = bend(-WAIST_X, WAIST_Y)
    x1, _ = bend(WAIST_X, WAIST_Y)
    low = hem - pose.lift
    left, right = -half + swing, half + swing
    outline = [(x0, y0), (x1, y0), (right * 0.82, (y0 + low) / 2), (right, low)]
    outline += [(swing, low + 0.014), (left, low), (left * 0.82, (y0 + low) / 2)]
    canvas.polygon(outline, cloth)
    for share in (-0.6, -0.2, 0.25, 0.65):
        fold = [(share * WAIST_X, y0 + 0.04), (share * half + swing, low)]
        canvas.line(fold, darker(cloth, 0.22), 0.008, 0.6)
    canvas.polygon([(x1 * 0.4, y0), (x1, y0), (right, low), (right * 0.5, low)], (20, 14, 40), 0.1)
    if person.outfit != "skirt":
        _draw_pattern(canvas, person, bend, (WAIST_Y, hem), (WAIST_X, half * 0.95))


def _draw_pattern(
    canvas: Canvas,
    person: PersonLook,
    bend: Bend,
    heights: tuple[float, float],
    halves: tuple[float, float],
) -> None:
    """Draw stripes, dots or flowers between two heights, where the body is so wide."""
    (top, bottom), (half_top, half_bottom) = heights, halves
    ink = mix(person.accent, lighter(person.top, 0.6), 0.35)
    n_rows = max(2, round((bottom - top) / 0.055)) if person.pattern != "plain" else 0
    for row in range(n_rows):
        share = (row + 0.5) / n_rows
        y = top + (bottom - top) * share
        half = (half_top + (half_bottom - half_top) * share) * 0.92
        if person.pattern == "stripes":
            canvas.line([bend(-half, y), bend(half, y)], ink, 0.016)
            continue
        for column in range(-3, 4):
            x = (column + 0.5 * (row % 2)) * 0.05
            if abs(x) < half:
                canvas.ellipse(*bend(x, y), 0.011, 0.011, ink)
                if person.pattern == "flowers":
                    canvas.ellipse(*bend(x, y), 0.005, 0.005, (252, 226, 120))


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
