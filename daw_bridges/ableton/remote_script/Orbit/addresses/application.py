"""``/live/test``, ``/live/api/…`` and ``/live/application/…``: the script itself and Live around the set."""

from __future__ import annotations

from typing import Any, Dict, List

from ..errors import WireError
from .area import Address, Answer
from .arguments import text
from .desk import LEVELS, Desk

__all__ = ["ADDRESSES", "STARTUP"]

STARTUP = "/live/startup"


def _test(desk: Desk, _arguments: List[Any]) -> Answer:
    desk.show("Orbit hears a controller")
    return ["ok"]


def _reload(desk: Desk, _arguments: List[Any]) -> Answer:
    """Begin anew: nobody listens any more, and whoever waits for the script hears of it."""
    desk.clear()
    desk.say(STARTUP, [])
    return None


def _set_level(desk: Desk, arguments: List[Any]) -> Answer:
    if arguments[0] not in LEVELS:
        raise WireError("a log level is one of: %s" % ", ".join(LEVELS))
    desk.log_level = arguments[0]
    return None


def _show(desk: Desk, arguments: List[Any]) -> Answer:
    desk.show(text(arguments[0], "a message"))
    return None


ADDRESSES: Dict[str, Address] = {
    "/live/test": Address((), _test),
    "/live/api/reload": Address((), _reload),
    "/live/api/get/log_level": Address((), lambda desk, _: [desk.log_level]),
    "/live/api/set/log_level": Address(("level",), _set_level),
    "/live/api/show_message": Address(("message",), _show),
    "/live/application/get/version": Address((), lambda desk, _: list(desk.live.version[:2])),
    "/live/application/get/average_process_usage": Address(
        (), lambda desk, _: [desk.live.application.average_process_usage]
    ),
}
