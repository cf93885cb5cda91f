"""What a place is: a backdrop, its lamps, and what happens there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from coincide.demo.draw.canvas import Canvas
from coincide.demo.draw.light import Light
from coincide.demo.draw.stage import Lamp, Stage


@dataclass(frozen=True, slots=True)
class DemoPlace:
    """One place. ``paint`` must draw the same numbers from its rng in any light."""

    paint: Callable[[Canvas, Light, np.random.Generator], None]
    lamps: Callable[[Light], tuple[Lamp, ...]]
    acts: Mapping[str, Callable[[Stage], None]]  # by the moment's key
    inside: bool = False
