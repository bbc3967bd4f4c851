"""The library: the workflows Orbit knows, found by what a producer says, with how each one went so far."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from daw_bridges.errors import MemoryStoreError, NotFoundError
from orbit.memory.definitions import Definitions
from orbit.memory.embedding import Embedder, choose_embedder
from orbit.memory.index import Index, place_for
from orbit.memory.meaning import Feed, Meaning, Meanings
from orbit.memory.records import Failure, Outcomes, RunRecord
from orbit.memory.retrieval import Decision, Explanation, Finder, Gate, Hit, Influence
from orbit.memory.retrieval.shelf import Shelf
from orbit.memory.store import Origin, Scope, Store
from orbit.memory.store.copying import keep_daily_copy
from orbit.memory.store.explaining import BrokenStoreError
from orbit.memory.trajectory import Trajectory
from orbit.memory.workflow_files import WorkflowFiles, sync
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Workflow

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.experience import Experience

__all__ = ["Library"]

_log = logging.getLogger("orbit.memory")


class Library:
    """The workflows of one scope.

    ``embedder`` None is the words-only rung; ``index`` None keeps no Chroma index (each search is exact
    then).
    """

    def __init__(self, store: Store, *, embedder: Embedder | None = None, index: Index | None = None) -> None:
        self.store = store
        self.guarded = False
        """Whether a copy of it is kept each day."""
        self.trouble: str | None = None
        """Why this stands in for the user's own memory and goes with this process; None when it does not."""
        self.whole = True
        """Whether it holds all of that."""
        self.files = WorkflowFiles(store)
        """The folders whose workflows it has."""
        self._meaning = Meaning(store, embedder, index) if embedder else None
        self._meanings = Meanings(store, embedder, index.place if index else None) if embedder else None
        shelf = Shelf(store)
        self._definitions = Definitions(store, shelf)
        self._finder = Finder(store, shelf, self._meaning, self._definitions.now)

    @classmethod
    def open(  # noqa: PLR0913 - one for each setting
        cls,
        data_dir: Path,
        *,
        seeds: Path | None = None,
        own: Path | None = None,
        scope: Scope | None = None,
        embedder: str = "auto",
        url: str | None = None,
        model: str | None = None,
        key: str | None = None,
        store_url: str | None = None,
        index_url: str | None = None,
        guarded: bool = False,
        trouble: str | None = None,
    ) -> Self:
        """Open the library kept in a data directory, with the workflows of ``seeds`` and ``own`` in it.

        ``store_url`` and ``index_url`` name servers to keep it on instead (see `Settings`); the other
        arguments choose the embedder (see `choose_embedder`). ``guarded`` keeps a copy of it a day, and goes
        on without it where it is broken, or ``trouble`` says so. Raises MemoryStoreError or UsageError.
        """
        chosen = choose_embedder(embedder, cache=data_dir / "cache", url=url, model=model, key=key)
        place = place_for(data_dir / "index", index_url)
        try:
            if trouble is not None:
                raise BrokenStoreError(trouble)
            store = Store.open(data_dir, store_url, scope=scope)
            index = Index(place, Meaning.index_name(store, chosen)) if chosen else None
            library = cls(store, embedder=chosen, index=index)
            library.guarded = guarded
        except BrokenStoreError as error:
            if not guarded:
                raise
            store, whole = Store.spare(data_dir, scope)
            library = cls(store, embedder=chosen)
            library.trouble, library.whole = str(error), whole
            _log.warning("%s Until then Orbit works without it and saves nothing.", error)
        library.files = WorkflowFiles(store, seeds, own)
        try:
            library.files.refresh()
        except BaseException:
            store.close()
            raise
        return library

    def close(self) -> None:
        """Bring the index into step if it was used and is behind, and let go of everything.

        By now the caller has what it came for: an index that cannot be written is only warned about. Where
        nothing was asked by meaning, the next that asks brings it into step.
        """
        try:
            if self._meaning is not None and self._meaning.used:
                self._meaning.settle()
            if self._meanings is not None:
                self._meanings.settle()
        except MemoryStoreError as error:
            _log.warning("the search index is left behind the library: %s", error)
        finally:
            if self._meaning is not None:
                self._meaning.close()
            if self._meanings is not None:
                self._meanings.close()
            self.store.close()
            if self.guarded and self.store.file is not None:
                self._keep_copy(self.store.file)

    def _keep_copy(self, file: Path) -> None:
        try:
            keep_daily_copy(file)
        except (MemoryStoreError, OSError) as error:
            _log.warning("%s", error)

    def warm(self) -> None:
        """Load the embedder beside other work, such as reaching the DAW, so that a search is quick."""
        if self._meaning is not None:
            self._meaning.warm()

    def expect(self, text: str) -> None:
        """Begin to understand a request beside other work, such as reading the session: it is asked next."""
        self._finder.expect(text)

    def hold(self) -> None:
        """Say that this process lives long: the index is opened beside its work, and answers from then on."""
        if self._meaning is not None:
            self._meaning.hold()
        if self._meanings is not None:
            self._meanings.hold()

    def meaning_of(self, kind: str, feed: Feed | None = None) -> Meaning | None:
        """Give what finds the user's other things (``note``, ``trajectory`` …) by meaning; None without any.

        It lives as long as the library; see `Meaning` for how it learns of them.
        """
        return self._meanings.of(kind, feed) if self._meanings else None

    def unindexed(self, gone: Mapping[str, Collection[str]]) -> set[str] | None:
        """Take what was forgotten out of the search index, ``{kind: ids}``; give the ids still there.

        None when there is nobody here to do it: another process has the index, or there is no embedder.
        """
        return self._meanings.unindexed(gone) if self._meanings else None

    # -- what is known ---------------------------------------------------------------------------------

    def workflow(self, workflow_id: str) -> Workflow:
        """Give a workflow, with how often it ran. Raises NotFoundError."""
        return _counted(self.definition(workflow_id), self.outcomes(workflow_id))

    def definition(self, workflow_id: str) -> Workflow:
        """Give a workflow as it is saved, without how often it ran. Raises NotFoundError."""
        return self.definitions()(workflow_id)

    def definitions(self) -> Callable[[str], Workflow]:
        """Give ``definition`` for several workflows at once: what changed is looked up now, and only once."""
        return self._definitions.now()

    def all(self) -> list[Workflow]:
        """Give every workflow, by id."""
        outcomes = self.store.runs.outcomes()
        return [
            _counted(parse_workflow(stored.body), outcomes.get(stored.id, Outcomes()))
            for stored in self.store.workflows.all()
        ]

    def titles(self) -> dict[str, str]:
        """Give ``{id: title}`` of every workflow."""
        return self._finder.shelf.corpus().titles()

    def add(self, workflow: Workflow) -> str:
        """Save a workflow (a new version when its name is taken) and make it findable; give its id."""
        provenance = workflow.provenance
        origin = Origin(provenance.source.value, trajectories=provenance.trajectories)
        self.store.workflows.put(dump_workflow(workflow), origin)
        return workflow.workflow_name

    def forget(self, workflow_id: str) -> None:
        """Delete a workflow, its versions and its vectors. Raises NotFoundError."""
        if not self.store.workflows.forget(workflow_id):
            raise NotFoundError("workflow", workflow_id, self._definitions.some_ids())
        if self._meaning is not None:
            self._meaning.settle()

    def sync(self, seeds: Iterable[Workflow]) -> list[str]:
        """Bring the shipped workflows up to date from themselves; give the ids that changed."""
        return sync(self.store, seeds)

    # -- finding ---------------------------------------------------------------------------------------

    def search(
        self,
        text: str,
        k: int = 3,
        *,
        names: Collection[str] = (),
        gate: Gate | None = None,
        session: Session | None = None,
    ) -> list[Hit]:
        """Give the ``k`` workflows nearest to a request, best first; see `find`."""
        return self._finder.find(text, k, names, gate, session)[1]

    def decide(
        self,
        text: str,
        *,
        names: Collection[str] = (),
        gate: Gate | None = None,
        session: Session | None = None,
    ) -> Decision:
        """Take the workflow a request means, ask between close ones, or pass when nothing fits."""
        return self._finder.find(text, 1, names, gate, session)[0]

    def find(
        self,
        text: str,
        k: int,
        *,
        names: Collection[str] = (),
        gate: Gate | None = None,
        session: Session | None = None,
    ) -> tuple[Decision, list[Hit]]:
        """Decide and search in one.

        With a ``session``, what cannot work there however its slots are filled is passed over, and the
        session's own names do not count against a workflow; ``names`` are more of such. ``gate`` passes over
        what else shall not be found; see `orbit.memory.retrieval.Gate`.
        """
        return self._finder.find(text, k, names, gate, session)

    def explain(
        self, text: str, k: int = 3, *, names: Collection[str] = (), session: Session | None = None
    ) -> Explanation:
        """Say why a request finds what it finds: each kind of evidence, and what passed a workflow over."""
        return self._finder.explain(text, k, names, None, session)

    def add_influence(self, name: str, influence: Influence) -> None:
        """Let something move scores a little: ``influence`` gives, for some ids, numbers from −1 to 1.

        It never makes a match of what is not about the request; `explain` shows it under its name.
        """
        self._finder.add_influence(name, influence)

    def rebuild(self) -> int:
        """Make all that is derived anew from the store: documents, vectors, index; give how many workflows.

        Raises MemoryStoreError when another process holds the index.
        """
        self._finder.shelf.clear()
        size = len(self._finder.shelf.corpus())
        if self._meaning is not None and not self._meaning.rebuild():
            raise MemoryStoreError(
                "Another Orbit is running and holds the search index. Close it, then rebuild again."
            )
        return size

    def verify(self) -> list[str]:
        """Compare the search index with the store, in all; say what is wrong, in sentences.

        Raises MemoryStoreError when another process holds the index.
        """
        return [] if self._meaning is None else self._meaning.verify()

    # -- how it went -----------------------------------------------------------------------------------

    @cached_property
    def experience(self) -> Experience:
        """What was done, how it was taken, and where it went wrong."""
        from orbit.memory.experience import Experience

        return Experience(self.store, self.meaning_of("trajectory"))

    def record(
        self, run: RunRecord, trajectory: Trajectory | None = None, failure: Failure | None = None
    ) -> None:
        """Remember a run, good or bad, with the trajectory it left and what failed; once, however often."""
        self.store.record(run, trajectory, failure)

    def keep(self, trajectory: Trajectory) -> None:
        """Remember what was done in a DAW, in the place of a trajectory of the same id."""
        self.store.trajectories.put(trajectory)

    def outcomes(self, workflow_id: str) -> Outcomes:
        """Say how a workflow went so far."""
        return self.store.runs.outcomes([workflow_id]).get(workflow_id, Outcomes())

    def last_undoable(
        self, daw: str, passing: Collection[str] = (), project: str | None = None
    ) -> RunRecord | None:
        """Give the run that undo would take back on this DAW, or None; see the store's."""
        return self.store.runs.last_undoable(daw, passing, project)

    def mark_undone(self, run_id: str, results: Sequence[Mapping[str, Any]] = ()) -> None:
        """Note that a run was taken back, and how; it counts against its workflow from now on."""
        self.store.mark_undone(run_id, results)


def _counted(workflow: Workflow, outcomes: Outcomes) -> Workflow:
    # A run that was taken back had ended verified all the same; that it was is the ranking's business.
    counts = {"runs": outcomes.runs, "verified": outcomes.verified + outcomes.undone}
    provenance = workflow.provenance.model_copy(update=counts)
    return workflow.model_copy(update={"provenance": provenance})
