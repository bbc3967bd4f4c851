"""``orbit workflows list|search|show``: finding a workflow by what a producer says, and reading it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import Id, ask

if TYPE_CHECKING:
    from orbit.memory import Hit
    from orbit.memory.trust.operations import Reliance
    from orbit.server import Engine
    from orbit.workflows import Workflow

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command("list")(list_)
    app.command()(search)
    app.command()(show)


def list_(
    everything: Annotated[
        bool, typer.Option("--all", help="Include those that another one has replaced.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """List every workflow, with where it comes from."""
    workflows, reliances = ask(load_settings(data_dir=data_dir), _all)
    if not everything:
        workflows = [each for each in workflows if not _superseded(reliances.get(each.workflow_name))]
    if as_json:
        print_json([each.model_dump(mode="json") for each in workflows])
    else:
        from orbit.interfaces.cli.views.workflow import workflows_view

        screen().print(workflows_view(workflows, reliances))
    return DONE


def search(
    text: Annotated[str, typer.Argument(help="What you want done; - reads one request a line from stdin.")],
    count: Annotated[int, typer.Option("-k", metavar="N", min=1, help="How many to show.")] = 3,
    why: Annotated[
        bool, typer.Option("--why", help="Show all that was weighed for each, and what was passed over.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Find workflows by what they are for, best first."""
    requests = (line.strip() for line in sys.stdin) if text == "-" else iter([text])
    search_ = _explain if why else _search
    ask(load_settings(data_dir=data_dir), lambda engine: search_(engine, requests, count, as_json=as_json))
    return DONE


def show(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Show a workflow: its slots, steps and what has to hold."""
    workflow, reliance = ask(load_settings(data_dir=data_dir), lambda engine: _one(engine, workflow_id))
    if as_json:
        print_json(workflow.model_dump(mode="json"))
    else:
        from orbit.interfaces.cli.views.workflow import workflow_view

        screen().print(workflow_view(workflow, reliance))
    return DONE


async def _all(engine: Engine) -> tuple[list[Workflow], dict[str, Reliance]]:
    return await engine.workflows(), await engine.call("reliances")


async def _one(engine: Engine, workflow_id: str) -> tuple[Workflow, Reliance]:
    return await engine.workflow(workflow_id), await engine.call("reliance", workflow_id=workflow_id)


def _superseded(reliance: Reliance | None) -> bool:
    return reliance is not None and reliance.standing.superseded_by is not None


async def _search(engine: Engine, requests: Iterable[str], count: int, *, as_json: bool) -> None:
    for request in requests:
        hits = await engine.search(request, count)
        if as_json:
            print_json([_hit(hit) for hit in hits])
        else:
            await _print_hits(engine, hits)


async def _explain(engine: Engine, requests: Iterable[str], count: int, *, as_json: bool) -> None:
    for request in requests:
        told = await engine.call("explain", text=request, k=count)
        if as_json:
            print_json(asdict(told) | {"decision": type(told.decision).__name__.lower()})
        else:
            from orbit.interfaces.cli.views.explanation import explanation_view

            screen().print(explanation_view(told))


def _hit(hit: Hit) -> dict[str, Any]:
    return {"id": hit.id, "title": hit.title, "score": round(hit.score, 4)}


async def _print_hits(engine: Engine, hits: list[Hit]) -> None:
    from orbit.interfaces.cli.views.workflow import hits_view

    if not hits:
        screen().print("No workflow comes close to that.")
        return
    reliances = {hit.id: await engine.call("reliance", workflow_id=hit.id) for hit in hits}
    screen().print(hits_view(hits, reliances))
