"""The practice session of a data directory: it lasts over commands, and a kill loses nothing confirmed.

What leads from the session as it was at first to the one now stands in a file, an action a line. Each action
is written there before anybody is told that it is done; the next start does them again on a new simulated
Live. Where a few actions lead there as well as many, the few are kept.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from daw_bridges.actions import Action, Undo, action_json, parse_action
from daw_bridges.algebra import nearest
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result, Status
from daw_bridges.errors import ActionError, OrbitError
from orbit.secrets import known_secrets, without_secrets

if TYPE_CHECKING:
    from daw_bridges.observation.observed import Observed, OnSession
    from daw_bridges.session import Session

__all__ = ["FILE", "MANY", "PracticeBridge", "PracticeFile"]

_log = logging.getLogger("orbit.practice")

FILE = "practice.jsonl"
FORMAT = 1
MANY = 12
"""From so many actions on a shorter way is looked for."""
_DONE = (Status.VERIFIED, Status.UNVERIFIED)


class PracticeFile:
    """The file that keeps it: a line with the format and the session's id, then an action a line."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def read(self) -> tuple[str, list[Action]] | None:
        """Give the session's id and the actions that lead to it; None where there is none.

        A last line that was cut short was never confirmed, and does not count. Raises ValueError for what is
        no such file.
        """
        try:
            head, *lines = self.path.read_text(encoding="utf-8").split("\n")
            about, steps = json.loads(head), [json.loads(line) for line in lines[:-1]]
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError(f"it cannot be read ({error.strerror})") from None
        except ValueError:
            raise ValueError("its file is damaged") from None
        match about:
            case {"format": int(written), "id": str(session_id)} if written == FORMAT:
                actions = [parse_action(step) for step in steps]
            case _:
                raise ValueError(f"its file does not have format {FORMAT}")
        if lines[-1:] != [""]:
            self.write(session_id, actions)
        return session_id, actions

    def write(self, session_id: str, actions: Iterable[Action]) -> None:
        """Keep the way to a session, in place of what was kept."""
        fresh = self.path.with_suffix(".new")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600)
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps({"format": FORMAT, "id": session_id}) + "\n")
            file.writelines(self._line(action) for action in actions)
        fresh.replace(self.path)

    def add(self, action: Action) -> None:
        """Keep one more action."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(action))

    def _line(self, action: Action) -> str:
        return without_secrets(json.dumps(action_json(action)), self._secrets) + "\n"

    @cached_property
    def _secrets(self) -> tuple[str, ...]:
        return known_secrets()

    def put_aside(self) -> Path:
        """Move the file out of the way, and say where it is."""
        places = (self.path.with_suffix(f".bad-{number}") for number in range(1, 1000))
        aside = next(place for place in places if not place.exists())
        return self.path.replace(aside)


class PracticeBridge(Bridge):
    """A bridge to the practice session that a folder keeps; ``start`` gives one as it is at first."""

    daw = "ableton"

    def __init__(self, folder: Path, start: Callable[[], AbstractAsyncContextManager[Bridge]]) -> None:
        self._file, self._start = PracticeFile(folder), start
        self._open = AsyncExitStack()
        self._unsure = False
        self._id = ""

    async def __aenter__(self) -> Self:
        try:
            await self._resume()
        except (ValueError, ActionError) as error:
            await self._open.aclose()
            _log.warning(
                "The practice session cannot be restored, so a new one starts: %s. "
                "The old one is kept in %s.",
                str(error).rstrip("."),
                self._file.put_aside(),
            )
            await self._resume()
        except BaseException:
            await self._open.aclose()
            raise
        return self

    async def _resume(self) -> None:
        self._id, actions = self._file.read() or self._begin()
        self._inner = await self._open.enter_async_context(self._start())
        self._fresh = await self._inner.snapshot()
        if actions:
            for result in await self._inner.perform(actions):
                if result.status not in _DONE:
                    raise ValueError(f"{result.action.describe()}: {result.reason}")
        if len(actions) >= MANY:
            await self._settle()

    def _begin(self) -> tuple[str, list[Action]]:
        session_id = uuid4().hex
        self._keep(lambda: self._file.write(session_id, ()))
        return session_id, []

    async def reset(self) -> None:
        """Begin anew: the practice session as it was at first."""
        await self._open.aclose()
        self._file.path.unlink(missing_ok=True)
        self._unsure = False
        await self._resume()

    @property
    def place(self) -> str:
        """Where runs are remembered: what was done in an earlier practice session is not there any more."""
        return f"practice {self._id}"

    @property
    def capabilities(self) -> Capabilities:
        """What the host can do."""
        return self._inner.capabilities

    @property
    def host_version(self) -> str:
        """The host's version."""
        return self._inner.host_version

    async def snapshot(self) -> Session:
        """Read the whole session."""
        return await self._inner.snapshot()

    async def detailed(self, session: Session, tracks: Collection[str]) -> Session:
        """Read some tracks in full."""
        return await self._inner.detailed(session, tracks)

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order, read each back, and keep it before it is told."""
        if self._unsure:
            await self._settle()

        def keep(place: int, result: Result) -> None:
            if result.status in _DONE and not isinstance(result.action, Undo):
                self._keep(lambda: self._file.add(result.action))
            if on_result is not None:
                on_result(place, result)

        # Until it has ended well, only the session itself says what was done.
        self._unsure = True
        results = await self._inner.perform(actions, on_result=keep)
        if any(r.status not in _DONE or isinstance(r.action, Undo) for r in results):
            await self._settle()
        self._unsure = False
        return results

    async def _settle(self) -> None:
        """Keep a short way to the session as it is now; what no action makes again stays as it was made."""
        way = nearest(self._fresh, await self._inner.snapshot())
        if not way.unsaid:
            self._keep(lambda: self._file.write(self._id, way.actions))
        self._unsure = False

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            _log.warning(
                "The practice session will not be saved: %s cannot be written (%s).", self._file.path, error
            )

    async def observe(
        self, *, interval: float = 1.0, on_session: OnSession | None = None
    ) -> AsyncGenerator[Observed]:
        """What is done to the session from now on."""
        async with aclosing(self._inner.observe(interval=interval, on_session=on_session)) as seen:
            async for each in seen:
                yield each

    async def close(self) -> None:
        """End the practice session's host; the next one goes on from what was kept."""
        try:
            if self._unsure:
                await self._settle()
        except OrbitError as error:
            _log.warning("The last change in the practice session was not saved: %s", error)
        finally:
            await self._open.aclose()
