"""Endpoints of speech: a stream of sound cut into utterances by pocketsphinx's voice detection."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from daw_bridges.errors import SoundError
from orbit.voice.utterance import RATE

__all__ = ["EXTRA", "LONGEST", "Endpoint", "Speech", "pocketsphinx"]

EXTRA = "Voice needs an extra: pip install 'orbit-daw[voice]'"
LONGEST = 20.0
"""Seconds that one utterance may last."""
_PAUSE = 0.6
"""Seconds without speech that end an utterance; between its words there are shorter ones."""
_BEFORE = round(0.8 * RATE) * 2
"""Bytes kept from before speech is noticed, which takes 0.3 seconds."""


class Speech(NamedTuple):
    """An utterance; ``cut`` where it went on for too long."""

    pcm: bytes
    cut: bool = False


class Endpoint:
    """Takes sound in pieces of any size and gives each utterance once it is over."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._voice: Any = pocketsphinx().Endpointer(sample_rate=RATE)
        self._longest = longest
        self._rest = b""
        self._kept = bytearray()
        self._quiet = 0.0
        self._cut = False
        self.speaking = False
        """True from the first word to the pause behind the last."""

    @property
    def so_far(self) -> bytes:
        """What was said of the utterance until now; it begins the whole."""
        return bytes(self._kept) if self.speaking and not self._cut else b""

    def feed(self, pcm: bytes) -> list[Speech]:
        """Take a piece."""
        size, data = self._voice.frame_bytes, self._rest + pcm
        whole = len(data) - len(data) % size
        self._rest = data[whole:]
        frames = (self._frame(data[at : at + size]) for at in range(0, whole, size))
        return [speech for speech in frames if speech is not None]

    def end(self) -> Speech | None:
        """End the stream, or the utterance; one that was cut is not given again."""
        speech = Speech(bytes(self._kept + self._rest)) if self.speaking and not self._cut else None
        self._kept.clear()
        self._rest, self.speaking, self._cut = b"", False, False
        return speech

    def _frame(self, frame: bytes) -> Speech | None:
        self._voice.process(frame)
        if not self._cut:
            self._kept += frame
        if self._voice.in_speech:
            self.speaking, self._quiet = True, 0.0
            if not self._cut and len(self._kept) / (RATE * 2) > self._longest:
                self._cut = True
                return Speech(bytes(self._kept), cut=True)
        elif self.speaking:
            self._quiet += self._voice.frame_length
            if self._quiet >= _PAUSE:
                return self.end()
        else:
            del self._kept[:-_BEFORE]
        return None


def pocketsphinx() -> Any:
    """Give the library of the extra “voice”. Raises SoundError, with how to install it."""
    try:
        import pocketsphinx as library
    except ImportError:
        raise SoundError(EXTRA) from None
    return cast("Any", library)
