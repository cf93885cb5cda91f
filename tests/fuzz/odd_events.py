"""Events that no camera makes: odd names, links in circles, pipes, devices, unreadable files.

``python -m tests.fuzz.odd_events FOLDER`` reads such an event and plans to move it by an hour in
every way there is; it is run as a process of its own, so that one that hangs can be ended.
"""

import json
import os
import random
import resource
import socket
import sys
import tempfile
from pathlib import Path
from typing import get_args

from coincide import project as pipeline
from coincide.writing.plan import PlanOptions, Target, exiftool_script, plan_table
from coincide.writing.plan.decide import Caution
from coincide.writing.plan.xmp import edit_sidecar
from tests.photo_files import write_photo

ODD_NAMES: tuple[str, ...] = (
    *("-x", "--help", "-@", "-o=a", "@args", "#comment", "new\nline", "car\rriage", "tab\t"),
    *(" leading", "trailing ", "trailing.", "dots...", "..two", "a..b", "~", "~root", "$(id)"),
    *("`id`", "%s%n", "*", "?", "[a-z]", "{a,b}", "a:b", "C:", "a\\b", "a|b", "a<b>c", 'quo"te'),
    *("it's", "&amp;", "CON", "nul", "🎉👨‍👩‍👧", "é", "e\u0301", "عربي", "\u202egnp", "\u200b"),
    *("\u2028line", "\x1b[31mred", "\x07bell", "\x7f", "A", "a", "ß", "SS", "İ", "i̇", "x" * 240),
    *("é" * 120, "IMG_20240504_140000", "IMG-20240504-WA0001", "99999999_999999", "[bold]"),
    *("\udcff", "half \udce2\udc82", "..", ".", ""),
)
_TIMES = ("2024-05-04T14:00:00." + "1" * 400, "0000:00:00 00:00:00", "2024-05-04T14:00", "\u202e")
SHIFT_S = 3600.0


def build_odd_event(folder: Path, rng: random.Random, n_files: int) -> None:
    """Write photos of odd names into folders of odd names, and odd things among them."""
    names = rng.sample(ODD_NAMES, k=min(n_files, len(ODD_NAMES)))
    people = [folder / "anna", *(folder / f"p{name}" for name in rng.sample(ODD_NAMES, k=2))]
    for number, name in enumerate(names):
        time = f"2024:05:04 {10 + number % 10}:{number % 60:02d}:00"
        person = people[number % len(people)]
        write_photo(person / f"{name}{rng.choice(('.jpg', '.JPG', '.jpg.'))}", time, seed=number)
    for person in people:
        if person.is_dir():
            _add_odd_things(person, folder, rng)


def _add_odd_things(person: Path, folder: Path, rng: random.Random) -> None:
    (person / "empty.jpg").touch()
    (person / "hidden.jpg").write_bytes(b"\xff\xd8\xff")
    (person / "hidden.jpg").chmod(0)
    (person / "folder.jpg").mkdir()
    (person / "folder.jpg.xmp").mkdir()
    (person / "closed").mkdir(mode=0)
    links = {"self.jpg": "self.jpg", "nowhere.jpg": "gone", "up": "..", "round": "round"}
    links |= {"zero.jpg": "/dev/zero", "null.xmp": "/dev/null", "zero.xmp": "/dev/zero"}
    links |= {"all": str(folder), "out.jpg": "/etc/hostname", "one": "two", "two": "one"}
    for name, target in links.items():
        (person / name).symlink_to(target)
    os.mkfifo(person / "pipe.jpg")
    os.mkfifo(person / "pipe.mp4")
    for number, time in enumerate(_TIMES):
        photo = write_photo(person / f"told{number}.jpg", "2024:05:04 14:00:00", seed=100 + number)
        sidecar = edit_sidecar(None, {"XMP-exif:DateTimeOriginal": time})
        photo.with_name(f"{photo.name}.xmp").write_bytes(sidecar)
    _add_socket(person / "socket.jpg")
    _add_depth(person, rng)


def _add_socket(path: Path) -> None:
    """Leave a socket behind; its own name must be short, the folder's need not be."""
    with tempfile.TemporaryDirectory(dir="/tmp") as short, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{short}/s")
        Path(short, "s").rename(path)


def _add_depth(person: Path, rng: random.Random) -> None:
    """Make folders in folders, deeper than one path can name."""
    here = os.open(person, os.O_RDONLY)
    for _ in range(rng.choice((3, 30))):
        name = "d" * 200
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def plan_in_every_way(folder: Path, out: Path) -> dict[str, int]:
    """Read an event and plan it for every target; return how many files each would write."""
    event = pipeline.load_event(folder, project=out / "project")
    told = {"photos": len(list(event.photos)), "skipped": len(event.skipped)}
    shifts_s = {gallery.name: SHIFT_S for gallery in event.galleries}
    for to in get_args(Target):
        new = out / "copies" if to == "copies" else None
        options = PlanOptions(to, caution=Caution(slight=True), out=new)
        plan = pipeline.plan_by_hand(event, shifts_s, options, progress=lambda *_: None)
        told[to] = len(plan.files)
        exiftool_script(plan, "name").encode()
        plan_table(plan).encode()
        if to not in ("script", "table"):
            pipeline.save_plan(plan, out / f"{to}.json")
            pipeline.open_plan(out / f"{to}.json")
    return told


if __name__ == "__main__":
    # what asks for more is refused it, so that the machine survives
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    with tempfile.TemporaryDirectory() as out_folder:
        print(json.dumps(plan_in_every_way(Path(sys.argv[1]), Path(out_folder))))
