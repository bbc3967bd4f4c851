"""Which assignment button brings which view."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.views.base import View
from daw_bridges.simulated.logic.views.eq import EqMixerView
from daw_bridges.simulated.logic.views.instrument import InstrumentMixerView
from daw_bridges.simulated.logic.views.pan import PanView
from daw_bridges.simulated.logic.views.plug_in import PlugInMixerView
from daw_bridges.simulated.logic.views.send import SendMixerView
from daw_bridges.simulated.logic.views.track import TrackMixerView

__all__ = ["VIEWS"]

VIEWS: dict[Button, type[View]] = {
    Button.TRACK: TrackMixerView,
    Button.SEND: SendMixerView,
    Button.PAN: PanView,
    Button.PLUG_IN: PlugInMixerView,
    Button.EQ: EqMixerView,
    Button.INSTRUMENT: InstrumentMixerView,
}
"""The view that an assignment button brings when another one's was shown."""
