"""Edits of devices: insert, remove, move, switch, parameters, side chain, presets."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Tuple

from .browser import EVERYWHERE, FOREIGN, find_item, find_preset, load, move, observed_device, replace
from .confirm import confirm
from .errors import NOT_APPLIED, NOT_FOUND, NOT_POSSIBLE, OUT_OF_RANGE, UNSUPPORTED, EditError
from .live import LiveSet, identity, place_of, required
from .parameters import parameter_of, reading_of, set_reading
from .routing import route
from .solve import Wish, wish_from

_INSERT_SINCE = (12, 3, 0)
_SIDECHAIN_SWITCH = "S/C On"


def _target(live: LiveSet, edit: Dict[str, Any]) -> Tuple[Any, Any]:
    track = live.track(required(edit, "track"))
    return track, live.device(track, required(edit, "device"))


def _home(live: LiveSet, edit: Dict[str, Any]) -> Tuple[Any, Any]:
    return live.home(live.track(required(edit, "track")), required(edit, "device"))


def _insert_device(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, name, at = live.track(required(edit, "track")), required(edit, "device"), edit.get("at")
    holder = live.holder(track, edit.get("chain"))
    if at is not None and not 1 <= at <= len(holder.devices) + 1:
        count = len(holder.devices)
        raise EditError(OUT_OF_RANGE, "%s has %d devices: there is no place %d." % (holder.name, count, at))
    armed = _armed(live)
    device = yield from _inserted(live, track, holder, name, None if at is None else at - 1)
    yield from _restore(armed)
    live.made[edit["place"]] = identity(device)
    observed = observed_device(holder, device)
    if name not in (device.name, device.class_display_name):
        raise EditError(NOT_APPLIED, "Live inserted %s instead of %s." % (device.name, name), observed)
    return observed


def _inserted(live: LiveSet, track: Any, holder: Any, name: str, seat: Any) -> Iterator[Any]:
    if live.version < _INSERT_SINCE or not hasattr(holder, "insert_device"):
        return (yield from _loaded(live, track, holder, name, seat))
    before = [identity(device) for device in holder.devices]
    try:
        holder.insert_device(*((name,) if seat is None else (name, seat)))
    except (RuntimeError, ValueError) as error:
        return (yield from _foreign(live, track, holder, name, seat, error))
    fresh = yield from confirm(
        lambda: [device for device in holder.devices if identity(device) not in before],
        bool,
        lambda _: "Live did not insert %s on %s." % (name, holder.name),
    )
    return fresh[0]


def _foreign(live: LiveSet, track: Any, holder: Any, name: str, seat: Any, error: Exception) -> Iterator[Any]:
    """Live inserts its own devices only: plug-ins and Max devices come from the browser."""
    item = yield from find_item(live, name, FOREIGN)
    if item is None:
        raise EditError(NOT_POSSIBLE, "Live inserts no %s on %s: %s." % (name, holder.name, error))
    return (yield from _seated(live, track, holder, item, seat))


def _loaded(live: LiveSet, track: Any, holder: Any, name: str, seat: Any) -> Iterator[Any]:
    item = yield from find_item(live, name, EVERYWHERE)
    if item is None:
        raise EditError(NOT_FOUND, "Live's browser has no device “%s”." % name)
    return (yield from _seated(live, track, holder, item, seat))


def _seated(live: LiveSet, track: Any, holder: Any, item: Any, seat: Any) -> Iterator[Any]:
    device = yield from load(live, track, holder, item)
    if seat is not None:
        yield from move(live, holder, device, seat)
    return device


def _armed(live: LiveSet) -> List[Tuple[Any, bool]]:
    return [(track, bool(track.arm)) for track in live.song.tracks if track.can_be_armed]


def _restore(armed: List[Tuple[Any, bool]]) -> Iterator[Any]:
    """Inserting an instrument arms its track, and may disarm the others: nobody asked for that."""
    yield
    for track, was in armed:
        if bool(track.arm) != was:
            track.arm = was


def _remove_device(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    holder, device = _home(live, edit)
    name, pointer = device.name, identity(device)
    holder.delete_device(place_of(device, holder.devices))
    yield from confirm(
        lambda: pointer in [identity(other) for other in holder.devices],
        lambda there: not there,
        lambda _: "Live did not remove %s on %s." % (name, holder.name),
    )
    return {"name": name, "exists": False}


def _move_device(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    holder, device = _home(live, edit)
    place = int(required(edit, "to"))
    if not 1 <= place <= len(holder.devices):
        count = len(holder.devices)
        raise EditError(
            OUT_OF_RANGE, "%s has %d devices: there is no place %d." % (holder.name, count, place)
        )
    yield from move(live, holder, device, place - 1)
    return observed_device(holder, device)


def _enable_device(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, device = _target(live, edit)
    wanted, switch = bool(required(edit, "on")), next(iter(device.parameters))
    switch.value = switch.max if wanted else switch.min
    on = yield from confirm(
        lambda: switch.value > switch.min,
        lambda on: on == wanted,
        lambda on: (
            "Live did not change %s on %s: it is still %s." % (device.name, track.name, "on" if on else "off")
        ),
    )
    return {"on": on}


def _set_parameter(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, device = _target(live, edit)
    parameter = parameter_of(device, required(edit, "parameter"))
    what = "%s of %s on %s" % (parameter.name, device.name, track.name)
    observed = yield from set_reading(parameter, wish_from(required(edit, "value")), what)
    return dict(observed, parameter=parameter.name)


def _set_sidechain(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, device = _target(live, edit)
    if not hasattr(device, "available_input_routing_types"):
        hint = "choose it in the device itself, under Sidechain → Audio From"
        raise EditError(
            UNSUPPORTED, "Live lets no script choose the side-chain source of %s: %s." % (device.name, hint)
        )
    source, what = edit.get("source"), "The side chain of %s on %s" % (device.name, track.name)
    name = yield from route(live, device, "input", source, what)
    switch = parameter_of(device, {"name": _SIDECHAIN_SWITCH})
    yield from set_reading(switch, Wish(None, "", "off" if source is None else "on"), what)
    return {"source": name, "on": reading_of(switch)["text"]}


def _load_preset(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    holder, device = live.home(track, required(edit, "device"))
    preset, armed = required(edit, "preset"), _armed(live)
    item = yield from find_preset(live, device, preset)
    fresh = yield from replace(live, track, holder, device, item)
    yield from _restore(armed)
    live.made[edit["place"]] = identity(fresh)
    return dict(observed_device(holder, fresh), preset=item.name)


EDITS = {
    "insert_device": _insert_device,
    "remove_device": _remove_device,
    "move_device": _move_device,
    "enable_device": _enable_device,
    "set_parameter": _set_parameter,
    "set_sidechain": _set_sidechain,
    "load_preset": _load_preset,
}
