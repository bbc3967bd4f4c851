"""``/live/view/…``: what is selected, by place; what is no ordinary track has none."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List

from ..errors import WireError
from ..live import place_of
from .area import Address, Answer
from .arguments import pick, place
from .desk import Desk

__all__ = ["ADDRESSES"]


def _place(kind: str, thing: Any, things: Any) -> int:
    place = place_of(thing, things)
    if place < 0:
        raise WireError("the selected %s has no place among the ordinary ones" % kind)
    return place


def _scene(song: Any) -> List[int]:
    return [_place("scene", song.view.selected_scene, song.scenes)]


def _track(song: Any) -> List[int]:
    return [_place("track", song.view.selected_track, song.tracks)]


def _device(song: Any) -> List[int]:
    track = song.view.selected_track
    if track.view.selected_device is None:
        raise WireError("no device is selected")
    return [*_track(song), _place("device", track.view.selected_device, track.devices)]


_SELECTED: Dict[str, Callable[[Any], List[int]]] = {
    "selected_scene": _scene,
    "selected_track": _track,
    "selected_clip": lambda song: [*_track(song), *_scene(song)],
    "selected_device": _device,
}


def _select_scene(desk: Desk, arguments: List[Any]) -> Answer:
    desk.song.view.selected_scene = pick(desk.song.scenes, arguments[0], "scene")
    return None


def _select_track(desk: Desk, arguments: List[Any]) -> Answer:
    desk.song.view.selected_track = pick(desk.song.tracks, arguments[0], "track")
    return None


def _select_clip(desk: Desk, arguments: List[Any]) -> Answer:
    track, scene = (
        pick(desk.song.tracks, arguments[0], "track"),
        pick(desk.song.scenes, arguments[1], "scene"),
    )
    desk.song.view.selected_track, desk.song.view.selected_scene = track, scene
    return None


def _select_device(desk: Desk, arguments: List[Any]) -> Answer:
    track = place(desk.song.tracks, arguments[0], "track")
    devices = desk.song.tracks[track].devices
    device = place(devices, arguments[1], "device")
    desk.song.view.select_device(devices[device])
    return [track, device]


def _get(name: str, desk: Desk, _arguments: List[Any]) -> Answer:
    return list(_SELECTED[name](desk.song))


def _listen(name: str, desk: Desk, arguments: List[Any]) -> Answer:
    def tell() -> None:
        try:
            selected: List[Any] = [*_SELECTED[name](desk.song)]
        except WireError:
            # Live would log it, and whoever listens would take what was selected before for selected.
            selected = [None]
        desk.say("/live/view/get/" + name, [*arguments, *selected])

    desk.listen(("view", name), lambda: [([desk.song.view], (name,))], tell)
    tell()
    return None


def _unlisten(name: str, desk: Desk, _arguments: List[Any]) -> Answer:
    desk.unlisten(("view", name))
    return None


ADDRESSES: Dict[str, Address] = {
    "/live/view/set/selected_scene": Address(("scene",), _select_scene),
    "/live/view/set/selected_track": Address(("track",), _select_track),
    "/live/view/set/selected_clip": Address(("track", "scene"), _select_clip),
    "/live/view/set/selected_device": Address(("track", "device"), _select_device),
}
for _name in _SELECTED:
    ADDRESSES["/live/view/get/" + _name] = Address((), partial(_get, _name))
for _name in ("selected_scene", "selected_track"):
    ADDRESSES["/live/view/start_listen/" + _name] = Address((), partial(_listen, _name))
    ADDRESSES["/live/view/stop_listen/" + _name] = Address((), partial(_unlisten, _name))
