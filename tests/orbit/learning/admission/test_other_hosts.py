"""What one host cannot be told: held to another's model, or left to the user as a step by hand."""

from __future__ import annotations

from typing import Any

from orbit.learning.admission import admit_by_model
from tests.orbit.learning.admission.routines import routine, worded

ON_IT = {"track": "Kick", "device": "gate"}
GATE: tuple[dict[str, Any], ...] = (
    {"action": "insert_device", **ON_IT},
    {"action": "set_sidechain", **ON_IT, "source": "Snare"},
    {"action": "set_parameter", **ON_IT, "parameter": "threshold", "value": "-30 dB"},
)
ONLY_IN_LIVE = (
    {"action": "insert_device", "track": "Kick", "device": "drum_buss"},
    {
        "action": "set_parameter",
        "track": "Kick",
        "device": "drum_buss",
        "parameter": "drive",
        "value": "20 %",
    },
)


def test_what_another_host_can_do_is_admitted_and_says_why_not_here() -> None:
    tried = routine(*GATE)
    verdict = admit_by_model(worded(tried), tried)
    assert verdict.ok
    assert len(verdict.workflow.steps) == 3
    assert verdict.routine.daws == ("ableton",)
    assert "side chain of Gate cannot be set" in verdict.notes[0]


def test_a_step_that_no_host_can_be_told_is_left_to_the_user() -> None:
    tried = routine(*GATE, *ONLY_IN_LIVE)
    verdict = admit_by_model(worded(tried), tried)
    assert verdict.ok
    assert [step.action for step in verdict.workflow.steps].count("set_sidechain") == 0
    assert len(verdict.workflow.steps) == len(verdict.routine.steps) == 4
    assert verdict.notes[0].startswith("Step 2 is left out, to be done by hand")


def test_what_then_is_hardly_itself_is_refused() -> None:
    tried = routine(*GATE[:2], *ONLY_IN_LIVE[:1])
    alone = routine(GATE[1], *ONLY_IN_LIVE[:1])
    assert admit_by_model(worded(tried), tried).ok
    verdict = admit_by_model(worded(alone), alone)
    assert not verdict.ok
    assert "side chain of Gate cannot be set" in verdict.reason
