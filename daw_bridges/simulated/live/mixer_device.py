"""The mixer strip of a track: volume, panning, sends, on switch; on the master cue, crossfader, tempo."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device_parameter import DeviceParameter, LinkedParameter
from daw_bridges.simulated.live.devices.fader import SEND_TOP_DB, VOLUME_TOP_DB
from daw_bridges.simulated.live.devices.make import choice, fader, number, pan
from daw_bridges.simulated.live.devices.spec import ParameterSpec
from daw_bridges.simulated.live.lom import LomObject, Property

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain
    from daw_bridges.simulated.live.track import Track

__all__ = ["MixerDevice", "SendParameter", "tempo_parameter"]

TEMPO_RANGE = (20.0, 999.0)


@cache
def _specs() -> dict[str, ParameterSpec]:
    return {
        "volume": fader("Track Volume", VOLUME_TOP_DB),
        "panning": pan("Track Panning"),
        "send": fader("Send", SEND_TOP_DB, float("-inf")),
        "activator": choice("Speaker On", ("Off", "On"), "On"),
        "cue": fader("Preview Volume", VOLUME_TOP_DB),
        "crossfader": pan("Crossfader"),
        "tempo": number("Song Tempo", *TEMPO_RANGE, 120.0),
        "left": pan("Left Split Pan", -1.0),
        "right": pan("Right Split Pan", 1.0),
    }


class SendParameter(DeviceParameter):
    """The level a track sends to a return, or a chain to a return chain; it is named after that."""

    def __init__(self, parent: LomObject, target: Track | Chain) -> None:
        super().__init__(parent.doc_, parent, _specs()["send"])
        self.target_ = target

    @property
    def name(self) -> str:
        return self.target_.name


class MixerDevice(LomObject):
    """The device every track has."""

    crossfade_assign = Property(int, 1, check=lambda _, value: _one_of(value, (0, 1, 2)))
    panning_mode = Property(int, 0, check=lambda _, value: _one_of(value, (0, 1)))
    _observable = ("sends",)

    def __init__(self, track: Track) -> None:
        super().__init__(track.doc_, track)
        self.track_ = track
        specs = _specs()
        self.volume = DeviceParameter(self.doc_, self, specs["volume"])
        self.panning = DeviceParameter(self.doc_, self, specs["panning"])
        self.left_split_stereo = DeviceParameter(self.doc_, self, specs["left"])
        self.right_split_stereo = DeviceParameter(self.doc_, self, specs["right"])
        self.activator_ = LinkedParameter(
            self, specs["activator"], lambda: float(not track.get_("mute")), track.set_activated_
        )
        self._master_only: dict[str, DeviceParameter] = {}

    @property
    def sends(self) -> tuple[SendParameter, ...]:
        """One level for each return track, in their order; none on the master."""
        return self.all_("sends")

    @property
    def track_activator(self) -> DeviceParameter:
        """The on switch; RuntimeError on the master."""
        if self.track_.kind_ == "master":
            raise RuntimeError("The master track has no track activator")
        return self.activator_

    @property
    def cue_volume(self) -> DeviceParameter:
        return self._of_master("cue_volume")

    @property
    def crossfader(self) -> DeviceParameter:
        return self._of_master("crossfader")

    @property
    def song_tempo(self) -> DeviceParameter:
        return self._of_master("song_tempo")

    def _of_master(self, name: str) -> DeviceParameter:
        if name not in self._master_only:
            raise RuntimeError(f"Only the master track has a {name}")
        return self._master_only[name]

    def become_master_(self, tempo: LinkedParameter) -> None:
        specs = _specs()
        self._master_only = {
            "cue_volume": DeviceParameter(self.doc_, self, specs["cue"]),
            "crossfader": DeviceParameter(self.doc_, self, specs["crossfader"]),
            "song_tempo": tempo,
        }

    def add_send_(self, target: Track, level: float | None = None) -> SendParameter:
        send = SendParameter(self, target)
        if level is not None:
            send.__dict__["=value"] = level
        self.assign_("sends", (*self.sends, send))
        return send

    def remove_send_(self, target: Track) -> None:
        gone = [send for send in self.sends if send.target_ == target]
        self.assign_("sends", tuple(send for send in self.sends if send not in gone))
        for send in gone:
            send.delete_()

    def children_(self) -> Iterable[LomObject]:
        return (
            self.volume, self.panning, self.left_split_stereo, self.right_split_stereo, self.activator_,
            *self.sends, *self._master_only.values(),
        )  # fmt: skip

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, MixerDevice):
            for mine, theirs in zip(self.children_(), other.children_(), strict=False):
                mine.take_from_(theirs)


def tempo_parameter(mixer: MixerDevice) -> LinkedParameter:
    """The master's view of the song's tempo."""
    song = mixer.doc_.song

    def write(bpm: float) -> None:
        song.tempo = bpm

    return LinkedParameter(mixer, _specs()["tempo"], lambda: song.tempo, write)


def _one_of(value: int, allowed: tuple[int, ...]) -> int:
    if value not in allowed:
        raise RuntimeError(f"Invalid value: one of {allowed} expected")
    return value
