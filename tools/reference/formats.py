"""The schema files, and the page that lists them with every key."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coincide.app.doctor.findings import DoctorDocument
from coincide.demo.filmplan import FilmTruths
from coincide.demo.schedule.plan import Truth
from coincide.project import costs
from coincide.project.plans import cameras
from coincide.project.userinput import document as userinput
from coincide.project.userinput import people as who
from coincide.timeline import document as offsets
from coincide.writing.album import document as album
from coincide.writing.apply import entries as journal
from coincide.writing.plan import model
from tools.reference import bench_schemas
from tools.reference.examples import example, tables_section
from tools.reference.markdown import code, page, sentence, table
from tools.reference.schema import Schema, document, in_words, keys_of
from tools.reference.typed import components, standing_alone

INTRODUCTION = """Every JSON file that Coincide writes has a JSON Schema (draft 2020-12). Tests hold
real files, and the examples below, against them. The [tables](#tables) (CSV) come last.

```console
$ pip install check-jsonschema
$ check-jsonschema --schemafile offsets.schema.json wedding/.coincide/offsets.json
```

Unknown is null, never 0. `NAME` stands for any name, and `[]` for each of a list.
"""


@dataclass(frozen=True)
class Format:
    """A kind of file: what is told of it, its title, its name and version, and its type."""

    what: str
    title: str
    name: str
    kind: Any

    def schema(self) -> Schema:
        """Return its JSON Schema."""
        (schema,), found = components(self.kind)
        return document(self.name, self.title, standing_alone(schema, found))


@dataclass(frozen=True)
class BenchFormat:
    """What the benchmark writes, which has no types of its own."""

    what: str
    schema: Callable[[], Schema]


FORMATS: dict[str, Format | BenchFormat] = {
    "offsets": Format(
        "`offsets.json`, the result of `coincide sync`; also `--json FILE`. Programs that read it"
        " should pass over keys they do not know: within a version keys are only added.",
        "offsets.json",
        offsets.SCHEMA,
        offsets.OffsetsDocument,
    ),
    "plan": Format(
        "`plan.json`, what `coincide plan` and `coincide shift` write and `coincide apply` reads."
        " Beyond the schema, `apply` refuses tags that are no times, paths that lead out of the"
        " folders, and two entries that write one file.",
        "plan.json",
        model.SCHEMA,
        model.Plan,
    ),
    "journal": Format(
        "`plan.json.journal`, what was done to each file so far: one JSON line for each step, a"
        " checksum over all lines before it and the step. See [Plans](../../guide/writing.md).",
        "a line of plan.json.journal",
        journal.SCHEMA,
        journal.Line,
    ),
    "costs": Format(
        "`costs.json`, what the latest sync cost, stage by stage.",
        "costs.json",
        costs.SCHEMA,
        costs.CostsDocument,
    ),
    "cameras": Format(
        "`cameras.json`, the cameras that were corrected to true time; in the user's data folder.",
        "cameras.json",
        cameras.SCHEMA,
        cameras.CamerasDocument,
    ),
    "hints": Format(
        "What a person said, kept in the project folder's database, or as objects below `hints/`"
        " of one at a URL. See [Hints](../../guide/hints.md).",
        "what a person said",
        userinput.SCHEMA,
        userinput.HintsDocument,
    ),
    "doctor": Format(
        "What `coincide doctor --json` prints.",
        "coincide doctor --json",
        "doctor/1",
        DoctorDocument,
    ),
    "who": Format(
        "What `coincide who --json` prints: folders, people and devices. See [Who is"
        " who](../../guide/who.md).",
        "coincide who --json",
        who.SCHEMA,
        who.WhoDocument,
    ),
    "album": Format(
        "`album.json`, in the folder of an album, and what `coincide album --out FILE.json` writes."
        " See [The album](../../guide/album.md).",
        "album.json",
        album.SCHEMA,
        album.AlbumDocument,
    ),
    "truth": Format(
        "`truth.json`, beside a [demo event](../../guide/first-event.md#the-demo-event).",
        "truth.json",
        "truth/2",
        Truth,
    ),
    "truth-clips": Format(
        "`truth-clips.json`, beside a [demo event](../../guide/first-event.md#the-demo-event) with"
        " videos.",
        "truth-clips.json",
        "truth-clips/1",
        FilmTruths,
    ),
    "bench": BenchFormat(
        "Results of `coincide bench run` and `bench ablation` with `--json`. What depends on the"
        " clock is below `seconds` and `machine`.",
        bench_schemas.results,
    ),
    "bench-figures": BenchFormat(
        "Figures of `coincide bench speed` with `--json`: one of these, by its keys.",
        bench_schemas.figures,
    ),
}


def file_name(name: str) -> str:
    """Return the name of a schema's file."""
    return f"{name}.schema.json"


def schema_text(schema: Schema) -> str:
    """Return a schema as a file's text."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def formats_page() -> str:
    """Return the page."""
    rows = []
    sections = []
    for name, one in FORMATS.items():
        schema = one.schema()
        rows.append((f"[{schema['title']}](#{name})", f"[{file_name(name)}]({file_name(name)})"))
        sections.append(_section(name, one.what, schema))
    return page(
        "File formats",
        *(INTRODUCTION, table(("file", "schema"), rows), *sections),
        *(tables_section(), _not_formats()),
    )


def _section(name: str, what: str, schema: Schema) -> str:
    head = f"\n## {schema['title']} {{ #{name} }}\n\n{what} [Schema]({file_name(name)})\n\n"
    if "anyOf" not in schema:
        return head + _keys(schema) + example(name)
    choices = [f"### {choice['title']}\n\n{_keys(choice)}" for choice in schema["anyOf"]]
    return head + "\n".join(choices)


def _keys(schema: Schema) -> str:
    """Return a table of every key; of a journal's line, of its second part."""
    of_lines = schema["prefixItems"][1] if "prefixItems" in schema else schema
    rows = [
        (code(path), in_words(found), sentence(found["description"]))
        for path, found in keys_of(of_lines)
        if "description" in found
    ]
    if not rows:
        of_all = schema["additionalProperties"]
        rows = [("`NAME`", in_words(of_all), sentence(of_all["description"]))]
    return table(("key", "type", "meaning"), rows)


def _not_formats() -> str:
    return (
        "\n## What is no format\n\nThe project folder's databases, shards of vectors and, at a URL,"
        " the records and partial results below it are Coincide's own: they may change with any"
        " version, and are made again when they do.\n"
    )
