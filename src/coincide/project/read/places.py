"""Where photos lie decides how they are read and embedded: on a disk, or in object storage."""

from coincide.model import Place, Url
from coincide.project.read.photos import Photos, Run
from coincide.storage.store import Store


def photos_at(project: Place, run: Run, *, keep: bool = True) -> Photos:
    """Return the reader of photos whose project folder is at a place.

    Without ``keep``, records and vectors are not written to the project folder.
    """
    if isinstance(project, Url):
        from coincide.project.read.objectstorage import InStorage

        return InStorage(project, run)
    from coincide.project.read.ondisk import OnDisk

    store = run.store if isinstance(run.store, Store) else None
    return OnDisk(project, run.meter, keep, run.applied, store)
