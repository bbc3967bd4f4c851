"""Which assignment button brings which view."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.views.base import View
from daw_bridges.simulated.logic.views.pan import PanView

__all__ = ["VIEWS"]

VIEWS: dict[Button, type[View]] = {
    Button.PAN: PanView,
}
"""The view that an assignment button brings when another one's was shown."""
