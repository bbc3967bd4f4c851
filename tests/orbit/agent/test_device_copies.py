"""Devices copied in a producer's words, on a simulated Live over the real wire: settings, undo, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import differences
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, ask
from orbit.agent.answers import PROPOSAL
from orbit.agent.parts import Part
from orbit.workflows import Plan

pytestmark = pytest.mark.anyio

_SETUP: list[dict[str, Any]] = [
    {"action": "insert_device", "track": "Lead Vox", "device": "eq"},
    {"track": "Lead Vox", "device": "eq", "parameter": "band_1_frequency", "value": "120 Hz"},
    {"action": "insert_device", "track": "Lead Vox", "device": "compressor"},
    {"track": "Lead Vox", "device": "compressor", "parameter": "threshold", "value": "-18.5 dB"},
    {"track": "Lead Vox", "device": "compressor", "parameter": "ratio", "value": "3.3:1"},
    {"action": "set_sidechain", "track": "Lead Vox", "device": "compressor", "source": "Kick"},
    {"action": "insert_device", "track": "Lead Vox", "device": "delay"},
    {"action": "enable_device", "track": "Lead Vox", "device": "delay", "on": False},
    {"action": "insert_device", "track": "Pad", "device": "compressor"},
    {"action": "insert_device", "track": "Keys", "device": "arpeggiator"},
]


class Talk:
    """A conversation on a session in which the lead vocal has a chain."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._history: Any = ()

    async def say(self, text: str) -> Answer:
        answer = await ask(text, self.desk, message_history=self._history, approve=lambda _: True)
        self._history = answer.messages
        return answer

    async def session(self) -> Session:
        return await self.desk.session()

    async def chain(self, track: str) -> list[str]:
        return [device.name for device in find_track(await self.session(), track).devices]


@pytest.fixture
async def talk(desk: Desk) -> Talk:
    actions = [parse_action({"action": "set_parameter"} | action) for action in _SETUP]
    plan = await desk.plan_actions(actions)
    assert (await desk.run(plan.id, approved=True)).ok
    return Talk(desk)


async def test_a_chain_is_on_two_tracks_as_it_is_on_the_first_and_is_taken_back_as_one(talk: Talk) -> None:
    before = await talk.session()

    answer = await talk.say("copy the effects from Lead Vox to Backing Vox and the pad")

    assert answer.ok, answer.reply
    assert answer.reply == "Done: copied EQ Eight, Compressor and Delay from Lead Vox to Backing Vox and Pad."
    assert answer.plan is not None
    assert answer.plan.notes == ("Pad keeps Compressor; the copies go behind.",)
    after = await talk.session()
    original = find_track(after, "Lead Vox").devices
    assert find_track(after, "Backing Vox").devices == original
    assert find_track(after, "Pad").devices == (*find_track(before, "Pad").devices, *original)
    assert [(each.enabled, each.sidechain) for each in original] == [
        (True, None),
        (True, "Kick"),
        (False, None),
    ]

    assert (await talk.say("undo")).ok
    assert differences(await talk.session(), before) == []


async def test_one_device_is_copied_beside_other_requests_as_one_plan(talk: Talk) -> None:
    before = await talk.session()
    answer = await talk.say("mute the kick and copy the compressor from the lead vox to the guitar")
    assert answer.ok, answer.reply
    after = await talk.session()
    assert find_track(after, "Kick").mute
    assert find_track(after, "Guitar").devices == find_track(after, "Lead Vox").devices[1:2]
    assert (await talk.say("undo")).ok
    assert differences(await talk.session(), before) == []


async def test_the_same_effects_as_elsewhere_never_repeat_the_last_thing(talk: Talk) -> None:
    assert (await talk.say("mute the lead vox")).ok
    answer = await talk.say("put the same effects on the guitar as on the lead vox")
    assert answer.ok, answer.reply
    assert await talk.chain("Guitar") == ["EQ Eight", "Compressor", "Delay"]
    assert not find_track(await talk.session(), "Guitar").mute

    done = await talk.session()
    for asked in (
        "put the same effects on the keys as on the snare",
        "the same gate on the keys as on the snare",
    ):
        answer = await talk.say(asked)
        assert not answer.ok
        assert differences(await talk.session(), done) == []


async def test_the_same_copy_twice_is_asked_about(talk: Talk) -> None:
    said = "give the guitar the same compressor as the lead vox"
    assert (await talk.say(said)).ok
    again = await talk.say(said)
    assert not again.ok
    assert again.question is not None
    assert again.question.slot == PROPOSAL
    assert again.question.options == ('copy another compressor from "Lead Vox" to "Guitar"',)
    assert "Guitar has that already, with the same settings. Shall I add another?" in again.reply
    assert await talk.chain("Guitar") == ["Compressor"]

    assert (await talk.say("yes")).ok
    assert await talk.chain("Guitar") == ["Compressor", "Compressor"]
    assert (await talk.say(again.question.options[0])).ok
    assert await talk.chain("Guitar") == ["Compressor"] * 3


REFUSED = [
    (
        "copy the effects from Lead Vox to Lead Vox",
        "Lead Vox is the track that they come from. Name only others.",
    ),
    ("copy the effects from the snare to the pad", "Snare has no devices."),
    ("copy the gate from the lead vox to the pad", "There is no device called “gate” on Lead Vox."),
    (
        "copy the arpeggiator from the keys to the guitar",
        "Arpeggiator is a MIDI effect and needs a MIDI track",
    ),
    (
        "copy the compressor from the lead vox to the kick",
        "keyed from Kick, which cannot feed its own side chain",
    ),
    ("move the compressor from the lead vox to the bass", "Devices are copied to another track, not moved."),
]


@pytest.mark.parametrize(("said", "why"), REFUSED, ids=[said for said, _ in REFUSED])
async def test_what_cannot_be_copied_is_refused_and_nothing_is_changed(
    talk: Talk, said: str, why: str
) -> None:
    before = await talk.session()
    answer = await talk.say(said)
    assert not answer.ok
    assert why in answer.reply
    assert differences(await talk.session(), before) == []


async def test_a_model_has_the_same_hand(talk: Talk) -> None:
    part = Part.model_validate(
        {"copy_devices": {"source": "Lead Vox", "targets": ["Backing Vox"], "devices": ["eq", "delay"]}}
    )
    plan = await talk.desk.plan_parts([part])
    assert isinstance(plan, Plan)
    assert (await talk.desk.run(plan.id, approved=True)).ok
    assert await talk.chain("Backing Vox") == ["EQ Eight", "Delay"]
