"""A device of a saved set as a device of a session, and its stored numbers as values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.saved.devices.generic import as_stored, listed
from daw_bridges.ableton.saved.devices.names import class_name_of
from daw_bridges.ableton.saved.devices.slots import Plan, catalogue_rows, plans
from daw_bridges.catalog import catalog
from daw_bridges.session import Device, Parameter

__all__ = ["stored_device", "stored_value"]

_SWITCH = "On"

# These name their parameters themselves.
_LISTING = (
    "PluginDevice",
    "AuPluginDevice",
    "MxDeviceAudioEffect",
    "MxDeviceInstrument",
    "MxDeviceMidiEffect",
)


def stored_device(tag: str, values: Mapping[str, str], name: str | None) -> tuple[Device, Mapping[str, str]]:
    """The device of an XML element, without chains and sidechain, and the parameter keys by path.

    Args:
        tag: The element's name, which is Live's class: ``Compressor2``.
        values: What is stored, by the path below the element: ``{"SideChain/OnOff": "true"}``; the device's
            own switch is ``On``. Names stored beside values are among them: a plug-in's ``…/ParameterName``
            and ``…/ParameterId``, a Max device's ``…/Name``, a rack's ``MacroDisplayNames.0``.
        name: What the user or the plug-in calls it; None for the name of the class. A device that the
            catalogue knows is called what it is, as in a running Live: its title is its preset's.
    """
    found = _parameters(tag, values)
    kind = _kind(tag)
    device = Device(
        name=class_name_of(tag) if kind else name or class_name_of(tag),
        kind=kind,
        enabled=values.get(_SWITCH) != "false",
        parameters=dict(found.values()),
    )
    return device, {path: key for path, (key, _) in found.items()}


def stored_value(tag: str, path: str, raw: float, values: Mapping[str, str] | None = None) -> float:
    """A stored number, such as an automation point's, in the parameter's unit.

    A switch's or a choice's is the number itself, and so is that of a parameter without a table. ``values``
    are the device's own, which tell older generations of a class from the youngest.
    """
    plan = _plan(tag, {} if values is None else values)
    slot = None if plan is None else plan.by_path.get(path)
    return raw if slot is None else slot.value(raw)


def _parameters(tag: str, values: Mapping[str, str]) -> dict[str, tuple[str, Parameter]]:
    if tag in _LISTING:
        return listed(values)
    plan = _plan(tag, values)
    if plan is None:
        others = [path for path in values if path != _SWITCH]
        return as_stored(values, others, frozenset(catalogue_rows(tag)))
    found = _planned(plan, values)
    others = [path for path in values if path not in plan.known]
    return found | as_stored(values, others, plan.keys) if others else found


def _planned(plan: Plan, values: Mapping[str, str]) -> dict[str, tuple[str, Parameter]]:
    keys: set[str] = set()
    found: dict[str, tuple[str, Parameter]] = {}
    for slot in plan.slots:
        stored = values.get(slot.path)
        if stored is None or slot.key in keys:
            continue
        parameter = slot.read(stored, values.get(slot.label, ""))
        if parameter is not None:
            keys.add(slot.key)
            found[slot.path] = slot.key, parameter
    return found


def _plan(tag: str, values: Mapping[str, str]) -> Plan | None:
    """The plan of the generation that stored these values; the youngest where nothing is known of them."""
    fitting = plans(tag)
    if len(fitting) < 2 or not values:
        return fitting[0] if fitting else None
    marked = next((plan for plan in fitting if plan.marker and plan.marker in values), None)
    return marked or next(plan for plan in fitting if not plan.marker)


@lru_cache(maxsize=1024)
def _kind(tag: str) -> str | None:
    return catalog().identify(DAW, tag)
