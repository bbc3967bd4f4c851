from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live import practice_set


def is_gone(thing: Any) -> bool:
    """Ask as Live's scripts do: what is deleted equals None without being it."""
    return thing == None  # noqa: E711


def chain(track: Any) -> list[str]:
    return [device.name for device in track.devices]


def test_devices_are_inserted_by_name_and_place(bass: Any) -> None:
    bass.insert_device("Compressor")
    bass.insert_device("EQ Eight", 0)
    assert chain(bass) == ["EQ Eight", "Compressor"]
    assert bass.view.selected_device.name == "EQ Eight"
    bass.delete_device(0)
    assert chain(bass) == ["Compressor"]


@pytest.mark.parametrize(("name", "index"), [("No Such Device", -1), ("Compressor", 5), ("compressor", -1)])
def test_what_cannot_be_inserted_is_refused(bass: Any, name: str, index: int) -> None:
    with pytest.raises((RuntimeError, ValueError)):
        bass.insert_device(name, index)
    assert chain(bass) == []


def test_the_order_of_a_chain_holds(song: Any, bass: Any) -> None:
    bass.insert_device("Compressor")
    with pytest.raises(RuntimeError):
        bass.insert_device("Operator", 1)
    bass.insert_device("Operator", 0)
    with pytest.raises(RuntimeError):
        bass.insert_device("Analog", 0)
    bass.insert_device("Arpeggiator", 0)
    assert chain(bass) == ["Arpeggiator", "Operator", "Compressor"]
    for wrong in ("Operator", "Arpeggiator"):
        with pytest.raises(RuntimeError):
            song.tracks[3].insert_device(wrong)


def test_an_instrument_arms_the_track_and_gives_it_an_audio_output(bass: Any) -> None:
    assert (bass.arm, bass.has_audio_output, bass.has_midi_output) == (False, False, True)
    bass.insert_device("Operator")
    assert (bass.arm, bass.has_audio_output, bass.has_midi_output) == (True, True, False)


@pytest.mark.parametrize(("version", "there"), [((11, 3, 4), False), ((12, 2, 9), False), ((12, 3, 0), True)])
def test_insert_device_came_with_live_12_3(version: tuple[int, int, int], there: bool) -> None:
    track: Any = practice_set(version).tracks[4]
    assert hasattr(track, "insert_device") is there
    assert hasattr(track.mixer_device.volume, "display_value") is (version[0] >= 12)


@pytest.mark.parametrize(
    ("source", "target", "expected"), [(0, 3, "BCA"), (0, 2, "BAC"), (2, 0, "CAB"), (1, 1, "ABC")]
)
def test_moving_puts_a_device_in_front_of_the_target(
    song: Any, bass: Any, source: int, target: int, expected: str
) -> None:
    devices = [bass.insert_device("Utility") for _ in "ABC"]
    for device, name in zip(devices, "ABC", strict=True):
        device.name = name
    place = song.move_device(devices[source], bass, target)
    assert "".join(chain(bass)) == expected
    assert bass.devices[place] is devices[source]


def test_a_device_moves_to_another_track_with_its_values(song: Any, bass: Any) -> None:
    device = bass.insert_device("Compressor")
    device.parameters[1].value = 0.3
    song.document.clock.pass_seconds(5)
    song.move_device(device, song.tracks[5], 0)
    assert (bass.devices, song.tracks[5].devices, device.canonical_parent) == ((), (device,), song.tracks[5])
    song.undo()
    assert (bass.devices, song.tracks[5].devices, device.canonical_parent) == ((device,), (), bass)
    assert device.parameters[1].value == 0.3


def test_moving_respects_the_order_of_a_chain(song: Any, bass: Any) -> None:
    bass.insert_device("Operator")
    effect = bass.insert_device("Reverb")
    song.move_device(effect, bass, 0)
    assert chain(bass) == ["Operator", "Reverb"]


def test_chains_of_a_rack_hold_devices(bass: Any) -> None:
    rack = bass.insert_device("Drum Rack")
    inner = rack.insert_chain().insert_device("Saturator")
    assert (rack.can_have_chains, rack.chains[0].devices) == (True, (inner,))
    rack.parameters[0].value = 0.0
    assert not inner.is_active
    bass.delete_device(0)
    assert is_gone(inner)


def test_a_copied_device_has_the_same_values(bass: Any) -> None:
    device = bass.insert_device("Compressor")
    device.parameters[1].value = 0.3
    bass.duplicate_device(0)
    copy = bass.devices[1]
    assert (chain(bass), copy.parameters[1].value, copy is device) == (
        ["Compressor", "Compressor"],
        0.3,
        False,
    )


def test_the_pads_of_a_drum_rack_show_its_chains(bass: Any) -> None:
    rack = bass.insert_device("Drum Rack")
    chain_of_kick = rack.insert_chain()
    chain_of_kick.name = "Kick 909"
    kick, snare = rack.visible_drum_pads[0], rack.drum_pads[38]
    assert (kick.note, kick.name, kick.chains, snare.name) == (36, "Kick 909", (chain_of_kick,), "D1")
    kick.delete_all_chains()
    assert (rack.chains, kick.name) == ((), "C1")


def test_a_rack_is_copied_with_what_is_in_its_chains(song: Any, bass: Any) -> None:
    rack = bass.insert_device("Drum Rack")
    rack.insert_chain().insert_device("Saturator").parameters[0].value = 0.0
    rack.chains[0].mixer_device.volume.value = 0.5
    song.duplicate_track(4)
    copy = song.tracks[5].devices[0].chains[0]
    assert (copy.devices[0].name, copy.devices[0].parameters[0].value) == ("Saturator", 0.0)
    assert (copy.mixer_device.volume.value, copy is rack.chains[0]) == (0.5, False)
