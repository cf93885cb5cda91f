"""Embed photos: decoding runs ahead in threads while the network works on the last batch."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice

import numpy as np

from coincide.engine.local import Threads
from coincide.features.backbones import Preprocess
from coincide.features.colour import describe_colours
from coincide.features.images import DECODE_ERRORS, Pixels, decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession, usable_cores
from coincide.model import Photo, Singles, SkippedPhoto


@dataclass(frozen=True)
class Embedded:
    """Some photos, their colours and, for every tap, their responses.

    colours[i] and responses[tap][i] are of photos[i].
    """

    photos: tuple[Photo, ...]
    colours: Singles
    responses: Mapping[str, Singles]
    failed: tuple[SkippedPhoto, ...] = ()


def embed(
    photos: Sequence[Photo],
    session: BackboneSession | None,
    preprocess: Preprocess,
    options: EmbedOptions,
) -> Iterator[Embedded]:
    """Yield the colours and responses of all photos, one batch at a time, in order.

    Without a session there are no responses; colours need no network. At most a few
    batches are decoded ahead, so memory does not grow with the number of photos. A photo
    that cannot be decoded is named in ``failed``.
    """
    decoded = _decode_ahead(photos, preprocess, options)
    while chunk := list(islice(decoded, options.batch)):
        good = [(photo, pixels) for photo, pixels in chunk if not isinstance(pixels, SkippedPhoto)]
        failed = tuple(pixels for _, pixels in chunk if isinstance(pixels, SkippedPhoto))
        images = _stacked([pixels for _, pixels in good], preprocess.size_px)
        responses = session.run(images) if good and session is not None else {}
        yield Embedded(
            photos=tuple(photo for photo, _ in good),
            colours=describe_colours(images),
            responses=responses,
            failed=failed,
        )


def _stacked(images: Sequence[Pixels], size_px: int) -> Pixels:
    """Return images as one array, (n, size_px, size_px, 3), also where there are none."""
    return np.array(images, np.uint8).reshape(-1, size_px, size_px, 3)


def _decode_ahead(
    photos: Iterable[Photo], preprocess: Preprocess, options: EmbedOptions
) -> Iterator[tuple[Photo, Pixels | SkippedPhoto]]:
    n_workers = options.decoders or usable_cores()
    waiting: deque[tuple[Photo, Future[Pixels | SkippedPhoto]]] = deque()
    remaining = iter(photos)
    with Threads(n_workers, thread_name_prefix="decode") as pool:
        while True:
            room = 2 * options.batch + n_workers - len(waiting)
            for photo in islice(remaining, max(room, 0)):
                waiting.append((photo, pool.submit(_try_decode, photo, preprocess)))
            if not waiting:
                return
            photo, future = waiting.popleft()
            yield photo, future.result()


def _try_decode(photo: Photo, preprocess: Preprocess) -> Pixels | SkippedPhoto:
    try:
        return decode(photo.file, preprocess)
    except DECODE_ERRORS as error:
        return SkippedPhoto(photo.path, f"cannot be decoded: {error or type(error).__name__}")
