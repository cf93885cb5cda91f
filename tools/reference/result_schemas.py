"""JSON Schemas of what a sync leaves behind, and of a demo event's truth."""

from typing import get_args

from coincide.model import Guess, Offsets
from coincide.project import costs
from coincide.timeline import table
from tools.reference.schema import (
    COUNT,
    NUMBER,
    SHA256,
    SHARE,
    TEXT,
    YES_NO,
    Schema,
    by_name,
    document,
    many,
    of,
    one_of,
    or_null,
    record,
    row,
    told,
)

EVENT_TIME = told(
    one_of(*get_args(Offsets.__annotations__["event_time"])),
    "`anchor`: event time is the anchor's clock, whose offset is 0 unless a person pinned it"
    " or it jumped before most of its photos;"
    " `true`: the anchor's clock is trusted or confirmed by GPS, so event time is true time, and"
    " the anchor's offset is its own error",
)


def offsets() -> Schema:
    """Return the schema of offsets.json."""
    keys = {
        "schema": told({"const": table.SCHEMA}, "name and version; within one keys are only added"),
        "event": told(TEXT, "what the event is called"),
        "anchor": told(TEXT, "the gallery the others are placed against"),
        "event_time": EVENT_TIME,
        "method": told(TEXT, "`joint`, `paper`, `median`, or one of another package"),
        "photos": told(SHA256, "a digest of which photo was in which gallery"),
        "galleries": told(by_name(_gallery()), "every gallery by its name"),
        "contradictions": told(
            or_null(many(_contradiction())),
            "photos of two placed galleries that look like one moment, but are more than half an"
            " hour apart in the result; null: the method does not look for them",
        ),
        "questions": told(
            or_null(many(_question())),
            'pairs of photos whose "same moment?" would help most, the best first; null: the'
            " method asks none",
        ),
        "hints_missing": told(
            or_null(COUNT),
            "how many hints say nothing of the photos that are there now; null: the method takes"
            " none",
        ),
        "skipped": told(
            many(record({"path": told(TEXT, "the file"), "reason": told(TEXT, "why")})),
            "every file that was left out",
        ),
    }
    later = {"timeless": told(many(_timeless()), "every photo without a camera time")}
    return document(table.SCHEMA, "offsets.json", record(keys, optional=later, closed=False))


def _gallery() -> Schema:
    keys = {
        "offset_s": told(or_null(NUMBER), "seconds to add to the camera time; null when unplaced"),
        "placed": told(YES_NO, "whether there is an offset"),
        "reasons": told(
            many(TEXT), "why not to trust it, or why there is none; empty: nothing against it"
        ),
        "interval_s": told(
            or_null(row(NUMBER, NUMBER)), "90 % interval, low and high; null when unplaced"
        ),
        "probability": told(
            or_null(SHARE),
            "P(error ≤ 300 s) against the anchor, certain from 0.99 on; null where the method has"
            " no such figure",
        ),
        "basis": told(or_null(TEXT), "what the offset rests on, in words"),
        "jumps": told(
            many(
                record(
                    {
                        "row": told(COUNT, "from this photo of the gallery on, counted from 0"),
                        "step_s": told(NUMBER, "so many seconds more are added"),
                    }
                )
            ),
            "where the clock was set anew",
        ),
        "drift_ppm": told(
            or_null(NUMBER),
            "what is added as time goes on: seconds per million seconds since the gallery's first"
            " photo; null when unplaced",
        ),
        "error": told(
            or_null(TEXT),
            "what kind of error the clock has, in words, in true time or against the anchor's"
            " clock; null where the evidence does not tell",
        ),
        "n_links": told(COUNT, "links used"),
        "via": told(or_null(TEXT), "the gallery they lead to, or the one with most to say"),
        "n_photos": told(COUNT, "photos of the gallery"),
        "device": told(TEXT, "what most of its photos name as their device"),
        "trusted": told(YES_NO, "whether its clock is known to be right"),
        "notes": told(many(TEXT), "what was assumed when the gallery was read"),
    }
    # an offset without an interval, or of a gallery without a place, is none of ours
    known = {"offset_s": {"type": "number"}, "interval_s": {"type": "array"}}
    unknown = {key: {"type": "null"} for key in ("offset_s", "interval_s", "drift_ppm")}
    return {
        **record(keys, closed=False),
        "if": {"properties": {"placed": {"const": True}}},
        "then": {"properties": known},
        "else": {"properties": unknown},
    }


def _contradiction() -> Schema:
    return record(
        {
            "galleries": told(row(TEXT, TEXT), "the two galleries"),
            "n_pairs": told(COUNT, "how many pairs of photos"),
            "photos": told(row(TEXT, TEXT), "the most alike"),
            "apart_s": told(NUMBER, "how far apart the result has these two"),
        },
        closed=False,
    )


def _question() -> Schema:
    return record(
        {
            "gallery": told(TEXT, "the gallery that it is about"),
            "photos": told(row(TEXT, TEXT), "the two photos"),
            "gain": told(NUMBER, "how many nats surer all galleries together are expected to be"),
        },
        closed=False,
    )


def _timeless() -> Schema:
    kinds = get_args(Guess.__annotations__["kind"])
    return record(
        {
            "path": told(TEXT, "the file"),
            "key": told(SHA256, "sha256 of its bytes"),
            "owner": told(TEXT, "in whose folder it lies"),
            "reason": told(TEXT, "why it has no time"),
            "event_time_s": told(
                or_null(NUMBER),
                "where it belongs, in seconds since 1970 by the event's clock; null, like all"
                " that follow, where nothing tells",
            ),
            "estimated": told(or_null(one_of(*kinds)), "as a copy, or by its look"),
            "like": told(or_null(TEXT), "the photo that it is like"),
            "spread_s": told(
                or_null(NUMBER), "within how many seconds half of its look-alikes lie"
            ),
        },
        closed=False,
    )


def run_costs() -> Schema:
    """Return the schema of costs.json."""
    meanings = {
        "stage": "the stage",
        "wall_s": "seconds by the clock",
        "cpu_s": "seconds of all cores, of all machines",
        "photos": "photos that went through",
        "bytes_read": "bytes that were read",
        "bytes_written": "bytes that were written to object storage",
        "requests": "requests to object storage",
        "tasks": "tasks of an engine",
        "retries": "requests and tasks that were begun again",
        "failures": "photos that could not be used",
    }
    amounts = of(costs.StageCost, meanings)["properties"]
    del amounts["stage"]  # it is the key
    stage = record(
        {**amounts, "photos_per_s": told(or_null(NUMBER), "null of a stage that counts none")},
        closed=False,
    )
    keys = {
        "schema": told({"const": costs.SCHEMA}, "name and version"),
        "stages": told(by_name(stage), "what each stage cost, in the order they began"),
    }
    return document(costs.SCHEMA, "costs.json", record(keys, closed=False))


def truth() -> Schema:
    """Return the schema of the demo event's truth.json."""
    keys = told(NUMBER, "what to add to its camera times to make them true, in seconds")
    return document("truth/1", "truth.json", by_name(keys))
