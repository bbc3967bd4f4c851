"""``orbit simulate``: a host to practise and to test on, on this machine only."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE

__all__ = ["app"]

app = typer.Typer(name="simulate", help="Run a host for practice and tests.", no_args_is_help=True)


@app.command()
def ableton(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Where to listen; 0: anywhere.")
    ] = 11000,
    reply_port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Answer AbletonOSC's addresses too, to this port."),
    ] = 0,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="ORBIT_ABLETON_TOKEN", metavar="TEXT", help="The secret that clients greet with."
        ),
    ] = None,
    tick: Annotated[
        float, typer.Option(metavar="MS", min=1.0, help="The tick of scheduled messages.")
    ] = 100.0,
    timer: Annotated[
        bool, typer.Option("--timer/--no-timer", help="With or without Live's 10 ms timer.")
    ] = True,
) -> int:
    """Run a simulated Ableton Live with Orbit's script in it."""
    from orbit.hosts import script_port, simulated_live

    stop = _stop_on_signals()
    with simulated_live(
        port=port, reply_port=reply_port, token=token, tick_seconds=tick / 1000, timers=timer
    ) as live:
        typer.echo(
            f"Simulated Live: Orbit's script listens on 127.0.0.1:{script_port(live)}. Ctrl-C ends it."
        )
        stop.wait()
    return DONE


@app.command()
def logic(
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Where to listen for MIDI over TCP; 0: anywhere."),
    ] = 11020,
    reply_port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Needs no other: one connection goes both ways."),
    ] = 0,
) -> int:
    """Run a simulated Logic Pro with a Mackie Control in it."""
    from orbit.hosts import LOGIC_PORT, simulated_logic

    if reply_port not in {0, port}:
        raise UsageError("MIDI over TCP goes both ways on one port: leave --reply-port out.")
    stop = _stop_on_signals()
    with simulated_logic(port=port) as (_, taken):
        found = "" if taken == LOGIC_PORT else f" Tell Orbit with ORBIT_LOGIC_PORT=tcp:127.0.0.1:{taken}."
        typer.echo(f"Simulated Logic: MIDI over TCP at 127.0.0.1:{taken}.{found} Ctrl-C ends it.")
        stop.wait()
    return DONE


def _stop_on_signals() -> threading.Event:
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    return stop
