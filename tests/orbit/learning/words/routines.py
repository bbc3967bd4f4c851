"""Routines as producers have them, with what other people would ask for in their own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orbit.learning.routine import Routine

__all__ = ["REQUESTS", "ROUTINES", "routine"]

T = "{{ target }}"
TARGET = {"type": "track"}


def routine(*steps: Mapping[str, Any], slots: Mapping[str, Any] | None = None, **fields: Any) -> Routine:
    """A routine of steps; ``target`` is a slot where nothing else is said."""
    numbered = tuple({"step_number": number, **step} for number, step in enumerate(steps, 1))
    given: dict[str, Any] = {
        "slots": {"target": TARGET} if slots is None else slots,
        "preconditions": (), "postconditions": (), "examples": (), "trajectories": ("a", "b", "c"),
        "daws": ("ableton",),
    }  # fmt: skip
    return Routine(steps=numbered, **(given | fields))


def insert(device: str, label: str, track: str = T, **fields: Any) -> dict[str, Any]:
    """Insert a device."""
    return {"action": "insert_device", "track": track, "device": device, "as": label, **fields}


def knob(device: str, parameter: str, value: Any, track: str = T, **fields: Any) -> dict[str, Any]:
    """Set a parameter."""
    edit = {"action": "set_parameter", "track": track, "device": device, "parameter": parameter}
    return edit | {"value": value, **fields}


def of_role(role: str) -> dict[str, Any]:
    """A track's slot that looks for a part of the mix."""
    return {"type": "track", "find": {"role": role}}


ROUTINES: dict[str, Routine] = {
    "lofi": routine(
        insert("redux", "a"), knob("a", "bit_depth", 8), insert("auto_filter", "b"),
        knob("b", "frequency", "{{ frequency }}"), insert("chorus", "c"),
        slots={"target": of_role("keys"), "frequency": {"type": "frequency", "default": 3000.0}},
    ),
    "pumping pad": routine(
        insert("glue_compressor", "a"),
        {"action": "set_sidechain", "track": T, "device": "a", "source": "{{ source }}"},
        knob("a", "threshold", "{{ threshold }}"),
        slots={
            "target": of_role("pad"), "source": of_role("kick"),
            "threshold": {"type": "gain_db", "default": -20.0},
        },
    ),
    "plate": routine(
        {"action": "create_track", "kind": "return", "name": "{{ new_name }}"},
        insert("reverb", "a", "{{ new_name }}"), knob("a", "decay_time", 2400, "{{ new_name }}"),
        insert("eq", "b", "{{ new_name }}"),
        {"action": "set_send", "track": T, "to": "{{ new_name }}", "db": "{{ send_level }}"},
        slots={
            "target": TARGET, "new_name": {"type": "text", "default": "Plate"},
            "send_level": {"type": "gain_db", "default": -12.0},
        },
    ),
    "guitar": routine(
        insert("overdrive", "a"), knob("a", "drive", 40), insert("echo", "b"), knob("b", "dry_wet", 20),
        slots={"target": of_role("guitar")}, goals=("make the guitar scream",),
    ),
    "tidy up": routine(
        insert("eq", "a", "{{ item }}", for_each="targets"),
        knob("a", "band_1_type", "High Pass 12dB", "{{ item }}", for_each="targets"),
        {"action": "set_color", "track": "{{ item }}", "color": "#ff0000", "for_each": "targets"},
        slots={"targets": {"type": "tracks"}},
    ),
    "plug-ins": routine(
        insert("FabFilter Pro-Q 3", "a"), insert("ValhallaVintageVerb", "b"), insert("Decapitator", "c"),
        slots={"target": of_role("vocal")},
    ),
    "levels": routine(
        knob("compressor", "threshold", "{{ threshold }}"), knob("compressor", "ratio", 4),
        knob("compressor", "attack", 10),
        slots={"target": of_role("snare"), "threshold": {"type": "gain_db", "default": -18.0}},
    ),
}  # fmt: skip

REQUESTS: dict[str, tuple[str, ...]] = {
    "lofi": (
        "crush, filter and thicken the piano",
        "bitcrusher, filter and chorus on the rhodes please",
        "redux plus auto filter plus chorus on keys",
    ),
    "pumping pad": (
        "let the pad pump with the kick using the glue compressor",
        "glue compressor sidechained from the kick on the pads",
        "pad should duck when the kick hits with glue compression",
    ),
    "plate": (
        "new return with a reverb and an eq on it",
        "set up an effect return with reverb and EQ",
        "make me a reverb and eq bus to send to",
    ),
    "guitar": (
        "I want the guitar to scream",
        "distort the guitar and add an echo",
        "overdrive and tape echo on the guitar",
    ),
    "tidy up": (
        "equalise several tracks and paint them",
        "eq and colour all of these tracks",
        "put an EQ on the tracks and set their colour",
    ),
    "plug-ins": (
        "FabFilter Pro-Q 3 and Decapitator on the vocal",
        "valhallavintageverb and pro-q on the vox",
        "my vocal chain with the Decapitator",
    ),
    "levels": (
        "dial in threshold, ratio and attack of the compressor on the snare",
        "my compressor settings for the snare",
        "set the snare's compressor the usual way",
    ),
}
"""What somebody would say who never saw the phrases."""
