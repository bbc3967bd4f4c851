"""The agent's tools: the desk's operations, typed, with errors as answers a model can act on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Literal

from daw_bridges.errors import NotFoundError
from daw_bridges.session import Session
from orbit.agent.desk import Missing, search_library
from orbit.agent.explaining import explain
from orbit.agent.name_tools import forget_name, keep_note, recall, remember_name, usual_device
from orbit.agent.overview import in_full, overview, quoted
from orbit.agent.parts import Part
from orbit.agent.planned import as_now, asked_as, carried_out, missing, planned, undone_result
from orbit.agent.preference_tools import forget_preference, prefer, preferences
from orbit.agent.telling import told_undone
from orbit.agent.turn import Called, ConsentNeededError, Turn, reported
from orbit.agent.vocabulary import Actions, Slots
from orbit.memory import Library
from orbit.workflows import Workflow
from orbit.workflows.workflow import Source, of_one_device

__all__ = ["KEEPING", "TOOLS", "Turn", "is_there", "note_kept", "search_result"]


async def session(
    ctx: Called,
    detail: Literal["overview", "full"] = "overview",
    tracks: Sequence[str] = (),
    without: Sequence[str | None] = (),
) -> dict[str, Any]:
    """Read the session that is open in the DAW now.

    Args:
        ctx: The request.
        detail: "overview" is what is not at its default; "full" has every parameter and is long.
        tracks: Names of the tracks that "full" is to be about; all of them where none is named.
        without: The latest requests, latest first, if it is to be told as it would read without them.
    """
    turn = ctx.deps
    turn.session = await turn.read()
    now = turn.session

    async def work() -> dict[str, Any]:
        told = await turn.desk.without(without, now) if without else now
        document = in_full(told, tracks) if detail == "full" else overview(told)
        called = {
            "nicknames": turn.desk.familiar.nicknames(now),
            "device_names": turn.desk.preferred.device_names(),
        }
        return document | {name: names for name, names in called.items() if names}

    return await reported(turn, work)


async def search_workflows(ctx: Called, text: str, k: int = 3) -> dict[str, Any]:
    """Find proven workflows for a task in the library.

    "decision" says whether the first one fits ("match"), the user should choose ("ask") or nothing fits
    ("none").

    Args:
        ctx: The request.
        text: What is wanted, in the user's words.
        k: How many to give, 1 to 10.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        nicknames = turn.desk.familiar.nicknames(turn.session) if turn.session is not None else ()
        found = search_result(turn.desk.library, text, max(1, min(k, 10)), turn.session, nicknames)
        if not turn.hosted:
            return found
        from orbit.agent.hosted.offering import offered

        return offered(turn, found)

    return await reported(turn, work)


def search_result(
    library: Library, text: str, k: int, session: Session | None, nicknames: Collection[str] = ()
) -> dict[str, Any]:
    """What the library has for a text, as the tool gives it."""
    found = search_library(library, text, k, session, nicknames)
    decision = {"Match": "match", "Ask": "ask", "Abstain": "none"}[type(found.decision).__name__]
    stands = library.store.workflows.standing.unusual()
    untrusted = {name for name, standing in stands.items() if not standing.trusted}
    definition = library.definitions()
    workflows = [
        _from_outside(definition(hit.id), hit.score)
        if hit.id in untrusted
        else _workflow(definition(hit.id), hit.score)
        for hit in found.hits
    ]
    return {"decision": decision, "workflows": workflows}


def _workflow(workflow: Workflow, score: float) -> dict[str, Any]:
    document = workflow.model_dump(mode="json")
    keep = ("type", "ask", "default", "find", "choices", "optional", "means", "minimum", "maximum")
    slots = {
        name: {key: slot[key] for key in keep if slot.get(key)} for name, slot in document["slots"].items()
    }
    return {
        "id": workflow.workflow_name, "title": workflow.title, "task": workflow.task, "score": score,
        "slots": slots, "phrases": list(workflow.phrases),
        **({"scope": workflow.scope} if workflow.scope else {}),
        **({"one_device": True} if _is_plain(workflow) else {}),
        **({"scope": workflow.scope} if workflow.scope else {}),
    }  # fmt: skip


def _is_plain(workflow: Workflow) -> bool:
    """Whether it was learned, and does no more than a plain edit asks for: that goes before it."""
    learned = workflow.provenance.source in (Source.INDUCED, Source.IMPORTED)
    return learned and of_one_device([{"action": step.action, **step.fields} for step in workflow.steps])


def _from_outside(workflow: Workflow, score: float) -> dict[str, Any]:
    """A workflow that somebody else wrote and that has not proven itself: its words are kept short."""
    told = _workflow(workflow, score)
    words: dict[str, Any] = {"title": quoted(workflow.title), "task": quoted(workflow.task), "phrases": []}
    return told | words | {"source": workflow.provenance.source.value, "trusted": False}


