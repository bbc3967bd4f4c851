"""Views in which a V-Pot goes through a list: what it stands on is forgotten when the view changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.logic.preselecting import Preselection
from daw_bridges.simulated.logic.views.base import View

if TYPE_CHECKING:
    from daw_bridges.simulated.logic.desk import Desk

__all__ = ["ChoosingView"]


class ChoosingView(View):
    """``waiting`` is what was chosen and not pushed yet."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.waiting = Preselection()

    def cancel(self) -> None:
        """Forgets what was chosen."""
        self.waiting.clear()

    def leave(self) -> None:
        """Forgets it as well."""
        self.waiting.clear()

    def reselected(self) -> None:
        """And again."""
        self.waiting.clear()
