"""Answers about two photos, as pages send them and as they are kept."""

import pytest

from coincide.model.hints import Answer
from tests.app.review.conftest import Live


def kept(live: Live) -> tuple[Answer, ...]:
    return live.running.session.opened.said.hints.answers


def keys_of(live: Live, *rows: int) -> tuple[str, ...]:
    photos = list(live.running.session.opened.solution.event.photos)
    return tuple(photos[row].key for row in rows)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("moment", ["instant", "other-day", "before", "after", "unclear"])
def test_an_answer_is_kept_with_the_order_of_its_photos_and_who_chose_them(
    live: Live, moment: str, named: bool
) -> None:
    layout = live.get("/api/event")["layout"]
    live.post("/api/hint", kind=moment, rows=[10, 2], named=named, layout=layout)
    (answer,) = kept(live)
    assert (answer.photo_a, answer.photo_b) == keys_of(live, 10, 2)
    assert (answer.moment, answer.named) == (moment, named)
    live.settled()
    # another answer about these two replaces it, also in the other order
    live.post("/api/hint", kind="about", rows=[2, 10], layout=layout)
    (answer,) = kept(live)
    assert (answer.moment, answer.named) == ("about", False)
    live.settled()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "sooner", "rows": [10, 2]}, 422),
        ({"kind": "before", "rows": [10, 2], "named": "yes"}, 422),
        ({"kind": "before", "rows": [10]}, 422),
        ({"kind": "before", "rows": [10, 11]}, 400),  # of one gallery
        ({"kind": "before", "rows": [10, 99_999]}, 400),
        ({"kind": "before", "rows": [10, 2], "layout": "another"}, 400),
    ],
)
def test_what_is_no_answer_is_refused(live: Live, body: dict[str, object], status: int) -> None:
    answer = live.client.post("/api/hint", json=body)
    assert answer.status_code == status, answer.text
    assert kept(live) == ()
