from __future__ import annotations

from typing import Any

import pytest


def named(choices: Any, name: str) -> Any:
    return next(choice for choice in choices if choice.display_name == name)


@pytest.fixture
def compressor(bass: Any) -> Any:
    return bass.insert_device("Compressor")


def listen_to(compressor: Any, name: str) -> None:
    compressor.input_routing_type = named(compressor.available_input_routing_types, name)


def test_a_side_chain_listens_to_a_track(song: Any, compressor: Any) -> None:
    assert compressor.input_routing_type.display_name == "No Input"
    listen_to(compressor, "Kick")
    assert compressor.input_routing_type.attached_object is song.tracks[0]
    assert compressor.input_routing_channel.display_name == "Post FX"
    compressor.input_routing_channel = named(compressor.available_input_routing_channels, "Pre FX")
    assert compressor.input_routing_channel.display_name == "Pre FX"


def test_the_source_follows_its_track_through_renaming_and_moving(song: Any, compressor: Any) -> None:
    listen_to(compressor, "Kick")
    song.tracks[0].name = "Boom"
    song.create_midi_track(0)
    assert compressor.input_routing_type.display_name == "Boom"


def test_two_tracks_of_one_name_are_two_sources(song: Any, compressor: Any) -> None:
    song.tracks[1].name = "Kick"
    kicks = [kind for kind in compressor.available_input_routing_types if kind.display_name == "Kick"]
    compressor.input_routing_type = kicks[1]
    assert compressor.input_routing_type == kicks[1] != kicks[0]
    assert compressor.input_routing_type.attached_object is song.tracks[1]


def test_a_source_that_is_deleted_leaves_no_input_until_undo(song: Any, compressor: Any) -> None:
    listen_to(compressor, "Kick")
    song.document.clock.pass_seconds(5)
    song.delete_track(0)
    assert compressor.input_routing_type.display_name == "No Input"
    song.undo()
    assert compressor.input_routing_type.display_name == "Kick"


def test_only_the_compressor_has_a_side_chain_to_set(bass: Any) -> None:
    assert not hasattr(bass.insert_device("Gate"), "available_input_routing_types")


def test_what_is_not_on_offer_is_refused(song: Any, bass: Any, compressor: Any) -> None:
    with pytest.raises(ValueError, match="available"):
        bass.output_routing_type = bass.available_input_routing_types[0]
    with pytest.raises(TypeError):
        bass.output_routing_type = "Main"
    with pytest.raises(ValueError, match="available"):
        compressor.input_routing_channel = song.tracks[3].available_input_routing_channels[0]


def test_inputs_fit_the_kind_of_track(song: Any, bass: Any) -> None:
    percussion = song.tracks[3]
    assert bass.input_routing_type.display_name == "All Ins"
    assert bass.input_routing_channel.display_name == "All Channels"
    assert percussion.input_routing_type.display_name == "Ext. In"
    assert "Percussion" not in [kind.display_name for kind in percussion.available_input_routing_types]
    percussion.input_routing_type = named(percussion.available_input_routing_types, "Resampling")
    assert percussion.available_input_routing_channels == ()


def test_output_to_another_track_and_back_to_the_main(bass: Any) -> None:
    heard: list[str] = []
    bass.add_output_routing_type_listener(lambda: heard.append(bass.output_routing_type.display_name))
    bass.output_routing_type = named(bass.available_output_routing_types, "Percussion")
    assert bass.output_routing_channel.display_name == "Track In"
    bass.output_routing_type = named(bass.available_output_routing_types, "Main")
    assert heard == ["Percussion", "Main"]


def test_scripts_of_an_older_age_route_by_name(bass: Any) -> None:
    heard: list[str] = []
    bass.add_current_output_routing_listener(lambda: heard.append(bass.current_output_routing))
    bass.current_output_routing = "Sends Only"
    bass.current_input_sub_routing = "Ch. 3"
    assert (heard, bass.output_routing_type.display_name) == (["Sends Only"], "Sends Only")
    assert bass.input_routing_channel.display_name == "Ch. 3"
    with pytest.raises(RuntimeError, match="Nowhere"):
        bass.current_input_routing = "Nowhere"


def test_an_output_to_a_track_that_goes_falls_back_to_the_main(song: Any, bass: Any) -> None:
    bass.output_routing_type = named(bass.available_output_routing_types, "FX")
    song.delete_track(11)
    assert bass.output_routing_type.display_name == "Main"
