"""Evidence kept from one solve to the next: a person's answer changes hardly any of it."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from coincide.solver.options import ShelfOptions


@dataclass(frozen=True, eq=False, slots=True)
class Itself:
    """An object as a part of a key: equal to itself alone, and alive as long as the key is."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Shelf:
    """Values by all that they depend on; those not used for longest make room.

    For one solve at a time. A value is given back as it was put: who changes it spoils it.
    """

    def __init__(self, options: ShelfOptions = ShelfOptions()) -> None:
        self.options = options
        self._kept: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> object | None:
        """Return what was put for a key, if it is still there."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, value: object, n_photos: int) -> None:
        """Keep a value about so many photos; the latest is kept however large it is."""
        self._kept.pop(key, None)
        self._kept[key] = value, n_photos
        most = self.options.most_photos
        while len(self._kept) > 1 and sum(n for _, n in self._kept.values()) > most:
            self._kept.popitem(last=False)
