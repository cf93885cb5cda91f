import json
from pathlib import Path

from coincide.model import Clip, Event, ExactTime, Gallery, HeaderReading, Photo
from coincide.project.solutions.snapshot import event_document, event_of

CLIP = Clip(
    12.5,
    sound=True,
    readings=(HeaderReading("end", "utc", 5.0, -0.2), HeaderReading("start", "utc", 17.5, -1.7)),
)

EXACT = ExactTime(-7195.0, 1.5, "gpmf")


def an_event() -> Event:
    photos = (
        Photo(Path("/e/anna/a.jpg"), "k1", 4.0, 4.0, written_s=1.5),
        Photo(Path("/e/anna/b.mp4"), "k2", 5.0, 5.0, time_from="video", clip=CLIP, exact=EXACT),
    )
    return Event("e", (Gallery("anna", photos),), roots=(Path("/e"),))


def test_clips_and_exact_times_are_kept_with_a_solution() -> None:
    document = json.loads(json.dumps(event_document(an_event())))
    assert event_of(document, [Path("/e")], None) == an_event()


def test_a_solution_from_before_there_were_clips_is_read() -> None:
    document = event_document(an_event())
    del document["photos"]["clip"]
    del document["photos"]["exact"], document["photos"]["written_s"]
    photos = list(event_of(document, [Path("/e")], None).photos)
    assert [(one.clip, one.exact, one.written_s) for one in photos] == [(None, None, None)] * 2
