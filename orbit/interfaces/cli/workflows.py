"""``orbit workflows``: what Orbit knows how to do, and finding it by what a producer says."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.memory import Hit, Library
    from orbit.settings import Settings

__all__ = ["app"]

Answer = TypeVar("Answer")

app = typer.Typer(name="workflows", help="What Orbit knows how to do.", no_args_is_help=True)


@app.command("list")
def list_(as_json: Json = False, data_dir: DataDir = None) -> int:
    """List every workflow."""
    workflows = _ask(load_settings(data_dir=data_dir), lambda library: library.all())
    if as_json:
        print_json([workflow.model_dump(mode="json") for workflow in workflows])
    else:
        from orbit.interfaces.cli.views.workflow import workflows_view

        screen().print(workflows_view(workflows))
    return DONE


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="What you want done; - reads one request a line from stdin.")],
    count: Annotated[int, typer.Option("-k", metavar="N", min=1, help="How many to show.")] = 3,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Find workflows by what they are for, best first."""
    requests = (line.strip() for line in sys.stdin) if text == "-" else iter([text])
    _ask(load_settings(data_dir=data_dir), lambda library: _search(library, requests, count, as_json=as_json))
    return DONE


@app.command()
def show(
    workflow_id: Annotated[str, typer.Argument(metavar="ID", help="As `orbit workflows list` gives it.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Show a workflow: its slots, steps and what has to hold."""
    workflow = _ask(load_settings(data_dir=data_dir), lambda library: library.workflow(workflow_id))
    if as_json:
        print_json(workflow.model_dump(mode="json"))
    else:
        from orbit.interfaces.cli.views.workflow import workflow_view

        screen().print(workflow_view(workflow))
    return DONE


def _search(library: Library, requests: Iterable[str], count: int, *, as_json: bool) -> None:
    for request in requests:
        hits = library.search(request, k=count)
        if as_json:
            print_json([_hit(hit) for hit in hits])
        else:
            _print_hits(hits)


def _hit(hit: Hit) -> dict[str, Any]:
    return {"id": hit.id, "title": hit.title, "score": round(hit.score, 4)}


def _print_hits(hits: list[Hit]) -> None:
    from orbit.interfaces.cli.views.workflow import hits_view

    screen().print(hits_view(hits) if hits else "Nothing Orbit knows comes near that.")


def _ask(settings: Settings, question: Callable[[Library], Answer]) -> Answer:
    return asyncio.run(_ask_library(settings, question))


async def _ask_library(settings: Settings, question: Callable[[Library], Answer]) -> Answer:
    from orbit.engine import Engine

    async with Engine(settings) as engine:
        return question(engine.library)
