"""The text of one stretch of speech, its certainty, and the sound it came from."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["RATE", "Alternative", "Utterance", "samples_of", "seconds_of"]

RATE = 16_000
"""Samples a second."""
_SAMPLE_BYTES = 2


class Alternative(NamedTuple):
    """Another text that it may have been."""

    text: str
    certainty: float


@dataclass(frozen=True)
class Utterance:
    """One stretch of speech as a transcriber understood it."""

    text: str
    """As it is given to the agent: numbers in digits, names as the session writes them. It may be empty."""
    certainty: float = 0.0
    """From 0 to 1."""
    alternatives: tuple[Alternative, ...] = ()
    """Likelier first; of a rejected one they are shown and asked, never done."""
    rejected: bool = False
    """True where ``text`` is a guess that must not be done."""
    engine: str = ""
    """``grammar``, ``free``, or the name of the transcriber that gave it."""
    seconds: float = 0.0
    """Length of the sound."""
    took: float = 0.0
    """Seconds from the end of the sound to this text."""

    @property
    def accepted(self) -> bool:
        """True where there is a text to be done."""
        return bool(self.text) and not self.rejected

    def to_json(self) -> dict[str, Any]:
        """Give it as one JSON object."""
        rounded = {name: round(getattr(self, name), 3) for name in ("certainty", "seconds", "took")}
        others = [{"text": text, "certainty": round(sure, 3)} for text, sure in self.alternatives]
        return asdict(self) | rounded | {"alternatives": others}


def samples_of(pcm: bytes) -> NDArray[np.float32]:
    """Give the samples from −1 to 1; half a sample at the end is left out."""
    whole = len(pcm) - len(pcm) % _SAMPLE_BYTES
    return np.frombuffer(pcm[:whole], dtype="<i2").astype(np.float32) / np.float32(32_768)


def seconds_of(pcm: bytes) -> float:
    """Give the length of a sound."""
    return len(pcm) / (RATE * _SAMPLE_BYTES)
