"""What a track can take its input from besides other tracks, by the names that Live gives it."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["read_port"]

_PORTS = {
    "ext in": "Ext. In",
    "ext. in": "Ext. In",
    "ext , in": "Ext. In",
    "external": "Ext. In",
    "external in": "Ext. In",
    "external input": "Ext. In",
    "external inputs": "Ext. In",
    "audio interface": "Ext. In",
    "interface": "Ext. In",
    "soundcard": "Ext. In",
    "all ins": "All Ins",
    "all inputs": "All Ins",
    "all midi inputs": "All Ins",
    "no input": "No Input",
    "no inputs": "No Input",
    "none": "No Input",
    "nothing": "No Input",
    "resampling": "Resampling",
}


def read_port(_: Ground, tokens: Sequence[Token]) -> tuple[str, ...] | None:
    """The name of an input that is no track: "the external input", "nothing", "resampling"."""
    name = _PORTS.get(said(tokens))
    return None if name is None else (name,)
