"""Lists of things that can be picked: one piece of a page, one listener, also by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nicegui import ui

from orbit.interfaces.panel.parts.markup import tag, text

__all__ = ["PickList", "row"]

_PICK = (
    "(e) => {{ const r = e.target.closest('[data-pick]'); "
    "if (r{}) {{ e.preventDefault(); emit(r.dataset.pick); }} }}"
)
_KEY = " && (e.key === 'Enter' || e.key === ' ')"


def row(pick: str, title: str, said: str = "", *, beside: str = "", below: str = "") -> str:
    """Give one line: a title, what there is to say of it, and (as markup) what stands beside and below."""
    told = tag("p", said) if said else ""
    end = f'<div class="end">{beside}</div>' if beside else ""
    return (
        f'<div class="line" role="button" tabindex="0" data-pick="{text(pick)}">'
        f"<div>{tag('h3', title)}{told}{below}</div>{end}</div>"
    )


class PickList:
    """A list that shows lines and tells which one was picked."""

    def __init__(self, on_pick: Callable[[str], Any], empty: str) -> None:
        self._empty = empty
        self._box = ui.html("", sanitize=False).classes("list")
        self._box.on("click", lambda event: on_pick(str(event.args)), js_handler=_PICK.format(""))
        self._box.on("keydown", lambda event: on_pick(str(event.args)), js_handler=_PICK.format(_KEY))

    def show(self, rows: Iterable[str]) -> None:
        """Show these lines."""
        self._box.set_content("".join(rows) or tag("div", self._empty, "empty"))
