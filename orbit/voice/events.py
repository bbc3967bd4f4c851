"""Events of a listener: the level, the text that was heard, what is asked, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orbit.agent import Event
    from orbit.outcome import Outcome
    from orbit.voice.utterance import Utterance
    from orbit.workflows import Plan

__all__ = ["Asked", "Done", "Heard", "Kind", "Level", "Listening", "Tell"]


@dataclass(frozen=True)
class Listening:
    """The light: ``on`` while what is said counts; ``why`` nothing comes of what was said, if so."""

    on: bool
    why: str = ""


@dataclass(frozen=True)
class Level:
    """The peak of the last piece of sound, in dB below full scale: 0 is the loudest, −96 silence."""

    db: float


@dataclass(frozen=True)
class Heard:
    """A text, before anything is done for it; ``answer`` where it answers what was asked."""

    utterance: Utterance
    answer: bool = False


class Kind(Enum):
    """A sort of question."""

    HEARD = "heard"
    """“Did you say …?”, with the likeliest first."""
    PLAN = "plan"
    """Consent to the plan that is shown."""
    PROPOSAL = "proposal"
    """Whether a plan is meant that does not account for the whole request."""
    QUESTION = "question"
    """Something that is open in the request: the next words may answer it."""


@dataclass(frozen=True)
class Asked:
    """A question: it stands until it is answered, something else is said, or it is cancelled."""

    kind: Kind
    question: str
    options: tuple[str, ...] = ()
    plan: Plan | None = None


@dataclass(frozen=True)
class Done:
    """The end of a request. ``outcome`` is None where it was stopped, or where ``error`` says why not."""

    reply: str
    outcome: Outcome | None = None
    error: Exception | None = None

    @property
    def ok(self) -> bool:
        """True where it was done and read back."""
        return self.outcome is not None and self.outcome.ok


Tell = Callable[["Listening | Level | Heard | Asked | Done | Event"], object]
"""Takes a listener's events and, while a request is carried out, those of the agent."""
