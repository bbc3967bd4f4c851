"""Every name scripts use is there, and nothing else looks as if it were Live's."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import pytest
import yaml

from daw_bridges.simulated.live.application import Application
from daw_bridges.simulated.live.browser_loading import load
from daw_bridges.simulated.live.browser_tree import Leaf, build_tree

NAMES: dict[str, str] = yaml.safe_load(Path(__file__).with_name("lom_names.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def things(song: Any, bass: Any, application: Application, tmp_path: Path) -> dict[str, Any]:
    """One of each class, under the names of the list."""
    path = tmp_path / "hit.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 44_100, 0, "NONE", ""))
        file.writeframes(bytes(2 * 44_100))
    audio = song.tracks[9].clip_slots[0].create_audio_clip(str(path))
    drums, simpler = bass.insert_device("Drum Rack"), song.tracks[0].insert_device("Simpler")
    rack, compressor = bass.insert_device("Audio Effect Rack"), bass.insert_device("Compressor")
    simpler.load_sample_(str(path))
    song.set_or_delete_cue()
    song.view.selected_track = bass
    chain, drum_chain = rack.insert_chain(), drums.insert_chain()
    plugin = next(leaf for leaf in build_tree()["plugins"].children[0].children if leaf.name == "Prism EQ")
    assert isinstance(plugin, Leaf)
    clip = bass.clip_slots[0].clip
    return {
        "Application": application, "ApplicationView": application.view, "Browser": application.browser,
        "BrowserItem": application.browser.instruments, "Song": song, "SongView": song.view,
        "CuePoint": song.cue_points[0], "Track": bass, "TrackView": bass.view,
        "TakeLane": bass.create_take_lane(), "Scene": song.scenes[0], "ClipSlot": bass.clip_slots[0],
        "Clip": clip, "AudioClip": audio, "ClipView": clip.view,
        "Envelope": clip.create_automation_envelope(bass.mixer_device.volume),
        "Groove": song.groove_pool.add_groove_("Swing"), "GroovePool": song.groove_pool,
        "Device": compressor, "DeviceView": compressor.view, "DeviceParameter": compressor.parameters[1],
        "CompressorDevice": compressor, "PluginDevice": load(song, plugin), "RackDevice": rack,
        "DrumRack": drums, "RackView": rack.view, "DrumRackView": drums.view, "Chain": chain,
        "ChainMixerDevice": chain.mixer_device, "DrumChain": drum_chain, "DrumPad": drums.drum_pads[36],
        "MixerDevice": bass.mixer_device, "MasterMixerDevice": song.master_track.mixer_device,
        "SimplerDevice": simpler, "SimplerView": simpler.view, "Sample": simpler.sample,
    }  # fmt: skip


def test_every_name_is_there(things: dict[str, Any]) -> None:
    assert set(things) == set(NAMES)
    missing: list[str] = []
    for kind, names in NAMES.items():
        for name in names.split():
            try:
                getattr(things[kind], name)
            except AttributeError:
                missing.append(f"{kind}.{name}")
            except RuntimeError:
                # There, but not for this one: a switch of something that cannot be switched.
                missing += [] if name == "is_using_compare_preset_b" else [f"{kind}.{name}"]
    assert missing == []


def test_what_can_be_listened_to_can_be_read(things: dict[str, Any]) -> None:
    """Names with a listener are properties, except for the signals that Live has."""
    signals = {"view_focus_changed", "full_refresh", "notes", "playing_status", "loop_jump", "data"}
    unread: set[str] = set()
    for kind, thing in things.items():
        for name in dir(thing):
            if name.startswith("add_") and name.endswith("_listener"):
                listened = name[4:-9]
                try:
                    getattr(thing, listened)
                except AttributeError:
                    unread |= set() if listened in signals else {f"{kind}.{listened}"}
                except RuntimeError:
                    continue
    assert unread == set()


def test_the_simulation_keeps_its_own_names_to_itself(things: dict[str, Any]) -> None:
    for thing in things.values():
        if hasattr(thing, "doc_"):
            assert [name for name in dir(thing) if name.endswith("_") and not name.endswith("__")] == []
