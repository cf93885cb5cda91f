"""What sound says of two clips: lags at which they heard the same, each with its weight."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Lag:
    """One lag at which two clips may have heard the same moment.

    ``lag_s``: where the second's sample 0 is on the first's time, in the middle of what they
    share; ``sigma_s``: how far off that may be, the sound's way to both included. ``weight``: the
    log-odds in nats that the clips met so against their never having met, bounded. ``z``: how far
    their phases agree beyond chance; ``likeness``: the correlation of what both heard, from 0 to
    1. ``start_s`` and ``end_s``: the stretch of the first clip that it rests on: whoever adds up
    weights counts a stretch once. ``reasons``: why it is not certain; none: it is.
    """

    lag_s: float
    sigma_s: float
    weight: float
    z: float
    likeness: float
    drift_ppm: float
    start_s: float
    end_s: float
    reasons: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Tell whether sound alone vouches for this lag."""
        return not self.reasons

    def doubted(self, reason: str) -> "Lag":
        """Return the same with one more reason not to be certain."""
        return self if reason in self.reasons else replace(self, reasons=(*self.reasons, reason))


@dataclass(frozen=True, slots=True)
class LagTie:
    """All that sound says of two clips, by their numbers, the lower first: a mixture of lags.

    The ratio of likelihoods over the lag x is ``1 + Σ exp(weight) · N(x; lag_s, sigma_s)`` up
    to a constant: bounded above by the weights, and never below that of having heard nothing.
    """

    first: int
    second: int
    lags: tuple[Lag, ...]

    @property
    def certain(self) -> Lag | None:
        """Return the lag that sound alone vouches for, if there is one."""
        return next((lag for lag in self.lags if lag.certain), None)


@dataclass(frozen=True, slots=True)
class Overheard:
    """All lags at which two clips may have heard the same; see ``coincide.sound.model.Tie``.

    ``told``: a person has heard it.
    """

    first: str
    second: str
    lags: tuple[Lag, ...]
    told: bool = False
