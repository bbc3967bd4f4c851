"""A batch of actions on its way: one after the other, each over the session as it stands by then."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from daw_bridges.actions import Action, AutomateParameter, SetParameter, Undo
from daw_bridges.algebra import apply
from daw_bridges.bridge import OnResult, Result, Status
from daw_bridges.errors import (
    ActionError,
    BridgeError,
    OrbitError,
    RefusedError,
    TimedOutError,
    UnreachableError,
    UnsupportedError,
)
from daw_bridges.logic.at_screen import CHANGES_STRIPS
from daw_bridges.logic.banking import ChangedError
from daw_bridges.logic.capabilities import CAPABILITIES
from daw_bridges.logic.grading import failed, skipped
from daw_bridges.logic.in_a_row import in_rows
from daw_bridges.logic.macos.screen import UNSEEN
from daw_bridges.logic.sitting import Sitting
from daw_bridges.references import track_index, track_reference
from daw_bridges.session import Session

__all__ = ["Performance"]

_ATTEMPTS = 3
_A_ROW = 2
_UNSEEN = UNSEEN | {"undo"}
"""What no session that was read from a surface can foretell."""


class Performance:
    """Performs actions on one connection."""

    def __init__(self, sitting: Sitting, on_result: OnResult | None) -> None:
        self._sitting, self._on_result = sitting, on_result
        self._results: list[Result] = []
        self._fresh = False
        """Whether the mixer was read anew for this batch."""

    async def run(self, actions: Sequence[Action]) -> list[Result]:
        """One result an action; behind a failure all are skipped.

        Raises UnreachableError or TimedOutError with the results so far.
        """
        try:
            await self._run(actions)
        except BridgeError as error:
            self._sitting.session = None
            error.results = tuple(self._results)
            raise
        for action in actions[len(self._results) :]:
            self._note(skipped(action))
        return self._results

    async def _run(self, actions: Sequence[Action]) -> None:
        for row in in_rows(actions):
            first = len(self._results)
            await self._in_one_go(row)
            for action in row[len(self._results) - first :]:
                if self._has_failed:
                    break
                self._note(await self._graded(action))
            if self._has_failed:
                # Only a new reading can tell where the mixer stands.
                self._sitting.session = None
                return

    @property
    def _has_failed(self) -> bool:
        return bool(self._results) and self._results[-1].status is Status.FAILED

    async def _in_one_go(self, row: Sequence[Action]) -> None:
        """Set parameters of one plug-in without leaving it, as far as each need not be looked at alone."""
        parameters = [action for action in row if isinstance(action, SetParameter)]
        if len(parameters) < _A_ROW:
            return
        session, first = await self._standing(), len(self._results)
        with contextlib.suppress(ActionError, ChangedError, RefusedError):
            states = _passed_through(parameters, session)

            def tell(place: int, result: Result) -> None:
                # What somebody disturbed is done again, and told once.
                if first + place == len(self._results) and not self._has_failed:
                    self._keep(parameters[place], result, states[place])
                    self._note(result)

            await self._sitting.procedures.set_parameters(parameters, session, tell)

    def _note(self, result: Result) -> None:
        self._results.append(result)
        if self._on_result is not None:
            self._on_result(len(self._results) - 1, result)

    async def _graded(self, action: Action) -> Result:
        try:
            return await self._done(action)
        except (UnreachableError, TimedOutError):
            raise
        except OrbitError as error:
            return failed(action, error)

    async def _done(self, action: Action) -> Result:
        """Do it; where the strips turn out to be others, read them anew and find the track by its name."""
        session = await self._standing()
        try:
            return await self._tried(action, session)
        except ActionError:
            better = await self._better(action, session)
            if better is None:
                raise
        return await self._tried(action, better)

    async def _better(self, action: Action, session: Session) -> Session | None:
        """The session with what may be in Logic beyond what is known of it; None where all is known."""
        if not self._fresh:
            self._fresh = True
            session = _with_labels(await self._sitting.read(), session)
        elif not isinstance(action, SetParameter | AutomateParameter):
            return None
        if isinstance(action, SetParameter | AutomateParameter):
            index = track_index(session, action.track)
            session = _with_labels(await self._sitting.detailed([index]), session)
        return session

    async def _tried(self, action: Action, session: Session) -> Result:
        if why := CAPABILITIES.refusal(action, session):
            raise UnsupportedError(why)
        pinned = _pinned(action, session)
        for attempt in range(_ATTEMPTS):
            predicted = session if action.action in _UNSEEN else apply(session, pinned)
            try:
                result = await self._sitting.procedures.perform(pinned, session)
            except ChangedError:
                if attempt == _ATTEMPTS - 1:
                    raise
                session = _with_labels(await self._sitting.read(), session)
                continue
            self._keep(action, result, predicted)
            return result.model_copy(update={"action": action})
        raise AssertionError

    async def _standing(self) -> Session:
        if self._sitting.session is None:
            self._fresh = True
            return await self._sitting.read()
        return self._sitting.session

    def _keep(self, action: Action, result: Result, predicted: Session) -> None:
        """What is known now: read anew, or as it was foretold and confirmed."""
        sitting = self._sitting
        if isinstance(action, Undo) or result.status is not Status.VERIFIED:
            if isinstance(action, Undo):
                sitting.session = None
            return
        if isinstance(action, CHANGES_STRIPS) and sitting.session is not None:
            sitting.session = _with_labels(sitting.session, predicted)
        else:
            sitting.session = predicted


def _passed_through(actions: Sequence[Action], session: Session) -> list[Session]:
    """The session after each of the actions. Raises ActionError at the first that cannot be done."""
    states: list[Session] = []
    for action in actions:
        session = apply(session, action)
        states.append(session)
    return states


def _pinned(action: Action, session: Session) -> Action:
    """The action with its track by name, where that is unique: numbers change when tracks move."""
    reference = getattr(action, "track", None)
    if reference is None:
        return action
    try:
        name = track_reference(session, track_index(session, reference))
    except ActionError:
        return action
    return action.model_copy(update={"track": name})


def _with_labels(session: Session, labelled: Session) -> Session:
    """The session with the labels that devices were given by earlier steps."""
    known = {track.name: track.devices for track in labelled.tracks}
    tracks = tuple(
        track.model_copy(
            update={
                "devices": tuple(
                    device.model_copy(update={"label": old.label}) if device.name == old.name else device
                    for device, old in zip(track.devices, known[track.name], strict=True)
                )
            }
        )
        if track.name in known and len(known[track.name]) == len(track.devices)
        else track
        for track in session.tracks
    )
    return session.model_copy(update={"tracks": tracks})
