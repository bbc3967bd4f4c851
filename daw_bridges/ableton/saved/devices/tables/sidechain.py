"""The side-chain section that several devices share."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Place, amplitude, hundredths, plain

__all__ = ["KEY_FILTER", "KEY_INPUT"]

KEY_INPUT: tuple[Place, ...] = (
    *plain(sidechain_on="SideChain/OnOff"),
    *amplitude(sidechain_gain="SideChain/RoutedInput/Volume"),
    *hundredths(sidechain_mix="SideChain/DryWet"),
)
"""The switch, gain and mix of an external key."""


def _filter(stem: str, on: str, mode: str) -> tuple[Place, ...]:
    return plain(
        sidechain_eq_on=stem + on,
        sidechain_eq_type=stem + mode,
        sidechain_eq_frequency=stem + "Freq",
        sidechain_eq_gain=stem + "Gain",
        sidechain_eq_q=stem + "Q",
    )


KEY_FILTER: tuple[Place, ...] = (
    *_filter("SideChainEq_", "On", "Mode"),
    *_filter("SideChainEq/", "On", "Mode"),
)
"""The equaliser in the key's path, as Live 12 stores it and as Live 9 to 11 did."""
