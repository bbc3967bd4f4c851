"""A request with a hosted model; when that fails, the offline one takes it over.

Nothing is done twice: where something was carried out already, what was read back is told and the request
ends there. Where the user said no to a plan, they are not asked a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model

from daw_bridges.errors import ModelError, OrbitError
from orbit.agent.answers import Decline, Usage
from orbit.agent.approval import Approve
from orbit.agent.conversing import Conversation, Output
from orbit.agent.events import FellBack
from orbit.agent.hosted.failing import FAILURES, reason, too_much
from orbit.agent.hosted.limits import Limits
from orbit.agent.hosted.offering import offer
from orbit.agent.hosted.patience import alone_with_patience
from orbit.agent.hosted.resting import let_rest, resting
from orbit.agent.hosted.spending import spent, usage_of, with_spent
from orbit.agent.turn import Turn

__all__ = ["Held", "held_by_hosted", "held_offline"]

_FITTING = 3


@dataclass(frozen=True)
class Held:
    """A request that has come to its end."""

    turn: Turn
    output: Output
    messages: Sequence[ModelMessage]
    usage: Usage | None = None
    note: str | None = None
    """What the user is told beside the reply: that the model failed."""


async def held_offline(turn: Turn, approve: Approve | None, history: Sequence[ModelMessage]) -> Held:
    """Hold a request with the offline model. Raises ModelError where that comes to no end."""
    from orbit.agent.offline.model import OfflineModel

    talk = Conversation(turn, OfflineModel(), approve, Limits())
    if turn.request.strip():
        turn.look_ahead()  # it always reads the session: the DAW may begin while the first step is made ready
    try:
        output = await talk.hold(history)
    except FAILURES as error:
        if not turn.told:
            raise ModelError("Orbit could not work that out. Say it in smaller parts.") from error
        return Held(turn, " ".join(turn.told), _broken_off(talk, " ".join(turn.told)))
    finally:
        await turn.let_go()
    return Held(turn, output, talk.messages)


async def held_by_hosted(
    turn: Turn, model: Model, approve: Approve | None, limits: Limits, history: Sequence[ModelMessage]
) -> Held:
    """Hold a request with a hosted model for as long as it can be."""
    before = spent(history)
    talk = Conversation(turn, alone_with_patience(model), approve, limits, spent=before)
    if before >= limits.conversation_tokens:
        return await _handed_over(talk, too_much(before, limits.conversation_tokens), history)
    name = usage_of(model, talk.used).model
    if (why := resting(turn.desk, name)) is not None:
        return await _handed_over(talk, why, history)
    _offer_what_fits(turn)
    try:
        output = await talk.hold(history)
    except FAILURES as error:
        let_rest(turn.desk, name, error, limits)
        return await _handed_over(talk, reason(error), history)
    return Held(turn, output, talk.messages, usage_of(model, talk.used))


def _offer_what_fits(turn: Turn) -> None:
    """Have the workflows that the library has for the request as tools, and the one that was used last."""
    desk = turn.desk
    with suppress(OrbitError):  # a tool less is no reason to refuse
        done = desk.context.lately(1).done
        offer(turn, [each.workflow for each in done if each.workflow is not None])
    with suppress(OrbitError):
        found = desk.search(turn.request, _FITTING, session=turn.fresh())
        offer(turn, [hit.id for hit in reversed(found.hits)])


async def _handed_over(talk: Conversation, why: str, history: Sequence[ModelMessage]) -> Held:
    turn, usage = talk.turn, usage_of(talk.model, talk.used)
    refused = turn.denied and turn.plan is not None
    if turn.told:
        said = f"{usage.model} failed before it finished: {why}. Check that all you asked for was done."
    else:
        said = f"{usage.model} failed: {why}.{'' if refused else ' Orbit handles this request offline.'}"
    note = f"({said})"
    if turn.on_event is not None:
        turn.on_event(FellBack(usage.model, said))
    if turn.told:
        return Held(turn, " ".join(turn.told), _broken_off(talk, " ".join(turn.told)), usage, note)
    if turn.denied and turn.plan is not None:
        no = Decline(reason=f"You did not agree to “{turn.plan.title}”. Nothing was changed.")
        return Held(turn, no, _broken_off(talk, no.reason), usage, note)
    held = await held_offline(turn.anew(), talk.approve, history)
    messages = list(held.messages)
    return Held(
        held.turn,
        held.output,
        [*messages[: len(history)], *with_spent(messages[len(history) :], talk.used)],
        usage,
        note,
    )


def _broken_off(talk: Conversation, said: str) -> list[ModelMessage]:
    """The conversation where the model left it, with what the user is told as its end."""
    whole = [each for each in talk.messages if getattr(each, "state", None) != "interrupted"]
    return [*whole, ModelResponse([TextPart(said)])]
