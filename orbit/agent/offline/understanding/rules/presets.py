"""Presets of devices, by their names."""

from __future__ import annotations

from daw_bridges.actions import LoadPreset
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import on_each
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _preset(ground: Ground, name: str, device: Said, tracks: Tracks = ()) -> Built:
    return on_each(ground, device, tracks, lambda t, d: LoadPreset(track=t, device=d, preset=name))


_LOAD = (
    "(load|load up|use|open|apply|recall|bring up|call up|pull up|choose|pick|select|try|put|get|want|i want)"
)
_INTO = "(in|into|on|onto|to|for|from)"

RULES = (
    Rule(
        _preset,
        (
            f"{_LOAD} preset [called|named] {{name}} {_INTO} {{device}} [(on|of) {{tracks}}]",
            f"{_LOAD} {{name}} preset {_INTO} {{device}} [(on|of) {{tracks}}]",
            f"{_LOAD} {{name}} preset {_INTO} {{tracks}} {{device}}",
        ),
        firm=False,
    ),
)
"""The wordings of presets."""
