"""The controls in Logic's windows that Orbit reads and sets, by role and description.

Descriptions are those of Logic 12.3.1 in English as logician-mcp measured them. Sliders go *one step* towards
a value that is written, whatever it is; pop-ups tell their value; texts cannot be written in lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from daw_bridges.errors import NotFoundError

__all__ = ["ELEMENTS", "Element", "element"]


@dataclass(frozen=True, slots=True)
class Element:
    """A control, found from a project window downwards."""

    id: str
    title: str
    """What a person calls it."""
    path: tuple[tuple[str, str], ...]
    """(role, description) of what it is in, from outside in, and of itself."""
    shown: str
    """How to have Logic show it, for people."""


_BAR = ("AXGroup", "Control Bar")
_BAR_SHOWN = "Choose View > Control Bar, and Beats & Project as the LCD's display mode."


def _of(*elements: Element) -> Mapping[str, Element]:
    return MappingProxyType({each.id: each for each in elements})


ELEMENTS: Mapping[str, Element] = _of(
    Element("tempo", "the tempo in the control bar", (_BAR, ("AXSlider", "Tempo")), _BAR_SHOWN),
    Element(
        "time_signature",
        "the time signature in the control bar",
        (_BAR, ("AXPopUpButton", "Time Signature")),
        _BAR_SHOWN,
    ),
    Element(
        "go_to_beginning",
        "the button Go to Beginning in the control bar",
        (_BAR, ("AXButton", "Go to Beginning")),
        "Control-click the control bar, choose Customize Control Bar and Display, tick Go to Beginning.",
    ),
    Element(
        "playhead_bar",
        "the playhead's bar in the control bar",
        (_BAR, ("AXGroup", "Playhead Position"), ("AXSlider", "bar")),
        _BAR_SHOWN,
    ),
    Element("track_headers", "the track headers", (("AXGroup", "Tracks header"),), "Choose Window > Tracks."),
)
"""Every element by its id."""


def element(id: str) -> Element:
    """Give an element by its id; NotFoundError."""
    if id not in ELEMENTS:
        raise NotFoundError("element of Logic", id, ELEMENTS)
    return ELEMENTS[id]
