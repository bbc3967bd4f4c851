"""One task done with one memory, and everything there is to say of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import action_json
from daw_bridges.errors import OrbitError
from orbit.agent.models import OFFLINE
from orbit.evaluation.judging import Verdict, ending, judge
from orbit.evaluation.memories import Memory, copied, of_its_own
from orbit.evaluation.shadow import Shadow, shadow_of
from orbit.evaluation.talking import Talk, hold
from orbit.evaluation.task import Task

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["Spelled", "Trial", "done", "warm_up"]

_WARM_UP = Task(id="warm-up", say=("mute the kick", "undo"))


@dataclass(frozen=True)
class Spelled:
    """The same task said in single edits, by a user without workflows."""

    passed: bool | None
    sentences: int
    steps: int
    moves: int
    seconds: float


@dataclass(frozen=True)
class Trial:
    """A task with one memory. ``seconds`` is the time from the first sentence to the last answer."""

    id: str
    memory: Memory
    category: str
    held_out: bool
    workflow: str | None
    """The last workflow that was taken."""
    passed: bool | None
    why: tuple[str, ...]
    wrong_edits: int
    steps: int
    moves: int
    decisions: int
    sentences: int
    questions: int
    consents: int
    seconds: float
    plan_ms: float | None
    """From the sentence to its plan, of the first turn that had one."""
    tokens: int
    cost_usd: float | None
    fell_back: bool
    """Whether the offline model took over, because the hosted one failed."""
    spelled: Spelled | None
    shadow: Shadow | None
    """How the reader of frames takes the first sentence, where that was asked for."""
    document: dict[str, Any]
    """What other programs are told, on one line."""

    @property
    def sentences_needed(self) -> int | None:
        """How many sentences it took to get it done, spelled out where nothing else helped; None: never."""
        if self.passed:
            return self.sentences
        spelled = self.spelled
        return self.sentences + spelled.sentences if spelled is not None and spelled.passed else None

    @property
    def moves_needed(self) -> int | None:
        """How many tools were called until it was done; None: it never was."""
        if self.passed:
            return self.moves
        spelled = self.spelled
        return self.moves + spelled.moves if spelled is not None and spelled.passed else None


def done(
    task: Task, memory: Memory, template: Path, settings: Settings, *, held_out: bool, shadowed: bool = False
) -> Trial:
    """Do a task in a fresh practice session with a copy of a memory. Raises BridgeError or MemoryStoreError.

    Where it fails it is done again in a session of its own, as spelled out. ``shadowed``: read it by frames
    besides.
    """
    talk = _held(task, template, settings, task.say)
    verdict = judge(task, talk)
    spelled = None
    if task.spelled_out and not verdict.passed:
        spelled = _spelled(task, _held(task, template, settings, task.spelled_out))
    shadow = shadow_of(task, talk) if shadowed else None
    return _trial(task, memory, talk, verdict, spelled, shadow, held_out=held_out)


def warm_up(template: Path, settings: Settings) -> None:
    """Do something that counts for nothing: what a process loads once is no part of a task's time."""
    _held(_WARM_UP, template, replace(settings, model=OFFLINE), _WARM_UP.say)


def _held(task: Task, template: Path, settings: Settings, sentences: Sequence[str]) -> Talk:
    with TemporaryDirectory(prefix="orbit-bench-", ignore_cleanup_errors=True) as folder:
        own = of_its_own(settings, copied(template, Path(folder) / "data"))
        return asyncio.run(_in_an_engine(task, own, sentences))


async def _in_an_engine(task: Task, settings: Settings, sentences: Sequence[str]) -> Talk:
    from orbit.server import LocalEngine

    async with LocalEngine(settings) as engine:
        # What an Orbit that runs has long read is no part of the time that a sentence takes.
        engine.library.search(_WARM_UP.say[0], 1)
        try:
            return await hold(task, engine, sentences)
        except OrbitError as error:
            error.add_note(f"That was task “{task.id}”.")
            raise


def _spelled(task: Task, talk: Talk) -> Spelled:
    verdict = judge(task, talk)
    moves = sum(turn.moves for turn in talk.turns)
    return Spelled(verdict.passed, len(talk.turns), talk.steps, moves, _seconds(talk))


def _seconds(talk: Talk) -> float:
    return round(sum(turn.seconds for turn in talk.turns), 4)


def _trial(
    task: Task,
    memory: Memory,
    talk: Talk,
    verdict: Verdict,
    spelled: Spelled | None,
    shadow: Shadow | None,
    *,
    held_out: bool,
) -> Trial:
    figures: dict[str, Any] = {
        "memory": memory,
        "category": task.category or "uncategorised",
        "held_out": held_out,
        "workflow": talk.workflow,
        "passed": verdict.passed,
        "why": verdict.why,
        "wrong_edits": verdict.wrong,
        "steps": talk.steps,
        "moves": sum(turn.moves for turn in talk.turns),
        "decisions": sum(turn.decisions for turn in talk.turns),
        "sentences": len(talk.turns),
        "questions": talk.questions,
        "consents": talk.consents,
        "seconds": _seconds(talk),
        "plan_ms": next((turn.plan_ms for turn in talk.turns if turn.plan_ms is not None), None),
        "tokens": talk.tokens,
        "cost_usd": talk.cost_usd,
        "fell_back": any(turn.fell_back for turn in talk.turns),
    }
    document = _document(task, talk, verdict, figures, spelled)
    if shadow is not None:
        document["shadow"] = shadow.document()
    return Trial(id=task.id, spelled=spelled, shadow=shadow, document=document, **figures)


def _document(
    task: Task, talk: Talk, verdict: Verdict, figures: dict[str, Any], spelled: Spelled | None
) -> dict[str, Any]:
    last = talk.last.outcome
    document: dict[str, Any] = {
        "id": task.id,
        "say": task.say[0] if len(task.say) == 1 else list(task.say),
        "ok": last.ok,
        "reply": last.reply,
        "ended": ending(talk),
        **figures,
        "why": list(verdict.why),
        "wrong": [action_json(action) for action in verdict.wrong_edits],
        "turns": [_turn(turn) for turn in talk.turns],
        "spelled_out": asdict(spelled) if spelled is not None else None,
        "before": talk.before.model_dump(mode="json"),
        "after": talk.after.model_dump(mode="json"),
    }
    if verdict.passed is None:
        del document["passed"]
    return document


def _turn(turn: Any) -> dict[str, Any]:
    return {
        "said": turn.said,
        "reply": turn.outcome.reply,
        "ok": turn.outcome.ok,
        "seconds": round(turn.seconds, 4),
        "plan_ms": turn.plan_ms,
    }
