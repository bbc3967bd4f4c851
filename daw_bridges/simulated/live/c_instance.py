"""What Live hands a Remote Script to reach it: the ``c_instance``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["CInstance"]


class CInstance:
    """Live's side of one control surface; there are no MIDI ports, so MIDI goes nowhere."""

    def __init__(
        self,
        song: Song,
        log: Callable[[str], None],
        show: Callable[[str], None],
        rebuild_midi_map: Callable[[], None],
    ) -> None:
        self._song = song
        self._log = log
        self._show = show
        self._preferences: dict[str, dict[str, object]] = {}
        self._rebuild_midi_map = rebuild_midi_map

    def song(self) -> Song:
        """The open set."""
        return self._song

    def log_message(self, *message: object) -> None:
        """Write a line to Log.txt."""
        self._log(" ".join(str(part) for part in message))

    def show_message(self, message: str) -> None:
        """Show a line in the status bar."""
        self._show(str(message))

    def request_rebuild_midi_map(self) -> None:
        """Have the script asked for its MIDI map again, in a moment."""
        self._rebuild_midi_map()

    def instance_identifier(self) -> int:
        return id(self)

    def handle(self) -> int:
        return id(self)

    def preferences(self, key: str) -> dict[str, object]:
        """What the script keeps from one start to the next."""
        return self._preferences.setdefault(key, {})

    def send_midi(self, midi_event_bytes: tuple[int, ...]) -> bool:
        return False

    def set_session_highlight(self, *highlight: object) -> None:
        """Frame a part of the Session grid."""

    def set_pad_translation(self, translations: object) -> None:
        """Translate pads."""

    def set_feedback_channels(self, channels: object) -> None:
        """Choose channels for feedback."""

    def set_feedback_velocity(self, velocity: int) -> None:
        """Choose the velocity of feedback."""

    def set_controlled_track(self, track: object) -> None:
        """Send the surface's notes to a track."""

    def release_controlled_track(self) -> None:
        """Send the surface's notes nowhere."""

    def update_locks(self) -> None:
        """Hear of device locks."""

    def toggle_lock(self) -> None:
        """Lock or unlock a device."""
