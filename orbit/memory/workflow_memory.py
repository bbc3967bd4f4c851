"""The workflow memory, for programs: workflows and skills added, found, changed and forgotten; asynchronous.

    async with WorkflowMemory.open(data_dir) as memory:
        await memory.add_workflow(
            "Make the bass duck under the kick",
            [{"action": "insert_device", "track": "Bass", "device": "compressor"},
             {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"}],
            "The bass makes room for the kick",
        )
        found = await memory.search_workflow("pump the low end")

What is kept is data: steps that are actions of the vocabulary can be planned and run by Orbit, with consent;
steps in prose are never run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack
from weakref import WeakKeyDictionary

from daw_bridges.errors import UsageError
from orbit.memory.entries import Changes, Entries, More
from orbit.memory.found import FoundWorkflow
from orbit.memory.library import Library
from orbit.memory.recipes import StepLike
from orbit.memory.records import Failure, ToolCall
from orbit.memory.store.links import Link
from orbit.memory.store.tool_log import ToolFilter

__all__ = ["WorkflowMemory"]

T = TypeVar("T")
_MOST = 100
_TURNS: WeakKeyDictionary[Library, RLock] = WeakKeyDictionary()  # a library is asked by one thread at a time


class WorkflowMemory:
    """The workflow memory over a library. Calls may come from any task; they take turns, off the event loop.

    Every method raises MemoryStoreError when the store cannot be used; then nothing was changed.
    """

    def __init__(self, library: Library, *, owns: bool = False) -> None:
        self.library = library
        self.experience = library.experience
        """What was done and what failed, for calls that need not be awaited."""
        self._entries = Entries(library, self.experience)
        self._owns = owns
        self._turn = _TURNS.setdefault(library, RLock())

    @classmethod
    def open(cls, data_dir: Path, **choices: Any) -> Self:
        """Open the memory kept in a data directory; ``choices`` are those of `Library.open`."""
        return cls(Library.open(data_dir, **choices), owns=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the library, where this opened it."""
        if self._owns:
            await self._do(self.library.close)

    # -- workflows -------------------------------------------------------------------------------------

    async def add_workflow(
        self,
        task: str,
        steps: Sequence[StepLike],
        outcome: str,
        result: str | None = None,
        *,
        workflow_name: str | None = None,
        trajectories: Sequence[str] = (),
        **more: Unpack[More],
    ) -> str:
        """Remember how something is done, and give its id; the same told twice is kept once.

        ``more`` is the title, tags, daws, phrases, slots, preconditions and postconditions.
        Steps are all actions of the vocabulary (then it can be run, and conditions are those of a workflow),
        or all prose (then it is kept as a skill until its steps are taught under the same name).
        ``workflow_name`` defaults to the task's words; what is already there under it gets a new version.
        An ``outcome`` or ``result`` that begins with "failed" tells of an attempt that failed: it is
        remembered as a failure, with the step it names, and never becomes something to run.
        ``trajectories`` are those it was learned from. Raises UsageError or WorkflowFormatError.
        """
        told: dict[str, Any] = {**more, "task": task, "steps": steps, "outcome": outcome, "result": result}
        return await self._do(lambda: self._entries.add(told, workflow_name, trajectories))

    async def search_workflow(self, query: str, k: int = 3) -> list[FoundWorkflow]:
        """Give the ``k`` entries nearest to a query, best first; ``fits`` says which of them answer it.

        Raises UsageError when ``k`` is not 1 to 100.
        """
        if not 1 <= k <= _MOST:
            raise UsageError(f"Ask for 1 to {_MOST} workflows, not {k}.")
        return await self._do(lambda: self._entries.search(query, k))

    async def get(self, workflow_id: str) -> FoundWorkflow:
        """Give one entry. Raises NotFoundError."""
        return await self._do(lambda: self._entries.get(workflow_id))

    async def all(self) -> list[FoundWorkflow]:
        """Give every entry: the workflows by id, then the skills, last changed first."""
        return await self._do(self._entries.all)

    async def update(self, workflow_id: str, **changes: Unpack[Changes]) -> FoundWorkflow:
        """Change fields of an entry, as those of `add_workflow`; a workflow gets a new version.

        Raises NotFoundError, UsageError or WorkflowFormatError.
        """
        return await self._do(lambda: self._entries.update(workflow_id, changes))

    async def delete(self, workflow_id: str) -> None:
        """Forget an entry with its versions, vectors, failures and links. Raises NotFoundError."""
        await self._do(lambda: self._entries.delete(workflow_id))

    # -- failures and tools ----------------------------------------------------------------------------

    async def record_failure(
        self,
        workflow_id: str,
        reason: str,
        *,
        step: int | None = None,
        expected: str | None = None,
        observed: str | None = None,
        code: str | None = None,
        daw: str = "",
    ) -> str:
        """Remember that a workflow failed outside of Orbit's own runs, and where; give the failure's id.

        Raises NotFoundError.
        """

        def write() -> str:
            entry = self._entries.get(workflow_id)
            failure = Failure(
                workflow_id=entry.id,
                task=entry.task,
                daw=daw,
                step=step,
                code=code,
                reason=reason,
                expected=expected,
                observed=observed,
            )
            return self.experience.report(failure)

        return await self._do(write)

    async def failures(
        self, workflow_id: str | None = None, k: int = 20, *, resolved: bool | None = None
    ) -> list[Failure]:
        """Give the latest failures, newest first: of one workflow, or only mended or unmended ones."""
        return await self._do(lambda: self.experience.failures(k, workflow_id=workflow_id, resolved=resolved))

    async def add_tool_log(
        self,
        thread_id: str,
        tool_name: str,
        args: Mapping[str, Any] | None = None,
        result: Any = None,
        status: str = "success",
    ) -> str:
        """Remember a tool that was called in a conversation, and give the call's id."""
        call = ToolCall(
            thread=thread_id, tool=tool_name, arguments=dict(args or {}), result=result, status=status
        )
        return await self._do(lambda: self.experience.log(call))

    async def get_tool_log(self, thread_id: str, k: int = 20) -> list[ToolCall]:
        """Give the latest calls of a conversation, newest first."""
        return await self.search_tool_logs(k=k, only=ToolFilter(thread=thread_id))

    async def search_tool_logs(
        self, query: str = "", k: int = 20, *, only: ToolFilter | None = None
    ) -> list[ToolCall]:
        """Give the latest calls that are meant, newest first; ``query`` is a part of arguments or result.

        The whole log is asked, not its newest part.
        """
        meant = only or ToolFilter(text=query or None)
        return await self._do(lambda: self.experience.calls(meant, k))

    async def linked(self, kind: str, item: str) -> list[Link]:
        """Give everything that belongs to a thing, such as ``("workflow", "duck")``."""
        return await self._do(lambda: self.experience.linked(kind, item))

    async def _do(self, work: Callable[[], T]) -> T:
        """Do blocking work off the event loop, in turn; a caller that is cancelled does not cut it short."""

        def in_turn() -> T:
            with self._turn:
                return work()

        return await asyncio.to_thread(in_turn)
