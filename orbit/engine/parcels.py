"""Outcomes, plans and events as messages and back.

A session of a hundred tracks is a megabyte, and an outcome names the same few of them again and again: each
is sent once a request and named by its number from then on. So is each plan, by its id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daw_bridges.bridge import Result
from daw_bridges.session import Session
from orbit.agent import Answer, FellBack, Planned, Question, Ran, Said, Started, Stepped, Usage
from orbit.engine.history import Sealed, seal
from orbit.engine.wire import Reply
from orbit.memory import Trajectory
from orbit.outcome import Outcome
from orbit.workflows import Plan, Run

if TYPE_CHECKING:
    from orbit.agent import Event

__all__ = ["Packer", "Unpacker"]

_PLAN_SESSIONS = ("before", "predicted")
_RUN_SESSIONS = ("before", "after", "expected_after")


class Packer:
    """Packs what is said of one request."""

    def __init__(self, request_id: str) -> None:
        self._id = request_id
        self._sessions: list[Session] = []
        self._plans: set[str] = set()
        self._new_sessions: list[Any] = []
        self._new_plans: dict[str, Any] = {}

    def event(self, event: Event) -> Reply:
        """Pack an event."""
        match event:
            case Planned(plan):
                body: dict[str, Any] = {"event": "planned", "plan": self._plan(plan)}
            case Started(plan):
                body = {"event": "started", "plan": self._plan(plan)}
            case Stepped(plan, number, result):
                step = {"step_number": number, "result": result.model_dump(mode="json")}
                body = {"event": "stepped", "plan": self._plan(plan)} | step
            case Ran(plan, run):
                body = {"event": "ran", "plan": self._plan(plan), "run": self._run(run)}
            case Said(text):
                body = {"event": "said", "text": text}
            case FellBack(model, reason):
                body = {"event": "fell_back", "model": model, "reason": reason}
        return self._reply("event", body)

    def ask(self, plan: Plan, number: int) -> Reply:
        """Pack a question for consent."""
        return self._reply("ask", {"plan": self._plan(plan), "number": number})

    def outcome(self, outcome: Outcome) -> Reply:
        """Pack how the request ended."""
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
        return self._reply("done", {"answer": said} | beside | seen)

    def _reply(self, kind: Any, body: Any) -> Reply:
        sessions, self._new_sessions = self._new_sessions, []
        plans, self._new_plans = self._new_plans, {}
        return Reply(kind=kind, id=self._id, body=body, sessions=sessions, plans=plans)

    def _session(self, session: Session | None) -> int | None:
        if session is None:
            return None
        for number, known in enumerate(self._sessions):
            if known is session or known == session:
                return number
        self._sessions.append(session)
        self._new_sessions.append(session.model_dump(mode="json"))
        return len(self._sessions) - 1

    def _plan(self, plan: Plan | None) -> str | None:
        if plan is None:
            return None
        if plan.id not in self._plans:
            self._plans.add(plan.id)
            self._new_plans[plan.id] = self._with_sessions(plan, _PLAN_SESSIONS)
        return plan.id

    def _run(self, run: Run | None) -> Any:
        return None if run is None else self._with_sessions(run, _RUN_SESSIONS)

    def _with_sessions(self, model: Plan | Run, names: tuple[str, ...]) -> dict[str, Any]:
        document = model.model_dump(mode="json", exclude=set(names))
        return document | {name: self._session(getattr(model, name)) for name in names}


class Unpacker:
    """Reads what a ``Packer`` packed, in the same order."""

    def __init__(self) -> None:
        self._sessions: list[Session] = []
        self._plans: dict[str, Plan] = {}

    def take(self, reply: Reply) -> None:
        """Take in the sessions and plans that came with a message; each message once, before its body."""
        self._sessions.extend(map(Session.model_validate, reply.sessions))
        for plan_id, document in reply.plans.items():
            self._plans[plan_id] = Plan.model_validate(self._with_sessions(document, _PLAN_SESSIONS))

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
            messages=Sealed(said["messages"]),
        )
        trajectory = Trajectory.model_validate(body["trajectory"]) if body["trajectory"] else None
        before, after = self._session(body["before"]), self._session(body["after"])
        return Outcome(answer, before, after, trajectory, body["cut_short"])

    def _session(self, number: int | None) -> Session | None:
        return None if number is None else self._sessions[number]

    def _run(self, document: Any) -> Run:
        return Run.model_validate(self._with_sessions(document, _RUN_SESSIONS))

    def _with_sessions(self, document: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        return document | {name: self._session(document[name]) for name in names}
