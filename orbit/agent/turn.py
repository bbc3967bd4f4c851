"""One request being carried out: what its tools share, and how their errors are told to the model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from daw_bridges.errors import AmbiguousError, BridgeError, NotFoundError, OrbitError
from daw_bridges.session import Session
from orbit.agent.approval import Approve, agreed
from orbit.agent.bounds import MOST_DENIALS, edits_of
from orbit.agent.desk import Desk, Undone
from orbit.agent.events import OnEvent
from orbit.agent.overview import quoted
from orbit.agent.telling import told_undone
from orbit.workflows import Plan, PlanError, Run, Workflow

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

__all__ = ["Called", "ConsentNeededError", "Turn", "denial", "reported"]


class Called(Protocol):
    """One call of a tool, as the tool sees it; pydantic-ai's ``RunContext`` is one."""

    @property
    def deps(self) -> Turn:
        """The request."""
        ...

    @property
    def tool_call_id(self) -> str | None:
        """The call's id."""
        ...

    @property
    def tool_call_approved(self) -> bool:
        """Whether the user was asked about it and agreed, or it waited only for another call."""
        ...

    @property
    def messages(self) -> Sequence[ModelMessage]:
        """The conversation so far, of a hosted model."""
        ...


class ConsentNeededError(Exception):
    """The user has to agree first: to a plan (``plan_id``), or to an undo (of ``request``)."""

    def __init__(self, **about: Any) -> None:
        super().__init__(str(about))
        self.about = about


@dataclass
class Turn:
    """One request being carried out: the desk, and what has come of it so far."""

    desk: Desk
    request: str
    dry_run: bool = False
    hosted: bool = False
    """Whether a hosted model carries it out."""
    on_event: OnEvent | None = None
    session: Session | None = None
    plan: Plan | None = None
    runs: list[Run] = field(default_factory=list[Run])
    ran: list[Plan] = field(default_factory=list[Plan])
    """The plans of the runs."""
    undone: Undone | None = None
    taken_back: list[str | None] = field(default_factory=list[str | None])
    """The earlier requests that were taken back."""
    error: OrbitError | None = None
    """The last error that a tool reported; a later success clears it."""
    workflow: str | None = None
    denied: bool = False
    reading: tuple[float, Session] | None = None
    """When the session was last read for this request, in seconds of ``monotonic``, and what was read."""

    offered: dict[str, Workflow] = field(default_factory=dict[str, Workflow])
    """The workflows that can be called by a tool of their own, by the tool's name."""
    awaited: dict[str, Plan] = field(default_factory=dict[str, Plan])
    """The plans that wait for the user's consent, by the call that needs it."""
    agreed: set[str] = field(default_factory=set[str])
    """The ids of the plans that the user has agreed to, and of the calls that take something back."""
    waiting: set[str] = field(default_factory=set[str])
    """The calls that wait for the user's consent, or for one before them that does."""
    done_calls: set[str] = field(default_factory=set[str])
    """The calls that have come to their end and did what they were for."""
    refused: list[tuple[str | None, ...]] = field(default_factory=list[tuple[str | None, ...]])
    """The edits that the user did not agree to."""
    carried: set[tuple[str | None, ...]] = field(default_factory=set[tuple[str | None, ...]])
    """The edits that were carried out in this request, so that none is done twice."""
    asked_as: dict[str, tuple[str | None, ...]] = field(default_factory=dict[str, tuple[str | None, ...]])
    """What each plan was asked for as, by its id."""
    made_after: dict[str, int] = field(default_factory=dict[str, int])
    """After how many of the runs each plan was made, by its id."""
    told: list[str] = field(default_factory=list[str])
    """What there is to say of what was done, read back, in order."""

    stopped: bool = False
    """Whether it was stopped after something of it had been done."""

    _ahead: asyncio.Future[Session] | None = field(default=None, repr=False)
    """A reading of the session that is under way."""

    warnings: list[str] = field(default_factory=list[str])
    """What the user is told beside the reply, whatever the model says."""

    def anew(self) -> Turn:
        """The same request for the offline model, from the start: for when nothing was done yet."""
        return Turn(
            self.desk, self.request, dry_run=self.dry_run, on_event=self.on_event, reading=self.reading
        )

    def stop(self) -> None:
        """End the request where it was stopped: what was under way is put back, what was done before is told.

        Call it while CancelledError is handled; where nothing was done it is raised on.
        """
        if not self.told and (self.undone is None or not self.undone.run.ok):
            raise  # noqa: PLE0704 - see above
        if self.undone is not None and self.undone.run.ok:
            self.told.insert(0, told_undone(self.undone.title, self.undone.run, self.undone.beside))
        self.stopped = True
        self.note("You stopped it there.")
        if (task := asyncio.current_task()) is not None:
            task.uncancel()

    def note(self, warning: str | None) -> None:
        """Keep a warning for the user, if there is one."""
        if warning:
            self.warnings.append(warning)

    def saw(self, session: Session) -> Session:
        """Note a reading of the session just made."""
        self.reading = monotonic(), session
        return session

    def look_ahead(self) -> None:
        """Begin to read the session, for `read` to be given; until `let_go`."""
        if self.fresh() is None:
            self._ahead = asyncio.ensure_future(self.desk.session())

    async def let_go(self) -> None:
        """Give up a reading that nobody asked for."""
        if (ahead := self._ahead) is not None:
            self._ahead = None
            ahead.cancel()
            await asyncio.wait({ahead})

    async def read(self) -> Session:
        """The session as it is now: read a moment ago, or anew. Raises BridgeError."""
        ahead, self._ahead = self._ahead, None
        return self.fresh() or self.saw(await (ahead or self.desk.session()))

    def fresh(self) -> Session | None:
        """The last reading, if it is a moment old and nothing was carried out since."""
        recent = self.reading is not None and monotonic() - self.reading[0] < _FRESH_SECONDS
        return self.known() if recent else None

    def known(self) -> Session | None:
        """The last reading, if nothing was carried out since.

        Edits that say how far are reckoned from it, so they are planned on it, however long that took: what
        was changed under them meanwhile is seen before they are carried out.
        """
        if self.reading is None or self.runs or self.undone is not None:
            return None
        return self.reading[1]


