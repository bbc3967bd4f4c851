"""Free speech by Moonshine tiny; its model is in the wheel, so nothing is fetched."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self, cast

from daw_bridges.errors import ModelError
from orbit.voice.utterance import RATE, samples_of

__all__ = ["Moonshine"]

_MODEL = "assets/tiny-en"
_SHORTEST = 0.1
"""Seconds below which there is nothing to be heard."""


class Moonshine:
    """The model, loaded; ``open`` takes about half a second."""

    def __init__(self, model: Any) -> None:
        self._model = model

    @classmethod
    def open(cls) -> Self:
        """Load it. Raises ModelError where the package or its model is missing."""
        found = find_spec("moonshine_voice")
        folder = Path(found.origin).parent / _MODEL if found and found.origin else None
        if folder is None or not folder.is_dir():
            raise ModelError("Free speech needs moonshine-voice 0.0.73: pip install 'orbit-daw[voice]'")
        try:
            # Read when the model is loaded: threads that wait for one another by spinning take twice the
            # processor, which the DAW beside needs, and are no sooner done with a model this small.
            os.environ.setdefault("MOONSHINE_ORT_SINGLE_THREAD", "1")
            import moonshine_voice

            library = cast("Any", moonshine_voice)
            return cls(library.Transcriber(model_path=str(folder), model_arch=library.ModelArch.TINY))
        except (ImportError, OSError, RuntimeError) as error:
            raise ModelError(
                f"moonshine-voice cannot be loaded here: {error}. Commands are heard without it."
            ) from error

    def text(self, pcm: bytes) -> str:
        """Give what was said, as it would be written; empty where nothing was."""
        samples = samples_of(pcm)
        if len(samples) < _SHORTEST * RATE:
            return ""
        found = self._model.transcribe_without_streaming(samples.tolist(), RATE)
        return " ".join(line.text.strip() for line in found.lines if line.text).strip()
