"""The trainer: the same rows give the same weights; what a chart leaves out for it is no edit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reader.curve import Point, picture
from benchmarks.reader.rows import FOLDER, rows_of
from benchmarks.reader.training import example_of, train, vocabulary
from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.ranker import parse

_TRAINED = """
from zlib import crc32
from tests.orbit.agent.reader.test_training import trained
print(crc32(trained(12).tobytes()))
"""


def trained(count: int) -> np.ndarray:
    """The weights of some rows."""
    rows = [row for row in rows_of(FOLDER / "relations.jsonl") if len(row.say) == 1][:count]
    known = vocabulary(rows)
    return train([each for row in rows if (each := example_of(row, known)) is not None])


def test_two_trainings_give_the_same_weights() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", _TRAINED],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            cwd=Path(__file__).parents[4],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] != ""


def test_what_was_trained_reads_its_rows() -> None:
    rows = [row for row in rows_of(FOLDER / "relations.jsonl") if len(row.say) == 1 and row.leads_to][:6]
    known = vocabulary(rows)
    found = [each for row in rows if (each := example_of(row, known)) is not None and each.reachable]
    weights = train(found)
    for each in found:
        parsed = parse(
            Chart(Ground(each.row.start(), each.row.say[0]), tokenize(each.row.say[0]), known), weights
        )
        assert parsed.readings
        assert parsed.edit > 0.5


@pytest.mark.parametrize(
    ("say", "frame"),
    [
        ("mute the kick and set the bass to -6", "mute"),
        ("pan the snare left and rename the pad to Air", "pan_left"),
        ("mute the kick, solo the snare and arm the pad", "mute"),
    ],
)
def test_a_long_edit_passes_over_no_number_and_no_other_request(
    practice: Session, say: str, frame: str
) -> None:
    chart = Chart(Ground(practice, say), tokenize(say))
    long = [
        arc
        for arc in chart.edits
        if arc.last - arc.first > 1 and {each.name for each in arc.frames} == {frame}
    ]
    assert not [arc for arc in long if len(arc.parts) == 1]


def test_the_verb_of_an_edit_may_stand_apart(practice: Session) -> None:
    say = "the kick and the snare, mute them"
    found = [
        arc.outcome
        for arc in Chart(Ground(practice, say), tokenize(say)).edits
        if isinstance(arc.outcome, tuple)
    ]
    assert ["Mute Kick", "Mute Snare"] in [[each.describe() for each in does] for does in found]


def test_the_curve_is_drawn_with_a_point_a_training() -> None:
    drawn = picture([Point(100, 0.5, 0.4, 0.1), Point(200, 0.6, 0.5, 0.0)])
    assert drawn.count("<circle") == 6
    assert "100 rows" in drawn
