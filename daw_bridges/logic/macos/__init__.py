"""What a Mackie Control cannot do, done at Logic's screen: tracks, names, tempo, markers, regions.

``gestures`` and ``procedure`` are data; ``procedures`` make them of actions; a ``desktop`` does them: on a
Mac ``script`` renders them as AppleScript over System Events, in practice the simulated Logic goes through
the same gestures. ``docs/logic_mac.md`` says what each does, which permission it takes, what is not known.
"""

from __future__ import annotations

from daw_bridges.logic.macos.desktop import AbsentDesktop, Desktop, open_desktop
from daw_bridges.logic.macos.procedure import Manual, Procedure, Proof

__all__ = ["AbsentDesktop", "Desktop", "Manual", "Procedure", "Proof", "open_desktop"]
