"""Windows that ask for words, or once more before something is deleted; and work that is told when done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.parts.controls import Window, button, failed, told
from orbit.interfaces.panel.parts.markup import text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["ask_for", "confirm", "done"]


async def done(work: Awaitable[object], said: str = "") -> bool:
    """Do something and say so; where it cannot be done, say why. What tells of itself is asked to."""
    try:
        came = await work
    except OrbitError as error:
        failed(error)
        return False
    if said or hasattr(came, "told"):
        told(said or getattr(came, "told")())  # noqa: B009 - whatever it is, it can
    return True


def ask_for(
    title: str,
    fields: dict[str, str],
    save: Callable[[dict[str, str]], Awaitable[bool]],
    *,
    hint: str = "",
    long: bool = False,
) -> None:
    """Ask for words in a window, which stays open until ``save`` says that they are kept."""
    window = Window(title)
    made: dict[str, Any] = {}
    with window.box:
        _hint(hint)
        for name, value in fields.items():
            field: Any = ui.textarea(name, value=value) if long else ui.input(name, value=value)
            made[name] = field.props(f'outlined autogrow aria-label="{name}"')

        async def keep() -> None:
            if await save({name: str(field.value or "").strip() for name, field in made.items()}):
                window.dialog.close()

        with ui.element("div").classes("btns"):
            button("Save", keep, "go", key="ctrl+enter")
            button("Cancel", window.dialog.close)
    window.open(close="")


def confirm(title: str, hint: str, label: str, do: Callable[[], Awaitable[bool]], *, typed: str = "") -> None:
    """Ask once more before something goes for good; ``typed`` is what has to be typed for it."""
    window = Window(title)
    with window.box:
        _hint(f"{hint} To do it, type: {typed}" if typed else hint)
        field = ui.input().props('outlined aria-label="Type it"') if typed else None

        async def agree() -> None:
            if field is not None and str(field.value or "").strip().casefold() != typed:
                field.props(f'error error-message="Type: {typed}"')
            elif await do():
                window.dialog.close()

        with ui.element("div").classes("btns"):
            button(label, agree, "danger")
            button("Keep it", window.dialog.close)
    window.open(close="")


def _hint(hint: str) -> None:
    if hint:
        ui.html(text(hint), sanitize=False, tag="p").classes("hint")
