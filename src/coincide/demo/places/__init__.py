"""The places of the event, by name."""

from coincide.demo.places import barn, beach, chapel, garden, jetty, orchard
from coincide.demo.places.place import DemoPlace

PLACES: dict[str, DemoPlace] = {
    "chapel": chapel.PLACE,
    "jetty": jetty.PLACE,
    "orchard": orchard.PLACE,
    "garden": garden.PLACE,
    "barn": barn.PLACE,
    "beach": beach.PLACE,
}

__all__ = ["PLACES", "DemoPlace"]
