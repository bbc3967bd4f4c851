"""What was done, what failed, what was called and what belongs together, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from daw_bridges.actions import parse_action
from daw_bridges.errors import ActionError
from orbit.interfaces.dates import moment
from orbit.memory.records import short_id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orbit.memory import Episode, Failure, ToolCall
    from orbit.memory.store.links import Link

__all__ = ["calls_view", "episodes_view", "failures_view", "links_view"]

_SHOWN = 3


def episodes_view(found: Sequence[Episode]) -> RenderableType:
    """Show what was done, a row an episode."""
    if not found:
        return Text("Nothing like that was done.")
    table = _table("when", "id", "for", "what was done", "taken")
    for each in found:
        work = each.trajectory
        said = [step.action.describe() for step in work.actions]
        more = f" and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
        did = "; ".join(said[:_SHOWN]) + more
        _row(table, moment(work.started), short_id(work.id), work.goal or "", did, each.judgement.told())
    return table


def failures_view(found: Sequence[Failure]) -> RenderableType:
    """Show what failed, a row a failure."""
    if not found:
        return Text("Nothing failed.")
    table = _table("id", "workflow or request", "failure", "mended")
    for each in found:
        mended = moment(each.resolved_at) or "no"
        _row(table, short_id(each.id), each.workflow_id or each.task or "", each.warning(), mended)
    return table


def calls_view(found: Sequence[ToolCall]) -> RenderableType:
    """Show actions and tool calls, a row each."""
    if not found:
        return Text("No such call was made.")
    table = _table("when", "what", "status", "run")
    for each in found:
        _row(table, moment(each.called_at), _called(each), each.status, short_id(each.run_id or ""))
    return table


def links_view(found: Sequence[Link]) -> RenderableType:
    """Show links, a row each."""
    if not found:
        return Text("Nothing is linked to that.")
    table = _table("from", "", "to")
    for each in found:
        ends = ((each.from_kind, each.from_id), (each.to_kind, each.to_id))
        one, other = (f"{kind.replace('_', ' ')} {short_id(item)}" for kind, item in ends)
        _row(table, one, each.relation.replace("_", " "), other)
    return table


def _called(call: ToolCall) -> str:
    """An action in a DAW's words; any other tool as it was called."""
    try:
        return parse_action({"action": call.tool, **call.arguments}).describe()
    except ActionError:
        given = ", ".join(f"{name}: {value}" for name, value in call.arguments.items())
        return f"{call.tool} ({given})" if given else call.tool


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _row(table: Table, *cells: str) -> None:
    # What was said or read is shown as it is, and never read as markup.
    table.add_row(*(Text(cell) for cell in cells))
