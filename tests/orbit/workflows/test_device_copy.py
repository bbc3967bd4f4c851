"""Devices on other tracks with their settings: what a copy is, and what is refused before it begins."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, InsertDevice
from daw_bridges.algebra import apply_all, differences
from daw_bridges.algebra.editing import edited, with_track
from daw_bridges.bridge import Result
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, NotPossibleError
from daw_bridges.quantities import Unit
from daw_bridges.references import find_track, track_index
from daw_bridges.session import Chain, Device, Parameter, Session
from orbit.workflows import DeviceCopy, copied_already, copied_devices, plan_actions, replay
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.orbit.workflows.sessions import practice

pytestmark = pytest.mark.anyio


def device(name: str, **settings: Any) -> Device:
    made = catalog().new_device("ableton", name)
    known = made.parameters
    changed = {key: edited(known[key], value=value) for key, value in settings.items() if key in known}
    others = {key: value for key, value in settings.items() if key not in known}
    return edited(made, parameters=known | changed, **others)


COMPRESSOR = device(
    "compressor", threshold=-18.5, ratio=3.3, model="Peak", sidechain_on="on", sidechain="Kick"
)
EQ = device("eq", band_1_frequency=120.0, enabled=False)
PLUG_IN = Device(name="Pro-Q 3", parameters={"gain": Parameter(name="Gain", value=1.0, unit=Unit.DB)})


def holding(**tracks: tuple[Device, ...]) -> Session:
    session = practice()
    for name, devices in tracks.items():
        session = with_track(session, track_index(session, name.replace("_", " ")), devices=devices)
    return session


def copy(source: str, *targets: str, **fields: Any) -> DeviceCopy:
    return DeviceCopy(source=source, targets=targets, **fields)


def settings(*devices: Device) -> list[Any]:
    """All that a device is set to, without how its host displays it."""
    return [
        (
            each.name,
            each.enabled,
            each.sidechain,
            {key: value.value for key, value in each.parameters.items()},
        )
        for each in devices
    ]


def reads(session: Session, track: str) -> list[Any]:
    return settings(*find_track(session, track).devices)


def chain(session: Session, track: str) -> list[str]:
    return [each.kind or each.name for each in find_track(session, track).devices]


def test_the_edits_lead_to_the_same_devices_behind_what_is_there() -> None:
    gate = device("gate")
    session = holding(Lead_Vox=(EQ, COMPRESSOR, COMPRESSOR), Pad=(gate, COMPRESSOR))
    copied = copied_devices(session, copy("Lead Vox", "Backing Vox", "Pad"))
    after = apply_all(session, copied.actions)
    assert reads(after, "Backing Vox") == settings(EQ, COMPRESSOR, COMPRESSOR)
    assert reads(after, "Pad") == settings(gate, COMPRESSOR, EQ, COMPRESSOR, COMPRESSOR)
    assert copied.notes == ("Pad keeps Gate and Compressor; the copies go behind.",)


def test_only_what_is_not_as_it_comes_is_set_and_all_of_it_must_hold() -> None:
    copied = copied_devices(holding(Lead_Vox=(COMPRESSOR,)), copy("Lead Vox", "Guitar"))
    said = [action.action for action in copied.actions]
    assert said == ["insert_device", "set_sidechain", *["set_parameter"] * 3]
    assert {each["parameter"] for each in copied.postconditions} == {*COMPRESSOR.parameters}


def test_the_devices_that_are_named_are_copied_in_their_order() -> None:
    session = holding(Lead_Vox=(EQ, COMPRESSOR, device("limiter")))
    copied = copied_devices(session, copy("Lead Vox", "Guitar", devices=("limiter", "eq")))
    assert chain(apply_all(session, copied.actions), "Guitar") == ["eq", "limiter"]
    assert copied.said == "EQ Eight and Limiter from Lead Vox to Guitar"


def test_an_instrument_is_only_copied_where_it_is_named() -> None:
    session = holding(Keys=(device("arpeggiator"), device("Operator"), EQ), Pad=(device("chorus"),))
    copied = copied_devices(session, copy("Keys", "Pad"))
    assert chain(apply_all(session, copied.actions), "Pad") == ["arpeggiator", "chorus", "eq"]
    assert copied.notes[0] == "Operator stays where it is: an instrument is only copied where it is named."
    copied = copied_devices(session, copy("Keys", "Pad", devices=("Operator",)))
    assert [each.name for each in find_track(apply_all(session, copied.actions), "Pad").devices] == [
        "Operator",
        "Chorus-Ensemble",
    ]


RACK = edited(device("audio_effect_rack"), chains=(Chain(name="Wet", devices=(EQ,)),))
REFUSED: list[tuple[dict[str, tuple[Device, ...]], DeviceCopy, str]] = [
    ({}, copy("Lead Vox", "Pad"), "Lead Vox has no devices."),
    ({"Keys": (device("Operator"),)}, copy("Keys", "Pad"), "Keys has no devices but its instrument,"),
    ({"Pad": (EQ,)}, copy("Pad", "Pad"), "Pad is the track that they come from."),
    ({"Pad": (EQ,)}, copy("Pad", "Bass", devices=("gate",)), "There is no device called “gate” on Pad."),
    ({"Pad": (EQ,)}, copy("Pad", "Theremin"), "There is no track called “Theremin”."),
    ({"Pad": (device("arpeggiator"), EQ)}, copy("Pad", "Guitar"), "Arpeggiator is a MIDI effect and needs"),
    (
        {"Pad": (device("Operator"),)},
        copy("Pad", "Guitar", devices=("Operator",)),
        "Operator is an instrument and needs a MIDI track; “Guitar” is not one.",
    ),
    (
        {"Pad": (device("Operator"),), "Keys": (device("Drift"),)},
        copy("Pad", "Keys", devices=("Operator",)),
        "“Keys” already has an instrument, Drift.",
    ),
    (
        {"Pad": (PLUG_IN, EQ)},
        copy("Pad", "Bass"),
        "Copy it in the DAW by hand, or say “copy EQ Eight from Pad to Bass” for the others.",
    ),
    ({"Pad": (RACK,)}, copy("Pad", "Bass"), "Audio Effect Rack on Pad holds more than its parameters show."),
    (
        {"Pad": (device("Simpler"),)},
        copy("Pad", "Bass", devices=("Simpler",)),
        "Simpler on Pad holds more than its parameters show.",
    ),
    (
        {"Pad": (device("gate", sidechain_on="on"),)},
        copy("Pad", "Bass"),
        "The side chain of Gate on Pad is on, and it cannot be told from where.",
    ),
    ({"Pad": (COMPRESSOR,)}, copy("Pad", "Kick"), "Compressor is keyed from Kick, which cannot feed its own"),
    (
        {"Pad": (EQ, COMPRESSOR), "Bass": (EQ, device("gate"), COMPRESSOR)},
        copy("Pad", "Bass"),
        "already. Say “copy another EQ Eight and Compressor from Pad to Bass” for a second one.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tracks", "asked", "why"), REFUSED, ids=[why[:40] for _, _, why in REFUSED])
def test_what_cannot_be_copied_whole_is_refused_by_name(
    tracks: dict[str, tuple[Device, ...]], asked: DeviceCopy, why: str
) -> None:
    with pytest.raises(ActionError) as error:
        copied_devices(holding(**tracks), asked)
    assert why in str(error.value)


def test_a_key_that_two_tracks_are_called_is_no_key_to_copy() -> None:
    session = holding(Pad=(COMPRESSOR,))
    session = with_track(session, track_index(session, "Snare"), name="Kick")
    with pytest.raises(NotPossibleError, match="keyed from Kick, which is the name of several"):
        copied_devices(session, copy("Pad", "Bass"))


def test_a_second_set_is_made_where_it_is_wanted() -> None:
    session = holding(Pad=(EQ,), Bass=(EQ,))
    assert copied_already(session, copy("Pad", "Bass", "Keys")) == ["Bass"]
    copied = copied_devices(session, copy("Pad", "Bass", another=True))
    assert reads(apply_all(session, copied.actions), "Bass") == settings(EQ, EQ)


class OwnDefaults(MemoryBridge):
    """A host whose user saved other settings for its compressor."""

    def _do(self, action: Action) -> Result:
        result = super()._do(action)
        if isinstance(action, InsertDevice) and action.device == "compressor":
            index = track_index(self.session, action.track)
            came = device("compressor", threshold=-30.0)
            devices = (*self.session.tracks[index].devices[:-1], came)
            self.session = with_track(self.session, index, devices=devices)
        return result


async def test_a_device_that_comes_with_other_settings_is_no_copy() -> None:
    session = holding(Lead_Vox=(device("compressor", ratio=2.0),))
    copied = copied_devices(session, copy("Lead Vox", "Guitar"))
    plan = plan_actions(copied.actions, session).model_copy(update={"postconditions": copied.postconditions})
    bridge = OwnDefaults(session)
    run = await replay(plan, bridge)
    assert (run.ok, run.code, run.rolled_back) == (False, "unexpected", True)
    assert "Threshold of Compressor on Guitar is -30.0 dB; it should be 0.0 dB" in str(run.reason)
    assert differences(bridge.session, session) == []
