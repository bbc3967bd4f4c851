"""What is admitted on the model of a session, and what is refused there and why."""

from __future__ import annotations

import pytest

from orbit.learning.admission import MODEL, admit_by_model
from orbit.workflows import load_folder
from orbit.workflows.patterns import is_pattern
from orbit.workflows.workflow import Workflow
from tests.orbit.learning.admission.routines import routine, routine_of, worded
from workflows_seed import FOLDER

SEEDS = [
    seed
    for seed in load_folder(FOLDER)
    # What is worked out when it is planned is never learned.
    if not any(is_pattern(each) for step in seed.steps for each in (step.for_each, *step.fields.values()))
]


@pytest.mark.parametrize("seed", SEEDS, ids=[seed.workflow_name for seed in SEEDS])
def test_what_comes_with_orbit_would_be_admitted(seed: Workflow) -> None:
    verdict = admit_by_model(seed, routine_of(seed))
    assert (verdict.proven, verdict.reason) == (MODEL, "")


def test_a_device_that_was_there_before_is_there_to_be_set() -> None:
    tried = routine(
        {"action": "set_parameter", "track": "{{ track }}", "device": "compressor#2",
         "parameter": "threshold", "value": "-24 dB"},
        {"action": "set_send", "track": "{{ track }}", "to": "A-Reverb", "db": -12.0},
        slots={"track": {"type": "track"}},
        examples=[{"track": "Lead Vox"}],
    )  # fmt: skip
    assert admit_by_model(worded(tried), tried).ok


def test_what_cannot_be_done_is_refused_with_the_reason() -> None:
    tried = routine(
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
        {"action": "set_parameter", "track": "Bass", "device": "compressor", "parameter": "threshold",
         "value": "120 Hz"},
    )  # fmt: skip
    verdict = admit_by_model(worded(tried), tried)
    assert not verdict.ok
    assert "120 Hz" in verdict.reason
