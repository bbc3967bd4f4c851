"""How well Orbit does, as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
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
_NOTE = (
    "F1, prec and rec: of what was found and what was planted, alike to four fifths; exact: step for step. "
    "slots: fields rightly open or constant; types: slots of the right type; co-ref: F1 of pairs of fields "
    "in one slot. cover: share of held-out edits; used: share of what was found that held-out sessions use; "
    "over: pairs that do half the same; compr: how many times shorter sessions become. "
    "± is the standard deviation over the seeds."
)


def learning_tables(rows: Iterable[Row]) -> Iterator[RenderableType]:
    """A table for each setting, as its rows come, and last what the columns mean."""
    for (corpus, sessions, level), of_setting in groupby(
        rows, key=lambda row: (row.corpus, row.sessions, row.level)
    ):
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        table.title, table.title_justify = f"{corpus}, {sessions} sessions, {level}", "left"
        table.add_column("", no_wrap=True)
        for heading in _COLUMNS.values():
            table.add_column(heading, justify="right", no_wrap=True)
        for row in of_setting:
            table.add_row(row.method, *(_said(name, row.figures[name]) for name in _COLUMNS))
        yield table
    yield Text(_NOTE, style="dim")


def _said(name: str, spread: Spread) -> str:
    if math.isnan(spread.mean):
        return ""
    if name == "f1":
        return f"{spread.mean:.3f}±{spread.sd:.2f}".replace("±0.", "±.")
    return f"{spread.mean:.1f}" if name in {"workflows", "compression"} else f"{spread.mean:.2f}"
