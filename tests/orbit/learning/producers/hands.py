"""A person's hands in Live: everything goes straight to the object model, and as people do it.

Knobs are dragged through many small values, sometimes with a stop on the way or too far and back; names are
typed letter by letter; something is done by mistake and undone; in between there is other work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from daw_bridges.simulated.live import LiveHost

Given = TypeVar("Given")

_LONGEST_SECONDS = 60.0


class Hands:
    """One person at one Live. ``care`` is how seldom they blunder, from 0 (always) to 1 (never)."""

    def __init__(self, host: LiveHost, chance: Random, *, care: float = 0.85) -> None:
        self.host, self.chance, self.care = host, chance, care

    @property
    def song(self) -> Any:
        return self.host.song

    async def do(self, edit: Callable[[], Given]) -> Given:
        """Do something in one go."""
        return await asyncio.to_thread(self.host.call, edit)

    async def rest(self) -> None:
        """Look and listen for a moment: long enough for whoever observes to see what was done."""
        async with asyncio.timeout(_LONGEST_SECONDS):
            while not await self.do(self._seen):  # noqa: ASYNC110 - the script tells nobody when it has told
                await asyncio.sleep(0.005)

    def _seen(self) -> bool:
        return all(each.clean for each in self.host.script._observing._subscriptions)

    def blunders(self) -> bool:
        return self.chance.random() > self.care

    # -- finding ---------------------------------------------------------------------------------------

    def track(self, name: str) -> Any:
        song = self.song
        everything = (*song.tracks, *song.return_tracks, song.master_track)
        return next(track for track in everything if track.name == name)

    # -- devices ---------------------------------------------------------------------------------------

    async def load(self, track: Any, name: str) -> Any:
        """Load a device after the last one of a track, from the browser."""

        def load() -> Any:
            view = self.song.view
            view.selected_track = track
            if track.devices:
                view.select_device(track.devices[-1])
            browser = self.host.application.browser
            roots = (browser.audio_effects, browser.midi_effects, browser.instruments)
            browser.load_item(next(found for root in roots if (found := _item(root, name)) is not None))
            return track.devices[-1]

        device = await self.do(load)
        await self.rest()
        return device

    async def turn(self, device: Any, name: str, to: float) -> None:
        """Drag a knob of a device until its display reads ``to``."""
        await self.drag(_parameter(device, name), to)

    async def turns(self, device: Any, settings: Mapping[str, float]) -> None:
        """Set several knobs: one is forgotten at times, one set twice, two come in the other order."""
        names = list(settings)
        if self.blunders():
            place = self.chance.randrange(len(names))
            names.append(names.pop(place))
        if len(names) > 1 and self.chance.random() > self.care + (1 - self.care) / 2:
            names.remove(self.chance.choice(names))
        for name in names:
            await self.turn(device, name, settings[name])
        if self.blunders():
            again = self.chance.choice(names)
            await self.turn(device, again, settings[again] * 0.9)
            await self.turn(device, again, settings[again])

    async def drag(self, parameter: Any, to: float) -> None:
        """Drag a knob or fader until its display reads ``to``: now and then too far, or with a stop."""
        if self.blunders():
            await self._pull(parameter, to * 1.2 if to else 1.0)
            await self.rest()
        await self._pull(parameter, to)
        await self.rest()

    async def _pull(self, parameter: Any, to: float) -> None:
        def pull() -> None:
            spec, start = parameter.spec_, parameter.value
            end = min(max(spec.from_display_value(to), parameter.min), parameter.max)
            steps = self.chance.randint(5, 25)
            for step in range(1, steps):
                parameter.value = start + (end - start) * step / steps
            parameter.value = end

        await self.do(pull)

    async def choose(self, device: Any, name: str, item: str) -> None:
        """Choose an item of a menu or switch."""
        parameter = _parameter(device, name)
        await self.do(lambda: setattr(parameter, "value", float(list(parameter.value_items).index(item))))
        await self.rest()

    async def key_by(self, device: Any, source: str) -> None:
        """Have a compressor listen to another track."""

        def choose() -> None:
            device.input_routing_type = _route(device.available_input_routing_types, source)

        await self.do(choose)
        await self.choose(device, "S/C On", "On")

    # -- tracks ----------------------------------------------------------------------------------------

    async def name(self, track: Any, text: str) -> None:
        """Type a track's name, letter by letter."""

        def type_it() -> None:
            for end in range(1, len(text) + 1):
                track.name = text[:end]

        await self.do(type_it)
        await self.rest()

    async def fade(self, track: Any, db: float) -> None:
        await self.drag(track.mixer_device.volume, db)

    async def send(self, track: Any, to: str, db: float) -> None:
        sends = track.mixer_device.sends
        await self.drag(next(send for send in sends if send.name == to), db)

    async def route(self, track: Any, to: str) -> None:
        def choose() -> None:
            track.output_routing_type = _route(track.available_output_routing_types, to)

        await self.do(choose)
        await self.rest()

    async def set(self, thing: Any, **values: Any) -> None:
        def write() -> None:
            for name, value in values.items():
                setattr(thing, name, value)

        await self.do(write)
        await self.rest()

    # -- what people do besides ------------------------------------------------------------------------

    async def slip(self, track: Any) -> None:
        """Do something by mistake, and undo it."""
        await self.set(track, mute=not track.mute)
        await self.do(self.song.undo)
        await self.rest()

    async def other_work(self) -> None:
        """Do something that has nothing to do with the matter."""
        track = self.chance.choice(list(self.song.tracks))
        match self.chance.randrange(5):
            case 0:
                await self.drag(track.mixer_device.panning, round(self.chance.uniform(-40, 40)))
            case 1:
                await self.set(track, solo=True)
                await self.set(track, solo=False)
            case 2:
                await self.fade(track, round(self.chance.uniform(-9.0, 0.0), 1))
            case 3:
                await self.set(self.song, tempo=float(self.chance.randint(84, 140)))
            case _:
                await self.set(self.song, metronome=not self.song.metronome)

    async def maybe_aside(self) -> None:
        """Now and then slip, or do something else in between."""
        if self.blunders():
            await self.slip(self.chance.choice(list(self.song.tracks)))
        if self.blunders():
            await self.other_work()


def _parameter(device: Any, name: str) -> Any:
    return next(each for each in device.parameters if each.name == name)


def _route(types: Any, name: str) -> Any:
    return next(each for each in types if each.display_name == name or each.display_name.endswith(f"-{name}"))


def _item(root: Any, name: str) -> Any:
    if root.name == name and root.is_loadable:
        return root
    return next((found for child in root.iter_children if (found := _item(child, name)) is not None), None)
