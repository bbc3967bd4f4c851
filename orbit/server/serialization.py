"""Outcomes, plans, events and what is observed as messages of a stream, and back.

A session of a hundred tracks is a megabyte, and what is told names the same few of them again and again: each
is sent once a stream and named by its number from then on. So is each plan, by its id. Both sides forget the
oldest alike, so that a stream may go on for days.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from daw_bridges.bridge import Result
from daw_bridges.errors import EngineError
from daw_bridges.observation.observed import Observed
from daw_bridges.session import Session
from orbit.agent.answers import Answer, Question, Usage
from orbit.agent.events import FellBack, Planned, Ran, Said, Started, Stepped
from orbit.agent.lazy_messages import SealedMessages, seal
from orbit.outcome import Outcome
from orbit.server.engine import Changed, Notice
from orbit.server.messages import Message
from orbit.workflows import Plan, Run

if TYPE_CHECKING:
    from daw_bridges.observation.seen import Seen
    from orbit.agent import Event
    from orbit.memory import Trajectory

__all__ = ["Packer", "Unpacker", "pack_seen", "unpack_seen"]

_PLAN_SESSIONS = ("before", "predicted")
_RUN_SESSIONS = ("before", "after", "expected_after")
_KEPT = 24
"""So many sessions, and plans, of a stream can be referred to."""


class Packer:
    """Packs what is told on one stream."""

    def __init__(self) -> None:
        self._numbers = 0
        self._sessions: dict[int, Session] = {}
        self._plans: dict[str, Plan] = {}
        self._new_sessions: dict[int, Any] = {}
        self._new_plans: dict[str, Any] = {}

    def event(self, request: str, event: Event) -> Message:
        """Pack an event of a request."""
        return self._message("event", request, self._event(event))

    def ask(self, request: str, plan: Plan, number: int) -> Message:
        """Pack a question for consent."""
        return self._message("ask", request, {"plan": self._plan(plan), "number": number})

    def outcome(self, request: str, outcome: Outcome) -> Message:
        """Pack how a request ended."""
        return self._message("done", request, self._outcome(outcome))

    def notice(self, request: str, notice: Notice | Changed) -> Message:
        """Pack what becomes of somebody's request, for a request that follows."""
        if isinstance(notice, Changed):
            return self._message("event", request, {"changed": notice.operation})
        event = notice.event
        outcome = self._outcome(event) if isinstance(event, Outcome) else None
        document = None if event is None or isinstance(event, Outcome) else self._event(event)
        whose = {"request": notice.request, "client": notice.client, "text": notice.text}
        return self._message("event", request, whose | {"outcome": outcome, "event": document})

    def _event(self, event: Event) -> dict[str, Any]:
        match event:
            case Planned(plan):
                return {"event": "planned", "plan": self._plan(plan)}
            case Started(plan):
                return {"event": "started", "plan": self._plan(plan)}
            case Stepped(plan, number, result):
                step = {"step_number": number, "result": result.model_dump(mode="json")}
                return {"event": "stepped", "plan": self._plan(plan)} | step
            case Ran(plan, run):
                return {"event": "ran", "plan": self._plan(plan), "run": self._run(run)}
            case Said(text):
                return {"event": "said", "text": text}
            case FellBack(model, reason):
                return {"event": "fell_back", "model": model, "reason": reason}

    def _outcome(self, outcome: Outcome) -> dict[str, Any]:
        answer = outcome.answer
        said = {
            "ok": answer.ok,
            "reply": answer.reply,
            "plan": self._plan(answer.plan),
            "run": self._run(answer.run),
            "earlier": [[self._plan(plan), self._run(run)] for plan, run in answer.earlier],
            "workflow": answer.workflow,
            "slots": answer.slots,
            "question": answer.question.model_dump(mode="json") if answer.question else None,
            "code": answer.code,
            "usage": answer.usage.model_dump(mode="json") if answer.usage else None,
            "messages": seal(answer.messages),
        }
        trajectory = outcome.trajectory.model_dump(mode="json") if outcome.trajectory else None
        seen = {"before": self._session(outcome.before), "after": self._session(outcome.after)}
        beside = {"trajectory": trajectory, "cut_short": outcome.cut_short}
        return {"answer": said} | beside | seen

    def _message(self, kind: Literal["event", "ask", "done"], request: str, body: Any) -> Message:
        sessions, self._new_sessions = self._new_sessions, {}
        plans, self._new_plans = self._new_plans, {}
        return Message(kind=kind, id=request, body=body, sessions=sessions, plans=plans)

    def _session(self, session: Session | None) -> int | None:
        if session is None:
            return None
        for number, known in reversed(self._sessions.items()):
            if known is session or known == session:
                return number
        self._numbers += 1
        self._sessions[self._numbers] = session
        self._new_sessions[self._numbers] = session.model_dump(mode="json")
        _forget(self._sessions)
        return self._numbers

    def _plan(self, plan: Plan | None) -> str | None:
        if plan is None:
            return None
        known = self._plans.get(plan.id)
        if known is not plan and known != plan:  # one that is made anew keeps its id
            self._plans.pop(plan.id, None)
            self._plans[plan.id] = plan
            self._new_plans[plan.id] = self._with_sessions(plan, _PLAN_SESSIONS)
            _forget(self._plans)
        return plan.id

    def _run(self, run: Run | None) -> Any:
        return None if run is None else self._with_sessions(run, _RUN_SESSIONS)

    def _with_sessions(self, model: Plan | Run, names: tuple[str, ...]) -> dict[str, Any]:
        document = model.model_dump(mode="json", exclude=set(names))
        return document | {name: self._session(getattr(model, name)) for name in names}


