"""What is said in a conversation beside plans: a question with its options, and what a model took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from orbit.agent.answers import PROPOSAL

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.agent import Question, Usage
    from orbit.settings import Settings

__all__ = ["commands_view", "greeting", "question_view", "titles_view", "total_of", "usage_told"]


def question_view(question: Question) -> RenderableType:
    """Show a question, and what there is to choose from with a number before each."""
    lines = [Text(question.question, style="bold")]
    if len(question.options) > _MOST_BELOW:
        from rich.columns import Columns

        return Group(*lines, Columns(_numbered(question.options), padding=(0, 2), column_first=True))
    if len(question.options) > 1:
        lines += _numbered(question.options)
    elif question.slot == PROPOSAL:
        lines[0].append(" [y/N]", style="not bold dim")
    elif question.options and question.options[0] not in question.question:
        lines[0].append(f" ({question.options[0]})", style="not bold dim")
    return Group(*lines)


def _numbered(options: Sequence[str]) -> list[Text]:
    return [
        Text.assemble((f"{number:>4}  ", "dim"), option) for number, option in enumerate(options, start=1)
    ]


_MOST_BELOW = 8
"""More options than these stand in columns."""


def usage_told(usage: Usage) -> str:
    """Say what a request took of a hosted model, in one line."""
    requests = f"{usage.requests} request{'' if usage.requests == 1 else 's'}"
    tokens = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    price = "price unknown" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
    return f"{usage.model} · {requests} · {tokens} · {price}"


def total_of(used: Sequence[Usage]) -> Usage:
    """Add up what several requests took; a price that is not known makes the whole one unknown."""
    costs = [each.cost_usd for each in used]
    known = [cost for cost in costs if cost is not None]
    return used[0].model_copy(
        update={
            "model": ", ".join(dict.fromkeys(each.model for each in used)),
            "requests": sum(each.requests for each in used),
            "input_tokens": sum(each.input_tokens for each in used),
            "output_tokens": sum(each.output_tokens for each in used),
            "cost_usd": sum(known) if len(known) == len(costs) else None,
        }
    )


def titles_view(titles: Mapping[str, str]) -> RenderableType:
    """List workflows: id and title."""
    return _pairs(titles) if titles else Text("No workflow fits.")


def commands_view(commands: Mapping[str, str]) -> RenderableType:
    """List the commands of a chat with what each is for."""
    return Group(_pairs(commands), Text("\nAnything else is a request, in your own words.", style="dim"))


def _pairs(said: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, what in said.items():
        table.add_row(Text(name, style="bold"), Text(what))
    return table


def greeting(session: Session, settings: Settings) -> RenderableType:
    """Say where one is, and how to get help."""
    count = sum(track.ordinary for track in session.tracks)
    where = f"{session.name or 'Untitled'} · {settings.daw} · {count} tracks · {session.tempo:g} BPM"
    how = "Say what you want done. /help shows the commands, Ctrl-D leaves."
    return Text.assemble((where, "bold"), (f" · {settings.model}\n", "dim"), (how, "dim"))
