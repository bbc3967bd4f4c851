"""Trajectory files: the good lines are used, each bad one is told with its number and what is wrong."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import UsageError
from orbit.learning.intake import BadLine, read_trajectories
from orbit.learning.intake.reading import LONGEST_LINE, read_lines
from orbit.memory.trajectory import Trajectory

MUTE = {"t": 4.75, "origin": "user", "action": "set_mute", "track": "Kick", "on": True}


def line(**fields: Any) -> dict[str, Any]:
    return {
        "id": "a", "session": "s", "project": "p", "daw": "ableton", "goal": None, "outcome": "unknown",
        "started": "2026-10-01T12:00:00Z", "actions": [MUTE],
    } | fields  # fmt: skip


def read(*lines: Any) -> list[Trajectory | BadLine]:
    parts = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in lines]
    return list(read_lines(io.BytesIO(b"\n".join(parts))))


def why(bad: Trajectory | BadLine) -> str:
    assert isinstance(bad, BadLine), bad
    return bad.why


def test_a_line_is_read_as_the_model_reads_it() -> None:
    document = line(goal="duck the bass", outcome="success", after_sha256="ab" * 32)
    (found,) = read(document)
    assert found == Trajectory.model_validate(document)
    assert isinstance(found, Trajectory)
    assert found.model_dump(mode="json") == Trajectory.model_validate(document).model_dump(mode="json")


def test_what_a_line_leaves_open_is_the_same_every_time() -> None:
    bare = {"daw": "logic", "actions": [MUTE]}
    first, second = read(bare), read(bare)
    assert first == second
    (found,) = first
    assert isinstance(found, Trajectory)
    assert (found.session, found.goal, found.outcome) == ("", None, "unknown")
    assert found.started == datetime(1970, 1, 1, tzinfo=UTC)
    assert found.id != ""


def test_a_time_without_a_zone_is_utc() -> None:
    (found,) = read(line(started="2026-10-01T12:00:00"))
    assert isinstance(found, Trajectory)
    assert found.started == datetime(2026, 10, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([], "an object, not a list"),
        ("text", "an object, not a text"),
        (b"{", "not JSON"),
        (b'{"daw": "ableton", "actions": NaN}', "not JSON"),
        (b'{"daw": "able\xffton"}', "not UTF-8"),
        ("x\u0000".encode("utf-16"), "NUL"),
        (line(goal="\u0000"), "NUL"),
        (b"[" * 5000 + b"]" * 5000, "not JSON"),
        (line(daw=None), "“daw” is missing"),
        (line(daw=7), "“daw” is a text, not a number"),
        (line(id=True), "“id” is a text, not true or false"),
        (line(id="x" * 257), "at most 256"),
        (line(goal="x" * 10_001), "at most 10000"),
        (line(outcome="great"), "success, failure or unknown"),
        (line(started="soon"), "2026-10-01T12:00:00Z"),
        (line(started=True), "not true or false"),
        (line(started="9999-12-31T23:59:59Z", actions=[MUTE | {"t": 9e8}]), "2026-10-01T12:00:00Z"),
        (line(actions={}), "a list, not an object"),
        (line(actions=[MUTE, 7]), "Action 2: an action is an object"),
        (line(actions=[MUTE | {"t": -1}]), "Action 1: “t” counts seconds"),
        (line(actions=[MUTE | {"t": "soon"}]), "Action 1: “t” is a number"),
        (line(actions=[MUTE | {"t": True}]), "Action 1: “t” is a number"),
        (line(actions=[MUTE | {"t": 10**400}]), "Action 1: “t” counts seconds"),
        (line(actions=[MUTE | {"origin": "me"}]), "“origin” is user or agent"),
        (line(actions=[MUTE | {"action": "explode"}]), "There is no action “explode”"),
        (line(actions=[MUTE | {"on": "perhaps"}]), "Action 1: set_mute: on"),
        (line(actions=[MUTE | {"extra": 1}]), "Action 1: set_mute: extra"),
        (line(actions=[{**MUTE, "action": "set_tempo", "bpm": 10**300}]), "too large a number"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(document: Any, complaint: str) -> None:
    bad, good = read(document, line(id="good"))
    assert complaint in why(bad)
    assert isinstance(bad, BadLine)
    assert bad.number == 1
    assert isinstance(good, Trajectory)


def test_too_many_actions_are_refused() -> None:
    assert "100001 actions" in why(read(line(actions=[MUTE] * 100_001))[0])


def test_equal_to_python_is_not_equal_to_the_vocabulary() -> None:
    setting = {
        "t": 0,
        "origin": "user",
        "action": "set_parameter",
        "track": 1,
        "device": "eq",
        "parameter": "p",
    }
    (found,) = read(line(actions=[setting | {"value": value} for value in (1, True, 1.0)]))
    assert isinstance(found, Trajectory)
    assert [getattr(item.action, "value", None) for item in found.actions] == [1.0, "on", 1.0]
    assert "track" in why(
        read(line(actions=[setting | {"value": 1}, setting | {"value": 1, "track": 1.0}]))[0]
    )


def test_the_second_of_an_id_is_told_where_the_first_stands() -> None:
    first, bad, third = read(line(), line(goal="other"), line(id="b"))
    assert isinstance(first, Trajectory)
    assert isinstance(third, Trajectory)
    assert "line 1" in why(bad)


def test_a_bad_line_does_not_take_its_id_away_from_a_good_one() -> None:
    bad, good = read(line(outcome="great"), line())
    assert isinstance(bad, BadLine)
    assert isinstance(good, Trajectory)


def test_empty_files_and_lines_are_nothing_bad() -> None:
    assert read() == []
    assert read(b"", b"  \r", b"") == []


def test_a_byte_order_mark_and_windows_line_ends_are_taken() -> None:
    (found,) = read(b"\xef\xbb\xbf" + json.dumps(line()).encode() + b"\r")
    assert isinstance(found, Trajectory)


def test_a_line_that_is_too_long_is_passed_over_and_the_next_is_read() -> None:
    long, good = read(b'"' + b"x" * (LONGEST_LINE * 2 + 5), line())
    assert "longer than 16 MB" in why(long)
    assert isinstance(good, Trajectory)
    assert "longer than 16 MB" in why(read(b"x" * (LONGEST_LINE + 1))[0])


def test_a_file_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path, Path("a\0b")):
        with pytest.raises(UsageError, match="cannot be read"):
            next(read_trajectories(path))


def test_files_and_the_standard_input_are_read(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    path.write_text(json.dumps(line()) + "\nnonsense\n")
    good, bad = read_trajectories(path)
    assert isinstance(good, Trajectory)
    assert isinstance(bad, BadLine)
    assert bad.number == 2
    code = (
        "from orbit.learning.intake import read_trajectories\n"
        "print([type(each).__name__ for each in read_trajectories('-')])"
    )
    piped = subprocess.run(
        [sys.executable, "-c", code],
        input=path.read_bytes(), capture_output=True, check=True, env=os.environ,
    )  # fmt: skip
    assert piped.stdout.decode().strip() == "['Trajectory', 'BadLine']"


def test_a_large_file_streams(tmp_path: Path) -> None:
    """No more than a line of it is held: what is read while it is looked at can be thrown away."""
    import tracemalloc

    path = tmp_path / "large.jsonl"
    with path.open("w") as file:
        for number in range(3000):
            actions = [MUTE | {"action": "set_volume", "db": number + place / 7} for place in range(20)]
            cleaned = [{key: value for key, value in each.items() if key != "on"} for each in actions]
            file.write(json.dumps(line(id=str(number), actions=cleaned)) + "\n")
    tracemalloc.start()
    count = sum(isinstance(each, Trajectory) for each in read_trajectories(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 3000
    assert peak < 100 * 2**20
