"""The library: the workflows Orbit knows, found by what a producer says, with how each one went so far."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from daw_bridges.errors import ModelError, NotFoundError
from orbit.memory.document import TEMPLATE, document_of, text_sha256
from orbit.memory.records import Outcomes, RunRecord
from orbit.memory.retrieval import Decision, Document, Gate, Hit, Retriever, decide
from orbit.memory.store import Store, content_sha256
from orbit.memory.trajectory import Trajectory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orbit.memory.embedding.protocol import Embedder

__all__ = ["Library", "WorkflowLike"]

_log = logging.getLogger("orbit.memory")


class WorkflowLike(Protocol):
    """What the library needs of a workflow: its JSON."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """Give the workflow as JSON values."""
        ...


class Library:
    """The workflows of one scope.

    ``embedder`` None means words only: nothing to install, and half the paraphrases still found.
    """

    def __init__(self, store: Store, *, embedder: Embedder | None = None) -> None:
        self.store, self.embedder = store, embedder

    # -- what is known ---------------------------------------------------------------------------------------

    def sync(self, seeds: Iterable[WorkflowLike]) -> list[str]:
        """Bring the shipped workflows up to date; give the ids that changed.

        What the user taught under a seed's name stays; what the user forgot stays forgotten; a seed no longer
        shipped goes.
        """
        bodies = {body["workflow_name"]: body for body in (seed.model_dump(mode="json") for seed in seeds)}
        known, forgotten = self.store.workflows.digests(), self.store.workflows.forgotten()
        changed: list[str] = []
        with self.store.transaction():
            for name, body in bodies.items():
                digest, source = known.get(name, ("", "seed"))
                if name not in forgotten and source == "seed" and digest != content_sha256(body):
                    self.store.workflows.put(body, source="seed")
                    changed.append(name)
            for name, (_, source) in known.items():
                if source == "seed" and name not in bodies:
                    self.store.workflows.retire(name)
                    changed.append(name)
        if changed:
            self._forget_cached()
        return changed

    def add(self, workflow: WorkflowLike, *, source: str = "taught", trajectories: Sequence[str] = ()) -> str:
        """Save a workflow (as a new version when its name is taken) and make it findable; give its id."""
        stored = self.store.workflows.put(
            workflow.model_dump(mode="json"), source=source, trajectories=trajectories
        )
        self._forget_cached()
        return stored.id

    def forget(self, workflow_id: str) -> None:
        """Delete a workflow, its versions and its vectors. Raises NotFoundError."""
        if not self.store.workflows.forget(workflow_id):
            raise NotFoundError("workflow", workflow_id, self.titles())
        self._forget_cached()

    def titles(self) -> dict[str, str]:
        """Give ``{id: title}`` of every workflow."""
        return {document.id: document.title for document in self._documents}

    # -- finding ---------------------------------------------------------------------------------------------

    def search(
        self, text: str, k: int = 3, *, names: Collection[str] = (), gate: Gate | None = None
    ) -> list[Hit]:
        """Give the ``k`` workflows nearest to a request, best first."""
        return self._search(text, k, names, gate)[0]

    def decide(self, text: str, *, names: Collection[str] = (), gate: Gate | None = None) -> Decision:
        """Take the workflow a request means, ask between close ones, or pass when nothing fits."""
        hits, with_meaning = self._search(text, 5, names, gate)
        return decide(hits, with_meaning=with_meaning)

    def _search(self, text: str, k: int, names: Collection[str], gate: Gate | None) -> tuple[list[Hit], bool]:
        meaning = self._meaning(text)
        hits = self._retriever.search(text, meaning=meaning, names=names, gate=gate, k=k)
        return hits, meaning is not None

    def _meaning(self, text: str) -> Mapping[str, float] | None:
        """Give the cosine of each workflow with a text; None without an embedder that answers."""
        if self.embedder is None or not text.strip():
            return None
        try:
            ids, matrix = self._vectors
            cosines = matrix @ self.embedder.embed([text])[0]
        except ModelError as error:
            _log.warning("searching by words alone: %s", error)
            return None
        return dict(zip(ids, cosines.tolist(), strict=True))

    # -- how it went -----------------------------------------------------------------------------------------

    def record(self, run: RunRecord, trajectory: Trajectory | None = None) -> None:
        """Remember a run, good or bad, with the trajectory it left."""
        self.store.record(run, trajectory)
        self.__dict__.pop("_retriever", None)

    def outcomes(self, workflow_id: str) -> Outcomes:
        """Say how a workflow went so far."""
        return self.store.runs.outcomes().get(workflow_id, Outcomes())

    def last_undoable(self, daw: str) -> RunRecord | None:
        """Give the run that undo would take back on this DAW, or None."""
        return self.store.runs.last_undoable(daw)

    def mark_undone(self, run_id: str) -> None:
        """Note that a run was taken back; it counts against its workflow from now on."""
        self.store.runs.mark_undone(run_id)
        self.__dict__.pop("_retriever", None)

    # -- derived, made when first needed ------------------------------------------------------------------

    @cached_property
    def _documents(self) -> list[Document]:
        return [document_of(stored.body) for stored in self.store.workflows.all()]

    @cached_property
    def _retriever(self) -> Retriever:
        return Retriever(self._documents, self.store.runs.outcomes())

    @cached_property
    def _vectors(self) -> tuple[list[str], NDArray[np.float32]]:
        """The vectors of all workflows; only what is new or reads differently is embedded."""
        assert self.embedder is not None
        key = f"{self.embedder.fingerprint}:{TEMPLATE}"
        wanted = {document.id: text_sha256(document.text) for document in self._documents}
        have = self.store.vectors.digests(key)
        stale = [document for document in self._documents if have.get(document.id) != wanted[document.id]]
        if stale:
            rows = self.embedder.embed([document.text for document in stale])
            fresh = {d.id: (wanted[d.id], row) for d, row in zip(stale, rows, strict=True)}
            self.store.vectors.put(key, fresh)
        return self.store.vectors.load(key)

    def _forget_cached(self) -> None:
        for name in ("_documents", "_retriever", "_vectors"):
            self.__dict__.pop(name, None)
