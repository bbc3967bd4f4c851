"""What each of them does by habit, in the vocabulary, and how much a workflow is like it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

HABITS: Mapping[str, tuple[str, ...]] = {
    "Mara": (
        "insert_device eq", "set_parameter eq band_2_frequency", "set_parameter eq band_2_gain",
        "insert_device compressor", "set_parameter compressor ratio", "set_parameter compressor threshold",
        "set_parameter compressor attack", "insert_device saturator", "set_parameter saturator drive",
    ),
    "Jo": (
        "create_track", "set_output", "insert_device glue_compressor",
        "set_parameter glue_compressor threshold", "set_parameter glue_compressor makeup",
        "insert_device drum_buss", "set_parameter drum_buss drive",
    ),
    "Sam": (
        "insert_device compressor", "set_sidechain compressor", "set_parameter compressor threshold",
        "set_parameter compressor ratio", "set_parameter compressor attack",
        "set_parameter compressor release",
    ),
    "Ada": (
        "create_track", "insert_device reverb", "set_parameter reverb decay_time",
        "set_parameter reverb dry_wet", "insert_device eq", "set_parameter eq band_1_frequency", "set_send",
    ),
    "Ben": (
        "insert_device eq", "set_parameter eq band_1_type", "set_parameter eq band_1_frequency",
        "set_volume",
    ),
}  # fmt: skip
"""The edits of each habit; what is done to several tracks in a row is there once."""


def edits(workflow: Mapping[str, Any]) -> list[str]:
    """What a workflow's steps do; the same to several tracks in a row is one."""
    return [kind for kind, _ in groupby(_kinds(workflow["steps"]))]


def _kinds(steps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    labels = {step["as"]: step["device"] for step in steps if "as" in step}
    for step in steps:
        device = step.get("device", "")
        yield " ".join(filter(None, (step["action"], labels.get(device, device), step.get("parameter"))))


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two runs of edits have in common in their order: Dice's measure, 0 to 1."""
    row = [0] * (len(other) + 1)
    for mine in one:
        before, row = row, [0]
        for place, theirs in enumerate(other):
            row.append(before[place] + 1 if mine == theirs else max(before[place + 1], row[-1]))
    return 2 * row[-1] / (len(one) + len(other))
