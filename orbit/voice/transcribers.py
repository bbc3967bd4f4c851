"""Who makes words of sound: entry points of the group ``orbit.transcribers``, ours and a third party's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from daw_bridges.errors import UsageError
from daw_bridges.extensions import extensions

if TYPE_CHECKING:
    from orbit.settings import Settings
    from orbit.voice.utterance import Utterance
    from orbit.voice.vocabulary import Vocabulary

__all__ = ["GROUP", "Transcriber", "known_transcribers", "open_transcriber"]

GROUP = "orbit.transcribers"
"""An entry point names a function of the settings that gives a transcriber; it loads nothing yet."""
USUAL = "offline"


@runtime_checkable
class Transcriber(Protocol):
    """Makes words of one utterance; from any thread, one call after the other. Its calls block."""

    name: str

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Load what is needed and take in what can be said now, ahead of the first word; soon done again."""
        ...

    def follow(self, pcm: bytes) -> None:
        """Take in what was said so far of an utterance that ``transcribe`` gets whole; it may do nothing."""
        ...

    def transcribe(self, pcm: bytes, vocabulary: Vocabulary | None = None) -> Utterance:
        """Make words of a stretch of sound, which may be noise, silence or nothing.

        ``vocabulary`` is prepared first; without one the last is taken. What it does not know comes back
        ``rejected``; OrbitError only where it cannot work at all, with what to do.
        """
        ...


def known_transcribers() -> list[str]:
    """Give the names of the transcribers that are installed."""
    return sorted({entry.name for entry in extensions(GROUP)})


def open_transcriber(settings: Settings, name: str = USUAL) -> Transcriber:
    """Open a transcriber by name.

    Raises UsageError for a name that nothing installed has; the transcriber's own errors come from it.
    """
    for entry in extensions(GROUP, name):
        return entry.load()(settings)
    known = ", ".join(known_transcribers()) or "none: install the project anew (pip install -e .)"
    raise UsageError(f"There is no transcriber “{name}”. Installed: {known}.")
