"""A second model of a control surface, made of the raw bytes alone: it shares no line with the project.

It takes a whole stream at once, throws the real-time bytes out, cuts at every status byte and writes what
each piece says into plain lists of codes. ``seen`` tells what is to be seen.
"""

from __future__ import annotations

_SYMBOLS = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !\"#$%&'()*+,-./0123456789:;<=>?"
_NEEDED = {8: 2, 9: 2, 10: 2, 11: 2, 12: 1, 13: 1, 14: 2}


class RawSurface:
    def __init__(self, model: int | None = None) -> None:
        self.model = model
        self.empty()

    def empty(self) -> None:
        self.awake = False
        self.screen = bytearray(b" " * 112)
        self.clock = [0x20] * 10
        self.letters = [0x20] * 2
        self.leds = bytearray(128)
        self.levels: dict[int, int] = {}
        self.motors: dict[int, int] = {}
        self.pots: dict[int, int] = {}
        self.red: set[int] = set()
        self.paint: bytes | None = None

    def hear(self, stream: bytes) -> RawSurface:
        groups: list[bytearray] = []
        for byte in stream:
            if byte >= 0xF8:
                continue
            if byte >= 0x80:
                groups.append(bytearray([byte]))
            elif groups:
                groups[-1].append(byte)
        for group, following in zip(groups, [*groups[1:], bytearray(1)], strict=False):
            if group[0] == 0xF0:
                if following[0] == 0xF7 and len(group) + 1 <= 1024:
                    self.exclusive(bytes(group[1:]))
            elif group[0] < 0xF0:
                need = _NEEDED[group[0] >> 4]
                for at in range(1, len(group) - need + 1, need):
                    self.channel(group[0], *group[at : at + need])
        return self

    def channel(self, status: int, first: int, second: int = 0) -> None:
        if status == 0x80 or (status == 0x90 and second in (0, 1, 127)):
            self.awake = True
            self.leds[first] = second if status == 0x90 else 0
        elif 0xE0 <= status <= 0xE8:
            self.awake = True
            self.motors[status - 0xE0] = second * 128 + first
        elif status == 0xD0:
            self.meter(first // 16, first % 16)
        elif status == 0xB0:
            self.control(first, second)

    def meter(self, strip: int, level: int) -> None:
        self.awake = self.awake or level != 13
        if level == 14:
            self.red.add(strip)
        elif level == 15:
            self.red.discard(strip)
        elif level < 13:
            self.levels[strip] = level

    def control(self, which: int, value: int) -> None:
        if which in range(0x30, 0x38) and value % 16 < 12:
            self.awake = True
            self.pots[which - 0x30] = value
        elif which in range(0x40, 0x4A):
            self.awake = True
            self.clock[which - 0x40] = value
        elif which in (0x4A, 0x4B):
            self.awake = True
            self.letters[which - 0x4A] = value

    def exclusive(self, data: bytes) -> None:
        if data[:3] != b"\x00\x00\x66" or len(data) < 5 or (self.model is not None and data[3] != self.model):
            return
        command, rest = data[4], data[5:]
        if command == 0x12 and rest and rest[0] < 112 and len(rest) <= 113:
            self.awake = True
            for place, code in enumerate(rest[1:], rest[0]):
                if place < 112:
                    self.screen[place] = code
        elif command == 0x10 and 1 <= len(rest) <= 10:
            self.awake = True
            self.clock[: len(rest)] = rest
        elif command == 0x11 and len(rest) == 2:
            self.awake = True
            self.letters[:] = rest
        elif command == 0x72 and len(rest) == 8:
            self.awake = True
            self.paint = rest
        else:
            self.order(bytes([command]) + rest)

    def order(self, order: bytes) -> None:
        if order in (b"\x63", b"\x0f\x7f"):
            self.empty()
        elif order == b"\x61":
            self.motors = dict.fromkeys(range(9), 0)
        elif order == b"\x62":
            self.leds = bytearray(128)
            self.pots.clear()
            self.red.clear()

    def seen(self) -> dict[str, object]:
        return {
            "online": self.awake,
            "rows": (self.screen[:56].decode(), self.screen[56:].decode()),
            "time": _read(self.clock),
            "mode": _read(self.letters),
            "lamps": tuple(self.leds),
            "faders": tuple(self.motors.get(strip) for strip in range(9)),
            "rings": tuple(self.pots.get(strip) for strip in range(8)),
            "meters": tuple(self.levels.get(strip) for strip in range(8)),
            "overloads": tuple(strip in self.red for strip in range(8)),
            "colours": self.paint,
        }


def _read(codes: list[int]) -> str:
    return "".join(_SYMBOLS[code % 64] + "." * (code // 64) for code in reversed(codes)).strip()
