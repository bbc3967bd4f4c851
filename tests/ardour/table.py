"""What one run of the real host showed, as lines to read."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ardour.outside import Report
from tests.ardour.shown import Outcome, everything

__all__ = ["table"]

_WIDTH = 76


def table(report: Report) -> Iterator[str]:
    """Give a line for each thing with the messages it took, up and down, then the count."""
    failed = 0
    for name, item in everything().items():
        told = report.of(name)
        failed += "why" in told
        mark = "FAILED" if "why" in told else "lacks" if item.outcome is Outcome.LACKING else "ok"
        messages = f"{told.get('sent', 0):4}↑ {told.get('received', 0):4}↓"
        again = "".join(f" (tried again after {failure})" for failure in told.get("failures", ()))
        yield f"{mark:6} {item.name[:_WIDTH]:{_WIDTH}} {messages}  {told.get('saw', '')}{again}"
    yield _count(report, failed)


def _count(report: Report, failed: int) -> str:
    items = everything().values()
    works = sum(item.outcome is Outcome.WORKS for item in items)
    start, plugged = report.of("start"), report.of("plugged_in")
    return (
        f"{works} things that work, {len(items) - works} that Ardour does not implement; {failed} failed. "
        f"Started in {start.get('seconds', '?')} s after {len(start.get('failures', ()))} failed starts, "
        f"surface whole {plugged.get('seconds', '?')} s after that"
    )
