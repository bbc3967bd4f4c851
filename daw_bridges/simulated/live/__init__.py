"""Ableton Live without Ableton Live: its object model in Python, on which a Remote Script runs unchanged.

``song``, ``track``, ``clip`` … are the classes of the Live Object Model under their own names; ``lom`` is
what they stand on, ``document`` and ``undo`` are the rules of changing a set. ``live_api`` is the module
``Live`` that scripts import, ``control_surface`` the classes they derive from, ``host`` the running
application, ``faults`` what can go wrong in it, ``practice`` the sets to work on.

    with LiveHost(practice_set(), Path("MyRemoteScript")) as host:
        host.call(lambda: host.song.tracks[0].name)
"""

from __future__ import annotations

from daw_bridges.simulated.live.host import LiveHost
from daw_bridges.simulated.live.practice import big_set, default_set, practice_set
from daw_bridges.simulated.live.song import Song

__all__ = ["LiveHost", "Song", "big_set", "default_set", "practice_set"]
