from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from daw_bridges.simulated.live.devices.stock import stock_devices


def walk(item: Any) -> Iterator[Any]:
    yield item
    for child in item.iter_children:
        yield from walk(child)


def find(root: Any, name: str) -> Any:
    return next(item for item in walk(root) if item.name == name)


def test_every_stock_device_is_somewhere_in_the_browser(application: Any) -> None:
    browser = application.browser
    shown = {
        i.name
        for root in (browser.instruments, browser.audio_effects, browser.midi_effects)
        for i in walk(root)
        if i.is_device
    }
    assert shown == {spec.name for spec in stock_devices()}


def test_roots_have_children_though_they_are_no_folders(application: Any) -> None:
    root = application.browser.audio_effects
    assert (root.is_folder, root.is_loadable, bool(root.children)) == (False, False, True)
    assert root.children[0].is_folder
    with pytest.raises(RuntimeError):
        application.browser.load_item(root)


def test_an_item_is_loaded_onto_the_selected_track_behind_the_selected_device(
    song: Any, bass: Any, application: Any
) -> None:
    first = bass.insert_device("EQ Eight")
    bass.insert_device("Limiter")
    song.view.select_device(first)
    application.browser.load_item(find(application.browser.audio_effects, "Compressor"))
    assert [device.name for device in bass.devices] == ["EQ Eight", "Compressor", "Limiter"]
    assert bass.view.selected_device is bass.devices[1]
    assert application.view.is_view_visible("Browser")


def test_an_instrument_takes_the_place_of_the_old_one_and_arms_the_track(
    song: Any, bass: Any, application: Any
) -> None:
    song.view.selected_track = bass
    for name in ("Operator", "Analog"):
        application.browser.load_item(find(application.browser.instruments, name))
    assert [device.name for device in bass.devices] == ["Analog"]
    assert bass.arm


def test_an_instrument_loaded_onto_an_audio_track_brings_a_track_of_its_own(
    song: Any, application: Any
) -> None:
    song.view.selected_track = song.tracks[3]
    application.browser.load_item(find(application.browser.instruments, "Operator"))
    assert (song.tracks[3].devices, song.tracks[4].devices[0].name) == ((), "Operator")
    assert (song.tracks[4].has_midi_input, song.view.selected_track) == (True, song.tracks[4])


def test_a_midi_effect_cannot_be_loaded_onto_an_audio_track(song: Any, application: Any) -> None:
    song.view.selected_track = song.tracks[3]
    with pytest.raises(RuntimeError, match="Percussion"):
        application.browser.load_item(find(application.browser.midi_effects, "Arpeggiator"))


@pytest.mark.parametrize(("mode", "expected"), [(0, "CUR"), (1, "UCR"), (2, "CUR")])
def test_what_is_loaded_goes_beside_the_selected_device(
    song: Any, bass: Any, application: Any, mode: int, expected: str
) -> None:
    bass.insert_device("Compressor")
    bass.insert_device("Reverb")
    song.view.select_device(bass.devices[0])
    bass.view.device_insert_mode = mode
    application.browser.load_item(find(application.browser.audio_effects, "Utility"))
    assert "".join(device.name[0] for device in bass.devices) == expected


def test_the_hotswap_target_is_replaced_and_the_new_device_is_the_target(
    song: Any, bass: Any, application: Any
) -> None:
    browser = application.browser
    first = bass.insert_device("Compressor")
    bass.insert_device("Reverb")
    browser.hotswap_target = first
    browser.load_item(find(browser.audio_effects, "Gate"))
    assert [device.name for device in bass.devices] == ["Gate", "Reverb"]
    assert browser.hotswap_target == bass.devices[0]
    with pytest.raises(RuntimeError, match="hotswap"):
        browser.hotswap_target = bass.devices[0]
    browser.hotswap_target = None
    assert browser.hotswap_target is None


def test_a_preset_swapped_onto_its_own_device_keeps_it(song: Any, bass: Any, application: Any) -> None:
    browser = application.browser
    device = bass.insert_device("Compressor")
    browser.hotswap_target = device
    browser.load_item(find(browser.audio_effects, "Gentle Squeeze.adv"))
    assert (bass.devices, device.name, str(device.parameters[1])) == ((device,), "Gentle Squeeze", "-18.0 dB")


def test_a_preset_is_a_device_with_values_and_a_name(song: Any, bass: Any, application: Any) -> None:
    song.view.selected_track = bass
    application.browser.load_item(find(application.browser.audio_effects, "Gentle Squeeze.adv"))
    device = bass.devices[0]
    values = {parameter.name: str(parameter) for parameter in device.parameters}
    assert (device.name, device.class_name) == ("Gentle Squeeze", "Compressor2")
    assert (values["Threshold"], values["Ratio"]) == ("-18.0 dB", "2.00 : 1")


def test_presets_name_parameters_that_exist() -> None:
    from daw_bridges.simulated.live.browser_presets import PRESETS

    known = {spec.name: {parameter.name for parameter in spec.parameters} for spec in stock_devices()}
    for device, presets in PRESETS.items():
        for values in presets.values():
            assert set(values) <= known[device], device


def test_a_plug_in_is_loaded_from_the_browser_only(song: Any, bass: Any, application: Any) -> None:
    song.view.selected_track = bass
    item = find(application.browser.plugins, "Prism EQ")
    application.browser.load_item(item)
    assert (bass.devices[0].class_name, bass.devices[0].name) == ("PluginDevice", "Prism EQ")
    with pytest.raises(ValueError, match="Prism EQ"):
        bass.insert_device("Prism EQ")


def test_loading_is_one_step_back(song: Any, bass: Any, application: Any) -> None:
    song.view.selected_track = bass
    application.browser.load_item(find(application.browser.instruments, "Operator"))
    song.undo()
    assert (bass.devices, bass.arm) == ((), False)


def test_the_views_share_their_room(application: Any) -> None:
    view = application.view
    view.show_view("Arranger")
    assert (view.is_view_visible("Session"), view.focused_document_view) == (False, "Arranger")
    view.hide_view("Arranger")
    assert view.is_view_visible("Session")
    with pytest.raises(RuntimeError):
        view.show_view("Nowhere")
