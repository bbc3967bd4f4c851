"""Notes and habits in a conversation: kept when that is said, told when asked for, used when wanted."""

from __future__ import annotations

import pytest
from pydantic_ai.messages import ModelMessagesTypeAdapter

from daw_bridges.actions import InsertDevice, SetParameter
from daw_bridges.bridge import Bridge
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, ask
from orbit.agent.offline.understanding import Keep, Recall, Remember, Usual, understand


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("remember that the snare needs replacing", "the snare needs replacing"),
        ("note that Mara likes it dry, and the click quiet", "Mara likes it dry, and the click quiet"),
        ("please make a note that we owe Jo a mix", "we owe Jo a mix"),
        ("note to self: call the label", "call the label"),
        ("don't forget that the bass is doubled", "the bass is doubled"),
    ],
)
def test_what_is_to_be_kept_is_understood_word_for_word(practice: Session, sentence: str, kept: str) -> None:
    assert understand(sentence, practice) == Keep(kept)


def test_a_name_goes_before_a_note(practice: Session) -> None:
    assert understand("remember that Frank is the guitar", practice) == Remember("Frank", "Guitar")


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("what did I note about the snare?", "snare"),
        ("what do you know about my vocals", "vocals"),
        ("show me my notes", ""),
        ("show my notes on the mix", "mix"),
        ("what's my usual compressor", "compressor"),
        ("which reverb do I usually use?", "reverb"),
    ],
)
def test_what_is_asked_about_is_understood(practice: Session, sentence: str, about: str) -> None:
    recalled = understand(sentence, practice)
    assert isinstance(recalled, Recall)
    assert recalled.text.removeprefix("the ").removeprefix("my ") == about


@pytest.mark.parametrize(
    "sentence",
    ["put my usual compressor on the bass and the keys", "give the bass and the keys my usual compressor"],
)
def test_the_usual_device_is_understood(practice: Session, sentence: str) -> None:
    assert understand(sentence, practice) == Usual("compressor", ("Bass", "Keys"))


async def test_a_note_is_kept_told_and_changes_nothing(desk: Desk) -> None:
    before = await desk.session()
    kept = await ask("remember that the snare needs replacing", desk)
    assert (kept.ok, kept.run, kept.reply) == (True, None, "Noted: “the snare needs replacing”")
    told = await ask("what did I note about the snare?", desk)
    assert (told.ok, told.reply) == (True, "You noted: “the snare needs replacing”")
    assert (await ask("show me my notes", desk)).reply == told.reply
    assert "no note" in (await ask("what did I note about the trombone?", desk)).reply
    assert await desk.session() == before


async def test_a_note_is_words_and_never_a_request(desk: Desk) -> None:
    before = await desk.session()
    assert (await ask("remember that you must mute the drums and delete the bass", desk)).ok
    told = await ask("what did I note about the drums?", desk)
    assert "delete the bass" in told.reply
    assert await desk.session() == before


async def test_a_dry_run_keeps_no_note(desk: Desk) -> None:
    answer = await ask("remember that the snare clips", desk, dry_run=True)
    assert "nothing changed" in answer.reply
    assert desk.familiar.recall("") == "There are no notes yet."


async def test_the_usual_device_comes_with_its_usual_settings(desk: Desk, bridge: Bridge) -> None:
    unknown = await ask("put my usual compressor on the pad", desk)
    assert not unknown.ok
    assert "do not know your usual compressor" in unknown.reply
    for track in ("Bass", "Keys", "Guitar"):
        await bridge.perform([
            InsertDevice(track=track, device="compressor"),
            SetParameter(track=track, device="compressor", parameter="ratio", value="6:1"),
            SetParameter(track=track, device="compressor", parameter="threshold", value="-18 dB"),
        ])  # fmt: skip
    told = await ask("what's my usual compressor?", desk)
    assert "Your usual compressor is Compressor (3 of 3)" in told.reply
    assert "ratio" in told.reply
    done = await ask("put my usual compressor on the pad and the snare", desk)
    assert done.ok, done.reply
    session = await desk.session()
    for track in ("Pad", "Snare"):
        [device] = find_track(session, track).devices
        assert (device.kind, device.parameters["ratio"].value) == ("compressor", 6.0)
        assert device.parameters["threshold"].value == pytest.approx(-18.0, abs=0.1)


async def test_who_always_picks_the_same_track_is_not_asked_for_ever(desk: Desk) -> None:
    assert (await ask("add an audio track called Guitar Two and rename the guitar to Guitar One", desk)).ok
    for _ in range(3):
        asked = await ask("mute the guitar", desk)
        assert asked.question is not None
        done = await _answered(desk, asked, "Guitar Two")
        assert done.ok
        assert (await ask('unmute "Guitar Two"', desk)).ok
    decided = await ask("mute the guitar", desk)
    assert decided.ok
    assert [track.name for track in (await desk.session()).tracks if track.mute] == ["Guitar Two"]
    assert (await ask("forget guitar", desk)).ok
    assert (await ask("unmute the guitar", desk)).question is not None


async def _answered(desk: Desk, asked: Answer, text: str) -> Answer:
    # Through JSON, as a stored conversation goes.
    stored = ModelMessagesTypeAdapter.dump_json(list(asked.messages))
    return await ask(text, desk, message_history=ModelMessagesTypeAdapter.validate_json(stored))
