"""Options of what is believed of clocks: which sources speak of them."""

from dataclasses import dataclass

from coincide.solver.options.setting import choice


@dataclass(frozen=True, slots=True)
class BeliefOptions:
    """Which sources speak of a clock; how much each is believed is told in ``prior``."""

    use_trusted: bool = choice(True, "clocks that a person vouches for")
    use_gps: bool = choice(True, "clocks that GPS times confirm")
    use_exact: bool = choice(True, "clocks that exact times of photos and clips measure")
    use_phones: bool = choice(True, "phones, which the network sets")
    use_cameras: bool = choice(True, "all other clocks")
    use_zone_tags: bool = choice(True, "zones that files name")
