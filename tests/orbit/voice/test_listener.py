"""Sound into a listener: what counts as said, what does not, and when it does not listen."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest

from daw_bridges.actions import Record
from daw_bridges.discovery import open_bridge
from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port, simulated_live
from orbit.server import LocalEngine
from orbit.settings import Settings
from orbit.voice.dialogue import STOPPED, WORKING
from orbit.voice.endpoint import LONGEST
from orbit.voice.events import Heard, Level, Listening
from orbit.voice.listener import DEAF, NOTHING, SILENT, TOO_LONG
from orbit.voice.utterance import RATE, seconds_of
from orbit.voice.wake import Wake
from tests.orbit.voice.conftest import Speaker, Speaking
from tests.orbit.voice.speech import pieces, say, silence

pytestmark = pytest.mark.anyio
TOKEN = "a-token-of-the-tests"
PAUSE = silence(1.0)


def noise(seconds: float, db: float) -> bytes:
    drawn = np.random.default_rng(1).normal(size=round(seconds * RATE)) * 10 ** (db / 20)
    return (np.clip(drawn, -1, 1) * 32767).astype("<i2").tobytes()


async def test_a_held_button_gives_light_level_and_one_text_with_its_pauses(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("mute the kick", say("mute the") + PAUSE + say("kick"))
        lights = [event.on for event in speaker.of(Listening)]
        assert lights == [True, False]
        assert max(level.db for level in speaker.of(Level)) > -20
        [sound] = speaker.scripted.sounds
        assert seconds_of(say("mute the") + say("kick")) <= seconds_of(sound) < 6
        assert speaker.heard == ["mute the kick"]


async def test_what_is_said_is_taken_in_while_the_rest_is_said(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("mute the kick", say("mute the") + PAUSE + say("kick"))
        [sound] = speaker.scripted.sounds
        assert speaker.scripted.followed
        assert all(each and sound.startswith(each) for each in speaker.scripted.followed)


@pytest.mark.parametrize(
    ("sound", "why"),
    [(silence(3), SILENT), (noise(3, -80), SILENT), (noise(3, -45), NOTHING), (b"", SILENT)],
    ids=["silence", "quiet", "noise", "none"],
)
async def test_silence_and_noise_give_nothing(speaking: Speaking, sound: bytes, why: str) -> None:
    async with speaking() as speaker:
        await speaker.holds(sound)
        assert speaker.reasons == [why]
        assert speaker.scripted.sounds == []


async def test_what_goes_on_for_too_long_is_cut_and_not_done(speaking: Speaking) -> None:
    talk = (say("mute the kick and the snare and the hats") * 12)[: RATE * 2 * round(LONGEST + 3)]
    async with speaking(open_mic=True) as speaker:
        await speaker.holds(talk)
        for piece in pieces(PAUSE + talk + PAUSE):
            speaker.listener.feed(piece)
        await speaker.listener.settled()
        assert speaker.reasons == [TOO_LONG, TOO_LONG]
        assert speaker.scripted.sounds == []


async def test_a_tap_listens_until_a_pause_and_not_for_ever(speaking: Speaking) -> None:
    async with speaking() as speaker:
        speaker.scripted.hears("mute the kick")
        speaker.listener.press(held=False)
        for piece in pieces(say("mute the kick") + PAUSE):
            speaker.listener.feed(piece)
        assert not speaker.listener.listening
        await speaker.listener.settled()
        assert speaker.done[-1].ok
        speaker.listener.press(held=False)
        for piece in pieces(silence(10)):
            speaker.listener.feed(piece)
        assert not speaker.listener.listening
        assert speaker.reasons == [SILENT]


async def test_what_is_cancelled_is_forgotten(speaking: Speaking) -> None:
    async with speaking() as speaker:
        speaker.listener.press()
        speaker.listener.feed(say("mute the kick"))
        speaker.listener.cancel()
        speaker.listener.release()
        await speaker.listener.settled()
        assert speaker.scripted.sounds == []


def ableton(host: LiveHost, settings: Settings) -> Settings:
    return Settings(
        daw="ableton",
        ableton_port=script_port(host),
        ableton_token=TOKEN,
        data_dir=settings.data_dir,
        embedder="words",
    )


async def test_it_does_not_listen_while_the_daw_records_and_says_so_once(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as host:
        async with LocalEngine(ableton(host, settings)) as engine:
            speaker = Speaker(engine)
            async with await open_bridge("ableton", port=script_port(host), token=TOKEN) as hand:
                await hand.perform([Record(on=True)])
                await speaker.holds(say("mute the kick"))
                await speaker.holds(say("mute the kick"))
                assert speaker.reasons == [DEAF]
                assert not speaker.listener.pressed
                # A take that begins while one speaks counts too.
                await hand.perform([Record(on=False)])
                speaker.scripted.hears("mute the kick")
                speaker.listener.press()
                speaker.listener.feed(say("mute the kick"))
                await speaker.listener.settled()
                await hand.perform([Record(on=True)])
                speaker.listener.release()
                await speaker.listener.settled()
                assert speaker.reasons == [DEAF, DEAF]
                assert not (await speaker.tracks())["Kick"].mute
                await hand.perform([Record(on=False)])
                await speaker.says("mute the kick")
                assert (await speaker.tracks())["Kick"].mute


async def test_a_spoken_stop_stops_a_run_and_takes_it_back(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as host:
        held = threading.Event()

        def hold(_song: object) -> None:
            host.faults.freeze()
            held.set()
            host.faults.wait_while_frozen()

        async with LocalEngine(ableton(host, settings)) as engine:
            speaker = Speaker(engine)
            async with speaker.listener:
                await speaker.listener.settled()
                before = await engine.session()
                host.call(lambda: host.faults.at_operation(3, hold))
                speaker.scripted.hears("make the bass duck under the kick")
                speaker.listener.press()
                speaker.listener.feed(say("make the bass duck"))
                speaker.listener.release()
                await asyncio.to_thread(held.wait)
                assert speaker.scripted.vocabularies[-1] is not None
                for text in ("mute the snare", "stop"):
                    speaker.scripted.hears(text)
                    speaker.listener.press()
                    speaker.listener.feed(say(text))
                    speaker.listener.release()
                    await asyncio.gather(*speaker.listener._hearing)
                assert speaker.scripted.vocabularies[-1].answers_only
                host.faults.thaw()
                await speaker.listener.settled()
                assert speaker.reasons == [WORKING]
                assert speaker.done[-1].reply == STOPPED
                assert (await engine.session()).tracks == before.tracks


async def test_a_daw_that_goes_while_one_speaks_is_told_of(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as host:
        chosen = ableton(host, settings)
        async with LocalEngine(chosen) as engine:
            speaker = Speaker(engine)
            async with speaker.listener:
                await speaker.listener.settled()
                speaker.scripted.hears("mute the kick")
                speaker.listener.press()
                speaker.listener.feed(say("mute the kick"))
                await asyncio.to_thread(host.stop)
                speaker.listener.release()
                await speaker.listener.settled()
                assert speaker.heard == ["mute the kick"]
                [done] = speaker.done
                assert not done.ok
                assert "Live" in done.reply


async def test_with_the_wake_phrase_only_what_follows_it_counts(speaking: Speaking) -> None:
    said = [say(each) + PAUSE for each in ("mute the kick", "hey orbit", "mute the snare", "mute the pad")]
    async with speaking(wake=Wake()) as speaker:
        speaker.scripted.hears("mute the snare")
        for sound in said:
            for piece in pieces(sound):
                speaker.listener.feed(piece)
                await speaker.listener.settled()
        assert speaker.heard == ["mute the snare"]
        lights = [event.on for event in speaker.of(Listening)]
        assert lights == [True, False] * (len(lights) // 2)  # on and off with each that speaks
        speaker.scripted.hears("mute the hats")
        for piece in pieces(say("hey orbit mute the hats") + PAUSE):
            speaker.listener.feed(piece)
        await speaker.listener.settled()
        assert seconds_of(speaker.scripted.sounds[-1]) < seconds_of(say("hey orbit mute the hats")) + 0.8
        tracks = await speaker.tracks()
        assert [name for name, track in tracks.items() if track.mute] == ["Snare", "Hats"]


async def test_an_answer_needs_no_wake_phrase_for_a_while(speaking: Speaking) -> None:
    async with speaking(wake=Wake()) as speaker:
        for heard, sound in (("delete the guitar track", "hey orbit delete it"), ("yes do it", "yes do it")):
            speaker.scripted.hears(heard)
            for piece in pieces(say(sound) + PAUSE):
                speaker.listener.feed(piece)
            await speaker.listener.settled()
        assert "Guitar" not in await speaker.tracks()


async def test_heard_comes_before_anything_is_done(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("mute the kick")
        kinds = [type(event).__name__ for event in speaker.told if not isinstance(event, Level | Listening)]
        assert kinds[0] == Heard.__name__
        assert kinds[-1] == "Done"
