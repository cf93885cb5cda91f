"""Draw heads: face, hair and hat, in a frame where the head's half height is one unit."""

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter, mix
from coincide.demo.draw.people import PersonLook
from coincide.demo.draw.poses import Pose

_FACE_X, _FACE_Y = 0.80, 0.94


def draw_head(canvas: Canvas, person: PersonLook, pose: Pose) -> None:
    """Draw a head around the frame's zero."""
    _draw_hair_behind(canvas, person)
    if pose.back:
        _draw_nape(canvas, person)
        _draw_hat(canvas, person)
        return
    turn = 0.26 * pose.turn
    for side in (-1, 1):
        if person.hair in ("short", "bald", "bun", "tail"):
            canvas.ellipse(side * 0.8 - 0.3 * turn, 0.1, 0.14, 0.2, darker(person.skin, 0.1))
    canvas.ellipse(0.0, 0.0, _FACE_X, _FACE_Y, person.skin)
    canvas.ellipse(0.22, 0.1, 0.56, 0.8, darker(person.skin, 0.1), 0.35)
    if person.beard:
        _draw_beard(canvas, person, turn)
    _draw_face(canvas, person, pose, turn)
    _draw_hair_front(canvas, person, turn)
    _draw_hat(canvas, person)


def _draw_face(canvas: Canvas, person: PersonLook, pose: Pose, turn: float) -> None:
    ink: Colour = (46, 32, 34)
    for side in (-1, 1):
        x = side * 0.3 + turn
        canvas.ellipse(x, -0.02, 0.085, 0.11, ink)
        canvas.ellipse(x + 0.03, -0.06, 0.03, 0.035, (255, 255, 255))
        canvas.line([(x - 0.14, -0.25), (x + 0.13, -0.27)], darker(person.hair_colour), 0.06)
        canvas.ellipse(x + side * 0.16, 0.28, 0.16, 0.11, (236, 110, 104), 0.30)
        if person.glasses:
            canvas.arc(x, -0.01, 0.22, 0, 360, (60, 50, 60), 0.05)
    if person.glasses:
        canvas.line([(turn - 0.08, -0.02), (turn + 0.08, -0.02)], (60, 50, 60), 0.05)
    canvas.line([(turn + 0.02, 0.06), (turn + 0.08, 0.22), (turn, 0.25)], darker(person.skin), 0.05)
    wide = 0.18 + 0.12 * pose.happy
    if pose.happy > 0.7:
        lip = [(-1.0, 0.0), (1.0, 0.0), (0.84, 0.5), (0.5, 0.86), (0.0, 1.0), (-0.5, 0.86)]
        mouth = [(turn + wide * x, 0.38 + 0.28 * y) for x, y in (*lip, (-0.84, 0.5))]
        canvas.polygon(mouth, (134, 40, 50))
        teeth = [(-0.93, 0.0), (0.93, 0.0), (0.84, 0.28), (-0.84, 0.28)]
        canvas.polygon([(turn + wide * x, 0.38 + 0.28 * y) for x, y in teeth], (255, 250, 244))
    else:
        canvas.arc(turn, 0.28, wide + 0.05, 35, 145, (150, 56, 58), 0.07)


def _draw_beard(canvas: Canvas, person: PersonLook, turn: float) -> None:
    colour = mix(person.hair_colour, person.skin, 0.15)
    jaw = [(-0.79, 0.05), (-0.5, 0.32), (turn, 0.28), (0.5, 0.32), (0.79, 0.05)]
    canvas.blob([*jaw, (0.62, 0.76), (0.0, 1.06), (-0.62, 0.76)], colour)


