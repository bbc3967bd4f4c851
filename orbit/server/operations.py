"""The memory's operations by name: what a face may ask of a library that may live in another process.

Each is a typed function of a library. Its arguments and its result cross a wire as JSON, read and written by
the types that its signature states; what is not in this table cannot be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from daw_bridges.errors import MemoryStoreError, UsageError
from daw_bridges.problems import in_words
from daw_bridges.session import Session
from orbit.agent.recovery import RequestRun, runs_of
from orbit.learning.online import operations as offering
from orbit.learning.online.keeping import learned_from
from orbit.learning.recording import consenting
from orbit.learning.refining import operations as refining
from orbit.learning.repair import operations as repairing
from orbit.learning.repair.keeping import mended_by
from orbit.memory import Hit, Library, Trajectory, authorship, knowledge, past
from orbit.memory.keyed import KeyedMemory, Policies
from orbit.memory.keyed.responses import MemoryResponse
from orbit.memory.keyed.surroundings import probes_for
from orbit.memory.preferences import operations as preferring
from orbit.memory.retrieval import Explanation
from orbit.memory.trust import operations as trusting
from orbit.settings import Settings
from orbit.workflows import Workflow
from orbit.workflows.memory_tasks.requests import MemoryRequest

__all__ = ["OPERATIONS", "READING", "Operation", "operation"]


READING = ("read", "health", "stats")
"""The operations of keyed memory that change nothing."""


@dataclass(frozen=True)
class Operation:
    """One operation: what does it, and whether it changes what is kept."""

    run: Callable[..., Any]
    changes: bool = False

    def do(self, library: Library, settings: Settings, arguments: Mapping[str, Any]) -> Any:
        """Do it, for a client with these settings."""
        self._check(arguments)
        own = {"settings": settings} if "settings" in signature(self.run).parameters else {}
        return self.run(library, **own, **arguments)

    @property
    def forgets(self) -> bool:
        """Whether what is gone with it must be gone from everywhere."""
        return self.run.__name__.startswith("forget")

    def check_possible(self, library: Library) -> None:
        """Raise MemoryStoreError for what a library cannot do that stands in for the user's own."""
        readable = library.whole and not self.changes and self.run not in _REPEATABLE
        if library.trouble is not None and not readable and self.run not in _OF_WORKFLOWS:
            raise MemoryStoreError(library.trouble)

    def pack(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Give the arguments as JSON. Raises UsageError for one that it does not take."""
        right = self.unpack(arguments)
        try:
            return {name: self._takes[name].dump_python(value, mode="json") for name, value in right.items()}
        except PydanticSerializationError as error:
            raise UsageError(f"An argument of “{self.run.__name__}” cannot be sent: {error}") from None

    def unpack(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Read arguments from JSON, or see that they are what the operation takes. Raises UsageError."""
        self._check(arguments)
        try:
            return {name: self._takes[name].validate_python(value) for name, value in arguments.items()}
        except ValidationError as error:
            raise UsageError(
                f"An argument of “{self.run.__name__}” is not right: {in_words(error)}"
            ) from None

    def pack_result(self, result: Any) -> Any:
        """Give the result as JSON."""
        return self._gives.dump_python(result, mode="json")

    def unpack_result(self, document: Any) -> Any:
        """Read a result from JSON."""
        return self._gives.validate_python(document)

    def _check(self, arguments: Mapping[str, Any]) -> None:
        unknown = sorted(set(arguments) - set(self._takes))
        if unknown:
            raise UsageError(
                f"The operation has no field “{unknown[0]}”; its fields are: {', '.join(self._takes)}."
            )

    @cached_property
    def _takes(self) -> dict[str, TypeAdapter[Any]]:
        hints = get_type_hints(self.run)
        names = [name for name in list(signature(self.run).parameters)[1:] if name != "settings"]
        return {name: TypeAdapter(hints[name]) for name in names}

    @cached_property
    def _gives(self) -> TypeAdapter[Any]:
        return TypeAdapter(get_type_hints(self.run)["return"])


def _explain(library: Library, text: str, k: int = 3, session: Session | None = None) -> Explanation:
    return library.explain(text, k, session=session)


def _search(library: Library, text: str, k: int = 3) -> list[Hit]:
    return library.search(text, k=k)


def _workflows(library: Library) -> list[Workflow]:
    return library.all()


def _keep(library: Library, trajectory: Trajectory) -> list[offering.Offer]:
    """Remember a trajectory and learn from it; give the offers that are new with it."""
    library.keep(trajectory)
    mended_by(library, trajectory)
    return [offering.as_offer(each) for each in learned_from(library, trajectory)]


def _request_runs(library: Library, request: str) -> list[RequestRun]:
    return runs_of(library, request)


def _memory_refs(library: Library, settings: Settings) -> list[str]:
    """Give the names of the keyed memories that hold something."""
    return KeyedMemory.open(library.store, settings.data_dir).refs()


def _broken_files(library: Library) -> list[str]:
    return library.files.broken()


def _draft_workflow(library: Library, trajectory_id: str) -> Workflow:
    """Begin a workflow from something that was done; keep nothing. Raises NotFoundError or UsageError."""
    from orbit.learning.induction import demonstrated

    done = library.experience.episode(library.store.whole_id("trajectory", trajectory_id))
    return demonstrated(done.trajectory, taken=library.titles())


def _memory(
    library: Library, settings: Settings, request: MemoryRequest, session: str | None = None
) -> MemoryResponse:
    """Do one of keyed memory's operations."""
    policies, probes = Policies.load(settings.data_dir), probes_for(settings)
    return KeyedMemory(library.store, policies, session=session, probes=probes).perform(request)


def _memory_read(
    library: Library, settings: Settings, request: MemoryRequest, session: str | None = None
) -> MemoryResponse:
    """Do one of those that change nothing, which may therefore be asked for again."""
    if request.operation not in READING:
        raise UsageError(f"“{request.operation}” changes what is kept.")
    return _memory(library, settings, request, session)


_OF_WORKFLOWS = (
    _search, _explain, Library.workflow, _workflows, Library.titles, trusting.reliances, trusting.reliance,
)  # fmt: skip
"""What tells of the shipped workflows too."""
_LOOKS = (
    *_OF_WORKFLOWS, _memory_read, _memory_refs, Library.outcomes, _request_runs, authorship.address,
    _broken_files, _draft_workflow, trusting.versions, trusting.diff, trusting.audit, trusting.export,
    knowledge.entities, knowledge.know, preferring.preferences, knowledge.notes, knowledge.search_notes,
    past.runs, past.episodes, past.episode, past.failures, past.warnings, past.calls, past.links,
    offering.offers, refining.refinable, repairing.repairs, consenting.recording,
)  # fmt: skip
_REPEATABLE = (
    Library.rebuild, Library.verify, _keep, preferring.prefer, consenting.note_recorder,
    consenting.undone_by_hand,
)  # fmt: skip
"""What keeps something, or looks at the index, and does no harm when it is asked for twice."""
_CHANGES = (
    _memory, authorship.save_workflow, authorship.rename_workflow, trusting.revert, trusting.pin,
    trusting.trust, trusting.merge, trusting.unmerge, trusting.forget, trusting.forget_everything,
    trusting.import_, knowledge.forget_entity, knowledge.learn_name, knowledge.forget_name,
    preferring.forget_preference, knowledge.remember, knowledge.change_note, knowledge.forget_note,
    past.judge, past.forget_episode, past.join_runs, past.resolve, offering.keep_offer,
    offering.dismiss_offer,
    refining.keep_words, repairing.repair, consenting.consent_to_recording, consenting.rest_recording,
    consenting.taken_back_by_hand,
)  # fmt: skip

OPERATIONS: Mapping[str, Operation] = {
    run.__name__.strip("_"): Operation(run, changes=run in _CHANGES)
    for run in (*_LOOKS, *_REPEATABLE, *_CHANGES)
}


def operation(name: str) -> Operation:
    """Give an operation by its name. Raises UsageError."""
    if name not in OPERATIONS:
        raise UsageError(
            f"The memory has no operation “{name}”. Its operations are: {', '.join(OPERATIONS)}."
        )
    return OPERATIONS[name]
