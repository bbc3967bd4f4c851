"""Editing what a plan was filled with: its slots as the workflow asks for them, planned anew as edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.agent import Wanted
from orbit.interfaces.panel.parts.controls import Window, button, failed
from orbit.interfaces.panel.parts.markup import text
from orbit.workflows import SlotType, slot_texts

if TYPE_CHECKING:
    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.state import Panel

__all__ = ["edit_slots"]


async def edit_slots(panel: Panel, request: Request) -> None:
    """Show the slots of a plan that waits, and have it planned with what they are changed to."""
    plan = request.plan
    if plan is None or plan.workflow is None:
        return
    try:
        workflow = await panel.engine.workflow(plan.workflow)
    except OrbitError as error:
        failed(error)
        return
    texts = slot_texts(workflow, plan.slots)
    tracks = list(plan.before.track_names)
    fields: dict[str, ui.input] = {}
    window = Window(f"Edit “{workflow.title}”")
    with window.box:
        for name, slot in workflow.slots.items():
            known = tracks if slot.type is SlotType.TRACK else None
            with ui.element("label").classes("asked"):  # a question in a field would be cut off
                ui.html(text(slot.ask or name), sanitize=False, tag="span")
                field = ui.input(value=texts.get(name, ""), autocomplete=known)
            fields[name] = field.props(f'outlined dense data-slot="{name}" aria-label="{name}"')

        def plan_anew() -> None:
            if not window.dialog.value:
                return  # pressed twice
            given = {name: str(field.value or "").strip() for name, field in fields.items()}
            wanted = Wanted(
                workflow=plan.workflow, slots={name: value for name, value in given.items() if value}
            )
            window.dialog.close()
            panel.begin(panel.conversation.say(request.text, wanted=wanted, history=request.history))

        with ui.element("div").classes("btns"):
            button("Plan with these", plan_anew, "go", key="ctrl+enter")
            button("Cancel", window.dialog.close)
    window.open(close="")
