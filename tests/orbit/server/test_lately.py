"""A command in another process means what was done before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port, simulated_live
from orbit.settings import Settings
from tests.orbit.server.crew import member

TOKEN = "a-token-of-the-tests"


def _said(settings: Settings, say: str) -> dict[str, Any]:
    """One request in a process of its own, which is gone afterwards."""
    with member(settings) as one:
        assert one.hear() == {"owns": True}
        one.tell(say=say)
        while "said" not in (heard := one.hear() or {"said": None}):
            pass
        assert one.leave() == 0
    return heard


def _level(live: LiveHost, name: str) -> str:
    [track] = [track for track in live.song.tracks if track.name == name]
    volume = track.mixer_device.volume
    return volume.str_for_value(volume.value)


def test_the_next_command_means_it(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as live:
        here = replace(settings, daw="ableton", ableton_port=script_port(live), ableton_token=TOKEN)
        assert _said(here, "turn the bass down 6 dB")["ok"]
        assert _said(here, "same on the pad")["ok"]
        assert (_level(live, "Bass"), _level(live, "Pad")) == ("-6.0 dB", "-6.0 dB")
