"""A request put to a scope's workflows: weighed, moved by influences, gated by the session, decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from orbit.memory.retrieval.answers import Abstain, Decision, Hit, decide
from orbit.memory.retrieval.influences import Influence, Influences
from orbit.memory.retrieval.retriever import Gate, passed
from orbit.memory.retrieval.shelf import Shelf
from orbit.memory.retrieval.weighed import Considered, Weighed
from orbit.memory.words.language import spelled_out

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.meaning import Meaning
    from orbit.memory.store import Store
    from orbit.workflows.workflow import Workflow

__all__ = ["Explanation", "Finder"]

_DECIDING = 5
_LONGEST_REQUEST = 2000  # letters; whoever pastes a book is not asking for a workflow


@dataclass(frozen=True)
class Explanation:
    """Why a request finds what it finds.

    ``read_as`` is the request with its slips put right. ``considered`` are the best, best first, with all
    that was weighed; those that were passed over stand among them, and their hit is ``blocked``.
    """

    request: str
    read_as: str
    decision: Decision
    considered: tuple[Considered, ...]
    by_meaning: bool
    """Whether an embedder took part."""


class Finder:
    """Finds workflows. ``definitions`` gives what gives a workflow by id, for the gate to look at."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        meaning: Meaning | None,
        definitions: Callable[[], Callable[[str], Workflow]],
    ) -> None:
        self.shelf = shelf
        self._meaning, self._definitions = meaning, definitions
        self._influences = Influences(store)

    def add_influence(self, name: str, influence: Influence) -> None:
        """Let something else move scores a little; see `Library.add_influence`."""
        self._influences.others[name] = influence

    def expect(self, text: str) -> None:
        """Have a request embedded beside other work, for when it is asked about in a moment."""
        if self._meaning is not None and text.strip():
            self._meaning.expect(spelled_out(text[:_LONGEST_REQUEST]))

    def find(
        self, text: str, k: int, names: Collection[str], gate: Gate | None, session: Session | None
    ) -> tuple[Decision, list[Hit]]:
        """Decide, and give the ``k`` best hits that can work, best first."""
        names, weighed = self._weigh(text, names, session)
        if weighed is None:
            return Abstain(None), []
        allowed, blocked = passed(weighed, max(k, _DECIDING), self._gate(weighed, gate, session))
        warned = self._influences.warned(allowed[:k])
        return _decided(warned + allowed[k:], blocked), warned

    def explain(
        self, text: str, k: int, names: Collection[str], gate: Gate | None, session: Session | None
    ) -> Explanation:
        """Say why a request finds what it finds."""
        names, weighed = self._weigh(text, names, session)
        read_as = self.shelf.corrected(text[:_LONGEST_REQUEST], names)
        if weighed is None:
            return Explanation(text, read_as, Abstain(None), (), self._meaning is not None)
        allowed, blocked = passed(weighed, max(k, _DECIDING), self._gate(weighed, gate, session))
        shown = {hit.id: hit for hit in (*self._influences.warned(allowed[:k]), *blocked)}
        considered = tuple(
            replace(weighed.considered(at), hit=shown[weighed.ids[at]])
            for at in weighed.order
            if weighed.ids[at] in shown
        )
        return Explanation(text, read_as, _decided(allowed, blocked), considered, weighed.by_meaning)

    def _weigh(
        self, text: str, names: Collection[str], session: Session | None
    ) -> tuple[Collection[str], Weighed | None]:
        names = (*names, *(_names(session) if session else ()))
        meant = self.shelf.corrected(text[:_LONGEST_REQUEST], names)
        ask = self._cosines(meant) if self._meaning is not None and meant.strip() else None
        weighed = self.shelf.retriever().weigh(meant, meaning=ask, names=names, sway=self._influences.sways)
        if weighed is not None and (unproven := self._influences.unproven(weighed.ids)):
            weighed = replace(weighed, unproven=unproven)
        return names, weighed

    def _cosines(self, text: str) -> Callable[[Sequence[str]], Mapping[str, float] | None]:
        meaning = self._meaning
        assert meaning is not None
        return lambda ids: meaning.cosines(spelled_out(text), also=ids)

    def _gate(self, weighed: Weighed, gate: Gate | None, session: Session | None) -> Gate:
        from orbit.memory.retrieval.gating import hindrance

        superseded, definition = self._influences.superseded(weighed.ids), self._definitions()

        def allowed(name: str) -> str | bool | None:
            if name in superseded:
                return f"“{superseded[name]}” has replaced it."
            if gate is not None and (answer := gate(name)) not in (None, True):
                return answer
            return hindrance(definition(name), session) if session is not None else None

        return allowed


def _decided(allowed: Sequence[Hit], blocked: Sequence[Hit]) -> Decision:
    """Decide between what can work; where nothing does, say what was meant and cannot."""
    decision = decide(allowed)
    if blocked and isinstance(decision, Abstain) and not isinstance(decide(blocked), Abstain):
        return Abstain(blocked[0])
    return decision


def _names(session: Session) -> tuple[str, ...]:
    clips = (clip.name for track in session.tracks for clip in track.clips)
    return (*session.track_names, *clips)
