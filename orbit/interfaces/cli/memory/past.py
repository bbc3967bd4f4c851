"""``orbit memory done``, ``judge``, ``failures``, ``log`` and ``links``: what was done, and how it went."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from pathlib import Path

    from orbit.memory import Episode, Failure, ToolCall
    from orbit.memory.store.links import Link

__all__ = ["register"]

Count = Annotated[int, typer.Option("-k", metavar="N", min=1, max=1000, help="How many to show.")]
Said = Literal["accepted", "rejected", "undecided"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(done)
    app.command()(judge)
    app.command()(erase)
    app.command()(failures)
    app.command()(log)
    app.command()(links)


def done(
    text: Annotated[
        str | None, typer.Argument(help="What it was about; without it, the latest are shown.")
    ] = None,
    tracks: Annotated[
        list[str] | None, typer.Option("--track", metavar="NAME", help="Only what touched this track.")
    ] = None,
    devices: Annotated[
        list[str] | None, typer.Option("--device", metavar="KIND", help="Only what used this device.")
    ] = None,
    actions: Annotated[
        list[str] | None, typer.Option("--action", metavar="NAME", help="Only what did this action.")
    ] = None,
    count: Count = 10,
    verdict: Annotated[
        Literal["accepted", "rejected"] | None, typer.Option("--verdict", help="Only with this verdict.")
    ] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Find what was done before, and how it was taken.

    For instance: orbit memory done "make it pump" --track Bass
    """
    found: list[Episode] = _call(
        "episodes", data_dir, text=text or "", k=count, tracks=tracks or [], devices=devices or [],
        actions=actions or [], verdict=verdict,
    )  # fmt: skip
    if as_json:
        print_json([episode.model_dump(mode="json") for episode in found])
    else:
        from orbit.interfaces.cli.views.past import episodes_view

        screen().print(episodes_view(found))
    return DONE


def judge(
    episode: Annotated[str, typer.Argument(metavar="ID", help="As `orbit memory done` gives it.")],
    said: Annotated[Said, typer.Argument(metavar="SAID", help="accepted, rejected or undecided.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Say whether something that was done was right.

    This outweighs whether it was kept or undone.
    """
    _call("judge", data_dir, trajectory_id=episode, verdict=None if said == "undecided" else said)
    _say({"ok": True, "judged": episode, "verdict": said}, f"Noted: {said}.", as_json=as_json)
    return DONE


def erase(
    episode: Annotated[str, typer.Argument(metavar="ID", help="As `orbit memory done` gives it.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Forget something that was done, with its log.

    The session itself stays as it is.
    """
    _call("forget_episode", data_dir, trajectory_id=episode)
    _say({"ok": True, "forgotten": episode}, f"Forgotten: {episode}.", as_json=as_json)
    return DONE


def failures(
    workflow: Annotated[
        str | None, typer.Argument(help="The id of a workflow; without it, all failures.")
    ] = None,
    standing: Annotated[bool, typer.Option("--standing", help="Only those that are not fixed yet.")] = False,
    resolve: Annotated[str | None, typer.Option("--resolve", metavar="ID", help="Mark one as fixed.")] = None,
    count: Count = 20,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Show what failed, and whether it has been fixed since."""
    if resolve is not None:
        _call("resolve", data_dir, failure_id=resolve)
        _say({"ok": True, "resolved": resolve}, f"Noted: {resolve} is fixed.", as_json=as_json)
        return DONE
    found: list[Failure] = _call(
        "failures", data_dir, k=count, workflow_id=workflow, resolved=False if standing else None
    )
    if as_json:
        print_json([failure.model_dump(mode="json") for failure in found])
    else:
        from orbit.interfaces.cli.views.past import failures_view

        screen().print(failures_view(found))
    return DONE


def log(
    text: Annotated[str | None, typer.Argument(help="A part of the arguments or the result.")] = None,
    tool: Annotated[str | None, typer.Option("--tool", metavar="NAME", help="Only this action.")] = None,
    status: Annotated[
        str | None, typer.Option("--status", metavar="WORD", help="verified, unverified, failed …")
    ] = None,
    run: Annotated[str | None, typer.Option("--run", metavar="ID", help="Only of this run.")] = None,
    count: Count = 20,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Show every action that was performed, newest first."""
    found: list[ToolCall] = _call("calls", data_dir, text=text, k=count, tool=tool, status=status, run_id=run)
    if as_json:
        print_json([call.model_dump(mode="json") for call in found])
    else:
        from orbit.interfaces.cli.views.past import calls_view

        screen().print(calls_view(found))
    return DONE


def links(
    kind: Annotated[str, typer.Argument(help="workflow, run, trajectory, failure, note, track, device …")],
    item: Annotated[str, typer.Argument(help="Its id, or the name of a track or device.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Show what a thing is linked to.

    For instance: orbit memory links workflow sidechain-compression
    """
    found: list[Link] = _call("links", data_dir, kind=kind, item=item)
    if as_json:
        print_json([asdict(link) for link in found])
    else:
        from orbit.interfaces.cli.views.past import links_view

        screen().print(links_view(found))
    return DONE


def _say(document: dict[str, Any], told: str, *, as_json: bool) -> None:
    if as_json:
        print_json(document)
    else:
        screen().print(told, markup=False)


def _call(operation: str, data_dir: Path | None, **arguments: Any) -> Any:
    return ask(load_settings(data_dir=data_dir), lambda engine: engine.call(operation, **arguments))
