"""Devices as AbletonOSC tells them: values without a range in real units, texts one question each.

What a parameter of one of Live's own devices displays follows from its raw value and from how the switches of
the device stand; once read, it is remembered. What a rack, a plug-in or a Max device displays may hang on
anything and is asked each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.ableton.abletonosc.asking import ask_all, each
from daw_bridges.ableton.abletonosc.exchange import Exchange
from daw_bridges.ableton.abletonosc.messages import ask
from daw_bridges.ableton.abletonosc.remembering import Remembered
from daw_bridges.ableton.displays import DAW
from daw_bridges.catalog import catalog

__all__ = ["DeviceReader", "choices_of"]

Raw = dict[str, Any]
_Row = tuple[str, float, float, bool]
_Layout = tuple[_Row, ...]
_Key = tuple[str, tuple[float, ...], int, float]

_FIELDS = ("name", "min", "max", "is_quantized")
_SWITCH = ("Off", "On")
_RACK = "GroupDevice"
_MOST = 200_000


class DeviceReader:
    """Reads the devices of a track into the form of a raw snapshot."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._texts: Remembered[_Key, str] = Remembered(_MOST)
        self._layouts: Remembered[tuple[str, int], _Layout] = Remembered(_MOST)

    async def read(self, track: int, count: int) -> list[Raw]:
        """The devices of a track, in order."""
        if not count:
            return []
        chain = [ask(f"track/get/devices/{what}", track) for what in ("name", "class_name")]
        values = [ask("device/get/parameters/value", track, place) for place in range(count)]
        names, classes, *columns = await ask_all(self._exchange, [*chain, *values])
        rows = zip(names or (), classes or (), columns, strict=True)
        return await each(
            self._device((track, place), name, class_name, column or ())
            for place, (name, class_name, column) in enumerate(rows)
        )

    async def _device(
        self, device: tuple[int, int], name: str, class_name: str, values: Sequence[float]
    ) -> Raw:
        rows = await self._layout(device, class_name, len(values))
        texts = await self._shown(device, class_name, rows, values)
        parameters = [_parameter(class_name, row, text) for row, text in zip(rows, texts, strict=True)]
        unread = [{"name": "Device On", "text": "On", "low": "", "high": ""}]
        entry = catalog().entry_of(DAW, class_name)
        return {
            "name": name,
            "class_name": class_name,
            "class_display_name": entry.name if entry else name,
            "parameters": parameters or unread,
        }

    async def _layout(self, device: tuple[int, int], class_name: str, count: int) -> _Layout:
        async def read(_places: list[int]) -> list[_Layout]:
            says = [ask(f"device/get/parameters/{what}", *device) for what in _FIELDS]
            columns = await ask_all(self._exchange, says)
            return [tuple(zip(*(column or () for column in columns), strict=False))]

        key = (class_name, count) if _is_plain(class_name) else None
        [layout] = await self._layouts.get([key], read)
        return layout

    async def _shown(
        self, device: tuple[int, int], class_name: str, rows: _Layout, values: Sequence[float]
    ) -> list[str]:
        async def read(places: list[int]) -> list[str]:
            says = [ask("device/get/parameter/value_string", *device, place) for place in places]
            answers = await ask_all(self._exchange, says)
            return [str(values[0]) if values else "" for values in answers]

        pairs = list(zip(rows, values, strict=False))
        switches = tuple(value for (*_, quantized), value in pairs if quantized)
        plain = _is_plain(class_name)
        keys = [(class_name, switches, n, pair[1]) if plain else None for n, pair in enumerate(pairs)]
        return await self._texts.get(keys, read)


def _is_plain(class_name: str) -> bool:
    return catalog().entry_of(DAW, class_name) is not None and not class_name.endswith(_RACK)


def _parameter(class_name: str, row: _Row, text: str) -> Raw:
    name, low, high, quantized = row
    items = choices_of(class_name, name, round(high - low) + 1, text) if quantized else ()
    raw: Raw = {"name": name, "text": text, "low": "", "high": ""}
    return {**raw, "items": items} if items else raw


def choices_of(class_name: str, name: str, steps: int, text: str) -> tuple[str, ...]:
    """What a quantised parameter can be set to: off and on, or the catalogue's choices where they fit."""
    if steps == len(_SWITCH) and text in _SWITCH:
        return _SWITCH
    entry = catalog().entry_of(DAW, class_name)
    rows = entry.parameters if entry else ()
    known = next((row.choices for row in rows if row.name == name), None)
    return known if known and len(known) == steps and text in known else ()
