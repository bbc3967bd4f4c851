"""Audio files as Live imports them: it must be one, and for WAV how long it is."""

from __future__ import annotations

import wave
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

__all__ = ["AudioFile", "audio_file"]

SAMPLE_RATE = 44_100.0
_ENDINGS = (".wav", ".aif", ".aiff", ".flac", ".ogg", ".mp3", ".m4a")
_UNKNOWN_FRAMES = 352_800


@dataclass(frozen=True)
class AudioFile:
    """A file with its length in frames; what is not WAV counts as eight seconds."""

    path: str
    frames: int = _UNKNOWN_FRAMES
    sample_rate: float = SAMPLE_RATE

    @property
    def name(self) -> str:
        """The name a clip of it gets."""
        return PureWindowsPath(self.path).stem

    def beats(self, tempo: float) -> float:
        """How long it is at ``tempo``; a little at least."""
        return max(self.frames / self.sample_rate * tempo / 60, 1 / 64)


def audio_file(path: str) -> AudioFile:
    """Look at a file; RuntimeError where there is none that Live could import."""
    file = Path(path)
    if not file.is_file():
        raise RuntimeError(f"The file '{path}' does not exist")
    if file.suffix.lower() not in _ENDINGS:
        raise RuntimeError(f"The file '{path}' is no audio file")
    if file.suffix.lower() != ".wav":
        return AudioFile(path)
    try:
        with wave.open(str(file), "rb") as wav:
            return AudioFile(path, wav.getnframes(), float(wav.getframerate()))
    except (wave.Error, EOFError):
        raise RuntimeError(f"The file '{path}' is no audio file") from None
