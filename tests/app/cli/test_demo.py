"""What ``coincide demo`` says it has made."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.cli.output.tables import print_demo
from coincide.demo import QUICK_SCALE, DemoOptions


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (DemoOptions(), "200 photos of 8 cameras in party."),
        (DemoOptions(n_films=1), "200 photos of 8 cameras, 1 video in party."),
        (
            DemoOptions(4, 60, n_films=2, n_forwarded=6),
            "60 photos of 4 cameras, 2 videos and 6 forwarded copies in party.",
        ),
        (DemoOptions(n_films=None), "200 photos of 8 cameras, 6 videos in party."),
        (DemoOptions(n_forwarded=1), "200 photos of 8 cameras, 1 forwarded copy in party."),
    ],
)
def test_what_was_made_is_counted(
    options: DemoOptions, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_demo(Path("party"), options)
    assert capsys.readouterr().out == f"{said}\nNext: coincide sync party\n"


def test_every_option_reaches_the_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[DemoOptions] = []
    monkeypatch.setattr(
        "coincide.demo.render_event", lambda _folder, options, progress: asked.append(options)
    )
    wanted = ["--galleries", "4", "--photos", "60", "--seed", "9", "--phones", "3", "--raw"]
    wanted += ["--videos", "2", "--forwarded", "5"]
    done = CliRunner().invoke(app, ["demo", str(tmp_path / "party"), *wanted])
    assert done.exit_code == 0, done.output
    expected = DemoOptions(4, 60, 9, n_phones=3, raw=True, n_films=2, n_forwarded=5)
    assert asked == [replace(expected, scale=QUICK_SCALE)]


def test_more_phones_than_people_is_a_mistake_of_usage(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["demo", str(tmp_path / "party"), "--phones", "9"])
    assert done.exit_code != 0
    assert not (tmp_path / "party").exists()


@pytest.mark.parametrize(("has_av", "n_films"), [(True, None), (False, 0)])
def test_a_few_videos_where_they_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_av: bool, n_films: int | None
) -> None:
    asked: list[DemoOptions] = []
    monkeypatch.setattr(
        "coincide.demo.render_event", lambda _folder, options, progress: asked.append(options)
    )
    monkeypatch.setattr("coincide.media.pictures.video.has_av", lambda: has_av)
    done = CliRunner().invoke(app, ["demo", str(tmp_path / "party")])
    assert done.exit_code == 0, done.output
    assert [options.n_films for options in asked] == [n_films]