async def plan_workflow(ctx: Called, id: str, slots: Slots = None) -> dict[str, Any]:
    """Plan a workflow on the session without changing anything.

    Slots left out are found or take their defaults.

    Args:
        ctx: The request.
        id: The workflow's id, from search_workflows.
        slots: The slots the user gave, as text: {"target": "Bass", "threshold": "-24 dB"}.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        turn.workflow = id
        made = await turn.desk.plan_workflow(
            id, slots, request=turn.request, session=turn.known(), on_event=turn.on_event
        )
        return missing(made) if isinstance(made, Missing) else planned(turn, made, *asked_as(id, slots))

    return await reported(turn, work)


async def plan_actions(ctx: Called, actions: Actions, title: str = "") -> dict[str, Any]:
    """Plan single edits on the session without changing anything, for what needs no workflow.

    Args:
        ctx: The request.
        actions: Flat objects such as {"action": "set_volume", "track": "Bass", "db": -6} or
            {"action": "set_parameter", "track": "Bass", "device": "compressor", "parameter": "ratio",
            "value": "4:1"}.
        title: A few words for what they do together.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        turn.workflow = None
        desk, fresh = turn.desk, turn.known()
        return planned(turn, await desk.plan_actions(actions, title, session=fresh, on_event=turn.on_event))

    return await reported(turn, work)


async def plan_parts(
    ctx: Called, parts: list[Part], title: str = "", instead_of: Sequence[str | None] = ()
) -> dict[str, Any]:
    """Plan what one request asks for in several parts as one plan: one consent, one undo.

    Each part is planned on what the one before leads to.

    Args:
        ctx: The request.
        parts: In order, each {"workflow": id, "slots": {...}}, {"actions": [...]} or {"copy_devices":
            {"source": "Lead Vox", "targets": ["Backing Vox"]}}, which is also the way to copy devices alone.
        title: A few words for what they do together.
        instead_of: The requests that the parts correct, latest first: they are taken back in the same run,
            and only if all of it can be done. null is whatever was done last.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        named = [part.workflow for part in parts if part.workflow is not None]
        turn.workflow = named[0] if len(named) == 1 else None
        made = await turn.desk.plan_parts(
            parts,
            title,
            request=turn.request,
            instead_of=instead_of,
            session=turn.known(),
            on_event=turn.on_event,
        )
        return missing(made) if isinstance(made, Missing) else planned(turn, made)

    return await reported(turn, work)


async def run_plan(ctx: Called, plan_id: str) -> dict[str, Any]:
    """Carry out a plan; every step is read back, and all is restored when one fails.

    Args:
        ctx: The request.
        plan_id: The id that plan_workflow or plan_actions gave.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        if turn.hosted and plan_id not in turn.asked_as:
            raise NotFoundError("plan", plan_id, list(turn.asked_as))
        return await carried_out(ctx, await as_now(turn, turn.desk.plan(plan_id)))

    return await reported(turn, work)


async def undo(ctx: Called, request: str | None = None) -> dict[str, Any]:
    """Take back the last thing Orbit did in this DAW, as a whole.

    Args:
        ctx: The request.
        request: The request that is to be taken back, where it must be that one and nothing else.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        # A call that only waited for another one is approved too: that is no consent to this one.
        agreed = ctx.tool_call_approved and ctx.tool_call_id in turn.agreed
        turn.agreed.discard(ctx.tool_call_id or "")
        consent = _agreed if agreed else None
        undone = await turn.desk.undo(request=request, consent=consent, on_event=turn.on_event)
        if undone.run.code == "changed_since" and not agreed:
            raise ConsentNeededError(title=undone.title, request=request)
        if undone.run.ok or turn.undone is None:
            turn.undone = undone
        if not undone.run.ok:
            return undone_result(undone)
        turn.carried.clear()
        turn.taken_back.append(undone.request)
        turn.told.append(told_undone(quoted(undone.title), undone.run, undone.beside))
        turn.note(turn.desk.not_kept)
        return undone_result(undone)

    return await reported(turn, work)


def _agreed(_: Sequence[str]) -> bool:
    return True  # the user was asked for this very call


async def lately(ctx: Called, k: int = 5) -> dict[str, Any]:
    """Look up what was asked lately and what came of it, newest first: what "it" and "again" mean.

    Args:
        ctx: The request.
        k: How many requests to give, 1 to 20.
    """
    turn = ctx.deps
    lately = turn.desk.context.lately(max(1, min(k, 20)), session=turn.fresh() or turn.session)
    return lately.model_dump(mode="json", exclude_defaults=True)


TOOLS: Mapping[str, Callable[..., Awaitable[dict[str, Any]]]] = {
    tool.__name__: tool
    for tool in (
        session, search_workflows, lately, plan_workflow, plan_actions, plan_parts, run_plan, undo,
        remember_name, forget_name, keep_note, recall, explain, usual_device,
        prefer, forget_preference, preferences,
    )
}  # fmt: skip
"""The tools over a desk, by name."""
KEEPING = frozenset({"remember_name", "forget_name", "keep_note", "prefer", "forget_preference"})
_CHANGING = KEEPING | {"run_plan", "undo"}


def is_there(tool: str, *, dry_run: bool) -> bool:
    """Whether a request has a tool: in a dry run there is none that changes anything."""
    return not (dry_run and tool in _CHANGING)


def note_kept(turn: Turn, tool: str, result: Any) -> None:
    """Note what was kept in the memory, beside the session: it is not to be kept twice either."""
    if tool in KEEPING and "error" not in result:
        turn.told.append(str(result["told"]))
