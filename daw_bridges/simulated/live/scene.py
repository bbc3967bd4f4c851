"""A scene: one row of the Session grid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.mixer_device import TEMPO_RANGE
from daw_bridges.simulated.live.transport import DENOMINATORS
from daw_bridges.simulated.live.vector import index_of

if TYPE_CHECKING:
    from daw_bridges.simulated.live.clip_slot import ClipSlot
    from daw_bridges.simulated.live.song import Song

__all__ = ["Scene"]

_NONE = -1.0


class Scene(Colored):
    """Launches a row of clips, and may set tempo and time signature."""

    name = Property(str, "")
    _observable = (
        "clip_slots", "is_triggered", "tempo", "tempo_enabled", "time_signature_numerator",
        "time_signature_denominator", "time_signature_enabled",
    )  # fmt: skip

    def __init__(self, song: Song) -> None:
        super().__init__(song.doc_, song)

    @property
    def tempo_enabled(self) -> bool:
        """Whether launching it sets a tempo; switching it on takes the song's."""
        return self.get_("tempo") is not None

    @tempo_enabled.setter
    def tempo_enabled(self, on: bool) -> None:
        if on != self.tempo_enabled:
            self.assign_("tempo", self.doc_.song.tempo if on else None)

    @property
    def tempo(self) -> float:
        """The tempo it sets, −1 while it sets none; writing one switches it on."""
        return self.get_("tempo") if self.tempo_enabled else _NONE

    @tempo.setter
    def tempo(self, bpm: float) -> None:
        value = strict(float, bpm, "Scene.tempo")
        if value != _NONE and not TEMPO_RANGE[0] <= value <= TEMPO_RANGE[1]:
            raise RuntimeError("Invalid tempo: 20 to 999 expected")
        self.assign_("tempo", None if value == _NONE else value)

    @property
    def time_signature_enabled(self) -> bool:
        """Whether launching it sets a time signature; switching it on takes the song's."""
        return self.get_("signature") is not None

    @time_signature_enabled.setter
    def time_signature_enabled(self, on: bool) -> None:
        song = self.doc_.song
        if on != self.time_signature_enabled:
            self.assign_("signature", (song.signature_numerator, song.signature_denominator) if on else None)

    @property
    def time_signature_numerator(self) -> int:
        """The signature it sets, −1 while it sets none."""
        return self._signature()[0]

    @time_signature_numerator.setter
    def time_signature_numerator(self, numerator: int) -> None:
        self._set_signature(0, strict(int, numerator, "Scene.time_signature_numerator"), range(1, 100))

    @property
    def time_signature_denominator(self) -> int:
        return self._signature()[1]

    @time_signature_denominator.setter
    def time_signature_denominator(self, denominator: int) -> None:
        self._set_signature(1, strict(int, denominator, "Scene.time_signature_denominator"), DENOMINATORS)

    def _signature(self) -> tuple[int, int]:
        return self.get_("signature") or (-1, -1)

    def _set_signature(self, part: int, value: int, allowed: Iterable[int]) -> None:
        if value == -1:
            self.assign_("signature", None)
            return
        if value not in allowed:
            raise RuntimeError("Invalid time signature")
        song = self.doc_.song
        now = list(self.get_("signature") or (song.signature_numerator, song.signature_denominator))
        now[part] = value
        self.assign_("signature", tuple(now))

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "tempo":
            self.doc_.changed(self, "tempo_enabled")
        if name == "signature":
            for part in ("numerator", "denominator", "enabled"):
                self.doc_.changed(self, f"time_signature_{part}")

    def take_timing_(self, other: Scene) -> None:
        """Set the tempo and time signature another scene sets."""
        self.assign_("tempo", other.get_("tempo"))
        self.assign_("signature", other.get_("signature"))

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, Scene):
            self.take_timing_(other)

    @property
    def clip_slots(self) -> tuple[ClipSlot, ...]:
        """The slots of the row, in the order of the tracks."""
        song = self.doc_.song
        index = index_of(song.scenes, self)
        return tuple(track.clip_slots[index] for track in song.tracks)

    @property
    def is_empty(self) -> bool:
        return not any(slot.has_clip for slot in self.clip_slots)

    @property
    def is_triggered(self) -> bool:
        return any(slot.is_triggered for slot in self.clip_slots)

    def fire(self, force_legato: bool = False, can_select_scene_on_launch: bool = True) -> None:
        """Launch every clip of the row and stop the tracks whose slot is empty, also those that are armed.

        Live can be set to start recording in the empty slots of armed tracks; as it comes, it does not.
        """
        song = self.doc_.song
        with self.doc_.change():
            if self.tempo_enabled:
                song.tempo = self.tempo
            if self.time_signature_enabled:
                song.signature_numerator, song.signature_denominator = self._signature()
            # What starts the song starts together; only while it runs is there a bar to wait for.
            quantization = None if song.is_playing else 0
            for slot in self.clip_slots:
                slot.fire_with_scene_(quantization)
            if can_select_scene_on_launch and song.select_on_launch:
                song.view.selected_scene = self

    def fire_as_selected(self, force_legato: bool = False) -> None:
        """Launch the row and select the next one."""
        self.fire(force_legato)
        song = self.doc_.song
        following = index_of(song.scenes, self) + 1
        if following < len(song.scenes):
            song.view.selected_scene = song.scenes[following]

    def set_fire_button_state(self, state: bool) -> None:
        if state:
            self.fire()
