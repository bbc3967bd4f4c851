"""The talk button beside the box: what is said stands in the box before anything comes of it."""

from __future__ import annotations

import binascii
from base64 import b64decode
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui
from nicegui.element import Element

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.parts.controls import button
from orbit.interfaces.panel.parts.markup import tag
from orbit.interfaces.panel.request import is_careful

if TYPE_CHECKING:
    from nicegui.events import GenericEventArguments

    from orbit.interfaces.panel.parts.request_box import RequestBox
    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.speech import Heard
    from orbit.interfaces.panel.state import Panel

__all__ = ["REFUSED", "TalkButton"]

_LARGEST_PIECE, _LONGEST = 64 * 1024, 2 * 16_000 * 60
"""Letters of a piece of sound; bytes of an utterance, a minute."""
_LOOK_FIRST = "A spoken yes is not enough for this plan: see what is marked in it, and press its button."

REFUSED = {
    "NotAllowedError": "The browser does not let this page hear the microphone. Allow it at the lock or the "
    "microphone beside the address, and in the system’s privacy settings for this browser; then hold the "
    "button again. Typing goes on as before.",
    "NotFoundError": "There is no such microphone. Connect it, or choose another one under Settings.",
    "NotReadableError": "The microphone is there and gives nothing: another program may hold it for itself. "
    "Close that, or choose another microphone under Settings.",
    "NotSupportedError": "This browser gives pages no microphone. Open the panel’s address in another one, "
    "or speak to “orbit voice”.",
    "TooShort": "The microphone is ready. Hold the button for as long as you speak.",
}
"""Why a browser gives no microphone, by the name of its error, with the way out."""


class _Button(Element, component="talk_button.js"):
    """The button itself, in the browser."""


class TalkButton:
    """One window's."""

    def __init__(self, panel: Panel, box: RequestBox) -> None:
        self._panel, self._box = panel, box
        self._sound: bytearray | None = None
        with box.tools:
            self._button = _Button()
        self._button.props["microphone"] = panel.preferences.microphone
        self._told = ui.html("", sanitize=False).classes("hint heard").props('role="status"')
        self._options = ui.element("div").classes("btns")
        self._button.on("press", self._press, args=[])
        self._button.on("piece", self._piece)
        self._button.on("release", self._release, args=[])
        self._button.on("cancel", self._forget, args=[])
        self._button.on("refused", self._refused)

    def _press(self) -> None:
        self._sound = bytearray()
        self._tell("")
        self._panel.begin(self._prepare())

    async def _prepare(self) -> None:
        try:
            await self._panel.speech.prepare()
        except OrbitError as error:
            self._tell(str(error), "warn")

    def _piece(self, event: GenericEventArguments) -> None:
        given: Any = event.args
        if self._sound is None or not isinstance(given, str) or len(given) > _LARGEST_PIECE:
            return
        try:
            self._sound += b64decode(given, validate=True)
        except binascii.Error:
            return
        del self._sound[_LONGEST:]

    def _forget(self) -> None:
        self._sound = None

    def _release(self) -> None:
        if self._sound is not None:
            self._button.props["busy"] = True
            self._panel.begin(self._hear(bytes(self._sound)))
            self._sound = None

    async def _hear(self, pcm: bytes) -> None:
        waiting = self._panel.conversation.current
        waiting = waiting if waiting is not None and waiting.waits else None
        heard = await self._panel.speech.hear(pcm, asked=waiting is not None)
        if self._button.is_deleted:
            return
        self._button.props["busy"] = False
        with self._button:
            if heard.answer is not None and waiting is not None and waiting.waits:
                self._answer(heard, waiting)
            elif heard.text and heard.answer is None:
                self._take(heard.text)
            elif heard.options:
                self._offer(heard.options)
            else:
                self._tell(heard.trouble, "warn")

    def _take(self, text: str) -> None:
        """Put the words where they can be read and mended before they are sent."""
        self._box.fill(text)
        self._tell(f"Heard “{text}”. Enter sends it.")

    def _offer(self, options: tuple[str, ...]) -> None:
        self._tell("Did you say one of these?", "warn")
        with self._options:
            for option in options:
                button(option, partial(self._take, option))

    def _answer(self, heard: Heard, waiting: Request) -> None:
        if not heard.answer:
            self._panel.conversation.discard()
        elif waiting.plan is None or is_careful(waiting.plan):
            self._tell(_LOOK_FIRST, "warn")
            return
        else:
            self._panel.conversation.agree(waiting)
        self._tell(f"Heard “{heard.text}”.")

    def _refused(self, event: GenericEventArguments) -> None:
        given: Any = event.args
        name, said = (str(given.get(key, "")) for key in ("name", "message"))
        self._tell(REFUSED.get(name, f"The microphone cannot be used: {said or name}."), "warn")

    def _tell(self, message: str, css: str = "") -> None:
        self._told.set_content(tag("span", message, css) if message else "")
        self._options.clear()
