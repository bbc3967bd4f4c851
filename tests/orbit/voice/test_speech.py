"""Real speech from end to end: synthetic voices, the recognisers of the extra, the practice session."""

from __future__ import annotations

import wave
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.algebra import differences
from orbit.settings import Settings
from orbit.voice import open_transcriber
from orbit.voice.events import Done
from orbit.voice.utterance import RATE, seconds_of
from orbit.voice.wake import Wake
from tests.orbit.interfaces.conftest import data_dir, orbit
from tests.orbit.voice.conftest import Speaking
from tests.orbit.voice.speech import pieces, say, silence

__all__ = ["data_dir", "orbit"]

Orbit = Callable[..., Any]
PAUSE = silence(1.0)
OTHER_TALK = Path(__file__).with_name("other_talk.txt").read_text().splitlines()


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[..., str]:
    """What is said one after the other, in a file of 48 kHz and two channels, as a DAW bounces it."""

    def saved(*said: str) -> str:
        path = tmp_path / "said.wav"
        mono = PAUSE.join(say(each, "rms") for each in said)
        with wave.open(str(path), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(b"".join(mono[at : at + 2] * 2 for at in range(0, len(mono), 2)))
        return str(path)

    return saved


def test_a_side_chain_is_set_up_by_voice_and_taken_back(orbit: Orbit, recorded: Callable[..., str]) -> None:
    request = "set up sidechain compression on the bass from the kick"
    ended = orbit("voice", "--file", recorded(request), "--json")
    document = ended.document
    assert document["heard"].casefold() == request
    assert (ended.status, document["workflow"]) == (0, "sidechain-compression")
    assert {result["status"] for result in document["results"]} == {"verified"}
    bass = next(track for track in document["after"]["tracks"] if track["name"] == "Bass")
    assert bass["devices"][-1]["sidechain"] == "Kick"
    undone = orbit("voice", "--file", recorded("undo"), "--json").document
    assert undone["ok"]
    assert undone["after"]["tracks"] == document["before"]["tracks"]


def test_what_deletes_is_asked_twice(orbit: Orbit, recorded: Callable[..., str]) -> None:
    ended = orbit("voice", "--file", recorded("delete the guitar track"), "--json")
    assert (ended.status, ended.document["code"]) == (1, "declined")
    ended = orbit("voice", "--file", recorded("delete the guitar track", "yes"), "--json")
    assert (ended.status, ended.document["ok"]) == (0, True)
    assert "Guitar" not in [track["name"] for track in ended.document["after"]["tracks"]]


@pytest.mark.anyio
async def test_numbers_are_shown_as_they_are_used(settings: Settings, speaking: Speaking) -> None:
    async with speaking(open_transcriber(settings)) as speaker:
        await speaker.holds(say("set the tempo to one twenty eight"))
        assert "128" in speaker.heard[-1]
        assert (await speaker.engine.session()).tempo == 128


@pytest.mark.anyio
@pytest.mark.parametrize("voice", ["slt", "espeak"])
async def test_other_talk_is_never_done(settings: Settings, speaking: Speaking, voice: str) -> None:
    async with speaking(open_transcriber(settings)) as speaker:
        before = await speaker.engine.session()
        for sentence in OTHER_TALK[:6]:
            await speaker.holds(say(sentence, voice))
        assert [done.reply for done in speaker.of(Done) if done.ok] == []
        assert differences(before, await speaker.engine.session()) == []


@pytest.mark.anyio
async def test_in_ten_minutes_of_other_talk_nothing_is_done(settings: Settings, speaking: Speaking) -> None:
    async with speaking(open_transcriber(settings), wake=Wake()) as speaker:
        before, listened = await speaker.engine.session(), 0.0
        for voice, sentence in cycle(product(("slt", "rms", "awb"), OTHER_TALK)):
            sound = say(sentence, voice) + PAUSE
            for piece in pieces(sound):
                speaker.listener.feed(piece)
            await speaker.listener.settled()
            if (listened := listened + seconds_of(sound)) > 600:
                break
        assert speaker.done == speaker.asked == []
        assert differences(before, await speaker.engine.session()) == []
