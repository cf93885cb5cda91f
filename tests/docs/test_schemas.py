"""The JSON Schemas fit the files that are really written, and no broken ones."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.demo import DemoOptions, render_event
from coincide.model import Offsets
from coincide.project import Anchor, Merge, Rename, Split, Trust, change_said
from coincide.project.userinput.choices import Choice
from coincide.storage.store import Store
from coincide_bench.figures.document import save_document
from coincide_bench.figures.results import build_document
from coincide_bench.speed.engines import EngineRun, EngineSpeed
from coincide_bench.speed.large import measure_large
from tests.bench.trials import answer_truth, drawn_event
from tests.bench.trials import run as run_trials
from tests.photo_files import write_photo
from tools.reference.formats import FORMATS, file_name
from tools.reference.schema import keys_of

DOCS = Path(__file__).resolve().parents[2] / "docs"


def schema(name: str) -> Any:
    return json.loads((DOCS / "reference" / "formats" / file_name(name)).read_text("utf-8"))


def closed(schema: Any) -> Any:
    """Return a schema that allows no key it does not name: what we write ourselves fits it."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    conditions = {key: schema[key] for key in ("if", "then", "else") if key in schema}
    inner = {
        key: {name: closed(one) for name, one in value.items()}
        if key in ("properties", "patternProperties")
        else closed(value)
        for key, value in schema.items()
    } | conditions
    names_keys = schema.get("type") == "object" and "properties" in schema
    return {"additionalProperties": False, **inner} if names_keys else inner


def complaints(name: str, document: Any) -> list[str]:
    """Return what is wrong with a document; a key that the schema does not name is wrong too."""
    validator = Draft202012Validator(closed(schema(name)))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def run(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def event_file(folder: Path, galleries: list[str], trusted: str) -> Path:
    path = folder / "party.toml"
    lines = ['name = "Party"']
    for name in galleries:
        vouched = "true" if name == trusted else "false"
        lines.append(f'[[gallery]]\nname = "{name}"\npaths = ["{name}"]\ntrusted = {vouched}')
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[Any]]]:
    """Everything that one small event leaves behind, by the names of the formats."""
    folder = tmp_path_factory.mktemp("formats") / "party"
    truth = render_event(folder, DemoOptions(n_galleries=3, n_photos=15, seed=10_000, n_films=1))
    names = sorted(truth)
    phone = next(name for name in names if not _serial(folder / name))
    camera = next(name for name in names if _serial(folder / name))
    write_photo(folder / camera / "forwarded.jpg", None)
    (folder / camera / "broken.jpg").touch()
    source = event_file(folder, names, phone)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COINCIDE_CAMERAS", str(folder.parent / "cameras.json"))
        yield _use(source, camera, folder.parent)


def _serial(folder: Path) -> str | None:
    from PIL import Image

    with Image.open(next(folder.glob("*.[jJ]*"))) as image:
        found: str | None = image.getexif().get_ifd(0x8769).get(0xA431)
    return found


def _use(source: Path, camera: str, out: Path) -> dict[str, list[Any]]:
    """Sync an event, plan it, write it, take it back, and say something of it."""
    project = source.parent / ".coincide-party"
    run("sync", source, "--json", out / "mine.json")
    run("sync", source, "--method", "median", "--out", out / "median")
    plan = out / "plan.json"
    run("plan", source, "--unsure", "--slight", "--guessed", "--for", "digikam", "--out", plan)
    run("apply", plan, "--yes", "--in", source.parent)
    run("undo", plan, "--yes", "--in", source.parent)
    copies = out / "copies.json"
    run("plan", source, "--unsure", "--to", "copies", "--into", out / "new", "--out", copies)
    journal = [json.loads(line) for line in Path(f"{plan}.journal").read_text().splitlines()]
    return {
        "offsets": _loaded(
            project / "offsets.json", out / "mine.json", out / "median/offsets.json"
        ),
        "costs": _loaded(project / "costs.json"),
        "plan": _loaded(plan, copies),
        "journal": journal,
        "cameras": _loaded(out / "cameras.json"),
        "truth": _loaded(source.parent / "truth.json"),
        "truth-clips": _loaded(source.parent / "truth-clips.json"),
        "album": _albums(source, out),
        "doctor": [json.loads(run("doctor", "--json"))],
        "hints": _hinted(source, camera, project),
    }


