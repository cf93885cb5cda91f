"""Where work runs: in this process, or as tasks on a cluster. The answer is the same."""

from coincide.engine.form import Done, Engine, EngineName, Task
from coincide.engine.local import LocalEngine
from coincide.errors import UsageError

__all__ = ["Done", "Engine", "EngineName", "LocalEngine", "Task", "open_engine"]


def open_engine(name: EngineName = "local", *, address: str | None = None) -> Engine:
    """Return an engine by its name; ``address`` is of a cluster that is running."""
    if name == "ray":
        from coincide.engine.cluster import RayEngine

        return RayEngine(address)
    if address is not None:
        raise UsageError("--address needs --engine ray.")
    return LocalEngine()
