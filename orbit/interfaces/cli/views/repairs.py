"""How workflows that no longer hold, and their repairs, are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from orbit.interfaces.dates import moment
from orbit.learning.repair.operations import Repair

__all__ = ["repairs_view"]


def repairs_view(found: Sequence[Repair]) -> Text:
    """Each with why it fails, what would be different, and what to type."""
    if not found:
        return Text("Nothing is known to fail.")
    return Text("\n\n").join(Text("\n").join(_lines(each)) for each in found)


def _lines(repair: Repair) -> Iterator[Text]:
    yield Text.assemble((repair.title, "bold"), f"  {repair.id}", (f"  since {moment(repair.since)}", "dim"))
    yield Text(f"  {repair.reason}")
    if repair.workflow is None:
        yield Text("  Do it once by hand while Orbit records: it will see what is different.", style="dim")
        return
    yield from (Text(f"  {change}", style="cyan") for change in repair.changes)
    yield Text(f"  Repair it with: orbit workflows repair {repair.id}", style="green")
