"""The errors a user can cause, each with the exit code the command line ends with.

A message names the path or value at fault and the remedy. A bug is not an
error of this tree: it shows its traceback.
"""


class CoincideError(Exception):
    """A mistake the user can mend; the message says how."""

    exit_code = 1


class UsageError(CoincideError):
    """An option or value that does not make sense."""

    exit_code = 2


class EventError(CoincideError):
    """The event's folders or event file cannot be used."""

    exit_code = 3


class ModelError(CoincideError):
    """A backbone or its weights cannot be used."""

    exit_code = 4


class StoreError(CoincideError):
    """The project folder cannot be read or written."""

    exit_code = 5


class NothingToSyncError(CoincideError):
    """Fewer than two galleries are left, so there is nothing to bring together."""

    exit_code = 6


class PlanError(CoincideError):
    """A plan that cannot be read, made or trusted; nothing was written."""

    exit_code = 7


class ChangedError(CoincideError):
    """A file is not what the plan says it is; nothing was written."""

    exit_code = 8


class WriteError(CoincideError):
    """Writing stopped before its end; what was done is whole, journalled, and can be resumed."""

    exit_code = 9


class BusyError(CoincideError):
    """Another process is writing to the same event."""

    exit_code = 10


class ExifToolError(CoincideError):
    """ExifTool is needed and is missing, too old, or failed."""

    exit_code = 11


class PluginError(CoincideError):
    """A package that adds a backbone or a method cannot be used; the message names it."""

    exit_code = 13


class EngineError(CoincideError):
    """The cluster cannot be reached, or a task failed on it however often it was begun."""

    exit_code = 12
