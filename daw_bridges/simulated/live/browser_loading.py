"""Where what the browser loads ends up: on a track, in a rack's chain, or in another device's place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

from daw_bridges.simulated.live.browser_tree import Leaf
from daw_bridges.simulated.live.chain import Chain
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.devices.spec import INSTRUMENT
from daw_bridges.simulated.live.drum_pad import DrumPad
from daw_bridges.simulated.live.vector import index_of

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import DrumChain
    from daw_bridges.simulated.live.song import Song
    from daw_bridges.simulated.live.track import Track

__all__ = ["Hotswap", "load", "replace"]

Hotswap = Union[Device, Chain, DrumPad]  # noqa: UP007 - an alias for annotations and isinstance alike

_SELECTED_LEFT = 1


def load(song: Song, leaf: Leaf) -> Device:
    """Load onto the selected track; RuntimeError if it takes no such device."""
    track = song.view.selected_track
    if leaf.spec.type == INSTRUMENT and track.kind_ == "audio":
        track = song.create_midi_track(index_of(song.tracks, track) + 1)
    chain, place = _wanted_place(track)
    if not chain.takes_(leaf.spec):
        raise RuntimeError(f"'{leaf.name}' cannot be loaded onto '{track.get_('name')}'")
    before = chain.devices[:place]
    _drop_old_instrument(chain, leaf)
    place = sum(device in chain.devices for device in before)
    return _put(chain, leaf, chain.nearest_place_(leaf.spec, place, chain.devices))


def replace(target: Hotswap, leaf: Leaf) -> Device:
    """Load in the place of a device, or into a chain or pad; a preset of the same device only sets it."""
    if isinstance(target, DrumPad):
        return _put_on_pad(target, leaf)
    if isinstance(target, Chain):
        return _put(target, leaf, target.nearest_place_(leaf.spec, len(target.devices), target.devices))
    if leaf.is_preset and leaf.spec == target.spec_ and leaf.rack is None:
        leaf.apply_to(target)
        return target
    chain = target.parent_
    assert isinstance(chain, DeviceChain)
    place = index_of(chain.devices, target)
    chain.delete_device(place)
    return _put(chain, leaf, chain.nearest_place_(leaf.spec, place, chain.devices))


def _wanted_place(track: Track) -> tuple[DeviceChain, int]:
    """The chain of the selected device and the place beside it; the end of the track without one."""
    selected = track.view.selected_device
    if selected is None or not isinstance(selected.parent_, DeviceChain):
        return track, len(track.devices)
    chain = selected.parent_
    place = index_of(chain.devices, selected)
    return chain, place if track.view.device_insert_mode == _SELECTED_LEFT else place + 1


def _drop_old_instrument(chain: DeviceChain, leaf: Leaf) -> None:
    """Take the old instrument out before a new one comes: a chain holds one."""
    if leaf.spec.type == INSTRUMENT:
        for index, device in enumerate(chain.devices):
            if device.is_instrument_():
                chain.delete_device(index)


def _put_on_pad(pad: DrumPad, leaf: Leaf) -> Device:
    pad.delete_all_chains()
    chain = pad.rack_.add_chain_(len(pad.rack_.chains))
    cast("DrumChain", chain).in_note = pad.note
    return _put(chain, leaf, 0)


def _put(chain: DeviceChain, leaf: Leaf, place: int) -> Device:
    device = chain.load_(leaf.spec, place)
    leaf.apply_to(device)
    return device
