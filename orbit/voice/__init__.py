"""Voice: sound in, the words of a request out; what is done with them is as for typed ones.

All sound in here is of one kind: 16 kHz, mono, signed 16 bits in little endian, as bytes.
"""

from __future__ import annotations

from orbit.voice.transcribers import Transcriber, open_transcriber
from orbit.voice.utterance import Alternative, Utterance
from orbit.voice.vocabulary import Vocabulary

__all__ = ["Alternative", "Transcriber", "Utterance", "Vocabulary", "open_transcriber"]
