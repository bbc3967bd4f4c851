"""References: one thing or an error, and a way from everything in a session to a reference that means it."""

from __future__ import annotations

import pytest
from hypothesis import given

from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.references import (
    DevicePath,
    all_devices,
    arrangement_reference,
    chain_path,
    chain_reference,
    clip_index,
    clip_reference,
    device_at,
    device_index,
    device_path,
    device_reference,
    find_clip,
    find_device,
    find_parameter,
    find_track,
    is_arrangement_reference,
    scene_index,
    track_index,
    track_reference,
)
from daw_bridges.session import ArrangementClip, Chain, Clip, Device, Parameter, Session, Track, TrackKind
from tests.strategies import sessions


def _session(*names: str) -> Session:
    tracks = [Track(name=name, kind=TrackKind.MIDI) for name in names]
    return Session(daw="ableton", tracks=(*tracks, Track(name="Main", kind=TrackKind.MASTER)))


def test_a_track_is_found_by_name_number_and_as_the_master() -> None:
    session = _session("Kick", "Bass", "bass 2")
    assert find_track(session, "Kick").name == "Kick"
    assert find_track(session, " kick ").name == "Kick"
    assert find_track(session, "#2").name == "Bass"
    assert find_track(session, "master").kind is TrackKind.MASTER


def test_an_exact_name_goes_before_one_in_other_letters() -> None:
    assert track_index(_session("bass", "Bass"), "Bass") == 1


def test_an_unknown_track_is_refused_with_what_there_is() -> None:
    with pytest.raises(NotFoundError, match=r"no track called “Bas”.*Available: Kick, Bass") as caught:
        find_track(_session("Kick", "Bass"), "Bas")
    assert caught.value.code == "not_found"


def test_a_name_two_tracks_have_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError, match=r"#1 Kick, #2 Kick. Say which one"):
        find_track(_session("Kick", "Kick"), "Kick")


def test_a_number_is_a_place_even_where_a_track_is_called_so() -> None:
    session = _session("Kick", "#1")
    assert track_index(session, "#1") == 0
    assert track_reference(session, 1) == "#2"
    with pytest.raises(NotFoundError):
        track_index(session, "#9")


def test_without_a_master_there_is_none_to_find() -> None:
    with pytest.raises(NotFoundError):
        find_track(Session(daw="ableton"), "Master")


def _chain(*devices: tuple[str, str | None]) -> Track:
    chain = tuple(Device(name=name, kind=kind) for name, kind in devices)
    return Track(name="Bass", kind=TrackKind.MIDI, devices=chain)


def test_a_device_is_found_by_kind_number_name_and_place() -> None:
    track = _chain(("Compressor", "compressor"), ("Pro-Q 3", None), ("Compressor", "compressor"))
    assert device_index(track, "compressor") == 0
    assert device_index(track, "Compressor#2") == 2
    assert device_index(track, "pro-q 3") == 1
    assert device_index(track, "#3") == 2
    assert find_device(track, "#2").name == "Pro-Q 3"


@pytest.mark.parametrize("reference", ["compressor#3", "compressor#0", "#4", "#0", "reverb"])
def test_a_device_that_is_not_there_is_refused_with_those_that_are(reference: str) -> None:
    track = _chain(("Compressor", "compressor"), ("Compressor", "compressor"), ("Gate", "gate"))
    with pytest.raises(NotFoundError, match=r"on Bass. Available: compressor, compressor#2, gate"):
        device_index(track, reference)


def test_a_label_goes_before_a_kind() -> None:
    labelled = Device(name="Gate", kind="gate", label="compressor")
    track = Track(name="Bass", kind=TrackKind.MIDI, devices=(Device(name="C", kind="compressor"), labelled))
    assert device_index(track, "compressor") == 1


def test_a_plug_in_that_is_called_like_a_kind_can_still_be_named() -> None:
    track = _chain(("Reverb", None), ("Hall", "reverb"), ("reverb#2", None))
    for place in range(3):
        assert device_index(track, device_reference(track, place)) == place


def test_a_parameter_is_found_by_key_and_by_the_hosts_name() -> None:
    device = Device(
        name="C", kind="compressor", parameters={"sidechain_gain": Parameter(name="S/C Gain", value=0)}
    )
    for reference in ("sidechain_gain", "S/C Gain", "sidechain gain", "s/c gain"):
        assert find_parameter(device, reference) == "sidechain_gain"
    with pytest.raises(NotFoundError, match="no parameter called “mix” on C"):
        find_parameter(device, "mix")


def _with_clips() -> Track:
    clips = (Clip(slot=2, name="Loop", length_beats=4), Clip(slot=5, name="loop", length_beats=4))
    placed = (ArrangementClip(name="Loop", start_bar=17, length_beats=4),)
    return Track(name="Bass", kind=TrackKind.MIDI, clips=clips, arrangement_clips=placed)


