"""What the surface is to the simulated Logic: a bank of strips, modifiers held, passing texts, a view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.banks import Banks
from daw_bridges.simulated.logic.lcd import CELL, level_place, level_text
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip, StripKind

if TYPE_CHECKING:
    from daw_bridges.simulated.logic.views.base import View

__all__ = ["Desk"]

_MODIFIERS = frozenset({Button.SHIFT, Button.OPTION, Button.CONTROL, Button.ALT})


class Passing:
    """Texts that cover a part of a row for a while: (row, place, text) by whose they are."""

    def __init__(self) -> None:
        self._texts: dict[object, tuple[int, int, str, float]] = {}

    def put(self, key: object, row: int, place: int, text: str, until: float) -> None:
        """A text that stands until then (``inf``: until it is replaced)."""
        self._texts.pop(key, None)
        self._texts[key] = row, place, text, until

    def drop(self, now: float) -> None:
        """Forgets what has stood long enough."""
        self._texts = {key: text for key, text in self._texts.items() if text[3] > now}

    def clear(self) -> None:
        """Forgets all."""
        self._texts.clear()

    def of(self, row: int) -> list[tuple[int, str]]:
        """The texts over a row, (place, text), the last one put on top."""
        return [(place, text) for where, place, text, _ in self._texts.values() if where == row]

    @property
    def next(self) -> float:
        """When the next one goes."""
        return min((until for *_, until in self._texts.values()), default=math.inf)


class Desk:
    """The state of one surface; its view reads and changes the project through it."""

    def __init__(self, project: Project, view: type[View], *, brief: float = 1.0) -> None:
        self.project = project
        self.banks = Banks(project)
        self.down: set[int] = set()
        """The notes of all buttons that are held now."""
        self.names = True
        """NAME/VALUE: whether names are shown, else values."""
        self.smpte = False
        self.flip = False
        self.zoom = False
        self.scrub = False
        self.touched: set[int] = set()
        self.passing = Passing()
        self.now = 0.0
        """The time of the message or tick that is being worked on, in seconds."""
        self.colours_due = True
        self.brief_seconds = brief
        """How long passing texts stand."""
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
    def master(self) -> Strip | None:
        """What the master fader moves: the master, without one the first output."""
        strips = self.project.of_kind(StripKind.MASTER) or self.project.of_kind(StripKind.OUTPUT)
        return strips[0] if strips else None

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
            self.passing.clear()

    def brief(self, slot: int, upper: str | None, lower: str) -> None:
        """Shows a value in a cell for about a second, as while a V-Pot turns; ``upper`` is what it is of."""
        for row, text in enumerate((upper, lower)):
            if text is not None:
                self.passing.put(
                    (row, slot), row, slot * CELL, text[:CELL].ljust(CELL), self.now + self.brief_seconds
                )

    def level(self, slot: int, strip: Strip) -> None:
        """Shows a strip's exact level in its lower cell, while its fader is touched and a while longer."""
        until = math.inf if slot in self.touched else self.now + self.brief_seconds
        self.passing.put((1, slot), 1, level_place(slot), level_text(strip.volume_db), until)

    def moved(self) -> None:
        """The bank lies over other strips now: passing texts go, colours are sent."""
        self.passing.clear()
        self.colours_due = True
        self.view.reselected()
