"""The plug-in for Lightroom Classic: what it asks of the SDK. Lightroom itself was not tried."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parents[2] / "integrations" / "coincide.lrplugin"
STUBS = Path(__file__).with_name("lightroom.lua")
# Lightroom's is 5.1
LUA = next(filter(None, map(shutil.which, ("lua5.1", "luajit", "lua5.3", "lua"))), None)
needs_lua = pytest.mark.skipif(LUA is None, reason="needs a Lua, best lua5.1")


def ask(
    item: str, *paths: str, system: str = "mac", answer: str = "ok", started: int = 0
) -> list[str]:
    assert LUA is not None
    done = subprocess.run(
        [LUA, str(STUBS), system, answer, str(started), item, *paths],
        cwd=PLUGIN,
        env={**os.environ, "LUA_PATH": "./?.lua"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@needs_lua
def test_the_folders_of_the_selection_are_opened_once() -> None:
    asked, run = ask("Open.lua", "/p/Ann's/1.jpg", "/p/Ann's/2.jpg", "/p/Ben/3.jpg")
    assert asked.startswith("ask ")
    assert run == (
        "run '/Applications/Coincide.app/Contents/MacOS/coincide' app"
        " '/p/Ann'\\''s' '/p/Ben' > /dev/null 2>&1 &"
    )


@needs_lua
def test_on_windows_it_is_started_beside() -> None:
    run = ask("Open.lua", "C:\\p\\Ann\\1.jpg", system="windows")[-1]
    assert run == 'run "start "" "coincide" app "C:\\p\\Ann""'


@needs_lua
def test_who_says_no_starts_nothing() -> None:
    assert len(ask("Open.lua", "/p/1.jpg", answer="cancel")) == 1
    assert len(ask("Reread.lua", "/p/1.jpg", answer="cancel")) == 1


@needs_lua
def test_what_does_not_start_is_told() -> None:
    told = ask("Open.lua", "/p/1.jpg", started=127)[-1]
    assert told.startswith("tell Coincide could not be started: ")


@needs_lua
def test_metadata_are_read_and_what_fails_is_told() -> None:
    told = ask("Reread.lua", "/p/1.jpg", "/p/gone.jpg", "/p/2.jpg")
    assert told[1:3] == ["read /p/1.jpg", "read /p/2.jpg"]
    assert told[3].startswith("tell Some photos were not read: 1 of 3.")


def test_every_menu_item_is_there() -> None:
    named = re.findall(r'"(\w+\.lua)"', (PLUGIN / "Info.lua").read_text(encoding="utf-8"))
    assert set(named) == {"Open.lua", "Reread.lua", "Settings.lua"}
    assert all((PLUGIN / name).is_file() for name in named)


@pytest.mark.skipif(shutil.which("luacheck") is None, reason="needs luacheck")
def test_luacheck_finds_nothing() -> None:
    done = subprocess.run(
        ["luacheck", "--no-color", "."],
        cwd=PLUGIN.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
