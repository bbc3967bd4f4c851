"""The same job twice: it is said that it holds already, and a second chain is only made when asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.bridge import Bridge
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, Wanted, ask, carry_out
from orbit.memory import Library
from orbit.settings import Settings
from tests.orbit.workflows.memory_bridge import MemoryBridge

DUCK = "make the bass duck under the kick"
CHAIN = "put a vocal chain on the lead vox"


class Talk:
    """A conversation in which every plan is agreed to beforehand, as with ``--yes``."""

    def __init__(self, session: Session, library: Library, folder: Path) -> None:
        self.bridge = MemoryBridge(session)
        self.desk = Desk(self.bridge, library, Settings(data_dir=folder))
        self._history: Any = ()

    async def say(self, text: str) -> Answer:
        answer = await ask(text, self.desk, message_history=self._history, approve=lambda _: True)
        self._history = answer.messages
        return answer

    def chain(self, track: str = "Bass") -> list[str]:
        return [device.kind or device.name for device in find_track(self.bridge.session, track).devices]

    def reads(self, parameter: str, device: int = 0) -> Any:
        return find_track(self.bridge.session, "Bass").devices[device].parameters[parameter].value


@pytest.fixture
def talk(practice: Session, library: Library, tmp_path: Path) -> Talk:
    return Talk(practice, library, tmp_path)


@pytest.mark.parametrize(("said", "track"), [(DUCK, "Bass"), (CHAIN, "Lead Vox")])
async def test_a_second_identical_chain_is_asked_about_and_not_made(
    talk: Talk, said: str, track: str
) -> None:
    assert (await talk.say(said)).ok
    done, chain = talk.bridge.session, talk.chain(track)
    again = await talk.say(said)
    assert not again.ok
    assert again.question is not None
    assert again.question.options == ("deeper", "again", "another")
    assert f"is already on {track}, from “{said}”. Say “deeper”" in again.reply
    assert (talk.bridge.session, talk.chain(track)) == (done, chain)


async def test_deeper_goes_further_with_what_is_there(talk: Talk) -> None:
    await talk.say(DUCK)
    for threshold in (-30, -36):
        await talk.say(DUCK)
        assert (await talk.say("deeper")).ok
        assert (talk.reads("threshold"), talk.chain()) == (threshold, ["compressor"])
    assert (await talk.say("undo")).ok
    assert talk.reads("threshold") == -30


async def test_again_does_it_anew_in_its_place(talk: Talk) -> None:
    await talk.say(DUCK)
    assert not (await talk.say(f"{DUCK} with a ratio of 8")).ok
    assert (await talk.say("again")).reply == "Taken back: Sidechain compression. Bass now ducks under Kick."
    assert (talk.reads("ratio"), talk.chain()) == (8, ["compressor"])
    assert (await talk.say("undo")).ok
    assert talk.chain() == []


async def test_another_is_a_second_one_and_is_taken_back_alone(talk: Talk) -> None:
    await talk.say(DUCK)
    await talk.say(DUCK)
    assert (await talk.say("another")).ok
    assert talk.chain() == ["compressor", "compressor"]
    assert (await talk.say("undo")).ok
    assert talk.chain() == ["compressor"]


async def test_in_one_sentence_with_something_else_it_is_asked_as_well(talk: Talk) -> None:
    await talk.say(DUCK)
    asked = await talk.say(f"mute the snare and {DUCK}")
    assert asked.question is not None
    assert asked.question.options == ("deeper", "another")
    assert not find_track(talk.bridge.session, "Snare").mute
    assert (await talk.say("another")).ok
    assert find_track(talk.bridge.session, "Snare").mute
    assert talk.chain() == ["compressor", "compressor"]


@pytest.mark.parametrize(
    "since",
    [
        {"action": "remove_device", "track": "Bass", "device": "compressor"},
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Snare"},
    ],
    ids=["gone", "fed from elsewhere"],
)
async def test_what_does_not_hold_any_more_is_done_without_a_question(
    talk: Talk, since: dict[str, Any]
) -> None:
    await talk.say(DUCK)
    talk.bridge.edit(parse_action(since))
    assert (await talk.say(DUCK)).ok


async def test_another_source_another_track_and_what_was_taken_back_are_no_repetition(talk: Talk) -> None:
    assert (await talk.say(DUCK)).ok
    assert (await talk.say("make the pad duck under the kick")).ok
    assert (await talk.say("make the bass duck under the snare")).ok
    assert (await talk.say("undo everything")).ok
    assert (await talk.say(DUCK)).ok
    assert talk.chain() == ["compressor"]


async def test_a_chain_of_the_users_own_is_none_of_orbits(talk: Talk) -> None:
    talk.bridge.edit(parse_action({"action": "insert_device", "track": "Bass", "device": "compressor"}))
    assert (await talk.say(DUCK)).ok
    assert talk.chain() == ["compressor", "compressor"]
    assert (await talk.say(DUCK)).question is not None


async def test_by_name_over_the_wire_it_is_the_same(desk: Desk, bridge: Bridge) -> None:
    slots: dict[str, Any] = {"target": "Bass", "source": "Kick"}
    assert (await carry_out(Wanted(workflow="sidechain-compression", slots=slots), desk)).ok
    asked = await carry_out(
        Wanted(workflow="sidechain-compression", slots=slots), desk, approve=lambda _: True
    )
    assert asked.question is not None
    assert asked.question.slot == "once_more"
    for wish, threshold, count in (("deeper", -30, 1), ("another", -30, 2)):
        wanted = Wanted(workflow="sidechain-compression", slots=slots | {"once_more": wish})
        assert (await carry_out(wanted, desk, approve=lambda _: True)).ok
        devices = find_track(await bridge.snapshot(), "Bass").devices
        assert len(devices) == count
        assert devices[0].parameters["threshold"].value == pytest.approx(threshold, abs=0.05)
