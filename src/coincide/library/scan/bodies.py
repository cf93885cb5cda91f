"""Which body took a photo and in whose folder it lies, as keys of the store."""

from collections.abc import Sequence
from dataclasses import dataclass

from coincide.ingest.foldernames import read_name
from coincide.model import Device
from coincide.model.devices import is_phone

# between the parts of a key; no tag holds it, since tags are read without control characters
_BETWEEN = "\x1f"
# of the photos of a library by person so many lie in the folder where most of their body's lie:
# pictures are passed on, and in a library by event every body is in every folder
_BY_PERSON = 0.9


@dataclass(frozen=True, slots=True, order=True)
class BodyKey:
    """A body by make, model and serial number, in lower case; empty where a tag is missing."""

    make: str
    model: str
    serial: str = ""

    @classmethod
    def of(cls, device: Device) -> "BodyKey":
        """Return the key of what a file says of its device."""
        parts = (device.make, device.model, device.serial)
        return cls(*((part or "").casefold() for part in parts))

    @classmethod
    def parse(cls, text: str) -> "BodyKey":
        """Return the key that ``text`` is of.

        >>> key = BodyKey("canon", "canon eos 40d", "12")
        >>> BodyKey.parse(key.text) == key
        True
        """
        make, model, serial = text.split(_BETWEEN)
        return cls(make, model, serial)

    @property
    def text(self) -> str:
        """The key as one text."""
        return _BETWEEN.join((self.make, self.model, self.serial))

    @property
    def is_known(self) -> bool:
        """Whether any tag names a device: pictures of messengers have none, and no clock."""
        return bool(self.make or self.model)

    @property
    def is_phone(self) -> bool:
        """Whether its clock is set by the network."""
        return is_phone(Device(self.make or None, self.model or None))


def owner_of(folders: Sequence[str]) -> str:
    """Return the person whose folder a photo lies in, given the folders below the library's.

    Only the outermost folder names somebody, and only if its name is that of a person.

    >>> owner_of(["Anna", "2021", "Easter"]), owner_of(["2021", "Anna"]), owner_of([])
    ('Anna', '', '')
    """
    if not folders:
        return ""
    name = read_name(folders[0])
    return name.rest if name.sort == "name" else ""


def is_by_person(n_photos: Sequence[tuple[str, str, int]]) -> bool:
    """Return whether the outermost folders are people's, given (body, owner, number of photos).

    Bodies with a serial number tell it, where there are any: two people may have one model.
    """
    numbered = [photo for photo in n_photos if BodyKey.parse(photo[0]).serial]
    by_body: dict[str, dict[str, int]] = {}
    for body, owner, count in numbered or n_photos:
        by_body.setdefault(body, {})[owner] = count
    owners = {owner for _, owner, _ in n_photos if owner}
    total = sum(sum(counts.values()) for counts in by_body.values())
    at_home = sum(max(counts.values()) for counts in by_body.values())
    return len(owners) > 1 and at_home >= _BY_PERSON * total
