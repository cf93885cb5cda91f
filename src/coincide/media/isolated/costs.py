"""What a process costs: memory it has resident, processors it waits for; limits on itself."""

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

# room for what is mapped and never touched: stacks of threads, pools of decoders
_SLACK_BYTES = 64_000_000


def resident_bytes(pid: int) -> int | None:
    """Return what a process of ours has in memory; None where that cannot be told."""
    try:
        if sys.platform == "darwin":
            return _on_macos(pid)
        if sys.platform == "win32":
            return _on_windows(pid)
        fields = Path(f"/proc/{pid}/statm").read_bytes().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError, AttributeError):
        return None


def waited_for_processor_s(pid: int) -> float:
    """Return how long a process was ready to run while others did; 0 where nobody counts that."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def limit_memory(n_bytes: int) -> None:
    """Have allocations of this process fail beyond so many bytes, where the system can do that.

    A second line behind whoever samples ``resident_bytes`` and ends the process.
    """
    _set_limit("RLIMIT_DATA", n_bytes + _SLACK_BYTES)


def limit_cpu(seconds: float) -> None:
    """Have this process ended after so many more seconds of processor time."""
    _set_limit("RLIMIT_CPU", int(_cpu_s() + seconds) + 1)


def _set_limit(name: str, value: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    kind = getattr(resource, name)
    try:
        _, hard = resource.getrlimit(kind)
        soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (soft, hard))
    except (OSError, ValueError):  # some systems know the limit and do not let it be set
        return


def _cpu_s() -> float:
    times = os.times()
    return times.user + times.system


def _on_macos(pid: int) -> int | None:
    """Ask libproc: the second number of ``proc_taskinfo`` is the resident size."""
    info = (ctypes.c_uint64 * 12)()
    n_bytes = _libproc().proc_pidinfo(pid, 4, ctypes.c_uint64(0), info, ctypes.sizeof(info))
    return int(info[1]) if n_bytes > 0 else None


@cache
def _libproc() -> Any:
    return ctypes.CDLL("/usr/lib/libproc.dylib")


def _on_windows(pid: int) -> int | None:
    """Ask for the working set, the fourth field of ``PROCESS_MEMORY_COUNTERS``."""
    kernel: Any = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))
    if not handle:
        return None
    counters = (ctypes.c_size_t * 10)()
    counters[0] = ctypes.sizeof(counters)  # two numbers of 32 bits: the size, and a count
    try:
        known = kernel.K32GetProcessMemoryInfo(handle, counters, ctypes.sizeof(counters))
        return int(counters[2]) if known else None
    finally:
        kernel.CloseHandle(handle)