def _albums(source: Path, out: Path) -> list[Any]:
    run("album", source, "--out", out / "album", "--who", "--originals", "stripped")
    run("album", source, "--out", out / "plain.json")
    return _loaded(out / "album" / "album.json", out / "plain.json")


def _loaded(*paths: Path) -> list[Any]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def _hinted(source: Path, camera: str, project: Path) -> list[Any]:
    """Say one thing of each kind, and return what is kept of it."""
    others = sorted(path.name for path in source.parent.iterdir() if path.is_dir())
    other = next(name for name in others if name not in (camera, project.name))
    mine, hers = (sorted((source.parent / name).glob("*.*[gG]")) for name in (camera, other))
    kept = [path for path in mine if path.name not in ("broken.jpg", "forwarded.jpg")]
    run("hint", "same", source, kept[0], hers[0])
    run("hint", "different", source, kept[1], hers[1])
    run("hint", "reject", source, kept[2], hers[2])
    run("hint", "pin", source, camera, "+1h")
    run("hint", "lock", source, other)
    chosen: list[Choice] = [
        Trust(camera, True),
        Anchor(other),
        Split(camera, "0" * 64, "later"),
        Merge(camera, "later"),
        Rename(camera, "hers"),
    ]
    for choice in chosen:
        change_said(project, lambda said, choice=choice: said.choosing(choice))
    with Store(project) as store:
        return [store.load_hints()]


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_schemas_and_tell_every_key(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    for path, found in keys_of(schema(name)):
        assert found.get("description"), path


SMALL = ("offsets", "costs", "plan", "journal", "cameras", "truth", "doctor", "hints")


@pytest.mark.parametrize("name", SMALL)
def test_what_is_written_fits(written: dict[str, list[Any]], name: str) -> None:
    assert written[name]
    for document in written[name]:
        assert complaints(name, document) == []


def test_the_event_was_a_telling_one(written: dict[str, list[Any]]) -> None:
    """Lists that are empty would fit anything."""
    offsets, plan, hints = (written[name][0] for name in ("offsets", "plan", "hints"))
    assert offsets["event_time"] == "true"
    assert offsets["skipped"]
    assert offsets["timeless"]
    assert plan["files"]
    assert plan["files"][0]["changes"]
    assert plan["left_alone"]
    assert {next(iter(entry)) for _, entry in written["journal"]} >= {"header", "done", "undone"}
    assert written["cameras"][0]["cameras"]
    assert all(hints[kind] for kind in ("answers", "rejected", "pins", "locks"))
    assert len(hints["choices"]) == 5


@pytest.mark.parametrize("name", [name for name in SMALL if name not in ("journal", "truth")])
def test_a_broken_file_does_not_fit(written: dict[str, list[Any]], name: str) -> None:
    (document, *_) = written[name]
    assert complaints(name, {**document, "surprise": 1})
    for key in document:
        assert complaints(name, {**document, key: ["no", {"such": "thing"}]}), key
        if key in schema(name)["required"]:
            rest = {other: value for other, value in document.items() if other != key}
            assert complaints(name, rest), key


def test_what_is_broken_deep_inside_does_not_fit(written: dict[str, list[Any]]) -> None:
    offsets = json.loads(json.dumps(written["offsets"][0]))
    gallery = next(iter(offsets["galleries"].values()))
    gallery["offset_s"], gallery["placed"] = None, True  # placed, and nobody knows where
    assert complaints("offsets", offsets)
    plan = json.loads(json.dumps(written["plan"][0]))
    plan["files"][0]["state"]["sha256"] = "0123"
    assert complaints("plan", plan)
    assert complaints("journal", ["0123abcd", {"done": [1], "undone": [1]}])
    assert complaints("journal", ["no checksum", {"done": [1]}])
    assert complaints("truth", {"anna": "late"})
    hints = {**written["hints"][0], "choices": [{"kind": "trust", "gallery": "anna"}]}
    assert complaints("hints", hints)


def test_within_a_version_keys_may_be_added_to_results(written: dict[str, list[Any]]) -> None:
    later = {**written["offsets"][0], "new_in_a_later_release": 1}
    assert list(Draft202012Validator(schema("offsets")).iter_errors(later)) == []


def test_the_examples_in_the_documentation_fit() -> None:
    page = (DOCS / "reference" / "formats" / "index.md").read_text(encoding="utf-8")
    examples = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    names = [re.split(r"[./]", example["schema"])[1] for example in examples]
    assert names == ["offsets", "plan", "cameras"]
    for name, example in zip(names, examples, strict=True):
        assert complaints(name, example) == []


def test_results_of_the_benchmark_fit(tmp_path: Path) -> None:
    outcomes = run_trials((drawn_event(seed) for seed in range(2)), answer_truth, "truth")
    save_document(tmp_path / "r.json", build_document(outcomes, seeds_kind="dev", seeds=range(2)))
    (report,) = _loaded(tmp_path / "r.json")
    assert report["results"]
    assert complaints("bench", report) == []
    del report["results"][0]["metrics"]["wrong"]
    assert complaints("bench", report)


QUICK = (
    ("scale", "--sizes", "40,80", "--method", "midpoints"),
    ("answers", "--photos", "60", "--galleries", "3", "--n", "1"),
)
SLOW = (
    ("write", "--photos", "2"),
    ("after-features", "--photos", "16", "--galleries", "2", "--n", "1"),
    ("whole-run", "--sizes", "16"),
)


@pytest.mark.parametrize(
    "arguments",
    [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in SLOW)],
    ids=" ".join,
)
def test_what_single_checks_write_fits(
    tmp_path: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    path = tmp_path / "figures.json"
    run("bench", "speed", *arguments, "--json", path)
    check_figures(path)


def check_figures(path: Path) -> None:
    (figures,) = _loaded(path)
    assert complaints("bench-figures", figures) == []
    for key in figures:
        assert complaints("bench-figures", {**figures, key: "broken"}) or key == "method"
    assert complaints("bench-figures", {**figures, "surprise": 1})


@pytest.mark.slow
def test_figures_of_large_events_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 400 photos instead of thousands: what is written is the same."""
    monkeypatch.setattr(
        "coincide_bench.speed.large.measure_large",
        lambda _n_photos, settings, tell: measure_large(400, settings, tell),
    )
    path = tmp_path / "large.json"
    run("bench", "speed", "large", "--sizes", "1000", "--workers", "1", "--json", path)
    check_figures(path)


def test_figures_of_engines_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cluster, which tests/cluster has: what is written is the same."""
    offsets = Offsets("anna", "joint", ())
    speed = EngineSpeed(
        20, EngineRun("local", 0.0, 4.0, offsets), EngineRun("ray", 5.0, 6.0, offsets)
    )
    monkeypatch.setattr("coincide_bench.speed.engines.measure_engines", lambda *_, **__: speed)
    path = tmp_path / "engines.json"
    run("bench", "speed", "engines", "--photos", "20", "--json", path)
    check_figures(path)


def test_results_of_a_run_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    path = tmp_path / "bench.json"
    run(
        "bench",
        "run",
        "negative-simulated",
        "--n-seeds",
        "1",
        "--method",
        "midpoints",
        "--json",
        path,
    )
    (results,) = _loaded(path)
    assert complaints("bench", results) == []
    assert complaints("bench", {**results, "seeds": [1, 2]})
