import gc
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from coincide_bench.memory import PeakMemory, memory_gb

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="Linux alone tells memory so"
)
HUNDRED_MB = 100_000_000


def test_memory_that_was_let_go_is_in_the_peak() -> None:
    gc.collect()  # what earlier tests left must not be let go meanwhile
    before = memory_gb()
    with PeakMemory(every_s=0.01) as memory:
        held = np.ones(HUNDRED_MB, np.uint8)
        time.sleep(0.2)
        del held
    assert memory.peak_gb > before + 0.09


def test_what_a_child_has_counts_until_it_ends() -> None:
    script = f"held = bytearray(b'x') * {HUNDRED_MB}; print('held', flush=True); input()"
    before = memory_gb()
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        during = memory_gb()
        child.communicate("\n")
    assert before + 0.09 < during < before + 0.2
    assert memory_gb() < before + 0.05
