"""Where tracks and side chains take their signal from and send it to."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

from .confirm import confirm
from .errors import NOT_FOUND, UNSUPPORTED, EditError
from .live import LiveSet, identity, required

MASTER_NAMES = ("Master", "Main")
NOTHING = ("No Input", "No Output", "None")
_MASTER = "Master"
_GROUP = "Group"


def routing_name(live: LiveSet, routing: Any) -> str:
    """What a routing leads to, by name: a track's own name where it is one, else Live's word for it."""
    attached = getattr(routing, "attached_object", None)
    if attached is not None:
        return _MASTER if live.is_master(attached) else attached.name
    return _MASTER if routing.display_name in MASTER_NAMES else routing.display_name


def source_name(live: LiveSet, routing: Any) -> Optional[str]:
    """What feeds a side chain, by name; None where nothing does."""
    name = routing_name(live, routing)
    return None if name in NOTHING and getattr(routing, "attached_object", None) is None else name


def choose(
    live: LiveSet, target: Any, routings: List[Any], wanted: Optional[Dict[str, Any]], what: str
) -> Any:
    """The routing that leads to a track or has a name; without a wish, the one that leads nowhere."""
    names = NOTHING if wanted is None else _names(wanted)
    pointer = live.pointer(wanted) if wanted else None
    for routing in routings:
        attached = getattr(routing, "attached_object", None)
        if pointer is not None and attached is not None and identity(attached) == pointer:
            return routing
    group = getattr(target, "group_track", None)
    if pointer is not None and group is not None and identity(group) == pointer:
        names = (_GROUP,)
    for routing in routings:
        if routing.display_name in names:
            return routing
    known = ", ".join(routing.display_name for routing in routings)
    raise EditError(NOT_FOUND, "%s cannot be “%s”. Live offers: %s." % (what, names[0], known))


def _names(wanted: Dict[str, Any]) -> Any:
    return MASTER_NAMES if wanted["name"] in MASTER_NAMES else (wanted["name"],)


def route(
    live: LiveSet,
    target: Any,
    prefix: str,
    wanted: Optional[Dict[str, Any]],
    what: str,
    name_of: Any = source_name,
) -> Iterator[Any]:
    """Choose a routing of a track or device and confirm it; returns the name it leads to."""
    chosen = choose(live, target, list(getattr(target, "available_%s_routing_types" % prefix)), wanted, what)
    attribute, name = "%s_routing_type" % prefix, chosen.display_name
    setattr(target, attribute, chosen)
    yield from confirm(
        lambda: getattr(target, attribute).display_name,
        lambda observed: observed == name,
        lambda observed: "Live did not change %s: it is still “%s”." % (what, observed),
    )
    if name == _GROUP and wanted:
        return wanted["name"]
    return name_of(live, getattr(target, attribute))


def _set_track_routing(prefix: str, field: str) -> Any:
    def set_routing(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
        track = live.track(required(edit, "track"))
        what = "The %s of %s" % (prefix, track.name)
        if live.is_master(track) or (prefix == "input" and live.is_return(track)):
            raise EditError(UNSUPPORTED, "%s cannot be chosen in Live." % what)
        name = yield from route(live, track, prefix, required(edit, field), what, routing_name)
        return {field: name}

    return set_routing


EDITS = {"set_output": _set_track_routing("output", "to"), "set_input": _set_track_routing("input", "source")}
