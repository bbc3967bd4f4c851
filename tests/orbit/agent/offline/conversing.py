"""Conversations as they are written down, and one of them held: what each turn must come to, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, ask
from orbit.agent.parts import Part
from orbit.workflows import Plan
from orbit.workflows.strict_yaml import read_yaml

__all__ = ["Conversation", "conversations", "hold"]

FOLDER = Path(__file__).parent / "conversations"


@dataclass(frozen=True)
class Conversation:
    """Some turns; ``setup`` are edits made by hand before the first."""

    id: str
    turns: Sequence[dict[str, Any]]
    setup: Sequence[dict[str, Any]] = ()
    consent: bool = True


def conversations() -> list[Conversation]:
    """All that are written down."""
    files = sorted(FOLDER.glob("*.yaml"))
    return [Conversation(**each) for file in files for each in read_yaml(file.read_bytes(), file.name).data]


@dataclass
class _Held:
    """The sessions that were right after each turn that changed something; ``gone`` were taken back."""

    desk: Desk
    states: list[Session]
    gone: list[Session] = field(default_factory=list[Session])

    async def expected(self, turn: dict[str, Any]) -> Session:
        """The session as it must read after a turn."""
        if turn.get("instead"):
            self.states.pop()
        if "back" in turn:
            self._back(turn["back"])
        elif (after := await self._after(turn)) is not None:
            self.states.append(after)
            self.gone.clear()
        return self.states[-1]

    def _back(self, count: int) -> None:
        source, target = (self.states, self.gone) if count > 0 else (self.gone, self.states)
        for _ in range(abs(count)):
            target.append(source.pop())

    async def _after(self, turn: dict[str, Any]) -> Session | None:
        now, instead = self.states[-1], turn.get("instead")
        actions = turn.get("does", instead if isinstance(instead, list) else None)
        if actions is not None:
            return apply_all(now, [parse_action(action) for action in actions])
        part = {"workflow": turn.get("workflow"), "slots": turn.get("slots", {})}
        parts = turn.get("parts", [part] if "workflow" in turn else [])
        if not parts:
            return None
        plan = await self.desk.plan_parts([Part.model_validate(each) for each in parts], session=now)
        assert isinstance(plan, Plan)
        return plan.predicted


async def hold(conversation: Conversation, desk: Desk) -> None:
    """Say the turns, one after the other, and see that each comes to what it must and nothing else."""
    held = _Held(desk, [await desk.session()])
    history: Any = ()
    for turn in conversation.turns:
        right = await held.expected(turn)
        answer = await ask(turn["say"], desk, message_history=history, approve=lambda _: conversation.consent)
        history = answer.messages
        told = f"{conversation.id}: “{turn['say']}” was answered “{answer.reply}”"
        assert differences(right, await desk.session()) == [], told
        _judge(turn, answer, told)


def _judge(turn: dict[str, Any], answer: Answer, told: str) -> None:
    for key in ("says", "asks", "refuses"):
        assert turn.get(key, "").casefold() in answer.reply.casefold(), told
    assert (answer.question is not None) == ("asks" in turn), told
    assert answer.ok == ("refuses" not in turn and ("asks" not in turn or "back" in turn)), told
