"""One workflow in full: what it is for, what it asks, its steps, how it went; what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from orbit.agent import Wanted
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.editor import edit_workflow
from orbit.interfaces.panel.parts.markup import chip, chips, tag
from orbit.interfaces.panel.parts.plan import origin_told, sure_told
from orbit.interfaces.panel.parts.versions import show_versions
from orbit.interfaces.panel.pictures.outcomes import learning_picture, outcome_bar
from orbit.memory.trust.packs import pack_bytes
from orbit.workflows import sentence
from orbit.workflows.templates import slots_shown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from orbit.interfaces.panel.state import Panel
    from orbit.memory import Outcomes
    from orbit.memory.past import Attempt
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Reference, Slot, Step, Workflow

    Again = Callable[[], Awaitable[None]]

__all__ = ["LEGEND", "show_workflow", "steps_markup", "workflow_markup"]

LEGEND = (
    '<div class="legend"><span><b class="good">●</b> verified</span>'
    '<span><b class="warn">■</b> taken back</span>'
    '<span><b class="bad">✗</b> failed</span><span>the line: how sure at least, after each run</span></div>'
)


async def show_workflow(panel: Panel, name: str, again: Again) -> None:
    """Show a workflow; ``again`` shows the list anew when something became of it."""
    engine = panel.engine
    workflow = await tried(engine.workflow(name))
    reliance: Reliance | None = await tried(engine.call("reliance", workflow_id=name)) if workflow else None
    if workflow is None or reliance is None:
        return
    outcomes: Outcomes = await engine.call("outcomes", workflow_id=name)
    runs: list[Attempt] = await engine.call("attempts", workflow_id=name, k=60)
    window = Window("")
    with window.box:
        ui.html(workflow_markup(workflow, reliance), sanitize=False)
        if runs:
            curve = (
                f"{outcome_bar(outcomes.verified, outcomes.undone, outcomes.failed)}{learning_picture(runs)}"
            )
            drawn = f'<div class="picture" style="padding:8px 0">{curve}</div>'
            ui.html(f"<h3>How it went</h3>{drawn}{LEGEND}", sanitize=False)
        with ui.element("div").classes("btns"):
            _acts(panel, workflow, reliance, window, again)
    window.open(close="")


def _acts(panel: Panel, workflow: Workflow, reliance: Reliance, window: Window, again: Again) -> None:
    name, standing = workflow.workflow_name, reliance.standing

    def run() -> None:
        panel.begin(panel.conversation.say(workflow.title, wanted=Wanted(workflow=name)))
        ui.navigate.to("/")

    async def change(operation: str, said: str, **arguments: Any) -> None:
        await panel.engine.call(operation, workflow_id=name, **arguments)
        told(said)
        window.dialog.close()
        await again()

    def changes(operation: str, said: str, **arguments: Any) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            await tried(change(operation, said, **arguments))

        return do

    async def edit() -> None:
        await edit_workflow(panel, name, again)
        window.dialog.close()

    async def export() -> None:
        pack = await tried(panel.engine.call("export", ids=[name], versions=True))
        if pack is not None:
            ui.download.content(pack_bytes(pack), f"{name}.json", "application/json")

    button("Run…", run, "go", key="ctrl+enter")
    button("Edit…", edit, key="alt+e")
    button("Versions", partial(show_versions, panel, name, again))
    button("Export", export)
    pinned = "No longer pinned." if standing.pinned else "Pinned: it stays up in what is found."
    button("Unpin" if standing.pinned else "Pin", changes("pin", pinned, pinned=not standing.pinned))
    if not standing.trusted:
        button("Trust", changes("trust", "Trusted: Orbit asks no more before it runs."))
    forget = changes("forget", "It is gone, with all its versions.")
    button("Forget", partial(_forget, workflow.title, forget), "danger")
    button("Close", window.dialog.close)


def _forget(title: str, forget: Callable[[], Awaitable[None]]) -> None:
    window = Window(f"Forget “{title}”?")
    with window.box:
        ui.html("It goes for good, with all its versions and what is known of its runs.").classes("hint")

        async def do() -> None:
            await forget()
            window.dialog.close()

        with ui.element("div").classes("btns"):
            button("Forget it", do, "danger")
            button("Keep it", window.dialog.close)
    window.open(close="")


def workflow_markup(workflow: Workflow, reliance: Reliance) -> str:
    """Give a workflow in full."""
    labels = [chip(workflow.workflow_name), chip(origin_told(reliance)), chip(f"version {reliance.version}")]
    labels += [chip(sure_told(reliance), "green" if reliance.confidence.runs else "")]
    labels += [] if reliance.standing.trusted else [chip("not trusted yet", "amber")]
    slots = "".join(f"{tag('dt', name)}{tag('dd', _asks(slot))}" for name, slot in workflow.slots.items())
    before = "".join(tag("li", slots_shown(sentence(each))) for each in workflow.preconditions)
    steps = steps_markup(workflow)
    sources = "".join(tag("li", _source(each)) for each in workflow.sources)
    parts = [
        f"{tag('h2', workflow.title)}{chips(labels)}{tag('p', workflow.task.strip())}",
        f'<h3>It asks for</h3><dl class="facts">{slots}</dl>' if slots else "",
        f"<h3>Before</h3><ul>{before}</ul>" if before else "",
        f'<h3>Steps</h3><ol class="steps">{steps}</ol>',
        f"<h3>Sources</h3><ul>{sources}</ul>" if sources else "",
    ]
    return "".join(parts)


def _asks(slot: Slot) -> str:
    return slot.ask if slot.default is None else f"{slot.ask} (else {slot.default})"


def _source(source: Reference) -> str:
    return ", ".join(part for part in (source.author, source.title, source.page) if part)


def steps_markup(workflow: Workflow) -> str:
    """Give a workflow's steps."""
    return "".join(_step(step) for step in workflow.steps)


def _step(step: Step) -> str:
    what = tag("span", slots_shown(step.describe()), "do")
    return f'<li><span class="n">{step.step_number}</span>{what}</li>'