_MOST_KNOWN = 60
_FRESH_SECONDS = 1.0
"""For so long the tools of a request share a reading of the session: each takes its way to the DAW."""


async def denial(turn: Turn, approve: Approve | None, call_id: str, about: Mapping[str, Any]) -> str | None:
    """Ask the user for the consent that a call needs; say so where they do not agree.

    ``about`` as in ``ConsentNeededError``. What they refused in this request is refused, however often it
    comes.
    """
    plan_id, desk = about.get("plan_id"), turn.desk
    plan = desk.plan(plan_id) if plan_id else await desk.plan_undo(about.get("request"))
    edits, is_over = edits_of(plan), len(turn.refused) >= MOST_DENIALS
    if is_over or edits in turn.refused or not await agreed(approve, plan):
        turn.refused.append(edits)
        turn.denied = True
        return f"The user did not agree to “{plan.title}”. Nothing was changed."
    turn.agreed.update([plan.id] if plan_id else [plan.id, call_id])
    return None


async def reported(turn: Turn, work: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    """Do the work; an error that the model can act on becomes its result. A lost DAW ends the request."""
    try:
        result = await work()
    except BridgeError:
        raise
    except OrbitError as error:
        turn.error = error
        return _error(error)
    turn.error = None
    return result


def _error(error: OrbitError) -> dict[str, Any]:
    cause = error.cause if isinstance(error, PlanError) else error
    names: Sequence[str] = ()
    if isinstance(cause, NotFoundError | AmbiguousError):
        names = cause.known if isinstance(cause, NotFoundError) else cause.candidates
    known = [quoted(name) for name in names[:_MOST_KNOWN]]
    return {"error": error.code, "message": str(error), **({"known": known} if known else {})}
