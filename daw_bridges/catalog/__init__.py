"""What Orbit believes about devices: kinds, the words for them, and each host's own devices.

>>> from daw_bridges.catalog import catalog
>>> catalog().device("ableton", "compressor").parameter("threshold").range
(-inf, 6.0)
"""

from __future__ import annotations

from daw_bridges.catalog.counterparts import Counterpart
from daw_bridges.catalog.entries import DeviceEntry, ParameterEntry
from daw_bridges.catalog.lookup import Catalog, catalog
from daw_bridges.catalog.names import neutral_key, unique_keys
from daw_bridges.catalog.schema import Instead

__all__ = [
    "Catalog", "Counterpart", "DeviceEntry", "Instead", "ParameterEntry", "catalog", "neutral_key",
    "unique_keys",
]  # fmt: skip
