"""All strips found, however many, whatever they are called, and wherever the surface was left."""

from __future__ import annotations

import pytest

from daw_bridges.errors import RefusedError
from daw_bridges.logic import LogicBridge
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.messages import Lcd, Message
from daw_bridges.session import TrackKind
from daw_bridges.simulated.logic import big_project, by_hand, practice_project
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.plugins import library_of
from daw_bridges.simulated.logic.short_names import by_letters, cut
from daw_bridges.simulated.logic.strips import Send
from tests.daw_bridges.logic.conftest import Rig, StartLogic


@pytest.mark.parametrize("shorten", [by_letters, cut])
async def test_the_practice_session_as_logic_has_it(start_logic: StartLogic, shorten: object) -> None:
    logic = start_logic(practice_project(shorten))  # pyright: ignore[reportArgumentType]
    async with await logic.connected() as bridge:
        session = await bridge.snapshot()
    assert session.daw == "logic"
    assert session.track_names == (
        "Kick", "Snare", "Hats", "Percussion", "Bass", "Keys", "Pad", "Lead Synth", "Guitar", "Lead Vox",
        "Backing Vox", "FX", "A-Reverb", "B-Delay", "Master",
    )  # fmt: skip
    kinds = {track.name: track.kind for track in session.tracks}
    assert (kinds["Bass"], kinds["Guitar"]) == (TrackKind.MIDI, TrackKind.AUDIO)
    assert [kinds[name] for name in ("A-Reverb", "B-Delay", "Master")] == ["return", "return", "master"]
    assert all(track.volume_db == 0.0 and track.pan == 0.0 for track in session.tracks)
    assert session.tracks[0].sends == {"A-Reverb": float("-inf"), "B-Delay": float("-inf")}
    assert {track.output for track in session.ordinary_tracks} == {"Master"}


@pytest.mark.parametrize("count", [4, 7, 8, 9, 15, 16, 17, 24, 63, 64])
async def test_any_number_of_strips(start_logic: StartLogic, count: int) -> None:
    project = big_project(count)
    for place, strip in enumerate(project.strips):
        strip.volume_db, strip.pan = -place / 2, place - 20
    logic = start_logic(project)
    async with await logic.connected() as bridge:
        session = await bridge.snapshot()
    strips = [strip for strip in project.strips if strip.name != "Master"]
    names = [{"Stereo Out": "Master"}.get(strip.name, strip.name) for strip in strips]
    assert list(session.track_names) == names
    assert [track.volume_db for track in session.tracks] == [strip.volume_db for strip in strips]
    assert [round(track.pan * (64 if track.pan < 0 else 63)) for track in session.tracks] == [
        strip.pan for strip in strips
    ]


@pytest.mark.parametrize("alike", [9, 16, 20])
async def test_strips_that_read_alike_are_counted(start_logic: StartLogic, alike: int) -> None:
    project = big_project(alike + 4)
    for strip in project.strips[:alike]:
        strip.name = "Audio"
    logic = start_logic(project)
    async with await logic.connected() as bridge:
        session = await bridge.snapshot()
        assert list(session.track_names) == ["Audio"] * alike + ["A-Reverb", "B-Delay", "Master"]
        assert logic.project.selected is project.strips[0]


async def test_the_surface_may_have_been_left_anywhere(logic: Rig, bridge: LogicBridge) -> None:
    first = await bridge.snapshot()
    assert bridge.link is not None
    for buttons in (
        (Button.TRACK, Button.NAME_VALUE, Button.BANK_RIGHT),
        (Button.FLIP, Button.AUX, Button.SEND),
        (Button.PLUG_IN, Button.DOWN, Button.DOWN, Button.CHANNEL_RIGHT),
        (Button.SEND, Button.DOWN, Button.RIGHT, Button.SEND),
    ):
        for button in buttons:
            await bridge.link.click(button)
        by_hand.select(logic.host, "B-Delay")
        assert await bridge.snapshot() == first
        assert logic.project.selected is logic.project.strip("B-Delay")


