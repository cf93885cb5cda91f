from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide.model import Event, Gallery, Photo
from coincide.project import hold_event
from coincide.project.options import SyncOptions


def test_an_event_too_large_to_be_looked_at_is_refused_before_the_work() -> None:
    photo = Photo(Path("IMG_1.jpg"), "0" * 64, 0.0, 0.0)
    event = Event("crowd", tuple(Gallery(f"{number}", (photo,)) for number in range(601)))
    with pytest.raises(UsageError, match=r"601 photos in 601 galleries.*coincide sync"):
        hold_event(event, SyncOptions(), lambda _stage, _done, _total: None)
