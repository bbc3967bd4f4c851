"""Settings: how often Orbit asks, which model answers, which DAW it is for, and the keys, never shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from nicegui import ui

from daw_bridges.discovery import known_daws
from daw_bridges.errors import OrbitError
from orbit.agent.models import OFFLINE, resolve_model
from orbit.hosts import PRACTICE
from orbit.interfaces.panel.keys import PROVIDERS, forget_key, is_kept, keep_key, use_keys
from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import button, failed, told
from orbit.interfaces.panel.parts.markup import tag
from orbit.interfaces.panel.parts.microphone import REFUSED
from orbit.settings import keep_setting

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel

__all__ = ["add"]

_MODELS = [OFFLINE, "openai:", "anthropic:", "ollama:"]


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/settings")
    def settings() -> None:
        with framed(panel, "/settings"), ui.element("div").classes("cols"):
            _model(panel)
            _microphone(panel)
            _Keys()
            _daw(panel)

    del settings


def _sheet(title: str, hint: str) -> ui.element:
    sheet = ui.element("section").classes("sheet")
    with sheet:
        ui.html(tag("h2", title), sanitize=False).classes("head")
        body = ui.element("div").classes("body").style("display:grid;gap:12px")
        with body:
            ui.html(tag("p", hint, "hint"), sanitize=False)
    return body


def _model(panel: Panel) -> None:
    with _sheet(
        "Which model understands you",
        "offline needs no network and no key. openai:…, anthropic:…, ollama:… send names and levels of the "
        "session to whoever runs that model.",
    ):
        field = ui.input("Model", value=panel.engine.settings.model, autocomplete=_MODELS)
        field.props('outlined aria-label="Model"')
        said = ui.html("", sanitize=False).props('role="status"')

        async def choose() -> None:
            name = (field.value or "").strip() or OFFLINE
            try:
                await asyncio.to_thread(use_keys, name)
                await asyncio.to_thread(resolve_model, name)
                await panel.engine.choose_model(name)
                kept_in = keep_setting("model", name)
            except OrbitError as error:
                said.set_content(tag("div", error, "error"))
                return
            said.set_content(tag("div", f"{name} answers from now on; kept in {kept_in}.", "fine"))

        button("Use it", choose, "go")


_NO_CHOICE = "The system’s choice"
_NAMES = """
return await (async () => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({audio: true});
    stream.getTracks().forEach((track) => track.stop());
    const all = await navigator.mediaDevices.enumerateDevices();
    return {names: all.filter((each) => each.kind === "audioinput").map((each) => each.label)};
  } catch (error) {
    return {error: error.name ?? "NotSupportedError"};
  }
})();
"""
_ASKING_SECONDS = 120.0
"""How long somebody may think about whether this page may listen."""


def _microphone(panel: Panel) -> None:
    with _sheet(
        "Which microphone",
        "For the talk button. Better none that the DAW records from: Orbit does not listen while it records.",
    ):
        kept = panel.preferences.microphone
        chosen = ui.select([_NO_CHOICE, *([kept] if kept else [])], value=kept or _NO_CHOICE)
        chosen.props('outlined aria-label="Microphone"')

        async def look() -> None:
            found: dict[str, Any] = await cast("Any", ui).run_javascript(_NAMES, timeout=_ASKING_SECONDS)
            if "error" in found:
                failed(REFUSED.get(found["error"], f"The browser refuses: {found['error']}."))
                return
            names = [str(name) for name in found["names"] if name]
            cast("Any", chosen).set_options([_NO_CHOICE, *dict.fromkeys(names)])
            told("Choose one of them." if names else "No microphone is there.")

        def choose() -> None:
            panel.preferences.microphone = "" if chosen.value in (None, _NO_CHOICE) else str(chosen.value)
            told("From the next time on that the talk button is held on a page opened anew.")

        chosen.on_value_change(choose)
        button("Look for microphones", look)


class _Keys:
    """The keys: whether one is kept, putting one there, letting go of it."""

    def __init__(self) -> None:
        with _sheet(
            "Keys of hosted models",
            "Kept where this system keeps passwords, handed to the model's own library and to nobody else. "
            "They are not shown again.",
        ):
            self._provider = ui.select(list(PROVIDERS), value="openai", on_change=self._show)
            self._provider.props('outlined aria-label="Provider"')
            self._key = ui.input("Key").props('outlined type=password autocomplete=off aria-label="Key"')
            self._said = ui.html("", sanitize=False).props('role="status"')
            with ui.element("div").classes("btns"):
                button("Keep", self._keep, "go")
                button("Forget", self._forget)
        ui.timer(0.01, self._show, once=True)

    async def _show(self) -> None:
        provider = str(self._provider.value)
        try:
            kept = await asyncio.to_thread(is_kept, provider)
        except OrbitError as error:
            self._said.set_content(tag("div", error, "dim"))
            return
        said = f"A key for {provider} is kept." if kept else f"No key for {provider} is kept."
        self._said.set_content(tag("div", said, "good" if kept else "dim"))

    async def _keep(self) -> None:
        key, self._key.value = (self._key.value or "").strip(), ""
        if not key:
            return
        try:
            await asyncio.to_thread(keep_key, str(self._provider.value), key)
        except OrbitError as error:
            failed(error)
            return
        await self._show()

    async def _forget(self) -> None:
        try:
            await asyncio.to_thread(forget_key, str(self._provider.value))
        except OrbitError as error:
            failed(error)
            return
        await self._show()


def _daw(panel: Panel) -> None:
    with _sheet("Which DAW", "The panel speaks to one DAW. Another one is taken up when it is next started."):
        chosen = ui.select([PRACTICE, *known_daws()], value=panel.engine.settings.daw)
        chosen.props('outlined aria-label="DAW"')

        def choose() -> None:
            try:
                kept_in = keep_setting("daw", str(chosen.value))
            except OrbitError as error:
                failed(error)
                return
            told(f"Kept in {kept_in}. Close the panel and start it again.")

        button("Use it from the next start on", choose, "go")
        where = f"{tag('dt', 'What Orbit keeps is in')}{tag('dd', panel.engine.settings.data_dir)}"
        ui.html(f'<dl class="facts">{where}</dl>', sanitize=False)
