"""AbletonOSC: who answers its addresses on this machine, and who waits for the answers."""

from __future__ import annotations

from daw_bridges.ableton.holders import holders_of
from daw_bridges.ableton.installing.config_file import read_config
from daw_bridges.ableton.probe import Answer
from daw_bridges.errors import InstallError
from orbit.doctor.ableton.around import Around
from orbit.doctor.ableton.script import INSTALL
from orbit.doctor.finding import Finding, ok, warning

__all__ = ["listening", "replies"]


def listening(around: Around) -> Finding | None:
    """Who answers AbletonOSC's addresses, if anybody is at its port."""
    port, reply_port = around.controllers
    wanted = _configured(around) if around.probe.answer is Answer.ORBIT else 0
    if wanted and not around.osc.taken:
        return warning(
            "The script should answer AbletonOSC's addresses, but was loaded before that was set.",
            "Restart Live.",
        )
    if not around.osc.taken:
        return None
    if wanted:
        return ok(f"its addresses are answered by Orbit's script, to port {wanted}")
    if around.osc.answers:
        return ok(f"runs, on UDP {port}; Orbit's own script can be used beside it")
    who = _holder(port)
    if around.osc.replies_taken:
        return ok(f"{who} listens on UDP {port}; it was not asked, since UDP {reply_port} is in use")
    fix = f"Quit it if it is not AbletonOSC; AbletonOSC cannot use UDP {port} beside it."
    return warning(f"{who} uses UDP {port} and does not answer as AbletonOSC does.", fix)


def replies(around: Around) -> Finding | None:
    """Who holds the port that AbletonOSC answers to, which only one client can have."""
    port = around.controllers[1]
    if not around.osc.replies_taken:
        return None
    return warning(
        f"{_holder(port)} uses UDP {port}, where AbletonOSC's answers go; no other client gets them.",
        "Quit it before using Orbit through AbletonOSC. It can stay if Live runs Orbit's own script: "
        f"{INSTALL}",
    )


def _holder(port: int) -> str:
    return ", ".join(map(str, holders_of(port, "udp"))) or "Another program"


def _configured(around: Around) -> int:
    """The reply port that the script's settings say; 0 for none."""
    script = around.script
    try:
        return int(read_config(script.path).get("reply_port", 0)) if script else 0
    except (InstallError, TypeError, ValueError):
        return 0
