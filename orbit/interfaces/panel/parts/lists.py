"""Lists of things that can be picked: one piece of a page, one listener, also by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nicegui import ui

from orbit.interfaces.panel.parts.markup import tag, text

__all__ = ["PickList", "action_steps", "row", "sheet"]

_PICK = (
    "(e) => {{ const r = e.target.closest('[data-pick]'); "
    "if (r{}) {{ e.preventDefault(); emit(r.dataset.pick); }} }}"
)
_KEY = " && (e.key === 'Enter' || e.key === ' ')"


def row(
    title: str, said: str = "", *, pick: str = "", href: str = "", beside: str = "", below: str = ""
) -> str:
    """Give a line, to be picked or a link: a title, what is said of it, and markup beside and below."""
    told = tag("p", said) if said else ""
    inside = f'<div>{tag("h3", title)}{told}{below}</div><div class="end">{beside}</div>'
    if href:
        return f'<a class="line" href="{text(href)}">{inside}</a>'
    return f'<div class="line" role="button" tabindex="0" data-pick="{text(pick)}">{inside}</div>'


def action_steps(told: Iterable[str]) -> str:
    """Give actions, as they are told, as a list with their numbers."""
    lines = "".join(
        f'<li><span class="n">{place}</span>{tag("span", each, "do")}</li>'
        for place, each in enumerate(told, start=1)
    )
    return f'<ol class="steps">{lines}</ol>'


def sheet(title: str, hint: str = "") -> ui.element:
    """Make a part of a page with its heading; give what its content goes into."""
    with ui.element("section").classes("sheet"):
        ui.html(text(title), sanitize=False, tag="h2").classes("head")
        body = ui.element("div").classes("body stack")
    if hint:
        with body:
            ui.html(text(hint), sanitize=False, tag="p").classes("hint")
    return body


class PickList:
    """A list that shows lines and tells which one was picked."""

    def __init__(self, on_pick: Callable[[str], Any] | None, empty: str) -> None:
        self._empty, self._shown = empty, ""
        self._box = ui.html("", sanitize=False).classes("list")
        if on_pick is not None:
            self._box.on("click", lambda event: on_pick(str(event.args)), js_handler=_PICK.format(""))
            self._box.on("keydown", lambda event: on_pick(str(event.args)), js_handler=_PICK.format(_KEY))

    def show(self, rows: Iterable[str]) -> None:
        """Show these lines."""
        shown = "".join(rows) or tag("div", self._empty, "empty")
        if shown != self._shown:  # the focus stays where it is while nothing changes
            self._shown = shown
            self._box.set_content(shown)
