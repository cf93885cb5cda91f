"""JSON Schemas of plans and their journals."""

from coincide.writing.apply import journal
from coincide.writing.plan import document as plan_document
from coincide.writing.plan.model import (
    APPLIED_TARGETS,
    GALLERY_STATES,
    PROGRAMS,
    Fingerprint,
    GalleryPlan,
    LeftAlone,
    Moment,
    TagChange,
)
from tools.reference.result_schemas import EVENT_TIME
from tools.reference.schema import (
    COUNT,
    SHA256,
    TEXT,
    WHOLE,
    Schema,
    document,
    many,
    of,
    one_of,
    or_null,
    record,
    row,
    told,
)


def plan() -> Schema:
    """Return the schema of plan.json."""
    keys = {
        "schema": told({"const": plan_document.SCHEMA}, "name and version"),
        "event": told(TEXT, "what the event is called"),
        "to": told(one_of(*APPLIED_TARGETS), "where times go"),
        "for": told(or_null(one_of(*PROGRAMS)), "the program that is to read the sidecars"),
        "roots": told(
            many(TEXT),
            "the event's folders; every path is below one of them, by its number. Of copies, the"
            " new folder comes last",
        ),
        "project": told(or_null(TEXT), "the event's project folder"),
        "anchor": told(
            or_null(TEXT), "the gallery the others are brought to; null of a plan by hand"
        ),
        "event_time": EVENT_TIME,
        "galleries": told(many(_planned_gallery()), "each gallery, and what becomes of it"),
        "notes": told(many(TEXT), "what to know before it is applied"),
        "files": told(many(_file()), "every file that is made or replaced"),
        "left_alone": told(
            many(of(LeftAlone, {"path": "the file", "why": "why"})),
            "files of the event that are not touched",
        ),
    }
    return document(plan_document.SCHEMA, "plan.json", record(keys))


def _planned_gallery() -> Schema:
    return of(
        GalleryPlan,
        {
            "name": "the gallery",
            "state": "`moved`, or left as it is: `right` (its clock may be right), `unsure` or"
            " `unplaced`",
            "shift_s": "by how much its photos are moved",
            "why": "why, in words",
            "device": "make, model and serial number, empty where unknown",
        },
        state=one_of(*GALLERY_STATES),
    )


def _file() -> Schema:
    place = record(
        {
            "root": told(COUNT, "the number of the folder"),
            "path": told(TEXT, "the path below it, with slashes"),
        }
    )
    state = of(
        Fingerprint,
        {"size": "bytes", "mtime_ns": "when it was changed", "sha256": "of its bytes"},
        size=COUNT,
        sha256=SHA256,
    )
    tags = {"tag": "its name, as ExifTool has it", "old": "null: not there", "new": "the same"}
    moment = {
        "recorded_s": "what its camera recorded, in seconds since 1970 by the clock's face; null"
        " of a photo that had no time",
        "zone_s": "the zone it recorded, in seconds east",
        "corrected_s": "what is right, likewise",
        "shift_s": "what takes its camera's clock to event time",
    }
    return record(
        {
            "photo": told(place, "the photo"),
            "state": told(state, "what it was when the plan was made"),
            "writes": told(place, "what is made or replaced: a sidecar, the photo, or a copy"),
            "was": told(or_null(state), "what lies there now; null: nothing"),
            "changes": told(many(of(TagChange, tags)), "the tags, with old and new values"),
            "moment": told(of(Moment, moment), "when it was taken, before and after"),
            "gallery": told(TEXT, "the gallery it is of"),
            "why": told(TEXT, "why, in words"),
        }
    )


def journal_line() -> Schema:
    """Return the schema of one line of plan.json.journal."""
    number = told(COUNT, "the number of a change in the plan")
    header = record(
        {
            "schema": told({"const": journal.SCHEMA}, "name and version"),
            "plan_sha256": told(SHA256, "of the plan's bytes"),
            "plan_id": told(TEXT, "by which originals are found"),
            "roots": told(many(TEXT), "the plan's folders"),
        }
    )
    entry = {
        **record(
            {},
            optional={
                "header": told(header, "the first line: which plan the journal belongs to"),
                "folders": told(
                    many(row(TEXT, or_null(WHOLE))),
                    "folders and their times, before they are touched; null: to be created",
                ),
                "intent": told(many(row(number, TEXT)), "before anything is written: what, where"),
                "ready": told(
                    many(row(number, COUNT, WHOLE, SHA256)),
                    "new contents and originals are flushed: size, time and sha256 of the new",
                ),
                "done": told(many(number), "the new contents are in place, and flushed"),
                "undone": told(many(number), "what was there before is there again"),
                "closed": told({"const": True}, "all is undone and cleared away"),
            },
        ),
        "minProperties": 1,
        "maxProperties": 1,
    }
    checksum = {"type": "string", "pattern": "^[0-9a-f]{8}$"}
    return document(journal.SCHEMA, "a line of plan.json.journal", row(checksum, entry))
