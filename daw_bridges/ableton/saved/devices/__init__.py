"""Devices as Live stores them in a saved set, read as a session's devices in real units.

The catalogue says of each class of device which XML path holds which parameter and under which law, along
with names, units, ranges and choices. A class that it has no table of is read generically.
"""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.reading import stored_device, stored_value

__all__ = ["stored_device", "stored_value"]
