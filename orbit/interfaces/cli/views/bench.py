"""How well Orbit does, as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from orbit.learning.evaluation.summary import Row, Spread

__all__ = ["learning_tables"]

_COLUMNS = {
    "f1": "F1", "precision": "prec", "recall": "rec", "exact": "exact", "fields": "slots", "types": "types",
    "together": "co-ref", "coverage": "cover", "utility": "used", "overlap": "over", "compression": "compr",
    "workflows": "found", "seconds": "s",
}  # fmt: skip
_CURVE = 3

_NOTE = (
    "F1, prec and rec: of what was found and what was planted, alike to four fifths; exact: step for step. "
    "slots: fields rightly open or constant; types: slots of the right type; co-ref: F1 of pairs of fields "
    "in one slot. cover: share of held-out edits; used: share of what was found that held-out sessions use; "
    "over: pairs that do half the same; compr: how many times shorter sessions become. "
    "± is the standard deviation over the seeds."
)


def learning_tables(rows: Iterable[Row]) -> Iterator[RenderableType]:
    """A table for each setting, as its rows come; how F1 grows, for three sizes and more; a note."""
    seen: list[Row] = []
    for (corpus, sessions, level), of_setting in groupby(
        rows, key=lambda row: (row.corpus, row.sessions, row.level)
    ):
        table = _table(f"{corpus}, {sessions} sessions, {level}", _COLUMNS.values())
        for row in of_setting:
            seen.append(row)
            table.add_row(row.method, *(_said(name, row.figures[name]) for name in _COLUMNS))
        yield table
    if len({row.sessions for row in seen}) >= _CURVE:
        yield from _curves(seen)
    yield Text(_NOTE, style="dim")


def _table(title: str, headings: Iterable[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.title, table.title_justify = title, "left"
    table.add_column("", no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _curves(rows: Sequence[Row]) -> Iterator[Table]:
    """How F1 grows with the sessions that are learned from."""
    sizes = sorted({row.sessions for row in rows})
    for corpus, level in dict.fromkeys((row.corpus, row.level) for row in rows):
        table = _table(f"{corpus}, {level}: F1 by sessions", map(str, sizes))
        here = [row for row in rows if (row.corpus, row.level) == (corpus, level)]
        for method in dict.fromkeys(row.method for row in here):
            f1 = {row.sessions: row.figures["f1"] for row in here if row.method == method}
            table.add_row(method, *(_said("f1", f1[size]) for size in sizes))
        yield table


def _said(name: str, spread: Spread) -> str:
    if math.isnan(spread.mean):
        return ""
    if name == "f1":
        return f"{spread.mean:.3f}±{spread.sd:.2f}".replace("±0.", "±.")
    return f"{spread.mean:.1f}" if name in {"workflows", "compression"} else f"{spread.mean:.2f}"
