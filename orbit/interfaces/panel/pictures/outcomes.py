"""How a workflow went: each run as a mark, and above them how sure of it Orbit became, run by run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.interfaces.panel.parts.markup import text
from orbit.memory.trust.confidence import lower_bound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from orbit.memory.past import Attempt

__all__ = ["learning_picture", "outcome_bar"]

_WIDE, _HIGH, _LEFT, _BOTTOM, _TOP = 520, 150, 44, 26, 10
_MOST = 60


def learning_picture(attempts: Sequence[Attempt]) -> str:
    """Draw the latest runs of a workflow, given newest first; empty where it never ran."""
    runs = list(reversed(attempts))[-_MOST:]
    if not runs:
        return ""
    sure = list(_sure(runs))
    step = (_WIDE - _LEFT - 12) / max(len(runs) - 1, 1)
    points = [(_LEFT + place * step, _y(share)) for place, share in enumerate(sure)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(_mark(x, run) for (x, _), run in zip(points, runs, strict=True))
    said = text(f"{len(runs)} runs; at least {sure[-1]:.0%} sure now")
    x, y = points[-1]
    return (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" role="img" aria-label="{said}" font-size="12">'
        f'{_grid()}<polyline class="curve" points="{line}"/>'
        f'<circle class="now" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f"{marks}</svg>"
    )


def _sure(runs: Sequence[Attempt]) -> list[float]:
    good = bad = 0
    shares: list[float] = []
    for run in runs:
        good, bad = good + (run.ok and not run.undone), bad + (not run.ok or run.undone)
        shares.append(lower_bound(good, bad))
    return shares


def _y(share: float) -> float:
    return _TOP + (1 - share) * (_HIGH - _TOP - _BOTTOM)


def _grid() -> str:
    lines = [
        f'<path class="grid" d="M{_LEFT} {_y(share):.1f} H{_WIDE - 6}"/>'
        f'<text class="soft" x="{_LEFT - 8}" y="{_y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    ]
    return "".join(lines)


def _mark(x: float, run: Attempt) -> str:
    css = "verified" if run.ok and not run.undone else "undone" if run.ok else "failed"
    shape = {
        "verified": f'<circle class="verified" cx="{x:.1f}" cy="{_HIGH - 9}" r="4.5"/>',
        "undone": f'<rect class="undone" x="{x - 4:.1f}" y="{_HIGH - 13}" width="8" height="8"/>',
        "failed": f'<path class="failed" d="M{x - 4:.1f} {_HIGH - 13} l8 8 m0 -8 l-8 8"/>',
    }
    return shape[css]


def outcome_bar(verified: int, undone: int, failed: int) -> str:
    """Draw how all runs of a workflow ended, as shares of a bar; empty where it never ran."""
    total = verified + undone + failed
    if not total:
        return ""
    parts, x = "", 0.0
    for count, css in ((verified, "verified"), (undone, "undone"), (failed, "failed")):
        wide = 160 * count / total
        parts += (
            f'<rect class="{css} bar" x="{x:.1f}" y="0" width="{wide:.1f}" height="12"/>' if count else ""
        )
        x += wide
    said = text(f"{verified} verified, {undone} taken back, {failed} failed")
    return f'<svg viewBox="0 0 160 12" width="160" height="12" role="img" aria-label="{said}">{parts}</svg>'