def test_a_clip_is_found_by_name_slot_and_bar() -> None:
    track = _with_clips()
    assert clip_index(track, "loop") == 1
    assert clip_index(track, "#2") == 0
    found = find_clip(track, "@17")
    assert isinstance(found, ArrangementClip)
    assert is_arrangement_reference("@17")
    assert not is_arrangement_reference("#17")


@pytest.mark.parametrize("reference", ["LOOP", "#3", "@9", "Fill"])
def test_a_clip_that_is_not_there_or_not_the_only_one_is_refused(reference: str) -> None:
    with pytest.raises((NotFoundError, AmbiguousError)):
        clip_index(_with_clips(), reference)


def test_a_clip_at_a_third_of_a_bar_is_found_again() -> None:
    clip = ArrangementClip(name="Loop", start_bar=43.666666667, length_beats=4)
    track = Track(name="Bass", kind=TrackKind.MIDI, arrangement_clips=(clip,))
    assert find_clip(track, arrangement_reference(clip)) is clip


def test_a_scene_is_found_by_name_and_number() -> None:
    session = Session(daw="ableton", scenes=("Intro", "Drop", "Intro"))
    assert scene_index(session, "drop") == 1
    assert scene_index(session, "#3") == 2
    with pytest.raises(AmbiguousError):
        scene_index(session, "Intro")


@given(sessions())
def test_every_thing_has_a_reference_that_means_it(session: Session) -> None:
    for place, track in enumerate(session.tracks):
        assert track_index(session, track_reference(session, place)) == place
        for path, device in all_devices(track):
            assert device_path(track, device_reference(track, path)) == path
            for at in range(len(device.chains)):
                assert chain_path(track, chain_reference(track, (*path, at))) == (*path, at)
        for at in range(len(track.clips)):
            assert clip_index(track, clip_reference(track, at)) == at
        for at, clip in enumerate(track.arrangement_clips):
            assert clip_index(track, arrangement_reference(clip)) == at


def _racks() -> Track:
    inner = Device(name="Rack", chains=(Chain(name="A", devices=(Device(name="Gate", kind="gate"),)),))
    gates = (Device(name="Gate", kind="gate"), inner, Device(name="Gate", kind="gate"))
    chains = (Chain(name="Wet", devices=gates), Chain(name="wet"), Chain(name="#1"), Chain(name="A > B"))
    rack = Device(name="Parallel", kind="audio_effect_rack", chains=chains)
    return Track(name="Bass", kind=TrackKind.MIDI, devices=(Device(name="Gate", kind="gate"), rack))


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("gate", (0,)),
        ("parallel > #1 > gate", (1, 0, 0)),
        ("Parallel  >  Wet > Gate#2", (1, 0, 2)),
        ("audio_effect_rack > Wet > Rack > a > gate", (1, 0, 1, 0, 0)),
        ("#2 > #1 > #2 > #1 > #1", (1, 0, 1, 0, 0)),
    ],
)
def test_a_device_in_a_rack_is_found_by_its_path(reference: str, path: DevicePath) -> None:
    track = _racks()
    assert device_path(track, reference) == path
    assert find_device(track, reference) is device_at(track, path)
    assert device_index(track, reference) == path[-1]


def test_every_device_and_chain_in_racks_has_a_path_that_means_it() -> None:
    track = _racks()
    assert len(list(all_devices(track))) == 6
    for path, device in all_devices(track):
        assert device_path(track, device_reference(track, path)) == path
        for place in range(len(device.chains)):
            assert chain_path(track, chain_reference(track, (*path, place))) == (*path, place)
    assert device_reference(track, (1, 0, 2)) == "audio_effect_rack > #1 > gate#2"
    assert chain_reference(track, (1, 3)) == "audio_effect_rack > #4"


def test_a_chain_that_two_are_called_is_ambiguous() -> None:
    assert chain_path(_racks(), "parallel > Wet") == (1, 0)
    with pytest.raises(AmbiguousError, match=r"could be more than one chain: #1 Wet, #2 wet"):
        chain_path(_racks(), "parallel > WET")


def test_a_label_is_found_wherever_its_device_stands() -> None:
    labelled = Device(name="Gate", kind="gate", label="squash")
    rack = Device(name="Rack", chains=(Chain(name="A", devices=(labelled,)),), label="par")
    track = Track(name="Bass", kind=TrackKind.MIDI, devices=(rack,))
    assert device_path(track, "squash") == device_path(track, "par > A > squash") == (0, 0, 0)
    assert device_reference(track, (0, 0, 0)) == "Rack > A > gate"
