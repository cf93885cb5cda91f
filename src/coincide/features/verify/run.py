"""Verify links in threads: the features of every photo once, then the pairs."""

import hashlib
import logging
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from threading import Lock
from types import TracebackType
from typing import TypeVar

import numpy as np

from coincide.features.verify.features import N_VALUES, LocalFeatures, VerifyOptions, local_features
from coincide.features.verify.match import count_inliers
from coincide.features.verify.pictures import DECODE_ERRORS, load_opencv, read_grey
from coincide.model import Floats, Links, Photo
from coincide.model.progress import StageProgress

POINT_BYTES = 2 * 4
DESCRIPTOR_BYTES = N_VALUES


class FeatureSpool:
    """A temporary file of features by the photo's key; safe to read from several threads.

    About 200 kB of disk for each photo, gone when the spool is closed. A photo whose file
    could not be decoded is held as None.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="coincide-verify-")  # noqa: SIM115
        self._lock = Lock()
        self._places: dict[str, tuple[int, int] | None] = {}

    def __enter__(self) -> "FeatureSpool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, key: str, features: LocalFeatures | None) -> None:
        """Keep the features of one photo."""
        if features is None:
            self._places[key] = None
            return
        with self._lock:
            start = self._file.seek(0, 2)
            self._file.write(features.points_px.astype("<f4").tobytes())
            self._file.write(features.descriptors.tobytes())
            self._places[key] = (start, len(features))

    def get(self, key: str) -> LocalFeatures | None:
        """Return the features of one photo as they were added."""
        place = self._places[key]
        if place is None:
            return None
        start, n = place
        with self._lock:
            self._file.seek(start)
            data = self._file.read(n * (POINT_BYTES + DESCRIPTOR_BYTES))
        points = np.frombuffer(data, "<f4", count=2 * n).reshape(n, 2).astype(np.float32)
        descriptors = np.frombuffer(data, np.uint8, offset=n * POINT_BYTES)
        return LocalFeatures(points, descriptors.reshape(n, N_VALUES))


logger = logging.getLogger(__name__)

Pair = tuple[str, str]
T = TypeVar("T")
R = TypeVar("R")

# raise whenever the same options give other counts: kept ones are then out of date
RECIPE = 1


def verify_links(
    photos: Sequence[Photo],
    links: Links,
    options: VerifyOptions = VerifyOptions(),
    *,
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> Floats:
    """Return the number of inliers of each link, (len(links),); NaN where a file is unreadable.

    ``photos`` are those of the table whose rows the links name. The features of each photo
    are computed once and wait in a temporary file, so memory does not grow with the event.
    """
    load_opencv()  # a missing package is told before any work is done
    pairs = _pairs(photos, links)
    by_key = {photo.key: photo for photo in photos}
    todo = [by_key[key] for key in sorted({key for pair in pairs for key in pair})]
    n_threads = options.threads or os.cpu_count() or 1
    with (
        FeatureSpool() as spool,
        ThreadPoolExecutor(n_threads, thread_name_prefix="verify") as pool,
    ):
        describe = partial(_features_of, options=options)
        for n, (photo, features) in enumerate(_map_ahead(pool, describe, todo, 2 * n_threads)):
            spool.add(photo.key, features)
            progress("features", n + 1, len(todo))
        distinct = sorted(set(pairs))
        counts: dict[Pair, float] = {}
        count = partial(_count, spool=spool, options=options)
        for n, (pair, n_inliers) in enumerate(_map_ahead(pool, count, distinct, 4 * n_threads)):
            counts[pair] = n_inliers
            progress("verify", n + 1, len(distinct))
    return np.array([counts[pair] for pair in pairs], dtype=np.float64)


def pair_keys(photos: Sequence[Photo], links: Links) -> list[str]:
    """Return the key of each link: by content, whichever of the two photos comes first.

    With ``verify_key`` as the feature, the store keeps a count like any other vector.
    """
    return [f"{first} {second}" for first, second in _pairs(photos, links)]


def verify_key(options: VerifyOptions) -> str:
    """Return the name under which counts are kept: it changes with whatever changes them."""
    what = f"{RECIPE}\n{replace(options, threads=None)}"
    return f"inliers-{hashlib.sha256(what.encode()).hexdigest()[:16]}"


def _pairs(photos: Sequence[Photo], links: Links) -> list[Pair]:
    """Return the keys of each link in order: matching is not symmetric to the last feature."""
    pairs = []
    for row_a, row_b in zip(links.photo_a.tolist(), links.photo_b.tolist(), strict=True):
        key_a, key_b = photos[row_a].key, photos[row_b].key
        pairs.append((min(key_a, key_b), max(key_a, key_b)))
    return pairs


def _features_of(photo: Photo, *, options: VerifyOptions) -> LocalFeatures | None:
    try:
        grey = read_grey(photo.file, options.long_side_px)
    except DECODE_ERRORS as error:
        logger.warning("%s cannot be verified: %s", photo.path, error or type(error).__name__)
        return None
    return local_features(grey, options)


def _count(pair: Pair, *, spool: FeatureSpool, options: VerifyOptions) -> float:
    first, second = spool.get(pair[0]), spool.get(pair[1])
    if first is None or second is None:
        return float("nan")
    return float(count_inliers(first, second, options).n_inliers)


def _map_ahead(
    pool: ThreadPoolExecutor, work: Callable[[T], R], items: Iterable[T], n_ahead: int
) -> Iterator[tuple[T, R]]:
    """Yield each item with its result, in order; only ``n_ahead`` wait at any time."""
    remaining = iter(items)
    waiting: deque[tuple[T, Future[R]]] = deque(
        (item, pool.submit(work, item)) for item in islice(remaining, n_ahead)
    )
    while waiting:
        item, future = waiting.popleft()
        result = future.result()
        waiting.extend((more, pool.submit(work, more)) for more in islice(remaining, 1))
        yield item, result


# What a number of inliers says about time, in nats.
#
# Inliers show the same place. That it is also the same moment is likely at an event, where people
# move on together, and uncertain wherever they come back: so the evidence is bounded.
#
# The table is data, made by `python -m coincide_bench.fitting.inliers DATASETS_DIR` from three
# sets of real photos (a valley, a city, a journey), each dealt to five pseudo-galleries with
# virtual cameras. Only links count, since links are what is verified: each photo's three most
# similar in every other gallery, by pooled cosine. Near: within 300 s. Other: more than 1800 s
# apart. Every set weighs the same. With q and p the shares of near and of other links in a bin,
# half a link added to each bin of each set,
#
#     log ratio = log q / ((1 − ε) p + ε q),    ε = REVISITED,
#
# made monotone. ε is the share of links at another time that show the same place again, as photos
# of one moment do: no number of inliers gives odds above 1 / ε. The three photographers went on
# and on, so their photos cannot tell it. A fourth set can, an aerial survey that flies over the
# same fields again: there inliers speak for another time rather than for the same. With each of
# the four as likely as the others, ε = 0.24, rounded up to a quarter.

REVISITED = 0.25


@dataclass(frozen=True)
class InlierTable:
    """Log ratios by number of inliers: ``log_ratio[i]`` from ``least[i]`` inliers on."""

    least: tuple[int, ...]
    log_ratio: tuple[float, ...]


FITTED = InlierTable(
    least=(0, 8, 9, 10, 11, 12, 15, 25),
    log_ratio=(-0.24, 0.052, 0.16, 0.191, 0.459, 1.113, 1.367, 1.377),
)


def inlier_log_ratio(n_inliers: Floats, table: InlierTable = FITTED) -> Floats:
    """Return log p(n | within 300 s) / p(n | same event, another time), in nats.

    Monotone, and between the table's ends. Where n is NaN nothing was seen: 0.

    >>> inlier_log_ratio(np.array([np.nan]))
    array([0.])
    """
    steps = np.searchsorted(table.least, np.nan_to_num(n_inliers), side="right") - 1
    ratios = np.array(table.log_ratio)[np.maximum(steps, 0)]
    return np.where(np.isnan(n_inliers), 0.0, ratios)
