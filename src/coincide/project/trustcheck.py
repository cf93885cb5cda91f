"""What a project folder brings along that is used only once the user trusts it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import CoincideError
from coincide.model import Place, Url
from coincide.project.folder.trust import CodeFile, stored_code
from coincide.project.project import Project
from coincide.project.read.remotealbum import mirror_of
from coincide.project.read.remotealbum import server_of as server_of_mirror
from coincide.servers import split_address
from coincide.servers.keys import is_named, name_server
from coincide.storage import ledger
from coincide.storage.objectstore import open_store
from coincide.writing.served.carry import is_album_plan, open_album_plan


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A server that keys would be sent to, and the file or folder that names it."""

    base: str
    named_in: Place

    @property
    def trusted(self) -> bool:
        """Whether the user named or confirmed it before."""
        return is_named(self.base)


@dataclass(frozen=True, slots=True)
class Brought:
    """Everything of a project that needs the user's trust, confirmed or not."""

    code: tuple[CodeFile, ...] = ()
    servers: tuple[ServerAddress, ...] = ()

    @property
    def trusted(self) -> bool:
        """Whether nothing is left to confirm."""
        code = all(file.trusted for file in self.code)
        return code and all(server.trusted for server in self.servers)


def brought_along(project: Project) -> Brought:
    """Return what a project brings along; nothing of it is run, and no server is asked."""
    servers = {server.base: server for server in _servers(project)}
    return Brought(stored_code(project.options), tuple(servers[base] for base in sorted(servers)))


def trust_all(brought: Brought) -> None:
    """Record the user's confirmation of all that a project brings along, as it is now."""
    for code in brought.code:
        ledger.trust("code", code.what)
    for server in brought.servers:
        name_server(server.base)


def _servers(project: Project) -> Iterator[ServerAddress]:
    mirror = mirror_of(project.sources)
    if mirror is not None:
        yield ServerAddress(server_of_mirror(mirror), project.sources[0])
    for path in _plans(project.folder):
        if is_album_plan(path):
            try:
                address = split_address(open_album_plan(path).plan.url)
            except CoincideError:  # a damaged plan can be neither applied nor verified
                continue
            yield ServerAddress(address.base, path)


def _plans(folder: Place) -> list[Path]:
    """Return the plans that the app offers to apply: those in the folder, and those it notes."""
    if isinstance(folder, Url):
        return []
    with open_store(folder, readonly=True) as store:
        noted = store.load_plan_paths()
    return sorted({*folder.absolute().glob("plan*.json"), *noted})
