"""What is listed for people: when, by which id, and what a workflow does, as one would say it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from orbit.interfaces.dates import moment

NOW = datetime(2026, 11, 27, 14, 3, tzinfo=UTC)
RAW = re.compile(r"\b[0-9a-f]{16,}\b|\d{4}-\d\d-\d\d|\{\{|\bNone\b|\b[a-z]+_[a-z_]+\b")


@pytest.fixture(autouse=True)
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> Any:
    import time

    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("when", "said"),
    [
        (None, ""),
        (NOW, "just now"),
        (NOW - timedelta(minutes=1), "1 minute ago"),
        (NOW - timedelta(minutes=59), "59 minutes ago"),
        (NOW - timedelta(minutes=60), "today 13:03"),
        (NOW - timedelta(hours=15), "yesterday 23:03"),
        (NOW - timedelta(days=15), "12 Nov"),
        (NOW - timedelta(days=400), "23 Oct 2025"),
        (NOW + timedelta(minutes=5), "today 14:08"),  # a clock that was put back
        ("2026-11-27T14:00:00.000000+00:00", "3 minutes ago"),
        ("2026-11-27T14:00:00", "3 minutes ago"),
    ],
)
def test_a_moment_is_said_from_here(when: datetime | str | None, said: str) -> None:
    assert moment(when, NOW) == said


@pytest.fixture
def worked(orbit: Any) -> Any:
    assert orbit("do", "make the bass duck under the kick").status == 0
    assert orbit("do", "mute the kick").status == 0
    assert orbit("do", "qwertz uiop asdf").status == 1
    return orbit


LISTED = (
    ("memory", "done"), ("memory", "log"), ("memory", "failures"), ("memory", "entities"),
    ("memory", "links", "workflow", "sidechain-compression"), ("workflows", "list"),
    ("workflows", "standing"), ("workflows", "versions", "sidechain-compression"), ("session",),
    ("workflows", "show", "sidechain-compression"), ("workflows", "show", "session-template"),
    ("workflows", "show", "mixing-template"), ("record", "status"),
)  # fmt: skip


def test_no_list_shows_a_raw_value(worked: Any) -> None:
    shown = {command: worked(*command).out for command in LISTED}
    slots = {"low_cut"}  # a slot is called so where one fills it
    raw = {command: set(RAW.findall(out)) - slots for command, out in shown.items()}
    assert {command: found for command, found in raw.items() if found} == {}
    assert "Insert Compressor on Bass" in " ".join(shown["memory", "log"].split())
    assert "Insert Compressor on <target>, as Ducker" in shown[LISTED[9]]
    assert "Set the volume of <kick> to -6.0 dB" in shown[LISTED[11]]


def test_what_is_shown_of_an_id_is_enough_to_mean_it(worked: Any) -> None:
    [whole] = [
        each["trajectory"]["id"] for each in worked("memory", "done", "mute", "-k", "1", "--json").document
    ]
    assert whole[:8] in worked("memory", "done").out
    assert worked("memory", "judge", whole[:8], "rejected").status == 0
    [taken] = worked("memory", "done", "--verdict", "rejected", "--json").document
    assert taken["trajectory"]["id"] == whole
    run = worked("memory", "log", "--json").document[0]["run_id"]
    assert len(worked("memory", "log", "--run", run[:8], "--json").document) == 1
    assert worked("memory", "links", "run", run[:8]).out != "Nothing belongs to that.\n"
    assert worked("memory", "judge", whole[:7], "accepted").status == 1  # too short to be meant
    [failed] = worked("memory", "failures", "--json").document
    assert worked("memory", "failures", "--resolve", failed["id"][:8]).status == 0
    assert worked("memory", "erase", whole[:8]).status == 0
    assert worked("memory", "erase", whole[:8]).status == 1
