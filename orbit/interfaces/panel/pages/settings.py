"""Settings: which model answers, its keys, the microphone, the DAW and the project."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from nicegui import ui

from daw_bridges.discovery import known_daws
from daw_bridges.errors import OrbitError
from orbit.agent.hosted.api_keys import PROVIDERS, forget_key, keep_key, kept_key, key_variable
from orbit.agent.models import OFFLINE, resolve_model
from orbit.hosts import PRACTICE
from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.parts.controls import button, failed, told
from orbit.interfaces.panel.parts.lists import sheet
from orbit.interfaces.panel.parts.markup import tag
from orbit.interfaces.panel.parts.talk_button import REFUSED
from orbit.settings import keep_setting, settings_file, variable_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from orbit.interfaces.panel.state import Panel

__all__ = ["add"]

_MODELS = [OFFLINE, "openai:", "anthropic:", "ollama:"]


def add(panel: Panel) -> None:
    """Put the page where it belongs."""
    add_page(panel, "/settings", _show)


def _show(panel: Panel) -> None:
    where = f"These are what the command line reads too: {settings_file()}"
    ui.html(tag("p", where, "hint"), sanitize=False)
    with ui.element("div").classes("cols"):
        _model(panel)
        _Keys()
        _microphone(panel)
        _later("daw", "DAW", panel.engine.settings.daw, [PRACTICE, *known_daws()])
        _later("project", "Project", panel.engine.settings.project)


def _said() -> ui.html:
    return ui.html("", sanitize=False).props('role="status" aria-live="polite"')


def _keep(name: str, value: str, said: ui.html, then: str) -> None:
    """Keep a setting, and say where it is, or why it is not."""
    try:
        file = keep_setting(name, value)
    except OrbitError as error:
        said.set_content(tag("div", error, "error"))
        return
    over = variable_of(name)
    first = f" {over} is set in the environment and goes before it." if os.environ.get(over) else ""
    said.set_content(tag("div", f"{then} Kept in {file}.{first}", "fine"))


def _model(panel: Panel) -> None:
    hint = (
        "offline needs no network and no key. openai:…, anthropic:…, ollama:… send names and levels of the "
        "session to whoever runs that model."
    )
    with sheet("Which model understands you", hint):
        field = ui.input("Model", value=panel.engine.settings.model, autocomplete=_MODELS)
        field.props('outlined aria-label="Model"')
        said = _said()

        async def choose() -> None:
            name = (field.value or "").strip() or OFFLINE
            try:
                if name != OFFLINE:
                    await asyncio.to_thread(resolve_model, name)
                await panel.engine.choose_model(name)
            except OrbitError as error:
                said.set_content(tag("div", error, "error"))
                return
            _keep("model", name, said, f"{name} answers from now on.")

        button("Use it", choose, "go")


class _Keys:
    """The keys of hosted models: whether one is kept, keeping one, deleting it."""

    def __init__(self) -> None:
        hint = (
            "Kept in the system's keyring and nowhere else, and handed to the model's own library. "
            "A key is never shown again."
        )
        with sheet("Keys of hosted models", hint):
            self._provider = ui.select(list(PROVIDERS), value=PROVIDERS[0], on_change=self._show)
            self._provider.props('outlined aria-label="Provider"')
            self._key = ui.input("Key").props('outlined type=password autocomplete=off aria-label="Key"')
            self._said = _said()
            with ui.element("div").classes("btns"):
                button("Keep", self._keep, "go")
                button("Forget", partial(self._do, forget_key))
        ui.timer(0.01, self._show, once=True)

    @property
    def _variable(self) -> str:
        return key_variable(str(self._provider.value))

    async def _show(self) -> None:
        """Say whether a key is there, and where."""
        variable = self._variable
        try:
            held = await asyncio.to_thread(kept_key, variable)
        except OrbitError as error:
            self._said.set_content(tag("div", error, "error"))
            return
        beside = f" {variable} is set in the environment." if os.environ.get(variable) and not held else ""
        said = f"A key is kept as {variable}." if held else f"No key is kept as {variable}.{beside}"
        self._said.set_content(tag("div", said, "fine" if held or beside else "dim"))

    async def _keep(self) -> None:
        key, self._key.value = (self._key.value or "").strip(), ""
        if key:
            await self._do(keep_key, key)

    async def _do(self, change: Callable[..., None], *key: str) -> None:
        try:
            await asyncio.to_thread(change, self._variable, *key)
        except OrbitError as error:
            self._said.set_content(tag("div", error, "error"))
            return
        await self._show()


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
    hint = (
        "For the talk button. Better none that the DAW records from: Orbit does not listen while it records."
    )
    with sheet("Which microphone", hint):
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


def _later(name: str, label: str, value: str, choices: list[str] | None = None) -> None:
    """Let a setting be changed that is read when Orbit starts."""
    with sheet(f"Which {label if choices else label.lower()}", _LATER[name]):
        field: Any = ui.select(choices, value=value) if choices else ui.input(label, value=value)
        field.props(f'outlined aria-label="{label}"')
        said = _said()

        def choose() -> None:
            if given := str(field.value or "").strip():
                _keep(name, given, said, "Close the panel and start it again.")
            else:
                said.set_content(tag("div", f"A {label.lower()} needs a name.", "error"))

        button("Use it", choose, "go")


_LATER = {
    "daw": "The panel speaks to one DAW. Another one is used from the next start on.",
    "project": "Each project has a memory of its own: what is learned in one is not used in another.",
}
