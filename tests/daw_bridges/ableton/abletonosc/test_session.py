"""What AbletonOSC tells of a set is what Orbit's own script tells, but for what it cannot be asked."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.ableton.abletonosc.levels import SEND_TOP_DB, VOLUME_TOP_DB, level_text, raw_level
from daw_bridges.ableton.bridge import open_bridge
from daw_bridges.actions import Action, parse_action
from daw_bridges.observation import Observed
from daw_bridges.session import Session, TrackKind
from daw_bridges.simulated.live import LiveHost, Song, practice_set
from tests.daw_bridges.ableton.abletonosc.conftest import Served, StartOsc, with_devices


def lived_in() -> Song:
    """A set with something of everything that AbletonOSC tells."""
    song = with_devices()
    with song.unrecorded():
        song.tempo, song.signature_numerator, song.metronome = 97.5, 3, True
        kick = song.tracks[0]
        kick.mute, kick.arm, kick.current_monitoring_state = True, True, 2
        kick.mixer_device.volume.value, kick.mixer_device.panning.value = 0.3, -0.5
        kick.mixer_device.sends[1].value = 0.62
        kick.output_routing_type = kick.available_output_routing_types[-2]
        threshold = song.tracks[4].devices[0].parameters[1]
        threshold.value = 0.4
        song.tracks[4].devices[1].parameters[0].value = 0.0
    return song


def known(session: Session) -> Session:
    """A session without what AbletonOSC cannot be asked."""
    tracks = [
        track.model_copy(
            update={
                "devices": tuple(
                    device.model_copy(
                        update={
                            "parameters": {
                                key: one.model_copy(update={"range": None})
                                for key, one in device.parameters.items()
                            }
                        }
                    )
                    for device in track.devices
                )
            }
        )
        if track.ordinary
        else track.model_copy(update={"devices": (), "color": "", "output": None, "sends": {}})
        for track in session.tracks
    ]
    return session.model_copy(update={"name": "", "tracks": tuple(tracks)})


async def by_orbits_script(song: Song) -> Session:
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": "a token"}
    with LiveHost(song, REMOTE_SCRIPT, script_options=options) as live:
        async with await open_bridge(port=live.script.port, token="a token") as bridge:
            return await bridge.snapshot()


@pytest.mark.parametrize("make", [practice_set, lived_in], ids=["practice", "lived in"])
async def test_both_ways_show_the_same_session(start_osc: StartOsc, make: Any) -> None:
    async with await start_osc(make()).connected() as bridge:
        read = await bridge.snapshot()
    assert known(read) == known(await by_orbits_script(make()))


async def test_returns_are_known_by_name_where_an_audio_track_can_hear_them(start_osc: StartOsc) -> None:
    song = practice_set()
    async with await start_osc(song).connected() as bridge:
        assert [track.name for track in (await bridge.snapshot()).returns] == ["A-Reverb", "B-Delay"]


async def test_returns_are_lettered_where_nobody_can_tell_their_names(start_osc: StartOsc) -> None:
    song = practice_set()
    with song.unrecorded():
        for track in [track for track in song.tracks if not track.has_midi_input]:
            song.delete_track(list(song.tracks).index(track))
    async with await start_osc(song).connected() as bridge:
        session = await bridge.snapshot()
        assert [track.name for track in session.returns] == ["Return A", "Return B"]
        assert session.tracks[-1].kind is TrackKind.MASTER
        send: Action = parse_action({"action": "set_send", "track": "Bass", "to": "Return B", "db": -6})
        assert [result.status.value for result in await bridge.perform([send])] == ["verified"]


async def test_a_return_that_comes_or_goes_is_seen(served: Served) -> None:
    async with await served.connected() as bridge:
        await bridge.snapshot()
        served.live.call(served.live.song.create_return_track)
        assert list((await bridge.snapshot()).tracks[0].sends) == ["A-Reverb", "B-Delay", "C-Return"]
        served.live.call(lambda: served.live.song.delete_return_track(0))
        assert list((await bridge.snapshot()).tracks[0].sends) == ["B-Delay", "C-Return"]


async def test_what_the_user_does_is_observed(served: Served) -> None:
    seen: list[Observed] = []
    async with await served.connected() as bridge:

        def mute(_session: Session) -> None:
            served.live.call(lambda: setattr(served.live.song.tracks[0], "mute", True))

        async for each in bridge.observe(interval=0.1, on_session=mute):
            seen.append(each)
            break
    assert [(each.origin, each.action.model_dump()) for each in seen] == [
        ("user", {"action": "set_mute", "track": "Kick", "on": True})
    ]


@pytest.mark.parametrize(("name", "top_db"), [("volume", VOLUME_TOP_DB), ("send", SEND_TOP_DB)])
def test_levels_are_those_that_live_displays(name: str, top_db: float) -> None:
    mixer = practice_set().tracks[0].mixer_device
    fader = mixer.volume if name == "volume" else mixer.sends[0]
    raws = [number / 1000 for number in range(1001)]
    assert [level_text(raw, top_db) for raw in raws] == [fader.str_for_value(raw) for raw in raws]
    for tenth in range(-690, round(top_db * 10) + 1):
        assert level_text(raw_level(tenth / 10, top_db), top_db) == f"{tenth / 10:.1f} dB"
