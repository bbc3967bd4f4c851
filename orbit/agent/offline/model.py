"""The offline model: the agent's loop, tools and consents, driven by rules instead of a language model.

It is a function of the messages alone, so a conversation can be stored, taken up by another process, or
handed over to a hosted model at any point.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import ValidationError
from pydantic_ai.messages import ModelMessage, ModelResponse, ModelResponsePart, TextPart, ToolCallPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from daw_bridges.problems import in_words
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Question
from orbit.agent.offline.backwards import back_and_then
from orbit.agent.offline.choosing import chosen
from orbit.agent.offline.conversation import Exchange, ToolResult, exchanges, past_of
from orbit.agent.offline.deciding import WORKFLOW, Known, decide
from orbit.agent.offline.device_names import in_own_names
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.following import follow_up
from orbit.agent.offline.moves import Back, Call, Move, Reply
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.wishes import wish_in

__all__ = ["OfflineModel"]

_HITS = 5
_LATEST = 12
"""So many requests are looked at for what is referred to."""


class OfflineModel(Model[None]):
    """Understands the single edits and the library's workflows in ordinary English.

    Asks back rather than guess.
    """

    @property
    def model_name(self) -> str:
        """The name in messages and settings."""
        return "offline"

    @property
    def system(self) -> str:
        """The provider's name in messages."""
        return "orbit"

    def prepare_messages(
        self,
        messages: list[ModelMessage],
        model_request_parameters: ModelRequestParameters | None = None,  # noqa: ARG002 - pydantic-ai's own
    ) -> list[ModelMessage]:
        """Give the messages as they are.

        A language model is told beside them what in a session looks like a prompt's frame. Rules do not take
        a track's name for one, and would take the note for something that the user said.
        """
        return messages

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Give the next message of the conversation."""
        _, parameters = self.prepare_request(model_settings, model_request_parameters)
        move = next_move(messages, {tool.name for tool in parameters.function_tools})
        return ModelResponse(parts=_parts(move), model_name=self.model_name, usage=RequestUsage())


def next_move(messages: list[ModelMessage], tools: Collection[str]) -> Move:
    """What to do next in a conversation, with the tools there are."""
    conversation = exchanges(messages)
    now = conversation[-1]
    if not now.text.strip():
        return Decline(reason=f"Say what you would like done. {ABLE_TO}")
    if (move := follow_up(now, tools)) is not None:
        return move
    session, search, lately = now.result("session"), now.result("search_workflows"), now.result("lately")
    if session is None or search is None or (lately is None and "lately" in tools):
        return _look_up(now, conversation, tools)
    if (error := session.error or search.error) is not None:
        return Decline(reason=error)
    past = past_of(conversation, lately)
    known = _known(now, session, past)
    try:
        move = decide(in_own_names(now.text, known, session), past.question, known)
    except ValidationError as error:  # it reads as an edit that no DAW takes: a name of a thousand letters
        return Decline(reason=f"That cannot be done: {in_words(error)}.")
    return back_and_then(move, now, tools) if isinstance(move, Back) else _possible(move, tools)


def _known(now: Exchange, session: ToolResult, past: Past) -> Known:
    document = dict(session.content)
    nicknames = document.pop("nicknames", {})
    document.pop("device_names", None)
    searches = {
        str(result.arguments["text"]): (result.content["decision"], result.content["workflows"])
        for result in now.results
        if result.tool == "search_workflows" and result.error is None
    }
    first = next(iter(searches.values()))
    return Known(Session.model_validate(document), *first, nicknames, past, searches)


def _look_up(now: Exchange, conversation: Sequence[Exchange], tools: Collection[str]) -> Move:
    # An answer ("the second one") finds nothing in the library; the request it belongs to does.
    pending = conversation[-2].question if len(conversation) > 1 else None
    answers = (
        pending is not None and pending.slot == WORKFLOW and chosen(now.text, pending.options) is not None
    )
    wanted = pending.request if pending is not None and answers else wish_in(now.text) or now.text
    looks = (Call("session", {"detail": "full"}), Call("search_workflows", {"text": wanted, "k": _HITS}))
    return (*looks, Call("lately", {"k": _LATEST})) if "lately" in tools else looks


def _possible(move: Move, tools: Collection[str]) -> Move:
    if isinstance(move, tuple) and (left_out := [call for call in move if call.tool in _KEEPING - {*tools}]):
        rest = tuple(call for call in move if call not in left_out)
        return rest or Reply("That would be noted; nothing changed yet.")
    return move


_KEEPING = frozenset({"remember_name", "forget_name", "keep_note", "prefer", "forget_preference"})


def _parts(move: Move) -> list[ModelResponsePart]:
    assert not isinstance(move, Back), "what is to be taken back is a call by now"
    match move:
        case Reply(text):
            return [TextPart(text)]
        case Question() | Decline():
            name = "ask_back" if isinstance(move, Question) else "decline"
            return [ToolCallPart(name, move.model_dump(mode="json", exclude_defaults=True))]
        case _:
            return [*(ToolCallPart(call.tool, call.arguments) for call in move)]