class Unpacker:
    """Reads what a ``Packer`` packed, in the same order."""

    def __init__(self) -> None:
        self._sessions: dict[int, Session] = {}
        self._plans: dict[str, Plan] = {}

    def take(self, message: Message) -> None:
        """Take in the sessions and plans that came with a message; each message once, before its body."""
        for number, document in message.sessions.items():
            self._sessions[number] = Session.model_validate(document)
        for plan_id, document in message.plans.items():
            self._plans.pop(plan_id, None)
            self._plans[plan_id] = Plan.model_validate(self._with_sessions(document, _PLAN_SESSIONS))

    def forget(self) -> None:
        """Forget, once a message is read, what later ones do not refer to."""
        _forget(self._sessions)
        _forget(self._plans)

    def notice(self, body: Any) -> Notice | Changed:
        """Read what becomes of somebody's request."""
        if "changed" in body:
            return Changed(body["changed"])
        event = self.outcome(body["outcome"]) if body["outcome"] else None
        if body["event"]:
            event = self.event(body["event"])
        return Notice(body["request"], body["client"], body["text"], event)

    def event(self, body: Any) -> Event:
        """Read an event."""
        if body["event"] == "said":
            return Said(body["text"])
        if body["event"] == "fell_back":
            return FellBack(body["model"], body["reason"])
        plan = self.plan(body["plan"])
        if body["event"] == "ran":
            return Ran(plan, self._run(body["run"]))
        assert plan is not None
        if body["event"] == "stepped":
            return Stepped(plan, body["step_number"], Result.model_validate(body["result"]))
        return Planned(plan) if body["event"] == "planned" else Started(plan)

    def plan(self, plan_id: str | None) -> Plan | None:
        """Give the plan of that id."""
        return None if plan_id is None else self._plans[plan_id]

    def outcome(self, body: Any) -> Outcome:
        """Read how the request ended."""
        said = body["answer"]
        answer = Answer(
            ok=said["ok"],
            reply=said["reply"],
            plan=self.plan(said["plan"]),
            run=self._run(said["run"]) if said["run"] else None,
            earlier=tuple((self._plans[plan], self._run(run)) for plan, run in said.get("earlier", ())),
            workflow=said["workflow"],
            slots=said["slots"],
            question=Question.model_validate(said["question"]) if said["question"] else None,
            code=said["code"],
            usage=Usage.model_validate(said["usage"]) if said["usage"] else None,
            messages=SealedMessages(said["messages"]),
        )
        trajectory = _trajectory(body["trajectory"]) if body["trajectory"] else None
        before, after = self._session(body["before"]), self._session(body["after"])
        return Outcome(answer, before, after, trajectory, body["cut_short"])

    def _session(self, number: int | None) -> Session | None:
        return None if number is None else self._sessions[number]

    def _run(self, document: Any) -> Run:
        return Run.model_validate(self._with_sessions(document, _RUN_SESSIONS))

    def _with_sessions(self, document: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        return document | {name: self._session(document[name]) for name in names}


def _forget(known: dict[Any, Any]) -> None:
    while len(known) > _KEPT:
        del known[next(iter(known))]


def _trajectory(document: Any) -> Trajectory:
    from orbit.memory.trajectory import Trajectory

    return Trajectory.model_validate(document)


def pack_seen(seen: Seen) -> dict[str, Any]:
    """Give what was observed as JSON."""
    from orbit.memory.trajectory import TrajectoryAction

    if isinstance(seen, Session):
        return {"session": seen.model_dump(mode="json")}
    step = TrajectoryAction(t=max(seen.t, 0.0), origin=seen.origin, action=seen.action)
    return {"step": step.model_dump(mode="json")}


def unpack_seen(body: Any) -> Seen:
    """Read what was observed. Raises EngineError for anything else."""
    from orbit.memory.trajectory import TrajectoryAction

    try:
        if "session" in body:
            return Session.model_validate(body["session"])
        step = TrajectoryAction.model_validate(body["step"])
    except (ValueError, TypeError, KeyError) as error:
        raise EngineError(f"That is not an edit in a DAW: {error}") from None
    return Observed(step.t, step.origin, step.action)
