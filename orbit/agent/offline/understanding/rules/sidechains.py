"""Side chains: what a device listens to."""

from __future__ import annotations

from daw_bridges.actions import SetSidechain
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import on_each
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _sidechain(ground: Ground, device: Said, source: Tracks, tracks: Tracks = ()) -> Built:
    return on_each(ground, device, tracks, lambda t, d: SetSidechain(track=t, device=d, source=source[0]))


def _no_sidechain(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    return on_each(ground, device, tracks, lambda t, d: SetSidechain(track=t, device=d, source=None))


_CHAIN = (
    "(sidechain|side chain|sidechain input|side chain input|sidechain source|side chain source|key input|"
    "external key)"
)

RULES = (
    Rule(
        _sidechain,
        (
            (
                f"(set|change|route|switch|feed|key) {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}} "
                f"(to|from|with) {{source:track}}"
            ),
            (
                "(sidechain|side chain|key|feed|trigger) {device} (on|of) {tracks} (to|from|with|by|off) "
                "{source:track}"
            ),
            "(sidechain|side chain|key|feed|trigger) {device} (to|from|with|by) {source:track}",
        ),
        firm=False,
    ),
    Rule(
        _no_sidechain,
        (f"(turn|switch) {_CHAIN} (of|on|for|from) {{device}} (on|of) {{tracks}} off",),
    ),
)
"""The wordings of side chains."""
