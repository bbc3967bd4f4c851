"""Editing a workflow as text: what is wrong is said with its line as it is typed; saved is what is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import tag
from orbit.workflows import read_workflow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from orbit.interfaces.panel.state import Panel

__all__ = ["checked", "edit_workflow"]


def checked(words: str) -> tuple[bool, str]:
    """Say whether a text is a workflow, and if not what is wrong and in which line."""
    try:
        workflow = read_workflow(words.encode(), "line")
    except OrbitError as error:
        return False, str(error).replace("line:", "Line ", 1)
    return True, f"In order: {len(workflow.steps)} steps, asks for {', '.join(workflow.slots) or 'nothing'}."


async def edit_workflow(panel: Panel, name: str, again: Callable[[], Awaitable[None]]) -> None:
    """Let a workflow's text be changed; ``again`` is called once it is saved."""
    words = await tried(panel.engine.call("workflow_text", workflow_id=name))
    if words is None:
        return
    window = Window(f"Edit {name}")
    with window.box:
        field = (
            ui.textarea(value=words)
            .classes("editor")
            .props('outlined aria-label="Workflow" spellcheck=false')
        )
        said = ui.html("", sanitize=False).props('role="status" aria-live="polite"')

        def look() -> None:
            right, message = checked(field.value or "")
            said.set_content(tag("div", message, "fine" if right else "error"))
            save.props["disabled"] = not right
            if right:
                del save.props["disabled"]

        async def keep() -> None:
            if not checked(field.value or "")[0]:
                return
            saved = await tried(panel.engine.call("save_workflow", workflow_id=name, text=field.value or ""))
            if saved is not None:
                told(f"“{saved.title}” is saved, as the next version.")
                window.dialog.close()
                await again()

        field.on_value_change(look)
        field.props("debounce=250")
        with ui.element("div").classes("btns"):
            save = button("Save", keep, "go", key="ctrl+enter")
            button("Cancel", window.dialog.close)
        look()
    window.open(close="")
