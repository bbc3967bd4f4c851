"""The simulated Logic on a loopback connection, as `orbit simulate logic` has it, with Orbit's own link."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import StripButton
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.tcp import TcpListener, TcpPort
from daw_bridges.simulated.logic import LogicHost, practice_project


@pytest.mark.anyio
async def test_a_link_over_tcp_sees_the_project_and_mutes_a_track() -> None:
    listener = TcpListener(0)
    with LogicHost(practice_project(), listener) as logic:
        link = await Link.open(TcpPort("127.0.0.1", listener.port))
        try:
            assert link.surface.cells(0)[:3] == ("Kick", "Snare", "Hats")
            await link.click(StripButton.MUTE + 2)
            await link.until(lambda surface: bool(surface.lamp(StripButton.MUTE + 2)), "Hats is muted")
        finally:
            await link.close()
        assert logic.project["Hats"].mute
