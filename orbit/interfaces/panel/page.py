"""The frame of every page: where one can go, the lights, what is wrong and how to mend it, the keys."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import app, ui

from orbit.interfaces.panel.parts.controls import button
from orbit.interfaces.panel.parts.indicators import banner, light_row, watching_light
from orbit.interfaces.panel.parts.markup import text

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel

__all__ = ["add_page", "add_pages", "framed"]

_HERE = ' aria-current="page"'
_YEAR_SECONDS = 365 * 24 * 3600
ASSETS = Path(__file__).parent / "assets"
PAGES = {
    "/": "Work",
    "/library": "Library",
    "/learned": "Learned",
    "/history": "History",
    "/memory": "Memory",
    "/settings": "Settings",
}


def add_pages(panel: Panel) -> None:
    """Put the pages where the page library serves them."""
    from orbit.interfaces.panel.pages import history, learned, library, memory, settings, work

    app.add_static_files(_assets(), ASSETS, max_cache_age=_YEAR_SECONDS)
    for module in (work, library, learned, history, memory, settings):
        module.add(panel)


def add_page(panel: Panel, path: str, show: Callable[[Panel], object]) -> None:
    """Put one page where it belongs: ``show`` makes what is in its frame."""

    def page() -> None:
        with framed(panel, path):
            show(panel)

    ui.page(path)(page)


@contextmanager
def framed(panel: Panel, path: str) -> Generator[None]:
    """Make the frame of a page around what the block makes."""
    own = _assets()
    ui.add_head_html(
        f'<link rel="stylesheet" href="{own}/panel.css"><script defer src="{own}/panel.js"></script>'
    )
    panel.visit(ui.context.client)
    _one_main()
    dark = ui.dark_mode(value=panel.preferences.dark)
    ui.html('<a class="skip" href="#main">To the content</a>', sanitize=False)
    with ui.element("header").classes("top"):
        ui.html(
            '<a class="brand" href="/" aria-label="Orbit">'
            f'<img src="{_assets()}/orbit.svg" alt=""><span>Orbit</span></a>',
            sanitize=False,
        )
        _navigation(path)
        with ui.element("div").classes("lights"):
            watching_light(panel)
            light_row(panel)
            button("◐", lambda: _turn(panel, dark), "plain", hint="Dark or light").props(
                'aria-label="Dark or light"'
            )
    banner(panel)
    with ui.element("main").classes("main work" if path == "/" else "main").props('id="main"'):
        yield


@cache
def _assets() -> str:
    """Give the address of the assets: another one for others, so that a browser may keep them."""
    held = b"".join(file.read_bytes() for file in sorted(ASSETS.iterdir()))
    return f"/orbit/{sha256(held).hexdigest()[:12]}"


def _one_main() -> None:
    """Make a plain box of what the page library puts around all of a page: to it, that is the main part."""
    inner = ui.context.client.content.parent_slot
    if inner is not None and inner.parent.tag == "q-page":
        inner.parent.tag = "div"


def _navigation(path: str) -> None:
    links = "".join(
        f'<a href="{target}" data-key="alt+{number}"{_HERE if target == path else ""}>{text(name)}</a>'
        for number, (target, name) in enumerate(PAGES.items(), start=1)
    )
    ui.html(links, sanitize=False, tag="nav").classes("nav").props('aria-label="Pages"')


def _turn(panel: Panel, dark: ui.dark_mode) -> None:
    """Go on from light to dark to as the system is."""
    panel.preferences.dark = {True: False, False: None, None: True}[panel.preferences.dark]
    dark.value = panel.preferences.dark
    said = {True: "Dark", False: "Light", None: "As the system is"}[panel.preferences.dark]
    ui.notify(said, position="bottom", timeout=1500)
