"""What every bridge to a DAW is: snapshots, actions performed and read back, and what the user does.

Life of a bridge: it is opened by its package's factory (see ``daw_bridges.discovery``), asked for a
``snapshot``, told to ``perform`` actions as often as needed, perhaps ``observe``d, and closed. It may lose
its host at any moment; then calls raise a ``BridgeError`` that says what to do, and the next call tries to
reach the host again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, field_serializer

from daw_bridges.actions import Action, action_json
from daw_bridges.observation.hearing import heard
from daw_bridges.observation.observed import Observed, OnSession
from daw_bridges.session import Session

__all__ = ["MANUAL_STEP", "Bridge", "Capabilities", "OnResult", "Result", "Status"]

MANUAL_STEP = "manual_step"
"""The code of a result whose ``reason`` says, in exact words, what is left for the user to do by hand."""


class Status(StrEnum):
    """How far an action's result can be trusted."""

    VERIFIED = "verified"
    """Done, read back from the host, and equal to what was asked."""
    UNVERIFIED = "unverified"
    """Sent, and this host cannot be asked whether it took; or, as a ``manual_step``, left to the user."""
    SKIPPED = "skipped"
    """Not attempted, because an action before it failed."""
    FAILED = "failed"
    """Not done, or what was read back is not what was asked."""


class Result(BaseModel):
    """What became of one action."""

    model_config = ConfigDict(frozen=True)

    action: Action
    status: Status
    observed: Any = None
    """What the host reads now, in the terms of the action (JSON)."""
    reason: str | None = None
    """Why it failed, was skipped or could not be verified, for people."""
    code: str | None = None
    """The error's name for programs (``not_found``, ``timed_out`` …)."""

    @field_serializer("action")
    def _flat(self, action: Action) -> dict[str, Any]:
        return action_json(action)


OnResult = Callable[[int, Result], None]
"""Told each action's place (from 0) and result as soon as the host confirms it."""


@dataclass(frozen=True)
class Capabilities:
    """What a host can do: the names of actions, and notes on those it can only half do."""

    actions: frozenset[str]
    notes: dict[str, str] = field(default_factory=dict[str, str])
    limits: Callable[[Action, Session], str | None] | None = None
    """Says why an action of ``actions`` cannot be done to this session all the same, or None if it can."""
    visible: Callable[[Session], Session] | None = None
    """Takes out of a session what this host never shows, so that a prediction can be held against a reading.

    None where a snapshot shows everything.
    """

    def refusal(self, action: Action, session: Session) -> str | None:
        """Why this host cannot do an action to a session, for people; None where it can."""
        if action.action not in self.actions:
            return self.notes.get(action.action, "Do it by hand in the DAW.")
        return None if self.limits is None else self.limits(action, session)

    def shown(self, session: Session) -> Session:
        """What of a session a snapshot of this host would show."""
        return session if self.visible is None else self.visible(session)


class Bridge(ABC):
    """The way to one running DAW. All methods may raise a ``BridgeError``."""

    daw: ClassVar[str]
    """The DAW's name in sessions, workflows and the catalogue: ``ableton``, ``logic``, ``ardour``."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let the observers of every bridge hear what it performs, so that they know it from the user's."""
        super().__init_subclass__(**kwargs)
        if "perform" in vars(cls):
            cls.perform = cast("Any", heard(cls.perform))

    @property
    @abstractmethod
    def capabilities(self) -> Capabilities:
        """What this host can do."""

    @property
    def host_version(self) -> str:
        """The version of the host that is connected, such as ``12.3.5``; empty where it does not say."""
        return ""

    @property
    def place(self) -> str:
        """Where runs on it are remembered: the DAW, unless it has one session after the other."""
        return self.daw

    @abstractmethod
    async def snapshot(self) -> Session:
        """Read the whole session from the host."""

    async def detailed(self, session: Session, tracks: Collection[str]) -> Session:
        """A snapshot's session with everything about some tracks, given by reference, read in full.

        A host that shows its devices' parameters only one by one leaves them out of ``snapshot`` until they
        are asked for here; from then on its snapshots hold them. By default a snapshot is complete already.
        References to no track are passed over.
        """
        del tracks
        return session

    @abstractmethod
    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order and read each back; one result an action.

        The first failure ends it and the rest are ``skipped``. Raises UnreachableError or TimedOutError, with
        the results confirmed so far, when the host is lost on the way.
        """

    @abstractmethod
    async def close(self) -> None:
        """Let go of the host; the bridge is not used afterwards."""

    async def observe(
        self, *, interval: float = 1.0, on_session: OnSession | None = None
    ) -> AsyncGenerator[Observed]:
        """What is done to the session from now on, as actions, each with who did it.

        What this bridge performs comes with the origin ``agent``, the rest with ``user``; ``perform`` and
        ``snapshot`` can be used meanwhile. The actions lead from the session that ``on_session`` is told to
        what the host shows (see ``Observed`` for what an ``undo`` means). When the host was lost, the stream
        goes on once it is back: ``on_session`` is told the session it then begins anew with, and actions
        follow from there.

        Raises as ``snapshot`` does when the host is not there at first, and later what waiting cannot cure
        (RefusedError, ProtocolError). It ends by being closed, or with the bridge.

        By default the host is looked at every ``interval`` seconds; one that pushes its changes overrides
        this, and takes ``interval`` for how long to wait before a lost host is tried again.
        """
        from daw_bridges.observation.polling import Polling

        async with aclosing(Polling(self, interval, on_session).observed()) as seen:
            async for each in seen:
                yield each

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
