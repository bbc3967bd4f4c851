"""Labels of a plan's devices become references that a host understands."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import resolve_labels
from daw_bridges.errors import NotFoundError
from tests.daw_bridges.algebra.band import BAND


def _resolved(*documents: dict[str, Any]) -> list[dict[str, Any]]:
    return [action_json(action) for action in resolve_labels(BAND, map(parse_action, documents))]


def test_a_label_becomes_the_kind_and_number_it_has_at_that_step() -> None:
    insert = {"action": "insert_device", "track": "Bass", "device": "compressor"}
    enable = {"action": "enable_device", "track": "Bass", "device": "first", "on": False}
    ahead = {**insert, "at": 1, "as": "second"}
    plain = _resolved({**insert, "as": "first"}, enable, ahead, enable, {**enable, "device": "second"})
    assert [step.get("as") for step in plain] == [None] * 5
    assert [step["device"] for step in plain] == [
        "compressor",
        "compressor",
        "compressor",
        "compressor#2",
        "compressor",
    ]


def test_without_labels_nothing_changes() -> None:
    documents = [
        {"action": "insert_device", "track": "Bass", "device": "gate"},
        {"action": "enable_device", "track": "#2", "device": "Gate", "on": False},
        {"action": "set_tempo", "bpm": 90.0},
    ]
    assert _resolved(*documents) == documents


def test_a_label_nobody_gave_is_refused() -> None:
    with pytest.raises(NotFoundError, match="no device called “squash” on Bass"):
        _resolved({"action": "enable_device", "track": "Bass", "device": "squash", "on": True})
