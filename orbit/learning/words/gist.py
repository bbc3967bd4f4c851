"""What a routine comes down to: which track it is about, what is put there, what is set, where it leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from orbit.learning.routine import Routine
from orbit.learning.words.saying import device_noun, said
from orbit.workflows.roles import ROLES
from orbit.workflows.templates import exact_name

__all__ = ["Gist"]


@dataclass(frozen=True)
class Gist:
    """A routine looked at as a whole."""

    routine: Routine
    labels: dict[str, str] = field(default_factory=dict[str, str])
    """What each label stands for: a kind or a host's own name."""

    @classmethod
    def of(cls, routine: Routine) -> Gist:
        """Look at a routine."""
        labels = {
            str(step["as"]): str(step.get("device"))
            for step in routine.steps
            if step["action"] == "insert_device" and step.get("as")
        }
        return cls(routine, labels)

    @cached_property
    def _subject(self) -> Any:
        """The track that most steps are of, as it stands in them, or the list that they go through."""
        counts = Counter(_track_of(step) for step in self.routine.steps if _track_of(step) is not None)
        return max(counts, key=lambda each: counts[each]) if counts else None

    @property
    def subject(self) -> str:
        """The track it is about, for a sentence: a slot, a name, or what can be said of it."""
        name = exact_name(self._subject) if isinstance(self._subject, str) else None
        if name is not None:
            return str(self._subject)
        return said(self._subject, "the track") if isinstance(self._subject, str) else "the tracks"

    @property
    def of_tracks(self) -> bool:
        """Whether there is a track it is about."""
        return self._subject is not None

    @property
    def several(self) -> bool:
        """Whether it is done to a list of tracks."""
        name = exact_name(self._subject) if isinstance(self._subject, str) else None
        return self.routine.slots.get(name or "", {}).get("type") == "tracks"

    def role_of(self, value: Any) -> str | None:
        """The part of the mix that a track's slot looks for, in words."""
        name = exact_name(value) if isinstance(value, str) else None
        find: Mapping[str, Any] = self.routine.slots.get(name or "", {}).get("find") or {}
        role = find.get("role")
        return str(role).replace("_", " ") if role in ROLES else None

    @property
    def role(self) -> str | None:
        """The part of the mix it is about, where it is always the same."""
        return self.role_of(self._subject)

    @property
    def where(self) -> str:
        """The track without a slot, for titles: ``the bass``, ``several tracks``, ``a track``."""
        if self.role is not None:
            return f"the {self.role}"
        if self.subject.startswith("{{") or self.subject.startswith("the track"):
            return "several tracks" if self.several else "a track"
        return self.subject

    def steps(self, *actions: str) -> Iterator[Mapping[str, Any]]:
        """The steps of some actions, in order."""
        return (step for step in self.routine.steps if step["action"] in actions)

    def noun(self, step: Mapping[str, Any]) -> str:
        """The device of a step, as it is said."""
        return device_noun(step.get("device"), self.labels)

    def kind(self, step: Mapping[str, Any]) -> str:
        """The device of a step, as the vocabulary has it."""
        reference = str(step.get("device"))
        return self.labels.get(reference, reference).partition("#")[0]

    @cached_property
    def inserted(self) -> dict[str, str]:
        """What is inserted: each kind with its noun, in order."""
        return {self.kind(step): self.noun(step) for step in self.steps("insert_device")}

    @cached_property
    def tuned(self) -> dict[str, str]:
        """What is set without having been inserted: each kind with its noun, in order."""
        edits = self.steps("set_parameter", "enable_device", "load_preset", "automate_parameter")
        found = {self.kind(step): self.noun(step) for step in edits}
        return {kind: noun for kind, noun in found.items() if kind not in self.inserted}


def _track_of(step: Mapping[str, Any]) -> Any:
    """What a step is of: a list that it goes through, its track, or the track it creates."""
    items = step.get("for_each")
    if items is not None and exact_name(str(step.get("track"))) == "item":
        return f"{{{{ {items} }}}}" if isinstance(items, str) else tuple(str(item) for item in items)
    if step["action"] == "create_track":
        return step.get("name")
    track = step.get("track")
    return track if isinstance(track, str) else None
