"""The trust level of this visit: which plans wait for a word, and how many went through without one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.parts.controls import button
from orbit.interfaces.panel.request import Trust

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel

__all__ = ["trust_bar"]

_LABELS = {
    Trust.ASK: ("always", "Every plan waits until you have seen it"),
    Trust.KEEPING: ("if it deletes", "What deletes or overwrites waits; the rest is done at once"),
    Trust.UNDOABLE: ("if no undo", "What Orbit can take back is done at once"),
}


def trust_bar(panel: Panel) -> None:
    """Show the levels; an open one is red, and says that it ends with this visit."""
    conversation = panel.conversation
    with ui.element("div").classes("trust").props('role="radiogroup" aria-label="When Orbit asks"') as box:
        ui.html("Ask", tag="span").classes("ask-when")
        made = {
            level: button(label, partial(setattr, conversation, "trust", level), hint=hint).props(
                'role="radio"'
            )
            for level, (label, hint) in _LABELS.items()
        }

    def show() -> None:
        level = conversation.trust
        box.classes(replace="trust" if level is Trust.ASK else "trust open")
        for each, shown in made.items():
            shown.props["aria-checked"] = "true" if each is level else "false"
        box.props["title"] = "" if level is Trust.ASK else "Until the last window of the panel is closed"

    show()
    conversation.trust_changed.subscribe(show)
