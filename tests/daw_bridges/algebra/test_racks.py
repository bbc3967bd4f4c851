"""Devices inside racks: edited like any other, by their path; the chains themselves no action makes."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, InsertDevice, action_json, parse_action
from daw_bridges.algebra import apply, apply_all, diff, differences, holds_more, invert, resolve_labels
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, IrreversibleError, NotFoundError, NotPossibleError
from daw_bridges.session import Chain, Device, Envelope, Session
from tests.daw_bridges.algebra.band import BAND, device, do, track


def _new(kind: str, *chains: Chain) -> Device:
    return catalog().new_device("ableton", kind).model_copy(update={"chains": chains})


def _chain(name: str, *kinds: str, **fields: Any) -> Chain:
    return Chain(name=name, devices=tuple(map(_new, kinds)), **fields)


def _on(session: Session, name: str, *devices: Device) -> Session:
    tracks = tuple(
        each.model_copy(update={"devices": devices}) if each.name == name else each for each in session.tracks
    )
    return session.model_copy(update={"tracks": tracks})


RACK = _new("audio_effect_rack", _chain("Dry"), _chain("Wet", "compressor", "gate", "compressor"))
INSIDE = "audio_effect_rack > Wet"
SET = _on(BAND, "Bass", _new("utility"), RACK)


def _along(session: Session, number: int = 1, rack: str = "audio_effect_rack") -> list[str | None]:
    return [each.kind for each in device(session, "Bass", rack).chains[number].devices]


def _action(name: str, **fields: Any) -> Action:
    return parse_action({"action": name, "track": "Bass", **fields})


def test_a_device_in_a_rack_is_switched_set_and_fed() -> None:
    second = f"{INSIDE} > compressor#2"
    after = do(
        SET,
        {"action": "enable_device", "track": "Bass", "device": second, "on": False},
        {"action": "set_parameter", "track": "Bass", "device": second, "parameter": "ratio", "value": "8:1"},
        {"action": "set_sidechain", "track": "Bass", "device": second, "source": "Kick"},
    )
    changed = device(after, "Bass", second)
    assert (changed.enabled, changed.parameters["ratio"].value, changed.sidechain) == (False, 8.0, "Kick")
    assert device(after, "Bass", f"{INSIDE} > compressor") == device(SET, "Bass", f"{INSIDE} > compressor")


def test_a_device_goes_into_a_chain_along_it_and_out_of_it() -> None:
    inserted = do(SET, "insert_device", track="Bass", device="reverb", chain=INSIDE, at=2)
    assert _along(inserted) == ["compressor", "reverb", "gate", "compressor"]
    moved = do(inserted, "move_device", track="Bass", device=f"{INSIDE} > reverb", to=4)
    assert _along(moved) == ["compressor", "gate", "compressor", "reverb"]
    assert _along(do(moved, "remove_device", track="Bass", device=f"{INSIDE} > gate")) == [
        "compressor",
        "compressor",
        "reverb",
    ]
    assert _along(do(SET, "insert_device", track="Bass", device="delay", chain="#2 > #1"), 0) == ["delay"]


def test_the_side_chain_of_a_device_in_a_rack_follows_the_track_that_feeds_it() -> None:
    fed = do(SET, "set_sidechain", track="Bass", device=f"{INSIDE} > compressor", source="Kick")
    renamed = do(fed, "rename_track", track="Kick", name="Boom")
    assert device(renamed, "Bass", f"{INSIDE} > compressor").sidechain == "Boom"
    gone = do(renamed, "delete_track", track="Boom")
    assert device(gone, "Bass", f"{INSIDE} > compressor").sidechain is None


def test_automation_follows_a_device_in_a_rack() -> None:
    drawn = do(
        SET,
        "automate_parameter",
        track="Bass",
        device=f"{INSIDE} > compressor#2",
        parameter="threshold",
        points=((0.0, -12.0),),
        clip="Bassline",
    )
    points = ((0.0, -12.0),)
    there = Envelope(device=f"{INSIDE} > compressor#2", parameter="threshold", points=points)
    assert track(drawn, "Bass").clips[0].envelopes == (there,)
    behind = do(drawn, "insert_device", track="Bass", device="audio_effect_rack", at=1)
    assert track(behind, "Bass").clips[0].envelopes[0].device == "audio_effect_rack#2 > Wet > compressor#2"
    first = do(drawn, "remove_device", track="Bass", device=f"{INSIDE} > compressor")
    assert track(first, "Bass").clips[0].envelopes[0].device == f"{INSIDE} > compressor"
    assert track(do(drawn, "remove_device", track="Bass", device="#2"), "Bass").clips[0].envelopes == ()


@pytest.mark.parametrize(
    ("rack", "kind", "words"),
    [
        (
            "audio_effect_rack",
            "synth",
            "Drift is an instrument and Audio Effect Rack holds audio effects only",
        ),
        ("midi_effect_rack", "gate", "Gate is an audio effect and MIDI Effect Rack holds MIDI effects only"),
        ("instrument_rack", "sampler", "already has an instrument, Drift. Remove it first"),
    ],
)
def test_a_rack_takes_what_it_is_for(rack: str, kind: str, words: str) -> None:
    held = {"instrument_rack": ("synth",)}.get(rack, ())
    session = _on(BAND, "Bass", _new(rack, _chain("One", *held)))
    with pytest.raises(NotPossibleError, match=words):
        do(session, "insert_device", track="Bass", device=kind, chain=f"{rack} > One")


def test_an_instrument_rack_takes_a_whole_chain() -> None:
    session = _on(BAND, "Bass", _new("instrument_rack", _chain("One")))
    for kind in ("reverb", "synth", "arpeggiator"):
        session = do(session, "insert_device", track="Bass", device=kind, chain="instrument_rack > One")
    assert _along(session, 0, "instrument_rack") == ["arpeggiator", "synth", "reverb"]


@pytest.mark.parametrize(
    ("field", "reference", "words"),
    [
        (
            "chain",
            "audio_effect_rack > Wett",
            "no chain called “Wett” on Bass, in audio_effect_rack.*Dry, Wet",
        ),
        ("chain", "audio_effect_rack", "no chain called “audio_effect_rack”.*audio_effect_rack > Dry, "),
        ("chain", "utility > Wet", "no chain called “Wet” on Bass, in utility"),
        (
            "device",
            INSIDE,
            "is a chain of a rack on Bass.*In it there is: .* > Wet > compressor, .*by hand in",
        ),
        ("device", f"{INSIDE} > eq", "no device called “eq” on Bass, in audio_effect_rack > Wet"),
    ],
)
def test_a_path_that_leads_nowhere_says_what_is_there(field: str, reference: str, words: str) -> None:
    action = _action("remove_device", device=reference)
    if field == "chain":
        action = _action("insert_device", device="gate", chain=reference)
    with pytest.raises(NotFoundError, match=words):
        apply(SET, action)


def test_a_label_may_stand_for_a_rack_or_for_a_device_in_it() -> None:
    plan = [
        _action("insert_device", device="gate", chain=INSIDE, at=1, **{"as": "first"}),
        _action("insert_device", device="gate", chain=INSIDE, at=1, **{"as": "second"}),
        _action("enable_device", device="first", on=False),
        _action("move_device", device=f"{INSIDE} > second", to=5),
    ]
    plain = resolve_labels(SET, plan)
    assert [action_json(action).get("as") for action in plain] == [None] * 4
    assert [getattr(action, "device", None) for action in plain[2:]] == [
        f"{INSIDE} > gate#2",
        f"{INSIDE} > gate",
    ]
    assert differences(apply_all(SET, plan), apply_all(SET, plain)) == []
    labelled = _on(BAND, "Bass", RACK.model_copy(update={"label": "parallel"}))
    [resolved] = resolve_labels(labelled, [_action("insert_device", device="eq", chain="parallel > Dry")])
    assert action_json(resolved)["chain"] == "audio_effect_rack > Dry"
    with pytest.raises(NotPossibleError, match="label of another device"):
        apply(apply(SET, plan[0]), _action("insert_device", device="eq", **{"as": "first"}))
    with pytest.raises(NotPossibleError, match="reads like a path"):
        apply(SET, _action("insert_device", device="eq", **{"as": "a > b"}))


CHANGES: list[list[dict[str, Any]]] = [
    [{"action": "insert_device", "device": "eq", "chain": INSIDE}],
    [{"action": "insert_device", "device": "eq", "chain": INSIDE, "at": 1}],
    [{"action": "remove_device", "device": f"{INSIDE} > gate"}],
    [{"action": "move_device", "device": f"{INSIDE} > gate", "to": 1}],
    [{"action": "enable_device", "device": f"{INSIDE} > compressor#2", "on": False}],
    [{"action": "set_sidechain", "device": f"{INSIDE} > compressor", "source": "Kick"}],
]


@pytest.mark.parametrize("rows", CHANGES, ids=lambda rows: rows[0]["action"])
def test_a_change_in_a_rack_is_told_as_it_was_made_and_taken_back(rows: list[dict[str, Any]]) -> None:
    actions = [parse_action({"track": "Bass", **row}) for row in rows]
    after = apply_all(SET, actions)
    way = diff(SET, after)
    assert [action.action for action in way] == [row["action"] for row in rows]
    assert differences(apply_all(SET, way), after) == []
    [action] = actions
    assert differences(apply_all(after, invert(action, SET)), SET) == []


def test_racks_that_change_places_are_not_taken_for_each_other() -> None:
    other = _new("audio_effect_rack", _chain("Dry"), _chain("Wet", "reverb", "compressor"))
    session = _on(BAND, "Bass", RACK, other)
    after = do(
        session,
        {"action": "move_device", "track": "Bass", "device": "#1", "to": 2},
        {"action": "enable_device", "track": "Bass", "device": "#1 > Wet > reverb", "on": False},
    )
    assert [action.action for action in diff(session, after)] == ["move_device", "enable_device"]


@pytest.mark.parametrize(
    ("chains", "missing"),
    [
        ((_chain("Dry"),), "Audio Effect Rack · chains: Dry, Wet, expected Dry"),
        ((*RACK.chains, _chain("New")), "expected Dry, Wet, New"),
        ((_chain("Dry"), RACK.chains[1].model_copy(update={"name": "Crushed"})), "expected Dry, Crushed"),
        ((_chain("Dry", pan=-1.0), RACK.chains[1]), "Dry · pan: C, expected 50L"),
        ((_chain("Dry", mute=True), RACK.chains[1]), "Dry · mute: off, expected on"),
        ((_chain("Dry", volume_db=-6.0), RACK.chains[1]), "Dry · volume: 0.0 dB, expected −6.0 dB"),
    ],
)
def test_what_no_action_makes_of_a_rack_is_said(chains: tuple[Chain, ...], missing: str) -> None:
    goal = _on(SET, "Bass", _new("utility"), RACK.model_copy(update={"chains": chains, "enabled": False}))
    with pytest.raises(IrreversibleError) as caught:
        diff(SET, goal)
    assert missing in str(caught.value)
    # The rack stays and as much of it as can be is brought into line.
    assert "remove_device" not in [action.action for action in caught.value.actions]
    assert not device(apply_all(SET, caught.value.actions), "Bass", "audio_effect_rack").enabled


def test_an_empty_rack_takes_the_place_of_a_full_one_and_not_the_other_way() -> None:
    empty = _on(SET, "Bass", _new("utility"), _new("audio_effect_rack"))
    assert [action.action for action in diff(SET, empty)] == ["remove_device", "insert_device"]
    with pytest.raises(IrreversibleError, match="chains: none, expected Dry, Wet"):
        diff(empty, SET)


@pytest.mark.parametrize(
    "row",
    [
        {"action": "remove_device", "track": "Bass", "device": "audio_effect_rack"},
        {"action": "delete_track", "track": "Bass"},
        {"action": "load_preset", "track": "Bass", "device": "audio_effect_rack", "preset": "Wide"},
    ],
)
def test_a_rack_that_holds_something_cannot_be_brought_back(row: dict[str, Any]) -> None:
    with pytest.raises(IrreversibleError):
        invert(parse_action(row), SET)
    assert holds_more(RACK)
    assert not holds_more(_new("audio_effect_rack"))


def test_a_preset_in_a_rack_can_be_taken_back() -> None:
    action = _action("load_preset", device=f"{INSIDE} > gate", preset="Tight")
    assert {getattr(step, "device", None) for step in invert(action, SET)} == {f"{INSIDE} > gate"}


def test_the_same_device_twice_is_inserted_where_it_was_asked_for() -> None:
    first = do(SET, "insert_device", track="Bass", device="delay", chain="#2 > Dry")
    ahead = InsertDevice(track="Bass", device="delay", chain="#2 > Dry", at=1)
    [back] = invert(ahead, first)
    assert action_json(back)["device"] == "audio_effect_rack > Dry > delay"


def test_an_action_says_where_in_a_rack() -> None:
    said = _action("insert_device", device="compressor", chain="Audio Effect Rack > kick in").describe()
    assert said == "Insert Compressor on Bass, in Audio Effect Rack > kick in"
    path = "audio_effect_rack > kick in > glue_compressor"
    said = _action("set_parameter", device=path, parameter="ratio", value=4).describe()
    assert said == "Set Ratio of Audio Effect Rack > kick in > Glue Compressor on Bass to 4"


def test_a_chain_that_is_left_out_is_not_written() -> None:
    assert "chain" not in action_json(_action("insert_device", device="gate"))


def test_errors_are_action_errors() -> None:
    with pytest.raises(ActionError):
        apply(SET, _action("enable_device", device="audio_effect_rack > Dry > gate", on=True))


def test_a_chain_without_a_name_of_its_own_is_called_after_what_is_in_it() -> None:
    session = _on(BAND, "Bass", _new("audio_effect_rack", _chain("Chain"), _chain("Chain"), _chain("Own")))
    fields = {"track": "Bass", "chain": "audio_effect_rack > #1"}
    one = do(session, "insert_device", device="gate", **fields)
    two = do(one, "insert_device", device="reverb", **fields)
    both = do(two, "insert_device", track="Bass", device="reverb", chain="audio_effect_rack > Own")
    names = [[chain.name for chain in device(each, "Bass", "#1").chains] for each in (one, two, both)]
    assert [each[0] for each in names] == ["Gate", "Gate | Reverb", "Gate | Reverb"]
    assert [each[1:] for each in names] == [["Chain", "Own"]] * 3
    assert [action.action for action in diff(session, both)] == ["insert_device"] * 3
    assert differences(apply_all(session, diff(session, both)), both) == []
    assert differences(apply_all(both, diff(both, session)), session) == []
