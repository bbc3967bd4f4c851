"""The wake phrase “hey orbit”, for hands that are never free; off unless it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from orbit.voice.endpoint import pocketsphinx
from orbit.voice.utterance import RATE

__all__ = ["PHRASE", "Wake"]

PHRASE = "hey orbit"
"""Two words: one alone is heard in other talk."""
_THRESHOLD = 1e-40
_FRAMES = 100
"""Frames of the recogniser a second."""
_BEGINS = 80
"""The frame by which the phrase must have begun: within other talk it is misheard."""


class Wake:
    """Finds the phrase in an utterance; one call at a time, from any thread."""

    @cached_property
    def _decoder(self) -> Any:
        return pocketsphinx().Decoder(
            samprate=RATE, keyphrase=PHRASE, kws_threshold=_THRESHOLD, loglevel="FATAL"
        )

    def after(self, pcm: bytes) -> bytes | None:
        """Give what was said behind the phrase, which may be nothing; None where it does not begin so."""
        self._decoder.start_utt()
        self._decoder.process_raw(pcm, full_utt=True)
        self._decoder.end_utt()
        found = [each.end_frame for each in self._decoder.seg() or () if each.start_frame <= _BEGINS]
        return pcm[round((min(found) + 1) / _FRAMES * RATE) * 2 :] if found else None
