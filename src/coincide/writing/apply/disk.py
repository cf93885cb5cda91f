"""Everything that touches users' files: the few operations the rest is built from.

Each leaves a file whole, whenever the machine stops: the bytes are flushed before a name points
to them, and no name is taken from a file that is still needed.
"""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from coincide.writing.apply.state import same_file, state_of
from coincide.writing.apply.step import PART, torn_path

if sys.platform != "win32":
    import fcntl

# the disk has no hard links, or not this one
_NO_LINK = {
    *(errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS),
    *(errno.EMLINK, errno.EXDEV, errno.EINVAL),
}
# an attribute that this disk, or this user, cannot have
_NO_ATTRIBUTE = {errno.EPERM, errno.ENOTSUP, errno.ENODATA, errno.EINVAL, errno.EACCES}
_ITSELF = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _ITSELF
_LINK_ITSELF = {"follow_symlinks": False} if os.link in os.supports_follow_symlinks else {}
_CHUNK = 1 << 20


# Flushing


def flush(descriptor: int) -> None:
    """Wait until what was written to an open file or folder survives a power cut."""
    if sys.platform == "darwin":  # fsync alone leaves it in the drive's own memory
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def fsync_file(path: Path) -> None:
    """Flush a file's bytes and attributes."""
    # Windows flushes only what is open for writing
    access = os.O_RDWR if sys.platform == "win32" else os.O_RDONLY
    _flush_path(path, access | _ITSELF)


def fsync_folder(folder: Path) -> None:
    """Flush the names in a folder.

    Windows and some network disks have no such call for folders, and write names through.
    """
    if sys.platform != "win32":
        with _unless({errno.EINVAL, errno.ENOTSUP}):
            _flush_path(folder, os.O_RDONLY | os.O_DIRECTORY)


def _flush_path(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        flush(descriptor)
    finally:
        os.close(descriptor)


# New files


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, readable by us alone; not flushed."""
    with os.fdopen(os.open(path, _NEW, 0o600), "wb") as file:
        file.write(data)


def copy_new(source: Path, path: Path) -> None:
    """Copy a file's bytes to a file that does not exist yet; not flushed."""
    with (
        os.fdopen(os.open(source, os.O_RDONLY | _ITSELF), "rb", buffering=0) as old,
        os.fdopen(os.open(path, _NEW, 0o600), "wb", buffering=0) as new,
    ):
        shutil.copyfileobj(old, new, _CHUNK)


def give_attributes(source: Path, path: Path) -> None:
    """Give a new file the owner, extended attributes, access list and permissions of another.

    Its time of modification stays new, so that photo programs notice the change. What this user
    may not give is left out. Extended attributes are not carried over on macOS.
    """
    old = source.lstat()
    mode = stat.S_IMODE(old.st_mode)
    if sys.platform != "win32":
        new = path.lstat()
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            try:
                os.chown(path, old.st_uid, old.st_gid, follow_symlinks=False)
            except PermissionError:
                mode &= ~(stat.S_ISUID | stat.S_ISGID)  # those would lend our own rights
    if sys.platform == "linux":
        _give_extended(source, path)
    give_mode(path, mode)  # last: changing the owner or the access list changes the permissions


def give_mode(path: Path, mode: int) -> None:
    """Give a file of ours its permissions; the files of a FAT card have none to be given."""
    with suppress(PermissionError):
        path.chmod(mode)


def _give_extended(source: Path, path: Path) -> None:
    if sys.platform == "linux":
        with _unless(_NO_ATTRIBUTE):
            for name in os.listxattr(source, follow_symlinks=False):
                with _unless(_NO_ATTRIBUTE):
                    value = os.getxattr(source, name, follow_symlinks=False)
                    os.setxattr(path, name, value, follow_symlinks=False)


@contextmanager
def _unless(numbers: Collection[int]) -> Iterator[None]:
    """Pass over what a disk cannot do; every other fault is raised."""
    try:
        yield
    except OSError as error:
        if error.errno not in numbers:
            raise


# Keeping, putting in place, taking back


def link_or_copy(source: Path, path: Path) -> None:
    """Give a file a second name; where the disk has no links, a flushed copy.

    A link is the same file: times, permissions, attributes and other links come with it. A copy
    gets all of these but the links. What ends up at ``path`` is whole, or not there.
    """
    try:
        os.link(source, path, **_LINK_ITSELF)
    except OSError as error:
        if error.errno not in _NO_LINK or os.path.lexists(path):
            raise
        _copy_whole(source, path)


def _copy_whole(source: Path, path: Path) -> None:
    torn = torn_path(path)
    remove(torn)
    try:
        seen = source.lstat()
        copy_new(source, torn)
        give_attributes(source, torn)
        os.utime(torn, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        fsync_file(torn)
        torn.rename(path)
    except OSError:
        remove(torn)
        raise


def detach(path: Path) -> None:
    """Give a name a copy of its file, so that the file's other names no longer change with it."""
    torn = torn_path(path)
    remove(torn)
    try:
        copy_new(path, torn)
        give_attributes(path, torn)
        fsync_file(torn)
        torn.replace(path)
    except OSError:
        remove(torn)
        raise
    fsync_folder(path.parent)


def put_over(part: Path, target: Path) -> None:
    """Replace a file by its new contents, at once."""
    part.replace(target)


def put_new(part: Path, target: Path) -> None:
    """Give a new file its name; FileExistsError if another took that name meanwhile."""
    try:
        os.link(part, target, **_LINK_ITSELF)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
    else:
        with suppress(OSError):  # it is in place: a second name of it is only litter, for later
            part.unlink()
        return
    # without links there is no atomic "unless it exists" on every system: look, then rename.
    # Taking the name with an empty file first would be seen as that file after a power cut.
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    part.rename(target)


def one_file(a: Path, b: Path) -> bool:
    """Tell whether two names are links to one file."""
    try:
        return os.path.samestat(a.lstat(), b.lstat())
    except (FileNotFoundError, NotADirectoryError):
        return False


def alike(a: Path, b: Path) -> bool:
    """Tell whether two names are one file, or files of equal bytes."""
    if one_file(a, b):
        return True
    state = state_of(a)
    return state is not None and same_file(b, state, thorough=True)


def remove(path: Path) -> None:
    """Remove a file of ours, if it is there."""
    with suppress(FileNotFoundError, NotADirectoryError):
        path.unlink()


def remove_parts(folder: Path, parts: Collection[str]) -> None:
    """Remove unfinished files by name, and what a tool that was killed left beside them.

    Tools write beside the part and add to its name, e.g. ``_exiftool_tmp``.
    """
    try:
        names = [entry.name for entry in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in names:
        stem, ending, _ = name.partition(PART)
        if ending and stem + ending in parts:
            remove(folder / name)


# Folders


def make_folder(folder: Path) -> None:
    """Make a folder, readable by others as the user's settings say, if it is missing."""
    with suppress(FileExistsError):
        folder.mkdir()


def remove_empty(folder: Path) -> bool:
    """Remove a folder if nothing is in it; tell whether it is gone."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def set_folder_time(folder: Path, mtime_ns: int) -> None:
    """Give a folder back its time of modification."""
    with suppress(FileNotFoundError, NotADirectoryError):
        atime_ns = folder.stat().st_atime_ns
        os.utime(folder, ns=(atime_ns, mtime_ns))
