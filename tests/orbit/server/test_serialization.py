"""Whatever is said of a request arrives as it was said, and a session travels once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daw_bridges import errors
from daw_bridges.errors import NotFoundError, OrbitError, UnreachableError
from orbit.agent import Answer, Event, Question
from orbit.agent.lazy_messages import SealedMessages, seal
from orbit.outcome import Outcome
from orbit.server import LocalEngine
from orbit.server.failures import HostFailedError, pack_error, unpack_error
from orbit.server.messages import Message
from orbit.server.serialization import Packer, Unpacker
from orbit.settings import Settings
from orbit.workflows import PlanError

REQUEST = "0123456789abcdef0123456789abcdef"
REQUESTS = (
    "make the bass duck under the kick",
    "set the bass to -inf dB",
    "build me a vocal chain",
    "duplicate the clip to bar 17",
    "set the tempo to 5000",
)


def carried(unpacker: Unpacker, reply: Message) -> Any:
    return unpacker.read(Message.model_validate_json(reply.model_dump_json()))


async def requested(folder: Path, text: str) -> tuple[Outcome, list[Event]]:
    events: list[Event] = []
    async with LocalEngine(Settings(data_dir=folder, embedder="words")) as engine:
        return await engine.do(text, on_event=events.append), events


@pytest.mark.anyio
@pytest.mark.parametrize("text", REQUESTS)
async def test_there_and_back(tmp_path: Path, text: str) -> None:
    outcome, events = await requested(tmp_path, text)
    packer, unpacker = Packer(), Unpacker()
    replies = [packer.message("event", REQUEST, event) for event in events]
    assert [carried(unpacker, reply) for reply in replies] == events
    arrived = carried(unpacker, packer.message("done", REQUEST, outcome))
    assert arrived.to_json() == outcome.to_json()
    assert (arrived.plan, arrived.run, arrived.before, arrived.after, arrived.trajectory) == (
        outcome.plan, outcome.run, outcome.before, outcome.after, outcome.trajectory,
    )  # fmt: skip
    assert list(arrived.answer.messages) == list(outcome.answer.messages)
    assert arrived.exit_code == outcome.exit_code


@pytest.mark.anyio
async def test_what_was_carried_out_before_the_last_plan_comes_along(tmp_path: Path) -> None:
    outcome, _ = await requested(tmp_path, REQUESTS[1])
    assert outcome.plan is not None
    assert outcome.run is not None
    first = outcome.plan.model_copy(update={"id": "first"})
    outcome = replace(outcome, answer=replace(outcome.answer, earlier=((first, outcome.run),)))
    unpacker = Unpacker()
    arrived = carried(unpacker, Packer().message("done", REQUEST, outcome))
    assert arrived.answer.earlier == outcome.answer.earlier
    assert arrived.to_json() == outcome.to_json()
    assert [each["step_number"] for each in arrived.to_json()["results"]] == [1, 2]


@pytest.mark.anyio
async def test_a_session_and_a_plan_travel_once(tmp_path: Path) -> None:
    outcome, events = await requested(tmp_path, REQUESTS[0])
    packer = Packer()
    replies = [packer.message("event", REQUEST, told) for told in (*events, outcome)]
    sessions = [json.dumps(session) for reply in replies for session in reply.sessions.values()]
    assert len(sessions) == len(set(sessions))
    assert sum(len(reply.plans) for reply in replies) == 1


def test_an_answer_of_words_alone() -> None:
    question = Question(question="Which clip?", options=("Bassline", "Chords"), slots={"bar": "17"})
    outcome = Outcome(Answer(ok=False, reply="Which clip?", question=question), None, None)
    packer, unpacker = Packer(), Unpacker()
    arrived = carried(unpacker, packer.message("done", REQUEST, outcome))
    assert arrived.to_json() == outcome.to_json()


def test_a_conversation_is_passed_on_unread() -> None:
    sealed = SealedMessages("this is not read, so it need not be right")
    assert seal(sealed) == sealed.text
    assert seal(()) is None
    assert list(SealedMessages(None)) == []


def every_error() -> list[type[OrbitError]]:
    return [cls for name in errors.__all__ if issubclass(cls := getattr(errors, name), OrbitError)]


@pytest.mark.parametrize("cls", every_error())
def test_an_error_arrives_as_what_it_was(cls: type[OrbitError]) -> None:
    special: dict[str, tuple[Any, ...]] = {
        "NotFoundError": ("track", "Bas", ["Bass"]),
        "AmbiguousError": ("track", "B", ["Bass", "Backing Vox"]),
    }
    error = cls(*special.get(cls.__name__, ("What is wrong. What to do.",)))
    arrived = unpack_error(json.loads(json.dumps(pack_error(error))))
    assert type(arrived) is cls
    assert isinstance(arrived, OrbitError)
    assert (str(arrived), arrived.code, vars(arrived)) == (str(error), error.code, vars(error))


def test_an_error_of_another_module_arrives_as_the_nearest() -> None:
    cause = NotFoundError("track", "Bas", ["Bass"])
    arrived = unpack_error(json.loads(json.dumps(pack_error(PlanError(2, "mute Bas", cause)))))
    assert type(arrived) is errors.WorkflowError
    assert "Step 2" in str(arrived)


def test_what_was_not_meant_arrives_with_where_it_was() -> None:
    def fail() -> None:
        raise ZeroDivisionError("by zero")

    with pytest.raises(ZeroDivisionError) as raised:
        fail()
    arrived = unpack_error(json.loads(json.dumps(pack_error(raised.value))))
    assert isinstance(arrived, HostFailedError)
    assert not isinstance(arrived, OrbitError)
    assert "in fail" in arrived.__notes__[0]


@pytest.mark.parametrize("name", ["OSError", "re", "__name__", "annotations", "", None])
def test_only_orbits_errors_are_made(name: str | None) -> None:
    assert isinstance(unpack_error({"error": name, "message": "x"}), HostFailedError)


def test_what_the_host_had_confirmed_is_left_behind() -> None:
    arrived = unpack_error(json.loads(json.dumps(pack_error(UnreachableError("Live is gone.", ["a"])))))
    assert isinstance(arrived, UnreachableError)
    assert arrived.results == ("a",)
