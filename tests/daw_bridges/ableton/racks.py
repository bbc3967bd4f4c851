"""The practice session with racks in it, as a user would have made them by hand."""

from __future__ import annotations

from daw_bridges.simulated.live import Song, practice_set
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.devices.stock import stock_device
from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["INSIDE", "add_rack", "racked_set"]

INSIDE = "Audio Effect Rack > Wet"
"""A chain on Bass with a compressor, a gate and another compressor."""


def add_rack(holder: DeviceChain, kind: str, **chains: tuple[str, ...]) -> RackDevice:
    """A rack at the end of a track or chain, with chains of those names holding those stock devices."""
    rack = holder.insert_(stock_device(kind), len(holder.devices))
    assert isinstance(rack, RackDevice)
    for name, devices in chains.items():
        chain = rack.add_chain_(len(rack.chains))
        if not name.startswith("_"):
            chain.name = name
        for device in devices:
            chain.insert_(stock_device(device), len(chain.devices))
    return rack


def racked_set(version: tuple[int, int, int] = (12, 3, 0)) -> Song:
    """Racks on Bass (one in another), Keys, Kick, a return and the Master; one chain has no own name."""
    song = practice_set(version)
    tracks = {track.name: track for track in song.tracks}
    with song.unrecorded():
        effects = ("Compressor", "Gate", "Compressor")
        rack = add_rack(tracks["Bass"], "Audio Effect Rack", Dry=(), Wet=effects, _unnamed=("Utility",))
        add_rack(rack.chains[0], "Audio Effect Rack", Deep=("Saturator",))
        add_rack(tracks["Keys"], "Instrument Rack", Low=("Operator", "Reverb"), High=())
        add_rack(tracks["Kick"], "Drum Rack", Boom=("Simpler",), Click=("Simpler", "Gate"))
        add_rack(tracks["Hats"], "MIDI Effect Rack", Fast=("Arpeggiator",))
        add_rack(song.return_tracks[0], "Audio Effect Rack", Wide=("Delay",))
        add_rack(song.master_track, "Audio Effect Rack", Glue=("Glue Compressor", "Limiter"))
    return song
