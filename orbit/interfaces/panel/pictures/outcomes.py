"""How runs went over time: each run as a mark, and above them how sure of it Orbit became, run by run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.interfaces.panel.parts.markup import tag, text
from orbit.memory.trust.confidence import lower_bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from orbit.memory import RunRecord

__all__ = ["ended", "outcome_bar", "outcomes_picture"]

_WIDE, _HIGH, _LEFT, _BOTTOM, _TOP, _RIGHT = 340, 132, 40, 24, 10, 10
_MOST = 40
_WORDS = {"verified": "verified", "undone": "taken back", "failed": "failed"}
_LEGEND = (
    '<div class="legend"><span><b class="good">●</b> verified</span>'
    '<span><b class="warn">■</b> taken back</span><span><b class="bad">✗</b> failed</span>'
    "<span>line: sure of at least</span></div>"
)


def ended(run: RunRecord) -> str:
    """Say how a run ended: verified, undone, failed, or that it came to nothing."""
    if not run.ok:
        # Of a workflow that was begun, it counts against it; a wish that was turned down is nobody's failure.
        return "failed" if run.workflow_id or run.results or run.inverse != [] else "nothing"
    return "verified" if run.undone_at is None else "undone"


def outcomes_picture(latest: Sequence[RunRecord]) -> str:
    """Draw the latest runs, given newest first; empty where there are none."""
    runs = [ended(run) for run in reversed(latest[:_MOST])]
    if not runs:
        return ""
    sure = [lower_bound(*_counts(runs[: place + 1])) for place in range(len(runs))]
    step = (_WIDE - _LEFT - _RIGHT) / max(len(runs) - 1, 1)
    points = [(_LEFT + place * step, _y(share)) for place, share in enumerate(sure)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(_mark(x, how) for (x, _), how in zip(points, runs, strict=True))
    said = text(f"{_told(runs)}; sure of at least {sure[-1]:.0%}")
    end = f'<circle class="now" cx="{points[-1][0]:.1f}" cy="{points[-1][1]:.1f}" r="4"/>'
    return (
        f'<svg class="outcomes" viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{said}" font-size="12">'
        f'{_grid()}<polyline class="curve" points="{line}"/>{end}{marks}</svg>{_LEGEND}'
    )


def outcome_bar(latest: Iterable[RunRecord]) -> str:
    """Draw how runs ended as shares of a bar, and say it; empty where there are none."""
    runs = [ended(run) for run in latest]
    if not runs:
        return ""
    shares = "".join(
        f'<i class="{how}" style="flex-grow:{runs.count(how)}"></i>' for how in _WORDS if how in runs
    )
    return f'<div class="shares"><div aria-hidden="true">{shares}</div>{tag("span", _told(runs))}</div>'


def _told(runs: Sequence[str]) -> str:
    return ", ".join(f"{runs.count(how)} {word}" for how, word in _WORDS.items() if how in runs)


def _counts(runs: Sequence[str]) -> tuple[int, int]:
    good = runs.count("verified")
    return good, len(runs) - good


def _y(share: float) -> float:
    return _TOP + (1 - share) * (_HIGH - _TOP - _BOTTOM)


def _grid() -> str:
    return "".join(
        f'<path class="grid" d="M{_LEFT} {_y(share):.1f} H{_WIDE - _RIGHT}"/>'
        f'<text class="soft" x="{_LEFT - 6}" y="{_y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    )


def _mark(x: float, how: str) -> str:
    y = _HIGH - 8
    match how:
        case "verified":
            return f'<circle class="verified" cx="{x:.1f}" cy="{y}" r="4"/>'
        case "undone":
            return f'<rect class="undone" x="{x - 3.5:.1f}" y="{y - 3.5}" width="7" height="7"/>'
        case _:
            return f'<path class="failed" d="M{x - 3.5:.1f} {y - 3.5} l7 7 m0 -7 l-7 7"/>'
