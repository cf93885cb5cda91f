"""What a person says of clocks, in the app."""

from coincide import project as pipeline
from coincide.project.options import SyncOptions
from tests.app.review.conftest import Live


def test_what_is_said_of_clocks_is_listed_forgotten_and_undone(live: Live) -> None:
    pipeline.Project.at(live.folder).sync(SyncOptions(anchor="cyd"))
    live.post("/api/hint", kind="no-jump", gallery="bob")
    live.post("/api/gallery", gallery="cyd", trusted=True)
    live.post("/api/anchor", gallery="ann")
    live.settled()
    event = live.get("/api/event")
    assert event["anchor"] == "ann"  # the newest word counts, also after sync --anchor
    assert [one["words"] for one in event["hints"]] == [
        "never changed: the clock of bob",
        "trusted: the clock of cyd is right",
        "anchor: event times are those of ann",
    ]
    live.post("/api/hint", kind="forget", number=2)
    assert len(live.get("/api/event")["hints"]) == 2
    live.post("/api/undo")
    live.post("/api/undo")
    live.settled()
    assert live.get("/api/event")["anchor"] == "cyd"


def test_a_place_is_confirmed_and_unconfirmed(live: Live) -> None:
    wrong = live.client.post("/api/hint", json={"kind": "confirm", "gallery": "bob"})
    assert wrong.status_code == 400
    assert "nothing to confirm" in wrong.json()["error"]
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    live.post("/api/hint", kind="confirm", gallery="bob")
    (line,) = live.get("/api/event")["hints"]
    assert line["words"] == "pinned: bob at +1 h 00 min 00 s, and confirmed"


def test_a_clock_is_set_right_before_a_photo(live: Live) -> None:
    event = live.get("/api/event")
    row = event["starts"][1] + 1
    old = {"kind": "set-right", "row": row, "layout": "another"}
    assert live.client.post("/api/hint", json=old).status_code == 400
    live.post("/api/hint", kind="set-right", row=row, layout=event["layout"])
    (line,) = live.get("/api/event")["hints"]
    assert line["words"].startswith(f"corrected: the clock of {event['galleries'][1]['name']}, ")
    assert event["photos"]["name"][row] in line["words"]


def test_when_a_photo_was_taken_is_said_as_it_is_typed(live: Live) -> None:
    event = live.get("/api/event")
    row, layout = event["starts"][1] + 1, event["layout"]
    name = event["photos"]["name"][row]

    def refused(**body: object) -> str:
        answer = live.client.post("/api/hint", json={"kind": "time", "layout": layout, **body})
        assert answer.status_code == 400
        return str(answer.json()["error"])

    assert "is not a time" in refused(row=row, at="half past nine")
    assert "no such photo" in refused(row=10_000, at="21:15")
    assert "galleries have changed" in refused(row=row, at="21:15", layout="another")
    live.post("/api/hint", kind="time", row=row, at="2024-05-03 21:15", layout=layout)
    (line,) = live.get("/api/event")["hints"]
    assert name in line["words"]
    assert "2024-05-03 21:15" in line["words"]
    assert "1 min" in line["words"]  # as exactly as it was typed
    live.post(
        "/api/hint", kind="time", row=row, at="2024-05-03 21:15", within_s=900.0, layout=layout
    )
    (line,) = live.get("/api/event")["hints"]
    assert "15 min" in line["words"]


def test_what_a_clock_showed_is_said_as_a_length_or_as_a_zone(live: Live) -> None:
    def refused(was: str, by: str) -> str:
        body = {"kind": "clock", "gallery": "bob", "was": was, "by": by}
        answer = live.client.post("/api/hint", json=body)
        assert answer.status_code == 400
        return str(answer.json()["error"])

    assert "length of time" in refused("ahead", "much")
    assert "length of time" in refused("behind", "-1h")
    assert "not a time zone" in refused("zone", "Nowhere")
    live.post("/api/hint", kind="clock", gallery="bob", was="behind", by="1h")
    (line,) = live.get("/api/event")["hints"]
    assert "bob" in line["words"]
    assert "1 h" in line["words"]
    assert "behind" in line["words"]
    live.post("/api/hint", kind="clock", gallery="bob", was="zone", by="+09:00")
    (line,) = live.get("/api/event")["hints"]
    assert "+09:00" in line["words"]
