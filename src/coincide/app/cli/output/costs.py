"""Show what a run cost: a table at its end, and figures for Prometheus while it goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.project import Meter, StageCost

LOOPBACK = "127.0.0.1"
# name, what it counts, the field of StageCost
_FIGURES = (
    ("wall_seconds", "Seconds of wall time of finished stages", "wall_s"),
    ("cpu_seconds", "CPU seconds on all machines", "cpu_s"),
    ("photos", "Photos read or embedded", "photos"),
    ("read_bytes", "Bytes read from photos and store", "bytes_read"),
    ("written_bytes", "Bytes written to the store", "bytes_written"),
    ("requests", "Requests to object storage", "requests"),
    ("tasks", "Tasks that ended", "tasks"),
    ("retries", "Requests and tasks that were retried", "retries"),
    ("failures", "Photos that could not be read or decoded", "failures"),
)


_HEADINGS = (
    *("Stage", "Wall s", "CPU s", "Photos", "Photos/s", "MB in", "MB out"),
    *("Tasks", "Retries", "Failed"),
)


def print_costs(screen: Console, meter: "Meter") -> None:
    """Print one row per stage, and no column in which nothing stands."""
    rows = [_row(cost) for cost in meter.costs]
    used = [any(row[nth] for row in rows) for nth in range(len(_HEADINGS))]
    table = Table(title="What it cost", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in compress(_HEADINGS, used):
        left = heading == "Stage"
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, compress(row, used)))
    screen.print(table)


def _row(cost: "StageCost") -> list[str]:
    rate = cost.photos_per_s
    counts = (cost.tasks, cost.retries, cost.failures)
    return [
        cost.stage,
        f"{cost.wall_s:.1f}",
        f"{cost.cpu_s:.1f}",
        str(cost.photos or ""),
        "" if rate is None else f"{rate:.1f}",
        f"{cost.bytes_read / 1e6:.1f}" if cost.bytes_read else "",
        f"{cost.bytes_written / 1e6:.1f}" if cost.bytes_written else "",
        *(str(count or "") for count in counts),
    ]


@contextmanager
def metrics(meter: "Meter", *, port: int | None, file: Path | None) -> Iterator[None]:
    """Serve a run's figures on this machine while it goes on, and write them at its end."""
    if port is None and file is None:
        yield
        return
    from coincide.storage.outputs import REMEDY, may_write, write_output

    try:
        import prometheus_client
    except ImportError as error:
        raise UsageError(
            "--metrics-port and --metrics-file need prometheus-client:"
            ' pip install "coincide[cluster]"'
        ) from error
    if file is not None and not may_write(file):
        raise UsageError(f"{file} exists and was not written by Coincide. {REMEDY}")
    registry = prometheus_client.CollectorRegistry()
    registry.register(_Figures(meter))
    server = _serve(prometheus_client, port, registry) if port is not None else None
    try:
        yield
    finally:
        if file is not None:
            write_output(file, prometheus_client.generate_latest(registry))
        if server is not None:
            server.shutdown()
            server.server_close()


class _Figures:
    """Reads a meter whenever Prometheus asks."""

    def __init__(self, meter: "Meter") -> None:
        self._meter = meter

    def collect(self) -> Iterator[Any]:
        """Yield one family of figures after the other, by stage."""
        from prometheus_client.core import CounterMetricFamily

        costs = self._meter.costs
        for name, words, field in _FIGURES:
            family = CounterMetricFamily(f"coincide_{name}", words, labels=["stage"])
            for cost in costs:
                family.add_metric([cost.stage], getattr(cost, field))
            yield family


def _serve(client: Any, port: int, registry: Any) -> Any:
    try:
        server, _ = client.start_http_server(port, addr=LOOPBACK, registry=registry)
    except OSError as error:
        message = f"--metrics-port {port} cannot be used ({error.strerror}): give another port."
        raise UsageError(message) from error
    return server
