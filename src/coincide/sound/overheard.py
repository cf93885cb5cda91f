"""What the sounds of two clips say, the clips by the keys of their files."""

from dataclasses import dataclass

from coincide.sound.model import Lag


@dataclass(frozen=True, slots=True)
class Overheard:
    """All lags at which two clips may have heard the same; see ``coincide.sound.model.Tie``.

    ``told``: a person has heard it.
    """

    first: str
    second: str
    lags: tuple[Lag, ...]
    told: bool = False
