"""Settings of the mixer that a sentence makes twice: the last one holds.

"Turn the bass down 3, it should sit at -6" moves a fader once, "take the kick out, just mute it" mutes once.
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.actions import Action

__all__ = ["without_overridden"]

_SETTING = {
    "set_volume": "db",
    "set_pan": "pan",
    "set_send": "db",
    "set_mute": "on",
    "set_solo": "on",
    "set_arm": "on",
    "set_monitor": "mode",
}


def without_overridden(actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions without those that set what a later one sets again."""
    last = {_sets(action): at for at, action in enumerate(actions)}
    return tuple(
        action for at, action in enumerate(actions) if _sets(action) is None or last[_sets(action)] == at
    )


def _sets(action: Action) -> tuple[object, ...] | None:
    """What an action sets, whatever to; None where it sets nothing of the mixer."""
    fields = action.model_dump()
    value = _SETTING.get(fields["action"])
    return None if value is None else tuple(each for name, each in fields.items() if name != value)
