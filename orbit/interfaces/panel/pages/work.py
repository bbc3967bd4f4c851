"""The page beside the DAW: the session as it is, the box, and the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.parts.markup import tag
from orbit.interfaces.panel.parts.request_box import RequestBox
from orbit.interfaces.panel.parts.requests import Requests
from orbit.interfaces.panel.parts.strips import Strips, transport_markup
from orbit.interfaces.panel.parts.track import show_track

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel

__all__ = ["add"]


def add(panel: Panel) -> None:
    """Put the page where it belongs."""
    add_page(panel, "/", _show)


def _show(panel: Panel) -> None:
    with ui.element("section").classes("talk").props('aria-label="Requests"'):
        RequestBox(panel)
        Requests(panel)
    with ui.element("section").classes("session sheet").props('aria-label="Session"'):
        _session(panel)


def _session(panel: Panel) -> None:
    transport = ui.html("", sanitize=False).classes("head transport")
    strips = Strips(lambda name: show_track(panel, name))

    def show() -> None:
        session = panel.feed.session
        if session is None:
            transport.set_content(tag("span", "Waiting for the DAW…", "dim"))
            return
        transport.set_content(transport_markup(session))
        strips.show(session)

    show()
    panel.feed.changed.subscribe(show)