def _draw_hair_behind(canvas: Canvas, person: PersonLook) -> None:
    shade = darker(person.hair_colour, 0.25)
    if person.hat == "veil":
        veil = [(-0.7, -0.8), (0.7, -0.8), (1.5, 2.6), (0.0, 3.0), (-1.5, 2.6)]
        canvas.polygon(veil, (250, 250, 252), 0.55)
    if person.hair == "long":
        hair = [(-0.9, -0.4), (0.0, -1.0), (0.9, -0.4), (1.05, 1.5), (0.0, 1.75), (-1.05, 1.5)]
        canvas.blob(hair, shade)
    elif person.hair == "bob":
        hair = [(-0.95, -0.3), (0.0, -1.0), (0.95, -0.3), (1.05, 0.85), (-1.05, 0.85)]
        canvas.blob(hair, shade)
    elif person.hair == "tail":
        canvas.blob([(0.6, -0.7), (1.35, -0.5), (1.3, 0.6), (1.0, 1.2), (0.9, 0.0)], shade)
    elif person.hair == "bun":
        canvas.ellipse(0.0, -1.05, 0.42, 0.38, person.hair_colour)
    elif person.hair == "curly":
        for x, y in ((-0.85, 0.0), (0.85, 0.0), (-0.8, 0.4), (0.8, 0.4), (-0.6, -0.6), (0.6, -0.6)):
            canvas.ellipse(x, y, 0.42, 0.42, shade)


def _draw_nape(canvas: Canvas, person: PersonLook) -> None:
    bare = person.hair == "bald"
    canvas.ellipse(0.0, 0.0, _FACE_X, _FACE_Y, person.skin)
    if bare:
        return
    canvas.ellipse(0.0, -0.12, _FACE_X + 0.08, _FACE_Y, person.hair_colour)
    for x in (-0.4, 0.0, 0.4):
        canvas.line([(x, -0.7), (x * 1.3, 0.5)], lighter(person.hair_colour, 0.12), 0.05)
    if person.hair in ("long", "bob"):
        low = 1.6 if person.hair == "long" else 0.8
        canvas.blob([(-0.88, 0), (0.88, 0), (0.95, low), (-0.95, low)], person.hair_colour)


def _draw_hair_front(canvas: Canvas, person: PersonLook, turn: float) -> None:
    colour = person.hair_colour
    if person.hair == "bald":
        canvas.ellipse(-0.25, -0.62, 0.22, 0.12, lighter(person.skin, 0.35), 0.8)
        return
    part = turn - 0.25
    top = [(-0.87, 0.0), (-0.84, -0.5), (-0.45, -1.0), (0.1, -1.1), (0.6, -0.92), (0.88, -0.4)]
    fringe = [(0.84, 0.02), (0.62, -0.36), (part + 0.1, -0.56), (part - 0.2, -0.5), (-0.66, -0.28)]
    canvas.polygon([*top, *fringe], colour)
    shine = [(-0.4, -0.86), (0.1, -0.98), (0.45, -0.86), (0.05, -0.82)]
    canvas.polygon(shine, lighter(colour, 0.3), 0.7)
    if person.hair == "curly":
        for x, y in ((-0.6, -0.7), (-0.2, -0.95), (0.25, -0.97), (0.62, -0.7)):
            canvas.ellipse(x, y, 0.32, 0.3, colour)


def _draw_hat(canvas: Canvas, person: PersonLook) -> None:
    if person.hat == "straw":
        canvas.ellipse(0.0, -0.55, 1.35, 0.24, (214, 178, 110))
        canvas.polygon([(-0.72, -0.6), (-0.6, -1.2), (0.6, -1.2), (0.72, -0.6)], (232, 200, 132))
        canvas.polygon([(-0.73, -0.58), (-0.7, -0.78), (0.7, -0.78), (0.73, -0.58)], person.accent)
    elif person.hat == "top":
        canvas.ellipse(0.0, -0.62, 1.05, 0.18, (40, 36, 48))
        canvas.polygon([(-0.68, -0.62), (-0.62, -1.1), (0.62, -1.1), (0.68, -0.62)], (54, 48, 62))
    elif person.hat == "band":
        for x, y in ((-0.62, -0.62), (-0.22, -0.86), (0.22, -0.86), (0.62, -0.62)):
            canvas.ellipse(x, y, 0.2, 0.2, person.accent)
            canvas.ellipse(x, y, 0.08, 0.08, (255, 236, 150))
    elif person.hat == "veil":
        for x, y in ((-0.5, -0.8), (-0.17, -0.96), (0.17, -0.96), (0.5, -0.8)):
            canvas.ellipse(x, y, 0.17, 0.17, (255, 255, 255))
            canvas.ellipse(x, y, 0.07, 0.07, (244, 190, 190))
