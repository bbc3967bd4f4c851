"""What an equaliser takes away at either end: "cut the lows below 100 Hz", "a low cut at 120 on the eq"."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import Action, SetParameter
from daw_bridges.references import device_reference
from daw_bridges.session import Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_BANDS = {
    "low": {"low_cut_on": "on", "low_cut_frequency": None},
    "high": {"high_cut_on": "on", "high_cut_frequency": None},
}
"""The parameters of an equaliser that has cuts of its own, with None where the frequency goes."""
_SHAPED = {
    "low": {"band_1_on": "on", "band_1_type": "High Pass 48dB", "band_1_frequency": None},
    "high": {"band_8_on": "on", "band_8_type": "Low Pass 48dB", "band_8_frequency": None},
}
"""Those of one whose bands take any shape: the outermost band."""


def _cut(end: str, ground: Ground, value: float | str, tracks: Tracks = ()) -> Built:
    """The cut on the equaliser that is there; where there is none, a workflow may bring one."""
    actions: list[Action] = []
    for name in tracks or ground.tracks:
        found = _on(ground.track(name), end)
        if found is None:
            return None
        device, settings = found
        actions.extend(
            SetParameter(track=name, device=device, parameter=key, value=value if fixed is None else fixed)
            for key, fixed in settings.items()
        )
    return actions or None


def _on(track: Track, end: str) -> tuple[str, dict[str, str | None]] | None:
    for at, device in enumerate(track.devices):
        for settings in (_BANDS[end], _SHAPED[end]):
            here = {key: fixed for key, fixed in settings.items() if key in device.parameters}
            if device.kind == "eq" and None in here.values():
                return device_reference(track, at), here
    return None


_WHERE = "[(on|of|from|for|in) {tracks}] [(on|with|using) eq|eq]"
_LOWS = "(lows|low end|bass|low frequencies|rumble)"
_CUT = "(cut|roll off|filter|filter out|take out|remove|get rid of|high pass)"

RULES = (
    Rule(
        partial(_cut, "low"),
        (f"{_CUT} [all] {_LOWS} (below|under|up to) {{value}} {_WHERE}",),
        firm=False,
    ),
)
"""The wordings of cuts."""
