"""The runs at a place that still stand: which one undo takes back, and what it takes for that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Bridge
from daw_bridges.errors import MemoryStoreError, NotPossibleError, OrbitError
from daw_bridges.session import Session
from orbit.agent.context import Context
from orbit.agent.memories import Memories
from orbit.agent.overview import quoted
from orbit.agent.records import answers_of
from orbit.agent.recovery import Recovery
from orbit.workflows import NOTHING_LEFT, Run, looked_into, plan_back

if TYPE_CHECKING:
    from orbit.memory import Library, RunRecord

__all__ = ["Standing", "UndoHistory", "Undone"]

_REMEMBERED = 16
_CHANGED_NOTHING = ("declined", "failed", "unchanged")


class Standing(NamedTuple):
    """A run that can be taken back."""

    id: str
    title: str
    request: str | None
    song: str
    """The name of the set that it was made in."""
    cut_short: bool
    """Whether it did not come to its end: it may have done less than was feared."""
    inverse: tuple[Action, ...]
    left: Session
    """The session as the run left it."""

    def elsewhere(self, song: str) -> str:
        """Say that another set is open than the run was made in; nothing where that is not known."""
        if not self.inverse or not self.song or not song or self.song == song:
            return ""
        return f"It was done in “{quoted(self.song)}”, and “{quoted(song)}” is open now."


@dataclass(frozen=True)
class Undone:
    """What undo took back, or why not."""

    title: str
    run: Run
    request: str | None = None
    """What it was asked with."""
    beside: str = ""
    """What is to be said beside it: that the latest request changed nothing, or another set is open."""
    before_it: Standing | None = None
    """Where nothing of it was left, what was done before it."""

    @property
    def nothing_left(self) -> bool:
        """Whether nothing of it was there to be taken back."""
        return self.run.code == NOTHING_LEFT


class UndoHistory:
    """Finds the last run that stands at a place; what the library could not keep stands for this process."""

    def __init__(
        self,
        bridge: Bridge,
        library: Library,
        memories: Memories,
        context: Context,
        recovery: Recovery,
        place: str,
    ) -> None:
        self._bridge, self._library, self._place = bridge, library, place
        self._memories, self._context, self._recovery = memories, context, recovery
        self._own: list[RunRecord] = []
        self._spent: set[str] = set()

    def hold(self, record: RunRecord) -> None:
        """Keep a run here that the library did not take."""
        self._recovery.known.add(record.id)
        if record.inverse is None or record.inverse:
            self._own.append(record)

    def spend(self, run_ids: Collection[str]) -> None:
        """Note that runs were taken back, also where the library cannot."""
        self._spent.update(run_ids)
        self._own = [run for run in self._own if run.id not in self._spent]

    def take_back(self, run_ids: Iterable[str], undone: Run) -> str | None:
        """Note in the library that runs were taken back; of those that are only held it need not know.

        Gives what the user is told where some of it stays. Raises MemoryStoreError.
        """
        held = {run.id for run in self._own}
        answers = list(answers_of(undone))
        stayed = [
            self._memories.take_back(run_id, partial(self._library.mark_undone, run_id, answers))
            for run_id in run_ids
            if run_id not in held
        ]
        for run_id in held.intersection(run_ids):
            self._library.store.open_runs.end(run_id)
        return " ".join(filter(None, stayed)) or None

    def last(self, song: str = "", passing: Collection[str] = ()) -> Standing:
        """The last run made in a set, else the last of any; ``passing`` are passed over.

        Raises NotPossibleError where there is none, or it cannot be taken back, or what was cut short after
        it cannot be looked at: an earlier one is never undone from under it.
        """
        passing = {*passing, *self._spent}
        found = (self._last(passing, song) if song else None) or self._last(passing, None)
        if (why := self._recovery.instead_of_undo(found and found.started)) is not None:
            raise NotPossibleError(why)
        if found is None or found.inverse is None or found.after is None:
            raise NotPossibleError(
                "There is nothing to take back: Orbit has not changed anything here that it can undo."
            )
        return Standing(
            found.id,
            self._title(found),
            found.goal,
            found.project,
            not found.ok,
            tuple(map(parse_action, found.inverse)),
            Session.model_validate(found.after),
        )

    def earlier(self, workflow_id: str, song: str, passing: Collection[str] = ()) -> Iterator[RunRecord]:
        """The runs of a workflow in a set that stand, latest first."""
        own = (run for run in reversed(self._own) if run.workflow_id == workflow_id)
        for run in (*own, *self._library.store.runs.of(workflow_id=workflow_id)):
            here = run.daw == self._place and run.project == song and run.id not in self._spent
            if here and run.ok and run.inverse and run.undone_at is None and run.id not in passing:
                yield run

    async def of(self, request: str | None, song: str) -> Standing:
        """The last run, or that of a request, where nothing is left of those after it.

        Raises NotPossibleError, and BridgeError where it has to look.
        """
        passed: list[str] = []
        while True:
            last = self._named(request, song, passed)
            if request is None or last.request == request:
                return last
            now = await looked_into(self._bridge, await self._bridge.snapshot(), last.inverse)
            if not last.inverse or plan_back(last.inverse, last.left, now, self._bridge).steps:
                raise _not_the_last(request)
            passed.append(last.id)

    def latest(self, requests: Sequence[str | None], song: str) -> tuple[Standing, ...]:
        """The last runs, which must be those of these requests, latest first. Raises NotPossibleError."""
        found: list[Standing] = []
        for request in requests:
            last = self._named(request, song, [each.id for each in found])
            if request is not None and last.request != request:
                raise _not_the_last(request)
            found.append(last)
        return tuple(found)

    def _named(self, request: str | None, song: str, passing: Collection[str]) -> Standing:
        try:
            return self.last(song, passing)
        except NotPossibleError as error:
            if request is None:
                raise
            raise NotPossibleError(f"“{quoted(request)}” cannot be taken back. {error}") from error

    def before(self, last: Standing, song: str) -> Standing | None:
        """The run before one, where that can be taken back too."""
        try:
            return self.last(song, [last.id])
        except NotPossibleError:
            return None

    def is_last(self, run_id: str, song: str) -> bool:
        """Whether a run is the one that can be taken back now."""
        try:
            return self.last(song).id == run_id
        except NotPossibleError:
            return False

    def passed_over(self, last: Standing) -> str:
        """Say that the latest request changed nothing, where it is another that is taken back."""
        latest = next((each for each in self._context.lately(1).done if not each.stale), None)
        if latest is None or latest.request == last.request or latest.outcome not in _CHANGED_NOTHING:
            return ""
        return f"“{quoted(latest.request)}” changed nothing, so the change before it is taken back."

    def _title(self, run: RunRecord) -> str:
        """What a request came to, where that is still known: "same on the pad" says little by itself."""
        lately = self._context.lately(_REMEMBERED).done
        if known := next((done.title for done in lately if done.request == run.goal and done.title), None):
            return known
        try:
            title = self._library.definition(run.workflow_id).title if run.workflow_id else run.goal
        except OrbitError:
            title = run.goal
        return title or "the last change"

    def _last(self, passing: Collection[str], song: str | None) -> RunRecord | None:
        own = next(
            (
                run
                for run in reversed(self._own)
                if run.id not in passing and (song is None or run.project == song)
            ),
            None,
        )
        try:
            kept = self._memories.last_alone(self._place, passing) or self._library.last_undoable(
                self._place, passing, song
            )
        except MemoryStoreError:
            if own is None:
                raise
            kept = None
        both = [run for run in (own, kept) if run is not None]
        return max(both, key=lambda run: run.started, default=None)


def _not_the_last(request: str) -> NotPossibleError:
    return NotPossibleError(f"“{quoted(request)}” cannot be taken back: other changes were made here since.")
