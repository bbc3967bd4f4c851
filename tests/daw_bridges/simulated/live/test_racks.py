"""Racks: chains and their mixers, what may go into them, presets that hold chains, macros and variations."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live import practice_set
from daw_bridges.simulated.live.browser_racks import RACK_PRESETS
from daw_bridges.simulated.live.devices import stock_devices
from tests.daw_bridges.simulated.live.racks import find, loaded, parameter, rack

__all__ = ["loaded", "rack"]  # fixtures


def test_a_rack_has_sixteen_macros_and_a_chain_selector(rack: Any) -> None:
    names = [each.name for each in rack.parameters]
    assert names == ["Device On", *(f"Macro {n}" for n in range(1, 17)), "Chain Selector"]
    assert (rack.chain_selector.name, rack.visible_macro_count, rack.chains) == ("Chain Selector", 8, ())


@pytest.mark.parametrize(
    ("name", "kind", "class_name", "takes"),
    [
        ("Audio Effect Rack", 2, "AudioEffectGroupDevice", {"Compressor"}),
        ("MIDI Effect Rack", 4, "MidiEffectGroupDevice", {"Arpeggiator"}),
        ("Instrument Rack", 1, "InstrumentGroupDevice", {"Compressor", "Arpeggiator", "Operator"}),
        ("Drum Rack", 1, "DrumGroupDevice", {"Compressor", "Arpeggiator", "Operator"}),
    ],
)
def test_a_chain_takes_what_its_rack_is_for(
    bass: Any, name: str, kind: int, class_name: str, takes: set[str]
) -> None:
    rack = bass.insert_device(name)
    assert (rack.type, rack.class_name, rack.can_have_chains) == (kind, class_name, True)
    taken: set[str] = set()
    for device in ("Compressor", "Arpeggiator", "Operator"):
        chain = rack.insert_chain()
        try:
            chain.insert_device(device)
        except RuntimeError:
            continue
        taken.add(device)
    assert taken == takes


def test_chains_are_inserted_by_place(rack: Any) -> None:
    for name, index in (("A", -1), ("B", 1), ("C", 0)):
        rack.insert_chain(index).name = name
    assert [chain.name for chain in rack.chains] == ["C", "A", "B"]
    with pytest.raises(RuntimeError):
        rack.insert_chain(7)


def test_chains_are_inserted_since_live_12_3() -> None:
    song: Any = practice_set((12, 2, 0))
    assert not hasattr(song.tracks[4], "insert_device")
    rack = practice_set().tracks[4].insert_device("Audio Effect Rack")
    assert hasattr(rack, "insert_chain")


def test_a_chain_without_a_name_is_called_after_what_is_in_it(rack: Any) -> None:
    chain, heard = rack.insert_chain(), list[str]()
    chain.add_name_listener(lambda: heard.append(chain.name))
    chain.insert_device("EQ Eight")
    chain.insert_device("Utility").name = "Trim"
    assert heard == ["EQ Eight", "EQ Eight | Utility", "EQ Eight | Trim"]
    chain.name = "Body"
    chain.delete_device(0)
    assert (chain.name, heard[-1], len(heard)) == ("Body", "Body", 4)


def test_mute_and_the_activator_are_one_thing(rack: Any) -> None:
    chain, heard = rack.insert_chain(), list[float]()
    activator = chain.mixer_device.chain_activator
    activator.add_value_listener(lambda: heard.append(activator.value))
    chain.mute = True
    assert (activator.value, str(activator)) == (0.0, "Off")
    activator.value = 1.0
    assert (chain.mute, heard) == (False, [0.0, 1.0])


def test_a_soloed_chain_mutes_the_others(rack: Any) -> None:
    first, second = rack.insert_chain(), rack.insert_chain()
    heard: list[bool] = []
    second.add_muted_via_solo_listener(lambda: heard.append(second.muted_via_solo))
    first.solo = True
    assert (first.muted_via_solo, second.muted_via_solo, second.mute) == (False, True, False)
    first.solo = False
    assert heard == [True, False]


def test_a_chain_tells_what_goes_in_and_out(bass: Any) -> None:
    chain = bass.insert_device("Instrument Rack").insert_chain()
    assert (chain.has_midi_input, chain.has_audio_input, chain.has_midi_output) == (True, False, True)
    chain.insert_device("Operator")
    assert (chain.has_audio_output, chain.has_midi_output) == (True, False)


def test_a_device_moves_into_a_chain_and_out_again(song: Any, bass: Any, rack: Any) -> None:
    device, chain = bass.insert_device("Compressor"), rack.insert_chain()
    device.parameters[1].value = 0.3
    assert song.find_device_position(device, chain, 5) == 0
    song.move_device(device, chain, 0)
    assert (bass.devices, chain.devices, device.canonical_parent) == ((rack,), (device,), chain)
    song.move_device(device, bass, 0)
    assert (bass.devices, chain.devices, device.parameters[1].value) == ((device, rack), (), 0.3)


def test_what_cannot_be_moved_is_refused(song: Any, bass: Any, rack: Any) -> None:
    chain = rack.insert_chain()
    arpeggiator = bass.insert_device("Arpeggiator", 0)
    for device in (rack, arpeggiator):
        assert song.find_device_position(device, chain, 0) == -1
        with pytest.raises(RuntimeError):
            song.move_device(device, chain, 0)
    assert chain.devices == ()


def test_a_rack_in_a_rack_is_on_only_with_the_outer_one(song: Any, rack: Any) -> None:
    inner = rack.insert_chain().insert_device("Audio Effect Rack")
    device, heard = inner.insert_chain().insert_device("Gate"), list[bool]()
    device.add_is_active_listener(lambda: heard.append(device.is_active))
    rack.parameters[0].value = 0.0
    assert (inner.is_active, device.is_active, heard) == (False, False, [False])


def test_selecting_a_device_shows_the_chain_it_is_in(song: Any, bass: Any, rack: Any) -> None:
    first, second = rack.insert_chain(), rack.insert_chain()
    device = second.insert_device("Gate")
    song.view.selected_track = song.tracks[0]
    song.view.select_device(device)
    assert (song.view.selected_track, bass.view.selected_device) == (bass, device)
    assert (rack.view.selected_chain, song.view.selected_chain) == (second, None)
    song.view.selected_chain = first
    assert (song.view.selected_chain, bass.view.selected_device) == (first, rack)


def test_a_preset_brings_its_chains(loaded: Any) -> None:
    dry, squeezed = loaded.chains
    assert (loaded.name, dry.name, dry.devices) == ("Parallel Squeeze", "Dry", ())
    assert [device.name for device in squeezed.devices] == ["Compressor", "Saturator"]
    assert str(parameter(squeezed.devices[0], "Ratio")) == "8.00 : 1"
    assert str(squeezed.mixer_device.volume) == "-9.0 dB"


def test_a_preset_s_rack_goes_back_in_one_step(song: Any, bass: Any, loaded: Any) -> None:
    inner = loaded.chains[1].devices[0]
    song.undo()
    assert (bass.devices, inner == None) == ((), True)  # noqa: E711 - what is gone equals None
    song.redo()
    assert [chain.name for chain in bass.devices[0].chains] == ["Dry", "Squeezed"]


def test_what_is_loaded_goes_into_the_chain_of_the_selected_device(
    song: Any, bass: Any, application: Any, loaded: Any
) -> None:
    song.view.select_device(loaded.chains[1].devices[0])
    application.browser.load_item(find(application.browser.audio_effects, "Utility"))
    assert [device.name for device in loaded.chains[1].devices] == ["Compressor", "Utility", "Saturator"]
    assert bass.view.selected_device == loaded.chains[1].devices[1]


def test_every_rack_preset_can_be_loaded(song: Any, bass: Any, application: Any) -> None:
    racks = {spec.name for spec in stock_devices() if spec.can_have_chains}
    assert set(RACK_PRESETS) == racks
    for presets in RACK_PRESETS.values():
        for name, contents in presets.items():
            song.view.selected_track = bass
            roots = (
                getattr(application.browser, root)
                for root in ("instruments", "audio_effects", "midi_effects")
            )
            application.browser.load_item(next(item for root in roots if (item := find(root, f"{name}.adg"))))
            rack = next(device for device in bass.devices if device.name == name)
            assert [chain.name for chain in rack.chains] == [chain.name for chain in contents.chains]


def test_pads_follow_their_chains(bass: Any) -> None:
    rack = bass.insert_device("Drum Rack")
    chain, heard = rack.insert_chain(), list[str]()
    rack.drum_pads[38].add_name_listener(lambda: heard.append(rack.drum_pads[38].name))
    chain.name = "Snare"
    chain.in_note = 38
    assert (rack.drum_pads[36].chains, rack.drum_pads[38].chains, heard[-1]) == ((), (chain,), "Snare")
    rack.copy_pad(38, 40)
    assert (rack.drum_pads[40].name, len(rack.chains)) == ("Snare", 2)
    rack.drum_pads[40].mute = True
    assert (rack.chains[1].mute, chain.mute) == (True, False)
    for wrong in ((60, 61), (38, 128)):
        with pytest.raises(RuntimeError):
            rack.copy_pad(*wrong)


@pytest.mark.parametrize(("name", "value"), [("in_note", -1), ("out_note", 128), ("choke_group", 17)])
def test_notes_and_choke_groups_have_ranges(bass: Any, name: str, value: int) -> None:
    chain = bass.insert_device("Drum Rack").insert_chain()
    with pytest.raises(RuntimeError):
        setattr(chain, name, value)


def test_pads_are_scrolled_into_sight(bass: Any, rack: Any) -> None:
    drums = bass.insert_device("Drum Rack", 0)
    assert [pad.note for pad in drums.visible_drum_pads] == list(range(36, 52))
    drums.view.drum_pads_scroll_position = 0
    assert drums.visible_drum_pads[0].note == 0
    drums.view.selected_drum_pad = drums.drum_pads[5]
    assert drums.view.selected_drum_pad.note == 5
    inner = drums.insert_chain().insert_device("Drum Rack")
    assert (inner.has_drum_pads, inner.drum_pads) == (False, ())
    for wrong in (lambda: rack.drum_pads, lambda: rack.view.drum_pads_scroll_position):
        with pytest.raises(RuntimeError):
            wrong()


def test_loading_onto_a_pad_fills_it(song: Any, bass: Any, application: Any) -> None:
    rack, browser = bass.insert_device("Drum Rack"), application.browser
    browser.hotswap_target = rack.drum_pads[45]
    browser.load_item(find(browser.instruments, "Simpler"))
    assert [(chain.in_note, chain.name) for chain in rack.chains] == [(45, "Simpler")]


def test_automation_of_what_is_in_a_rack_goes_with_its_clip(song: Any, bass: Any, loaded: Any) -> None:
    clip = bass.clip_slots[0].clip
    drive = parameter(loaded.chains[1].devices[1], "Dry/Wet")
    clip.create_automation_envelope(drive).insert_step(0.0, 1.0, 0.2)
    song.duplicate_track(4)
    copy = song.tracks[5]
    inner = parameter(copy.devices[0].chains[1].devices[1], "Dry/Wet")
    assert copy.clip_slots[0].clip.automation_envelope(inner).value_at_time(0.5) == pytest.approx(0.2)
