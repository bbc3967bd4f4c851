"""Logic's own commands as Orbit uses them: by menu, never by an assigned key.

``commands`` is the table: what each is called in Logic's Key Commands window, where it is in the menus, and
the key Logic assigns to it at first.

There is no preset to install. A ``.logikcs`` file is a property list around ``LogicBinaryPreferences``, a
binary that Apple documents nowhere and that others have decoded in part; Logic 12.2 refuses what is not
exactly that, and importing one replaces every assignment the user has. Menus need no assignment at all.
"""

from __future__ import annotations

from daw_bridges.logic.key_commands.commands import COMMANDS, LogicCommand, command

__all__ = ["COMMANDS", "LogicCommand", "command"]
