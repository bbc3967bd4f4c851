"""AbletonOSC's addresses, one table: how many arguments each needs, and what it does with them.

The parts are tables too, one file for each kind of object; ``area`` makes the addresses of an object's
properties and methods out of a few lines. Names are Live's own; values are raw, as AbletonOSC has them.
"""

from __future__ import annotations

from typing import Dict

from . import application, clips, devices, scenes, song, tracks, views
from .area import Address

__all__ = ["ADDRESSES"]

ADDRESSES: Dict[str, Address] = {}
for _part in (application, song, views, tracks, clips, scenes, devices):
    ADDRESSES.update(_part.ADDRESSES)
