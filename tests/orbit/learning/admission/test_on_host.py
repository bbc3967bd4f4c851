"""What is tried on the simulated Live through its bridge: carried out, read back, taken back; or refused."""

from __future__ import annotations

from orbit.learning.admission import HOST, MODEL, Admission, admit_on_host
from orbit.learning.routine import Learned, Routine
from orbit.workflows import load_workflow
from tests.orbit.learning.admission.routines import routine, routine_of, worded
from workflows_seed import FOLDER

DUCKING = load_workflow(FOLDER / "sidechain-compression.yaml")
PLUG_IN = routine(
    {"action": "insert_device", "track": "{{ on }}", "device": "Tilt One", "as": "tilt"},
    {"action": "set_parameter", "track": "{{ on }}", "device": "tilt", "parameter": "low_freq",
     "value": "120 Hz"},
    {"action": "set_parameter", "track": "{{ on }}", "device": "tilt", "parameter": "Amount", "value": 0.3},
    {"action": "set_parameter", "track": "{{ on }}", "device": "tilt", "parameter": "mode", "value": "Warm"},
    {"action": "set_parameter", "track": "{{ on }}", "device": "Old One", "parameter": "mix",
     "value": "40 %"},
    slots={"on": {"type": "track"}},
    examples=[{"on": "Lead Vox"}],
)  # fmt: skip


def learned(tried: Routine) -> Learned:
    return Learned(worded(tried), tried, 3, MODEL)


def test_each_is_carried_out_and_the_next_finds_an_empty_set() -> None:
    told: list[Admission] = []
    ducking = Learned(DUCKING, routine_of(DUCKING), 3, MODEL)
    verdicts = admit_on_host([ducking, learned(PLUG_IN), ducking], on_done=told.append)
    assert [(each.proven, each.reason, each.notes) for each in verdicts] == [(HOST, "", ())] * 3
    assert sorted(each.workflow.workflow_name for each in told) == sorted(
        each.workflow.workflow_name for each in verdicts
    )


def test_one_that_ends_elsewhere_on_the_host_is_refused_and_the_next_is_tried() -> None:
    returns = [{"action": "create_track", "kind": "return", "name": f"Return {n}"} for n in range(1, 13)]
    drawn = {
        "action": "automate_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "threshold",
        "points": [[0, -20], [4, -30]],
    }
    verdicts = admit_on_host([learned(routine(drawn)), learned(routine(*returns))])
    assert (verdicts[0].ok, verdicts[1].proven) == (False, HOST)
    assert "automation on the timeline" in verdicts[0].reason


def test_a_preset_of_the_users_own_is_left_out_of_the_trial_and_nothing_else() -> None:
    preset = routine(
        {"action": "load_preset", "track": "Bass", "device": "compressor", "preset": "My Glue"},
        {"action": "set_parameter", "track": "Bass", "device": "compressor", "parameter": "ratio",
         "value": 8},
        before=[{"track": "Bass", "device": "compressor", "exists": True}],
    )  # fmt: skip
    alone = routine({"action": "load_preset", "track": "Bass", "device": "compressor", "preset": "My Glue"})
    verdicts = admit_on_host([learned(preset), learned(alone)])
    assert [each.proven for each in verdicts] == [HOST, MODEL]
    assert "My Glue" in verdicts[0].notes[0]
    assert [step.action for step in verdicts[0].workflow.steps] == ["load_preset", "set_parameter"]


def test_what_feeds_a_track_and_the_colour_it_is_given_need_not_be_those_of_the_trial() -> None:
    recording = routine(
        {"action": "create_track", "kind": "audio", "name": "Print"},
        {"action": "set_input", "track": "Print", "source": "3/4"},
        {"action": "set_color", "track": "Print", "color": "#ffaa00"},
        {"action": "set_send", "track": "Print", "to": "A-Reverb", "db": -12.0},
        after=[{"track": "Print", "color": "#ffaa00", "input": "3/4"}],
    )
    (verdict,) = admit_on_host([learned(recording)])
    assert (verdict.proven, verdict.reason, verdict.notes) == (HOST, "", ())


def test_the_order_of_verdicts_is_that_of_the_workflows() -> None:
    named = [
        Learned(worded(tried).model_copy(update={"workflow_name": f"number-{number}"}), tried, 3, MODEL)
        for number, tried in enumerate([PLUG_IN] * 9)
    ]
    verdicts = admit_on_host(named)
    assert [each.workflow.workflow_name for each in verdicts] == [f"number-{number}" for number in range(9)]
    assert {each.proven for each in verdicts} == {HOST}


def test_a_plug_in_before_a_midi_effect_is_one() -> None:
    on = {"action": "insert_device", "track": "Keys"}
    chain = routine(
        {**on, "device": "Step Maker"}, {**on, "device": "scale", "at": 2}, {**on, "device": "Big Synth"}
    )
    (verdict,) = admit_on_host([learned(chain)])
    assert (verdict.proven, verdict.reason) == (HOST, "")
