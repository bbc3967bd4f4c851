"""Every error Orbit raises on purpose, in one tree.

::

    OrbitError
    ├── QuantityError            a text that is no quantity, position or panning
    ├── ActionError              an action that cannot be done to this session
    │   ├── NotFoundError        no such track, device, parameter, clip, scene …
    │   ├── AmbiguousError       the name fits more than one thing
    │   ├── OutOfRangeError      a value outside what the thing can be set to
    │   ├── NotPossibleError     the edit makes no sense here (deleting the master)
    │   └── IrreversibleError    the vocabulary cannot rebuild what would be lost
    ├── BridgeError              the way to the DAW
    │   ├── UnreachableError     nobody answers, or the host went away
    │   ├── TimedOutError        the host is there and did not answer in time
    │   ├── RefusedError         the host answered no (wrong token, wrong version)
    │   ├── UnsupportedError     this host cannot do that, by name
    │   ├── MessageError         a value that no message of the protocol can carry
    │   └── ProtocolError        the host said something that is not the protocol
    ├── SavedSetError            a saved set that cannot be read, or that is none
    ├── CatalogError             a device table that is not valid
    ├── WorkflowError            a workflow and its use
    │   ├── WorkflowFormatError  a file that is not a workflow: file, line, field
    │   ├── SlotError            a slot that cannot be filled with what was given
    │   ├── PreconditionError    the session is not one the workflow can work on
    │   └── PlanError            a step cannot be done to this session (``orbit.workflows``)
    ├── MemoryStoreError         the store or the index
    ├── EngineError              the Orbit that owns a data directory, or the way to it
    ├── ModelError               the language model, hosted or local
    ├── InstallError             a plug-in cannot be put in place; what was there still is
    ├── SoundError               sound that cannot be had: no microphone, or it is refused
    └── UsageError               the caller asked in a way that cannot be right

A message says what is wrong and what the reader can do about it; it is shown to people as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = [
    "ActionError",
    "AmbiguousError",
    "BridgeError",
    "CatalogError",
    "EngineError",
    "InstallError",
    "IrreversibleError",
    "MemoryStoreError",
    "MessageError",
    "ModelError",
    "NotFoundError",
    "NotPossibleError",
    "OrbitError",
    "OutOfRangeError",
    "PreconditionError",
    "ProtocolError",
    "QuantityError",
    "RefusedError",
    "SavedSetError",
    "SlotError",
    "SoundError",
    "TimedOutError",
    "UnreachableError",
    "UnsupportedError",
    "UsageError",
    "WorkflowError",
    "WorkflowFormatError",
]


class OrbitError(Exception):
    """The root: catch this to catch everything Orbit raises on purpose."""

    @property
    def code(self) -> str:
        """The error's name for programs, in snake case: ``not_found``, ``out_of_range`` …"""
        words = re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()
        return words.removesuffix("_error")


class QuantityError(OrbitError, ValueError):
    """A text that is no quantity, position or panning."""


class ActionError(OrbitError):
    """An action that cannot be done to this session."""


_MOST_NAMED, _NEAREST = 20, 3


def nearest_names(name: str, known: Sequence[str]) -> Sequence[str]:
    """Give the names there are; of more than twenty the three likest, and how many more."""
    if len(known) <= _MOST_NAMED:
        return known
    from difflib import SequenceMatcher  # most errors need none of it

    wanted = name.casefold()
    shown = sorted(known, key=lambda each: -SequenceMatcher(None, wanted, each.casefold()).ratio())[:_NEAREST]
    return [*shown[:-1], f"{shown[-1]} and {len(known) - len(shown)} more"]


class NotFoundError(ActionError):
    """Nothing of that kind has that name; ``known`` names are offered in the message."""

    def __init__(self, kind: str, name: str, known: Iterable[str] = (), where: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        place = f" on {where}" if where else ""
        offer = f" Available: {', '.join(nearest_names(name, self.known))}." if self.known else ""
        super().__init__(f"There is no {kind} called “{name}”{place}.{offer}")


class AmbiguousError(ActionError):
    """A reference fits more than one thing; ``candidates`` says which."""

    def __init__(self, kind: str, name: str, candidates: Sequence[str]) -> None:
        self.kind, self.name, self.candidates = kind, name, tuple(candidates)
        super().__init__(f"“{name}” could be more than one {kind}: {', '.join(candidates)}. Say which one.")


class OutOfRangeError(ActionError):
    """A value outside what the thing can be set to."""


class NotPossibleError(ActionError):
    """The edit makes no sense on this session."""


class IrreversibleError(ActionError):
    """The action vocabulary cannot rebuild what would be lost. ``actions`` lead as near as any can."""

    def __init__(self, message: str, actions: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.actions = tuple(actions)


class BridgeError(OrbitError):
    """The way to the DAW failed. ``results`` holds what the host had confirmed by then."""

    def __init__(self, message: str, results: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.results = tuple(results)


class UnreachableError(BridgeError):
    """Nobody answers at that address, or the host went away."""


class TimedOutError(BridgeError):
    """The host is connected and did not answer in time."""


class RefusedError(BridgeError):
    """The host answered no."""


class UnsupportedError(BridgeError):
    """This host cannot do that."""


class MessageError(BridgeError, ValueError):
    """A value that no message of the protocol can carry; says the range."""


class ProtocolError(BridgeError):
    """What arrived is not the protocol."""


class SavedSetError(OrbitError):
    """A file that cannot be read as a set; says what it is instead, or what is wrong with it."""


class CatalogError(OrbitError):
    """A device table that is not valid."""


class WorkflowError(OrbitError):
    """A workflow and its use."""


class WorkflowFormatError(WorkflowError):
    """A file that is not a workflow; says which file, line (from 1) and field."""

    def __init__(self, message: str, *, file: str = "", line: int | None = None, field: str = "") -> None:
        self.file, self.line, self.field = file, line, field
        place = ":".join(part for part in (file, str(line) if line else "") if part)
        parts = [part for part in (place, field, message) if part]
        super().__init__(": ".join(parts))


class SlotError(WorkflowError):
    """A slot that cannot be filled with what was given."""


class PreconditionError(WorkflowError):
    """The session is not one the workflow can work on."""


class MemoryStoreError(OrbitError):
    """The store or the index failed; nothing was half-written."""


class EngineError(OrbitError):
    """The Orbit that owns the data directory does not answer, is another version, or ended on the way."""


class ModelError(OrbitError):
    """The language model failed or is not set up."""


class InstallError(OrbitError):
    """A plug-in for a host cannot be put in place or taken away; what was there before is still there."""


class SoundError(OrbitError):
    """Sound that cannot be had: no microphone, one that is refused, or no library for it."""


class UsageError(OrbitError):
    """The caller asked in a way that cannot be right."""
