"""The memory's part in a desk's runs: what plans read from keyed memory and write to it, and its undo."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import NotPossibleError, OrbitError

if TYPE_CHECKING:
    from orbit.memory import Library, RunRecord
    from orbit.memory.keyed import KeyedMemory
    from orbit.memory.records import ToolCall
    from orbit.settings import Settings
    from orbit.workflows import Plan, Run, Workflow

__all__ = ["Memories"]

_RECENT = 50
_OWN = "orbit."
"""What the memories are called that Orbit keeps for itself."""


class Memories:
    """Keyed memory at one desk; it is opened by the first workflow that needs it."""

    def __init__(self, library: Library, settings: Settings) -> None:
        self._library, self._settings = library, settings
        self.answers: tuple[dict[str, Any], ...] = ()

    @cached_property
    def keyed(self) -> KeyedMemory:
        """The keyed memory of this library. Raises UsageError when its rules cannot be read."""
        from orbit.memory.keyed import KeyedMemory

        return KeyedMemory.open(self._library.store, self._settings.data_dir)

    @cached_property
    def plain(self) -> KeyedMemory:
        """The same by the usual rules, to look into: that needs no rules of the user's to be readable."""
        from orbit.memory.keyed import KeyedMemory

        return KeyedMemory(self._library.store)

    def port(self, workflow: Workflow) -> KeyedMemory | None:
        """What a workflow is planned with: the memory, where it has memory tasks.

        Raises NotPossibleError for a workflow that would reach into what Orbit keeps there for itself: what
        the user prefers, and what was asked lately, is nothing that a workflow may read or change.
        """
        refs = [step.memory.memory_ref for step in workflow.steps if step.memory is not None]
        if own := next((ref for ref in refs if ref.casefold().startswith(_OWN)), None):
            raise NotPossibleError(f"The memory “{own}” is Orbit's own, and no workflow may use it.")
        return self.keyed if refs else None

    def moved(self, plan: Plan) -> str | None:
        """Why a plan cannot be carried out as it was shown: what it builds on reads otherwise by now."""
        changed = self.keyed.changed_since(plan.memory) if plan.memory else []
        if not changed:
            return None
        said = "; ".join(changed[:5])
        return f"The memory has changed since this was planned ({said}). Nothing was changed: plan it again."

    def remember(self, plan: Plan, run: Run, run_id: str, keep: Callable[[], None]) -> str | None:
        """Keep a run, and do the plan's part in the memory once the DAW's is done, both or neither.

        ``answers`` then is what the memory answered. Gives why its part could not be done, for the user; the
        run is kept all the same. Raises MemoryStoreError when nothing can be kept.
        """
        self.answers = ()
        if not plan.memory:
            keep()
            return None
        with self._library.store.transaction():
            keep()
            answers, why = self._carried_out(plan, run_id) if run.ok else ((), None)
        self.answers = answers
        return why

    def _carried_out(self, plan: Plan, run_id: str) -> tuple[tuple[dict[str, Any], ...], str | None]:
        try:
            answers = tuple(self.keyed.carry_out(plan.memory, run_id))
        except OrbitError as error:
            return (), f"The memory could not be written: {error}"
        self._library.store.tool_log.add(_calls(plan, answers, run_id))
        return answers, None

    def take_back(self, run_id: str, keep: Callable[[], None]) -> str | None:
        """Note that a run was taken back, and take back what it did to the memory, both or neither.

        Gives what the user is told where some of it stays.
        """
        with self._library.store.transaction():
            keep()
            stayed = self.keyed.take_back(run_id) if self.keyed.can_take_back(run_id) else []
        if not stayed:
            return None
        return f"In the memory, {', '.join(stayed[:5])} has changed since and was left as it is."

    def last_alone(self, place: str, passing: Collection[str] = ()) -> RunRecord | None:
        """The last run at a place, where it changed the memory and nothing else and can be taken back."""
        for run in self._library.store.runs.recent(_RECENT):
            if run.daw == place and run.undone_at is None and run.ok and run.id not in passing:
                alone = run.inverse == [] and run.after is not None
                if not alone or self.keyed.can_take_back(run.id):
                    return run if alone else None
        return None


def _calls(plan: Plan, answers: Sequence[dict[str, Any]], run_id: str) -> Iterator[ToolCall]:
    """What the tool log keeps of the operations: where and how much, never what."""
    from orbit.memory.records import ToolCall

    for number, (each, answer) in enumerate(zip(plan.memory, answers, strict=True), start=1):
        counts = {name: value for name, value in answer.items() if isinstance(value, int)}
        yield ToolCall(
            id=f"{run_id}:m{number}",
            run_id=run_id,
            tool=f"memory.{each.request.operation}",
            arguments={"memory_ref": each.request.memory_ref, "key": each.request.key},
            status="failed" if each.error is not None else "verified",
            result={"reason": each.error} if each.error is not None else counts,
        )
