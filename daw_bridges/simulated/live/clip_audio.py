"""What only audio clips have: gain, pitch, warping and the sample behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from daw_bridges.simulated.live.devices.fader import fader_db
from daw_bridges.simulated.live.lom import LomObject, Property

__all__ = ["AudioProperties", "WarpMarker"]

SAMPLE_RATE = 44_100.0
_MODES = (0, 1, 2, 3, 4, 6)


def _is_audio(clip: Any) -> bool:
    return clip.is_audio_clip


@dataclass(frozen=True)
class WarpMarker:
    """Ties a place in the sample (seconds) to a beat."""

    sample_time: float
    beat_time: float


class AudioProperties(LomObject):
    """The audio side of a clip; every property raises RuntimeError on MIDI clips."""

    warping = Property(bool, default=True, applies=_is_audio)
    warp_mode = Property(int, 0, applies=_is_audio, check=lambda _, mode: _known_mode(mode))
    gain = Property(float, 0.85, applies=_is_audio)
    pitch_coarse = Property(int, 0, applies=_is_audio)
    pitch_fine = Property(float, 0.0, applies=_is_audio)
    ram_mode = Property(bool, default=False, applies=_is_audio)
    file_path = Property(str, "", applies=_is_audio, read_only=True)
    sample_length = Property(int, 352_800, applies=_is_audio, read_only=True, listen=False)
    sample_rate = Property(float, SAMPLE_RATE, applies=_is_audio, read_only=True, listen=False)
    _observable = ("warp_markers",)

    @property
    def gain_display_string(self) -> str:
        """The gain in dB as displayed."""
        return f"{fader_db(self.gain):.2f} dB"

    @property
    def available_warp_modes(self) -> tuple[int, ...]:
        return _MODES

    @property
    def warp_markers(self) -> tuple[WarpMarker, ...]:
        """The first and the last place of the sample; RuntimeError on MIDI clips."""
        seconds = self.sample_length / self.sample_rate
        return (WarpMarker(0.0, 0.0), WarpMarker(seconds, seconds * self.doc_.song.tempo / 60))


def _known_mode(mode: int) -> int:
    if mode not in _MODES:
        raise RuntimeError("Invalid warp mode")
    return mode
