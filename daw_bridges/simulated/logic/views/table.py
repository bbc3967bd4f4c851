"""Which assignment button brings which view, when another one's was shown."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.views.base import View
from daw_bridges.simulated.logic.views.eq import EqMixerView
from daw_bridges.simulated.logic.views.instrument import InstrumentEditView, InstrumentMixerView
from daw_bridges.simulated.logic.views.pan import PanView
from daw_bridges.simulated.logic.views.plug_in import PlugInMixerView
from daw_bridges.simulated.logic.views.plug_in_edit import PlugInEditView
from daw_bridges.simulated.logic.views.send import SendMixerView
from daw_bridges.simulated.logic.views.track import TrackMixerView

__all__ = ["VIEWS"]


def _plug_in(desk: Desk) -> View:
    """Its Mixer view, but from Instrument Edit view its Edit view."""
    edited = isinstance(desk.view, InstrumentEditView)
    return PlugInEditView(desk, 0) if edited else PlugInMixerView(desk)


def _instrument(desk: Desk) -> View:
    """Its Mixer view, but from Plug-in Edit view its Edit view."""
    edited = isinstance(desk.view, PlugInEditView)
    return InstrumentEditView(desk) if edited else InstrumentMixerView(desk)


VIEWS: dict[Button, Callable[[Desk], View]] = {
    Button.TRACK: TrackMixerView,
    Button.SEND: SendMixerView,
    Button.PAN: PanView,
    Button.PLUG_IN: _plug_in,
    Button.EQ: EqMixerView,
    Button.INSTRUMENT: _instrument,
}
"""Mixer views, except between the two Edit views (Apple, Control Surfaces Support Guide 10.6, p. 14)."""
