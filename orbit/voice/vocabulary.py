"""What can be said now: names of the open session, ways of asking for a workflow, answers to a question.

It is made anew whenever the session changed, and each transcriber makes of it what it needs: a grammar, or
words to listen for. It is a value: equal ones are the same vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import yaml

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.workflows import Workflow

__all__ = ["Phrase", "Vocabulary", "consent", "spoken_data"]

_MOST_NAMES = 400
"""Names of one kind that can be said; of more the first."""


class Phrase(NamedTuple):
    """A way of asking for a workflow, with ``{{ slot }}`` where something is to be named."""

    text: str
    slots: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Name, type and choices of each."""


@dataclass(frozen=True)
class Vocabulary:
    """Everything that a request can speak of, as it is written."""

    tracks: tuple[str, ...] = ()
    """Return tracks are among them."""
    returns: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    clips: tuple[str, ...] = ()
    locators: tuple[str, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    options: tuple[str, ...] = ()
    """What a question that was asked gave to choose from."""
    answers_only: bool = False
    """True where consent was asked for: nothing but an answer can be said."""

    @classmethod
    def of(cls, session: Session | None, workflows: Iterable[Workflow] = ()) -> Self:
        """Make it from the open session (None: none is open) and the library's workflows."""
        phrases = tuple(phrase for workflow in workflows for phrase in _phrases(workflow))
        if session is None:
            return cls(phrases=phrases)
        tracks = session.tracks
        clips = (clip.name for track in tracks for clip in (*track.clips, *track.arrangement_clips))
        return cls(
            tracks=_once(session.track_names),
            returns=_once(track.name for track in session.returns),
            devices=_once(device.name for track in tracks for device in track.devices),
            scenes=_once(session.scenes),
            clips=_once(clips),
            locators=_once(locator.name for locator in session.locators),
            phrases=phrases,
        )

    def for_consent(self) -> Self:
        """The same, where all that can be said is an answer: go ahead, or not."""
        return replace(self, answers_only=True)

    def for_question(self, options: Iterable[str] = ()) -> Self:
        """The same, where something was asked: an option can be said beside requests."""
        return replace(self, options=_once(options))

    @property
    def names(self) -> Iterator[str]:
        """Everything that has a name, once."""
        kinds = (self.tracks, self.devices, self.scenes, self.clips, self.locators, self.options)
        return iter(dict.fromkeys(name for kind in kinds for name in kind))


@cache
def spoken_data() -> dict[str, Any]:
    """Give ``spoken.yaml``: what people say, as data."""
    return yaml.safe_load(files("orbit.voice").joinpath("spoken.yaml").read_text(encoding="utf-8"))


def consent(text: str) -> bool | None:
    """Read an answer: True to go ahead, False not to, None for anything else.

    >>> consent("Yes."), consent("never mind"), consent("yesterday")
    (True, False, None)
    """
    said = " ".join(text.casefold().replace(",", " ").strip(" .!").split())
    answers = spoken_data()["answers"]
    return True if said in answers["yes"] else False if said in answers["no"] else None


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name.strip()))[:_MOST_NAMES]


def _phrases(workflow: Workflow) -> Iterator[Phrase]:
    slots = tuple((name, slot.type.value, slot.choices) for name, slot in workflow.slots.items())
    for text in dict.fromkeys((workflow.title, *workflow.phrases)):
        yield Phrase(text, slots)
