"""Actions on their way to AbletonOSC: in waves that cost the same however many are in them, each graded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from daw_bridges.ableton.abletonosc.abilities import ABILITIES
from daw_bridges.ableton.abletonosc.edits import EDITS
from daw_bridges.ableton.abletonosc.exchange import Exchange
from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.waves import next_wave
from daw_bridges.ableton.batch import Note
from daw_bridges.ableton.grading import failed, grade, skipped
from daw_bridges.ableton.identities import DeviceIdentities, Identities, TrackIdentities
from daw_bridges.ableton.translation import Edit, Translation, with_labels
from daw_bridges.actions import Action
from daw_bridges.bridge import Result, Status
from daw_bridges.errors import ActionError, BridgeError, OrbitError, UnsupportedError
from daw_bridges.session import Session

__all__ = ["Performance"]

_LEFT_BEHIND = "An action before it failed; it was under way with it and could not be taken back"


class Performance:
    """Performs actions on a set that was read before."""

    def __init__(self, exchange: Exchange, session: Session, note: Note) -> None:
        self._exchange, self._note = exchange, note
        self._translation = Translation(session, _nameless(session))

    async def run(self, actions: Sequence[Action]) -> Session | None:
        """Perform as many as can be told beforehand; the set as it is known to be then, or None."""
        refused = self._translate(actions)
        edits = self._translation.edits
        while edits:
            wave = next_wave(edits)
            if not await self._perform(wave):
                return None
            edits = edits[len(wave) :]
        if refused is not None:
            self._note(failed(actions[len(self._translation.edits)], refused))
            return None
        return None if self._translation.opaque else with_labels(self._translation.session, None)

    def _translate(self, actions: Sequence[Action]) -> OrbitError | None:
        """Translate up to the first that only Live can tell the outcome of; why the next was refused."""
        for action in actions:
            if why := ABILITIES.refusal(action, self._translation.session):
                return UnsupportedError(why)
            try:
                self._translation.add(action)
            except (ActionError, UnsupportedError) as error:
                return error
            if self._translation.opaque:
                break
        return None

    async def _perform(self, wave: list[Edit]) -> bool:
        """Do some edits at the same time; whether all of them were done. Raises what ended the first."""
        hands = [Hand(self._exchange, edit.step) for edit in wave]
        pairs = zip(wave, hands, strict=True)
        try:
            ended = await asyncio.gather(
                *(self._attempt(edit, hand) for edit, hand in pairs), return_exceptions=True
            )
        except asyncio.CancelledError:
            # Whoever gave up was told of none of these, so none of them may stay.
            await asyncio.shield(self._revert(wave, hands, 0))
            raise
        for place, result in enumerate(ended):
            if isinstance(result, BaseException):
                raise result
            self._note(result)
            if result.status is Status.FAILED:
                for left in await self._revert(wave, hands, place):
                    self._note(left)
                return False
        return True

    async def _attempt(self, edit: Edit, hand: Hand) -> Result:
        try:
            observed = await EDITS[edit.action.action](hand)
            if hand.wary:
                await hand.settle()
        except FailedError as error:
            reply = {"message": str(error), "code": error.reply_code, "observed": error.observed}
            return grade(edit, {"status": "failed", **reply})
        return grade(edit, {"status": "done", "observed": observed})

    async def _revert(self, wave: list[Edit], hands: list[Hand], first: int) -> list[Result]:
        """Take back what was done, from an edit on; the results of those behind it, which are skipped."""
        left: dict[int, str] = {}
        for place in range(len(wave) - 1, first - 1, -1):
            try:
                await hands[place].take_back()
            except (FailedError, BridgeError) as error:
                left[place] = f"{_LEFT_BEHIND}: {error}"
        results = {place: skipped(wave[place].action) for place in range(first + 1, len(wave))}
        return [
            result.model_copy(update={"reason": left[place]}) if place in left else result
            for place, result in results.items()
        ]


def _nameless(session: Session) -> Identities:
    """AbletonOSC tells no identities: everything is found by its place and name."""
    tracks = [
        TrackIdentities(devices=[DeviceIdentities() for _ in track.devices]) for track in session.tracks
    ]
    return Identities(tracks, [{} for _ in session.scenes])
