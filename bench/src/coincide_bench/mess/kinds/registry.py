"""All kinds of trouble by name. To add one, write a function and name it in its family."""

from collections.abc import Mapping

from coincide_bench.mess.kinds import alone, clocks, copies, folders, metadata, strangers, zones
from coincide_bench.mess.kinds.kind import Kind

FAMILIES: Mapping[str, tuple[Kind, ...]] = {
    "clocks": clocks.KINDS,
    "cameras alone": alone.KINDS,
    "zones": zones.KINDS,
    "metadata": metadata.KINDS,
    "copies": copies.KINDS,
    "folders": folders.KINDS,
    "strangers": strangers.KINDS,
}
KINDS: Mapping[str, Kind] = {kind.name: kind for kinds in FAMILIES.values() for kind in kinds}
