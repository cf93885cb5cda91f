"""The page of the review app's addresses: each route as the server has it, and what it takes."""

from collections.abc import Iterator
from typing import Any, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from coincide.app.review.http.gets import get_routes
from coincide.app.review.http.posts import post_routes
from coincide.app.review.session import Session
from tools.reference.markdown import code, page, table

INTRODUCTION = """What [the review app](../guide/review.md) asks of its server, for those who work
on either. JSON throughout, packed with gzip. Times are seconds since 1970 by the clock's face,
without zones. **Rows** number all photos of the event, gallery by gallery, in order of camera time:
gallery *g* owns the rows from `starts[g]` to before `starts[g + 1]`. `version` grows with every
change.

A request needs the token: in `?token=` for the first page, in the cookie that this sets for all
that follow, and for a POST in the header `X-Coincide-Token` too, with
`Content-Type: application/json` and `{}` where there is nothing to say. The page finds the token in
`<meta name="coincide-token">`. What went wrong is `{"error": "words for the person"}` with 400 (a
mistake), 409 (not now) or 422 (not understood); 403, 413 and 415 are plain text.
"""
# what each address answers, or what it is told
ANSWERS = {
    "/api/state": "`page` (`choose`, `working`, `who` or `event`), `can_undo`, `can_redo`, what"
    " `changed` since the result was found, `exiftool`,"
    " the photo server's `album` that the event is, and the jobs that are under way or ended"
    " badly",
    "/api/event": "the latest result: galleries with offsets, intervals, reasons; photos as"
    " columns; what was said; what does not fit; how sprites are laid out; `layout`; what `changed`"
    " since it was found, empty while it holds",
    "/api/who": "folders, people and devices with notes and questions, as `coincide who --json`,"
    " also before anything is solved",
    "/api/album": "the event as chapters of moments, by rows: names, covers, groups that show the"
    " same, hidden and chosen photos, whose each gallery is, and what is in no chapter, and why",
    "/api/album/offer": "in which forms the album may be written and where each would lie: beside"
    " the photos, never among them; whether towns can be told; what was written last",
    "/api/evidence/{gallery}": "the pairs behind an offset, strongest first, at most 60, those"
    " against it marked",
    "/api/profile/{gallery}": "how strong the evidence is by offset, and its peaks, in nats;"
    " without `around` the 12 best peaks anywhere",
    "/api/questions": "up to 10 questions, most useful first",
    "/api/graph": "pairs and disagreement between every two galleries",
    "/api/plans": "the event's plans and how far each was written",
    "/api/plan": "one of them, with its first 500 files",
    "/api/folders": "the folders that may be chosen, below the roots",
    "/api/sprite/{sheet}": "a JPEG of 16 × 16 tiles of 64 px, or 32: row *r* is tile *r* mod 256 of"
    " sheet *r* div 256",
    "/api/photo/{row}/{size}": "a photo, upright, 256 or 1280 px",
    "/api/clip/{row}": "a video as it is, whole or the part that `Range` names; no other file is"
    " ever served",
    "/api/news": "server-sent events, below",
}
SAYS = {
    "/api/hint": "what a person knows: of two photos, two clips, a gallery's offset; or forget it",
    "/api/gallery": "whether to trust a gallery, or its new name",
    "/api/anchor": "the clock that the others are aligned to",
    "/api/merge": "two that are one clock",
    "/api/part": "what lies in one folder is of another device",
    "/api/apart": "two that may be one device are two, or one that may be two is one",
    "/api/split": "another clock from this photo on",
    "/api/album": "what a chapter is called, whether a photo shows it, which photos are hidden or"
    " chosen: kept by photo; nothing is solved anew",
    "/api/album/make": "write the album, as `coincide album` does; below the roots alone",
    "/api/undo": "take back the last change, whoever made it",
    "/api/redo": "and forth again",
    "/api/open": "read these folders, and show the latest result; `page` is `who` where there is"
    " none yet",
    "/api/demo": "open the demo event, rendered first where this user never did; it lies in the"
    " user's data folder",
    "/api/solve": "find the result by all that is there now, for the first time or anew",
    "/api/stop": "stop a job",
    "/api/end": "end the program, where it was started by `coincide app`",
    "/api/plan": "make a plan, as `coincide plan` does",
    "/api/apply": "write it",
    "/api/take-back": "undo it",
}
NEWS = """
A change is stored before it is answered with the new `version`; a job that solves anew follows,
but for what is chosen for the album.
`layout` changes when rows come to mean other photos (rename, join, split, files added): who sends
it along with rows is refused where they are stale, rather than understood to mean other photos.

| news | means |
|---|---|
| `state` | as `/api/state` |
| `job` | how far a job is: `stage`, `done` of `total`, `seconds_left`; its last has `state` `done`, `failed` or `stopped` |
| `solved` | which galleries `moved`, from where to where, and how sure before and after |
| `event` | fetch the event again |
| `album` | fetch the album again: its names, covers, hidden or chosen photos changed |
| `made` | an album was written: `path`, `n_shown`, and in `notes` what could not be shown; before the job's last word |

What the command line says or writes, and photos that came or went, make the result old: `changed`
tells why, in `state` and in the event, and nothing is solved until a person says something or asks
for it. A plan of an old result is refused. After writing and taking back the event is looked at
again: `event` comes before the job's last word.

What a method does not keep is not shown as nothing: evidence, questions and graph then have
`absent`, a sentence that says why.

The same page shows a report, which has no server: its data are inside, in
`<script type="application/json" id="coincide-data">`.
"""  # noqa: E501


def review_page() -> str:
    """Return the page."""
    found = addresses()
    told = {"get": ANSWERS, "post": SAYS}
    for method, texts in told.items():
        if found[method].keys() != texts.keys():
            odd = ", ".join(sorted(found[method].keys() ^ texts.keys()))
            raise SystemExit(f"tools/reference/review.py does not tell just the addresses: {odd}")
    rows = {
        method: [(code(path), takes, texts[path]) for path, takes in found[method].items()]
        for method, texts in told.items()
    }
    return page(
        "The review app's addresses",
        *(INTRODUCTION, table(("GET", "takes", "answers"), rows["get"])),
        *(table(("POST", "takes", "says"), rows["post"]), NEWS),
    )


def addresses() -> dict[str, dict[str, str]]:
    """Return what each address takes, in words, by method and path, as the server has them."""
    app = FastAPI()
    # routes look at the session when they are asked, not when they are made
    session = cast("Session", None)
    app.include_router(get_routes(session))
    app.include_router(post_routes(session))
    described = get_openapi(title="Coincide", version="1", routes=app.routes)
    found: dict[str, dict[str, str]] = {"get": {}, "post": {}}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            found[method][path] = "; ".join(_takes(operation, described["components"]["schemas"]))
    return found


def _takes(operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """Yield the parameters of an address; of a body, one line for each form it may have."""
    queries = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
    if queries:
        yield ", ".join(map(code, queries))
    if "requestBody" not in operation:
        return
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    for form in schema.get("oneOf", [schema]):
        yield _keys(schemas[form["$ref"].rsplit("/", maxsplit=1)[-1]])


def _keys(schema: dict[str, Any]) -> str:
    """Return the keys of a body with the few texts that some may have."""
    words = []
    for name, kind in schema.get("properties", {}).items():
        choices = kind.get("enum") or ([kind["const"]] if "const" in kind else [])
        words.append(f"{code(name)}{': ' if choices else ''}{' or '.join(map(code, choices))}")
    return ", ".join(words)
