"""The child process: tries cases one by one, and says before each which one it is.

It dies with a C library that crashes; its parent then knows which file did that.
"""

import argparse
import faulthandler
import json
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from coincide.media.exiftool import ExifTool
from tests.fuzz.cases import Case, make_case, sound_cases
from tests.fuzz.seeds import load_seeds
from tests.fuzz.targets import TARGETS

# CPU seconds after which the system ends the process: it will not come back
KILL_S = 20.0
# bytes of address space: what asks for more is refused it, so that the machine survives
_MOST_ADDRESSES = 8 << 30
_STATUS, _REFERENCES = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def main() -> None:
    """Try the cases named on standard input, one number a line; answer each with two lines.

    ``NUMBER sound`` tries what the case was made of: what a reader takes for that is no damage.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--fixtures", type=Path)
    args = parser.parse_args()
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, _MOST_ADDRESSES))
    seeds = load_seeds(args.seeds, args.fixtures)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, ExifTool() as tool:
        for line in sys.stdin:
            number = int(line.split()[0])
            _say({"start": number})
            if "sound" in line:
                _say(_sound(sound_cases(seeds, args.seed, number), Path(folder), tool))
            else:
                _say(_tried(make_case(seeds, args.seed, number), Path(folder), tool))


def _say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


def _tried(case: Case, folder: Path, tool: ExifTool) -> dict[str, object]:
    path = folder / f"case{case.suffix}"
    path.write_bytes(case.data)
    _forget_peak()
    signal.setitimer(signal.ITIMER_PROF, KILL_S)
    told: dict[str, object] = {"number": case.number}
    try:
        tried = TARGETS[case.kind](path, case.data, tool)
        told |= {"cpu_s": tried.cpu_s, "said": tried.said}
    except Exception:  # noqa: BLE001 - every kind is a finding, and it is told
        told["error"] = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        path.unlink(missing_ok=True)
    return told | {"peak_bytes": _peak_bytes()}


def _sound(cases: Sequence[Case], folder: Path, tool: ExifTool) -> dict[str, object]:
    """Return what each reader takes for the slowest of sound files."""
    cpu_s: dict[str, float] = {}
    for case in cases:
        path = folder / f"sound{case.suffix}"
        path.write_bytes(case.data)
        for name, taken_s in TARGETS[case.kind](path, case.data, tool).cpu_s.items():
            cpu_s[name] = max(cpu_s.get(name, 0.0), taken_s)
        path.unlink()
    return {"number": cases[0].number, "cpu_s": cpu_s}


def _forget_peak() -> None:
    """Begin to measure the memory of this case alone, where the system can."""
    if _REFERENCES.exists():
        _REFERENCES.write_text("5")


def _peak_bytes() -> int:
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes, where there is no /proc


if __name__ == "__main__":
    main()
