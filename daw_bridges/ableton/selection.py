"""Which way to Live: through Orbit's own script, or through AbletonOSC where that is what Live runs."""

from __future__ import annotations

import asyncio
import logging
from typing import Literal, overload

from daw_bridges.ableton import abletonosc
from daw_bridges.ableton.bridge import DEFAULT_PORT, AbletonBridge
from daw_bridges.ableton.bridge import open_bridge as open_script
from daw_bridges.bridge import Bridge
from daw_bridges.errors import BridgeError, UnreachableError, UsageError

__all__ = ["WAYS", "open_bridge"]

WAYS = ("auto", "orbit", "abletonosc")
"""What ``via`` can be: Orbit's script and else AbletonOSC, the script alone, AbletonOSC alone."""

_LOG = logging.getLogger("daw_bridges.ableton")

_TIMEOUT = 4.5
_LOOK_SECONDS = 1.5  # ticks of Live are 0.1 s, and 0.4 s under load


@overload
async def open_bridge(
    *,
    host: str = ...,
    port: int = ...,
    token: str | None = ...,
    timeout: float = ...,
    via: Literal["orbit"] = ...,
    reply_port: int | None = ...,
) -> AbletonBridge: ...


@overload
async def open_bridge(
    *,
    host: str = ...,
    port: int = ...,
    token: str | None = ...,
    timeout: float = ...,
    via: str,
    reply_port: int | None = ...,
) -> Bridge: ...


async def open_bridge(
    *,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    timeout: float = _TIMEOUT,
    via: str = "orbit",
    reply_port: int | None = None,
) -> Bridge:
    """Open the bridge to Live; ``timeout`` is how many seconds without a sign of life are too many.

    ``via`` is one of ``WAYS``. Both ways use ``port``, one TCP, the other UDP; AbletonOSC answers to
    ``reply_port``, by default the one behind ``port``. Without a token, the one in ``ORBIT_ABLETON_TOKEN`` or
    the one the script keeps for its user is used.

    Raises UnreachableError, RefusedError or TimedOutError, each saying what to check in Live, and UsageError
    for another ``via``.
    """
    if via not in WAYS:
        raise UsageError(
            f"There is no connection to Live called “{via}”. The connections are: {', '.join(WAYS)}."
        )
    if via == "abletonosc":
        return await abletonosc.open_bridge(host=host, port=port, reply_port=reply_port, timeout=timeout)
    try:
        return await open_script(host=host, port=port, token=token, timeout=timeout)
    except UnreachableError as error:
        if via == "orbit":
            raise
        return await _instead(error, host, port, reply_port, timeout)


async def _instead(
    why: UnreachableError, host: str, port: int, reply_port: int | None, timeout: float
) -> Bridge:
    """Take AbletonOSC where Orbit's script is not; where neither is, say what was tried."""
    try:
        async with asyncio.timeout(_LOOK_SECONDS):
            bridge = await abletonosc.open_bridge(
                host=host, port=port, reply_port=reply_port, timeout=timeout
            )
    except TimeoutError:
        raise UnreachableError(f"{why} AbletonOSC does not answer either.") from None
    except BridgeError as error:
        raise UnreachableError(f"{why} AbletonOSC was tried as well. {error}") from None
    _LOG.warning(
        "Orbit's own script does not answer in Live, AbletonOSC does: it inserts no devices, and it does "
        "not reach returns and the master. For everything: orbit install ableton."
    )
    return bridge
