"""Tools on the past: what was done here, by whom, how it was taken, and what failed and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field

from daw_bridges.actions import action_json
from orbit.interfaces.mcp.plain import plain
from orbit.interfaces.mcp.results import NAMES_ARE_DATA
from orbit.interfaces.mcp.service import Call, Service
from orbit.interfaces.mcp.tools.announcing import Announced, reads

if TYPE_CHECKING:
    from orbit.memory import Episode, Failure

__all__ = ["TOOLS", "last_work"]

_MOST_ACTIONS = 100
Count = Annotated[int, Field(ge=1, le=50, description="How many to give.")]

Tracks = Annotated[list[str], Field(max_length=20, description="Only what touched all of these.")]


class Act(BaseModel):
    """One edit, ``t`` seconds after the beginning, by the user or by Orbit (agent)."""

    t: float
    origin: str
    do: str
    action: dict[str, Any]


class Work(BaseModel):
    """A piece of work."""

    id: str
    started: str
    goal: str = Field(default="", description="What it was for, in the user's words.")
    daw: str
    outcome: str = Field(description="success, failure or unknown.")
    judgement: str = Field(description="Whether the user wanted it, and what that rests on.")
    actions: list[Act]
    more: int = Field(default=0, description="How many actions are left out.")


class Past(BaseModel):
    """What was done, the newest first, or the nearest to what was asked."""

    note: str = NAMES_ARE_DATA
    work: list[Work]


class Failed(BaseModel):
    """Something that failed."""

    id: str
    when: str
    task: str
    workflow: str | None
    step: int | None
    code: str | None
    reason: str
    mended: bool


class Failures(BaseModel):
    """What failed, the latest first."""

    note: str = NAMES_ARE_DATA
    failures: list[Failed]


async def what_was_done(
    ctx: Call,
    about: Annotated[str, Field(max_length=4000, description="What it was about; without: the latest.")] = "",
    trajectory: Annotated[str, Field(max_length=64, description="One piece of work, by its id.")] = "",
    tracks: Tracks = [],  # noqa: B006 - pydantic copies it
    k: Count = 5,
) -> Past:
    """Look up what was done in the DAW, by Orbit and by hand: when, why, which values, how it was taken."""
    engine = ctx.request_context.lifespan_context.engine
    if trajectory:
        return Past(work=[_work(await engine.call("episode", trajectory_id=trajectory))])
    found = await engine.call("episodes", text=about, k=k, tracks=tracks)
    return Past(work=[_work(each) for each in found])


async def last_work(service: Service) -> Past:
    """Give the last piece of work, if there is one."""
    found: list[Episode] = await service.engine.call("episodes", k=1)
    return Past(work=[_work(each) for each in found])


async def what_failed(
    ctx: Call,
    workflow: Annotated[str | None, Field(max_length=200, description="Only of this workflow.")] = None,
    k: Count = 10,
) -> Failures:
    """Look up what failed or was refused, and why."""
    engine = ctx.request_context.lifespan_context.engine
    found = await engine.call("failures", k=k, workflow_id=workflow)
    return Failures(failures=[_failed(each) for each in found])


def _work(episode: Episode) -> Work:
    work, judgement = episode.trajectory, episode.judgement
    acts = [
        Act(
            t=round(each.t, 3),
            origin=each.origin,
            do=plain(each.action.describe()),
            action=action_json(each.action),
        )
        for each in work.actions[:_MOST_ACTIONS]
    ]
    return Work(
        id=work.id,
        started=work.started.isoformat(),
        goal=plain(work.goal or "", 500),
        daw=work.daw,
        outcome=work.outcome,
        judgement=f"{judgement.verdict or 'undecided'} ({judgement.because.value})",
        actions=acts,
        more=len(work.actions) - len(acts),
    )


def _failed(failure: Failure) -> Failed:
    return Failed(
        id=failure.id,
        when=failure.failed_at.isoformat(),
        task=plain(failure.task or "", 500),
        workflow=failure.workflow_id,
        step=failure.step,
        code=failure.code,
        reason=plain(failure.reason, 1000),
        mended=failure.resolved_at is not None,
    )


TOOLS: list[Announced] = [
    reads(what_was_done, "What was done"),
    reads(what_failed, "What failed"),
]
