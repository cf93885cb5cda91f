"""JSON Schemas of what is remembered for a person, and of what doctor finds."""

from coincide.app.doctor import findings
from coincide.model.hints import Answer, Lock, Pin, Rejection
from coincide.project import cameras, said
from coincide.project.choices import Anchor, Merge, Rename, Split, Trust
from tools.reference.schema import (
    SHA256,
    TEXT,
    YES_NO,
    Schema,
    document,
    many,
    of,
    record,
    told,
)


def known_cameras() -> Schema:
    """Return the schema of cameras.json."""
    camera = of(
        cameras.Camera,
        {
            "make": "its maker",
            "model": "its model",
            "serial": "its serial number",
            "shift_s": "what was added to its times to make them true",
            "event": "the event that told",
            "last": "its last photo there, corrected; empty: unknown",
        },
    )
    keys = {
        "schema": told({"const": cameras.SCHEMA}, "name and version"),
        "cameras": told(many(camera), "the cameras by make, model and serial number"),
    }
    return document(cameras.SCHEMA, "cameras.json", record(keys))


def hints() -> Schema:
    """Return the schema of what a person said of an event."""
    pair = {"photo_a": "sha256 of one photo", "photo_b": "of the other"}
    keyed = {"photo_a": SHA256, "photo_b": SHA256}
    gallery = {"gallery": "its name", "offset_s": "what is added to its times"}
    answer = of(Answer, {**pair, "same": "whether they show the same moment"}, **keyed)
    keys = {
        "schema": told({"const": said.SCHEMA}, "name and version"),
        "answers": told(many(answer), "`hint same` and `hint different`"),
        "pins": told(many(of(Pin, gallery)), "`hint pin`"),
        "rejected": told(many(of(Rejection, pair, **keyed)), "`hint reject`"),
        "locks": told(many(of(Lock, gallery)), "`hint lock`"),
    }
    later = {"choices": told(many({"anyOf": _choices()}), "chosen in the review app, oldest first")}
    return document(said.SCHEMA, "what a person said", record(keys, optional=later))


def _choices() -> list[Schema]:
    gallery = {"gallery": "the gallery"}
    kinds: list[tuple[str, type, dict[str, str]]] = [
        ("trust", Trust, {**gallery, "trusted": "whether its clock is known to be right"}),
        ("rename", Rename, {**gallery, "name": "its new name"}),
        ("anchor", Anchor, gallery),
        ("merge", Merge, {**gallery, "other": "the gallery that is of the same clock"}),
        (
            "split",
            Split,
            {**gallery, "photo": "sha256 of the first photo that is not", "name": "its new name"},
        ),
    ]
    choices = []
    for name, kind, meanings in kinds:
        keys = of(kind, meanings)["properties"]
        chosen = record({"kind": told({"const": name}, "what was chosen"), **keys})
        choices.append({"title": name, **chosen})
    return choices


def doctor() -> Schema:
    """Return the schema of what ``coincide doctor --json`` prints."""
    finding = of(
        findings.Finding,
        {
            "name": "what was looked at",
            "purpose": "what it is for",
            "needed": "without it plain coincide does not work",
            "version": "which one is there",
            "problem": "what is wrong; null where all is well",
            "remedy": "what mends it, a line for the shell where there is one",
        },
    )
    keys = {
        "schema": told({"const": findings.SCHEMA}, "name and version"),
        "ok": told(YES_NO, "whether all that plain coincide needs is there"),
        "platform": told(TEXT, "the machine"),
        "findings": told(many(finding), "all that was looked at"),
    }
    return document(findings.SCHEMA, "coincide doctor --json", record(keys, closed=False))
