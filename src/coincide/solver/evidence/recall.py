"""What photos said of galleries placed so: a solve after an answer asks much of it again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Set

from coincide.model import Floats
from coincide.solver.evidence.form import Crowd
from coincide.solver.options import RecallOptions

# who asks, whom, where these are, and what else was asked
Key = tuple[int, tuple[int, ...], bytes, Hashable]


class Recall:
    """Numbers by all that they follow from but the evidence itself; the oldest make room.

    Every step is one that other threads cannot come between: the worst that they do is to find
    once more what was found.
    """

    def __init__(self, options: RecallOptions = RecallOptions()) -> None:
        self.options = options
        self._kept: OrderedDict[Key, Floats] = OrderedDict()
        self._n_kept = 0

    def __len__(self) -> int:
        return len(self._kept)

    def once(
        self, gallery: int, crowd: Crowd, asked: Hashable, find: Callable[[], Floats]
    ) -> Floats:
        """Return what a gallery says of a crowd placed so, found once; nobody may change it."""
        placed = crowd.offset_s[list(crowd.galleries)].tobytes()
        key = (gallery, crowd.galleries, placed, asked)
        value = self._kept.pop(key, None)
        if value is None:
            value = find()
            value.setflags(write=False)
        else:
            self._n_kept -= value.size
        self._put(key, value)
        return value

    def without(self, touched: Set[tuple[int, int]]) -> "Recall":
        """Return the same without what was said between some galleries, each pair in order."""
        other = Recall(self.options)
        for key, value in list(self._kept.items()):
            gallery, crowd, *_ = key
            if not any((min(gallery, number), max(gallery, number)) in touched for number in crowd):
                other._put(key, value)
        return other

    def _put(self, key: Key, value: Floats) -> None:
        self._kept[key] = value
        self._n_kept += value.size
        while self._n_kept > self.options.most_numbers and len(self._kept) > 1:
            self._n_kept -= self._kept.popitem(last=False)[1].size
