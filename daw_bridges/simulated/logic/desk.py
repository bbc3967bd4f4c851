"""What the surface is to the simulated Logic: eight strips of the bank, modifiers held, the view shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.banks import Banks
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip

if TYPE_CHECKING:
    from daw_bridges.simulated.logic.views.base import View

__all__ = ["Desk"]

_MODIFIERS = frozenset({Button.SHIFT, Button.OPTION, Button.CONTROL, Button.ALT})


class Desk:
    """The state of one connected surface; its view reads and changes the project through it."""

    def __init__(self, project: Project, view: type[View]) -> None:
        self.project = project
        self.banks = Banks(project)
        self.down: set[int] = set()
        """The notes of all buttons that are held now."""
        self.names = True
        """NAME/VALUE: whether names are shown, else values."""
        self.touched: set[int] = set()
        self.view: View = view(self)

    @property
    def slots(self) -> tuple[Strip | None, ...]:
        """The eight strips of the bank; None where there is none."""
        return self.banks.slots()

    @property
    def selected(self) -> Strip | None:
        """The selected strip: what a Channel view is about."""
        return self.project.selected

    @property
    def held(self) -> frozenset[Button]:
        """Which of SHIFT, OPTION, CONTROL and ALT (CMD) are held."""
        return frozenset(button for button in _MODIFIERS if button in self.down)

    def short(self, name: str) -> str:
        """A name as it fits a cell: at most six characters."""
        return self.project.shorten(name)

    def show(self, view: View) -> None:
        """Another view takes the place of this one."""
        if view is not self.view:
            self.view.leave()
            self.view = view
