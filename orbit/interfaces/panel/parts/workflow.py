"""One workflow in full: its chain, what it asks, its steps with their reasons, how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.pictures.chain import workflow_picture
from orbit.interfaces.panel.pictures.outcomes import outcome_bar, outcomes_picture
from orbit.workflows import sentence
from orbit.workflows.templates import slots_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from orbit.memory import Failure, RunRecord
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Slot, Step, Workflow
    from orbit.workflows.workflow import Reference

__all__ = ["DAWS", "ORIGINS", "outcomes_markup", "reliance_chips", "steps_markup", "workflow_markup"]


ORIGINS = {
    "seed": "comes with Orbit",
    "induced": "learned from you",
    "taught": "yours",
    "imported": "imported",
}
DAWS = {"ableton": "Live", "logic": "Logic", "ardour": "Ardour"}
_SURE = 0.5


def reliance_chips(reliance: Reliance) -> list[str]:
    """Give the labels of how far a workflow is to be relied on: where it comes from, and how it went."""
    origin, sure, standing = reliance.origin, reliance.confidence, reliance.standing
    by_hand = len(origin.trajectories) if origin.source == "induced" else 0
    told = f"{ORIGINS[origin.source]}, {by_hand} times by hand" if by_hand else ORIGINS[origin.source]
    told += "" if standing.trusted else ", not proven"
    told += f" from {origin.file}" if origin.source == "imported" and origin.file else ""
    good = round(sure.expected * (sure.runs + 2)) - 1
    went = f"went well {good} of {sure.runs} times" if sure.runs else "never run yet"
    labels = [chip(told, "" if standing.trusted else "amber")]
    labels += [chip(went, "green" if sure.lower >= _SURE else "")]
    labels += [chip("may no longer work", "amber")] if standing.invalid_since else []
    labels += [chip(f"now {standing.superseded_by}")] if standing.superseded_by else []
    labels += [chip("pinned")] if standing.pinned else []
    return [*labels, chip(f"version {reliance.version}")] if reliance.version > 1 else labels


def workflow_markup(workflow: Workflow, reliance: Reliance) -> str:
    """Give a workflow in full."""
    labels = [chip(workflow.workflow_name), *reliance_chips(reliance)]
    labels += [chip(DAWS.get(each, each)) for each in workflow.daws] + [chip(each) for each in workflow.tags]
    picture = workflow_picture(workflow)
    slots = "".join(f"{tag('dt', name)}<dd>{_slot(slot)}</dd>" for name, slot in workflow.slots.items())
    sources = "".join(f"<li>{_source(each)}</li>" for each in workflow.sources)
    phrases = "".join(tag("li", f"“{slots_shown(each)}”") for each in workflow.phrases)
    parts = [
        f"{tag('p', workflow.task.strip())}{chips(labels)}",
        f'<div class="picture">{picture}</div>' if picture else "",
        f'<h3>It needs</h3><dl class="facts">{slots}</dl>' if slots else "",
        _conditions("Before", workflow.preconditions),
        f"<h3>Steps</h3>{steps_markup(workflow)}",
        _conditions("After", workflow.postconditions),
        tag("p", slots_shown(workflow.outcome.strip())),
        f"<h3>How it is asked for</h3><ul>{phrases}</ul>" if phrases else "",
        f"<h3>Sources</h3><ul>{sources}</ul>" if sources else "",
    ]
    return "".join(parts)


def steps_markup(workflow: Workflow) -> str:
    """Give a workflow's steps, each with what it is for."""
    return f'<ol class="steps">{"".join(_step(step) for step in workflow.steps)}</ol>'


def outcomes_markup(runs: Sequence[RunRecord], failures: Iterable[Failure]) -> str:
    """Say how a workflow went, with what failed and where."""
    if not runs:
        return tag("p", "It never ran here.", "dim")
    failed = "".join(
        tag("li", f"{each.warning()}{' Mended since.' if each.resolved else ''}") for each in failures
    )
    what = f"<h3>What failed</h3><ul>{failed}</ul>" if failed else ""
    return f"{outcome_bar(runs)}{outcomes_picture(runs)}{what}"


def _step(step: Step) -> str:
    what, reason = slots_shown(step.describe()), slots_shown(step.expected_output)
    why = "" if reason.rstrip(".") == what else tag("span", reason, "change")
    when = tag("span", f"only if: {slots_shown(sentence(step.when))}", "change") if step.when else ""
    return f'<li><span class="n">{step.step_number}</span>{tag("span", what, "do")}{why}{when}</li>'


def _slot(slot: Slot) -> str:
    return f"{text(slot.ask)} {tag('span', slot.otherwise(), 'dim')}"


def _conditions(title: str, conditions: Sequence[dict[str, Any]]) -> str:
    lines = "".join(tag("li", slots_shown(sentence(each))) for each in conditions)
    return f"<h3>{title}</h3><ul>{lines}</ul>" if lines else ""


def _source(source: Reference) -> str:
    """Name a source; its address is text to be copied, since no page of Orbit leads off this machine."""
    told = ", ".join(part for part in (source.author, source.title, source.page) if part)
    supports = f" ({source.supports})" if source.supports else ""
    address = f"<br>{tag('span', source.address, 'dim')}" if source.address else ""
    return f"{text(told)}{text(supports)}{address}"
