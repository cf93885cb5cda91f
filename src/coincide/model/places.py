"""Where things lie: a path of this machine's disks, or a URL of object storage.

What people type becomes a place once, by ``place_of``. A Url knows the few words of a path that
names and folders need, and no more: what opens files wants a Path, and ``file_of`` gives it or
says why there is none.
"""

import re
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath

from coincide.errors import UsageError

# a scheme has two letters or more: one is a drive of Windows. One slash is enough: a path that was
# made of a URL has lost the other
_URL = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL)
# schemes whose URLs begin at a root of this machine, and keep their third slash
_ROOTED = ("file", "local")


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Url:
    """An object or a folder in storage; ``parts`` begins with the scheme, as "s3:".

    >>> url = place_of("s3://bucket/event/ann/1.jpg")
    >>> str(url.parent), url.name, url.suffix
    ('s3://bucket/event/ann', '1.jpg', '.jpg')
    """

    parts: tuple[str, ...]

    @property
    def scheme(self) -> str:
        """The kind of storage, as "s3"."""
        return self.parts[0][:-1]

    @property
    def name(self) -> str:
        """The last part."""
        return self.parts[-1]

    @property
    def stem(self) -> str:
        """The name without its suffix."""
        return PurePosixPath(self.name).stem

    @property
    def suffix(self) -> str:
        """What the name ends in, with its dot; blank where it has no such end."""
        return PurePosixPath(self.name).suffix

    @property
    def parent(self) -> "Url":
        """The folder that it lies in; the storage itself lies in nothing else."""
        return Url(self.parts[:-1]) if len(self.parts) > 1 else self

    @property
    def parents(self) -> tuple["Url", ...]:
        """All folders that it lies in, the nearest first."""
        return tuple(Url(self.parts[:end]) for end in range(len(self.parts) - 1, 0, -1))

    def __truediv__(self, more: str | PurePath) -> "Url":
        return Url((*self.parts, *_parts(more if isinstance(more, str) else more.as_posix())))

    def is_relative_to(self, folder: "Url") -> bool:
        """Tell whether it lies in a folder, or is it."""
        return self.parts[: len(folder.parts)] == folder.parts

    def relative_to(self, folder: "Url") -> PurePosixPath:
        """Return the way to it from a folder that it lies in."""
        if not self.is_relative_to(folder):
            raise ValueError(f"{self} does not lie in {folder}")
        return PurePosixPath(*self.parts[len(folder.parts) :])

    def __str__(self) -> str:
        root = "/" if self.scheme in _ROOTED else ""
        return f"{self.scheme}://{root}{'/'.join(self.parts[1:])}"

    def __repr__(self) -> str:
        return f"Url({str(self)!r})"


Place = Path | Url


def place_of(what: "str | Place") -> Place:
    """Return the place that a text or a path means.

    >>> place_of("s3://bucket/event/"), place_of("C:/photos") == Path("C:/photos")
    (Url('s3://bucket/event'), True)
    """
    if isinstance(what, Url):
        return what
    match = _URL.fullmatch(what if isinstance(what, str) else what.as_posix())
    if match is None:
        return Path(what)
    scheme, rest = match.groups()
    url = Url((f"{scheme}:", *_parts(rest)))
    if len(url.parts) == 1:
        raise UsageError(f"{what} does not name a folder: write {scheme}:// and its location.")
    return url


def _parts(text: str) -> list[str]:
    """Return the parts of a path as pathlib has them: no part is blank, or says "here"."""
    return [part for part in text.split("/") if part not in ("", ".")]


def file_of(place: Place) -> Path:
    """Return a place of this machine's disks; raise UsageError for what is in object storage."""
    if isinstance(place, Url):
        raise UsageError(
            f"{place}: photos at a URL can be synced, not corrected or shown. Fetch them to a"
            " folder first, or use offsets.csv with a program of your own."
        )
    return place


def url_of(place: Place) -> Url:
    """Return a place in object storage, where there can be no other."""
    if not isinstance(place, Url):
        raise TypeError(f"{place} is not a URL")
    return place


def shared_place(place: Place | None) -> Url | None:
    """Return a place that tasks on other machines reach too; None for one of this machine."""
    return place if isinstance(place, Url) else None


def expanded(place: Place) -> Place:
    """Return a place with ``~`` as the folder that it means."""
    return place if isinstance(place, Url) else place.expanduser()


def way_to(place: Place, folder: Place) -> PurePath | None:
    """Return the way from a folder to what lies in it; None to what does not."""
    if isinstance(place, Url) and isinstance(folder, Url):
        return place.relative_to(folder) if place.is_relative_to(folder) else None
    if isinstance(place, Path) and isinstance(folder, Path):
        return place.relative_to(folder) if place.is_relative_to(folder) else None
    return None
