"""The agent: one request from words to a verified change, with whichever model is set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import Answer
from orbit.agent.approval import Approve
from orbit.agent.concluding import Held, concluded
from orbit.agent.desk import Desk
from orbit.agent.events import OnEvent
from orbit.agent.models import OFFLINE, resolve_model
from orbit.agent.turn import Turn

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

    from orbit.agent.hosted.limits import Limits

__all__ = ["ask"]


async def ask(  # noqa: PLR0913 - a request has that many options
    text: str,
    desk: Desk,
    *,
    model: str | Model = OFFLINE,
    approve: Approve | None = None,
    message_history: Sequence[ModelMessage] = (),
    session: Session | None = None,
    dry_run: bool = False,
    on_event: OnEvent | None = None,
    limits: Limits | None = None,
) -> Answer:
    """Carry out a request, and remember how it went.

    ``approve`` is asked before a plan that needs consent; without it, consent is not given. ``session`` is
    what the caller has just read, if it has; ``limits`` are those of the settings where none are given. A
    hosted model that fails hands over to the offline one. Raises BridgeError when the DAW is lost and
    ModelError for a model that cannot be had at all.
    """
    turn = Turn(desk, text, dry_run=dry_run, on_event=on_event, hosted=model != OFFLINE)
    if turn.hosted:
        desk.library.expect(text)
    if session is not None:
        turn.saw(session)
    try:
        held = await _held(turn, model, approve, limits, message_history)
    except OrbitError as error:
        if not turn.runs and not dry_run:
            desk.refuse(text, error, workflow=turn.workflow if turn.plan is None else None)
        raise
    answer = concluded(held)
    turn = held.turn
    if turn.reading is not None and not turn.runs:
        desk.familiar.noticed(turn.reading[1])
    _remember(turn, answer)
    desk.context.noted(text, answer, took_back=turn.taken_back)
    return answer


async def _held(
    turn: Turn,
    model: str | Model,
    approve: Approve | None,
    limits: Limits | None,
    history: Sequence[ModelMessage],
) -> Held:
    if not turn.hosted:
        from orbit.agent.offline.model import held_offline

        return await held_offline(turn, approve, history)
    from orbit.agent.hosted.handover import held_by_hosted
    from orbit.agent.hosted.limits import Limits

    limits = limits or Limits.of(turn.desk.settings)
    chosen = resolve_model(model) if isinstance(model, str) else model
    return await held_by_hosted(turn, chosen, approve, limits, history)


def _remember(turn: Turn, answer: Answer) -> None:
    """Keep an attempt that came to nothing; one that was carried out the desk has kept already."""
    if answer.ok or answer.run is not None or answer.question is not None or turn.dry_run:
        return
    # A user who does not agree has nothing against the workflow.
    blamed = turn.workflow if turn.error is not None else None
    turn.desk.refuse(turn.request or None, turn.error or answer.reply, workflow=blamed)
