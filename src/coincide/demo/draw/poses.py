"""What people do with their arms and legs, as functions of time."""

import math
from dataclasses import dataclass, replace
from typing import Literal

Held = Literal[
    "", "glass", "bouquet", "sparkler", "cone", "knife", "guitar", "fiddle", "sticks", "stick"
]


@dataclass(frozen=True, slots=True)
class Pose:
    """Angles in degrees. Arms: upper and lower, 0 hangs, 90 points outward, 180 up."""

    left: tuple[float, float] = (12.0, 8.0)
    right: tuple[float, float] = (12.0, 8.0)
    legs: tuple[float, float] = (0.0, 0.0)
    lean: float = 0.0
    lift: float = 0.0  # off the ground, in body heights
    turn: float = 0.0  # of the face: −1 looks left, 1 right
    back: bool = False  # seen from behind
    seated: bool = False  # at a table or in a boat: no legs to be seen
    happy: float = 0.5  # 1: laughs
    held_left: Held = ""
    held_right: Held = ""


def _wave(time_s: float, period_s: float, phase: float) -> float:
    return math.sin(2 * math.pi * (time_s / period_s + phase))


def standing(time_s: float, phase: float) -> Pose:
    """Stand about, looking here and there."""
    sway = _wave(time_s, 17.0, phase)
    elbow = 55.0 if phase > 0.6 else 8.0
    return Pose(
        left=(12 + 3 * sway, -elbow),
        right=(14 - 3 * sway, -elbow if phase < 0.25 else 6.0),
        lean=1.5 * sway,
        turn=0.8 * _wave(time_s, 41.0, 3 * phase),
        happy=0.4 + 0.4 * phase,
    )


def walking(time_s: float, phase: float, direction: float) -> Pose:
    """Walk to the right (1), to the left (−1)."""
    step = _wave(time_s, 1.3, phase)
    return Pose(
        left=(10 + 22 * step, 10 + 30 * step),
        right=(10 - 22 * step, 10 - 30 * step),
        legs=(24 * step * direction, -24 * step * direction),
        lean=3 * direction,
        lift=0.012 * abs(step),
        turn=0.9 * direction,
    )


def dancing(time_s: float, phase: float) -> Pose:
    """Dance, each in their own way but all to one beat."""
    beat = _wave(time_s, 2.1, phase)
    half = _wave(time_s, 4.2, phase)
    return Pose(
        left=(70 + 60 * beat, 120 + 50 * half),
        right=(70 - 60 * half, 120 - 50 * beat),
        legs=(10 + 14 * beat, -10 + 14 * half),
        lean=9 * beat,
        lift=0.035 * abs(half),
        turn=half,
        happy=1.0,
    )


def cheering(time_s: float, phase: float) -> Pose:
    """Throw both arms up."""
    beat = _wave(time_s, 1.7, phase)
    return Pose(
        left=(140 + 14 * beat, 165 - 10 * beat),
        right=(138 - 12 * beat, 160 + 10 * beat),
        lift=0.02 * abs(beat),
        turn=0.4 * _wave(time_s, 13.0, phase),
        happy=1.0,
    )


def waving(time_s: float, phase: float) -> Pose:
    """Wave with one arm."""
    beat = _wave(time_s, 1.1, phase)
    pose = replace(standing(time_s, phase), right=(128.0, 168 + 26 * beat), happy=0.9)
    return pose if phase < 0.5 else replace(pose, left=pose.right, right=pose.left)


def toasting(time_s: float, phase: float) -> Pose:
    """Hold a glass, and raise it now and then."""
    up = max(0.0, _wave(time_s, 60.0, 0.1 * phase))
    return replace(
        standing(time_s, phase),
        right=(30 + 75 * up, 105 + 50 * up),
        held_right="glass",
        happy=0.6 + 0.4 * up,
    )


def clapping(time_s: float, phase: float) -> Pose:
    """Clap hands in front of the body."""
    beat = abs(_wave(time_s, 0.7, phase))
    return replace(
        standing(time_s, phase), left=(28, -72 - 14 * beat), right=(28, -72 - 14 * beat), happy=0.9
    )


def watching(time_s: float, phase: float) -> Pose:
    """Stand with the back to us and look up, some pointing."""
    pose = replace(standing(time_s, phase), back=True)
    if phase > 0.7:
        return replace(pose, right=(150.0, 158.0))
    return pose


def playing(time_s: float, phase: float, held: Held) -> Pose:
    """Play an instrument."""
    beat = _wave(time_s, 0.9, phase)
    sway = _wave(time_s, 4.0, phase)
    if held == "sticks":
        arms = (40 + 20 * beat, 60 + 20 * beat), (40 - 20 * beat, 60 - 20 * beat)
        return Pose(arms[0], arms[1], lean=4 * sway, held_right="sticks", happy=0.8)
    if held == "fiddle":
        return Pose((60, 130), (60, -100 + 25 * beat), lean=6 * sway, held_left=held, happy=0.7)
    return Pose((40, 95), (22, -60 + 12 * beat), lean=6 * sway, held_left=held, happy=0.8)