async def test_sends_and_plug_ins_as_they_are(logic: Rig, bridge: LogicBridge) -> None:
    def prepare() -> None:
        guitar = logic.project.strip("Guitar")
        guitar.sends[0] = Send("Bus 2", -12.0)
        guitar.sends[1] = Send("Bus 9", -3.0)
        guitar.output = "Bus 1"
        logic.project.strip("Lead Vox").sends[1].level_db = -7.5

    logic.host.call(prepare)
    library = library_of(logic.project)
    by_hand.insert(logic.host, "Bass", 0, library.make("Compressor"))
    by_hand.insert(logic.host, "Bass", 1, library.make("Channel EQ"))
    by_hand.bypass(logic.host, "Bass", 0, on=True)
    session = await bridge.snapshot()
    tracks = {track.name: track for track in session.tracks}
    assert tracks["Guitar"].sends == {"A-Reverb": float("-inf"), "B-Delay": -12.0}
    assert tracks["Guitar"].output == "Bus 1"
    assert tracks["Lead Vox"].sends["B-Delay"] == -7.5
    assert [(device.kind, device.enabled) for device in tracks["Bass"].devices] == [
        ("compressor", False),
        ("eq", True),
    ]
    assert [device.kind for device in tracks["A-Reverb"].devices] == ["reverb"]


async def test_a_renamed_track_is_read_with_its_new_name(logic: Rig, bridge: LogicBridge) -> None:
    await bridge.snapshot()
    by_hand.rename(logic.host, "Backing Vox", "Choir of Angels")
    assert "Choir of Angels" in (await bridge.snapshot()).track_names


async def test_a_display_written_in_pieces_and_garbage_between(start_logic: StartLogic) -> None:
    """What is read in the middle of a change is not taken for what there is."""
    logic = start_logic(faults=Faults(split_text=5))
    async with await logic.connected() as bridge:
        names = (await bridge.snapshot()).track_names
        for data in (b"\xf0\x00\x00\x66\x14\x12", b"\xf0\x7e\x01\xf7", b"\xc0\x05\xfe\xf8", b"\x13\x37"):
            logic.host.port.send(data)
        assert (await bridge.snapshot()).track_names == names


async def test_lost_pieces_of_text_are_read_anew(start_logic: StartLogic) -> None:
    dropped: list[Message] = []

    def drop(message: Message) -> bool:
        lost = isinstance(message, Lcd) and len(dropped) < 3 and "Guitar" in message.text
        if lost:
            dropped.append(message)
        return lost

    logic = start_logic(faults=Faults(drop=drop))
    async with await logic.connected() as bridge:
        assert "Guitar" in (await bridge.snapshot()).track_names
    assert dropped


async def test_a_level_is_read_to_a_tenth_where_a_fader_leaves_it_open(
    logic: Rig, bridge: LogicBridge
) -> None:
    """Below −70 dB a fader's step is worth more than that: a hand on it has the display write the level."""
    levels = {"Kick": -85.3, "Snare": -111.1, "Hats": -71.9, "Lead Vox": -100.0, "Bass": -6.3}
    for name, db in levels.items():
        by_hand.move_fader(logic.host, name, db)
    session = await bridge.snapshot()
    assert {track.name: track.volume_db for track in session.tracks if track.name in levels} == levels
    assert not any(change.origin == "surface" and change.what != "select" for change in logic.host.journal)


@pytest.mark.parametrize("count", [32, 40])
async def test_two_surfaces_on_one_port_are_refused(start_logic: StartLogic, count: int) -> None:
    """A bank is sixteen strips then: half of them would be passed over."""
    logic = start_logic(big_project(count), faults=Faults(second_unit=True))
    async with await logic.connected() as bridge:
        with pytest.raises(RefusedError, match="Setup"):
            await bridge.snapshot()
