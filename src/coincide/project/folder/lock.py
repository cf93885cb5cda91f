"""One solve at a time: whoever comes second waits until the first has kept its result."""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from coincide.errors import StoreError
from coincide.model import Place, Url
from coincide.model.progress import StageProgress
from coincide.storage.ownfiles import open_descriptor
from coincide.writing.apply.lock import take

logger = logging.getLogger(__name__)

NAME = "lock"
# how often to ask whether it is our turn
WAIT_S = 0.1


@contextmanager
def turn(folder: Place, progress: StageProgress) -> Iterator[None]:
    """Hold a project folder while something is solved; wait for whoever has it.

    The system lets go of it if we are killed. In object storage nobody can be waited for: results
    are kept by all they rest on there as well, so that nothing is lost but time.
    """
    if isinstance(folder, Url):
        yield
        return
    try:
        descriptor = open_descriptor(folder / NAME, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise StoreError(f"Cannot use {folder / NAME}: {error.strerror}. Delete it.") from error
    try:
        _wait(descriptor, folder, progress)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, folder: Place, progress: StageProgress) -> None:
    try:
        while not take(descriptor):
            progress("wait", 0, 1)
            time.sleep(WAIT_S)
    except OSError as error:
        logger.warning("%s cannot be locked (%s): start no other sync there", folder, error)
