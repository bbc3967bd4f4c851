"""Packs: workflows as one file, to keep, to give away and to take in; what comes in is data, not trusted."""

from __future__ import annotations

from orbit.memory.trust.packs.exporting import export_pack
from orbit.memory.trust.packs.form import (
    MAX_BYTES,
    Pack,
    pack_bytes,
    read_pack,
    read_pack_bytes,
    read_pack_file,
)
from orbit.memory.trust.packs.importing import Imported, Incoming, import_pack

__all__ = [
    "MAX_BYTES",
    "Imported",
    "Incoming",
    "Pack",
    "export_pack",
    "import_pack",
    "pack_bytes",
    "read_pack",
    "read_pack_bytes",
    "read_pack_file",
]
