"""AbletonOSC's ports: who answers its addresses on this machine, and who waits for the answers."""

from __future__ import annotations

import socket

from daw_bridges.ableton.installing.config_file import read_config
from daw_bridges.ableton.probe import Answer
from daw_bridges.ableton.wire import decode, encode
from daw_bridges.errors import InstallError
from orbit.doctor.ableton.holders import Holder, holder_of
from orbit.doctor.ableton.script import INSTALL
from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, warning

__all__ = ["listening", "replies"]

_HOST = "127.0.0.1"
_SECONDS = 1.0
"""AbletonOSC answers at Live's next tick, a tenth of a second later."""


def listening(case: Case) -> Finding | None:
    """Who answers AbletonOSC's addresses, if anybody is at its port."""
    port, reply_port = case.controllers
    wanted = _configured(case)
    if _can_bind(port):
        if wanted and case.probe.answer is Answer.ORBIT and port == case.settings.ableton_port:
            return warning(
                "The script shall answer AbletonOSC's addresses, but was loaded before that was set.",
                "Restart Live.",
            )
        return None
    who = holder_of(port, "udp4")
    if wanted and case.probe.answer is Answer.ORBIT and port == case.settings.ableton_port:
        return ok(f"its addresses are answered by Orbit's script, to port {wanted}")
    answered = _answers(port, reply_port)
    if answered:
        return ok(f"runs, on UDP {port}; Orbit's own script can be used beside it")
    if answered is None:
        return ok(f"{_named(who)} listens on UDP {port}; it was not asked, since UDP {reply_port} is in use")
    fix = f"End it if it is not AbletonOSC; AbletonOSC cannot use UDP {port} beside it."
    return warning(f"{_named(who)} holds UDP {port} and does not answer as AbletonOSC does.", fix)


def replies(case: Case) -> Finding | None:
    """Who holds the port that AbletonOSC answers to, which only one client can have."""
    port = case.controllers[1]
    if _can_bind(port):
        return None
    who = holder_of(port, "udp4")
    return warning(
        f"{_named(who)} holds UDP {port}, where AbletonOSC's answers go; no other client gets them.",
        "End it before Orbit shall work through AbletonOSC. It can stay where Live runs Orbit's own script: "
        f"{INSTALL}",
    )


def _named(holder: Holder | None) -> str:
    return str(holder) if holder else "Another program"


def _configured(case: Case) -> int:
    """The reply port that the script's settings say; 0 for none."""
    script = case.script
    try:
        return int(read_config(script.path).get("reply_port", 0)) if script else 0
    except (InstallError, TypeError, ValueError):
        return 0


def _can_bind(port: int) -> bool:
    """Whether nobody is at a UDP port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        try:
            free.bind((_HOST, port))
        except OSError:
            return False
    return True


def _answers(port: int, reply_port: int) -> bool | None:
    """Whether ``/live/test`` is answered; None when its answer's port is somebody else's."""
    question = encode("/live/test")[4:]  # one datagram: no size in front
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waiting:
        try:
            waiting.bind((_HOST, reply_port))
        except OSError:
            return None
        waiting.settimeout(_SECONDS)
        try:
            waiting.sendto(question, (_HOST, port))
            return decode(waiting.recv(4096)).address == "/live/test"
        except OSError:
            return False
