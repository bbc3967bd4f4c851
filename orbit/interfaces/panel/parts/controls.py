"""Buttons and messages, each with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from nicegui import Event, ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.parts.markup import text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nicegui.element import Element

__all__ = ["Window", "button", "caption", "failed", "mark", "told", "tried"]

Given = TypeVar("Given")

_NAMES = {"ctrl+enter": "Ctrl ↵", "escape": "Esc"}


def button(
    label: str, do: Callable[..., Any], css: str = "", *, key: str = "", hint: str = "", told: str = ""
) -> ui.html:
    """Make a button; ``key`` presses it from anywhere on the page: ``ctrl+enter``, ``escape``, ``alt+u``.

    ``told`` is JavaScript: what it comes to on the page is the ``args`` of the event that ``do`` is given.
    """
    made = ui.html(caption(label, key), sanitize=False, tag="button").classes(f"btn {css}".strip())
    made.props('type="button"').on(
        "click", do, js_handler=f"(e) => emit({told})" if told else "(...args) => emit(...args)"
    )
    if key:
        made.props(f'data-key="{key}" aria-keyshortcuts="{key}"')
    if hint:
        made.props["title"] = hint
    return made


def mark(element: Element, **attributes: str) -> None:
    """Set attributes (written with _ for -) that are not so already: each that is set is sent to the page."""
    props = cast("dict[str, object]", element.props)
    for name, value in attributes.items():
        if props.get(name.replace("_", "-")) != value:
            props[name.replace("_", "-")] = value


def caption(label: str, key: str = "") -> str:
    """Give what stands on a button."""
    named = _NAMES.get(key) or key.replace("alt+", "Alt ").title()
    return f"{text(label)}<kbd>{named}</kbd>" if key else text(label)


def told(message: str) -> None:
    """Say that something is done."""
    ui.notify(message, type="positive", position="bottom", timeout=4000)


def failed(error: Exception | str) -> None:
    """Say why something is not done."""
    ui.notify(
        str(error), type="negative", position="bottom", timeout=9000, multi_line=True, close_button="OK"
    )


async def tried(work: Awaitable[Given]) -> Given | None:
    """Give what some work comes to; where it cannot be done, say why, and give None."""
    try:
        return await work
    except OrbitError as error:
        failed(error)
        return None


class Window:
    """A window over the page, which follows what changes for as long as it is open."""

    def __init__(self, title: str) -> None:
        self._followed: list[tuple[Event[[]], Callable[[], None]]] = []
        with ui.context.client.content:  # what it is opened from may be gone before it is
            self.dialog = ui.dialog()
        self.dialog.on("hide", self._leave)
        with self.dialog:
            self.box = ui.card().classes("wide")
        with self.box:
            if title:
                ui.html(text(title), sanitize=False, tag="h2")

    def follow(self, event: Event[[]], show: Callable[[], None]) -> None:
        """Show it now, and again when it changes."""
        show()
        event.subscribe(show)
        self._followed.append((event, show))

    def open(self, *, close: str = "Close") -> None:
        """Show it, with a button to leave it."""
        if close:
            with self.box, ui.element("div").classes("btns"):
                button(close, self.dialog.close)
        self.dialog.open()

    def _leave(self) -> None:
        for event, show in self._followed:
            event.unsubscribe(show)
        self.dialog.delete()
