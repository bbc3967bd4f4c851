"""Outcomes, plans, events and what is observed as messages of a stream, and back.

A session of a hundred tracks is a megabyte, and what is told names the same few of them again and again: each
is sent once a stream and named by its number from then on. So is each plan, by its id. Both sides forget the
oldest alike, so that a stream may go on for days. What else is told is sent with the name of its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib import import_module
from typing import Any, cast

from pydantic import BaseModel

from daw_bridges.actions import action_json, parse_action
from daw_bridges.actions.base import ActionBase
from daw_bridges.session import Session
from orbit.agent.answers import Answer
from orbit.agent.lazy_messages import SealedMessages, seal
from orbit.server.messages import Message
from orbit.workflows.plan import Plan
from orbit.workflows.run import Run

__all__ = ["Consent", "Packer", "Unpacker"]

_CLASS = "$"
_TOLD = {
    "daw_bridges.bridge": ("Result",),
    "daw_bridges.observation.observed": ("Observed",),
    "orbit.agent.answers": ("Answer", "Question", "Usage"),
    "orbit.agent.lazy_messages": ("SealedMessages",),
    "orbit.agent.events": ("FellBack", "Planned", "Ran", "Said", "Started", "Stepped"),
    "orbit.memory.trajectory": ("Trajectory",),
    "orbit.outcome": ("Outcome",),
    "orbit.server.engine": ("Changed", "Notice"),
    "orbit.server.serialization": ("Consent",),
    "orbit.workflows.run": ("Run",),
}
_HOME_OF = {name: home for home, names in _TOLD.items() for name in names}
_SESSIONS = {Plan: ("before", "predicted"), Run: ("before", "after", "expected_after")}
_KEPT = 24
"""So many sessions, and plans, of a stream can be referred to."""


@dataclass(frozen=True)
class Consent:
    """The ``number``-th question of a request: whether a plan may be carried out."""

    plan: Plan
    number: int


class Packer:
    """Packs what is told on one stream."""

    def __init__(self) -> None:
        self._numbers = 0
        self._sessions: dict[int, Session] = {}
        self._plans: dict[str, Plan] = {}
        self._new_sessions: dict[int, Any] = {}
        self._new_plans: dict[str, Any] = {}

    def message(self, kind: Any, request: str, told: Any = None) -> Message:
        """Pack what is told of a request."""
        body = self._packed(told)
        sessions, self._new_sessions = self._new_sessions, {}
        plans, self._new_plans = self._new_plans, {}
        return Message(kind=kind, id=request, body=body, sessions=sessions, plans=plans)

    def _packed(self, told: Any) -> Any:
        if isinstance(told, tuple):
            return [self._packed(each) for each in cast("tuple[Any, ...]", told)]
        if isinstance(told, Answer):
            told = replace(told, messages=SealedMessages(seal(told.messages)))
        document = self._document(told)
        name = "Action" if isinstance(told, ActionBase) else type(told).__name__
        return told if document is None else {_CLASS: name} | document

    def _document(self, told: Any) -> dict[str, Any] | None:
        match told:
            case Session():
                return {"number": self._number(told)}
            case Plan():
                return {"id": self._plan(told)}
            case Run():
                return self._with_sessions(told)
            case ActionBase():
                return action_json(cast("Any", told))
            case SealedMessages():
                return {"text": told.text}
            case BaseModel():
                return told.model_dump(mode="json")
            case _ if is_dataclass(told):
                return {field.name: self._packed(getattr(told, field.name)) for field in fields(told)}
            case _:
                return None

    def _number(self, session: Session) -> int:
        for number, known in reversed(self._sessions.items()):
            if known is session or known == session:
                return number
        self._numbers += 1
        self._sessions[self._numbers] = session
        self._new_sessions[self._numbers] = session.model_dump(mode="json")
        _forget(self._sessions)
        return self._numbers

    def _plan(self, plan: Plan) -> str:
        known = self._plans.get(plan.id)
        if known is not plan and known != plan:  # one that is made anew keeps its id
            self._plans.pop(plan.id, None)
            self._plans[plan.id] = plan
            self._new_plans[plan.id] = self._with_sessions(plan)
            _forget(self._plans)
        return plan.id

    def _with_sessions(self, model: Plan | Run) -> dict[str, Any]:
        names = _SESSIONS[type(model)]
        document = model.model_dump(mode="json", exclude=set(names))
        return document | {name: self._packed(getattr(model, name)) for name in names}


class Unpacker:
    """Reads what a ``Packer`` packed, in the same order."""

    def __init__(self) -> None:
        self._sessions: dict[int, Session] = {}
        self._plans: dict[str, Plan] = {}

    def read(self, message: Message) -> Any:
        """Give what a message tells. Raises ValueError, TypeError or KeyError for what is no such message."""
        for number, document in message.sessions.items():
            self._sessions[number] = Session.model_validate(document)
        for plan_id, document in message.plans.items():
            self._plans.pop(plan_id, None)
            self._plans[plan_id] = Plan.model_validate(self._parts(document))
        told = self._told(message.body)
        _forget(self._sessions)
        _forget(self._plans)
        return told

    def _told(self, body: Any) -> Any:
        if isinstance(body, list):
            return tuple(self._told(each) for each in cast("list[Any]", body))
        if not isinstance(body, dict) or _CLASS not in body:
            return cast("Any", body)
        parts = self._parts(cast("dict[str, Any]", body))
        match parts.pop(_CLASS):
            case "Session":
                return self._sessions[parts["number"]]
            case "Plan":
                return self._plans[parts["id"]]
            case "Action":
                return parse_action(parts)
            case name:
                cls = getattr(import_module(_HOME_OF[name]), name)
                return cls.model_validate(parts) if issubclass(cls, BaseModel) else cls(**parts)

    def _parts(self, document: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._told(part) for name, part in document.items()}


def _forget(known: dict[Any, Any]) -> None:
    while len(known) > _KEPT:
        del known[next(iter(known))]
