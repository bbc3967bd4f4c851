"""A request with a hosted model; when that fails, the offline one takes it over.

Nothing is done twice: where something was carried out already, what was read back is told and the request
ends there. Where the user said no to a plan, they are not asked a second time. A provider that makes people
wait is left alone for a while: one request waits for it, not each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from weakref import WeakKeyDictionary

from pydantic_ai.exceptions import ModelRateLimitError, ModelRequestTimeout, ModelTimeoutError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model

from daw_bridges.errors import OrbitError
from orbit.agent.answers import Decline
from orbit.agent.approval import Approve
from orbit.agent.concluding import Held
from orbit.agent.conversing import Conversation
from orbit.agent.desk import Desk
from orbit.agent.events import FellBack
from orbit.agent.hosted.failing import FAILURES, reason, too_much
from orbit.agent.hosted.limits import Limits
from orbit.agent.hosted.offering import offer
from orbit.agent.hosted.patience import alone_with_patience
from orbit.agent.hosted.spending import spent, usage_of, with_spent
from orbit.agent.offline.conversation import Conversed
from orbit.agent.offline.model import held_offline
from orbit.agent.turn import Turn

__all__ = ["held_by_hosted"]

_FITTING = 3
_LONGEST_SECONDS = 600.0

_until: WeakKeyDictionary[Desk, dict[str, float]] = WeakKeyDictionary()
"""When each desk asks a model again, in seconds of ``monotonic``."""


async def held_by_hosted(
    turn: Turn, model: Model, approve: Approve | None, limits: Limits, history: Sequence[ModelMessage]
) -> Held:
    """Hold a request with a hosted model for as long as it can be."""
    before = spent(history)
    talk = Conversation(turn, alone_with_patience(model), approve, limits, spent=before)
    if before >= limits.conversation_tokens:
        return await _handed_over(talk, too_much(before, limits.conversation_tokens), history)
    name = usage_of(model, talk.used).model
    if (why := _resting(turn.desk, name)) is not None:
        return await _handed_over(talk, why, history)
    _offer_what_fits(turn)
    try:
        output = await talk.hold(history)
    except asyncio.CancelledError:
        turn.stop()
        said = " ".join(turn.told)
        return Held(turn, said, _broken_off(talk, said), usage_of(model, talk.used))
    except FAILURES as error:
        _let_rest(turn.desk, name, error, limits)
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
    assert isinstance(held.messages, Conversed)
    return Held(
        held.turn,
        held.output,
        [*history, *with_spent(held.messages.latest(), talk.used)],
        usage,
        note,
    )


def _broken_off(talk: Conversation, said: str) -> list[ModelMessage]:
    """The conversation where the model left it, with what the user is told as its end."""
    whole = [each for each in talk.messages if getattr(each, "state", None) != "interrupted"]
    return [*whole, ModelResponse([TextPart(said)])]


def _let_rest(desk: Desk, model: str, error: Exception, limits: Limits) -> None:
    """Leave a model alone for as long as its failure asks for; for most failures that is not at all."""
    seconds = 0.0
    if isinstance(error, ModelTimeoutError | ModelRequestTimeout):
        seconds = limits.rest_seconds
    elif isinstance(error, ModelRateLimitError):
        seconds = min(error.retry_after or limits.rest_seconds, _LONGEST_SECONDS)
    if seconds > 0 and limits.rest_seconds > 0:
        _until.setdefault(desk, {})[model] = monotonic() + seconds


def _resting(desk: Desk, model: str) -> str | None:
    """Say why a model is not asked just now; None where it is."""
    left = _until.get(desk, {}).get(model, 0.0) - monotonic()
    return f"it kept you waiting a moment ago. Orbit asks it again in {left:.0f} s" if left > 0 else None
