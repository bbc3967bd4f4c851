"""Every action of the vocabulary as an edit of certain things: one small function each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import Action
from orbit.learning.cleaning.looks import clips, devices, song, strips
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.world import World

__all__ = ["look"]

_LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    **song.LOOKS,
    **strips.LOOKS,
    **devices.LOOKS,
    **clips.LOOKS,
}


def look(world: World, action: Action) -> Sighting:
    """What an action does to the world as it is now; names mean what they mean after it from then on."""
    return _LOOKS[type(action)](world, action)
