"""``orbit workflows refine``: better words for what was learned, by a language model, where one is wanted."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from orbit.learning.refining import Refined, Report
    from orbit.learning.refining.operations import Refinable
    from orbit.server import Engine
    from orbit.settings import Settings

__all__ = ["refined", "register"]

_OFF = "off"


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(refine)


def refine(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="None: all that was learned.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="openai:…, anthropic:…, ollama:…")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the words; keep nothing.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Let a language model find better words for what was learned."""
    settings = load_settings(data_dir=data_dir, refine=model)
    report = refined(settings, ids or [], keep=not dry_run)
    if as_json:
        print_json(_document(report, dry_run=dry_run))
    else:
        screen().print(_told(report, dry_run=dry_run), markup=False)
    return FAILED if report.stopped and not report.requests else DONE


def refined(settings: Settings, ids: list[str], *, keep: bool = True) -> Report:
    """Refine workflows of the library with the model that the settings name, through the engine.

    Raises UsageError where they name none, ModelError where it is not set up.
    """
    from daw_bridges.errors import UsageError
    from orbit.agent.models import OFFLINE, resolve_model

    if settings.refine in (_OFF, OFFLINE):
        raise UsageError(
            "No language model is set for this, and Orbit does not choose one by itself. "
            "Name one: --model openai:… (or anthropic:…, ollama:…), or refine in the settings."
        )
    return asyncio.run(_refined(settings, resolve_model(settings.refine), ids, keep=keep))


async def _refined(settings: Settings, model: Model, ids: list[str], *, keep: bool) -> Report:
    from orbit.learning.refining import refine
    from orbit.server import engine_for
    from orbit.workflows.load import parse_workflow

    async with engine_for(settings) as engine:
        due: list[Refinable] = await engine.call("refinable", ids=ids)
        goals = {each.id: each.goals for each in due}
        report = await refine([parse_workflow(each.workflow) for each in due], model, goals=goals)
        for each, one in zip(due, report.workflows, strict=True):
            if keep and one.changed:
                await _keep(engine, each, one, settings.refine)
    return report


async def _keep(engine: Engine, due: Refinable, one: Refined, model: str) -> None:
    from orbit.workflows.load import dump_workflow

    body = dump_workflow(one.workflow)
    await engine.call("keep_words", workflow=body, version=due.version, model=model)


def _document(report: Report, *, dry_run: bool) -> dict[str, Any]:
    from orbit.workflows.load import dump_workflow

    return {
        "ok": report.stopped is None,
        "dry_run": dry_run,
        "workflows": [
            {
                "changed": each.changed,
                "left_out": list(each.left_out),
                "workflow": dump_workflow(each.workflow),
            }
            for each in report.workflows
        ],
        "merges": [asdict(each) for each in report.merges],
        "requests": report.requests,
        "tokens": report.tokens,
        "stopped": report.stopped,
    }


def _told(report: Report, *, dry_run: bool) -> str:
    changed = [each.workflow for each in report.workflows if each.changed]
    would = "would be called" if dry_run else "is called"
    lines = [f"{each.workflow_name} {would} “{each.title}” and is for: {each.task}" for each in changed]
    lines += [
        f"{each.one} and {each.other} may be one: {each.why} (orbit workflows merge)"
        for each in report.merges
    ]
    if report.stopped:
        lines.append(report.stopped)
    total = f"{len(changed)} of {len(report.workflows)} got better words"
    return "\n".join([*lines, f"{total}, with {report.requests} requests and {report.tokens} tokens."])
