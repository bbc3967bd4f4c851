"""A plan as a card: what will be done, in the DAW's words, from what to what, and how it was confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.actions import Risk
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from daw_bridges.readback import read_back
from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.pictures.chain import chain_picture
from orbit.interfaces.panel.pictures.mixer import mixer_picture
from orbit.workflows import can_be_taken_back

if TYPE_CHECKING:
    from daw_bridges.session import Track
    from orbit.interfaces.panel.conversation import Request
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Plan, PlanStep

__all__ = ["origin_told", "plan_card", "results_card", "sure_told"]

_MARKS = {
    Status.VERIFIED: ("✓", "verified", "good"),
    Status.UNVERIFIED: ("?", "not confirmed", "warn"),
    Status.SKIPPED: ("–", "skipped", "dim"),
    Status.FAILED: ("✗", "failed", "bad"),
}
_MOST_CHAINS = 3
_ORIGINS = {
    "seed": "comes with Orbit",
    "induced": "learned from you",
    "taught": "yours",
    "imported": "imported",
}


def origin_told(reliance: Reliance) -> str:
    """Say where a workflow comes from."""
    origin = reliance.origin
    told = _ORIGINS.get(origin.source, origin.source)
    times = len(origin.trajectories)
    return f"{told}, {times} times by hand" if origin.source == "induced" and times else told


def sure_told(reliance: Reliance) -> str:
    """Say how sure a workflow is, by how it went."""
    sure = reliance.confidence
    if not sure.runs:
        return "never run yet"
    if not sure.tells:
        return "ran once so far" if sure.runs == 1 else f"ran {sure.runs} times so far"
    return f"≥ {sure.lower:.0%} sure, by {sure.runs} runs"


def plan_card(request: Request, reliance: Reliance | None) -> str:
    """Give the card of a request's plan; empty where there is none."""
    plan = request.plan
    if plan is None or not (plan.steps or plan.memory):
        return ""
    destroys = plan.risk is Risk.DESTRUCTIVE
    lively = request.waits or request.running
    css = f"card{' destroys' if destroys else ''}{'' if lively else ' over'}"
    head = (
        f'<div class="what"><h2>{text(plan.title)}</h2>{chips(_labels(plan, reliance))}{_slots(plan)}</div>'
    )
    bar = _bar(request, plan) if request.results else ""
    pictures = _pictures(plan) if request.waits else ""
    warnings = "".join(tag("li", each) for each in dict.fromkeys((*plan.consent, *plan.warnings)))
    told = f'<ul class="warnings">{warnings}</ul>' if warnings else ""
    steps = "".join(_step(step, request.results.get(step.step_number)) for step in plan.steps)
    memory = "".join(_memory(each.describe(), str(each.error or "")) for each in plan.memory)
    return (
        f'<section class="{css}" aria-label="Plan: {text(plan.title)}">{head}{bar}{pictures}{told}'
        f'<ol class="steps">{steps}{memory}</ol></section>'
    )


def results_card(results: tuple[Result, ...], title: str) -> str:
    """Give what was done without a plan that was shown: an undo."""
    lines = "".join(
        f'<li><span class="n">{number}</span>{tag("span", result.action.describe(), "do")}'
        f"{_mark(result)}{_read(result)}</li>"
        for number, result in enumerate(results, start=1)
    )
    head = f'<div class="what">{tag("h2", title)}</div>'
    steps = f'<ol class="steps">{lines}</ol>'
    return f'<section class="card over" aria-label="{text(title)}">{head}{steps}</section>'


def _labels(plan: Plan, reliance: Reliance | None) -> list[str]:
    labels = [chip(plan.workflow)] if plan.workflow else [chip("single edits")]
    if reliance is not None:
        css = "green" if reliance.confidence.runs else ""
        labels += [chip(origin_told(reliance)), chip(sure_told(reliance), css)]
    if plan.untrusted:
        labels.append(chip("from outside, not proven here", "amber"))
    if plan.risk is Risk.DESTRUCTIVE:
        back = "Orbit can take it back" if can_be_taken_back(plan) else "Orbit cannot take it back"
        labels.append(chip(f"destroys something · {back}", "red"))
    elif plan.steps:
        labels.append(chip("can be undone"))
    return labels


def _slots(plan: Plan) -> str:
    told = [
        f'<span class="chip">{text(name)} <b>{text(value)}</b></span>'
        for name, value in plan.slots.items()
        if isinstance(value, str)
    ]
    return chips(told) if told else ""


def _bar(request: Request, plan: Plan) -> str:
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


def _step(step: PlanStep, result: Result | None) -> str:
    css = ' class="destroys"' if step.risk is Risk.DESTRUCTIVE else ""
    change = _change(step.change)
    return (
        f'<li{css}><span class="n">{step.step_number}</span><span class="do">{text(step.describe())}</span>'
        f"{_mark(result) if result else '<span></span>'}{change}{_read(result) if result else ''}</li>"
    )


def _change(change: str) -> str:
    if not change:
        return ""
    was, arrow, now = change.partition(" → ")
    shown = f"{text(was)} → <b>{text(now)}</b>" if arrow else text(change)
    return f'<span class="change">{shown}</span>'


def _mark(result: Result) -> str:
    sign, word, css = _MARKS[result.status]
    if result.code == MANUAL_STEP:
        sign, word = "☞", "by hand"
    return f'<span class="was {css}">{sign} {word}</span>'


def _read(result: Result) -> str:
    told = read_back(result.observed) if result.status is Status.VERIFIED else (result.reason or "")
    return f'<span class="read {_MARKS[result.status][2]}">{text(told)}</span>' if told else ""


def _memory(said: str, error: str) -> str:
    wrong = f'<span class="read bad">{text(error)}</span>' if error else ""
    return f'<li><span class="n">·</span><span class="do">{text(said)}</span><span></span>{wrong}</li>'
