"""State of the panel, the same for every open window: the session, the conversation, the health."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from nicegui import Event

from orbit.interfaces.panel.conversation import Conversation
from orbit.interfaces.panel.health import Health
from orbit.interfaces.panel.preferences import Preferences
from orbit.interfaces.panel.recording import Recording
from orbit.interfaces.panel.request import Trust
from orbit.interfaces.panel.session_feed import SessionFeed
from orbit.interfaces.panel.speech import Speech
from orbit.server import Changed

if TYPE_CHECKING:
    from nicegui import Client

    from orbit.server import Engine, Notice

__all__ = ["Panel", "opened"]

_log = logging.getLogger("orbit.panel")


@dataclass(frozen=True)
class Panel:
    """The parts that the pages are made over."""

    engine: Engine
    preferences: Preferences
    feed: SessionFeed
    conversation: Conversation
    health: Health
    recording: Recording
    speech: Speech
    memory_changed: Event[[]] = field(default_factory=Event[[]])
    """Something in the memory is not what it was."""
    _windows: set[str] = field(default_factory=set[str])
    _under_way: set[asyncio.Future[Any]] = field(default_factory=set["asyncio.Future[Any]"])

    def visit(self, client: Client) -> None:
        """Note that a window is open; the visit, and its trust level, end with the last one."""
        self._windows.add(client.id)
        cast("Any", client).on_delete(lambda: self._leave(client.id))

    def _leave(self, window: str) -> None:
        self._windows.discard(window)
        if not self._windows:
            self.conversation.trust = Trust.ASK

    def hear(self, notice: Notice | Changed) -> None:
        """Hear what becomes of a request, whoever asked it, and that the memory has changed."""
        if isinstance(notice, Changed):
            self.memory_changed.emit()
        else:
            self.conversation.hear(notice)

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Begin some work that outlives the window that asked for it."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Future[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("the panel could not go on with something", exc_info=error)


@asynccontextmanager
async def opened(engine: Engine) -> AsyncGenerator[Panel]:
    """Open a panel over an engine, and follow its DAW for as long as the block lasts."""
    settings = engine.settings
    preferences, feed = Preferences(settings.data_dir), SessionFeed(engine)
    panel = Panel(
        engine,
        preferences,
        feed,
        Conversation(engine),
        Health(settings, feed),
        Recording(engine, settings.daw),
        Speech(engine, feed),
    )

    def looked() -> None:
        if feed.session is not None:
            panel.conversation.moved(feed.session)

    feed.changed.subscribe(looked)
    followed = engine.follow(panel.hear)
    beside = [asyncio.ensure_future(work) for work in (feed.follow(), panel.health.watch(), followed)]
    try:
        yield panel
    finally:
        await panel.recording.stop()
        panel.conversation.stop()
        feed.leave()
        for task in beside:
            task.cancel()
        await asyncio.wait(beside)
