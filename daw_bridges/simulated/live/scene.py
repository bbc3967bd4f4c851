"""A scene: one row of the Session grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.lom import Property
from daw_bridges.simulated.live.vector import index_of

if TYPE_CHECKING:
    from daw_bridges.simulated.live.clip_slot import ClipSlot
    from daw_bridges.simulated.live.song import Song

__all__ = ["Scene"]


class Scene(Colored):
    """Launches a row of clips, and may set tempo and time signature."""

    name = Property(str, "")
    tempo = Property(float, 120.0)
    tempo_enabled = Property(bool, default=False)
    time_signature_numerator = Property(int, 4)
    time_signature_denominator = Property(int, 4)
    time_signature_enabled = Property(bool, default=False)
    _observable = ("clip_slots", "is_triggered")

    def __init__(self, song: Song) -> None:
        super().__init__(song.doc_, song)

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
        """Launch every clip of the row and stop the tracks whose slot is empty."""
        song = self.doc_.song
        with self.doc_.change():
            if self.tempo_enabled:
                song.tempo = self.tempo
            # What starts the song starts together; only while it runs is there a bar to wait for.
            quantization = None if song.is_playing else 0
            for slot in self.clip_slots:
                slot.fire(launch_quantization=quantization)
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
