"""A plan as a card: what will be done, from what to what and why, and in each row how it was read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daw_bridges.actions import Risk
from daw_bridges.bridge import Result, Status
from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.parts.workflow import reliance_chips
from orbit.interfaces.panel.pictures.chain import chain_picture
from orbit.interfaces.panel.pictures.mixer import mixer_picture
from orbit.interfaces.plan_rows import MARKS, PlanRow, outcome_text, plan_rows, slot_names
from orbit.workflows import can_be_taken_back

if TYPE_CHECKING:
    from daw_bridges.session import Track
    from orbit.interfaces.panel.request import Request
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Plan

__all__ = ["plan_card", "results_card"]

_CSS = {Status.VERIFIED: "good", Status.UNVERIFIED: "warn", Status.SKIPPED: "dim", Status.FAILED: "bad"}
_MOST_CHAINS = 3


def plan_card(request: Request, reliance: Reliance | None) -> str:
    """Give the card of a request's plan; empty where there is none."""
    plan = request.plan
    if plan is None or not (plan.steps or plan.memory):
        return ""
    lively = request.waits or request.running or request.next is not None
    css = f"card{' destroys' if plan.destroys else ''}{'' if lively else ' over'}"
    labels = chips([*_labels(request, plan, reliance), *_slots(plan)])
    head = f'<div class="what">{tag("h2", plan.title)}{labels}</div>'
    pictures = _pictures(plan) if request.waits else ""
    warnings = "".join(tag("li", each) for each in dict.fromkeys((*plan.consent, *plan.warnings)))
    told = f'<ul class="warnings">{warnings}</ul>' if warnings else ""
    number = request.next.step_number if request.next is not None else None
    rows = list(plan_rows(plan, request.results))
    if [row.what for row in rows] == [plan.title]:  # the title of an edit says what its only row says
        rows = [replace(rows[0], what="")]
    return (
        f'<section class="{css}" aria-label="Plan: {text(plan.title)}">{head}{_bar(request, plan)}'
        f"{pictures}{told}{_steps(rows, number)}</section>"
    )


def results_card(results: Sequence[Result], title: str) -> str:
    """Give what was done without a plan that was shown: an undo."""
    rows = (
        PlanRow(result.action.describe(), "", number=number, result=result)
        for number, result in enumerate(results, start=1)
    )
    head = f'<div class="what">{tag("h2", title)}</div>'
    return f'<section class="card over" aria-label="{text(title)}">{head}{_steps(rows, None)}</section>'


def _labels(request: Request, plan: Plan, reliance: Reliance | None) -> list[str]:
    labels = [chip("not asked", "red")] if request.unasked else []
    labels.append(chip(plan.workflow or "single edits"))
    if reliance is not None:
        labels += reliance_chips(reliance)
    if plan.untrusted:
        labels.append(chip("from outside, not proven here", "amber"))
    if plan.destroys:
        back = "Orbit can take it back" if can_be_taken_back(plan) else "Orbit cannot take it back"
        labels.append(chip(f"deletes or overwrites · {back}", "red"))
    elif plan.risk is not Risk.READ:
        labels.append(chip("can be undone"))
    return labels


def _slots(plan: Plan) -> list[str]:
    names = slot_names(plan).items()
    return [f'<span class="chip">{text(name)} <b>{text(value)}</b></span>' for name, value in names]


def _bar(request: Request, plan: Plan) -> str:
    """Show how far it is; its place is there from the beginning."""
    share = len(request.results) / max(len(plan.steps), 1)
    return f'<div class="bar" aria-hidden="true"><i style="width:{min(share, 1) * 100:.0f}%"></i></div>'


def _pictures(plan: Plan) -> str:
    old = {track.name: track for track in plan.before.tracks}
    changed = [track for track in plan.predicted.tracks if _rewired(old.get(track.name), track)]
    drawn = [chain_picture(track, _new(old.get(track.name), track)) for track in changed[:_MOST_CHAINS]]
    drawn.append(mixer_picture(plan.before, plan.predicted))
    return "".join(f'<div class="picture">{each}</div>' for each in drawn if each)


def _rewired(was: Track | None, now: Track) -> bool:
    def wiring(track: Track) -> list[tuple[str, str | None, bool]]:
        return [(each.name, each.sidechain, each.enabled) for each in track.devices]

    return wiring(now) != (wiring(was) if was is not None else [])


def _new(was: Track | None, now: Track) -> set[str]:
    return {each.name for each in now.devices} - {each.name for each in (was.devices if was else ())}


def _steps(rows: Iterable[PlanRow], following: int | None) -> str:
    shown = "".join(_row(row, following=row.number is not None and row.number == following) for row in rows)
    return f'<ol class="steps">{shown}</ol>'


def _row(row: PlanRow, *, following: bool) -> str:
    names = ["destroys"] * row.destroys + ["next"] * following + ["bare"] * (not row.change)
    names += ["single"] * (not row.what)
    css = f' class="{" ".join(names)}"' if names else ""
    css += ' aria-current="step"' if following else ""
    number = "·" if row.number is None else row.number
    reason = tag("span", row.reason, "reason") if row.reason else ""
    return (
        f"<li{css}>{tag('span', number, 'n')}{tag('span', row.what, 'do')}"
        f'<span class="change">{_change(row.change)}{_read(row.result)}</span>{reason}</li>'
    )


def _change(change: str) -> str:
    was, arrow, now = change.partition(" → ")
    return f"<span>{text(was)} → <b>{text(now)}</b></span>" if arrow else tag("span", change)


def _read(result: Result | None) -> str:
    if result is None:
        return ""
    told = f"{MARKS[result.status]} {outcome_text(result)}".strip()
    return tag("span", told, f"read {_CSS[result.status]}")
