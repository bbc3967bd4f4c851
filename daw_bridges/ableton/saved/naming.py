"""The names of tracks and chains that nobody named, as Live makes them up.

Since Live 9 a set stores the name it shows. Live 8 stores only what the user typed, so it is made up here by
the same rule: a track's number and its instrument, a return's letter and its first device.
"""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.ableton.saved.parts import FoundChain, FoundTrack

__all__ = ["INSTRUMENTS", "chain_name", "name_tracks"]

INSTRUMENTS = frozenset(
    (
        "AuPluginDevice", "Collision", "Drift", "DrumCell", "DrumGroupDevice", "InstrumentGroupDevice",
        "InstrumentImpulse", "InstrumentMeld", "InstrumentVector", "LoungeLizard", "MultiSampler",
        "MxDeviceInstrument", "Operator", "OriginalSimpler", "PluginDevice", "ProxyInstrumentDevice",
        "StringStudio", "UltraAnalog",
    )
)  # fmt: skip
"""What turns notes into sound on a MIDI track; a plug-in does so there, unless it only makes notes."""

_UNMISTAKABLE = INSTRUMENTS - {"AuPluginDevice", "PluginDevice"}

_PLAIN = {"MidiTrack": "MIDI", "AudioTrack": "Audio", "GroupTrack": "Group", "ReturnTrack": "Return"}


def name_tracks(tracks: Iterable[FoundTrack]) -> None:
    """Give each track that has none the name that Live shows for it."""
    ordinary = returns = 0
    for track in tracks:
        if track.tag == "ReturnTrack":
            returns += 1
            number = _letter(returns)
        else:
            ordinary += 1
            number = str(ordinary)
        if not track.name:
            track.name = track.user_name.replace("#", number) or f"{number}-{_by_nature(track)}"


def _by_nature(track: FoundTrack) -> str:
    if track.tag == "ReturnTrack":
        found = track.devices[:1]
    else:
        found = [device for device in track.devices if device.tag in INSTRUMENTS][:1]
    if found and track.tag != "AudioTrack":
        return found[0].title
    return _PLAIN.get(track.tag, track.tag)


def _letter(number: int) -> str:
    """Returns count from A to Z, then on with AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def chain_name(chain: FoundChain) -> str:
    """The name of a chain: its own, else its instrument's, else those of all that is in it."""
    if chain.name or not chain.devices:
        return chain.name or "Chain"
    instruments = [found for found in chain.devices if found.tag in _UNMISTAKABLE]
    return " | ".join(found.title for found in instruments[:1] or chain.devices)
