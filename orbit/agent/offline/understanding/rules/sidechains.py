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


_KEY = "(set|change|route|switch|feed|key)"
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
            f"{_KEY} {_CHAIN} (of|on|for) {{tracks}} {{device}} (to|from|with) {{source:track}}",
            f"(set|change|feed|key) {{device}} {_CHAIN} (on|of) {{tracks}} (to|from|with) {{source:track}}",
            f"(set|change|feed|key) {{tracks}} {{device}} {_CHAIN} (to|from|with) {{source:track}}",
            (
                "(sidechain|side chain|key|feed|trigger) {device} (on|of) {tracks} (to|from|with|by|off) "
                "{source:track}"
            ),
            "(sidechain|side chain|key|feed|trigger) {tracks} {device} (to|from|with|by|off) {source:track}",
            "(sidechain|side chain|key|feed|trigger) {device} (to|from|with|by) {source:track}",
            f"use {{source:track}} as {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}}",
        ),
        firm=False,
    ),
    Rule(
        _no_sidechain,
        (
            (
                f"(turn off|switch off|disable|remove|clear|kill|take off) {_CHAIN} (of|on|for|from) "
                f"{{device}} [(on|of) {{tracks}}]"
            ),
            f"(turn|switch) {_CHAIN} (of|on|for|from) {{device}} (on|of) {{tracks}} off",
            f"(turn off|switch off|disable|remove|clear|kill) {{tracks}} {{device}} {_CHAIN}",
            f"(turn|switch) {{tracks}} {{device}} {_CHAIN} off",
        ),
    ),
)
"""The wordings of side chains."""
