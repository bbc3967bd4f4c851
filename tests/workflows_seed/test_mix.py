"""The seeds of the mix, asked for otherwise than by their defaults, and in sessions that are not empty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import action_json
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Track
from orbit.workflows import holds, load_workflow
from tests.orbit.workflows.sessions import edited, practice
from tests.workflows_seed.proof import GIVEN, planned, prove
from tests.workflows_seed.stages import HOSTS, Stages
from workflows_seed import FOLDER

VARIANTS: dict[str, dict[str, str]] = {
    "stereo-widening": {"target": "the guitar", "way": "haas", "offset": "20 ms"},
    "lcr-panning": {"left": "the keys", "right": "the guitar", "middle": "the bass"},
    "reference-track": {"name": "Released", "level": "-6 dB"},
    "loudness-limiter": {"ceiling": "-2 dB", "mode": "true peak"},
    "noise-gate": {"target": "the snare", "threshold": "-30 dB"},
}
SYNTH = {"action": "insert_device", "track": "Keys", "device": "synth"}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("seed", VARIANTS)
async def test_what_is_asked_for_is_done_and_taken_back(
    seed: str, host: str, stages: Stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GIVEN, seed, VARIANTS[seed])
    proof = await prove(load_workflow(Path(FOLDER) / f"{seed}.yaml"), await stages.stage(host))
    assert proof.verdict == "verified"


def chain(track: Track) -> list[str | None]:
    return [device.kind for device in track.devices]


def test_what_leans_to_a_side_goes_all_the_way_there() -> None:
    session = edited(
        practice(),
        {"action": "set_pan", "track": "Keys", "pan": -0.3},
        {"action": "set_pan", "track": "Guitar", "pan": 0.5},
        {"action": "set_pan", "track": "Lead Vox", "pan": 0.2},
        {"action": "create_track", "kind": "audio", "name": "Gtr 2 L"},
    )
    placed = planned("lcr-panning", session).predicted
    assert {track.name: track.pan for track in placed.ordinary_tracks if track.pan} == {
        "Keys": -1, "Gtr 2 L": -1, "Guitar": 1, "Hats": -1, "Percussion": 1, "Backing Vox": -1,
    }  # fmt: skip


@pytest.mark.parametrize("seed", ["stereo-widening", "bass-mono"])
def test_what_shapes_the_master_stands_before_its_limiter(seed: str) -> None:
    session = edited(practice(), {"action": "insert_device", "track": "Master", "device": "limiter"})
    shaped = find_track(planned(seed, session, target="Master").predicted, "Master")
    assert chain(shaped) == ["utility", "limiter"]


@pytest.mark.parametrize(
    ("seed", "device"), [("mixing-template", "eq"), ("low-cut-cleanup", "eq"), ("gain-staging", "utility")]
)
def test_an_effect_comes_behind_an_instrument_and_before_what_reacts_to_it(seed: str, device: str) -> None:
    session = edited(
        practice(), SYNTH, {"action": "insert_device", "track": "Guitar", "device": "compressor"}
    )
    after = planned(seed, session).predicted
    assert chain(find_track(after, "Keys")) == ["synth", device]
    assert chain(find_track(after, "Guitar")) == [device, "compressor"]


def _eq(track: str, **settings: Any) -> list[dict[str, Any]]:
    insert = {"action": "insert_device", "track": track, "device": "eq"}
    setting = {"action": "set_parameter", "track": track, "device": "eq"}
    return [insert, *(setting | {"parameter": name, "value": value} for name, value in settings.items())]


def test_a_low_cut_leaves_alone_what_cuts_higher_and_what_the_lowest_band_lifts() -> None:
    session = edited(
        practice(),
        *_eq("Guitar", band_1_type="High Pass 48dB", band_1_frequency="200 Hz"),
        *_eq("Pad", band_1_gain="3 dB", band_1_frequency="90 Hz"),
        *_eq("Keys", band_1_type="High Pass 12dB", band_1_frequency="200 Hz", band_1_on="off"),
    )
    made = planned("low-cut-cleanup", session)
    for name in ("Guitar", "Pad"):
        assert find_track(made.predicted, name) == find_track(session, name)
    on_keys = find_device(find_track(made.predicted, "Keys"), "eq").parameters
    assert (on_keys["band_1_frequency"].value, on_keys["band_1_on"].value) == (100.0, "on")
    assert all(holds(condition, made.predicted).ok for condition in made.postconditions)


def test_a_low_cut_of_all_spares_kick_bass_and_a_whole_kit() -> None:
    session = edited(practice(), {"action": "create_track", "kind": "audio", "name": "Drum Loop"})
    made = planned("low-cut-cleanup", session)
    spared = {track.name for track in made.predicted.ordinary_tracks if not track.devices}
    assert spared == {"Kick", "Bass", "Drum Loop"}
    assert chain(find_track(planned("mixing-template", session).predicted, "Drum Loop")) == []


def test_a_second_return_is_not_made_for_more_of_parallel_compression() -> None:
    session = planned("parallel-compression", practice(), target="the snare").predicted
    made = planned("parallel-compression", session, target="the bass")
    assert [action.action for action in made.actions] == ["set_send"]


def test_one_low_cut_says_nothing_of_what_it_does_not_touch() -> None:
    made = planned("low-cut-cleanup", practice(), tracks="the guitar", frequency="120")
    assert {action_json(action)["track"] for action in made.actions} == {"Guitar"}
    assert made.notes == ()
