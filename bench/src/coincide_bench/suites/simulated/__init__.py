"""Simulated events: vectors instead of pictures, of any size."""

from coincide_bench.suites.simulated.events import (
    big_world,
    simulated_events,
    simulated_jump_events,
    simulated_negative_events,
)

__all__ = ["big_world", "simulated_events", "simulated_jump_events", "simulated_negative_events"]
