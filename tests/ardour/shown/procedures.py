"""The bridge's own procedures on a real host: strips by place, guarded writes, values by their display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daw_bridges.logic.aims import Aim
from daw_bridges.logic.displays import Reading, read
from daw_bridges.logic.guard import Guard, Sight, Watch
from daw_bridges.logic.mixer import Mixer
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.turning import seek_number
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import Message, Press, Turn
from daw_bridges.quantities import Unit
from tests.ardour.desk import Desk, settled
from tests.ardour.dialect import ArdourLamp, ArdourLevel, ArdourMixer, resolution
from tests.ardour.prepared import TRACKS
from tests.ardour.shown.registry import shown

_State = Mapping[str, tuple[float, ...]]
"""Every strip's gain, mute, solo and arm."""
_ENTRIES = {"Attack": (30.0, Unit.MS), "Thrshl": (-24.0, Unit.DB), "Ratio": (2.5, Unit.RATIO)}
_PARAMETERS = {"Attack": 0, "Thrshl": 4, "Ratio": 3}


def _state(desk: Desk) -> _State:
    said = desk.ardour.lua.run(
        """for r in s:get_routes():iter() do local t = r:to_track()
        print("=" .. table.concat({r:name(), r:gain_control():get_value(), r:mute_control():get_value(),
        r:solo_control():self_soloed() and 1 or 0,
        t:isnil() and 0 or t:rec_enable_control():get_value()}, "|")) end"""
    )
    rows = [line[1:].split("|") for line in said if line.startswith("=")]
    return {name: tuple(float(value) for value in values) for name, *values in rows}


async def _mixer(desk: Desk) -> ArdourMixer:
    mixer = ArdourMixer(desk.link)
    await mixer.read()
    return mixer


@shown("our mixer procedures: a level and a mute on every strip of both banks, and on no other")
async def every_strip(desk: Desk) -> str:
    aims = {name: [ArdourLevel(-3.0 - place), _lamp(StripButton.MUTE)] for place, name in enumerate(TRACKS)}
    return await _set_one_by_one(desk, aims)


@shown("our mixer procedures: solo and arm in both banks, and on no other strip")
async def solo_and_arm(desk: Desk) -> str:
    names = ("Snare", "Guitar", "FX")
    return await _set_one_by_one(
        desk, {name: [_lamp(StripButton.SOLO), _lamp(StripButton.REC)] for name in names}
    )


def _lamp(button: StripButton) -> Aim:
    return ArdourLamp(button, on=True)


async def _set_one_by_one(desk: Desk, aims: Mapping[str, Sequence[Aim]]) -> str:
    """Set each and put it back; Ardour says after each that it is there, and that nothing else is changed."""
    mixer = await _mixer(desk)
    assert len(mixer.strips) == 2 * STRIPS, mixer.bank.shorts
    sent, count = desk.link.sent, 0
    for name, wanted in aims.items():
        for aim in wanted:
            before = _state(desk)
            await Mixer(mixer).set(TRACKS.index(name), aim)
            after = _state(desk)
            assert {each for each in after if after[each] != before[each]} == {name}, (aim, before, after)
            await _back(mixer, TRACKS.index(name), aim)
            assert not any(_differs(before[each], now) for each, now in _state(desk).items()), aim
            count += 2
    return f"{count} set, {(desk.link.sent - sent) / count:.1f} messages each, no other strip changed"


async def _back(mixer: ArdourMixer, place: int, aim: Aim) -> None:
    back = ArdourLamp(aim.button, on=False) if isinstance(aim, ArdourLamp) else ArdourLevel(0.0)
    await Mixer(mixer).set(place, back)


class _AnotherHand(Guard):
    """A guard in whose back another hand moves the bank, once, when the check was made."""

    moved = False

    async def write(self, *messages: Message, sight: Sight) -> Watch:
        """Write, a moment after the bank was moved."""
        if not self.moved:
            self.moved = True
            await self._pulse.link.send(*pressed(Button.BANK_RIGHT))
        return await super().write(*messages, sight=sight)


@shown("a write that lands on another strip, because the bank moved under it, is found and put back")
async def guarded(desk: Desk) -> str:
    seen: list[str] = []
    for place, aim in ((2, ArdourLevel(-14.0)), (4, ArdourLamp(StripButton.MUTE, on=True))):
        desk.reset()
        await desk.click(Button.BANK_LEFT)
        mixer = await _mixer(desk)
        await mixer.bank.show(place)
        mixer.guard = hand = _AnotherHand(mixer.pulse, mixer.bank)
        before = _state(desk)
        observed = await Mixer(mixer).set(place, aim)
        assert hand.moved
        after = await settled(lambda: _state(desk), lambda now, was=before: now != was, "anything to change")
        changed = {name for name in after if _differs(before[name], after[name])}
        assert changed == {TRACKS[place]}, (observed, {name: (before[name], after[name]) for name in changed})
        seen.append(f"{TRACKS[place]} {observed}")
    return ", ".join(seen)


def _differs(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two states differ by more than a fader resolves (gains are factors, 1 is 0 dB)."""
    near = 10 ** (resolution(0.0) / 20) - 1
    return one[1:] != other[1:] or abs(one[0] - other[0]) > near


class _CellKnob:
    """The V-Pot under a cell of an open plug-in, as the search turns it."""

    def __init__(self, desk: Desk, strip: int, unit: Unit) -> None:
        self._desk, self._strip, self._unit = desk, strip, unit
        self.turns = 0

    async def read(self) -> Reading:
        """Read the cell."""
        return read(self._desk.link.surface.cell(1, self._strip), self._unit)

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        """Turn, with SHIFT held for fine steps."""
        self.turns += 1
        steps = [63] * (abs(ticks) // 63) + ([abs(ticks) % 63] if ticks % 63 else [])
        turned = [Turn(self._strip, step if ticks > 0 else -step) for step in steps]
        held = [[Press(Button.SHIFT, down=down)] if fine else [] for down in (True, False)]
        await self._desk.send(*held[0], *turned, *held[1])
        return await self.read()


@shown("parameters of a plug-in, by the bridge's search on the display")
async def searched(desk: Desk) -> str:
    await desk.select("Bass")
    await desk.click(Button.PLUG_IN)
    await desk.click(StripButton.VPOT, 1)
    await desk.shows("Attack")
    said: list[str] = []
    for name, (wanted, unit) in _ENTRIES.items():
        strip = desk.link.surface.cells(0).index(name)
        knob = _CellKnob(desk, strip, unit)
        before = await knob.read()
        found = await seek_number(knob, wanted, unit)
        real = desk.ardour.lua.number(_parameter(_PARAMETERS[name]))
        assert found.reading.value is not None
        assert abs(real - found.reading.value) <= 2 * found.reading.step, (name, real, found)
        assert abs(real - wanted) <= 0.02 * abs(wanted), (name, real, found)
        said.append(f"{name} {before.text} → {found.reading.text} in {knob.turns} turns")
    return ", ".join(said)


def _parameter(index: int) -> str:
    bass = 's:route_by_name("Bass"):nth_plugin(1)'
    return f"ARDOUR.LuaAPI.get_processor_param({bass}, {index})"
