"""Free speech by faster-whisper, where its extra is installed and the user downloaded a model.

The download is the user's own decision (``orbit voice download small.en``); nothing is ever fetched by
recognising. The session's names are told to it as words to listen for.
"""

from __future__ import annotations

import math
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import ModelError, UsageError
from orbit.voice.numbers import in_figures
from orbit.voice.utterance import Utterance, samples_of, seconds_of
from orbit.voice.vocabulary import Vocabulary

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["MODELS", "Whisper", "download", "model_folder", "open_transcriber"]

MODELS = ("tiny.en", "base.en", "small.en", "medium.en", "tiny", "base", "small", "medium", "large-v3")
USUAL = "small.en"
_FILE = "model.bin"
_EXTRA = "pip install 'orbit-daw[whisper]'"
_LEAST = 0.4
"""The certainty below which it is not taken; what whisper makes of noise lies below."""
_NO_SPEECH = 0.6


def open_transcriber(settings: Settings) -> Whisper:
    """Be the entry point. Raises ModelError where the extra or a model is missing."""
    _library()
    return Whisper(model_folder(settings))


def model_folder(settings: Settings, name: str | None = None) -> Path:
    """Give the folder of a model: a folder by its path, or one that was downloaded, the last without a name.

    Raises ModelError where there is none, with how to get one.
    """
    home = settings.data_dir / "voice"
    if name is not None:
        chosen = [Path(name).expanduser(), home / name]
    else:
        chosen = sorted(home.glob("*"), key=lambda each: -each.stat().st_mtime)
    for folder in chosen:
        if (folder / _FILE).is_file():
            return folder
    raise ModelError(
        f"No model for free speech in {home}. Download one: orbit voice download {name or USUAL}"
    )


def download(settings: Settings, name: str = USUAL) -> Path:
    """Fetch a model, once; a folder that holds one is taken as it is.

    Raises UsageError for a name that is none and ModelError where it cannot be had.
    """
    with suppress(ModelError):
        return model_folder(settings, name)
    if name not in MODELS:
        raise UsageError(f"There is no model “{name}”. Models: {', '.join(MODELS)}; or the path of a folder.")
    library = _library()
    folder = settings.data_dir / "voice" / name
    folder.mkdir(parents=True, exist_ok=True)
    try:
        library.download_model(name, output_dir=str(folder))
    except Exception as error:
        with suppress(OSError):
            folder.rmdir()  # what was fetched so far stays, and is not fetched again
        why = next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
        said = f"The model “{name}” cannot be downloaded: {why}. Is this machine online?"
        raise ModelError(said) from error
    return folder


def _library() -> Any:
    try:
        import faster_whisper  # pyright: ignore[reportMissingImports] - an extra
    except ImportError:
        raise ModelError(f"This kind of free speech needs an extra: {_EXTRA}") from None
    return faster_whisper  # pyright: ignore[reportUnknownVariableType]


class Whisper:
    """A model of faster-whisper on this machine's processor; loaded when it is prepared or first used."""

    name = "whisper"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._model: Any = None
        self._known = Vocabulary()
        self._one = threading.Lock()

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Load the model. Raises ModelError where it cannot be loaded."""
        with self._one:
            self._known = vocabulary
            self._loaded()

    def follow(self, pcm: bytes) -> None:
        """Wait for the whole: the model hears half a minute at a time."""

    def transcribe(self, pcm: bytes, vocabulary: Vocabulary | None = None) -> Utterance:
        """Make words of an utterance."""
        with self._one:
            began = time.perf_counter()
            self._known = vocabulary or self._known
            segments, _ = self._loaded().transcribe(
                samples_of(pcm),
                language="en",
                vad_filter=True,
                condition_on_previous_text=False,
                hotwords=", ".join(self._known.names) or None,
            )
            heard = list(segments)
        text = in_figures(" ".join(segment.text.strip() for segment in heard).strip().rstrip("."))
        certainty = _certainty(heard)
        taken = bool(text) and certainty >= _LEAST
        return Utterance(
            text, certainty, (), not taken, self.name, seconds_of(pcm), time.perf_counter() - began
        )

    def _loaded(self) -> Any:
        if self._model is None:
            model = _library().WhisperModel
            try:
                self._model = model(
                    str(self._folder), device="cpu", compute_type="int8", local_files_only=True
                )
            except (RuntimeError, ValueError, OSError) as error:
                said = f"The model in {self._folder} cannot be loaded: {error}. Download it again."
                raise ModelError(said) from error
        return self._model


def _certainty(segments: list[Any]) -> float:
    """Give the mean probability of a token; nothing where one of them is likely no speech."""
    if not segments or any(each.no_speech_prob >= _NO_SPEECH for each in segments):
        return 0.0
    return math.exp(sum(each.avg_logprob for each in segments) / len(segments))
