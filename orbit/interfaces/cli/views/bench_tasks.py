"""How many tasks were done right, as tables and bars for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

if TYPE_CHECKING:
    from pathlib import Path

    from orbit.evaluation.summary import Gain, Row, Share
    from orbit.evaluation.trial import Trial

__all__ = ["failures_view", "saved_plot", "shadow_view", "tasks_view"]

_HEADINGS = (
    "", "tasks", "done right", "wrong edits", "asked", "steps", "moves", "sentences", "to plan", "s",
)  # fmt: skip
_WIDTH = 40
_NAMED, _REASONS, _LONGEST = 8, 3, 150
_STYLES = {"none": "red", "seed": "cyan", "learned": "green"}
_EIGHTHS = " ▏▎▍▌▋▊▉█"

_NOTE = (
    "done right: all that the task says holds in the end, ± half of the 95 % interval. wrong edits: those "
    "that have to be taken back, and in how many tasks. asked: questions a task. steps: edits of a task done "
    "right. moves: tools the model called until it was done; sentences: what the user said until then, at "
    "last in single edits where a request failed (in brackets: the share that was got done at all). to plan: "
    "the median time from a sentence to its plan."
)
_FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="rich-terminal">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style>
<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>
<defs>{lines}</defs>
<g transform="translate(9, 9)"><g class="{unique_id}-matrix">{backgrounds}{matrix}</g></g>
</svg>
"""
"""An SVG by itself: rich's own would fetch a font."""


def tasks_view(rows: Sequence[Row], gains: Sequence[Gain]) -> RenderableType:
    """A table for each memory, what each adds, bars of what was done right, and what the figures mean."""
    return Group(*_tables(rows), *_added(gains), *_bars(rows), Text(""), Text(_NOTE, style="dim"))


def shadow_view(trials: Sequence[Trial]) -> RenderableType:
    """How the reader of frames took the first sentences, beside what Orbit did with them."""
    from orbit.evaluation.shadow import agreement

    counts = agreement((trial.passed, trial.shadow) for trial in trials if trial.shadow is not None)
    told = ", ".join(f"{name} {count}" for name, count in counts.items())
    return Text(f"\nthe reader of frames: {told}")


def _added(gains: Sequence[Gain]) -> Iterator[RenderableType]:
    for gain in gains:
        more, fewer = len(gain.gained), len(gain.lost)
        text = Text.assemble((f"{gain.memory}", "bold"), f" instead of {gain.base}: {more} more done right")
        text.append(f", {fewer} fewer ({_plain(', '.join(gain.lost[:_NAMED]))})" if fewer else ", none fewer")
        if not math.isnan(gain.moves[0]):
            text.append(
                f"; where a workflow did it ({gain.by_workflow}): "
                f"moves {gain.moves[0]:.1f} → {gain.moves[1]:.1f}, "
                f"sentences {gain.sentences[0]:.1f} → {gain.sentences[1]:.1f}"
            )
        yield text
    if gains:
        yield Text("")


def _tables(rows: Sequence[Row]) -> Iterator[RenderableType]:
    for memory in dict.fromkeys(row.memory for row in rows):
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.title, table.title_justify = f"memory: {memory}", "left"
        hosted = any(row.tokens for row in rows)
        for place, heading in enumerate((*_HEADINGS, *(("tokens", "cost") if hosted else ()))):
            table.add_column(heading, justify="left" if place == 0 else "right", no_wrap=True)
        for row in rows:
            if row.memory == memory:
                style = "bold" if row.category == "all" else ""
                table.add_row(*_cells(row), *(_hosted(row) if hosted else ()), style=style)
        yield table
        yield Text("")
    if fell_back := sum(row.fell_back for row in rows if row.category == "all"):
        yield Text(
            f"The model failed in {fell_back} of them, and the offline one took over.\n", style="yellow"
        )


def _cells(row: Row) -> Iterator[str]:
    wrong = f"{row.wrong_edits} in {row.tasks_with_wrong_edits}" if row.wrong_edits else "0"
    all_done = row.got_done.count == row.success.count
    sentences = _number(row.sentences_needed, 1)
    yield from (escape(row.category), str(row.tasks), _percent(row.success), wrong)
    yield from (_number(row.questions, 2), _number(row.steps, 1), _number(row.moves_needed, 1))
    yield sentences if all_done else f"{sentences} ({100 * row.got_done.value:.0f} %)"
    yield f"{row.plan_ms:.0f} ms" if not math.isnan(row.plan_ms) else ""
    yield _number(row.seconds, 2)


def _hosted(row: Row) -> Iterator[str]:
    yield f"{row.tokens:,.0f}"
    yield "?" if row.cost_usd is None else f"${row.cost_usd:.4f}"


def _number(value: float, digits: int) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f} % ±{100 * share.half:.0f}" if share.of else "not judged"


def _bars(rows: Sequence[Row]) -> Iterator[RenderableType]:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.title, table.title_justify = "done right", "left"
    for category in dict.fromkeys(row.category for row in rows):
        for row in rows:
            if row.category == category and row.success.of:
                bar = Text(_bar(row.success.value), style=_STYLES[row.memory])
                table.add_row(escape(category), row.memory, bar, f"{100 * row.success.value:.0f} %")
    yield table


def _bar(value: float) -> str:
    eighths = round(value * _WIDTH * 8)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def failures_view(trials: Sequence[Trial], *, reveal: bool) -> RenderableType:
    """Name what was not done right; of what is held out only how much, unless it is to be shown."""
    failed = [trial for trial in trials if trial.passed is False]
    shown = [trial for trial in failed if reveal or not trial.held_out]
    by_task: dict[str, list[Trial]] = {}
    for trial in shown:
        by_task.setdefault(trial.id, []).append(trial)
    lines = [_failure(each) for each in by_task.values()]
    if hidden := len(failed) - len(shown):
        lines.append(Text(f"{hidden} more of what is held out (--reveal names them).", style="dim"))
    return Group(*lines, Text(""))


def _failure(trials: Sequence[Trial]) -> Text:
    """One task, and why it failed with the best of the memories it failed with."""
    last = trials[-1]
    said = last.document["say"]
    words = said if isinstance(said, str) else " / ".join(said)
    memories = ", ".join(trial.memory for trial in trials)
    text = Text.assemble((_plain(last.id), "bold"), f" ({memories}): “{_plain(words)}”")
    for why in last.why[:_REASONS]:
        text.append(f"\n    {_short(_plain(why))}")
    return text


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _plain(text: str) -> str:
    """What was read from a session is shown, never obeyed."""
    return "".join(character if character.isprintable() else " " for character in text)


def saved_plot(rows: Sequence[Row], gains: Sequence[Gain], file: Path) -> None:
    """Write the tables and bars as an SVG that needs nothing else. Raises OSError."""
    import io

    console = Console(record=True, file=io.StringIO(), width=110, force_terminal=True, highlight=False)
    console.print(tasks_view(rows, gains))
    svg = console.export_svg(
        title="orbit bench", theme=DEFAULT_TERMINAL_THEME, code_format=_FORMAT, unique_id="orbit"
    )
    file.write_text(svg, encoding="utf-8")
