"""The box that requests are typed into; whatever else hears words puts them here, to be read first."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.parts.controls import button, mark
from orbit.interfaces.panel.parts.talk_button import TalkButton
from orbit.interfaces.panel.request import Trust
from orbit.interfaces.panel.speech import can_hear

if TYPE_CHECKING:
    from nicegui.events import GenericEventArguments

    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.state import Panel

__all__ = ["RequestBox"]

_WORDS = "takeWords()"  # in panel.js
_SEND = f"(e) => {{ if (!e.shiftKey && !e.isComposing) {{ e.preventDefault(); emit({_WORDS}); }} }}"
_RECALL = (
    "(e) => { const words = recall(e, JSON.parse(e.target.closest('.ask').dataset.said || '[]'));"
    " if (words !== undefined) emit(words); }"
)
_EXAMPLES = (
    "Duck the bass under the kick",
    "Set up a vocal chain on the lead vox",
    "Turn the pad down by 3 dB",
)

_LABELS = {
    Trust.ASK: ("always", "Every plan waits until you have seen it"),
    Trust.KEEPING: ("if it deletes", "What deletes or overwrites waits; the rest is done at once"),
    Trust.UNDOABLE: ("if no undo", "What Orbit can take back is done at once"),
}


class RequestBox:
    """One window's box; ``tools`` is where other ways to say things put their buttons."""

    def __init__(self, panel: Panel) -> None:
        self._panel, self._said = panel, ""
        with ui.element("div").classes("ask") as self._box:
            self.field = ui.textarea(placeholder="What do you want done?")
            self.field.props('outlined autogrow rows=1 data-key="/" aria-label="Request" autofocus')
            self.field.on("keydown.enter", self._send, js_handler=_SEND)
            self.field.on("keydown", lambda event: self.fill(str(event.args)), js_handler=_RECALL)
            button("Send", self._send, "go", told=_WORDS)
        with ui.element("div").classes("under"):
            self.tools = ui.element("div").classes("btns")
            undo = panel.conversation.undo
            button("Undo", lambda: panel.begin(undo()), key="alt+u", hint="Undo the last change by Orbit")
            _trust_bar(panel)
        if can_hear():
            TalkButton(panel, self)
        self._note_said()
        panel.conversation.changed.subscribe(self._note_said)
        if not panel.conversation.requests:
            self._examples()

    def _note_said(self, request: Request | None = None) -> None:
        """Give the page what was asked, for the arrow keys."""
        del request
        asked = [each.text for each in self._panel.conversation.requests if not each.client]
        said = json.dumps([words for place, words in enumerate(asked) if words not in asked[place + 1 :]])
        if said != self._said:
            self._said = self._box.props["data-said"] = said

    def _examples(self) -> None:
        """Show somebody who is here for the first time how one asks."""
        with ui.element("div").classes("btns") as box:
            ui.html(
                "Try one of these, or say it your way. Nothing is done before you have seen the plan."
            ).classes("hint")
            for words in _EXAMPLES:
                button(words, partial(self.fill, words))

        def begun() -> None:
            if not box.is_deleted:
                box.delete()

        self._panel.conversation.changed.subscribe(begun)

    def fill(self, words: str) -> None:
        """Put words into the box, where they can be read and mended before they are sent."""
        self.field.value = words
        self.field.run_method("focus")

    def _send(self, event: GenericEventArguments) -> None:
        words = str(event.args or "").strip()
        if words:
            self._panel.begin(self._panel.conversation.say(words))


def _trust_bar(panel: Panel) -> None:
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
            mark(shown, aria_checked="true" if each is level else "false")
        mark(box, title="" if level is Trust.ASK else "Until the last window of the panel is closed")

    show()
    conversation.trust_changed.subscribe(show)
