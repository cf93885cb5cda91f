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
