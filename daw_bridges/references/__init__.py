"""How actions name things in a session: a reference means one thing or is an error, never a neighbour.

===========  =================================================================================
a track      its name (case does not matter where that is unique), ``#3`` for the third,
             ``Master``
a device     its kind (``compressor``), a label given by ``as``, the host's name; a second one
             is ``compressor#2``; ``#2`` is whatever stands second in the chain
in a rack    the rack, the chain's name or ``#n`` and the device, with ``>`` between them:
             ``Audio Effect Rack > Chain 1 > compressor``; racks stand in racks
the strip    ``mixer``, where a parameter is automated; no device is referred to by that name
a parameter  its neutral name (``threshold``) or the host's (``S/C Gain``)
a clip       its name, ``#2`` for the one in slot 2, ``@17`` for the arrangement clip that
             starts at bar 17
a scene      its name, or ``#2`` for the second
===========  =================================================================================
"""

from __future__ import annotations

from daw_bridges.references.clips import (
    arrangement_reference,
    clip_index,
    clip_reference,
    find_clip,
    is_arrangement_reference,
)
from daw_bridges.references.devices import (
    MIXER,
    SEPARATOR,
    DevicePath,
    all_devices,
    chain_path,
    chain_reference,
    device_at,
    device_index,
    device_path,
    device_reference,
    device_word,
    devices_along,
    find_device,
    find_parameter,
    is_mixer,
    split_reference,
)
from daw_bridges.references.tracks import (
    counterparts,
    find_track,
    is_numbered,
    scene_index,
    track_index,
    track_label,
    track_reference,
)

__all__ = [
    "MIXER",
    "SEPARATOR",
    "DevicePath",
    "all_devices",
    "arrangement_reference",
    "chain_path",
    "chain_reference",
    "clip_index",
    "clip_reference",
    "counterparts",
    "device_at",
    "device_index",
    "device_path",
    "device_reference",
    "device_word",
    "devices_along",
    "find_clip",
    "find_device",
    "find_parameter",
    "find_track",
    "is_arrangement_reference",
    "is_mixer",
    "is_numbered",
    "scene_index",
    "split_reference",
    "track_index",
    "track_label",
    "track_reference",
]
