"""A plug-in that was inserted and not read yet: what is set on it is taken on trust, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply, apply_all, diff, differences, equivalent, invert
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Parameter, Session, Track, TrackKind

BASS = Session(daw="ableton", tracks=(Track(name="Bass", kind=TrackKind.MIDI),))
READ = Device(
    name="Tilt One",
    parameters={
        "low_freq": Parameter(name="Low Freq", value=120.0, unit=Unit.HZ, text="120 Hz"),
        "mode": Parameter(name="Mode", value="Warm", unit=Unit.CHOICE, text="Warm"),
        "mix": Parameter(name="Mix", value=100.0, unit=Unit.PERCENT, text="100 %"),
    },
)


def insert(session: Session, device: str = "Tilt One", **more: Any) -> Session:
    return apply(
        session, parse_action({"action": "insert_device", "track": "Bass", "device": device, **more})
    )


def set_to(parameter: str, value: float | str, device: str = "Tilt One") -> Any:
    return parse_action(
        {"action": "set_parameter", "track": "Bass", "device": device, "parameter": parameter, "value": value}
    )


def with_devices(*devices: Device) -> Session:
    return BASS.model_copy(update={"tracks": (BASS.tracks[0].model_copy(update={"devices": devices}),)})


def test_a_value_is_kept_with_the_unit_it_was_given_in() -> None:
    after = apply_all(insert(BASS), [set_to("Low Freq", "120 Hz"), set_to("mode", "Warm")])
    plug_in = after.tracks[0].devices[0]
    assert {key: (each.name, each.value, each.unit) for key, each in plug_in.parameters.items()} == {
        "low_freq": ("Low Freq", 120.0, Unit.HZ),
        "mode": ("mode", "Warm", Unit.CHOICE),
    }


def test_name_and_key_mean_one_parameter() -> None:
    after = apply_all(insert(BASS), [set_to("Low Freq", "120 Hz"), set_to("low_freq", "90 Hz")])
    assert [each.text for each in after.tracks[0].devices[0].parameters.values()] == ["90 Hz"]


def test_setting_it_is_a_change_and_setting_it_again_is_none() -> None:
    fresh = insert(BASS)
    once = apply(fresh, set_to("mix", "30 %"))
    assert not equivalent(fresh, once)
    assert equivalent(once, apply(once, set_to("mix", "30 %")))
    assert not equivalent(once, apply(once, set_to("mix", "40 %")))


def test_what_is_read_afterwards_is_held_against_what_was_set_and_nothing_else() -> None:
    as_predicted = apply_all(insert(BASS), [set_to("low_freq", "120 Hz"), set_to("mode", "Warm")])
    assert not differences(with_devices(READ), as_predicted)
    otherwise = apply(as_predicted, set_to("mix", "30 %"))
    assert differences(with_devices(READ), otherwise) == ["Bass · Tilt One · mix: 100 %, expected 30 %"]
    missing = apply(as_predicted, set_to("width", "30 %"))
    assert differences(with_devices(READ), missing) == ["Bass · Tilt One · width: none, expected there"]


@pytest.mark.parametrize("before", [(), (("mix", "10 %"),), (("mix", "10 %"), ("low_freq", "60 Hz"))])
def test_the_inverse_leads_back(before: tuple[tuple[str, str], ...]) -> None:
    start = apply_all(insert(insert(BASS, "compressor")), [set_to(*each) for each in before])
    off = {"action": "enable_device", "track": "Bass", "device": "Tilt One", "on": False}
    for session in (start, apply(start, parse_action(off))):
        for action in (set_to("mix", "50 %"), set_to("width", "on")):
            assert equivalent(apply_all(apply(session, action), invert(action, session)), session)


def test_a_plug_in_that_was_read_has_the_parameters_that_were_read() -> None:
    with pytest.raises(NotFoundError, match="width"):
        apply(with_devices(READ), set_to("width", "30 %"))


def test_it_says_so_in_json_and_is_read_back() -> None:
    session = insert(BASS)
    written = session.model_dump(mode="json")
    assert written["tracks"][0]["devices"][0]["unread"] is True
    assert Session.model_validate(written) == session
    assert "unread" not in with_devices(READ).model_dump(mode="json")["tracks"][0]["devices"][0]


def test_what_was_only_set_is_found_again_by_what_differs() -> None:
    after = apply_all(insert(BASS), [set_to("low_freq", "120 Hz"), set_to("mode", "Warm")])
    assert equivalent(apply_all(BASS, diff(BASS, after)), after)
    assert equivalent(apply_all(insert(BASS), diff(insert(BASS), after)), after)
