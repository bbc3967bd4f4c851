"""Memory tasks as a plan is made: keys filled in, each operation tried, its output kept for later steps.

The plan is made inside a rehearsal (see ``MemoryPort``): operations happen, later steps see what they did,
and then nothing has happened. So a plan shows what will be kept, and which way errors lead, before anything
is.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import NotPossibleError, OrbitError
from orbit.workflows.memory_tasks.filters import Later
from orbit.workflows.memory_tasks.planned import MemoryPort, PlannedMemory, risk_of
from orbit.workflows.memory_tasks.templates import key_context, rendered_key

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.workflows.memory_tasks.task import MemoryTask

__all__ = ["Remembering"]


class Remembering:
    """The memory's side of one plan; ``planned`` is what it comes to."""

    def __init__(self, port: MemoryPort | None, inputs: Mapping[str, Any]) -> None:
        self._port = port
        self._inputs = dict(inputs)
        self._now = datetime.now(UTC)
        self._outputs: dict[str, dict[str, Any]] = {}
        self.planned: list[PlannedMemory] = []

    @contextmanager
    def rehearsal(self) -> Generator[None]:
        """Try everything that is done inside, and take it back."""
        if self._port is None:
            yield
            return
        with self._port.rehearsal():
            yield

    def names(self, session: Session) -> dict[str, Any]:
        """What templates may look into: the tasks' outputs, the workflow's input, the user, the time."""
        return key_context(
            self._inputs,
            session=Later(lambda: session.model_dump(mode="json")),
            user=self._port.user if self._port is not None else "local",
            project=self._port.project if self._port is not None else "default",
            now=self._now,
            tasks=self._outputs,
        )

    def do(
        self,
        name: str,
        number: int,
        task: MemoryTask,
        *,
        payload: Any,
        item: Any,
        session: Session,
        after_step: int,
        expected_output: str,
    ) -> PlannedMemory:
        """Try one task. Raises OrbitError where it fails and the workflow does not say how to go on then."""
        if self._port is None:
            raise NotPossibleError(
                "This workflow reads or writes the memory, and no memory is available here."
            )
        context = self.names(session) | ({"item": item} if item is not None else {})
        request = task.request(rendered_key(task.key_template, context), payload)
        output, error = self._tried(task, request)
        planned = PlannedMemory(
            task=name,
            workflow_step=number,
            after_step=after_step,
            request=request,
            expected_output=expected_output,
            risk=risk_of(request),
            output=output,
            error=error,
        )
        self.planned.append(planned)
        before = self._outputs.get(name, {}).get("outputs", [])
        self._outputs[name] = {"output": output, "outputs": [*before, output], "error": error}
        return planned

    def _tried(self, task: MemoryTask, request: Any) -> tuple[dict[str, Any], str | None]:
        assert self._port is not None, "asked before"
        try:
            return self._port.perform(request).model_dump(mode="json"), None
        except OrbitError as error:
            if task.on_error is None:
                raise
            return {}, str(error)

    def result(self, relied_on: set[str]) -> tuple[PlannedMemory, ...]:
        """Give what was planned; ``relied_on`` are the tasks whose outputs other steps use."""
        return tuple(
            each.model_copy(update={"relied_on": each.task in relied_on or each.error is not None})
            for each in self.planned
        )
