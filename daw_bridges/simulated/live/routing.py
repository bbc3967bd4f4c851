"""Where tracks and side chains get their signal and send it: types, channels, and what is on offer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from daw_bridges.simulated.live.lom import LomObject, strict

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song
    from daw_bridges.simulated.live.track import Track

__all__ = [
    "RoutingCategory", "RoutingChannel", "RoutingLayout", "RoutingType", "checked_choice", "input_channels",
    "input_types", "output_channels", "output_types", "sidechain_types",
]  # fmt: skip


class RoutingCategory(IntEnum):
    """Live.Track.RoutingTypeCategory."""

    external = 0
    rewire = 1
    resampling = 2
    master = 3
    track = 4
    parent_group_track = 5
    none = 6
    invalid = 7


class RoutingLayout(IntEnum):
    """Live.Track.RoutingChannelLayout."""

    midi = 0
    mono = 1
    stereo = 2


@dataclass(frozen=True)
class RoutingType:
    """A source or destination; one that is a track carries that track and shows its name."""

    category: RoutingCategory
    label: str
    attached_object: LomObject | None = None

    @property
    def display_name(self) -> str:
        """The text in Live's chooser."""
        return self.label or str(self.attached_object.get_("name") if self.attached_object else "")

    @property
    def is_lost(self) -> bool:
        """Whether the track it stood for is gone."""
        return not self.label and self.attached_object == None  # noqa: E711 - what is deleted equals None


@dataclass(frozen=True)
class RoutingChannel:
    """A channel of a source or destination."""

    display_name: str
    layout: RoutingLayout = RoutingLayout.stereo


NO_INPUT = RoutingType(RoutingCategory.none, "No Input")
NO_OUTPUT = RoutingType(RoutingCategory.none, "No Output")
ALL_INS = RoutingType(RoutingCategory.external, "All Ins")
EXT_IN = RoutingType(RoutingCategory.external, "Ext. In")
EXT_OUT = RoutingType(RoutingCategory.external, "Ext. Out")
RESAMPLING = RoutingType(RoutingCategory.resampling, "Resampling")
SENDS_ONLY = RoutingType(RoutingCategory.none, "Sends Only")
GROUP = RoutingType(RoutingCategory.parent_group_track, "Group")

_TAPS = tuple(RoutingChannel(name) for name in ("Pre FX", "Post FX", "Post Mixer"))
_MIDI_TAPS = tuple(RoutingChannel(name, RoutingLayout.midi) for name in ("Pre FX", "Post FX"))
_MIDI_CHANNELS = (
    RoutingChannel("All Channels", RoutingLayout.midi),
    *(RoutingChannel(f"Ch. {number}", RoutingLayout.midi) for number in range(1, 17)),
)
_INPUTS = (
    RoutingChannel("1/2"),
    RoutingChannel("1", RoutingLayout.mono),
    RoutingChannel("2", RoutingLayout.mono),
)
_OUTPUTS = (RoutingChannel("1/2"), RoutingChannel("3/4"))
_TRACK_IN = (RoutingChannel("Track In"),)


def of_track(track: Track) -> RoutingType:
    """The routing type that is a track."""
    category = RoutingCategory.master if track.kind_ == "master" else RoutingCategory.track
    return RoutingType(category, "", track)


def input_types(track: Track) -> tuple[RoutingType, ...]:
    """What can feed a track."""
    if track.kind_ not in ("midi", "audio"):
        return ()
    song = track.song_
    if track.kind_ == "midi":
        return (ALL_INS, *(of_track(other) for other in song.tracks if _feeds_midi(other, track)), NO_INPUT)
    others = (of_track(other) for other in _all_tracks(song) if other != track)
    return (EXT_IN, RESAMPLING, *others, NO_INPUT)


def output_types(track: Track) -> tuple[RoutingType, ...]:
    """Where a track can send its signal."""
    song = track.song_
    if track.kind_ == "master":
        return (EXT_OUT,)
    group = (GROUP,) if track.get_("group_track") is not None else ()
    others = (of_track(other) for other in song.tracks if _takes_signal_of(other, track))
    return (EXT_OUT, of_track(song.master_track), *group, *others, SENDS_ONLY)


def sidechain_types(song: Song) -> tuple[RoutingType, ...]:
    """What a side chain can listen to: any track, the one it sits on included."""
    return (EXT_IN, *(of_track(track) for track in _all_tracks(song)), NO_INPUT)


def input_channels(kind: RoutingType, *, midi: bool = False) -> tuple[RoutingChannel, ...]:
    """The channels of a source."""
    if kind.category in (RoutingCategory.track, RoutingCategory.master):
        return _MIDI_TAPS if midi else _TAPS
    if kind.category is RoutingCategory.external:
        return _MIDI_CHANNELS if midi else _INPUTS
    return ()


def output_channels(kind: RoutingType) -> tuple[RoutingChannel, ...]:
    """The channels of a destination."""
    if kind.category is RoutingCategory.track:
        return _TRACK_IN
    return _OUTPUTS if kind.category is RoutingCategory.external else ()


def default_channel(channels: tuple[RoutingChannel, ...]) -> RoutingChannel:
    """The channel a newly chosen type starts with: behind the devices where there is a choice."""
    named = {channel.display_name: channel for channel in channels}
    return named.get("Post FX") or (channels[0] if channels else RoutingChannel(""))


def checked_choice(value: object, kind: type[Any], allowed: tuple[object, ...], where: str) -> None:
    """Refuse what is not on offer: ArgumentError for another class, ValueError for another choice."""
    if strict(kind, value, where) not in allowed:
        raise ValueError(f"{where}: not one of the available choices")


def _all_tracks(song: Song) -> tuple[Track, ...]:
    return (*song.tracks, *song.return_tracks, song.master_track)


def _feeds_midi(other: Track, track: Track) -> bool:
    return other != track and other.kind_ == "midi"


def _takes_signal_of(other: Track, track: Track) -> bool:
    return other != track and other.kind_ in ("audio", "midi")
